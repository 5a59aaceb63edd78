import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { actAs, actAsOwner, actAsService, test as base, type Tx } from './actors.ts';
import { rowOf, valueOf, valuesOf } from './answers.ts';
import { expectRefusal } from './refusals.ts';
import { actAsCustomer, addAdministrator } from './people.ts';
import { addProduct } from './goods.ts';
import { placeOrder, settle, statusOf } from './orders.ts';
import { addCountedProduct, heldOf, stockOf } from './counted-goods.ts';
import { addVoucher, usesOf } from './voucher-orders.ts';

/** Two counted pieces and a voucher of 100 percent for one use: an order of $0.00, Paid. */
const test = base.extend('sale', async ({ tx }) => {
  const administrator = await addAdministrator(tx);
  const { product } = await addCountedProduct(tx, { M: 2 });
  const voucher = await addVoucher(tx, { value: 100, max_uses: 1 });
  const customer = await actAsCustomer(tx);
  const lines = [{ product, quantity: 2, size: 'M' }];
  const { id: order } = await placeOrder(tx, lines, 0, { voucher: voucher.code });
  const line = await valueOf<string>(tx`select id from order_items where order_id = ${order}`);
  await actAsOwner(tx);
  expect(await usesOf(tx, voucher.id)).toBe(1);
  return { administrator, customer, product, voucher: voucher.id, order, line };
});

/** As the functions ask for it, with the service key. */
const refund = (tx: Tx, reference: string, pieces: object[] | null = null, cents?: number) =>
  tx`select amount_minor::int as cents, status from start_refund(${randomUUID()}, ${reference}, 0, 'USD', null,
    ${cents ?? null}, ${pieces && JSON.stringify(pieces)}::text::jsonb)`;
const nothing = [{ cents: 0, status: 'processed' }];

describe('an order that costs nothing', () => {
  test('is cancelled by its customer until packed; its pieces are free', async ({ tx, sale }) => {
    const { administrator, customer, product, voucher, order } = sale;
    await actAs(tx, administrator);
    const parcel = await valueOf<string>(tx`select office.pack_order(${order})`);
    await actAs(tx, customer);
    const cancel = (by: Tx) => by`select cancel_order(${order})`;
    await expectRefusal(tx, 'not_pending', cancel);
    await actAs(tx, administrator);
    await tx`select office.change_parcel(${parcel}, 'cancelled')`;
    await actAs(tx, customer);
    await cancel(tx);
    expect(await statusOf(tx, order)).toBe('Cancelled');
    expect([await heldOf(tx, product), await usesOf(tx, voucher)]).toEqual([0, 0]);
  });

  test('is cancelled by the office until it is sent', async ({ tx, sale }) => {
    const { administrator, product, order } = sale;
    await actAs(tx, administrator);
    const cancel = () => valueOf<number>(tx`select office.cancel_orders(${[order]}::uuid[])`);
    const parcel = await valueOf<string>(tx`select office.pack_order(${order})`);
    await tx`select office.change_parcel(${parcel}, 'sent')`;
    expect(await cancel()).toBe(0);
    await actAsOwner(tx);
    await tx`update parcels set status = 'packed' where id = ${parcel}`;
    await actAs(tx, administrator);
    expect(await cancel()).toBe(1);
    await actAsOwner(tx);
    expect(await heldOf(tx, product)).toBe(0);
    expect(await valueOf(tx`select fulfilment from orders where id = ${order}`)).toBe('cancelled');
  });

  test('is refunded once, with nothing, without mail or credit note', async ({ tx, sale }) => {
    const { product, order } = sale;
    await tx`set constraints all immediate`;
    await actAsService(tx);
    const reference = `${order}.1`;
    await expectRefusal(tx, 'not_refundable', (point) => refund(point, reference, null, 500));
    expect(await refund(tx, reference)).toEqual(nothing);
    await expectRefusal(tx, 'already_refunded', (point) => refund(point, reference));
    await actAsOwner(tx);
    expect([await statusOf(tx, order), await heldOf(tx, product)]).toEqual(['Refunded', 0]);
    expect(await valuesOf(tx`select kind from invoices where order_id = ${order}`)).toEqual([
      'invoice',
    ]);
    const mails = tx`select kind from mail_outbox where order_id = ${order}`;
    expect(await valuesOf(mails)).toEqual(['order_paid']);
  });

  test('is Refunded with its last piece', async ({ tx, sale: { product, order, line } }) => {
    await actAsService(tx);
    const one = [{ item: line, quantity: 1 }];
    for (const [status, held] of [
      ['Paid', 1],
      ['Refunded', 0],
    ] as const) {
      expect(await refund(tx, `${order}.1`, one)).toEqual(nothing);
      expect([await statusOf(tx, order), await heldOf(tx, product)]).toEqual([status, held]);
    }
  });
});

test('a line of nothing in a paid order is refunded and returned too', async ({ tx, sale }) => {
  const { administrator } = sale;
  const gift = await addCountedProduct(tx, { M: 2 });
  const coat = await addProduct(tx);
  await tx`update products set price = 0 where id = ${gift.product}`;
  const customer = await actAsCustomer(tx);
  const lines = [
    { product: gift.product, quantity: 2, size: 'M' },
    { product: coat, quantity: 1 },
  ];
  const { id: order } = await placeOrder(tx, lines, 20);
  await actAsService(tx);
  const reference = `${order}.1`;
  await settle(tx, reference, 2000);
  const [line] = await valuesOf<string>(tx`
    select id from order_items where order_id = ${order} order by position`);
  const pieces = (quantity: number) => [{ item: line, quantity }];
  await expectRefusal(tx, 'wrong_amount', (point) => refund(point, reference, pieces(0)));
  await expectRefusal(tx, 'wrong_amount', (point) => refund(point, reference, pieces(1), 0));
  expect(await refund(tx, reference, pieces(1))).toEqual(nothing);
  expect(await stockOf(tx, gift.product)).toMatchObject([{ onHand: 2, held: 1 }]);

  await actAs(tx, administrator);
  await tx`select office.send_orders(${[order]}::uuid[])`;
  await actAs(tx, customer);
  const back = await valueOf<string>(tx`
    select request_return(${order}, ${JSON.stringify(pieces(1))}::text::jsonb, '')`);
  await actAs(tx, administrator);
  await tx`select office.change_return(${back}, 'approved')`;
  const arrived = JSON.stringify([{ item: line, received: 1, restocked: 1 }]);
  await tx`select office.change_return(${back}, 'received', null, ${arrived}::text::jsonb)`;
  await actAsService(tx);
  await tx`select start_refund_of_return(${back}, ${randomUUID()}, ${reference}, 2000, 'USD', null)`;
  expect(await rowOf(tx`select status from returns where id = ${back}`)).toEqual({
    status: 'refunded',
  });
  expect(await statusOf(tx, order)).toBe('Paid');
  expect(await refund(tx, reference)).toEqual([{ cents: 2000, status: 'requested' }]);
});
