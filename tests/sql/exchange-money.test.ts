import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { test, type Tx } from './actors.ts';
import { valueOf } from './answers.ts';
import { stockOf } from './counted-goods.ts';
import { pay, statusOf } from './orders.ts';
import { expectRefusal } from './refusals.ts';
import {
  arrive,
  ask,
  json,
  newOrder,
  refund,
  type Sale,
  send,
  sold,
  statusOfReturn,
} from './exchanging.ts';

const creditNotes = (tx: Tx, order: string) =>
  tx`select (gross * 100)::int as gross, (tax * 100)::int as tax from invoices
    where order_id = ${order} and kind = 'credit_note' order by serial`;

/** To which size, of how many pieces; in cents: what the new order costs, what is refunded at once, and what at the return of the new pieces, by payment. */
type Money = [sale: Sale, size: string, pieces: number, total: number, due: number, back: number[]];
const money: Record<string, Money> = {
  'at the same price': [{}, 'XL', 2, 0, 0, [0, 4000]],
  'for more': [{}, 'L', 2, 1000, 0, [1000, 4000]],
  'for less': [{}, 'S', 2, 0, 1600, [0, 2400]],
  'for more, of a piece with a voucher': [
    { price: '54', voucher: 10 },
    'L',
    1,
    500,
    0,
    [500, 1800],
  ],
  'of a third of 57': [{ price: '57', voucher: 5 }, 'XL', 1, 0, 0, [0, 1900]],
  'for less than was paid, of nearly free pieces': [
    { price: '6', voucher: 90 },
    'S',
    1,
    0,
    200,
    [0],
  ],
  'of pieces that cost nothing': [{ price: '0', voucher: 100 }, 'L', 1, 500, 0, [500]],
  'with tax on top, for more': [
    { price: '92.80', tax: 19, onTop: true },
    'L',
    1,
    595,
    0,
    [595, 2380],
  ],
  'with tax on top, for less': [
    { price: '92.80', tax: 19, onTop: true },
    'S',
    1,
    0,
    952,
    [0, 1428],
  ],
  'with tax in the price, for more': [{ price: '80', tax: 19 }, 'L', 1, 500, 0, [500, 2000]],
};

describe('an exchange', () => {
  for (const [name, [sale, size, pieces, total, due, back]] of Object.entries(money)) {
    test(`${name}: costs the difference, and gives back all that was paid`, async ({ tx }) => {
      const it = await sold(tx, { ...sale, pieces: { S: 9, M: 9, L: 9, XL: 9 } });
      const paid = Math.round(Number(sale.price ?? '60') * 100);
      const id = await ask(tx, it, it.variant(size), pieces);
      await arrive(tx, it, id, pieces);
      if (due > 0) expect(await refund(tx, id, it.reference, paid)).toEqual([due]);
      const opened = await newOrder(tx, id);
      expect(opened).toMatchObject({ total, held: pieces, status: total > 0 ? 'Pending' : 'Paid' });
      const reference = total > 0 ? await pay(tx, opened.id, total) : `${opened.id}.1`;
      expect(await statusOf(tx, opened.id)).toBe('Paid');
      expect(await statusOfReturn(tx, id)).toBe('refunded');
      // The pieces are closed: they are neither returned nor refunded once more.
      const two = json([{ item: it.line, quantity: 4 - pieces }]);
      await expectRefusal(
        tx,
        'too_many_pieces',
        (point) =>
          point`select start_refund(${randomUUID()}, ${it.reference}, ${paid}, 'USD', null, null, ${two}::text::jsonb)`,
      );

      const line = await send(tx, it, opened.id);
      expect((await stockOf(tx, it.product)).find((of) => of.size === size)).toMatchObject({
        onHand: 9 - pieces,
        held: 0,
      });
      const again = await ask(tx, { order: opened.id, line }, null, pieces);
      await arrive(tx, it, again, pieces, line);
      expect(await refund(tx, again, reference, total)).toEqual(back);
      expect(await statusOf(tx, opened.id)).toBe('Refunded');
      const refunded = await valueOf<number>(
        tx`select sum(amount_minor)::int from refunds where reference = ${it.reference}`,
      );
      expect(refunded).toBe(due + (back[1] ?? 0));
      if (sale.tax) {
        await tx`set constraints all immediate`;
        const notes = await creditNotes(tx, it.order);
        expect(notes.reduce((sum, note) => sum + Number(note['tax']), 0)).toBe(
          Math.round((refunded * 19) / 119),
        );
      }
    });
  }
});
