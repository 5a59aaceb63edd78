import { beforeAll, expect, test } from 'vitest';
import { returnMessages } from '#shared/return-messages.ts';
import type { AdminOrder } from '#shared/schemas/admin-orders.ts';
import type { Order } from '#shared/schemas/orders.ts';
import type { Product } from '#shared/schemas/products.ts';
import { mailedText } from '../support/mailbox.ts';
import { adminToken, good, newProduct, payByCard, payOrder, send, sql } from './client.ts';

let admin = '';
let coat: Product;

beforeAll(async () => {
  admin = await adminToken();
  coat = await newProduct(admin, { price: '19.95' });
});

/** A paid order of three coats, sent unless told otherwise. */
async function ordered({ isSent = true } = {}) {
  const placed = await payOrder(coat, { quantity: 3 });
  if (isSent) {
    const json = { action: 'send', ids: [placed.id] };
    await good('POST', '/orders/admin/fulfil', { token: admin, json });
  }
  return placed;
}
type Ordered = Awaited<ReturnType<typeof ordered>>;

const request = ({ token, id, line }: Ordered, quantity: number, json: object = {}) =>
  send('POST', `/orders/${id}/returns`, {
    token,
    json: { lines: [{ line, quantity }], ...json },
  });
const change = (id: string | undefined, json: object) =>
  send('PUT', `/orders/admin/returns/${id}`, { token: admin, json });
const refund = (it: Ordered, json: object) =>
  send('POST', `/orders/admin/${it.id}/refund`, {
    token: admin,
    json: { reference: it.reference, ...json },
  });
const own = async ({ token, id }: Ordered): Promise<Order> =>
  (await good('GET', `/orders/user-orders/${id}`, { token })).order;

test('a return is requested, approved, received and refunded, and its customer is notified', async () => {
  const it = await ordered();
  expect((await own(it)).products).toMatchObject([{ returnable: 3 }]);
  const toAnswer = async () =>
    (await good('GET', '/dashboard/tasks', { token: admin })).returnsToAnswer;
  const before = await toAnswer();
  const asked = await request(it, 2, { reason: 'Too small', reasonKind: 'too_small' });
  expect([asked.status, asked.body.message]).toEqual([201, returnMessages.requested]);
  const order = asked.body.order as Order;
  expect(order.products).toMatchObject([{ returnable: 1 }]);
  expect(order.returns).toMatchObject([
    {
      status: 'requested',
      reason: 'Too small',
      reasonKind: 'too_small',
      lines: [{ line: it.line, quantity: 2 }],
    },
  ]);
  expect(await toAnswer()).toBe(before + 1);
  const listed = await good('GET', `/orders/admin/list?returns=requested&q=${order.number}`, {
    token: admin,
  });
  expect(listed.orders.map(({ _id }) => _id)).toEqual([it.id]);
  const receipt = await mailedText(it.email, 'We have received your return request');
  expect(receipt).toMatch(/Navy, M, 2 pieces/i);
  expect(receipt).toContain('Too small');
  expect(receipt).toContain('UTC');

  const id = order.returns[0]?._id;
  const approved = await change(id, { status: 'approved', note: 'To 12 Mill Lane' });
  expect([approved.status, approved.body.message]).toEqual([200, returnMessages.approved]);
  expect(await toAnswer()).toBe(before);
  expect(await mailedText(it.email, 'Your return of order ')).toContain('To 12 Mill Lane');
  expect((await refund(it, { return: id })).body.code).toBe('return_moved');
  const lines = [{ line: it.line, received: 1, restocked: 1 }];
  const received = await change(id, { status: 'received', lines });
  expect(received.body.message).toBe(returnMessages.received);
  expect((received.body.order as AdminOrder).returns).toMatchObject([
    { status: 'received', lines: [{ quantity: 2, received: 1, restocked: 1 }] },
  ]);
  const tooMany = await refund(it, { return: id, lines: [{ line: it.line, quantity: 2 }] });
  expect([tooMany.status, tooMany.body.issues?.[0]?.path]).toEqual([400, 'lines.0.quantity']);
  expect((await refund(it, { return: id })).status).toBe(200);
  expect((await refund(it, { return: id })).status).toBe(409);
  await expect.poll(async () => (await own(it)).returns[0]?.status).toBe('refunded');
  expect(await own(it)).toMatchObject({ refunded: 19.95, products: [{ refunded: 1 }] });
});

test('a paid order that was not sent is cancelled: all of it is refunded, and nothing can be packed', async () => {
  const it = await ordered({ isSent: false });
  const pack = () => send('POST', `/orders/admin/${it.id}/parcels`, { token: admin, json: {} });
  await pack();
  expect((await refund(it, { amount: 5 })).status).toBe(200);
  expect((await refund(it, { cancel: true })).status).toBe(200);
  expect((await pack()).status).toBe(409);
  await expect.poll(async () => (await own(it)).status).toBe('Refunded');
  expect(await own(it)).toMatchObject({ refunded: 59.85, fulfilment: 'cancelled', parcels: [] });
  const sent = await ordered();
  expect((await refund(sent, { cancel: true })).body.code).toBe('sent_already');
});

test('a customer cancels a paid order as long as nothing of it is packed', async () => {
  const cancel = ({ token, id }: Ordered) => send('POST', `/orders/${id}/cancel`, { token });
  const it = await ordered({ isSent: false });
  const { status, body } = await cancel(it);
  expect([status, body.order.fulfilment]).toEqual([200, 'cancelled']);
  await expect.poll(async () => (await own(it)).status).toBe('Refunded');
  expect(await own(it)).toMatchObject({ refunded: 59.85, fulfilment: 'cancelled' });
  expect(await mailedText(it.email, 'Your refund')).toMatch(/3 pieces[^]*Refunded\s+\$59\.85/);
  expect((await cancel(it)).body.code).toBe('not_pending');
  const { attempts } = (await good('GET', `/orders/admin/${it.id}`, { token: admin }))
    .order as AdminOrder;
  expect(attempts[0]?.refunds).toMatchObject([{ amount: 59.85, byCustomer: true }]);

  const packed = await ordered({ isSent: false });
  await good('POST', `/orders/admin/${packed.id}/parcels`, { token: admin, json: {} });
  expect((await cancel(packed)).body.code).toBe('not_pending');
  expect((await own(packed)).status).toBe('Paid');
});

test('a customer who cancels twice at once gets the money back once', async () => {
  const it = await ordered({ isSent: false });
  const cancel = () => send('POST', `/orders/${it.id}/cancel`, { token: it.token });
  const answers = await Promise.all([cancel(), cancel(), cancel()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  await expect.poll(async () => (await own(it)).refunded).toBe(59.85);
});

test('refuses what cannot be returned, and fields that make no sense, by name', async () => {
  const it = await ordered();
  const paths = async (answer: ReturnType<typeof send>) =>
    (await answer).body.issues?.map(({ path }) => path);
  const unsent = await ordered({ isSent: false });
  const early = await request(unsent, 1);
  expect([early.status, early.body.code]).toEqual([409, 'not_returnable']);
  expect(await paths(request(it, 4))).toEqual(['lines.0.quantity']);
  expect(await paths(request(it, 0))).toEqual(['lines.0.quantity']);
  expect(await paths(request(it, 1, { reason: 'x'.repeat(501) }))).toEqual(['reason']);
  expect(await paths(request(it, 1, { reasonKind: 'too_dear' }))).toEqual(['reasonKind']);
  expect((await request({ ...it, token: unsent.token }, 1)).status).toBe(404);

  const asked = await request(it, 2);
  const id = (asked.body.order as Order).returns[0]?._id;
  expect(await paths(change(id, { status: 'refused', note: ' ' }))).toEqual(['note']);
  expect(await paths(change(id, { status: 'refunded' }))).toEqual(['status']);
  const receive = (received: number, restocked: number) =>
    change(id, { status: 'received', lines: [{ line: it.line, received, restocked }] });
  expect((await receive(2, 2)).body.code).toBe('return_moved');
  await change(id, { status: 'approved' });
  expect(await paths(receive(3, 1))).toEqual(['lines.0.received']);
  expect(await paths(receive(1, 2))).toEqual(['lines.0.restocked']);
  expect(await paths(receive(0, 0))).toEqual(['lines.0.received']);
  const refused = await change(id, { status: 'refused', note: 'The coat was worn.' });
  expect(refused.body.message).toBe(returnMessages.refused);
  expect(await mailedText(it.email, 'About your return')).toContain('The coat was worn.');
  expect((await change(id, { status: 'approved' })).body.code).toBe('return_moved');
  expect((await change(crypto.randomUUID(), { status: 'approved' })).status).toBe(404);
  expect((await own(it)).products).toMatchObject([{ returnable: 3 }]);
});

test('an exchange is held, paid by the link in its mail, sent, and refunded from both payments', async () => {
  const shirt = await newProduct(admin);
  await sql`update product_variants set price_delta = 5 where product_id = ${shirt._id} and size = 'L'`;
  const it = await payOrder(shirt);
  const sendOrder = (id: string) =>
    good('POST', '/orders/admin/fulfil', { token: admin, json: { action: 'send', ids: [id] } });
  await sendOrder(it.id);
  const { choices } = await good('GET', `/orders/${it.id}/exchanges`, { token: it.token });
  expect(choices).toMatchObject([{ line: it.line, size: 'L', difference: 5, most: 1 }]);
  const stranger = await payOrder(shirt);
  const others = await send('GET', `/orders/${it.id}/exchanges`, { token: stranger.token });
  expect(others.status).toBe(404);
  const variant = choices[0]?.variant ?? '';
  const ask = (wanted: string) =>
    send('POST', `/orders/${it.id}/returns`, {
      token: it.token,
      json: { lines: [{ line: it.line, quantity: 1, variant: wanted }] },
    });
  expect((await ask('L')).body.issues?.[0]?.path).toBe('lines.0.variant');
  const unknown = await ask(crypto.randomUUID());
  expect([unknown.status, unknown.body.code]).toEqual([409, 'not_exchangeable']);
  expect(unknown.body.issues?.[0]?.path).toBe('lines.0.variant');
  const asked = (await ask(variant)).body.order as Order;
  const [back] = asked.returns;
  const opened = { ...it, id: back?.exchange?.order ?? '' };
  expect(back?.exchange).toMatchObject({ status: 'Pending', total: 5, payable: false });
  expect(await mailedText(it.email, 'We have received your return request')).toMatch(
    /In exchange[^]*1 × [^]*L[^]*when your pieces have arrived and you have paid\s+the difference of \$5\.00/,
  );
  const pay = () => send('POST', `/orders/${opened.id}/pay`, { token: it.token });
  expect((await pay()).body.code).toBe('not_pending');
  await change(back?._id, { status: 'approved' });
  const lines = [{ line: it.line, received: 1, restocked: 1 }];
  await change(back?._id, { status: 'received', lines });
  expect((await refund(it, { return: back?._id })).body.code).toBe('return_moved');

  const mail = await mailedText(it.email, 'Please pay the difference');
  expect(mail).toMatch(/Instead of[^]*M[^]*Pay by/);
  const token = /\/order\/(\S+)/.exec(mail)?.[1] ?? '';
  const linked = await good('GET', `/orders/by-link/${token}`);
  expect(linked.order).toMatchObject({
    payable: true,
    totalPrice: 5,
    exchange: { number: asked.number },
  });
  const { paymentInfo } = await good('POST', `/orders/by-link/${token}/pay`);
  await payByCard(paymentInfo);
  const json = { reference: paymentInfo.data.reference };
  await good('POST', `/orders/by-link/${token}/settle`, { json });
  expect((await own(it)).returns).toMatchObject([
    { status: 'refunded', exchange: { status: 'Paid' } },
  ]);
  expect(await mailedText(it.email, 'We are preparing your exchange')).toContain('Deliver to');

  await sendOrder(opened.id);
  const line = (await own(opened)).products[0]?._id ?? '';
  const second = await request({ ...opened, line }, 1);
  const again = (second.body.order as Order).returns[0]?._id;
  await change(again, { status: 'approved' });
  await change(again, { status: 'received', lines: [{ line, received: 1, restocked: 1 }] });
  const paid = { ...opened, reference: paymentInfo.data.reference };
  expect((await refund(paid, { return: again })).status).toBe(200);
  await expect
    .poll(async () => [(await own(it)).status, (await own(opened)).status])
    .toEqual(['Refunded', 'Refunded']);
  expect((await own(it)).refunded + (await own(opened)).refunded).toBe(24.95);
});
