import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { access, glob, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { writeOwnCode } from './own-code.ts';

const root = join(import.meta.dirname, '..');
const builds = join(root, 'dist');
/** Names the folder of the newest build and the hash of its sources. */
const current = join(builds, 'current.json');
/** Builds to keep: a running site may still serve an older one. */
const maxBuilds = 3;

export interface BuildOptions {
  readonly log: (line: string) => void;
  readonly force?: boolean;
}

/** Builds the site if its sources have changed. Returns whether it did. Needs no database. */
export async function buildSite({ log, force = false }: BuildOptions): Promise<boolean> {
  await writeOwnCode();
  const sources = await hashSources();
  const newest = await readCurrent();
  if (newest?.sources === sources && !force) return false;
  const name = `${sources.slice(0, 12)}-${Date.now().toString(36)}-${process.pid}`;
  const folder = join(builds, name);
  await runAstro(folder, log);
  await compressFiles(join(folder, 'client'));
  const manifest = join(builds, `${name}.json`);
  await writeFile(manifest, JSON.stringify({ name, sources }));
  await rename(manifest, current);
  await removeOld();
  return true;
}

/** The folder of the newest build. Throws if there is none. */
export async function builtSite(): Promise<string> {
  const newest = await readCurrent();
  if (!newest) throw new Error('The site is not built yet: npm run build');
  return join(builds, newest.name);
}

async function readCurrent(): Promise<{ name: string; sources: string } | null> {
  const text = await readFile(current, 'utf8').catch(() => null);
  if (text === null) return null;
  const build = JSON.parse(text) as { name: string; sources: string };
  const entry = join(builds, build.name, 'server/entry.mjs');
  return access(entry).then(
    () => build,
    () => null,
  );
}

async function removeOld(): Promise<void> {
  const entries = await readdir(builds, { withFileTypes: true });
  const folders = await Promise.all(
    entries
      .filter((it) => it.isDirectory())
      .map(async ({ name }) => {
        const folder = join(builds, name);
        return { folder, modified: (await stat(folder)).mtimeMs };
      }),
  );
  folders.sort((a, b) => b.modified - a.modified);
  for (const { folder } of folders.slice(maxBuilds))
    await rm(folder, { recursive: true, force: true });
}

async function hashSources(): Promise<string> {
  const patterns = [
    'src/**/*',
    'public/**/*',
    'supabase/functions/_shared/**/*',
    'astro.config.mjs',
    'tsconfig.json',
    'package-lock.json',
  ];
  const paths: string[] = [];
  for await (const entry of glob(patterns, { cwd: root, withFileTypes: true })) {
    if (entry.isFile()) paths.push(join(entry.parentPath, entry.name));
  }
  const hash = createHash('sha256');
  for (const path of paths.sort()) {
    hash.update(path.slice(root.length)).update('\0');
    hash.update(await readFile(path)).update('\0');
  }
  return hash.digest('hex');
}

async function runAstro(folder: string, log: (line: string) => void): Promise<void> {
  const astro = spawn(process.execPath, [join(root, 'node_modules/astro/bin/astro.mjs'), 'build'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      HEMLINE_BUILD: folder,
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
    },
  });
  const output: string[] = [];
  const collect = (chunk: Buffer) => output.push(chunk.toString());
  astro.stdout.on('data', collect);
  astro.stderr.on('data', collect);
  const [code] = (await once(astro, 'close')) as [number | null];
  if (code === 0) return;
  log(output.join(''));
  throw new Error('The site could not be built; see above.');
}

/** Writes a .br and a .gz beside each text file, at the highest compression level. */
async function compressFiles(folder: string): Promise<void> {
  const files: string[] = [];
  for await (const name of glob('**/*.{js,css,svg,html,json,txt,xml}', { cwd: folder })) {
    files.push(join(folder, name));
  }
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      if (content.length < 512) return;
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

if (import.meta.main) {
  const log = (line: string) => console.log(line);
  const built = await buildSite({ log, force: process.argv.includes('--force') });
  log(built ? 'The site is built.' : 'The site is up to date.');
}
