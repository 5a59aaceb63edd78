import { describe, expect, test } from 'vitest';
import type { Order } from '#shared/schemas/orders.ts';
import { aLine, anOrder, at } from './an-order.ts';
import { chosenIn, picksOf, slipsOf } from '../../../src/admin/print/slips.ts';

type Parcel = Order['parcels'][number];

const line = (_id: string, quantity: number, size = 'M') => aLine(_id, { quantity, size });
const parcel = (id: string, status: Parcel['status'], quantity: number): Parcel => ({
  ...{ _id: id, status, carrier: '', trackingNumber: '', trackingUrl: '' },
  ...{ createdAt: at, sentAt: null, deliveredAt: null, lines: [{ line: 'a', quantity }] },
});
const order = (more: Partial<Order> = {}) =>
  anOrder({ products: [line('a', 3), line('b', 1, 'L')], ...more });
/** Parcel: pieces by line. */
const said = (some: Order, id?: string) =>
  slipsOf(some, id).map(
    (it) => `${it.parcel}: ${it.lines.map((all) => `${all.quantity} ${all.line._id}`).join(' ')}`,
  );

test('the address names orders and parcels', () => {
  expect(chosenIn('#x,y.z')).toEqual([
    { order: 'x', parcel: undefined },
    { order: 'y', parcel: 'z' },
  ]);
  expect(chosenIn('')).toEqual([]);
});

describe('the slips of an order', () => {
  test('are for what waits to be sent, and for what is left', () => {
    const parcels = [parcel('p', 'sent', 1), parcel('q', 'packed', 1)];
    expect(said(order({ parcels }))).toEqual(['Parcel 2: 1 a', ': 1 a 1 b']);
    expect(said(order({ parcels }), 'p')).toEqual(['Parcel 1: 1 a']);
    expect(said(order({ parcels }), 'none')).toEqual([]);
  });
  test('are those of all parcels once nothing is left', () => {
    const parcels = [parcel('p', 'sent', 3)];
    expect(said(order({ parcels, products: [line('a', 3)] }))).toEqual(['Parcel 1: 3 a']);
  });
  test('leave out what is not to be sent, and orders that are not paid', () => {
    const products = [
      { ...line('a', 3), notToSend: 2 },
      { ...line('b', 1), notToSend: 1 },
    ];
    expect(said(order({ products }))).toEqual([': 1 a']);
    expect(said(order({ status: 'Pending' }))).toEqual([]);
  });
});

test('the pick list sums variants over orders, by SKU', () => {
  const other = order({
    ...{ _id: 'u', number: 'HM-2', parcels: [parcel('p', 'packed', 1)] },
    products: [line('a', 3), line('c', 1, 'S')],
  });
  const unpaid = order({ number: 'HM-3', status: 'Pending' });
  const skus = { a: 'C-M', b: 'C-L', c: 'A-1' };
  const picks = picksOf({ orders: [order(), other, unpaid], skus });
  expect(picks.map((it) => [it.sku, it.quantity, it.orders.map((all) => all.number)])).toEqual([
    ['A-1', 1, ['HM-2']],
    ['C-L', 1, ['HM-1']],
    ['C-M', 5, ['HM-1', 'HM-2']],
  ]);
  // Without SKUs, the same choice is the same variant.
  expect(picksOf({ orders: [order(), other], skus: {} }).map((it) => it.quantity)).toEqual([
    5, 1, 1,
  ]);
});
