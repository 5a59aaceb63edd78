import type { OrderDetails } from '#shared/schemas/admin-orders.ts';
import { expect, test } from 'vitest';
import { anOrder } from './an-order.ts';
import { orderHistory } from '../../../src/admin/orders/order-history.ts';

const order = anOrder({ status: 'Pending', totalPrice: 20, paidAt: null });

test('an order whose customer was deleted says so, without ids', () => {
  const changes: OrderDetails['changes'] = [
    {
      ...{ _id: '2', at: '2026-11-22T10:00:00Z', role: 'administrator', actor: 'Maud' },
      ...{ table: 'orders', action: 'update', record: 'o', label: 'Ann Lee', request: null },
      before: { user_id: '00000000-0000-4000-8000-000000000000' },
      after: { user_id: null },
    },
  ];
  const [last] = orderHistory({ order, events: [], changes });
  expect(last).toMatchObject({
    what: 'The customer’s account was deleted',
    by: 'Maud, Administrator',
  });
});

test('who got an order is named, also when it is nobody any more', () => {
  const [ida, none] = ['00000000-0000-4000-8000-000000000001', null];
  const change = (_id: string, from: string | null, to: string | null) => ({
    ...{ _id, at: `2026-11-22T1${_id}:00:00Z`, role: 'administrator' as const, actor: 'Maud' },
    ...{ table: 'orders', action: 'update' as const, record: 'o', label: '', request: null },
    ...{ before: { assigned_to: from }, after: { assigned_to: to } },
    names: { [ida]: 'Ida' },
  });
  const changes = [change('2', ida, none), change('1', none, ida)];
  const said = orderHistory({ order, events: [], changes }).map(({ what }) => what);
  expect(said.slice(0, 2)).toEqual(['Handed to nobody', 'Handed to Ida']);
});

test('a refund says whether the customer cancelled the order', () => {
  const at = '2026-11-22T10:00:00Z';
  const refund = (byCustomer: boolean) => ({
    ...{ _id: 'r', lines: [], shipping: 0, status: 'requested' as const, amount: 20 },
    ...{ currency: 'USD', note: '', askedAt: at, byCustomer, processedAt: null },
  });
  const attempt = {
    ...{ reference: 'p', status: 'paid', amount: 20, currency: 'USD', createdAt: order.createdAt },
    ...{ transfer: null, paid: 20, refunded: 20, provider: 'Paystack', kind: 'page' as const },
  };
  const newest = (byCustomer: boolean) =>
    orderHistory({
      order: { ...order, attempts: [{ ...attempt, refunds: [refund(byCustomer)] }] },
      ...{ events: [], changes: [] },
    })[0]?.what;
  expect([newest(true), newest(false)]).toEqual([
    'The customer cancelled the order: $20.00',
    'A refund was requested: $20.00',
  ]);
});
