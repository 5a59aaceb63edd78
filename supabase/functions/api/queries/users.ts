import sql from 'sql-template-tag';
import { limits } from '../../_shared/domain/limits.ts';
import { single, type Db } from '../../_shared/queries/database.ts';
import type { AdministratorRow, CustomerDetails, ProfileRow } from '../../_shared/queries/rows.ts';
import type { BoundedTotal, ListQuery } from '../../_shared/schemas/common.ts';
import type {
  CustomerReply,
  ListedUser,
  UserFilters,
  UserListQuery,
} from '../../_shared/schemas/admin-users.ts';
import type { Admin, ProfileInput, User } from '../../_shared/schemas/users.ts';
import { notFound } from '../errors.ts';
import { inBatches, inPages } from './batches.ts';
import { toNote } from './notes.ts';
import { afterCursor, orderAndLimit, readPage, type Page, type Window } from './paging.ts';
import { toTime } from './to-time.ts';

const columns = sql`
  id, firstname, lastname, email, phone, country, state, postcode, address, city, created_at`;

function toUser({ id, created_at, ...rest }: ProfileRow): User {
  return { _id: id, ...rest, createdAt: new Date(created_at).toISOString() };
}

/** @throws ApiError 404 if it is not visible to the caller */
export async function readUser(db: Db, id: string): Promise<User> {
  const [found] = await db.query<ProfileRow>(
    sql`select ${columns} from public.profiles where id = ${id}`,
  );
  if (!found) throw notFound('User');
  return toUser(found);
}

type ProfileFields = Omit<ProfileInput, 'email'>;

/** Omitted fields keep their values. @throws ApiError 404 if the caller may not change it */
export async function updateUser(
  db: Db,
  id: string,
  { firstname, lastname, phone, country, state, postcode, address, city }: ProfileFields,
): Promise<User> {
  const [changed] = await db.query<ProfileRow>(sql`
    update public.profiles set firstname = coalesce(${firstname}, firstname),
      lastname = coalesce(${lastname}, lastname), phone = coalesce(${phone}, phone),
      country = coalesce(${country}, country), state = coalesce(${state}, state),
      postcode = coalesce(${postcode}, postcode), address = coalesce(${address}, address),
      city = coalesce(${city}, city)
    where id = ${id} returning ${columns}`);
  if (!changed) throw notFound('User');
  return toUser(changed);
}

/** Always newest first. */
export function listUsers(db: Db, query: ListQuery): Promise<Page<User>> {
  const sorting = { column: 'created_at', ascending: false } as const;
  const read = (window: Window) =>
    db.query<ProfileRow>(sql`
      select ${columns} from public.profiles where ${afterCursor(window)} ${orderAndLimit(window)}`);
  return readPage(query, sorting, read, toUser);
}

function toArguments({ q, from, to, orders }: UserFilters) {
  return { p_q: q, p_from: from, p_to: to, p_orders: orders };
}

type ListedRow = ProfileRow & Pick<CustomerDetails['totals'], 'orders' | 'spent' | 'last_order_at'>;

/** In the order of the ids, without deleted ones. */
async function readRows(db: Db, ids: string[]): Promise<ListedUser[]> {
  if (ids.length === 0) return [];
  const found = await db.query<ListedRow>(sql`
    select ${columns}, t.orders, t.spent, t.last_order_at
    from public.profiles join office.customer_totals(${ids}) t on t.user_id = id
    order by array_position(${ids}::uuid[], id)`);
  return found.map(({ orders, spent, last_order_at: last, ...row }) => ({
    ...toUser(row),
    ...{ orders, spent, lastOrderAt: last && toTime(last) },
  }));
}

/** A page of the matching customers and their total; past the end the last page. */
export async function findUsers(
  db: Db,
  { limit, page, sort, ...filters }: UserListQuery,
): Promise<{ users: ListedUser[] } & BoundedTotal> {
  const found = await db.list('office.find_customers', {
    ...toArguments(filters),
    p_sort: sort,
    p_limit: limit,
    p_offset: (page - 1) * limit,
  });
  const { ids, total, total_is_least: totalIsLeast } = single(found);
  return { users: await readRows(db, ids), total, totalIsLeast };
}

/** All matching customers in batches, oldest first. */
export function eachUser(db: Db, filters: UserFilters): AsyncGenerator<User[]> {
  return inPages(async (page, limit) => {
    const { users, total } = await findUsers(db, { ...filters, limit, page, sort: 'created-asc' });
    return { rows: users, total };
  });
}

/** These customers in batches, in the order of the ids. */
export function readUsers(db: Db, ids: string[]): AsyncGenerator<User[]> {
  return inBatches(ids, (some) => readRows(db, some));
}

/** The ids of all matching customers, at most `limits.bulkRows`, newest first. */
export async function listUserIds(db: Db, filters: UserFilters): Promise<string[]> {
  const args = { ...toArguments(filters), p_limit: limits.bulkRows };
  return single(await db.list('office.find_customers', args)).ids;
}

/** A customer as the back office shows one. @throws ApiError 404 */
export async function readCustomer(db: Db, id: string): Promise<CustomerReply> {
  const found = await db.call('office.read_customer', { p_user: id });
  if (!found) throw notFound('User');
  const { orders, paid_orders: paidOrders, spent, last_order_at: last } = found.totals;
  return {
    user: toUser(found.customer),
    totals: { orders, paidOrders, spent, lastOrderAt: last && new Date(last).toISOString() },
    company: found.company && { _id: found.company.id, name: found.company.name },
    invitation: found.invitation && { invitedAt: found.invitation.invited_at },
    notes: found.notes.map(toNote),
  };
}

/** How many of them there were; their orders stay. */
export function deleteUsers(db: Db, ids: string[]): Promise<number> {
  return db.call('office.delete_customers', { p_users: ids });
}

export function countUsers(db: Db): Promise<number> {
  return db.call('office.total_users');
}

/** @throws ApiError 404 */
export async function deleteUser(db: Db, id: string): Promise<void> {
  if ((await deleteUsers(db, [id])) === 0) throw notFound('Customer');
}

export async function readAdmin(db: Db, id: string): Promise<Admin> {
  const [found] = await db.query<AdministratorRow>(
    sql`select id, firstname, email from public.administrators where id = ${id}`,
  );
  if (!found) throw notFound('Administrator');
  return { _id: found.id, firstname: found.firstname, email: found.email };
}

/** All of them, by name. */
export async function listAdmins(db: Db): Promise<Admin[]> {
  const found = await db.query<AdministratorRow>(
    sql`select id, firstname, email from public.administrators order by lower(firstname), id`,
  );
  return found.map(({ id, ...rest }) => ({ _id: id, ...rest }));
}

export async function updateAdminName(db: Db, id: string, firstname: string): Promise<void> {
  await db.query(sql`
    update public.administrators set firstname = ${firstname} where id = ${id} returning id`);
}
