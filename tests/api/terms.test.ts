import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Product } from '#shared/schemas/products.ts';
import { termsMessages } from '#shared/terms-messages.ts';
import { mailsTo } from '../support/mailbox.ts';
import { adminToken, good, newCustomer, newProduct, send } from './client.ts';
import { stack } from '../support/stack.ts';

const sql = postgres(stack().dbUrl, { max: 1 });
let admin = '';
let coat: Product;
beforeAll(async () => {
  admin = await adminToken();
  coat = await newProduct(admin, { price: '40' });
});
afterAll(() => sql.end());

/** A member of a company that may owe 100 dollars for 30 days. */
async function newBuyer() {
  const { token, email } = await newCustomer();
  await sql`with company as (
    insert into companies (name, country, vat_id, status, terms_days, credit_limit)
    values ('Brook & Sons', 'IE', 'IE6388047V', 'approved', 30, 100) returning id)
    insert into company_members (user_id, company_id) select p.id, c.id from company c, profiles p where p.email = ${email}`;
  const order = (pieces: number, key = crypto.randomUUID()) =>
    send('POST', '/orders/place-order', {
      token,
      json: {
        ...{ email: 'ida@brook.example', amount: 40 * pieces, terms: true, checkout: true },
        products: [{ product: coat._id, quantity: pieces, size: 'M', color: 'navy' }],
        poNumber: 'PO 7',
      },
      headers: { 'idempotency-key': key },
    });
  return { token, order };
}

const asAdmin = (json?: object) => ({ token: admin, ...(json && { json }) });

test('a member orders on terms within its credit, without a card page', async () => {
  const { token, order } = await newBuyer();
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
  expect(paymentInfo.data.authorization_url).toMatch(`/checkout/complete?order=${ordered._id}`);
  const days = (Date.parse(ordered.dueAt ?? '') - Date.parse(ordered.createdAt)) / 86_400_000;
  expect(days).toBeCloseTo(30, 0);
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
  const { order } = await newBuyer();
  const { _id: id } = (await order(2)).body.order;
  const mark = (json: object) => send('POST', `/orders/admin/${id}/mark-paid`, asAdmin(json));
  expect((await mark({ note: 'x'.repeat(201) })).body.issues).toMatchObject([{ path: 'note' }]);
  const marked = await mark({ note: 'Statement 12' });
  const reference = `${id}.transfer`;
  expect(marked).toMatchObject({
    status: 200,
    body: {
      message: termsMessages.markedPaid,
      order: {
        ...{ status: 'Paid', paymentReference: reference },
        attempts: [{ reference, status: 'paid', paid: 80, transfer: 'Statement 12' }],
      },
    },
  });
  const twice = await mark({});
  expect([twice.status, twice.body.code]).toEqual([409, 'not_on_terms']);
  const arrived = async () =>
    (await mailsTo('ida@brook.example'))
      .filter((it) => it.subject === 'Your payment has arrived')
      .map(({ text }) => text);
  await expect
    .poll(arrived, { timeout: 20_000 })
    .toEqual([expect.stringMatching(/your order is paid[^]*\$80\.00[^]*PO 7/)]);
  const [line] = marked.body.order.products;
  const part = { reference, lines: [{ line: line?._id, quantity: 1 }] };
  const { message, order: after } = await good(
    ...(['POST', `/orders/admin/${id}/refund`] as const),
    asAdmin(part),
  );
  expect(message).toBe(termsMessages.refundedByTransfer);
  expect(after).toMatchObject({
    status: 'Paid',
    refunded: 40,
    attempts: [{ refunds: [{ status: 'processed' }] }],
  });
  const rest = await good(
    'POST',
    `/orders/admin/${id}/refund`,
    asAdmin({ reference, cancel: true }),
  );
  expect(rest.order).toMatchObject({ status: 'Refunded', refunded: 80, fulfilment: 'cancelled' });
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
  expect(file.body.message.trimEnd()).toMatch(new RegExp(`${dueAt}$`));
  await sql`update orders set due_at = now() - interval '1 day' where id = ${id}`;
  expect(await list('overdue=yes')).toContain(id);
  expect((await good('GET', '/dashboard/tasks', asAdmin())).overdue).toBeGreaterThan(0);
  const cancelled = await good('POST', '/orders/admin/cancel', asAdmin({ ids: [id] }));
  expect(cancelled).toMatchObject({ count: 1, left: 0 });
  const { invoices } = await good('GET', `/orders/admin/${id}/invoices`, asAdmin());
  expect(invoices).toMatchObject([
    { kind: 'invoice', gross: 40 },
    { kind: 'credit_note', gross: 40 },
  ]);
});
