import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive, startTime, type ProcessIdentity } from './processes.ts';
import { createSecrets, type Secrets } from './secrets.ts';

/** The files of a stack: database, uploads, secrets. */
export interface State {
  directory: string;
  database: string;
  files: string;
  denoCache: string;
  secrets: Secrets;
}

/** Opens or creates the state folder. Its secrets are created once. */
export async function openState(directory: string): Promise<State> {
  await mkdir(directory, { recursive: true });
  const files = join(directory, 'storage');
  await mkdir(files, { recursive: true, mode: 0o700 });
  return {
    directory,
    database: join(directory, 'db'),
    files,
    denoCache: join(directory, 'deno'),
    secrets: await readOrCreateSecrets(join(directory, 'secrets.json')),
  };
}

async function readOrCreateSecrets(file: string): Promise<Secrets> {
  const created = await createSecrets();
  let secrets = created;
  try {
    const stored = JSON.parse(await readFile(file, 'utf8')) as Partial<Secrets>;
    // Data from before a secret was needed lacks it.
    secrets = { ...created, ...stored };
    if (Object.keys(created).every((name) => name in stored)) return secrets;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EACCES') {
      throw new Error(
        `${file} belongs to another user. Start as that user, or remove the folder.`,
        {
          cause: error,
        },
      );
    }
    if (code !== 'ENOENT') throw error;
  }
  await writePrivately(file, JSON.stringify(secrets, null, 2));
  return secrets;
}

export interface Running {
  launcher: ProcessIdentity;
  deno?: ProcessIdentity;
}

async function readRunning(state: State): Promise<Running | null> {
  try {
    return JSON.parse(await readFile(join(state.directory, 'running.json'), 'utf8')) as Running;
  } catch {
    return null;
  }
}

export async function writeRunning(state: State, running: Running | null): Promise<void> {
  await writePrivately(join(state.directory, 'running.json'), JSON.stringify(running));
}

/** Marks the state as used by this process. Returns the previous owner. @throws if another process still uses it */
export async function claimState(state: State): Promise<Running | null> {
  const previous = await readRunning(state);
  if (previous && previous.launcher.pid !== process.pid && isAlive(previous.launcher)) {
    throw new Error(
      `The stack in ${state.directory} is already running (process ${previous.launcher.pid}). Stop it first.`,
    );
  }
  await writeRunning(state, { launcher: { pid: process.pid, started: startTime(process.pid) } });
  return previous;
}

/** Writes a file that only its owner can read. Readers see the old text or the new one, never a part. */
export async function writePrivately(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, text, { mode: 0o600, flush: true });
  await rename(unfinished, file);
}
