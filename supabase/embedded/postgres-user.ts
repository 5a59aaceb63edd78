import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** How to run a Postgres program: itself, or through a change of user. */
export interface ServerUser {
  ids: { uid: number; gid: number } | null;
  wrap(program: string, args: string[]): { file: string; args: string[] };
}

const asMyself: ServerUser = { ids: null, wrap: (file, args) => ({ file, args }) };

/** Postgres refuses to run as root; root therefore runs it as the owner of its data, or as `postgres`. */
export function serverUser(dataDirectory: string): ServerUser {
  if (process.getuid?.() !== 0) return asMyself;
  const ids = ownerOf(dataDirectory) ?? findUser('postgres') ?? createUser() ?? findUser('nobody');
  if (!ids) throw new Error('Postgres cannot run as root, and no other user exists to run it as.');
  return { ids, wrap: (file, args) => wrapForUser(ids, file, args) };
}

function ownerOf(dataDirectory: string): { uid: number; gid: number } | null {
  if (!existsSync(join(dataDirectory, 'PG_VERSION'))) return null;
  const { uid, gid } = statSync(dataDirectory);
  return uid === 0 ? null : { uid, gid };
}

function findUser(name: string): { uid: number; gid: number } | null {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [user, , uid, gid] = line.split(':');
    if (user === name) return { uid: Number(uid), gid: Number(gid) };
  }
  return null;
}

function createUser(): { uid: number; gid: number } | null {
  const made = spawnSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
  return made.status === 0 ? findUser('postgres') : null;
}

/** A checkout under /root is closed to other users; this capability opens it to Postgres alone. */
function wrapForUser(ids: { uid: number; gid: number }, program: string, args: string[]) {
  const change = [`--reuid=${ids.uid}`, `--regid=${ids.gid}`, '--clear-groups'];
  const seeAll = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  const able = spawnSync('setpriv', [...change, ...seeAll, 'true']).status === 0;
  return { file: 'setpriv', args: [...change, ...(able ? seeAll : []), program, ...args] };
}
