import { decodeJwt } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import { ownDataReply } from '#shared/schemas/own-data.ts';
import type { Product } from '#shared/schemas/products.ts';
import {
  adminToken,
  good,
  newProduct,
  payOrder,
  placeOrder,
  refusal,
  registeredCustomer,
  send,
  signsIn,
  sql,
} from './client.ts';
import { later } from '../support/clock.ts';
import { stack } from '../support/stack.ts';

let admin = '';
let coat: Product;
let soldOut: Product;

beforeAll(async () => {
  admin = await adminToken();
  coat = await newProduct(admin, { price: '19.95' });
  soldOut = await newProduct(admin, { availability: 'OutofStock' });
});

/** A customer with a cart, a review, a paid order and one that was given up long ago. */
async function regular() {
  const person = await registeredCustomer();
  const { token, email } = person;
  const path = `/reviews/products/${coat._id}/reviews`;
  await good('POST', path, { token, json: { rating: 5, comment: email } });
  const paid = await payOrder(coat, { quantity: 2, by: person });
  const givenUp = await placeOrder(coat, { quantity: 2, by: person });
  await good('POST', '/cart/add-to-cart', { token, json: { productId: coat._id } });
  await good('POST', '/cart/drafts', { token, json: { name: 'Autumn' } });
  const home = { recipient: email, address: '1 Quay', city: 'Cork', country: 'Ireland' };
  await good('POST', '/users/addresses', { token, json: home });
  await good('POST', '/users/wish-list', { token, json: { products: [coat._id] } });
  await good('PUT', '/users/wish-list/link', { token, json: { withName: true } });
  const wish = { email, size: 'M', color: 'navy' };
  await good('POST', `/products/${soldOut._id}/stock-requests`, { json: wish });
  return { ...person, id: decodeJwt(token).sub ?? '', paid: paid.id, givenUp: givenUp.id };
}

test('a customer takes along all that the shop keeps, and nothing of others', async () => {
  const [me, other] = [await regular(), await regular()];
  for (const [resource, id] of [
    ['customer', me.id],
    ['order', me.paid],
    ['order', other.paid],
  ] as const) {
    const field = { resource, kind: 'text', name: 'Fitting', key: `fitting_${id.slice(0, 8)}` };
    await good('POST', '/custom-fields/create', { token: admin, json: field });
    const json = { values: { [field.key]: `Wide, of ${id}` } };
    await good('PUT', `/custom-fields/${resource}/${id}`, { token: admin, json });
  }
  const answer = await send('GET', '/users/profile/data', { token: me.token });
  const data = ownDataReply.parse(answer.body);
  expect(data.user.email).toBe(me.email);
  expect(data.orders.map((it) => it._id).toSorted()).toEqual([me.paid, me.givenUp].toSorted());
  expect(data.cart.products.map((it) => it.product._id)).toEqual([coat._id]);
  expect(data.reviews).toMatchObject([{ productId: coat._id, rating: 5, comment: me.email }]);
  expect(data.stockRequests).toMatchObject([{ title: soldOut.title, size: 'M', color: 'navy' }]);
  expect(data.drafts).toMatchObject([
    { name: 'Autumn', lines: [{ title: coat.title, quantity: 1 }] },
  ]);
  expect(data.addresses).toMatchObject([{ recipient: me.email, city: 'Cork' }]);
  expect(data.wishList).toMatchObject({
    ...{ products: [{ productId: coat._id, title: coat.title }], link: { withName: true } },
  });
  expect(data.customFields).toEqual([
    { order: null, name: 'Fitting', value: `Wide, of ${me.id}` },
    { order: me.paid, name: 'Fitting', value: `Wide, of ${me.paid}` },
  ]);
  expect(JSON.stringify(data)).not.toContain(other.email);
});

test('nobody deletes an account without the password', async () => {
  const { token, email, password } = await registeredCustomer();
  const wrong = { token, json: { password: `${password}!` } };
  expect(refusal(await send('DELETE', '/users/profile', wrong))).toEqual([
    ...[400, 'wrong_password', 'password'],
  ]);
  const { url, anonKey } = stack();
  const { sub } = decodeJwt(token);
  for (const [name, given] of Object.entries({
    delete_account: { p_customer: sub },
    delete_own_account: {},
  })) {
    const answer = await fetch(`${url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: {
        apikey: anonKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(given),
    });
    expect([403, 404], name).toContain(answer.status);
  }
  expect(await signsIn(email, password)).toBe(true);
});

test('who deletes the account is gone, but for paid orders in the books', async () => {
  const me = await regular();
  const leave = { token: me.token, json: { password: me.password } };
  const { message } = await later(sql, '2 hours', () => good('DELETE', '/users/profile', leave));
  expect(message).toBe(messages.profile.deleted);
  expect(await signsIn(me.email, me.password)).toBe(false);
  expect((await send('GET', '/users/profile', { token: me.token })).status).toBe(403);
  const { reviews } = await good('GET', `/reviews/products/${coat._id}/reviews`);
  expect(reviews.map((it) => it.comment)).not.toContain(me.email);

  const orders = await sql<{ id: string; owner: string | null }[]>`
    select id, user_id as owner from orders where email = ${me.email}`;
  const [kept] = await sql<{ count: number }[]>`
    select count(*)::int as count from (
      select 1 from auth.users where email = ${me.email}
      union all select 1 from profiles where email = ${me.email}
      union all select 1 from stock_requests where email = ${me.email}
      union all select 1 from trash where (label || contents::text) like ${`%${me.email}%`}
      union all select 1 from audit_log
        where (label || before::text || after::text) like ${`%${me.email}%`}
        and record_id <> ${me.paid}) traces`;
  expect([...orders]).toEqual([{ id: me.paid, owner: null }]);
  expect(kept?.count).toBe(0);
});
