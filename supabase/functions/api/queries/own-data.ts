import type { Db } from '../../_shared/queries/database.ts';
import type { OwnData } from '../../_shared/schemas/own-data.ts';

/** What the caller wrote, newest first. */
export async function listOwnReviews(db: Db): Promise<OwnData['reviews']> {
  return (await db.list('own_reviews')).map(({ id, product_id, created_at, ...rest }) => ({
    _id: id,
    productId: product_id,
    ...rest,
    createdAt: new Date(created_at).toISOString(),
  }));
}

/** Login, profile, cart, reviews and unpaid orders. Needs the service role: only the API asks for the password first. */
export async function deleteAccount(service: Db, customerId: string): Promise<void> {
  await service.call('delete_account', { p_customer: customerId });
}
