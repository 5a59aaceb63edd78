import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { parcelMessages } from '#shared/parcel-messages.ts';
import type { AdminOrder } from '#shared/schemas/admin-orders.ts';
import type { Product } from '#shared/schemas/products.ts';
import { mailsTo } from '../support/mailbox.ts';
import { adminToken, good, newProduct, payOrder, placeOrder, send, sql } from './client.ts';

let admin = '';
let coat: Product;

beforeAll(async () => {
  admin = await adminToken();
  coat = await newProduct(admin, { price: '19.95' });
});

/** An order of three coats, paid unless told otherwise. */
const ordered = ({ pay = true } = {}) => (pay ? payOrder : placeOrder)(coat, { quantity: 3 });

const pack = (order: string, json: object = {}) =>
  send('POST', `/orders/admin/${order}/parcels`, { token: admin, json });
const change = (parcel: string | undefined, json: object) =>
  send('PUT', `/orders/admin/parcels/${parcel}`, { token: admin, json });
const fulfil = (json: object) => send('POST', '/orders/admin/fulfil', { token: admin, json });

test('a parcel is packed, sent with its tracking page, and delivered; its customer follows it', async () => {
  const { token, email, order, line } = await ordered();
  expect(order.number).toMatch(/^HM-\d{5,}$/);
  const first = await pack(order._id, { lines: [{ line, quantity: 2 }] });
  expect([first.status, first.body.message]).toEqual([200, parcelMessages.packed]);
  const packed = first.body.order as AdminOrder;
  expect(packed.fulfilment).toBe('to_send');
  const parcel = packed.parcels[0]?._id;
  const sent = await change(parcel, {
    ...{ status: 'sent', carrier: 'DHL', trackingNumber: '00 34/5' },
  });
  expect(sent.body.message).toBe(parcelMessages.sent);
  const rest = await pack(order._id, { carrier: 'My own van', send: true });
  expect([rest.status, rest.body.message]).toEqual([200, parcelMessages.sent]);
  await change(parcel, { status: 'delivered' });

  const seen = (await good('GET', `/orders/user-orders/${order._id}`, { token })).order;
  expect(seen.fulfilment).toBe('sent');
  expect(seen.parcels).toMatchObject([
    {
      ...{ status: 'delivered', carrier: 'DHL', trackingNumber: '00 34/5' },
      trackingUrl: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=00%2034%2F5',
      lines: [{ line, quantity: 2 }],
    },
    { status: 'sent', carrier: 'My own van', trackingUrl: '', lines: [{ line, quantity: 1 }] },
  ]);
  const mails = async () =>
    (await mailsTo(email)).filter((it) => it.subject.startsWith('Your parcel of order '));
  await expect.poll(async () => (await mails()).length, { timeout: 20_000 }).toBe(2);
  const followed = (await mails()).find((it) => it.text.includes('2 pieces'));
  expect(followed?.text).toContain('DHL, 00 34/5');
  expect(followed?.body).toContain(
    'https://www.dhl.com/global-en/home/tracking.html?tracking-id=00',
  );
  const found = await good('GET', `/orders/admin/list?q=${order.number}&fulfilment=sent`, {
    token: admin,
  });
  expect(found.orders.map((it) => it._id)).toEqual([order._id]);
});

test('a parcel of a carrier of the shop is followed on its own page', async () => {
  const { settings } = await good('GET', '/stock/settings', { token: admin });
  const save = (json: object) =>
    good('PUT', '/stock/settings', { token: admin, json: { ...settings, ...json } });
  onTestFinished(async () => void (await save({})));
  const { order, line } = await ordered();
  const pageOf = async (json: object) =>
    ((await pack(order._id, json)).body.order as AdminOrder).parcels.at(-1)?.trackingUrl;
  const lines = [{ line, quantity: 1 }];
  await save({
    carriers: 'Bike Post https://bike.example/{number}?of=us\n\nUPS https://own.example/{number}',
  });
  const number = { lines, trackingNumber: '7 b' };
  expect(await pageOf({ ...number, carrier: 'Bike Post' })).toBe(
    'https://bike.example/7%20b?of=us',
  );
  expect(await pageOf({ ...number, carrier: 'UPS' })).toBe('https://own.example/7%20b');
  const other = 'https://elsewhere.example/7';
  expect(await pageOf({ ...number, carrier: 'Bike Post', trackingUrl: other })).toBe(other);
  for (const it of ['Post', 'Post http://post.example/{number}', 'Post https://post.example/']) {
    const json = { ...settings, carriers: it };
    const { status, body } = await send('PUT', '/stock/settings', { token: admin, json });
    expect([status, body.issues?.[0]?.path]).toEqual([400, 'carriers']);
  }
});

test('refuses what is not paid, pieces that are not left, and fields that make no sense, by name', async () => {
  const unpaid = await ordered({ pay: false });
  expect((await pack(unpaid.order._id)).body.code).toBe('not_paid');
  const { order, line } = await ordered();
  expect((await pack(order._id, { lines: [{ line, quantity: 4 }] })).body.code).toBe(
    'packed_already',
  );
  const paths = async (json: object) =>
    (await pack(order._id, json)).body.issues?.map((it) => it.path);
  expect(await paths({ lines: [{ line, quantity: 0 }] })).toEqual(['lines.0.quantity']);
  expect(await paths({ lines: [{ line: 'x', quantity: 1 }] })).toEqual(['lines.0.line']);
  expect(await paths({ trackingUrl: 'javascript:alert(1)' })).toEqual(['trackingUrl']);
  const parcel = ((await pack(order._id)).body.order as AdminOrder).parcels[0]?._id;
  expect((await change(parcel, { status: 'delivered' })).body.code).toBe('parcel_moved');
  expect((await change(parcel, { status: 'lost' })).body.issues?.[0]?.path).toBe('status');
  expect((await change(crypto.randomUUID(), { status: 'sent' })).status).toBe(404);
});

test('many orders are packed and sent at once; those that are not paid are left', async () => {
  const [first, second, unpaid] = [await ordered(), await ordered(), await ordered({ pay: false })];
  const ids = [first, second, unpaid].map((it) => it.order._id);
  const fulfilment = async ({ order }: Awaited<ReturnType<typeof ordered>>) =>
    (await good('GET', `/orders/admin/${order._id}`, { token: admin })).order.fulfilment;
  expect((await fulfil({ action: 'pack', ids: ids.slice(1) })).body).toMatchObject({
    count: 1,
    left: 1,
  });
  const { body } = await fulfil({ action: 'send', ids });
  expect(body).toMatchObject({ count: 2, left: 1, message: parcelMessages.many('send', 2, 1) });
  expect((await fulfil({ action: 'send', ids })).body).toMatchObject({ count: 0, left: 3 });
  const fulfilments = await Promise.all([first, second, unpaid].map(fulfilment));
  expect(fulfilments).toEqual(['sent', 'sent', 'to_send']);
});

test('slips have the orders in the order of their ids, with the SKUs of their lines', async () => {
  const [one, another] = [await ordered(), await ordered({ pay: false })];
  const ids = [another.order._id, crypto.randomUUID(), one.order._id];
  const { orders, skus } = await good('POST', '/orders/admin/slips', {
    token: admin,
    json: { ids },
  });
  expect(orders.map((it) => it._id)).toEqual([another.order._id, one.order._id]);
  expect(orders[1]?.user.address).toBe(one.order.user.address);
  const { variants } = await good('GET', `/products/${coat._id}/variants`, { token: admin });
  const wanted = variants.find((it) => it.size === 'M' && it.color === 'navy');
  const lines = orders.flatMap((it) => it.products.map(({ _id }) => _id));
  expect(skus).toEqual(Object.fromEntries(lines.map((it) => [it, wanted?.sku])));
  const { status, body } = await send('POST', '/orders/admin/slips', {
    token: admin,
    json: { ids: ['no-id'] },
  });
  expect([status, body.issues?.[0]?.path]).toEqual([400, 'ids.0']);
});

test('what was sold while its order was deleted is named when that comes back, and not sent', async () => {
  const product = await newProduct(admin, { price: '19.95', title: 'Last coat' });
  await sql`update product_variants set policy = 'deny' where product_id = ${product._id}`;
  const [{ id: variant } = { id: '' }] = await sql<{ id: string }[]>`
    select id from product_variants where product_id = ${product._id} and size = 'M' and color = 'navy'`;
  await sql`insert into stock_movements (variant_id, quantity, reason) values (${variant}, 1, 'received')`;
  const first = await payOrder(product);
  const { undo } = await good('DELETE', `/orders/delete-order/${first.id}`, { token: admin });
  const second = await payOrder(product);
  const restored = await good('POST', '/trash/restore', { token: admin, json: { ids: undo } });
  const { number } = first.order;
  const said = `Not in stock: 1 × Last coat, Navy, M (${number}).`;
  expect(restored.message).toBe(`Restored. ${said}`);
  expect(restored.missing).toMatchObject([{ order: first.id, item: first.line, quantity: 1 }]);
  const details = await good('GET', `/orders/admin/${first.id}`, { token: admin });
  expect(details.missing).toEqual(restored.missing);
  const sent = await fulfil({ action: 'send', ids: [first.id, second.id] });
  expect(sent.body).toMatchObject({
    message: `1 order sent. 1 skipped. ${said}`,
    count: 1,
    left: 1,
  });
});
