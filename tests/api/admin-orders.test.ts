import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import { handlingMessages } from '#shared/order-messages.ts';
import type { AdminOrder } from '#shared/schemas/admin-orders.ts';
import type { Product } from '#shared/schemas/products.ts';
import { timeZoneMessages } from '#shared/time-zone-messages.ts';
import {
  adminToken,
  good,
  newCustomer,
  newProduct,
  payByCard,
  payOrder,
  placeOrder,
  send,
  sql,
} from './client.ts';

let admin = '';
let coat: Product;

beforeAll(async () => {
  admin = await adminToken();
  coat = await newProduct(admin, { price: '19.95', title: `Coat ${crypto.randomUUID()}` });
});

const placed = (by?: { token: string; email: string }) => placeOrder(coat, by && { by });

async function paid(by?: { token: string; email: string }) {
  const it = await payOrder(coat, by && { by });
  await check(it.id);
  return it;
}

const details = async (id: string) => {
  const { order, events } = await good('GET', `/orders/admin/${id}`, { token: admin });
  return { order: order as AdminOrder, events };
};
const check = (id: string) => good('POST', `/orders/admin/${id}/check-payment`, { token: admin });
const list = (query: string) => good('GET', `/orders/admin/list?${query}`, { token: admin });

describe('the list of orders', () => {
  test('is searched, filtered, sorted and paged by the server', async () => {
    const person = await newCustomer();
    const [first, second] = [await placed(person), await paid(person)];
    const q = `q=${encodeURIComponent(person.email)}`;
    const ids = async (query: string) => (await list(`${q}&${query}`)).orders.map((it) => it._id);
    expect(await ids('')).toEqual([second.id, first.id]);
    expect(await ids('sort=created-asc')).toEqual([first.id, second.id]);
    expect(await ids('status=Paid')).toEqual([second.id]);
    expect(await ids('status=Held,Refunded')).toEqual([]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await ids('to=2020-01-01')).toEqual([]);
    expect(await ids(`from=2020-01-01&sort=status-asc`)).toEqual([first.id, second.id]);
    expect((await ids(`from=${today}`)).length).toBeLessThanOrEqual(2);
    const page = await list(`${q}&limit=1&page=9`);
    expect([page.orders.map((it) => it._id), page.total]).toEqual([[first.id], 2]);
    const [shown] = (await list(`${q}&status=Paid`)).orders as AdminOrder[];
    expect(shown?.attempts).toMatchObject([
      { reference: second.reference, status: 'paid', amount: 19.95 },
    ]);
    const customer = shown?.user._id ?? '';
    expect((await list(`customer=${customer}`)).total).toBe(2);
  });

  test('refuses what it does not understand, by field', async () => {
    for (const query of [
      'status=Lost',
      'sort=total',
      'page=0',
      'limit=101',
      'customer=me',
      'assignee=me',
    ]) {
      const { status, body } = await send('GET', `/orders/admin/list?${query}`, { token: admin });
      expect([status, body.issues?.[0]?.path.split('.')[0]]).toEqual([400, query.split('=')[0]]);
    }
  });
});

test('orders are handed to an administrator or to nobody, and notes on them come and go', async () => {
  const { id } = await placed();
  const { admin: me } = await good('GET', '/users/admin/details', { token: admin });
  const { administrators } = await good('GET', '/users/admin/administrators', { token: admin });
  expect(administrators).toContainEqual(me);
  const hand = (administrator: string | null) => ({
    ...{ token: admin, json: { ids: [id], administrator } },
  });
  const mine = async () => (await list(`assignee=${me._id}`)).orders.map((it) => it._id);
  const { message } = await good('POST', '/orders/admin/assign', hand(me._id));
  expect(message).toBe(handlingMessages.handed(1, true));
  expect((await details(id)).order.assignee).toEqual({ _id: me._id, firstname: me.firstname });
  expect(await mine()).toContain(id);
  await good('POST', '/orders/admin/assign', hand(null));
  expect(await mine()).not.toContain(id);
  const nobody = await send('POST', '/orders/admin/assign', hand(crypto.randomUUID()));
  expect([nobody.status, nobody.body.issues?.[0]?.path]).toEqual([400, 'administrator']);
  const notes = async () => (await good('GET', `/orders/admin/${id}`, { token: admin })).notes;
  const json = { note: 'Ring twice' };
  await good('POST', `/orders/admin/${id}/notes`, { token: admin, json });
  const [noted] = await notes();
  expect(noted).toMatchObject({ ...json, author: me.firstname });
  const { undo } = await good('DELETE', `/orders/admin/notes/${noted?._id}`, { token: admin });
  expect(await notes()).toEqual([]);
  await good('POST', '/trash/restore', { token: admin, json: { ids: undo } });
  expect(await notes()).toEqual([noted]);
});

describe('asking the provider', () => {
  test('settles an order whose payment nobody told us of', async () => {
    const it = await placed();
    expect(await check(it.id)).toMatchObject({
      outcome: 'failed',
      message: messages.orders.checked.failed,
      order: { status: 'Pending' },
    });
    await payByCard(it.paymentInfo);
    expect(await check(it.id)).toMatchObject({
      outcome: 'paid',
      message: messages.orders.checked.paid,
      order: { status: 'Paid', paymentReference: it.reference },
    });
    const { order, events } = await details(it.id);
    expect(order.attempts).toMatchObject([{ status: 'paid', refunds: [] }]);
    // The provider's own message may have been quicker.
    expect(events.map((it) => it.event)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(verify|charge\.success)$/)]),
    );
  });

  test('says when the customer never went to the card page, and when there is no such order', async () => {
    const { id } = await placed();
    await sql`delete from payment_attempts where order_id = ${id}`;
    const answer = await send('POST', `/orders/admin/${id}/check-payment`, { token: admin });
    expect([answer.status, answer.body.code]).toEqual([409, 'payment_not_begun']);
    expect(answer.body).toMatchObject({ message: messages.orders.notBegun });
    const none = `/orders/admin/${crypto.randomUUID()}`;
    expect((await send('GET', none, { token: admin })).status).toBe(404);
    expect((await send('POST', `${none}/check-payment`, { token: admin })).status).toBe(404);
  });
});

test('paid orders of the demo shop have payments that the provider knows, emails and a history', async () => {
  const { orders } = await list('q=hml-demo&status=Paid');
  expect(orders.length).toBeGreaterThan(5);
  for (const { _id } of orders) {
    const { order, events, mails } = await good('GET', `/orders/admin/${_id}`, { token: admin });
    expect((order as AdminOrder).attempts).toMatchObject([{ status: 'paid' }]);
    expect(events).toMatchObject([{ event: 'charge.success' }]);
    expect(mails.map((it) => it.state)).not.toContain('queued');
    expect(mails.map((it) => it.kind)).toContain('order_paid');
  }
  const { _id, paymentReference: reference } = orders.at(-1) ?? {};
  const json = { reference, amount: 1 };
  const refunded = await send('POST', `/orders/admin/${_id}/refund`, { token: admin, json });
  expect(refunded.status).toBe(200);
  const { entries } = await good('GET', '/audit/all?table=parcels&role=administrator', {
    token: admin,
  });
  expect(entries.length).toBeGreaterThan(0);
});

describe('deleting several orders', () => {
  test('can be taken back, payments and all', async () => {
    const orders = [await paid(), await placed()];
    const read = () => Promise.all(orders.map(async ({ id }) => (await details(id)).order));
    const before = await read();
    const json = { ids: orders.map(({ id }) => id) };
    const gone = await good('POST', '/orders/admin/delete', { token: admin, json });
    expect(gone).toMatchObject({ count: 2, message: messages.orders.removedMany(2) });
    for (const { id } of orders) {
      expect((await send('GET', `/orders/admin/${id}`, { token: admin })).status).toBe(404);
    }
    const undo = { token: admin, json: { ids: gone.undo } };
    expect(await good('POST', '/trash/restore', undo)).toMatchObject({ count: 2 });
    expect(await read()).toEqual(before);
    const again = await send('POST', '/trash/restore', undo);
    expect(again.status).toBe(404);
  });

  test('refuses nobody, what is no id and too many', async () => {
    const tooMany = Array.from({ length: 501 }, () => crypto.randomUUID());
    for (const ids of [[], ['x'], tooMany]) {
      const { status, body } = await send('POST', '/orders/admin/delete', {
        ...{ token: admin, json: { ids } },
      });
      expect([status, body.issues?.[0]?.path.split('.')[0]]).toEqual([400, 'ids']);
    }
  });
});

test('orders are exported with what fits, and formulas in them are harmless', async () => {
  const person = await newCustomer();
  const json = { firstname: '=HYPERLINK("http://x.example")', address: '4, "Mill" Lane' };
  await good('PUT', '/users/profile', { token: person.token, json });
  const { id } = await placed(person);
  const read = (query: string) =>
    send('GET', `/orders/admin/export?q=${person.email}&${query}`, { token: admin });
  const { headers, body } = await read('limit=1&page=7&sort=price-asc');
  expect(headers.get('content-type')).toMatch(/^text\/csv/);
  const [head, row, ...rest] = body.message.split('\r\n');
  expect(head).toContain('Number,Order ID,Placed,Status');
  expect(row).toMatch(new RegExp(`^HM-\\d+,${id},`));
  expect(row).toContain(`,"'=HYPERLINK(""http://x.example"")",`);
  expect(row).toContain(`,"4, ""Mill"" Lane",`);
  expect(row).toContain(`${coat.title} (navy, M) × 1`);
  expect(row).toContain(',Pending,19.95,USD,');
  expect(rest).toEqual(['']);
  expect((await read('status=Paid')).body.message.split('\r\n')).toHaveLength(2);
  // More than one part of them.
  const whole = await send('GET', '/orders/admin/export', { token: admin });
  const { total } = await list('limit=1');
  expect(Math.abs(whole.body.message.split('\r\n').length - 2 - total)).toBeLessThan(50);
});

test('orders and customers are exported with the times of the shop', async () => {
  const person = await newCustomer();
  await placed(person);
  const choose = (timeZone: string) =>
    send('PUT', '/shop/time-zone', { token: admin, json: { timeZone } });
  onTestFinished(async () => void (await choose('UTC')));
  for (const wrong of ['Mars/Olympus', 'asia/kolkata']) {
    const { status, body } = await choose(wrong);
    expect([status, body.issues?.[0]?.path]).toEqual([400, 'timeZone']);
  }
  expect((await choose('Asia/Kolkata')).body.message).toBe(timeZoneMessages.saved);
  expect(await good('GET', '/shop/time-zone')).toEqual({ timeZone: 'Asia/Kolkata', chosen: true });
  const { timeZones } = await good('GET', '/shop/time-zones', { token: admin });
  expect(timeZones).toEqual(expect.arrayContaining(['America/New_York', 'Asia/Kolkata', 'UTC']));
  for (const path of ['/orders/admin/export', '/users/admin/export']) {
    const { body } = await send('GET', `${path}?q=${person.email}`, { token: admin });
    expect(body.message).toMatch(/,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+05:30/);
  }
});

test('customers are searched, filtered and deleted together', async () => {
  const mark = crypto.randomUUID().slice(0, 8);
  const [buyer, idler] = [await newCustomer(), await newCustomer()];
  for (const { token } of [buyer, idler]) {
    await good('PUT', '/users/profile', { token, json: { address: `${mark} Mill Lane` } });
  }
  await placed(buyer);
  const find = async (query: string) => {
    const { users, total } = await good('GET', `/users/admin/list?q=${mark}&${query}`, {
      token: admin,
    });
    expect(total).toBe(users.length);
    return users.map((it) => it.email);
  };
  expect(await find('')).toEqual([idler.email, buyer.email]);
  expect(await find('sort=created-asc')).toEqual([buyer.email, idler.email]);
  expect(await find('orders=none')).toEqual([idler.email]);
  expect(await find('orders=unpaid&from=2020-01-01')).toEqual([buyer.email]);
  expect(await find('to=2020-01-01')).toEqual([]);
  const { users } = await good('GET', `/users/admin/list?q=${mark}`, { token: admin });
  expect(users[0]).not.toHaveProperty('search_words');
  const json = { ids: users.map((it) => it._id) };
  const gone = await good('POST', '/users/admin/delete', { token: admin, json });
  expect(gone).toMatchObject({ deleted: 2, message: messages.users.removedMany(2) });
  expect(await find('')).toEqual([]);
  expect((await send('GET', '/users/profile', { token: buyer.token })).status).toBe(403);
});
