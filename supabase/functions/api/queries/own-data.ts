import type { Ask } from '../../_shared/queries/asking.ts';
import { rows, type Db } from '../../_shared/queries/database.ts';
import type { OwnData } from '../../_shared/schemas/own-data.ts';

/** What the caller wrote, newest first. */
export async function listOwnReviews(db: Db): Promise<OwnData['reviews']> {
  return rows(await db.rpc('own_reviews')).map(({ id, product_id, created_at, ...rest }) => ({
    _id: id,
    productId: product_id,
    ...rest,
    createdAt: new Date(created_at).toISOString(),
  }));
}

/** Login, profile, cart, reviews and unpaid orders. Needs the service role: only the API asks for the password first. */
export async function deleteAccount(askService: Ask, customerId: string): Promise<void> {
  await askService('delete_account', { p_customer: customerId });
}
