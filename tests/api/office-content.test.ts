import { beforeAll, describe, expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import {
  adminToken,
  formOf,
  good,
  newProduct,
  payOrder,
  pictureFile,
  refusal,
  send,
  type Options,
} from './client.ts';

let token = '';

beforeAll(async () => {
  token = await adminToken();
});

const asAdmin = (json?: object): Options => (json ? { token, json } : { token });
const mark = () => crypto.randomUUID().slice(0, 8);
const today = () => new Date().toISOString().slice(0, 10);

describe('advertisements', () => {
  test('are made with a picture, changed with another one, hidden and deleted', async () => {
    const form = (fields: Record<string, string>) => formOf(fields, ['image', pictureFile()]);
    const headline = `Coats ${mark()}`;
    const fields = { headline, link: '/shop', linkText: 'See them', shown: 'true' };
    const created = await send('POST', '/ads/create', { token, form: form(fields) });
    expect([created.status, created.body.message]).toEqual([201, messages.ads.created]);
    const { ad } = created.body;
    expect(ad).toMatchObject({ ...fields, shown: true });
    expect(ad.imageUrl).toMatch(/\/ads\/[0-9a-f-]{36}\.png$/);
    expect((await good('GET', '/ads/current')).ad).toMatchObject({ shown: true });

    const path = `/ads/update/${ad._id}`;
    const changed = await good('PUT', path, { token, form: form({ linkText: '' }) });
    expect(changed.ad).toMatchObject({ headline, linkText: '' });
    expect(changed.ad.imageUrl).not.toBe(ad.imageUrl);
    const old = await fetch(ad.imageUrl ?? '');
    await old.arrayBuffer();
    expect(old.status).toBeGreaterThanOrEqual(400);

    await good('PUT', path, asAdmin({ shown: false }));
    expect((await good('GET', '/ads/current')).ad?._id).not.toBe(ad._id);
    const listed = await good('GET', `/ads/admin/list?q=${headline}`, { token });
    expect([listed.ads[0]?._id, listed.ads[0]?.current, listed.total]).toEqual([ad._id, false, 1]);
    await good('DELETE', `/ads/delete/${ad._id}`, { token });
    expect((await send('DELETE', `/ads/delete/${ad._id}`, { token })).status).toBe(404);
  });

  test('lead nowhere else', async () => {
    for (const link of ['javascript:alert(1)', '//evil.example', '/\\evil.example', 'shop']) {
      const answer = await send('POST', '/ads/create', asAdmin({ headline: 'x', link }));
      expect(refusal(answer)).toEqual([400, 'validation_failed', 'link']);
    }
  });
});

test('questions are added at the end, changed, put into another order and deleted', async () => {
  const ask = async (question: string) =>
    (await good('POST', '/faqs/create', asAdmin({ question, answer: 'Yes.' }))).faq._id;
  const first = await ask(`First ${mark()}?`);
  const second = await ask(`Second ${mark()}?`);
  const order = async () => {
    const { faqs } = await good('GET', '/faqs/all');
    return faqs.map((it) => it._id).filter((it) => [first, second].includes(it));
  };
  expect(await order()).toEqual([first, second]);
  const place = (id: string, json: object) => send('PUT', `/faqs/place/${id}`, asAdmin(json));
  expect((await place(first, { place: 1_000_000 })).body.message).toBe(messages.faqs.ordered);
  expect(await order()).toEqual([second, first]);
  await place(first, { place: 1 });
  expect(await order()).toEqual([first, second]);
  const changed = await good('PUT', `/faqs/update/${first}`, asAdmin({ answer: 'No.' }));
  expect(changed).toMatchObject({ message: messages.faqs.updated, faq: { answer: 'No.' } });
  for (const id of [first, second]) await good('DELETE', `/faqs/delete/${id}`, { token });
  expect(await order()).toEqual([]);
});

const tables = [
  { kind: 'banner', title: 'header', more: 'paragraph', sort: 'header' },
  { kind: 'ads', title: 'headline', more: 'linkText', sort: 'text' },
  { kind: 'faqs', title: 'question', more: 'answer', sort: 'question' },
] as const;

test.each(tables)(
  'the table of $kind is searched, sorted and paged by the server',
  async ({ kind, title, more, sort }) => {
    const word = mark();
    const add = async (name: string) => {
      const fields = { [title]: `${name} ${word}`, [more]: 'Crème, 100%', shown: 'false' };
      const body = kind === 'faqs' ? asAdmin(fields) : { token, form: formOf(fields) };
      const made = await good('POST', `/${kind}/create`, body);
      return (kind === 'banner' ? made.banner : kind === 'ads' ? made.ad : made.faq)._id;
    };
    const [zip, apron] = [await add('Zip'), await add('apron')];
    const find = async (query: string) => {
      const { banners, ads, faqs, total } = await good('GET', `/${kind}/admin/list?${query}`, {
        token,
      });
      const found: readonly { readonly _id: string }[] = { banner: banners, ads, faqs }[kind];
      return [found.map((it) => it._id), total];
    };
    const own = kind === 'faqs' ? [zip, apron] : [apron, zip];
    expect(await find(`q=${word}+creme`)).toEqual([own, 2]);
    expect(await find(`q=${word}&sort=${sort}-asc`)).toEqual([[apron, zip], 2]);
    expect(await find(`q=${word}&sort=created-asc&limit=1`)).toEqual([[zip], 2]);
    expect(await find(`q=${word}&sort=created-desc&limit=1&page=99`)).toEqual([[zip], 2]);
    expect(await find(`q=${word}+nothing`)).toEqual([[], 0]);
    for (const id of [zip, apron]) await good('DELETE', `/${kind}/delete/${id}`, { token });
  },
);

test('contact messages are found, answered, marked as read, deleted and restored', async () => {
  const name = `Weaver_${mark()}`;
  const { _id, title } = await newProduct(token);
  for (const [message, product] of [
    ['Is it 100% wool?', crypto.randomUUID()],
    ['And the lining?', _id],
  ]) {
    const json = { firstname: 'Ada', lastname: name, email: 'ada@example.com', message, product };
    await good('POST', '/contact/submit', { json });
  }
  const find = (more: string) => good('GET', `/contact/messages?q=${name}${more}`, { token });
  const { messages: found, total } = await find('');
  // A product that is gone keeps nobody from asking.
  expect(found.map((it) => it.product)).toEqual([{ _id, title }, null]);
  const odd = { firstname: 'Ada', lastname: name, email: 'ada@example.com', message: 'Hello' };
  const wrong = await send('POST', '/contact/submit', { json: { ...odd, product: 'coat' } });
  expect([wrong.status, wrong.body.issues?.[0]?.path]).toEqual([400, 'product']);
  expect([total, found.map((it) => it.message)]).toEqual([
    2,
    ['And the lining?', 'Is it 100% wool?'],
  ]);
  const oldest = await find('&sort=created-asc&limit=1');
  expect([oldest.total, oldest.messages[0]?.message]).toEqual([2, 'Is it 100% wool?']);
  expect((await find('&limit=1&page=99')).messages).toHaveLength(1);
  // Signs that a pattern would read are letters like others.
  expect((await good('GET', '/contact/messages?q=0%25%20wool', { token })).total).toBeGreaterThan(
    0,
  );
  expect((await good('GET', '/contact/messages?q=%25wool%25', { token })).total).toBe(0);

  const ids = found.map((it) => it._id);
  expect((await good('GET', `/contact/messages/ids?q=${name}`, { token })).ids).toEqual(ids);
  const texts = ({ message: csv }: { message: string }) =>
    csv
      .trim()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',')[4]);
  const fitting = await good('GET', `/contact/messages/export?q=${name}&state=unread`, { token });
  expect(texts(fitting)).toEqual(['Is it 100% wool?', 'And the lining?']);
  const chosen = await good('POST', '/contact/messages/export', asAdmin({ ids: ids.slice(0, 1) }));
  expect(texts(chosen)).toEqual(['And the lining?']);
  const answer = (id: string) =>
    send('PUT', `/contact/messages/${id}/answer`, asAdmin({ answer: 'Yes, all of it.' }));
  expect((await answer(ids[0] ?? '')).body.message).toBe(messages.contact.answered);
  const [answered] = (await find('&state=answered')).messages;
  expect(answered).toMatchObject({ _id: ids[0], answer: 'Yes, all of it.' });
  expect([answered?.readAt, answered?.answeredAt]).toEqual([expect.any(String), answered?.readAt]);
  expect((await find('&state=unanswered')).messages.map((it) => it._id)).toEqual(ids.slice(1));
  expect((await answer(crypto.randomUUID())).status).toBe(404);
  await good('PUT', '/contact/messages', asAdmin({ ids, answered: true }));
  expect((await find('&state=unread')).total).toBe(0);
  await good('PUT', '/contact/messages', asAdmin({ ids, answered: false, read: false }));
  expect((await find('&state=answered')).total).toBe(0);

  const marked = await good('PUT', '/contact/messages', asAdmin({ ids, read: true }));
  expect(marked).toMatchObject({ message: messages.contact.marked, changed: 2 });
  expect((await find('&state=unread')).total).toBe(0);
  await good('PUT', '/contact/messages', asAdmin({ ids: ids.slice(1), read: false }));
  expect((await find('&state=unread')).total).toBe(1);
  const one = await good('DELETE', `/contact/messages/${ids[0]}`, { token });
  const rest = await good('POST', '/contact/messages/delete', asAdmin({ ids }));
  expect([one.undo.length, rest.count, rest.message]).toEqual([1, 1, messages.contact.removed]);
  expect((await find('')).total).toBe(0);
  await good('POST', '/trash/restore', asAdmin({ ids: [...one.undo, ...rest.undo] }));
  expect((await find('')).messages.map((it) => it.message)).toEqual(found.map((it) => it.message));
  await good('POST', '/contact/messages/delete', asAdmin({ ids }));
});

describe('the dashboard', () => {
  test('counts what was paid on its day, and what sold best', async () => {
    const range = `/dashboard/sales?from=${today()}&to=${today()}`;
    const product = await newProduct(token, { price: '19.95' });
    await payOrder(product, { quantity: 900 });
    await expect
      .poll(async () => {
        const { bestSellers } = await good('GET', range, { token });
        return bestSellers.find((it) => it.product === product._id);
      })
      .toEqual({ product: product._id, title: product.title, pieces: 900, income: 17_955 });
    const after = await good('GET', range, { token });
    expect(after.income.map((it) => it.period)).toEqual([today()]);
    // Of the day as a whole: other tests pay and give back at the same time.
    expect(after.income[0]?.income).toBeGreaterThanOrEqual(17_955);
  });

  test('has every day and month of a range, and no more than it can draw', async () => {
    const periods = async (query: string) =>
      (await good('GET', `/dashboard/sales?${query}`, { token })).income.map((it) => it.period);
    expect(await periods('from=2026-02-27&to=2026-03-02')).toEqual([
      ...['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'],
    ]);
    expect(await periods('from=2025-12-15&to=2026-02-01&by=month')).toEqual([
      ...['2025-12-01', '2026-01-01', '2026-02-01'],
    ]);
    for (const [query, field] of [
      ['from=2026-03-02&to=2026-03-01', 'to'],
      ['from=2020-01-01&to=2026-03-01', 'from'],
      ['to=2026-03-01', 'from'],
    ]) {
      const answer = await send('GET', `/dashboard/sales?${query}`, { token });
      expect(refusal(answer), query).toEqual([400, 'validation_failed', field]);
    }
  });

  test('lists tasks, and notifications list events', async () => {
    const before = await good('GET', '/dashboard/tasks', { token });
    await newProduct(token, { availability: 'OutofStock' });
    await good('POST', '/contact/submit', {
      json: { firstname: 'Ada', lastname: 'W', email: 'ada@example.com', message: 'Hello' },
    });
    const after = await good('GET', '/dashboard/tasks', { token });
    for (const task of ['outOfStock', 'withoutPictures', 'unreadMessages'] as const) {
      expect(after[task], task).toBeGreaterThan(before[task]);
    }
    await good('PUT', '/notifications/seen', { token });
    const { notifications } = await good('GET', '/notifications', { token });
    expect(notifications.length).toBeGreaterThan(5);
    const times = notifications.map((it) => it.at);
    expect(times).toEqual(times.toSorted().reverse());
  });
});

test('the audit trail is read by record, table, action, person and day', async () => {
  const title = `Trail ${mark()}`;
  const product = await newProduct(token, { title, price: '10' });
  await good('PUT', `/products/update/${product._id}`, asAdmin({ ...product, price: 12.5 }));
  const find = async (query: string) =>
    (await good('GET', `/audit/all?${query}`, { token })).entries.map((it) => it.action);
  const q = `q=${encodeURIComponent(title)}`;
  const { entries, total } = await good('GET', `/audit/all?${q}`, { token });
  expect(total).toBe(2);
  expect(entries[0]).toMatchObject({
    role: 'administrator',
    table: 'products',
    action: 'update',
    record: product._id,
    label: title,
    before: { price: 10 },
    after: { price: 12.5 },
  });
  expect(await find(`q=${product._id}&action=insert`)).toEqual(['insert']);
  expect(await find(`${q}&role=administrator&table=products&from=${today()}`)).toHaveLength(2);
  expect(await find(`${q}&role=customer`)).toEqual([]);
  expect(await find(`${q}&to=2020-01-01`)).toEqual([]);
  expect(await find(`${q}&limit=1&page=2`)).toEqual(['insert']);
});
