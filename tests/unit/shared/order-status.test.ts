import { expect, test } from 'vitest';
import {
  broughtMoney,
  isOverdue,
  isToSend,
  notChosen,
  orderStatuses,
  isCancelledAtOnce,
  paymentToCancel,
  type OrderStatus,
} from '#shared/domain/order-status.ts';
import { dueText, statusText } from '../../../src/order/due.ts';

const product = { sizes: ['M'], colors: ['navy'] };

test.each([
  [{ product, size: null, color: null }, 'color not chosen, size not chosen'],
  [{ product, size: 'M', color: 'navy' }, ''],
  [{ product: { ...product, sizes: [] }, size: null, color: 'navy' }, ''],
  [{ product: { ...product, colors: [] }, size: 'M', color: null }, ''],
  [{ product: null, size: null, color: null }, ''],
])('what of an ordered line was not chosen', (line, said) => {
  expect(notChosen(line)).toBe(said);
});

test('what is paid or on terms is sent, and what brought money can be refunded', () => {
  expect(orderStatuses.filter((status) => isToSend({ status }))).toEqual(['OnTerms', 'Paid']);
  const attempts = ['started', 'abandoned', 'failed', 'paid', 'held', 'duplicate'];
  expect(attempts.filter((status) => broughtMoney({ status }))).toEqual([
    ...['paid', 'held', 'duplicate'],
  ]);
});

test('an order that was paid by card and is not packed can be cancelled, with its payment', () => {
  const order: Parameters<typeof paymentToCancel>[0] = {
    ...({ status: 'Paid', fulfilment: 'to_send', parcels: [], totalPrice: 0.01 } as const),
    ...{ dueAt: null, exchange: null, paymentReference: 'a payment', payment: { kind: 'page' } },
  };
  expect(paymentToCancel(order)).toBe('a payment');
  expect(paymentToCancel({ ...order, paymentReference: null })).toBeNull();
  const others: Partial<Parameters<typeof paymentToCancel>[0]>[] = [
    ...orderStatuses.filter((status) => status !== 'Paid').map((status) => ({ status })),
    ...[{ fulfilment: 'packed' }, { parcels: ['a parcel'] }, { totalPrice: 0 }],
    { payment: { kind: 'transfer' } },
  ];
  for (const it of others) expect([it, paymentToCancel({ ...order, ...it })]).toEqual([it, null]);
  const atOnce = { status: 'Pending', totalPrice: 0 } as const;
  for (const [key, value] of Object.entries(atOnce)) {
    expect(isCancelledAtOnce({ ...order, [key]: value })).toBe(true);
  }
  expect(isCancelledAtOnce(order)).toBe(false);
  expect(isCancelledAtOnce({ ...order, totalPrice: 0, parcels: ['a parcel'] })).toBe(false);
});

test.each<[string, string, OrderStatus, string | null]>([
  ['Due December 1, 2099', 'On terms, due December 1, 2099', 'OnTerms', '2099-12-01T00:00:00Z'],
  [
    ...(['Overdue since December 1, 2025', 'On terms, overdue since December 1, 2025'] as const),
    ...(['OnTerms', '2025-12-01T00:00:00Z'] as const),
  ],
  ['', 'On terms', 'OnTerms', null],
  ['', 'Paid', 'Paid', '2025-12-01T00:00:00Z'],
])('an order says until when it is to be paid: “%s”', (due, said, status, dueAt) => {
  expect([dueText({ status, dueAt }), statusText({ status, dueAt })]).toEqual([due, said]);
  expect(isOverdue({ status, dueAt })).toBe(due.startsWith('Overdue'));
});
