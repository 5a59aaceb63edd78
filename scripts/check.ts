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

const types = tool('Types', bin('astro', 'astro'), [
  ...['check', '--minimumFailingSeverity', 'error', '--minimumSeverity', 'error'],
]);
const others: readonly Check[] = [
  tool('Lint', bin('eslint', 'eslint'), ['.', '--max-warnings', '0']),
  tool('Import cycles', bin('oxlint', 'oxlint'), []),
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

/** Runs the type check in parallel with the other checks, and prints a line for each. */
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
  await Promise.all([check(types), checkOthers()]);
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
