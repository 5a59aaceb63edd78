import { asOwner, type Db } from './actors.ts';
import { addProduct } from './goods.ts';

/** A product for 20 dollars whose sizes are counted; `pieces` by size. */
export async function addCountedProduct(
  db: Db,
  pieces: Readonly<Record<string, number>>,
  policy: 'deny' | 'backorder' | 'untracked' = 'deny',
) {
  const product = await addProduct(db, { sizes: Object.keys(pieces) });
  const rows = await db<{ id: string; size: string }[]>`
    update product_variants set policy = ${policy} where product_id = ${product} returning id, size`;
  const variants = new Map(rows.map(({ id, size }) => [size, id]));
  const variant = (size: string): string => variants.get(size) ?? '';
  for (const [size, many] of Object.entries(pieces)) {
    if (many !== 0) await receive(db, variant(size), many);
  }
  return { product, variant };
}

/** Pieces that came; below zero those that went. */
export const receive = (db: Db, variant: string, quantity: number, reason = 'received') => db`
  insert into stock_movements (variant_id, quantity, reason) values (${variant}, ${quantity}, ${reason})`;

/** What is there of each size, by the counters and by the ledger, whoever acts. */
export const stockOf = async (db: Db, product: string) => {
  const read = () => db<{ size: string; onHand: number; held: number; ledger: number }[]>`
    select v.size, v.on_hand as "onHand", v.held, (
      select coalesce(sum(m.quantity), 0)::int from stock_movements m where m.variant_id = v.id) as ledger
    from product_variants v where v.product_id = ${product} order by v.size`;
  return [...(await asOwner(db, read))];
};

/** How many pieces orders hold, of all sizes, whoever acts. */
export const heldOf = async (db: Db, product: string) =>
  (await stockOf(db, product)).reduce((sum, { held }) => sum + held, 0);
