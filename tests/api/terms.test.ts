import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Product } from '#shared/schemas/products.ts';
import { termsMessages } from '#shared/terms-messages.ts';
import { mailedText } from '../support/mailbox.ts';
import { later } from '../support/clock.ts';
import { joinCompany } from '../support/company.ts';
import { adminToken, good, newCustomer, newProduct, send, sql } from './client.ts';

let admin = '';
let coat: Product;
beforeAll(async () => {
  admin = await adminToken();
  coat = await newProduct(admin, { price: '40' });
});

/** A member of a company that may owe 100 dollars for 30 days. */
async function newBuyer() {
  const { token, email } = await newCustomer();
  await joinCompany(email, { terms_days: 30, credit_limit: 100 });
  const order = (pieces: number, key = crypto.randomUUID()) =>
    send('POST', '/orders/place-order', {
      token,
      json: {
        ...{ email, amount: 40 * pieces, terms: true, checkout: true },
        products: [{ product: coat._id, quantity: pieces, size: 'M', color: 'navy' }],
        poNumber: 'PO 7',
      },
      headers: { 'idempotency-key': key },
    });
  return { token, email, order };
}

const asAdmin = (json?: object) => ({ token: admin, ...(json && { json }) });

test('a member orders on terms within its credit, without a card page', async () => {
  const { token, email, order } = await newBuyer();
  await good('POST', '/cart/add-to-cart', { token, json: { productId: coat._id, quantity: 2 } });
  const price = async () => (await good('GET', '/cart/price', { token })).price;
  expect((await price())?.terms).toEqual({ days: 30, creditLeft: 100 });
  const key = crypto.randomUUID();
  const placed = await order(2, key);
  expect(placed).toMatchObject({
    status: 201,
    body: { order: { status: 'OnTerms', poNumber: 'PO 7', paidAt: null, paymentReference: null } },
  });
  const { order: ordered, paymentInfo } = placed.body;
  expect(ordered.payTo).toContain('Harbour Savings Bank');
  expect((await good('GET', `/orders/user-orders/${ordered._id}`, { token })).order).toEqual(
    ordered,
  );
  const mail = await mailedText(email, 'Thank you for your order');
  const [line] = ordered.products;
  expect(line?.sku).toMatch(/^HM\d+-NAVY-M/);
  for (const words of [line?.sku, 'Harbour Savings Bank']) expect(mail).toContain(words);
  expect(paymentInfo.data.authorization_url).toMatch(`/checkout/complete?order=${ordered._id}`);
  // The account to pay to is the one of today.
  const { settings } = await good('GET', '/taxes', asAdmin());
  onTestFinished(async () => void (await good('PUT', '/taxes/settings', asAdmin(settings))));
  const bankAccount = 'Mill Bank\nAccount 1111';
  await good('PUT', '/taxes/settings', asAdmin({ ...settings, bankAccount }));
  const now = await good('GET', `/orders/user-orders/${ordered._id}`, { token });
  expect(now.order.payTo).toBe(bankAccount);
  // Due at the end of a day, whatever the time of the order.
  const lastDay = new Date(Date.parse(ordered.createdAt) + 30 * 86_400_000);
  expect(Date.parse(ordered.dueAt ?? '')).toBe(lastDay.setUTCHours(23, 59, 59, 0));
  const again = await order(2, key);
  expect(again.body).toMatchObject({ order: { _id: ordered._id }, paymentInfo });
  await good('POST', '/cart/add-to-cart', { token, json: { productId: coat._id, quantity: 1 } });
  expect((await price())?.terms).toEqual({ days: 30, creditLeft: 20 });
  expect(await order(1)).toMatchObject({
    status: 409,
    body: {
      code: 'credit_exceeded',
      message: 'Your credit left is $20.00. Please order less, or pay by card.',
    },
  });
  const pay = await send('POST', `/orders/${ordered._id}/pay`, { token });
  expect([pay.status, pay.body.code]).toEqual([409, 'not_pending']);
  const cancel = await send('POST', `/orders/${ordered._id}/cancel`, { token });
  expect([cancel.status, cancel.body.code]).toEqual([409, 'not_pending']);
  const stranger = await newCustomer();
  await good('POST', '/cart/add-to-cart', { token: stranger.token, json: { productId: coat._id } });
  const retail = await good('GET', '/cart/price', { token: stranger.token });
  expect(retail.price?.terms).toBeNull();
});

test('the office marks it as paid, and pays it back without the provider', async () => {
  const { email, order } = await newBuyer();
  const { _id: id } = (await order(2)).body.order;
  const mark = (json: object) => send('POST', `/orders/admin/${id}/mark-paid`, asAdmin(json));
  expect((await mark({ note: 'x'.repeat(201) })).body.issues).toMatchObject([{ path: 'note' }]);
  const marked = await mark({ note: 'Statement 12' });
  const reference = `${id}.transfer`;
  expect(marked).toMatchObject({
    status: 200,
    body: {
      message: termsMessages.marked.paid,
      order: {
        ...{ status: 'Paid', paymentReference: reference },
        attempts: [{ reference, status: 'paid', paid: 80, transfer: 'Statement 12' }],
      },
    },
  });
  expect(marked.body.order.payTo).toBe('');
  const twice = await mark({});
  expect([twice.status, twice.body.code]).toEqual([409, 'not_on_terms']);
  const text = await mailedText(email, 'Your payment for order ');
  expect(text).toMatch(/your order is paid[^]*\$80\.00[^]*PO 7/);
  const [line] = marked.body.order.products;
  const part = { reference, lines: [{ line: line?._id, quantity: 1 }] };
  const refund = (json: object) => good('POST', `/orders/admin/${id}/refund`, asAdmin(json));
  expect(await refund(part)).toMatchObject({
    message: termsMessages.refundedByTransfer,
    order: { status: 'Paid', refunded: 40, attempts: [{ refunds: [{ status: 'processed' }] }] },
  });
  expect(await refund({ reference, cancel: true })).toMatchObject({
    order: { status: 'Refunded', refunded: 80, fulfilment: 'cancelled' },
  });
  expect((await good('POST', `/orders/admin/${id}/check-payment`, asAdmin())).outcome).toBe('paid');
});

test('the office lists what is overdue, exports it with its day, and cancels what was not sent', async () => {
  const { order } = await newBuyer();
  const { _id: id, dueAt } = (await order(1)).body.order;
  const list = async (query: string) =>
    (await good('GET', `/orders/admin/list?limit=100&${query}`, asAdmin())).orders.map(
      (it) => it._id,
    );
  expect(await list('status=OnTerms')).toContain(id);
  expect(await list('overdue=yes')).not.toContain(id);
  expect((await send('GET', '/orders/admin/list?overdue=no', asAdmin())).status).toBe(400);
  const file = await send('POST', '/orders/admin/export', asAdmin({ ids: [id] }));
  expect(file.body.message).toContain('On terms');
  // Custom fields of other tests are further columns, which are empty.
  expect(file.body.message.trimEnd()).toMatch(new RegExp(`${dueAt},,,*$`));
  await later(sql, '31 days', async () => {
    expect(await list('overdue=yes')).toContain(id);
    expect((await good('GET', '/dashboard/tasks', asAdmin())).overdue).toBeGreaterThan(0);
  });
  const cancelled = await good('POST', '/orders/admin/cancel', asAdmin({ ids: [id] }));
  expect(cancelled).toMatchObject({ count: 1, left: 0 });
  const { invoices } = await good('GET', `/orders/admin/${id}/invoices`, asAdmin());
  expect(invoices).toMatchObject([
    { kind: 'invoice', gross: 40 },
    { kind: 'credit_note', gross: 40 },
  ]);
});
