import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Tx } from './actors.ts';
import { rowOf, valueOf } from './answers.ts';
import { expectRefusal } from './refusals.ts';

interface PaidLine {
  id: string;
  quantity: number;
  /** What was paid for all its pieces, in smallest units. */
  paid: number;
}

/**
 * Refunds a paid order by chance: some pieces, the shipping, an amount, and in half of the orders all that is left. The
 * refunds are worked out apart from the database, and asking for a unit more than is left is refused.
 */
export async function giveBack(
  tx: Tx,
  { id, reference, total }: { id: string; reference: string; total: number },
  random: () => number,
): Promise<void> {
  const rows = await tx<PaidLine[]>`
    select i.id, i.quantity,
      private.minor(i.unit_price * i.quantity - i.discount + case when o.tax_included then 0 else i.tax end, o.currency)::int as paid
    from order_items i join orders o on o.id = i.order_id where o.id = ${id}`;
  const shipping = await valueOf<number>(tx`select private.shipping_to_refund(${id})::int`);
  const refund = (amount: number | null, lines: object[] | null, withShipping: boolean) => tx<
    { cents: number; status: string }[]
  >`select r.amount_minor::int as cents, (update_refund(r.id, 'processed')).status from start_refund(
      ${randomUUID()}, ${reference}, ${total}, shop_currency(), null, ${amount}, ${lines && JSON.stringify(lines)}::text::jsonb,
      true, ${withShipping}) r`;
  let left = total;
  const given = async (want: number, asked: ReturnType<typeof refund>) => {
    expect(await rowOf(asked)).toEqual({ cents: want, status: 'processed' });
    left -= want;
  };
  for (const { id: item, quantity, paid } of rows) {
    const some = Math.floor(random() * (quantity + 1));
    let before = 0;
    for (const many of [some, Math.floor(random() * (quantity - some + 1))]) {
      const upTo = Math.round((paid * (before + many)) / quantity);
      const want = upTo - Math.round((paid * before) / quantity);
      if (want > 0) {
        await given(want, refund(null, [{ item, quantity: many }], false));
        before += many;
      }
    }
  }
  if (shipping > 0 && random() < 0.5) await given(shipping, refund(null, null, true));
  if (left > 0) {
    const more = left + 1;
    await expectRefusal(
      tx,
      'wrong_amount',
      (point) => point`
      select start_refund(${randomUUID()}, ${reference}, ${total}, shop_currency(), null, ${more})`,
    );
    const amount = random() < 0.5 ? left : 1 + Math.floor(random() * left);
    await given(amount, refund(amount, null, false));
  }
  await tx`set constraints all immediate`;
  const told = await rowOf(tx<
    { refunded: number; credited: number; minor: number; status: string }[]
  >`
      select private.minor(o.refunded, o.currency)::int as refunded, o.status, a.refunded_minor::int as minor, (
        select private.minor(coalesce(sum(i.gross), 0), o.currency)::int from invoices i where i.order_id = o.id and i.kind = 'credit_note') as credited
      from orders o join payment_attempts a on a.reference = o.payment_reference where o.id = ${id}`);
  const back = total - left;
  const status = left === 0 ? 'Refunded' : 'Paid';
  expect(told).toEqual({ refunded: back, credited: back, minor: back, status });
}
