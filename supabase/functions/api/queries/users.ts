import { rowOrNull, rows, type Db } from '../../_shared/queries/database.ts';
import type { BoundedTotal, ListQuery } from '../../_shared/schemas/common.ts';
import type { UserListQuery } from '../../_shared/schemas/admin-users.ts';
import type { Admin, User } from '../../_shared/schemas/users.ts';
import { notFound } from '../errors.ts';
import { dayStart } from './day-start.ts';
import { given } from './given.ts';
import { readPage, within, type Page, type Window } from './paging.ts';

const columns =
  'id, firstname, lastname, email, phone, country, state, postcode, address, created_at';

interface ProfileRow {
  id: string;
  firstname: string;
  lastname: string;
  email: string;
  phone: string;
  country: string;
  state: string;
  postcode: string;
  address: string;
  created_at: string;
}

function toUser({ id, created_at, ...rest }: ProfileRow): User {
  return { _id: id, ...rest, createdAt: new Date(created_at).toISOString() };
}

/** Throws 404 when there is none that the caller may see. */
export async function readUser(db: Db, id: string): Promise<User> {
  const found = rowOrNull(await db.from('profiles').select(columns).eq('id', id).maybeSingle());
  if (!found) throw notFound('User');
  return toUser(found);
}

export type ProfileFields = Partial<Omit<User, '_id' | 'email' | 'createdAt'>>;

export async function updateUser(db: Db, id: string, fields: ProfileFields): Promise<User> {
  if (Object.keys(fields).length === 0) return readUser(db, id);
  const changed = rowOrNull(
    await db.from('profiles').update(fields).eq('id', id).select(columns).maybeSingle(),
  );
  if (!changed) throw notFound('User');
  return toUser(changed);
}

/** Newest first in every sorting: customers have no price. */
export function listUsers(db: Db, query: ListQuery): Promise<Page<User>> {
  const sorting = { column: 'created_at', ascending: false } as const;
  const read = async (window: Window) =>
    rows(await within(db.from('profiles').select(columns), window));
  return readPage(query, sorting, read, toUser);
}

/** One page of the customers that fit, and how many fit; past the end the last page. */
export async function findUsers(
  db: Db,
  { limit, page, sort, q, from, to, orders }: UserListQuery,
): Promise<{ users: User[] } & BoundedTotal> {
  const filters = { p_q: q, p_from: dayStart(from), p_to: dayStart(to, 1), p_orders: orders };
  const window = { p_sort: sort, p_limit: limit, p_offset: (page - 1) * limit };
  const found = await db.rpc('find_customers', { ...given(filters), ...window }).single();
  const { ids, total, total_is_least: totalIsLeast } = rows(found);
  if (ids.length === 0) return { users: [], total, totalIsLeast };
  const users = rows(await db.from('profiles').select(columns).in('id', ids)).map(toUser);
  const byId = new Map(users.map((it) => [it._id, it]));
  return { users: ids.flatMap((id) => byId.get(id) ?? []), total, totalIsLeast };
}

/** How many of them there were; their orders stay. */
export async function deleteUsers(db: Db, ids: string[]): Promise<number> {
  return rows(await db.rpc('delete_customers', { p_users: ids }));
}

export async function countUsers(db: Db): Promise<number> {
  return rows(await db.rpc('total_users'));
}

export async function deleteUser(db: Db, id: string): Promise<void> {
  rowOrNull(await db.rpc('delete_customer', { p_user: id }));
}

export async function readAdmin(db: Db, id: string): Promise<Admin> {
  const found = rowOrNull(
    await db.from('administrators').select('id, firstname, email').eq('id', id).maybeSingle(),
  );
  if (!found) throw notFound('Administrator');
  return { _id: found.id, firstname: found.firstname, email: found.email };
}

export async function updateAdminName(db: Db, id: string, firstname: string): Promise<void> {
  rowOrNull(await db.from('administrators').update({ firstname }).eq('id', id));
}
