import sql from 'sql-template-tag';
import type { Db } from '../../_shared/queries/database.ts';
import type { OwnData } from '../../_shared/schemas/own-data.ts';
import { readable } from './custom-fields.ts';

/** The caller's reviews, newest first. */
export async function listOwnReviews(db: Db): Promise<OwnData['reviews']> {
  return (await db.list('own_reviews')).map(({ id, product_id, created_at, ...rest }) => ({
    _id: id,
    productId: product_id,
    ...rest,
    createdAt: new Date(created_at).toISOString(),
  }));
}

/** What the caller's address wants a mail about, newest first. */
export async function listOwnStockRequests(db: Db): Promise<OwnData['stockRequests']> {
  return (await db.list('own_stock_requests')).map(({ created_at, ...rest }) => ({
    ...rest,
    createdAt: new Date(created_at).toISOString(),
  }));
}

/** What the shop noted about the caller, newest first. */
export async function listOwnNotes(db: Db): Promise<OwnData['notes']> {
  return (await db.list('own_notes')).map(({ note, created_at }) => ({
    note,
    createdAt: new Date(created_at).toISOString(),
  }));
}

/** The custom fields of the caller and of their orders; pictures as their URLs. */
export async function listOwnCustomValues(
  db: Db,
  imageUrl: (path: string) => string,
): Promise<OwnData['customFields']> {
  return (await db.list('own_custom_values')).map(({ order_id, name, kind, value }) => ({
    ...{ order: order_id, name, value: readable(kind, value, imageUrl) },
  }));
}

/** The company that the caller orders for. */
export async function readMembership(db: Db, customer: string): Promise<OwnData['company']> {
  const [found] = await db.query<NonNullable<OwnData['company']>>(sql`
    select c.name, c.status, m.role, m.created_at as "memberSince"
    from public.company_members m join public.companies c on c.id = m.company_id
    where m.user_id = ${customer}`);
  return found ? { ...found, memberSince: new Date(found.memberSince).toISOString() } : null;
}

/** Deletes login, profile, cart, reviews and unpaid orders. Requires the service role: the API checks the password first. */
export async function deleteAccount(service: Db, customerId: string): Promise<void> {
  await service.call('delete_account', { p_customer: customerId });
}
