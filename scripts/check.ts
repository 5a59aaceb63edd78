import { seconds } from './report.ts';
import { bin, runTool } from './tool.ts';

interface Check {
  name: string;
  file: string;
  args: string[];
}

const types: Check = {
  name: 'Types',
  file: bin('astro', 'astro'),
  args: ['check', '--minimumFailingSeverity', 'error', '--minimumSeverity', 'error'],
};
const lint: Check = {
  name: 'Lint',
  file: bin('eslint', 'eslint'),
  args: ['.', '--max-warnings', '0'],
};
const cycles: Check = {
  name: 'Import cycles',
  file: bin('oxlint', 'oxlint'),
  args: [],
};
const unused: Check = {
  name: 'Unused files, exports and packages',
  file: bin('knip', 'knip'),
  args: ['--treat-config-hints-as-errors'],
};
const format: Check = {
  name: 'Format',
  file: bin('prettier', 'prettier'),
  args: ['--check', '--log-level', 'warn', '.'],
};

/** Runs the type check in parallel with the other checks, and prints a line for each. */
export async function runChecks(): Promise<{ passed: string[]; failed: string[] }> {
  const passed: string[] = [];
  const failed: string[] = [];
  const run = async ({ name, file, args }: Check) => {
    const startedAt = performance.now();
    const { ok, output } = await runTool(file, args);
    (ok ? passed : failed).push(name);
    console.log(`${ok ? 'passed' : 'FAILED'}  ${name}  ${seconds(performance.now() - startedAt)}`);
    if (!ok) console.log(output.trimEnd());
  };
  await Promise.all([
    run(types),
    run(lint)
      .then(() => run(cycles))
      .then(() => run(unused))
      .then(() => run(format)),
  ]);
  return { passed, failed };
}

if (import.meta.main) {
  const { failed } = await runChecks();
  process.exitCode = failed.length > 0 ? 1 : 0;
}
