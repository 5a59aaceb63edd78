import { checkOwnCode, recordReplaced } from './own-code.ts';
import { seconds } from './report.ts';
import { bin, runTool } from './tool.ts';

interface Check {
  name: string;
  run: () => Promise<{ ok: boolean; output: string }>;
}

const tool = (name: string, file: string, args: string[]): Check => ({
  name,
  run: () => runTool(file, args),
});

const lint = tool('Lint', bin('eslint', 'eslint'), ['.', '--max-warnings', '0']);
const others: readonly Check[] = [
  // First, since it also writes the types that Astro generates.
  tool('Types of Astro files', bin('astro', 'astro'), [
    ...['check', '--tsconfig', 'src/tsconfig.astro.json'],
    ...['--minimumFailingSeverity', 'error', '--minimumSeverity', 'error'],
  ]),
  tool('Types, promises and import cycles', bin('oxlint', 'oxlint'), []),
  tool('Unused files, exports and packages', bin('knip', 'knip'), [
    '--treat-config-hints-as-errors',
  ]),
  tool('Format', bin('prettier', 'prettier'), ['--check', '--log-level', 'warn', '.']),
  {
    name: 'Own code in src/shop',
    run: async () => {
      const found = await checkOwnCode();
      return { ok: found.length === 0, output: found.join('\n') };
    },
  },
];

/** Runs ESLint in parallel with the other checks, and prints a line for each. */
export async function runChecks(): Promise<{ passed: string[]; failed: string[] }> {
  const passed: string[] = [];
  const failed: string[] = [];
  const check = async ({ name, run }: Check) => {
    const startedAt = performance.now();
    const { ok, output } = await run();
    (ok ? passed : failed).push(name);
    console.log(`${ok ? 'passed' : 'FAILED'}  ${name}  ${seconds(performance.now() - startedAt)}`);
    if (!ok) console.log(output.trimEnd());
  };
  const checkOthers = async () => {
    for (const it of others) await check(it);
  };
  await Promise.all([check(lint), checkOthers()]);
  return { passed, failed };
}

if (import.meta.main) {
  if (process.argv.includes('--reviewed')) {
    console.log(`Recorded what ${await recordReplaced()} files in src/shop replace.`);
  } else {
    const { failed } = await runChecks();
    process.exitCode = failed.length > 0 ? 1 : 0;
  }
}
