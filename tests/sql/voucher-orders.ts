import { asOwner, type Db } from './actors.ts';
import { only, rowOf, valueOf } from './answers.ts';
import { placedId, placeOrder, type Order, type PlacedReply } from './orders.ts';

/** A voucher under a code of its own: unless given, for ten percent. */
export async function addVoucher(db: Db, given: object = {}) {
  const code = crypto.randomUUID().toUpperCase();
  const row = { code, kind: 'percent', value: 10, ...given };
  return await rowOf(
    db<{ id: string; code: string }[]>`insert into vouchers ${db(row)} returning id, code`,
  );
}

/** As the signed-in customer; the amount is in dollars. */
export async function orderWith(
  db: Db,
  code: string,
  lines: readonly object[],
  amount: number | string,
): Promise<Order> {
  return placeOrder(db, lines, amount, { voucher: code });
}

/** The same at the shop's own checkout, in the place of the orders from the cart that are open. */
export async function checkOutWith(
  db: Db,
  code: string | null,
  lines: readonly object[],
  amount: number | string,
): Promise<string> {
  const reply = await valueOf<PlacedReply>(db`
      select place_order_to_pay(${JSON.stringify(lines)}::text::jsonb, ${amount}, '',
        p_options => jsonb_build_object('checkout', true, 'voucher', ${code}::text, 'replaces', array(
          select id from orders where user_id = auth.uid() and from_cart and status = 'Pending'))) as reply`);
  return placedId(reply);
}

/** How often a voucher is used by its counter, whoever acts; the rows of its uses are as many. */
export async function usesOf(db: Db, voucher: string): Promise<number> {
  const count = () => db<{ uses: number; rows: number }[]>`
    select v.uses, (select count(*)::int from voucher_uses u where u.voucher_id = v.id) as rows
    from vouchers v where v.id = ${voucher}`;
  const { uses, rows } = only(await asOwner(db, count));
  if (uses !== rows) throw new Error(`${uses} uses are counted, and ${rows} are there.`);
  return uses;
}
