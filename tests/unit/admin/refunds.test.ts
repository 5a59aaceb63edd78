import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { AdminOrder, PaymentAttempt, Refund } from '#shared/schemas/admin-orders.ts';
import {
  amountOf,
  hasPieces,
  isRefundable,
  leftToRefund,
  linesToRefund,
  priceOfPieces,
  refund as sendRefund,
  shippingToRefund,
} from '../../../src/admin/orders/refunds.ts';
import { $toasts } from '../../../src/stores/toasts.ts';
import { aLine as line, anOrder, at } from './an-order.ts';
import { stubBrowser } from '../site/browser-globals.ts';

const refund = (more: Partial<Refund> = {}): Refund => ({
  ...{ _id: 'r', lines: [], shipping: 0, status: 'processed', amount: 1, currency: 'USD' },
  ...{ note: '', askedAt: at, byCustomer: false, processedAt: null, ...more },
});
const payment = (more: Partial<PaymentAttempt> = {}): PaymentAttempt => ({
  ...{ reference: 'p', status: 'paid', amount: 40, currency: 'USD', createdAt: at },
  ...{ transfer: null, paid: null, refunded: 0, refunds: [], provider: 'Paystack', kind: 'page' },
  ...more,
});
const order = (more: Partial<AdminOrder> = {}) =>
  anOrder({
    products: [line('a'), line('b', { unitPrice: 0.1, quantity: 1 })],
    ...{ attempts: [payment()], ...more },
  });

test.each([
  [40, {}],
  [29.9, { refunded: 10.1 }],
  [12.34, { status: 'held', paid: 12.34 }],
  [0.2, { status: 'duplicate', paid: 0.3, refunded: 0.1 }],
  [0, { status: 'abandoned' }],
])('of a payment, %d dollars are left: %j', (left, more) => {
  expect(leftToRefund(payment(more))).toBe(left);
});

test('a payment of nothing is refunded, to close its pieces, while the order is Paid', () => {
  const free = payment({ amount: 0 });
  expect(isRefundable(order(), free)).toBe(true);
  expect(isRefundable(order({ status: 'Cancelled' }), free)).toBe(false);
  expect(isRefundable(order(), payment({ refunded: 40 }))).toBe(false);
});

describe('shipping', () => {
  test('is refunded with the tax on top of it, which an included tax is not', () => {
    expect(shippingToRefund(order({ shippingTax: 1.9 }), payment())).toBe(11.9);
    expect(shippingToRefund(order({ shippingTax: 1.9, taxIncluded: true }), payment())).toBe(10);
  });

  test('is refunded once, unless that failed, from the payment that paid the order', () => {
    const after = (...refunds: Refund[]) => order({ attempts: [payment({ refunds })] });
    expect(shippingToRefund(after(refund({ shipping: 10 })), payment())).toBe(0);
    expect(shippingToRefund(after(refund()), payment())).toBe(10);
    expect(shippingToRefund(after(refund({ shipping: 10, status: 'failed' })), payment())).toBe(10);
    expect(shippingToRefund(order(), payment({ status: 'duplicate' }))).toBe(0);
  });
});

describe('pieces', () => {
  const priced = line('a', { discount: 1, tax: 2.9 });

  test('cost their share of what was paid for the line, after its discount and with its tax', () => {
    expect([1, 2, 3].map((it) => priceOfPieces(order(), priced, it))).toEqual([10.63, 21.27, 31.9]);
    expect(priceOfPieces(order({ taxIncluded: true }), priced, 3)).toBe(29);
  });

  test('cost together what the line did, however many are refunded at a time', () => {
    const lines = [
      { line: 'a', quantity: 2, price: 21.27 },
      { line: 'b', quantity: 1, price: 5 },
    ];
    const failed = refund({ status: 'failed', lines });
    const attempts = [payment({ refunds: [refund({ lines }), failed] })];
    expect(priceOfPieces(order({ attempts }), { ...priced, refunded: 2 }, 1)).toBe(10.63);
    // More was given back for them than they cost.
    expect(priceOfPieces(order({ attempts }), { ...priced, refunded: 0 }, 1)).toBe(0);
  });

  test('are refunded from the payment that paid the order, while there are any', () => {
    const products = [line('a', { refunded: 3 }), line('b', { refunded: 2 })];
    const ids = (of: PaymentAttempt) => linesToRefund(order({ products }), of).map((it) => it._id);
    expect(ids(payment())).toEqual(['b']);
    expect(ids(payment({ status: 'held' }))).toEqual([]);
  });

  test('are chosen where there is any', () => {
    expect(hasPieces({ lines: [{ line: 'a', quantity: 0 }] })).toBe(false);
    expect(hasPieces({ lines: [0, 1].map((quantity) => ({ line: 'a', quantity })) })).toBe(true);
    expect(hasPieces({})).toBe(false);
  });
});

test.each<[number, Parameters<typeof amountOf>[2]]>([
  [40, {}],
  [40, { amount: '', lines: [{ line: 'a', quantity: 0 }], shipping: false }],
  [3.5, { amount: '3.5', lines: [{ line: 'a', quantity: 1 }] }],
  [Number.NaN, { amount: 'three' }],
  [0, { amount: 0 }],
  [10, { shipping: true }],
  [20, { lines: [{ line: 'a', quantity: 2 }] }],
  [
    20.1,
    {
      lines: [
        { line: 'a', quantity: 1 },
        { line: 'b', quantity: 1 },
      ],
      shipping: true,
    },
  ],
])('%d dollars are refunded for %j', (amount, chosen) => {
  expect(amountOf(order(), payment(), chosen)).toBe(amount);
});

test('lines without chosen pieces add nothing, whatever was given back for them', () => {
  const products = [line('a', { refunded: 1 }), line('b')];
  const lines = [
    { line: 'a', quantity: 0 },
    { line: 'b', quantity: 1 },
  ];
  expect(amountOf(order({ products }), payment(), { lines })).toBe(10);
  expect(amountOf(order({ products }), payment(), { lines: lines.slice(1) })).toBe(10);
});

test('a refund is sent with its key, and what came of it is said', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  stubBrowser(new Map([['adminToken', 'token']]));
  // Tests of other files leave some.
  $toasts.set([]);
  const sent: string[] = [];
  const answers = [
    Response.json({ message: 'Too much', code: 'not_refundable' }, { status: 409 }),
    Response.json({ message: 'Refunded', order: order() }),
  ];
  vi.stubGlobal('fetch', async ({ url, headers }: Request) => {
    sent.push(`${new URL(url).pathname} ${headers.get('idempotency-key')}`);
    return answers.shift();
  });
  const said = () => $toasts.get().map(({ kind, message }) => `${kind}: ${message}`);
  expect(await sendRefund('o', { reference: 'p' }, 'key')).toMatchObject({ ok: false });
  expect(said()).toEqual(['error: Too much']);
  expect(await sendRefund('o', { reference: 'p' }, 'key')).toMatchObject({ ok: true });
  // What failed before is mended.
  expect(said()).toEqual(['success: Refunded']);
  expect(sent).toEqual(Array.from({ length: 2 }, () => '/api/v1/orders/admin/o/refund key'));
});
