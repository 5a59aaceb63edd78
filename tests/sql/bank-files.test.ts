import { describe, expect } from 'vitest';
import { actAs, asOwner, type Tx } from './actors.ts';
import { valueOf } from './answers.ts';
import { actAsAdministrator } from './people.ts';
import { addBuyer, orderOnTerms } from './companies.ts';
import { addCountedProduct } from './counted-goods.ts';
import { placeOrder, statusOf } from './orders.ts';
import { test, paymentOf, markPaid, attemptsOf, mailsOf } from './awaited.ts';

describe('a file of the bank', () => {
  interface Line {
    key?: string;
    amount: number;
    numbers: string[];
    currency?: string | null;
    fate?: string;
  }
  type Found = { row: number; fate: string; order: string | null; due: number | null };
  const call = (tx: Tx, name: 'match_transfers' | 'book_transfers', lines: Line[]) => {
    const rows = lines.map((it, row) => ({
      ...{ row, key: `bank:${row}`, currency: null, note: '2026-11-28 Ida Brook' },
      ...it,
    }));
    return valueOf<Found[]>(
      tx`select ${tx.unsafe(`office.${name}`)}(${JSON.stringify(rows)}::text::jsonb)`,
    );
  };
  const fates = (found: Found[]) => found.map((it) => it.fate);
  const numberOf = (tx: Tx, id: string) =>
    asOwner(tx, () => valueOf<string>(tx`select number from orders where id = ${id}`));

  test('is matched line by line, and booked once', async ({ tx, transfer, cash }) => {
    const [first, second] = [await numberOf(tx, transfer.id), await numberOf(tx, cash.id)];
    await actAsAdministrator(tx);
    const lines = [
      { amount: 15, numbers: [first] },
      { amount: 26, numbers: [first, 'HM-1'] },
      { amount: 1, numbers: [first] },
      { amount: 40, numbers: [second] },
      { amount: 40, numbers: [first, second] },
      { amount: 40, numbers: ['HM-1'] },
      { amount: 40, numbers: [second], currency: 'EUR' },
    ];
    const found = await call(tx, 'match_transfers', lines);
    expect(fates(found)).toEqual([
      ...['part', 'more', 'paid', 'exact', 'several', 'unknown', 'paid'],
    ]);
    expect(found[1]).toMatchObject({ order: transfer.id, due: 25 });
    expect(await statusOf(tx, transfer.id)).toBe('Pending');
    const chosen = lines.map((it, place) => ({ ...it, fate: found[place]?.fate ?? '' }));
    expect(fates(await call(tx, 'book_transfers', chosen))).toEqual([
      ...['now_part', 'now_paid', 'paid', 'now_paid', 'several', 'unknown', 'paid'],
    ]);
    expect(await attemptsOf(tx, transfer.id)).toEqual(['paid 4000', 'duplicate 100']);
    expect(fates(await call(tx, 'book_transfers', chosen))).toEqual([
      ...['booked', 'booked', 'paid', 'booked', 'several', 'unknown', 'paid'],
    ]);
    expect(await attemptsOf(tx, transfer.id)).toEqual(['paid 4000', 'duplicate 100']);
  });

  test('books nothing that is not as it was shown, nor for orders that wait for nothing', async ({
    tx,
    transfer: { id, customer, product },
  }) => {
    const number = await numberOf(tx, id);
    await actAs(tx, customer);
    const byCard = await placeOrder(tx, [{ product, quantity: 1, size: 'M' }], 20);
    const card = await numberOf(tx, byCard.id);
    await actAsAdministrator(tx);
    expect(fates(await call(tx, 'match_transfers', [{ amount: 20, numbers: [card] }]))).toEqual([
      'not_awaited',
    ]);
    const euros = { amount: 40, numbers: [number], currency: 'EUR' };
    expect(fates(await call(tx, 'match_transfers', [euros]))).toEqual(['currency']);
    await markPaid(tx, id, 10);
    const line = { amount: 40, numbers: [number], fate: 'exact' };
    expect(fates(await call(tx, 'book_transfers', [line]))).toEqual(['more']);
    expect(await attemptsOf(tx, id)).toEqual(['held 1000']);
    const other = { amount: 20, numbers: [card], fate: 'not_awaited' };
    expect(fates(await call(tx, 'book_transfers', [other]))).toEqual(['not_awaited']);
    await tx`select office.cancel_orders(array[${byCard.id}]::uuid[])`;
    expect(fates(await call(tx, 'match_transfers', [other]))).toEqual(['cancelled']);
  });

  test('pays orders on terms too, which keep their goods coming after a part', async ({ tx }) => {
    const { user } = await addBuyer(tx);
    const { product } = await addCountedProduct(tx, { M: 3 });
    await actAs(tx, user);
    const { id } = await orderOnTerms(tx, [{ product, quantity: 2, size: 'M' }], 40);
    const number = await numberOf(tx, id);
    await actAsAdministrator(tx);
    const pay = (key: string, amount: number, fate: string) =>
      call(tx, 'book_transfers', [{ key, amount, numbers: [number], fate }]);
    expect(fates(await pay('bank:a', 30, 'part'))).toEqual(['now_part']);
    expect(await paymentOf(tx, id)).toMatchObject({ due: 10, awaited: true });
    expect(await statusOf(tx, id)).toBe('OnTerms');
    expect(fates(await pay('bank:b', 10, 'exact'))).toEqual(['now_paid']);
    expect(await statusOf(tx, id)).toBe('Paid');
    expect(await mailsOf(tx, id)).toEqual([
      ...['order_on_terms', 'order_paid_by_transfer', 'transfer_part'],
    ]);
  });
});
