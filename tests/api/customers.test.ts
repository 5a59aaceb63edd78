import { expect, test } from 'vitest';
import { adminToken, good, newCustomer, newProduct, payOrder, placeOrder, send } from './client.ts';

test('a customer is returned with totals, and notes about them are added, deleted and restored', async () => {
  const customer = await newCustomer();
  const { user } = await good('GET', '/users/profile', { token: customer.token });
  const path = `/users/admin/customer/${user._id}`;
  const token = await adminToken();
  const read = () => good('GET', path, { token });
  expect(await read()).toMatchObject({
    user,
    totals: { orders: 0, paidOrders: 0, spent: 0, lastOrderAt: null },
    notes: [],
  });
  const note = 'Prefers wool';
  await good('POST', `${path}/notes`, { token, json: { note } });
  const [noted] = (await read()).notes;
  expect(noted).toMatchObject({ note, author: expect.stringMatching(/./) });
  const { undo } = await good('DELETE', `/users/admin/notes/${noted?._id}`, { token });
  expect((await read()).notes).toEqual([]);
  await good('POST', '/trash/restore', { token, json: { ids: undo } });
  expect((await read()).notes).toEqual([noted]);
  // Notes are personal data, of which a customer may have a copy; who wrote them is not.
  const data = await good('GET', '/users/profile/data', { token: customer.token });
  expect(data.notes).toEqual([{ note, createdAt: noted?.createdAt }]);
  const blank = await send('POST', `${path}/notes`, { token, json: { note: ' ' } });
  expect([blank.status, blank.body.issues?.[0]?.path]).toEqual([400, 'note']);
  const nobody = `/users/admin/customer/${crypto.randomUUID()}`;
  expect((await send('GET', nobody, { token })).status).toBe(404);
  expect((await send('POST', `${nobody}/notes`, { token, json: { note } })).status).toBe(404);
});

test('the list of customers says what each ordered and spent', async () => {
  const token = await adminToken();
  const [buyer, idler] = [await newCustomer(), await newCustomer()];
  const coat = await newProduct(token, { price: '19.95' });
  const { id } = await payOrder(coat, { by: buyer });
  await good('POST', `/orders/admin/${id}/check-payment`, { token });
  await placeOrder(coat, { by: buyer });
  const listed = async ({ email }: { email: string }) =>
    (await good('GET', `/users/admin/list?q=${email}`, { token })).users;
  const lastOrderAt = expect.stringMatching(/^\d{4}-/);
  expect(await listed(buyer)).toMatchObject([{ orders: 2, spent: 19.95, lastOrderAt }]);
  expect(await listed(idler)).toMatchObject([{ orders: 0, spent: 0, lastOrderAt: null }]);
});

test('customers are exported: all that fit, or those that are chosen, whose ids can be had', async () => {
  const token = await adminToken();
  const [first, second] = [await newCustomer(), await newCustomer()];
  const mark = first.email.slice(4, 17);
  const emails = (csv: string) =>
    csv
      .trim()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',')[2]);
  const fitting = await good('GET', `/users/admin/export?q=${mark}`, { token });
  expect(emails(fitting.message)).toEqual([first.email]);
  const idOf = async ({ email }: { email: string }) =>
    (await good('GET', `/users/admin/ids?q=${email}`, { token })).ids;
  const ids = [...(await idOf(second)), ...(await idOf(first))];
  const chosen = await good('POST', '/users/admin/export', { token, json: { ids } });
  expect(emails(chosen.message)).toEqual([second.email, first.email]);
  expect((await good('GET', '/users/admin/ids?q=nobody-of-that-name', { token })).ids).toEqual([]);
});
