import { afterAll, expect, test } from 'vitest';
import {
  actAs,
  actAsOwner,
  actAsService,
  connect,
  only,
  raised,
  refusalOf,
  rolledBack,
  type Tx,
} from './actors.ts';
import { addAdministrator, addCategory, addCustomer, addProduct, placeOrder } from './goods.ts';

const sql = connect();
afterAll(() => sql.end());

type Ids = { id: string }[];

/** Deletes as the administrator who acts, and gives what undoes it. */
const remove = async (tx: Tx, kind: string, id: string) =>
  only(await tx<Ids>`select office.delete_records(${kind}, ${[id]}::uuid[]) as id`).id;
const removeProduct = async (tx: Tx, id: string) =>
  only(await tx<Ids>`select office.delete_products(${[id]}::uuid[]) as id`).id;
const removeCategory = async (tx: Tx, id: string) =>
  only(await tx<Ids>`select office.delete_categories(${[id]}::uuid[]) as id`).id;
const restore = (tx: Tx, undo: string) => tx`select office.restore_trash(${[undo]}::uuid[])`;

const records = {
  banners: (tx: Tx) => tx<Ids>`insert into banners (header, paragraph, images)
    values ('Capes', 'Warm', '{banners/a.webp}') returning id`,
  advertisements: (tx: Tx) => tx<Ids>`insert into advertisements (headline, link, image, shown)
    values ('Capes', '/shop', 'ads/a.webp', false) returning id`,
  faqs: (tx: Tx) => tx<Ids>`insert into faqs (question, answer)
    values ('How long?', 'To the knee') returning id`,
  search_synonyms: (tx: Tx) => tx<Ids>`insert into search_synonyms (words)
    values ('{Capes,ponchos}') returning id`,
  vouchers: (tx: Tx) => tx<Ids>`insert into vouchers (code, kind, value, max_uses)
    values ('CAPES', 'amount', 5, 3) returning id`,
  price_lists: (tx: Tx) => tx<Ids>`insert into price_lists (name, percent)
    values ('Capes', 15) returning id`,
  contact_messages: (tx: Tx) => tx<Ids>`insert into contact_messages
    (firstname, lastname, email, message, read_at)
    values ('Ada', 'Brook', 'ada@test.example', 'Is it wool?', now()) returning id`,
  customer_notes: async (tx: Tx) => tx<Ids>`insert into customer_notes (user_id, note)
    values (${await addCustomer(tx)}, 'Capes') returning id`,
} as const;

test.each(Object.keys(records) as (keyof typeof records)[])(
  'one of %s comes back as it was, and is called by its name meanwhile',
  async (kind) => {
    await rolledBack(sql, async (tx) => {
      const administrator = await addAdministrator(tx);
      const { id } = only(await records[kind](tx));
      const read = async () => {
        await actAsOwner(tx);
        const found = await tx`select * from ${tx(kind)} where id = ${id}`;
        await actAs(tx, administrator);
        return [...found];
      };
      const before = await read();
      const undo = await remove(tx, kind, id);
      expect(await read()).toEqual([]);
      const [first] = await tx<{ label: string }[]>`select label from office.list_trash(${kind})`;
      expect(first?.label).toMatch(/^(?:CAPES|Capes(?:, ponchos)?|How long\?|Ada Brook)$/);
      await restore(tx, undo);
      expect(await read()).toEqual(before);
    });
  },
);

test('links come back in whatever order category, product and order do', async () => {
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
  ]) {
    for (const back of [
      [0, 1, 2],
      [2, 1, 0],
    ]) {
      await rolledBack(sql, async (tx) => {
        const administrator = await addAdministrator(tx);
        const customer = await addCustomer(tx);
        const category = await addCategory(tx);
        const product = await addProduct(tx, { category });
        await actAs(tx, customer);
        const { id } = await placeOrder(tx, [{ product, quantity: 1 }], '20');
        await actAs(tx, administrator);
        const removals = [
          () => removeCategory(tx, category),
          () => removeProduct(tx, product),
          () => remove(tx, 'orders', id),
        ];
        const undo: string[] = [];
        for (const at of order) undo[at] = (await removals[at]?.()) ?? '';
        for (const at of back) await restore(tx, undo[at] ?? '');
        await actAsOwner(tx);
        const links = await tx`select p.category_id, i.product_id from order_items i
          join products p on p.id = i.product_id where i.order_id = ${id}`;
        expect([...links], `deleted ${order.join()}, restored ${back.join()}`).toEqual([
          { category_id: category, product_id: product },
        ]);
      });
    }
  }
});

test('a customer who goes takes orders and messages out of the trash', async () => {
  await rolledBack(sql, async (tx) => {
    const administrator = await addAdministrator(tx);
    const customer = await addCustomer(tx);
    const product = await addProduct(tx);
    await actAs(tx, customer);
    const { id } = await placeOrder(tx, [{ product, quantity: 1 }], '20');
    await actAsOwner(tx);
    const { email } = only(
      await tx<{ email: string }[]>`select email from profiles where id = ${customer}`,
    );
    const message = only(
      await tx<Ids>`insert into contact_messages (firstname, lastname, email, message)
        values ('Ida', 'Brook', ${email.toUpperCase()}, 'Hello') returning id`,
    );
    await actAs(tx, administrator);
    await remove(tx, 'orders', id);
    await remove(tx, 'contact_messages', message.id);
    await actAsService(tx);
    await tx`select delete_account(${customer})`;
    await actAsOwner(tx);
    expect([
      ...(await tx`select kind from trash where record_id in ${tx([id, message.id])}`),
    ]).toEqual([]);
  });
});

test('after 30 days nothing comes back, and the scheduled task forgets people', async () => {
  await rolledBack(sql, async (tx) => {
    const administrator = await addAdministrator(tx);
    const message = only(await records.contact_messages(tx));
    const fresh = only(await records.contact_messages(tx));
    await actAs(tx, administrator);
    const undo = await remove(tx, 'contact_messages', message.id);
    await remove(tx, 'contact_messages', fresh.id);
    await actAsOwner(tx);
    await tx`update trash set deleted_at = now() - interval '31 days' where id = ${undo}`;
    await actAs(tx, administrator);
    const listed = await tx<Ids>`select id from office.list_trash('contact_messages')`;
    expect(listed.map((it) => it.id)).not.toContain(undo);
    expect(await refusalOf(tx, (t) => restore(t, undo))).toEqual(raised('unknown_trash'));
    await actAsService(tx);
    await tx`select purge_personal_trash()`;
    await actAsOwner(tx);
    const left =
      await tx`select record_id from trash where record_id in ${tx([message.id, fresh.id])}`;
    expect([...left]).toEqual([{ record_id: fresh.id }]);
  });
});

test('only administrators delete, and only what may be deleted here', async () => {
  await rolledBack(sql, async (tx) => {
    const administrator = await addAdministrator(tx);
    const { id } = only(await records.banners(tx));
    await actAs(tx, await addCustomer(tx));
    expect(await refusalOf(tx, (t) => remove(t, 'banners', id))).toEqual(
      raised('not_an_administrator'),
    );
    await actAs(tx, administrator);
    for (const kind of ['administrators', 'profiles', 'trash', 'banners; --']) {
      expect((await refusalOf(tx, (t) => remove(t, kind, id))).code).toBe('22023');
    }
    // What is gone already is no error; there is nothing to undo.
    expect(await tx`select office.delete_records('faqs', ${[id]}::uuid[])`).toHaveLength(0);
  });
});
