import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../scripts/settings.ts';
import { serve } from './serve.ts';

const templates = join(root, 'test-results/templates');

/** What the database, the pictures and the secrets of a new stack depend on. */
const sources = [
  'supabase/{migrations,images}/**/*',
  'supabase/embedded/*',
  'supabase/{config.toml,seed.sql}',
  'package-lock.json',
];

/** The version of the template of this checkout. */
export async function templateVersion(): Promise<string> {
  const hash = createHash('sha256');
  const files: string[] = [];
  for await (const entry of glob(sources, { cwd: root, withFileTypes: true })) {
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name));
  }
  for (const file of files.sort())
    hash.update(file.slice(root.length)).update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}

/** Makes the state of a stack with the demo shop, once per version. Returns its folder. */
async function template(): Promise<string> {
  const version = await templateVersion();
  const folder = join(templates, version);
  if (existsSync(folder)) return folder;
  await mkdir(templates, { recursive: true });
  for (const old of await readdir(templates)) {
    await rm(join(templates, old), { recursive: true, force: true });
  }
  const unfinished = `${folder}.${randomUUID()}`;
  const { stop } = await serve(unfinished, 'http://127.0.0.1:9');
  await stop();
  await rename(unfinished, folder);
  return folder;
}

/** Puts a stopped stack with the demo shop into a new folder, which takes a second instead of ten. */
export async function copyTemplate(stateDir: string): Promise<void> {
  // With the owners of the files: root runs Postgres as another user.
  const copied = spawnSync('cp', ['-a', '--reflink=auto', await template(), stateDir]);
  if (copied.status !== 0) throw new Error(`The template was not copied: ${copied.stderr}`);
}
