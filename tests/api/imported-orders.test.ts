import { beforeAll, expect, test } from 'vitest';
import { ownImportedOrdersReply } from '#shared/schemas/imported-orders.ts';
import { ownDataReply } from '#shared/schemas/own-data.ts';
import { importReply, type ImportReport } from '#shared/schemas/product-files.ts';
import { mailedText } from '../support/mailbox.ts';
import { adminToken, good, newCustomer, refusal, send, sql } from './client.ts';

let token = '';

beforeAll(async () => {
  token = await adminToken();
});

const take = async (csv: string, dry = false): Promise<ImportReport> =>
  importReply.parse(await good('POST', '/imported-orders/import', { token, json: { csv, dry } }));
const found = async (q: string) =>
  (await good('GET', `/imported-orders/admin/list?q=${encodeURIComponent(q)}`, { token })).orders;
const own = async (person: { token: string }) =>
  ownImportedOrdersReply.parse(await good('GET', '/imported-orders/own', { token: person.token }));
const ownOf = async (person: { token: string }) => (await own(person)).orders;
const newMark = () => crypto.randomUUID().slice(0, 8);

const shopify = (
  mark: string,
  { email = `mara.${mark}@example.com`, currency = 'USD', status = 'paid' } = {},
) =>
  [
    'Name,Email,Financial Status,Paid at,Fulfillment Status,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Billing Name,Billing Address1,Billing City,Billing Zip,Billing Country,Shipping Name,Shipping City,Notes,Refunded Amount',
    `#${mark}-1,${email},${status},2024-03-02,fulfilled,no,${currency},70.00,5.00,6.10,75.00,SPRING,10.00,2024-03-01 10:22:33 +0100,1,Linen shirt - M,40.00,LS-M,Mara Lind,1 Quay,Cork,T12,IE,Otto Lind,Cork,Ring twice,0.00`,
    `#${mark}-1,${email},,,,,,,,,,,,,2,Socks,20.00,,,,,,,,,,`,
    `#${mark}-2,,refunded,,,no,${currency},10.00,0,0,"1,010.00",,,2024-02-01 09:00:00 -0500,1,Cap,10,,,,,,,,,,1010.00`,
  ].join('\n');

test('an export of Shopify is history, read only, and the same file again changes nothing', async () => {
  const mark = newMark();
  const csv = shopify(mark);
  const columns = await good('POST', '/imported-orders/import-columns', { token, json: { csv } });
  expect(columns).toMatchObject({ format: 'Shopify' });
  expect(await take(csv, true)).toMatchObject({ done: false, counts: { create: 2, wrong: 0 } });
  expect(await found(mark)).toEqual([]);
  expect(await take(csv)).toMatchObject({ done: true, counts: { create: 2 } });
  const [first, second, ...others] = await found(mark);
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    ...{ source: 'shopify', number: `#${mark}-1`, name: 'Mara Lind', status: 'paid', paid: true },
    ...{ currency: 'USD', total: 75, refunded: 0, subtotal: 70, shipping: 5, tax: 6.1 },
    ...{ discount: 10, discountCode: 'SPRING', note: 'Ring twice', fulfilment: 'fulfilled' },
    ...{ createdAt: '2024-03-01T09:22:33.000Z', billTo: 'Mara Lind\n1 Quay\nT12 Cork\nIE' },
    lines: [
      { title: 'Linen shirt - M', sku: 'LS-M', quantity: 1, price: 40 },
      { title: 'Socks', sku: '', quantity: 2, price: 20 },
    ],
  });
  expect(second).toMatchObject({ email: '', paid: false, total: 1010, refunded: 1010 });
  expect((await take(csv, true)).counts).toMatchObject({ create: 0, update: 0, same: 2 });
  const changed = await take(shopify(mark, { status: 'refunded' }));
  expect(changed.counts).toMatchObject({ create: 0, update: 1, same: 1 });
  expect(changed.rows[0]?.changes).toEqual([
    { field: 'paid', before: 'true', after: 'false' },
    { field: 'status', before: 'paid', after: 'refunded' },
  ]);
  const json = { ids: [first?._id, second?._id] };
  expect((await good('POST', '/imported-orders/delete', { token, json })).deleted).toBe(2);
  expect(await found(mark)).toEqual([]);
});

test('each wrong row says why, and nothing is written', async () => {
  const mark = newMark();
  const head = 'Order number;Date;Currency;Total;Product;Qty';
  const rows = [
    `${mark}-1;2024-03-01;EUR;10`,
    `${mark}-2;01/02/2024;USD;10`,
    `${mark}-3;01.02.2024;USD;ten`,
    `${mark}-4;2024-03-01;;10;Cap;many`,
    `${mark}-5;2199-03-01;;10`,
    `${mark}-6;2024-03-01;USD;10,50`,
  ].map((it) => it + ';'.repeat(5 - it.split(';').length + 1));
  const refused = await take([head, ...rows].join('\n'));
  expect(refused).toMatchObject({ done: false, counts: { create: 1, wrong: 5 } });
  const said = refused.rows.flatMap((it) => it.problems.map((problem) => [it.row, problem]));
  expect(said).toEqual([
    [2, { field: 'Order', message: 'EUR is not the currency of this shop, which is USD' }],
    [3, { field: 'Date', message: 'Not a date, such as 2026-03-01 10:30' }],
    [4, { field: 'Total', message: 'Not an amount' }],
    [5, { field: 'Row 5, Item: quantity', message: 'Not a quantity' }],
    [6, { field: 'Order', message: 'The date lies ahead' }],
  ]);
  expect(await found(mark)).toEqual([]);
  const none = await send('POST', '/imported-orders/import', {
    ...{ token, json: { csv: 'Date,Total\n2024-01-01,1', dry: true } },
  });
  expect(refusal(none)).toEqual([400, 'validation_failed', 'csv']);
});

test('orders of the plugins of WooCommerce have their items, also where only the first row has the order', async () => {
  const mark = newMark();
  const csv = [
    'Order Number,Order Status,Order Date,First Name (Billing),Last Name (Billing),Email (Billing),Order Total Amount,Order Shipping Amount,SKU,Item #,Item Name,Quantity (- Refund),Item Cost',
    `${mark},Completed,2024-03-01 10:22,Mara,Lind,mara@example.com,75.00,5.00,LS-M,1,Linen shirt,1,40.00`,
    ',,,,,,,,,2,Socks,2,15.00',
  ].join('\n');
  expect(await take(csv)).toMatchObject({ done: true, counts: { create: 1 } });
  expect((await found(mark))[0]).toMatchObject({
    ...{ source: 'woocommerce', name: 'Mara Lind', paid: true, status: 'Completed' },
    lines: [{ title: 'Linen shirt' }, { title: 'Socks', quantity: 2, price: 15 }],
  });
});

test('an order is seen by the customer to whose address a link was mailed, and by nobody else', async () => {
  const mark = newMark();
  const [customer, other] = await Promise.all([newCustomer(), newCustomer()]);
  await take(shopify(mark, { email: customer.email.toUpperCase() }));
  // Anybody may register with any address.
  expect(await ownOf(customer)).toEqual([]);
  await good('POST', '/orders/guest-orders/ask', { token: customer.token });
  expect((await own(customer)).unclaimed).toBe(true);
  const text = await mailedText(customer.email, 'Add your earlier orders');
  const [, link = ''] = /\?token=(\S+)/.exec(text) ?? [];
  const claim = await good('POST', '/orders/guest-orders', {
    ...{ token: customer.token, json: { token: link } },
  });
  expect(claim.orders).toBe(1);
  expect((await ownOf(customer)).map((it) => it.number)).toEqual([`#${mark}-1`]);
  const data = ownDataReply.parse(
    await good('GET', '/users/profile/data', { token: customer.token }),
  );
  expect(data.importedOrders).toEqual(await ownOf(customer));
  expect(await ownOf(other)).toEqual([]);
});

test('who was imported sees the orders of the address, whichever of both comes first', async () => {
  const mark = newMark();
  const email = (which: string) => `${which}.${mark}@example.com`;
  const people = (which: string) => ({
    token,
    json: { csv: `Email\n${email(which)}`, dry: false },
  });
  await good('POST', '/users/admin/import', people('first'));
  await take(shopify(`${mark}a`, { email: email('first') }));
  await take(shopify(`${mark}b`, { email: email('second') }));
  await good('POST', '/users/admin/import', people('second'));
  const seen = await sql`select o.number from imported_orders o join profiles p on p.id = o.user_id
    where p.email in (${email('first')}, ${email('second')}) order by 1`;
  expect(seen.map((it) => String(it['number']))).toEqual([`#${mark}a-1`, `#${mark}b-1`]);
});
