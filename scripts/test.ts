import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensureBrowser } from './browser.ts';
import { buildSite } from './build-site.ts';
import { runChecks } from './check.ts';
import { reporter } from './report.ts';
import { root } from './settings.ts';
import { bin, runTool } from './tool.ts';

interface Run {
  /** As the report calls it, and the file that vitest writes of it. */
  readonly name: string;
  readonly args: readonly string[];
}

const project = (name: string, ...args: string[]): Run => ({
  name: [name, ...args].join(' '),
  args: ['--project', name, ...args],
});

/**
 * In the order in which they begin, two at a time: each boots a stack of its own and needs about one core. The browser tests take
 * longest, so each half of their files has a stack.
 */
const runs = [
  ...['faults', 'unit', 'sql', 'api', 'embedded'].map((name) => project(name)),
  ...[1, 2].map((half) => project('e2e', `--shard=${half}/2`)),
];

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  success: boolean;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

interface Tally {
  passed: number;
  failures: string[];
}

const firstLine = (text = '') => text.trim().split('\n')[0] ?? '';

/** Reads what vitest wrote; a run that wrote nothing, or failed outside its tests, is one failure. */
function readReport(run: string, file: string, ok: boolean): Tally {
  let report: VitestReport;
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
  } catch {
    return { passed: 0, failures: [`${run}: the tests could not be run, see above`] };
  }
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [`${file}: ${firstLine(message)}`];
    return failed.map(
      (test) => `${file}: ${test.fullName}\n    ${firstLine(test.failureMessages[0])}`,
    );
  });
  if (!ok && failures.length === 0) failures.push(`${run}: ended with an error, see above`);
  return { passed: report.numPassedTests, failures };
}

/** Where test tools keep what they would else leave in the home of whoever runs the tests. */
const home = join(root, 'test-results/home');

/** `show`: what it writes is seen at once, else when it is done. */
async function runTests(
  { name, args }: Run,
  { browser, show }: { browser: string | undefined; show: boolean },
): Promise<Tally> {
  const file = join(root, 'test-results', `${name.replaceAll(/\W+/g, '-')}.json`);
  rmSync(file, { force: true });
  const { ok, output } = await runTool(
    bin('vitest', 'vitest'),
    ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    { show, env: { HOME: home, ...(browser ? { CHROMIUM_PATH: browser } : {}) } },
  );
  if (output) console.log(output);
  return readReport(name, file, ok);
}

/** Something that is no test of its own but can fail a run. */
async function attempt<T>(what: string, failures: string[], work: () => Promise<T> | T) {
  try {
    return await work();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    failures.push(`${what}: ${message}`);
    console.error(message);
    return undefined;
  }
}

const report = reporter();
mkdirSync(home, { recursive: true });
const checks = await runChecks();
const failures = checks.failed.map((name) => `${name}: see above (npm run check)`);
let passed = checks.passed.length;
report.step('Checks done');
const browser = await attempt('Browser', failures, ensureBrowser);
await attempt('Build', failures, () => buildSite({ log: report.step }));
/** Does one run after another, for as long as there are any. */
async function work(show: boolean): Promise<void> {
  for (let run = runs.shift(); run; run = runs.shift()) {
    const { passed: more, failures: found } = await runTests(run, { browser, show });
    passed += more;
    failures.push(...found);
    report.step(`Tests of ${run.name} done`);
  }
}
await Promise.all([work(false), work(true)]);
console.log(`\nAll of it took ${report.total()}.`);
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((it) => `  ${it}`).join('\n')}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
