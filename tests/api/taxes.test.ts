import postgres from 'postgres';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { AdminOrder } from '#shared/schemas/admin-orders.ts';
import { taxMessages } from '#shared/tax-messages.ts';
import {
  adminToken,
  good,
  newCustomer,
  newProduct,
  payByCard,
  placeOrder,
  send,
  sql,
  type Options,
} from './client.ts';
import { stack } from '../support/stack.ts';

let admin = '';
const provider = postgres(stack().dbUrl.replace(/\/postgres$/, '/sandbox'), { max: 1 });
beforeAll(async () => {
  admin = await adminToken();
});
afterAll(() => provider.end());

const asAdmin = (json?: object): Options => ({ token: admin, ...(json && { json }) });
const add = (json: object) => send('POST', '/taxes/rates', asAdmin(json));
const rates = async () => (await good('GET', '/taxes', asAdmin())).rates;

test('a rate is added, once for a class of a country, changed and deleted', async () => {
  const { status, body } = await add({ country: 'nr', class: 'reduced', rate: '8.125' });
  expect([status, body.message]).toEqual([201, taxMessages.saved]);
  expect(body.rate).toMatchObject({ country: 'NR', class: 'reduced', rate: 8.125 });
  expect(await rates()).toContainEqual(body.rate);
  const wrong: [object, number, string][] = [
    [{ country: 'NR', class: 'reduced', rate: 5 }, 409, 'class'],
    [{ country: 'QQ', class: 'standard', rate: 5 }, 400, 'country'],
    [{ country: 'Nauru', class: 'standard', rate: 5 }, 400, 'country'],
    [{ country: 'NR', class: 'low', rate: 5 }, 400, 'class'],
    [{ country: 'NR', class: 'zero', rate: 101 }, 400, 'rate'],
    [{ country: 'NR', class: 'zero', rate: 1.2345 }, 400, 'rate'],
  ];
  for (const [json, refusal, path] of wrong) {
    const answer = await add(json);
    expect([answer.status, answer.body.issues?.[0]?.path]).toEqual([refusal, path]);
  }
  const at = `/taxes/rates/${body.rate._id}`;
  expect((await good('PUT', at, asAdmin({ rate: 9 }))).rate.rate).toBe(9);
  expect((await good('DELETE', at, asAdmin())).message).toBe(taxMessages.removed);
  expect((await send('DELETE', at, asAdmin())).status).toBe(404);
  expect((await rates()).some((it) => it.country === 'NR')).toBe(false);
});

test('the settings of invoices are read and changed', async () => {
  const { settings } = await good('GET', '/taxes', asAdmin());
  expect(settings).toEqual({
    pricesIncludeTax: true,
    sellerCountry: '',
    sellerTaxId: '',
    bankAccount: expect.stringContaining('Harbour Savings Bank'),
    invoiceNumberPattern: 'INV-{number}',
    creditNoteNumberPattern: 'CN-{number}',
  });
  const put = (json: object) => send('PUT', '/taxes/settings', asAdmin({ ...settings, ...json }));
  onTestFinished(async () => void (await put(settings)));
  for (const [field, value] of Object.entries({
    ...{
      sellerTaxId: 5,
      bankAccount: 'a'.repeat(301),
      sellerCountry: 'Ireland',
      pricesIncludeTax: 'no',
    },
    ...{ invoiceNumberPattern: 'INV', creditNoteNumberPattern: 'C N-{number}' },
  })) {
    const { status, body } = await put({ [field]: value });
    expect([status, body.issues?.[0]?.path]).toEqual([400, field]);
  }
  expect(await put({ bankAccount: '' })).toMatchObject({
    ...{ status: 409, body: { code: 'bank_account_used', issues: [{ path: 'bankAccount' }] } },
  });
  const changed = { ...settings, sellerCountry: 'GB', sellerTaxId: 'GB 123 4567 89' };
  expect((await put(changed)).body).toEqual({
    message: taxMessages.settingsSaved,
    settings: changed,
  });
  expect((await good('GET', '/taxes', asAdmin())).settings).toEqual(changed);
});

test('a paid order has an invoice with its tax, and its refunds, of pieces and of shipping, credit notes', async () => {
  const { body } = await add({ country: 'TO', class: 'standard', rate: 19 });
  onTestFinished(async () => {
    await good('DELETE', `/taxes/rates/${body.rate._id}`, asAdmin());
  });
  const coat = await newProduct(admin, { price: '10.00' });
  const by = await newCustomer();
  const { token } = by;
  await good('PUT', '/users/profile', { token, json: { country: 'Tonga' } });
  const { id, order, line, reference, paymentInfo } = await placeOrder(coat, { quantity: 3, by });
  const invoices = async (who = token, path = 'user-orders') =>
    (await good('GET', `/orders/${path}/${id}/invoices`, { token: who })).invoices;
  expect([order.tax, order.products[0]?.tax, await invoices()]).toEqual([4.79, 4.79, []]);
  // As by a method with a voucher; those that there are would be for all tests. 33.90 has 5.4126 in it.
  await sql`update order_items set discount = 1 where order_id = ${id}`;
  await sql`update orders set shipping = 4.90, shipping_tax_rate = 19, shipping_tax = 0.78, tax = 5.41,
    total_price = 33.90 where id = ${id}`;
  await sql`update payment_attempts set amount_minor = 3390 where order_id = ${id}`;
  await provider`update transactions set amount = 3390 where reference = ${reference}`;
  await payByCard(paymentInfo);
  await good('POST', `/orders/admin/${id}/check-payment`, asAdmin());

  const [invoice] = await invoices();
  expect(invoice).toMatchObject({
    kind: 'invoice',
    number: expect.stringMatching(/^INV-\d+$/),
    ...{ net: 28.49, tax: 5.41, gross: 33.9 },
    rates: [{ rate: 19, net: 28.49, tax: 5.41, gross: 33.9 }],
    seller: { name: 'Hemline Ltd.', address: expect.stringContaining('Mill Lane') },
  });
  expect(await invoices(admin, 'admin')).toEqual([invoice]);

  const refund = (part: object) =>
    send('POST', `/orders/admin/${id}/refund`, asAdmin({ reference, ...part }));
  // A third of $29.00, and shipping.
  expect((await refund({ lines: [{ line, quantity: 1 }], shipping: true })).status).toBe(200);
  const again = await refund({ shipping: true });
  expect([again.status, again.body.issues?.[0]?.path]).toEqual([400, 'shipping']);
  expect((await refund({ lines: [{ line, quantity: 2 }] })).status).toBe(200);
  const now = async () => (await good('GET', `/orders/admin/${id}`, asAdmin())).order as AdminOrder;
  await expect.poll(async () => (await now()).status).toBe('Refunded');
  const { attempts, invoice: number } = await now();
  expect(number).toBe(invoice?.number);
  expect(attempts[0]?.refunds).toMatchObject([
    { amount: 19.33, shipping: 0, lines: [{ quantity: 2, price: 19.33 }] },
    { amount: 14.57, shipping: 4.9, lines: [{ quantity: 1, price: 9.67 }] },
  ]);
  const notes = (await invoices()).slice(1);
  expect(notes.map((it) => it.gross).toSorted()).toEqual([14.57, 19.33]);
  expect(notes.reduce((sum, it) => sum + it.tax * 100, 0)).toBeCloseTo(541);

  const file = await send('POST', '/orders/admin/export', asAdmin({ ids: [id] }));
  expect(file.body.message).toContain('Products,Invoice,Discount,Shipping,Tax,Company,');
  expect(file.body.message).toContain(`,${number},1.00,4.90,5.41,`);
});
