import { randomUUID } from 'node:crypto';

import { makeAdminInDatabase } from '../../scripts/make-admin.ts';
import { only } from './actors.ts';
import type { Actor } from './row-rights.ts';
import type postgres from 'postgres';
import { stack } from '../support/stack.ts';

/** The REST and storage doors of the stack, past the shop's own API. */
export interface Visit {
  id: string;
  /** Null for a visitor, who has the public key only. */
  token: string | null;
}

async function call(visit: Visit, path: string, init: RequestInit): Promise<Response> {
  const { url, anonKey } = stack();
  const headers = new Headers(init.headers);
  headers.set('apikey', anonKey);
  headers.set('authorization', `Bearer ${visit.token ?? anonKey}`);
  return fetch(`${url}${path}`, { ...init, headers });
}

export const rest = (
  visit: Visit,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> =>
  call(visit, `/rest/v1/${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

export const storage = (visit: Visit, path: string, init: RequestInit): Promise<Response> =>
  call(visit, `/storage/v1/${path}`, init);

async function logIn(path: string, credentials: object): Promise<Visit> {
  const answer = await call({ id: '', token: null }, `/auth/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const session = (await answer.json()) as { access_token?: string; user?: { id: string } };
  if (!session.access_token || !session.user) throw new Error(`No session: ${answer.status}`);
  return { id: session.user.id, token: session.access_token };
}

/** Real accounts, logged in through the auth service. */
export async function openDoors(sql: postgres.Sql): Promise<Record<Actor, Visit>> {
  const password = randomUUID();
  const register = () => logIn('signup', { email: `${randomUUID()}@test.example`, password });
  const email = `${randomUUID()}@test.example`;
  await makeAdminInDatabase(stack().dbUrl, { email, password });
  const known = await sql<{ id: string }[]>`select id from administrators where email = ${email}`;
  const administrator = await logIn('token?grant_type=password', { email, password });
  if (administrator.id !== only(known).id) throw new Error('Another administrator logged in');
  return {
    visitor: { id: '', token: null },
    customerA: await register(),
    customerB: await register(),
    administrator,
  };
}
