import { spawnSync } from 'node:child_process';
import { cp, glob, mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { root } from '../../scripts/settings.ts';
import { bin, runTool } from '../../scripts/tool.ts';
import { ensureBrowser } from '../../scripts/browser.ts';
import { results, useOwnFolders } from '../support/temporary.ts';

/**
 * `npm run test:guards [-- parts of names]`: applies each patch of this folder, a small fault, to a copy of the project and
 * runs the test that the patch names. Succeeds if each of these tests fails.
 */
interface Guard {
  readonly name: string;
  readonly patch: string;
  readonly file: string;
  readonly test: string;
}

interface VitestReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** Reads a guard: a sentence, the line `file: name of the test`, and the patch. */
async function readGuard(patch: string): Promise<Guard> {
  const [, line = ''] = (await readFile(patch, 'utf8')).split('\n');
  const [, file, test] = /^(tests\/\S+\.tsx?): (.+)$/.exec(line) ?? [];
  if (!file || !test) throw new Error(`${patch}: the second line must be “file: name of a test”`);
  return { name: relative(import.meta.dirname, patch).replace('.patch', ''), patch, file, test };
}

/** Copies what is tracked or new, and links packages and builds. */
async function copyProject(copy: string): Promise<void> {
  await rm(copy, { recursive: true, force: true });
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const files = spawnSync('git', list, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).stdout;
  for (const file of files.split('\0').filter(Boolean)) {
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await cp(join(root, file), join(copy, file)).catch(() => undefined);
  }
  for (const folder of ['node_modules', 'dist']) {
    spawnSync('cp', ['-alT', join(root, folder), join(copy, folder)]);
  }
  // The cache of an earlier build must not be written through its links.
  await rm(join(copy, 'node_modules/.astro'), { recursive: true, force: true });
}

/** Applies or reverts a patch. Without the repository around the copy, whose paths would differ. */
function apply(copy: string, patch: string, ...options: string[]): boolean {
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(copy) };
  const args = ['apply', '--whitespace=nowarn', ...options, patch];
  return spawnSync('git', args, { cwd: copy, env, stdio: 'inherit' }).status === 0;
}

/** Returns why the fault was not found; null if the test fails with it. */
async function tryGuard({ patch, file, test }: Guard, copy: string): Promise<string | null> {
  if (!apply(copy, patch)) return 'the patch does not apply';
  try {
    const report = join(copy, 'test-results/guard.json');
    await rm(report, { force: true });
    const pattern = test.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
    const { output } = await runTool(
      join(copy, relative(root, bin('vitest', 'vitest'))),
      ['run', file, '-t', pattern, '--maxWorkers=1', '--reporter=json', `--outputFile=${report}`],
      { cwd: copy },
    );
    const text = await readFile(report, 'utf8').catch(() => null);
    if (text === null) return `no report\n${output.slice(-2_000)}`;
    const found = (JSON.parse(text) as VitestReport).testResults
      .flatMap((it) => it.assertionResults)
      .filter((it) => it.fullName.includes(test));
    if (found.some((it) => it.status === 'failed')) return null;
    const ran = found.some((it) => it.status === 'passed');
    return ran ? 'the test passes' : `no test with this name ran\n${output.slice(-2_000)}`;
  } finally {
    apply(copy, patch, '--reverse');
  }
}

const parts = process.argv.slice(2);
const patches = await Array.fromAsync(glob('**/*.patch', { cwd: import.meta.dirname }));
const guards = await Promise.all(
  patches
    .sort()
    .filter((it) => parts.length === 0 || parts.some((part) => it.includes(part)))
    .map((it) => readGuard(join(import.meta.dirname, it))),
);
useOwnFolders();
process.env['CHROMIUM_PATH'] = ensureBrowser();
const waiting = [...guards];
const missed: string[] = [];

async function work(number: number): Promise<void> {
  const copy = join(results, `guards-${number}`);
  await copyProject(copy);
  for (let guard = waiting.shift(); guard; guard = waiting.shift()) {
    const startedAt = Date.now();
    const reason = await tryGuard(guard, copy);
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    if (reason) missed.push(guard.name);
    console.log(`${reason ? `MISSED  ${reason}:` : 'found '}  ${guard.name}  ${seconds} s`);
  }
  await rm(copy, { recursive: true, force: true });
}

await Promise.all(guards.length > 1 ? [work(1), work(2)] : [work(1)]);
console.log(`\n${guards.length - missed.length} passed, ${missed.length} failed`);
process.exitCode = missed.length > 0 ? 1 : 0;
