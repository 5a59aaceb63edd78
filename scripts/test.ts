import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensureBrowser } from './browser.ts';
import { buildSite } from './build-site.ts';
import { runChecks } from './check.ts';
import { reporter } from './report.ts';
import { root } from './settings.ts';
import { bin, runTool } from './tool.ts';

/** One after another: each boots a stack of its own, and two cores carry few of them well. */
const projects = ['unit', 'sql', 'api', 'embedded', 'e2e'];
/** Beside the first ones: it waits for one page after another, and needs one core. */
const besides = 'faults';

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
function readReport(project: string, file: string, ok: boolean): Tally {
  let report: VitestReport;
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
  } catch {
    return { passed: 0, failures: [`${project}: the tests could not be run, see above`] };
  }
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [`${file}: ${firstLine(message)}`];
    return failed.map(
      (test) => `${file}: ${test.fullName}\n    ${firstLine(test.failureMessages[0])}`,
    );
  });
  if (!ok && failures.length === 0) failures.push(`${project}: ended with an error, see above`);
  return { passed: report.numPassedTests, failures };
}

async function runProject(
  project: string,
  { browser, show = true }: { browser: string | undefined; show?: boolean },
): Promise<Tally> {
  const file = join(root, 'test-results', `${project}.json`);
  rmSync(file, { force: true });
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json'];
  const { ok, output } = await runTool(
    bin('vitest', 'vitest'),
    [...args, `--outputFile.json=${file}`],
    { show, env: browser ? { CHROMIUM_PATH: browser } : {} },
  );
  if (output) console.log(output);
  return readReport(project, file, ok);
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
mkdirSync(join(root, 'test-results'), { recursive: true });
const checks = await runChecks();
const failures = checks.failed.map((name) => `${name}: see above (npm run check)`);
let passed = checks.passed.length;
report.step('Checks done');
const browser = await attempt('Browser', failures, ensureBrowser);
await attempt('Build', failures, () => buildSite({ log: report.step }));
async function count(project: string, tally: Promise<Tally>): Promise<void> {
  const { passed: more, failures: found } = await tally;
  passed += more;
  failures.push(...found);
  report.step(`Tests of ${project} done`);
}
const beside = count(besides, runProject(besides, { browser, show: false }));
for (const project of projects) {
  if (project === 'e2e') await beside;
  await count(project, runProject(project, { browser }));
}
console.log(`\nAll of it took ${report.total()}.`);
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((it) => `  ${it}`).join('\n')}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
