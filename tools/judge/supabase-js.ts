import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { projectIn } from '../../supabase/embedded/paths.ts';
import { startStack } from '../../supabase/embedded/stack.ts';
import { openCliFront, type CliFront } from './cli-front.ts';
import type { Finding, Judge, Verdict } from './verdict.ts';
import { knownFindings, reasonFor } from './known.ts';
import { run, workFolder } from './tools.ts';

interface Suite {
  name: string;
  /** Arguments of Jest, beside those that every suite gets. */
  jest: string[];
  /** What their own scripts run before, in the folder of the package. */
  before?: string[];
}

/** As the packages' own scripts run them, against a stack of the Supabase CLI. */
const suites: readonly Suite[] = [
  { name: 'postgrest-js', jest: ['--testPathIgnorePatterns=test/v12/'] },
  {
    name: 'auth-js',
    jest: ['--config=jest.config.cli.js'],
    before: ['test/generate-signing-keys.js'],
  },
  { name: 'storage-js', jest: [] },
];

interface JestReport {
  testResults: {
    name: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

/** The package's own project for the Supabase CLI, without PostGIS, which the embedded Postgres lacks. */
async function copyProject(home: string): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'hemline-suite-'));
  await cp(join(home, 'test/supabase'), project, { recursive: true });
  const migrations = join(project, 'migrations');
  for (const name of await readdir(migrations).catch(() => [])) {
    const text = await readFile(join(migrations, name), 'utf8');
    const plain = text
      .replace(/create extension[^;]*postgis[^;]*;/i, '')
      .replaceAll(/extensions\.geometry\([^)]*\)/g, 'text');
    await writeFile(join(migrations, name), plain);
  }
  return project;
}

/** Tells the front which test begins, so that it knows which ones ask the stack for something. */
const tellsTests = ({ beginning }: CliFront) => `beforeEach(() => new Promise((done, fail) => {
  const url = '${beginning}' + encodeURIComponent(expect.getState().currentTestName);
  require('node:http')
    .get(url, { agent: false }, (answer) => answer.resume().on('end', done))
    .on('error', fail);
}));`;

async function runJest(suite: Suite, home: string, front: CliFront): Promise<JestReport> {
  const [setup, output] = [join(workFolder, 'jest-setup.cjs'), join(workFolder, 'jest.json')];
  await rm(output, { force: true });
  await writeFile(setup, tellsTests(front));
  const jest = join(home, 'node_modules/jest/bin/jest.js');
  const always = ['--ci', '--runInBand', '--silent', '--coverage=false', '--forceExit'];
  const { stderr } = await run(
    process.execPath,
    [
      jest,
      ...always,
      '--testTimeout=60000',
      ...suite.jest,
      '--json',
      `--outputFile=${output}`,
      `--setupFilesAfterEnv=${setup}`,
    ],
    // As pnpm's launchers do.
    {
      cwd: home,
      minutes: 30,
      env: { NODE_PATH: join(home, '../../../node_modules/.pnpm/node_modules') },
    },
  );
  if (!existsSync(output)) throw new Error(`Jest did not run: ${stderr.slice(-600)}`);
  return JSON.parse(await readFile(output, 'utf8')) as JestReport;
}

/** The first lines of what Jest says, without colors. */
const shorten = (text: string): string =>
  stripVTControlCharacters(text).replaceAll(/\s+/g, ' ').slice(0, 400);

/** The rate is of the tests that ask the stack for something, without those of parts that it leaves out. */
function verdictOf(suite: Suite, report: JestReport, home: string, { live }: CliFront): Verdict {
  const known = knownFindings();
  const findings: Finding[] = [];
  let [tests, asking, passed, leftOut] = [0, 0, 0, 0];
  for (const { name, message, assertionResults } of report.testResults) {
    const where = relative(home, name);
    if (assertionResults.length === 0)
      findings.push({ rule: 'file', where, message: shorten(message) });
    for (const { fullName: rule, status, failureMessages } of assertionResults) {
      if (status !== 'passed' && status !== 'failed') continue;
      tests += 1;
      if (live.has(rule)) asking += 1;
      if (live.has(rule) && status === 'passed') passed += 1;
      if (status === 'passed') continue;
      const finding = { rule, where, message: shorten(failureMessages.join()) };
      findings.push(finding);
      const why = reasonFor(suite.name, finding, known)?.why ?? '';
      if (live.has(rule) && why.startsWith('Left out')) leftOut += 1;
    }
  }
  const rate = ((100 * passed) / (asking - leftOut)).toFixed(1);
  const checked = `${tests} tests; ${passed} of ${asking - leftOut} live ones pass: ${rate} %`;
  const commit = spawnSync('git', ['-C', home, 'rev-parse', '--short=8', 'HEAD']);
  return { checked, findings, version: commit.stdout.toString().trim() };
}

async function judgeSuite(suite: Suite, checkout: string): Promise<Verdict> {
  const home = join(checkout, 'packages/core', suite.name);
  if (!existsSync(join(home, 'node_modules'))) {
    throw new Error(`First install its packages: cd ${checkout} && pnpm install`);
  }
  await mkdir(workFolder, { recursive: true });
  if (suite.before) await run(process.execPath, suite.before, { cwd: home });
  const project = await copyProject(home);
  const front = await openCliFront();
  try {
    const stack = await startStack({
      stateDir: join(project, 'state'),
      ports: 'auto',
      siteUrl: 'http://127.0.0.1:3000',
      project: projectIn(project),
      durable: false,
      log: () => undefined,
    });
    try {
      front.target(stack);
      return verdictOf(suite, await runJest(suite, home, front), home, front);
    } finally {
      await stack.stop();
    }
  } finally {
    front.close();
    await rm(project, { recursive: true, force: true });
  }
}

/** The suites of supabase-js judge the embedded Supabase. @param checkout of supabase/supabase-js, with its packages installed */
export function judgesOfSupabase(checkout: string): Judge[] {
  return suites.map((suite) => ({
    name: suite.name,
    version: 'its own',
    run: () => judgeSuite(suite, checkout),
  }));
}
