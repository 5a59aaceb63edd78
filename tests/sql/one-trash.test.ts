import { expect } from 'vitest';
import { actAs, actAsOwner, actAsService, asOwner, letPass, test, type Tx } from './actors.ts';
import { valueOf, valuesOf } from './answers.ts';
import { expectRefusal } from './refusals.ts';
import { actAsAdministrator, actAsCustomer, addAdministrator, addCustomer } from './people.ts';
import { add, addCategory, addProduct, remove, restore } from './goods.ts';
import { placeOrder, settle } from './orders.ts';

const records = {
  banners: (tx: Tx) =>
    add(tx, 'banners', { header: 'Capes', paragraph: 'Warm', images: ['banners/a.webp'] }),
  advertisements: (tx: Tx) =>
    add(tx, 'advertisements', {
      headline: 'Capes',
      link: '/shop',
      image: 'ads/a.webp',
      shown: false,
    }),
  faqs: (tx: Tx) => add(tx, 'faqs', { question: 'How long?', answer: 'To the knee' }),
  pages: async (tx: Tx) => {
    const id = await add(tx, 'pages', { slug: 'capes', title: 'Ponchos' });
    await asOwner(tx, () => tx`update pages set title = 'Capes' where id = ${id}`);
    return id;
  },
  search_synonyms: (tx: Tx) => add(tx, 'search_synonyms', { words: ['Capes', 'ponchos'] }),
  redirects: (tx: Tx) => add(tx, 'redirects', { from_path: '/Capes', to_address: '/shop' }),
  custom_fields: (tx: Tx) =>
    add(tx, 'custom_fields', {
      ...{ resource: 'order', key: 'capes', name: 'Capes', kind: 'text' },
    }),
  vouchers: (tx: Tx) =>
    add(tx, 'vouchers', { code: 'CAPES', kind: 'amount', value: 5, max_uses: 3 }),
  price_lists: (tx: Tx) => add(tx, 'price_lists', { name: 'Capes', percent: 15 }),
  contact_messages: (tx: Tx) =>
    add(tx, 'contact_messages', {
      ...{ firstname: 'Ada', lastname: 'Brook', email: 'ada@test.example', message: 'Is it wool?' },
      read_at: new Date(),
    }),
  customer_notes: async (tx: Tx) =>
    add(tx, 'customer_notes', { user_id: await addCustomer(tx), note: 'Capes' }),
  order_notes: async (tx: Tx) =>
    add(tx, 'order_notes', {
      order_id: await add(tx, 'orders', { total_price: 9 }),
      note: 'Capes',
    }),
} as const;

test.for(Object.keys(records) as (keyof typeof records)[])(
  'one of %s comes back as it was, and is called by its name meanwhile',
  async (kind, { tx }) => {
    const id = await records[kind](tx);
    await actAsAdministrator(tx);
    const read = () => asOwner(tx, () => tx`select * from ${tx(kind)} where id = ${id}`);
    const before = await read();
    const undo = await remove(tx, kind, id);
    expect(await read()).toEqual([]);
    const [first] = await tx<{ label: string }[]>`select label from office.list_trash(${kind})`;
    expect(first?.label).toMatch(/^(?:CAPES|\/?Capes(?:, ponchos)?|How long\?|Ada Brook)$/);
    await restore(tx, undo);
    expect(await read()).toEqual(before);
  },
);

test.for([
  ['categories', 'products', 'orders'],
  ['orders', 'products', 'categories'],
  ['products', 'orders', 'categories'],
])(
  'links come back in whatever order category, product and order do: %s',
  async (order, { tx }) => {
    const category = await addCategory(tx);
    const product = await addProduct(tx, { category });
    await actAsCustomer(tx);
    const { id } = await placeOrder(tx, [{ product, quantity: 1 }], '20');
    await actAsAdministrator(tx);
    const ids: Record<string, string> = { categories: category, products: product, orders: id };
    for (const back of [order, order.toReversed()]) {
      const undo = new Map<string, string>();
      for (const kind of order) undo.set(kind, await remove(tx, kind, ids[kind] ?? ''));
      for (const kind of back) await restore(tx, undo.get(kind) ?? '');
      const links = tx`select p.category_id, i.product_id from order_items i
      join products p on p.id = i.product_id where i.order_id = ${id}`;
      const expected = [{ category_id: category, product_id: product }];
      expect(await asOwner(tx, () => links), back.join()).toEqual(expected);
    }
  },
);

test('a customer who goes empties the trash, except of open card pages', async ({ tx }) => {
  const administrator = await addAdministrator(tx);
  const customer = await addCustomer(tx);
  const product = await addProduct(tx);
  await actAs(tx, customer);
  const { id } = await placeOrder(tx, [{ product, quantity: 1 }], '20');
  await letPass(tx, '61 minutes');
  const { id: open } = await placeOrder(tx, [{ product, quantity: 2 }], '40');
  await actAsOwner(tx);
  const email = await valueOf<string>(tx`select email from profiles where id = ${customer}`);
  const message = await add(tx, 'contact_messages', {
    ...{ email: email.toUpperCase(), message: 'Hello' },
  });
  await actAs(tx, administrator);
  await remove(tx, 'orders', id);
  await remove(tx, 'orders', open);
  await remove(tx, 'contact_messages', message);
  await actAsService(tx);
  await tx`select delete_account(${customer})`;
  expect(await settle(tx, `${open}.1`, 4000)).toBe('held');
  await actAsOwner(tx);
  expect(await tx`select kind from trash where record_id in ${tx([id, message])}`).toEqual([]);
});

test('after 30 days nothing comes back, and the scheduled task forgets people', async ({ tx }) => {
  const administrator = await addAdministrator(tx);
  const message = await records.contact_messages(tx);
  const fresh = await records.contact_messages(tx);
  await actAs(tx, administrator);
  const undo = await remove(tx, 'contact_messages', message);
  await letPass(tx, '31 days');
  await remove(tx, 'contact_messages', fresh);
  const listed = await valuesOf(tx`select id from office.list_trash('contact_messages')`);
  expect(listed).not.toContain(undo);
  await expectRefusal(tx, 'unknown_trash', (t) => restore(t, undo));
  await actAsService(tx);
  await tx`select purge_personal_trash()`;
  await actAsOwner(tx);
  const left = tx`select record_id from trash where record_id in ${tx([message, fresh])}`;
  expect(await valuesOf(left)).toEqual([fresh]);
});

test('only what may be deleted here is deleted', async ({ tx }) => {
  const id = await records.banners(tx);
  await actAsAdministrator(tx);
  for (const kind of ['administrators', 'profiles', 'trash', 'banners; --']) {
    await expectRefusal(tx, '22023', (t) => remove(t, kind, id));
  }
  // What is gone already is no error; there is nothing to undo.
  expect(await tx`select office.delete_records('faqs', ${[id]}::uuid[])`).toHaveLength(0);
});
