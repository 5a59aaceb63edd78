import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import postgres from 'postgres';
import { makeAdminInDatabase } from '../../scripts/make-admin.ts';
import { stack } from '../support/stack.ts';
import { RollBack, sql, type Tx } from './actors.ts';
import { valueOf, valuesOf } from './answers.ts';
import { forbidden } from './refusals.ts';
import { addAdministrator } from './people.ts';
import { add, addCategory, addProduct } from './goods.ts';
import type { Actor } from './row-rights.ts';
import type { People, Values } from './trial.ts';

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

export const logIn = (path: string, credentials: object): Promise<Response> =>
  call({ id: '', token: null }, `/auth/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });

async function visitOf(answer: Response): Promise<Visit> {
  const session = (await answer.json()) as { access_token?: string; user?: { id: string } };
  if (!session.access_token || !session.user) throw new Error(`No session: ${answer.status}`);
  return { id: session.user.id, token: session.access_token };
}

/** Real accounts, logged in through the auth service; `close` deletes them, with their orders and companies. */
export async function openDoors() {
  const password = randomUUID();
  const register = async () =>
    visitOf(await logIn('signup', { email: `${randomUUID()}@test.example`, password }));
  const email = `${randomUUID()}@test.example`;
  await makeAdminInDatabase(stack().dbUrl, { email, password });
  const known = await valueOf<string>(sql`select id from administrators where email = ${email}`);
  const administrator = await visitOf(
    await logIn('token?grant_type=password', { email, password }),
  );
  if (administrator.id !== known) throw new Error('Another administrator logged in');
  const visits: Record<Actor, Visit> = {
    visitor: { id: '', token: null },
    customerA: await register(),
    customerB: await register(),
    administrator,
    guest: await visitOf(await logIn('signup', {})),
  };
  const people: People = {
    a: visits.customerA.id,
    b: visits.customerB.id,
    administrator: administrator.id,
    otherAdministrator: await addAdministrator(sql),
    product: await addProduct(sql),
    category: await addCategory(sql),
    order: await add(sql, 'orders', { total_price: 20 }),
  };
  const close = async () => {
    const { product, category, order, ...others } = people;
    const ids = [...Object.values(others), visits.guest.id];
    await sql`delete from orders where id = ${order} or user_id = any(${ids})`;
    const lists = await valuesOf<string | null>(sql`
      delete from companies where id in (select company_id from company_members where user_id = any(${ids}))
      returning price_list_id`);
    await sql`delete from price_lists where id = any(${lists})`;
    await sql`delete from auth.users where id = any(${ids})`;
    await sql`delete from products where id = ${product}`;
    await sql`delete from categories where id = ${category}`;
  };
  return { visits, people, close };
}

export type Verb = 'select' | 'insert' | 'update' | 'delete';

/** A way to a row: how many a statement reaches, with these values to write; null where it is refused. */
export type Door = (
  verb: Verb,
  table: string,
  row: { key: string; id: string },
  values: Values,
) => Promise<number | null>;

/** Statements in savepoints of a transaction; none of them has an effect. */
export const sqlDoor =
  (tx: Tx): Door =>
  async (verb, table, { key, id }, values) => {
    let reached = 0;
    try {
      await tx.savepoint(async (point) => {
        const name = point(table);
        const where = point`where ${point(key)} = ${id}`;
        const statement = {
          select: () => point`select ${point(key)} from ${name} ${where}`,
          insert: () => point`insert into ${name} ${point(values)}`,
          update: () => point`update ${name} set ${point(values)} ${where}`,
          delete: () => point`delete from ${name} ${where}`,
        };
        reached = (await statement[verb]()).count;
        throw new RollBack();
      });
    } catch (error) {
      if (error instanceof postgres.PostgresError && error.code === forbidden) return null;
      if (!(error instanceof RollBack)) throw error;
    }
    return reached;
  };

export const restDoor =
  (visit: Visit): Door =>
  async (verb, table, { key, id }, values) => {
    const method = { select: 'GET', insert: 'POST', update: 'PATCH', delete: 'DELETE' }[verb];
    const isNew = verb === 'insert';
    const path = isNew ? table : `${table}?select=${key}&${key}=eq.${id}`;
    const body = isNew || verb === 'update' ? values : undefined;
    const prefer = isNew ? 'return=minimal' : 'return=representation';
    const answer = await rest(visit, method, path, body, { prefer });
    if ([401, 403].includes(answer.status)) return null;
    const text = await answer.text();
    expect([answer.status, text]).toEqual([isNew ? 201 : 200, text]);
    return isNew ? 1 : (JSON.parse(text) as unknown[]).length;
  };
