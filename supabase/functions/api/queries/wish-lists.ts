import sql from 'sql-template-tag';
import type { z } from 'zod';
import type { Db } from '../../_shared/queries/database.ts';
import type { OwnData } from '../../_shared/schemas/own-data.ts';
import type {
  SharedWishList,
  sharedWishListQuery,
  WishListLink,
} from '../../_shared/schemas/wish-lists.ts';
import { notFound } from '../errors.ts';
import type { ImageUrl } from './cart.ts';
import { offsetOf } from './numbered-pages.ts';
import { toProduct } from './products.ts';

/** The ids of the caller's products that are on sale, newest first. */
export async function listWishes(db: Db): Promise<string[]> {
  const found = await db.query<{ id: string }>(sql`
    select p.id from public.wish_list_items i join public.products p on p.id = i.product_id
    where p.status = 'published' order by i.created_at desc, p.id`);
  return found.map((it) => it.id);
}

/** The link of the caller's list; null unless it is shared. */
export async function readLink(db: Db): Promise<WishListLink | null> {
  const [found] = await db.query<WishListLink>(
    sql`select token, with_name as "withName" from public.wish_list_links`,
  );
  return found ?? null;
}

/** Everything about the caller's list; the title of a product that is hidden now is empty. */
export async function listOwnWishes(db: Db): Promise<OwnData['wishList']> {
  const found = await db.query<{ product_id: string; title: string; created_at: string }>(sql`
    select i.product_id, coalesce(p.title, '') as title, i.created_at
    from public.wish_list_items i left join public.products p on p.id = i.product_id
    order by i.created_at desc, i.product_id`);
  const products = found.map(({ product_id, title, created_at }) => ({
    productId: product_id,
    title,
    createdAt: new Date(created_at).toISOString(),
  }));
  return { products, link: await readLink(db) };
}

export const addWishes = (db: Db, products: readonly string[]) =>
  db.call('add_to_wish_list', { p_products: [...products] });

/** Also succeeds if it is not on the list. */
export async function removeWish(db: Db, product: string): Promise<void> {
  await db.query(
    sql`delete from public.wish_list_items where product_id = ${product} returning product_id`,
  );
}

export const shareList = (db: Db, withName: boolean) =>
  db.call('share_wish_list', { p_with_name: withName });

/** Also succeeds if the list is not shared. */
export async function unshareList(db: Db): Promise<void> {
  await db.query(sql`delete from public.wish_list_links returning user_id`);
}

/** @throws ApiError 404 */
export async function readSharedList(
  db: Db,
  imageUrl: ImageUrl,
  token: string,
  query: z.output<typeof sharedWishListQuery>,
): Promise<SharedWishList> {
  const { offset, limit } = offsetOf(query);
  const found = await db.call('read_shared_wish_list', {
    ...{ p_token: token, p_limit: limit, p_offset: offset },
  });
  if (!found) throw notFound('Wish list');
  const { firstname, total, rows } = found;
  return { firstname, total, products: rows.map((row) => toProduct(row, imageUrl)) };
}
