import { afterAll, expect, test } from 'vitest';
import {
  actAs,
  actAsOwner,
  connect,
  only,
  raised,
  refusalOf,
  rolledBack,
  type Tx,
} from './actors.ts';
import {
  addAdministrator,
  addCategory,
  addCustomer,
  addProduct,
  addReview,
  placeOrder,
  startPayment,
} from './goods.ts';

const sql = connect();
afterAll(() => sql.end());

interface Shop {
  administrator: string;
  customer: string;
  category: string;
  product: string;
}

/** A product in a category, bought, reviewed and in a cart; an administrator acts. */
async function inShop(work: (tx: Tx, shop: Shop) => Promise<void>): Promise<void> {
  await rolledBack(sql, async (tx) => {
    const administrator = await addAdministrator(tx);
    const customer = await addCustomer(tx);
    const category = await addCategory(tx, 'Coats');
    const product = await addProduct(tx, { title: 'Coat', category, colors: ['navy'] });
    await tx`update products set images = '{products/a.webp,products/b.webp}' where id = ${product}`;
    await addReview(tx, customer, product);
    await actAs(tx, customer);
    await placeOrder(tx, [{ product, quantity: 2 }], '40');
    await tx`select add_to_cart(${product}, 1, 'M', null)`;
    await actAs(tx, administrator);
    await work(tx, { administrator, customer, category, product });
  });
}

/** Everything about the product that shoppers and orders can see. */
async function seen(tx: Tx, product: string): Promise<unknown> {
  await actAsOwner(tx);
  return {
    product: await tx`select * from products where id = ${product}`,
    reviews: await tx`select * from reviews where product_id = ${product}`,
    carts: await tx`select * from cart_items where product_id = ${product}`,
    orders: await tx`select id, title, quantity from order_items where product_id = ${product}`,
  };
}

const remove = async (tx: Tx, product: string) =>
  only(await tx<{ id: string }[]>`select office.delete_products(${[product]}::uuid[]) as id`).id;

test('a deleted product comes back as it was, with reviews, carts and orders', async () => {
  await inShop(async (tx, { administrator, product }) => {
    const before = await seen(tx, product);
    await actAs(tx, administrator);
    const trash = await remove(tx, product);
    expect(await seen(tx, product)).toMatchObject({ product: [], reviews: [], orders: [] });
    await actAs(tx, administrator);
    expect(only(await tx`select office.restore_trash(${[trash]}::uuid[]) as n`)).toEqual({ n: 1 });
    expect(await seen(tx, product)).toEqual(before);
    expect([...(await tx`select 1 from trash where record_id = ${product}`)]).toEqual([]);
  });
});

test('what is deleted in the database itself is in the trash too', async () => {
  await inShop(async (tx, { administrator, product }) => {
    await actAsOwner(tx);
    await tx`delete from products where id = ${product}`;
    await actAs(tx, administrator);
    const listed = await tx<
      { label: string }[]
    >`select label, deleted_at from office.list_trash('products')`;
    expect(listed[0]?.label).toBe('Coat');
  });
});

test('a deleted category takes its products back, but none that has got another one', async () => {
  await inShop(async (tx, { administrator, category, product }) => {
    await actAsOwner(tx);
    const moved = await addProduct(tx, { category });
    const other = await addCategory(tx, 'Capes');
    await actAs(tx, administrator);
    const { id } = only(
      await tx<{ id: string }[]>`select office.delete_categories(${[category]}::uuid[]) as id`,
    );
    await tx`update products set category_id = ${other} where id = ${moved}`;
    await tx`select office.restore_trash(${[id]}::uuid[])`;
    const rows = await tx`select category_id from products where id in ${tx([product, moved])}`;
    expect(new Set(rows.map((it) => it['category_id']))).toEqual(new Set([category, other]));
  });
});

test('a product whose category is gone comes back without one', async () => {
  await inShop(async (tx, { category, product }) => {
    const trash = await remove(tx, product);
    await tx`select office.delete_categories(${[category]}::uuid[])`;
    await tx`select office.restore_trash(${[trash]}::uuid[])`;
    const row = only(await tx`select category_id from products where id = ${product}`);
    expect(row).toEqual({ category_id: null });
  });
});

test('a deleted customer leaves nothing in the trash', async () => {
  await inShop(async (tx, { administrator, customer, product }) => {
    const trash = await remove(tx, product);
    await tx`select office.delete_customers(${[customer]})`;
    await actAsOwner(tx);
    const { contents } = only(
      await tx<{ contents: unknown }[]>`select contents from trash where id = ${trash}`,
    );
    expect(contents).toMatchObject({ reviews: [], cart_items: [] });
    await actAs(tx, administrator);
    await tx`select office.restore_trash(${[trash]}::uuid[])`;
    expect(await seen(tx, product)).toMatchObject({ product: [{ title: 'Coat' }], reviews: [] });
  });
});

test('only administrators restore, and only what is there', async () => {
  await inShop(async (tx, { administrator, customer, product }) => {
    const trash = await remove(tx, product);
    await actAs(tx, customer);
    for (const call of [
      (t: Tx) => t`select office.restore_trash(${[trash]}::uuid[])`,
      (t: Tx) => t`select * from office.list_trash('products')`,
      (t: Tx) => t`select office.purge_trash()`,
    ]) {
      expect(await refusalOf(tx, call)).toEqual(raised('not_an_administrator'));
    }
    await actAs(tx, administrator);
    const both = [trash, administrator];
    expect(await refusalOf(tx, (t) => t`select office.restore_trash(${both}::uuid[])`)).toEqual(
      raised('unknown_trash'),
    );
    expect(await tx`select 1 from products where id = ${product}`).toHaveLength(0);
  });
});

test('after 30 days it is forgotten, and its pictures are named', async () => {
  await inShop(async (tx, { administrator, product }) => {
    const trash = await remove(tx, product);
    expect(await tx`select office.purge_trash()`).toHaveLength(0);
    await actAsOwner(tx);
    await tx`update trash set deleted_at = now() - interval '31 days' where id = ${trash}`;
    await actAs(tx, administrator);
    const paths = await tx<{ path: string }[]>`select office.purge_trash() as path`;
    expect(paths.map((it) => it.path)).toEqual(['products/a.webp', 'products/b.webp']);
  });
});

test('what was deleted before a column came or went is restored, with the default of the new one', async () => {
  const kept = ['products', 'reviews', 'cart_items', 'categories', 'orders', 'order_items'];
  kept.push(
    'payment_attempts',
    'refunds',
    'banners',
    'advertisements',
    'faqs',
    'search_synonyms',
    'vouchers',
    'price_lists',
    'price_list_items',
    'order_quantities',
    'contact_messages',
    'customer_notes',
  );
  await inShop(async (tx, { administrator, customer, category, product }) => {
    await actAsOwner(tx);
    const order = only(
      await tx<
        { id: string }[]
      >`select order_id as id from order_items where product_id = ${product}`,
    );
    const reference = await startPayment(tx, order.id);
    await tx`insert into refunds (reference, order_id, amount_minor, currency)
      values (${reference}, ${order.id}, 4000, 'USD')`;
    await tx`insert into banners (header) values ('Spring')`;
    await tx`insert into advertisements (headline) values ('Linen')`;
    await tx`insert into faqs (question, answer) values ('Where?', 'Here.')`;
    await tx`insert into search_synonyms (words) values ('{cape,poncho}')`;
    await tx`insert into vouchers (code, kind, value) values ('CAPES', 'percent', 10)`;
    await tx`with list as (insert into price_lists (name) values ('Capes') returning id),
      pack as (insert into order_quantities (product_id, price_list_id, multiple) select ${product}, id, 6 from list)
      insert into price_list_items (price_list_id, product_id, price) select id, ${product}, 15 from list`;
    await tx`insert into contact_messages (firstname, lastname, email, message)
      values ('Ida', 'Brook', 'ida@test.example', 'Hello')`;
    await tx`insert into customer_notes (user_id, note) values (${customer}, 'Capes')`;
    await tx`delete from orders where id = ${order.id}`;
    await tx`delete from products where id = ${product}`;
    await tx`delete from categories where id = ${category}`;
    for (const table of [
      'banners',
      'advertisements',
      'faqs',
      'search_synonyms',
      'vouchers',
      'price_lists',
      'contact_messages',
      'customer_notes',
    ]) {
      await tx`delete from ${tx(table)}`;
    }
    for (const table of kept) {
      await tx`alter table ${tx(table)} add column sewn_in text not null default 'before'`;
    }
    await tx`alter table banners drop column paragraph cascade`;
    const kinds = await tx<{ ids: string[] }[]>`
      select array_agg(id) as ids from trash where deleted_at = now() group by kind order by kind <> 'orders', kind <> 'products', kind`;
    await actAs(tx, administrator);
    for (const { ids } of kinds) await tx`select office.restore_trash(${ids}::uuid[])`;
    await actAsOwner(tx);
    for (const table of kept) {
      const rows = await tx`select 1 from ${tx(table)} where sewn_in = 'before' limit 1`;
      expect(rows, table).toHaveLength(1);
    }
    const restored = only(
      await tx`
      select p.title, r.comment, c.size, i.quantity from products p
      join reviews r on r.product_id = p.id join cart_items c on c.product_id = p.id
      join order_items i on i.product_id = p.id where p.id = ${product}`,
    );
    expect(restored).toEqual({ title: 'Coat', comment: 'Good', size: 'M', quantity: 2 });
  });
});
