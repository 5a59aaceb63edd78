import { randomUUID } from 'node:crypto';
import type { Db, Tx } from './actors.ts';
import { valueOf } from './answers.ts';

/** Puts a row into a table and gives its key. */
export const add = (db: Db, table: string, values: object, key = 'id'): Promise<string> =>
  valueOf(db`insert into ${db(table)} ${db(values)} returning ${db(key)}::text`);

export const addCategory = (db: Db, name = `Test goods ${randomUUID()}`) =>
  add(db, 'categories', { name });

/** A row of `products`, as far as it is not to be like all others. */
export interface Product {
  title?: string;
  description?: string;
  price?: string;
  category?: string | null;
  availability?: 'InStock' | 'OutofStock';
  sizes?: readonly string[];
  colors?: readonly string[];
  status?: 'published' | 'draft';
  weight?: number;
  tax_class?: string;
  images?: readonly string[];
}

export const addProduct = (db: Db, { category = null, ...product }: Product = {}) =>
  add(db, 'products', { title: 'Test coat', price: '20.00', category_id: category, ...product });

export const addReview = (db: Db, user_id: string, product_id: string) =>
  add(db, 'reviews', { user_id, product_id, rating: 5, comment: 'Good' });

/** Deletes a record as the administrator who acts, and gives what restores it. */
export const remove = (tx: Tx, kind: string, id: string): Promise<string> => {
  if (kind === 'products') return valueOf(tx`select office.delete_products(${[id]}::uuid[])`);
  if (kind === 'categories') return valueOf(tx`select office.delete_categories(${[id]}::uuid[])`);
  return valueOf(tx`select office.delete_records(${kind}, ${[id]}::uuid[])`);
};
export const restore = (tx: Tx, trash: string) =>
  tx`select office.restore_trash(${[trash]}::uuid[])`;

/** So many lines of a product in the cart of a customer, each in a size of its own. */
export async function fillCart(
  db: Db,
  customer: string,
  product: string,
  lines: number,
): Promise<void> {
  await db`insert into cart_items (user_id, product_id, quantity, size)
    select ${customer}, ${product}, 1, n::text from generate_series(1, ${lines}::int) n`;
}
