import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { orderLink } from '../../supabase/functions/_shared/mail/order-link.ts';
import { orderLinkMessages } from '../../supabase/functions/_shared/order-messages.ts';
import { mailsTo } from '../support/mailbox.ts';
import { adminToken, counted, good, newProduct, payOrder, send, sql } from './client.ts';
import { stack } from '../support/stack.ts';

const { siteUrl, siteSecret } = stack();
const day = 24 * 60 * 60_000;
let token: string;

beforeAll(async () => {
  token = await adminToken();
});

async function paidOrder() {
  const product = await newProduct(token, { price: '19.95' });
  const email = `${randomUUID()}@example.com`;
  const { order, ...customer } = await payOrder(product, { quantity: 2, email });
  return { email, order, product, customer };
}

const read = (address: string) =>
  send('GET', `/orders/by-link/${encodeURIComponent(address.split('/').at(-1) ?? '')}`);

/** A link as the shop makes it for an order that was placed so many days ago. */
const linkOf = (id: string, days = 0, secret = siteSecret) =>
  orderLink(
    { id, created_at: new Date(Date.now() - days * day).toISOString() },
    { siteUrl, siteSecret: secret },
  );

const sign = (claims: object) =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(siteSecret));

test('the link in a mail shows an order without signing in, and nothing of who ordered it', async () => {
  const { email, order, product, customer } = await paidOrder();
  await expect.poll(() => mailsTo(email), { timeout: 20_000 }).toHaveLength(1);
  const [mail] = await mailsTo(email);
  const [link = ''] = /http\S+\/order\/[\w.-]+/.exec(mail?.text ?? '') ?? [];
  expect(mail?.body).toContain(`href="${link}"`);
  const { body, status } = await read(link);
  expect(status).toBe(200);
  expect(body.order).toMatchObject({
    ...{ number: order.number, status: 'Paid', fulfilment: 'to_send', totalPrice: 39.9 },
    products: [{ title: product.title, quantity: 2, size: 'M', unitPrice: 19.95 }],
  });
  expect(Object.keys(body.order).toSorted()).toEqual(
    ['createdAt', 'currency', 'dueAt', 'firstname', 'fulfilment', 'number', 'paidAt', 'parcels']
      .concat([
        'payTo',
        'payable',
        'payment',
        'products',
        'refunded',
        'returns',
        'status',
        'totalPrice',
      ])
      .concat(['discount', 'shipping', 'shippingMethod', 'tax', 'taxIncluded'])
      .concat(['byGuest', 'cancellable', 'daysFrom', 'daysTo', 'heldUntil', 'exchange'])
      .toSorted(),
  );
  await sql`insert into returns (order_id, status, reason, send_by)
    values (${order._id}, 'approved', 'too wide', '2026-12-11')`;
  const withReturn = (await read(link)).body;
  expect(withReturn.order.returns).toMatchObject([
    { status: 'approved', sendBy: '2026-12-11', sending: { payer: 'customer' } },
  ]);
  expect(JSON.stringify(withReturn)).not.toContain('too wide');
  const { _id, lastname, phone, address, postcode } = order.user;
  const secrets = [email, order._id, customer.email, lastname, phone, address, postcode];
  const said = JSON.stringify(body);
  expect([_id, ...secrets].filter((it) => it && said.includes(it))).toEqual([]);
});

test('a link ends after 90 days, and says no more than a wrong one', async () => {
  const { order } = await paidOrder();
  expect((await read(await linkOf(order._id, 89))).status).toBe(200);
  const exp = Math.floor(Date.now() / 1000) + 60;
  const wrong = await Promise.all([
    linkOf(order._id, 90),
    linkOf(order._id, 0, 'another secret'),
    linkOf(randomUUID()),
    linkOf('no-id'),
    sign({ sub: order._id, exp }),
    sign({ sub: order._id, aud: 'something else', exp }),
    sign({ sub: order._id, aud: 'order-link' }),
  ]);
  wrong.push('x.y.z', (await linkOf(order._id)).slice(0, -4));
  const answers = await Promise.all(wrong.map(read));
  const told = answers.map(({ status, body }) => [status, body]);
  const ended = { message: orderLinkMessages.ended, code: 'link_ended' };
  expect(told).toEqual(wrong.map(() => [404, ended]));

  const link = await linkOf(order._id);
  await good('POST', '/orders/admin/delete', { token, json: { ids: [order._id] } });
  const { status, body } = await read(link);
  expect([status, body]).toEqual([404, ended]);
});

test('an order is read by its link so often in a minute', async () => {
  const id = randomUUID();
  await counted(`order_link:${id}`, 59);
  const link = await linkOf(id);
  expect([(await read(link)).status, (await read(link)).status]).toEqual([404, 429]);
});
