import { rowOrNull, rows, type Db } from '../../_shared/queries/database.ts';
import type { ListQuery } from '../../_shared/schemas/common.ts';
import type { Admin, User } from '../../_shared/schemas/users.ts';
import { notFound } from '../errors.ts';
import { readPage, within, type Page, type Window } from './paging.ts';

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
  const found = rowOrNull(await db.from('profiles').select('*').eq('id', id).maybeSingle());
  if (!found) throw notFound('User');
  return toUser(found);
}

export type ProfileFields = Partial<Omit<User, '_id' | 'email' | 'createdAt'>>;

export async function updateUser(db: Db, id: string, fields: ProfileFields): Promise<User> {
  if (Object.keys(fields).length === 0) return readUser(db, id);
  const changed = rowOrNull(
    await db.from('profiles').update(fields).eq('id', id).select('*').maybeSingle(),
  );
  if (!changed) throw notFound('User');
  return toUser(changed);
}

/** Newest first in every sorting: customers have no price. */
export function listUsers(db: Db, query: ListQuery): Promise<Page<User>> {
  const sorting = { column: 'created_at', ascending: false } as const;
  const read = async (window: Window) =>
    rows(await within(db.from('profiles').select('*'), window));
  return readPage(query, sorting, read, toUser);
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
