import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureBrowser } from './browser.ts';
import { buildSite } from './build-site.ts';
import { runChecks } from './check.ts';
import { reporter } from './report.ts';
import { root } from './settings.ts';
import { bin, runTool, type ToolResult } from './tool.ts';

interface Run {
  /** The name in the report, also of vitest's JSON file. */
  readonly name: string;
  readonly args: readonly string[];
}

const run = (name: string, ...args: string[]): Run => ({
  name: [name, ...args].join(' '),
  args: ['--project', name, ...args],
});

const kinds = ['faults', 'unit', 'sql', 'api', 'embedded', 'e2e'];
/** `npm test -- [kinds] [parts of file names]`; without any, everything is checked and tested. */
const args = process.argv.slice(2);
const selected = kinds.filter((it) => args.includes(it));
const files = args.filter((it) => !kinds.includes(it));
const inBrowser = selected.length === 0 || selected.some((it) => ['faults', 'e2e'].includes(it));

/**
 * In the order in which they start, two at a time: each boots a stack of its own and uses about one core. The browser tests take
 * longest, so they run in two shards.
 */
const runs =
  files.length > 0
    ? [{ name: files.join(' '), args: [...selected.flatMap((it) => ['--project', it]), ...files] }]
    : (selected.length > 0 ? selected : kinds).flatMap((kind) =>
        kind === 'e2e' ? [1, 2].map((half) => run(kind, `--shard=${half}/2`)) : [run(kind)],
      );

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

/** An error's message without its stack: what a browser did wrong stands in lines of its own. */
const messageOf = (text = '') =>
  text
    .trim()
    .split(/\n\s+at /, 1)[0]
    ?.split('\n', 8)
    .join('\n      ') ?? '';

/** What vitest prints of an error that belongs to no test: of a promise that nobody awaits, or of a teardown. */
const outsideTests = (output: string) =>
  (/(?:Unhandled Errors|error during close)[^]*/.exec(stripVTControlCharacters(output))?.[0] ?? '')
    .split('\n', 20)
    .join('\n      ');

/** Reads vitest's JSON report; a run without a report, or that failed outside its tests, counts as one failure. */
function readReport(run: string, file: string, { ok, output }: ToolResult): Tally {
  let report: VitestReport;
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
  } catch {
    return { passed: 0, failures: [`${run}: the tests could not be run, see above`] };
  }
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [`${file}: ${messageOf(message)}`];
    return failed.map(
      (test) => `${file}: ${test.fullName}\n    ${messageOf(test.failureMessages[0])}`,
    );
  });
  if (!ok && failures.length === 0)
    failures.push(`${run}: an error outside its tests\n      ${outsideTests(output)}`);
  return { passed: report.numPassedTests, failures };
}

/** The home directory of the test tools, so that they write nothing into the developer's. */
const home = join(root, 'test-results/home');

/** `show`: prints the output as it comes instead of at the end. */
async function runTests(
  { name, args }: Run,
  { browser, show }: { browser: string | undefined; show: boolean },
): Promise<Tally> {
  // File names have at most 255 bytes.
  const file = join(root, 'test-results', `${name.replaceAll(/\W+/g, '-').slice(0, 200)}.json`);
  rmSync(file, { force: true });
  const result = await runTool(
    bin('vitest', 'vitest'),
    ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    { show, env: { HOME: home, ...(browser ? { CHROMIUM_PATH: browser } : {}) } },
  );
  if (!show) console.log(result.output);
  return readReport(name, file, result);
}

/** Runs a step that is not a test; an error counts as a failure. */
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
// Those of failed browser tests, see tests/support/browser.ts.
rmSync(join(root, 'test-results/traces'), { recursive: true, force: true });
const checks = args.length > 0 ? { passed: [], failed: [] } : await runChecks();
const failures = checks.failed.map((name) => `${name}: see above (npm run check)`);
let passed = checks.passed.length;
if (args.length === 0) report.step('Checks done');
const browser = inBrowser ? await attempt('Browser', failures, ensureBrowser) : undefined;
if (inBrowser) await attempt('Build', failures, () => buildSite({ log: report.step }));
/** Executes runs one after another until none is left. */
async function work(show: boolean): Promise<void> {
  for (let run = runs.shift(); run; run = runs.shift()) {
    const { passed: more, failures: found } = await runTests(run, { browser, show });
    passed += more;
    failures.push(...found);
    report.step(`Tests of ${run.name} done`);
  }
}
await Promise.all([work(runs.length === 1), work(true)]);
console.log(`\nTotal time: ${report.total()}.`);
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((it) => `  ${it}`).join('\n')}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
