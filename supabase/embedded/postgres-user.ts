import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The user option of `spawn`; empty to keep the current user. */
export type ServerUser = { uid: number; gid: number } | Record<string, never>;

/** Postgres refuses to run as root, so root runs it as the owner of the data directory, initially `nobody`. */
export function serverUser(dataDirectory: string): ServerUser {
  if (process.getuid?.() !== 0) return {};
  return ownerOf(dataDirectory) ?? nobody();
}

function ownerOf(dataDirectory: string): ServerUser | null {
  if (!existsSync(join(dataDirectory, 'PG_VERSION'))) return null;
  const { uid, gid } = statSync(dataDirectory);
  return uid === 0 ? null : { uid, gid };
}

function nobody(): ServerUser {
  const [, uid, gid] =
    /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  if (!uid || !gid) throw new Error('Postgres cannot run as root, and there is no user "nobody".');
  return { uid: Number(uid), gid: Number(gid) };
}
