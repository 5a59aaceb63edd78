import { onTestFinished } from 'vitest';
import { sql } from '../api/client.ts';
import { addCountedProduct } from '../sql/counted-goods.ts';

/** A product for $20 whose sizes are counted, `pieces` by size; deleted after the test. */
export async function countedGarment(pieces: Readonly<Record<string, number>>) {
  const { product, variant } = await addCountedProduct(sql, pieces);
  onTestFinished(async () => void (await sql`delete from products where id = ${product}`));
  return {
    path: `/product/${product}/-`,
    cost: (size: string, more: number) =>
      sql`update product_variants set price_delta = ${more} where id = ${variant(size)}`,
    /** The addresses that wait for a size. */
    waiting: async (size: string) =>
      (
        await sql<{ email: string }[]>`
        select email from stock_requests where variant_id = ${variant(size)}`
      ).map((it) => it.email),
    /** Pieces that came; below zero those that went. */
    change: (size: string, by: number) =>
      sql`insert into stock_movements (variant_id, quantity, reason)
        values (${variant(size)}, ${by}, 'counted')`,
    /** Makes a draft of it. */
    withdraw: () => sql`update products set status = 'draft' where id = ${product}`,
  };
}
