import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = join(import.meta.dirname, '..');
const mark = join(root, 'dist/.sources');

export interface BuildOptions {
  readonly log: (line: string) => void;
  readonly force?: boolean;
}

/** Builds the site into dist/ when its sources have changed since; says whether it did. Needs no database. */
export async function buildSite({ log, force = false }: BuildOptions): Promise<boolean> {
  const sources = await hashSources();
  const built = await readFile(mark, 'utf8').catch(() => '');
  if (built === sources && !force) return false;
  await runAstro(log);
  await compressFiles(join(root, 'dist/client'));
  await writeFile(mark, sources);
  return true;
}

async function hashSources(): Promise<string> {
  const patterns = [
    'src/**/*',
    'public/**/*',
    'supabase/functions/_shared/**/*',
    'astro.config.ts',
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

async function runAstro(log: (line: string) => void): Promise<void> {
  const astro = spawn(process.execPath, [join(root, 'node_modules/astro/bin/astro.mjs'), 'build'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
  });
  const said: string[] = [];
  const listen = (chunk: Buffer) => said.push(chunk.toString());
  astro.stdout.on('data', listen);
  astro.stderr.on('data', listen);
  const [code] = (await once(astro, 'close')) as [number | null];
  if (code === 0) return;
  log(said.join(''));
  throw new Error('The site could not be built; see above.');
}

/** Text files get their .br and .gz beside them once, at the highest level. */
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
