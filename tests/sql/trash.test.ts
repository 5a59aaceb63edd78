import { expect } from 'vitest';
import { actAs, actAsOwner, letPass, test as base, type Tx } from './actors.ts';
import { valueOf, valuesOf } from './answers.ts';
import { expectRefusal } from './refusals.ts';
import { addAdministrator, addCustomer } from './people.ts';
import { add, addCategory, addProduct, addReview, remove, restore } from './goods.ts';
import { placeOrder, startPayment } from './orders.ts';

/** A product in a category, bought, reviewed and in a cart; an administrator acts. */
const test = base.extend('shop', async ({ tx }) => {
  const administrator = await addAdministrator(tx);
  const customer = await addCustomer(tx);
  const category = await addCategory(tx, 'Coats');
  const images = ['products/a.webp', 'products/b.webp'];
  const product = await addProduct(tx, { title: 'Coat', category, colors: ['navy'], images });
  await addReview(tx, customer, product);
  await actAs(tx, customer);
  await placeOrder(tx, [{ product, quantity: 2 }], '40');
  await tx`select add_to_cart(${product}, 1, 'M', null)`;
  await actAs(tx, administrator);
  return { administrator, customer, category, product };
});

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

test('a deleted product comes back with reviews, carts and orders', async ({ tx, shop }) => {
  const { administrator, product } = shop;
  await actAsOwner(tx);
  await tx`update reviews set bought = true where product_id = ${product}`;
  const before = await seen(tx, product);
  await actAs(tx, administrator);
  const trash = await remove(tx, 'products', product);
  expect(await seen(tx, product)).toMatchObject({ product: [], reviews: [], orders: [] });
  await actAs(tx, administrator);
  expect(await valueOf(tx`select office.restore_trash(${[trash]}::uuid[])`)).toEqual({
    restored: 1,
    missing: [],
  });
  expect(await seen(tx, product)).toEqual(before);
  expect(await tx`select 1 from trash where record_id = ${product}`).toEqual([]);
});

test('what is deleted in the database itself is in the trash too', async ({ tx, shop }) => {
  const { administrator, product } = shop;
  await actAsOwner(tx);
  await tx`delete from products where id = ${product}`;
  await actAs(tx, administrator);
  expect(await valuesOf(tx`select label from office.list_trash('products')`)).toContain('Coat');
});

test('a deleted category takes back its products that have no other', async ({ tx, shop }) => {
  const { administrator, category, product } = shop;
  await actAsOwner(tx);
  const moved = await addProduct(tx, { category });
  const other = await addCategory(tx, 'Capes');
  await actAs(tx, administrator);
  const id = await remove(tx, 'categories', category);
  await tx`update products set category_id = ${other} where id = ${moved}`;
  await restore(tx, id);
  const rows = await tx`select category_id from products where id in ${tx([product, moved])}`;
  expect(new Set(rows.map((it) => it['category_id']))).toEqual(new Set([category, other]));
});

test('a product whose category is gone comes back without one', async ({ tx, shop }) => {
  const { category, product } = shop;
  const trash = await remove(tx, 'products', product);
  await tx`select office.delete_categories(${[category]}::uuid[])`;
  await restore(tx, trash);
  expect(await valueOf(tx`select category_id from products where id = ${product}`)).toBeNull();
});

test('a deleted customer leaves nothing in the trash', async ({ tx, shop }) => {
  const { administrator, customer, product } = shop;
  const trash = await remove(tx, 'products', product);
  await tx`select office.delete_customers(${[customer]})`;
  await actAsOwner(tx);
  const contents = await valueOf<unknown>(tx`select contents from trash where id = ${trash}`);
  expect(contents).toMatchObject({ reviews: [], cart_items: [] });
  await actAs(tx, administrator);
  await restore(tx, trash);
  expect(await seen(tx, product)).toMatchObject({ product: [{ title: 'Coat' }], reviews: [] });
});

test('only what is there is restored', async ({ tx, shop: { administrator, product } }) => {
  const both = [await remove(tx, 'products', product), administrator];
  await expectRefusal(tx, 'unknown_trash', (t) => t`select office.restore_trash(${both}::uuid[])`);
  expect(await tx`select 1 from products where id = ${product}`).toHaveLength(0);
});

test('after 30 days it is forgotten, and its pictures are named', async ({ tx, shop }) => {
  await remove(tx, 'products', shop.product);
  expect(await tx`select office.purge_trash()`).toHaveLength(0);
  await letPass(tx, '31 days');
  const paths = await valuesOf(tx`select office.purge_trash()`);
  expect(paths).toEqual(['products/a.webp', 'products/b.webp']);
});

test('what was deleted before a column came or went is restored', async ({ tx, shop }) => {
  const { administrator, customer, category, product } = shop;
  await actAsOwner(tx);
  const order_id = await valueOf<string>(
    tx`select order_id from order_items where product_id = ${product}`,
  );
  const reference = await startPayment(tx, order_id);
  const money = { reference, order_id, amount_minor: 4000, currency: 'USD' };
  await add(tx, 'refunds', money);
  /** Kept on their own. */
  const records = {
    banners: { header: 'Spring' },
    advertisements: { headline: 'Linen' },
    faqs: { question: 'Where?', answer: 'Here.' },
    search_synonyms: { words: ['cape', 'poncho'] },
    redirects: { from_path: '/capes', to_address: '/shop' },
    custom_fields: { resource: 'order', key: 'capes', name: 'Capes', kind: 'text' },
    vouchers: { code: 'CAPES', kind: 'percent', value: 10 },
    price_lists: { name: 'Capes' },
    contact_messages: { email: 'ida@test.example', message: 'Hello' },
    customer_notes: { user_id: customer, note: 'Capes' },
  };
  const ids = new Map<string, string>();
  for (const [table, row] of Object.entries(records)) ids.set(table, await add(tx, table, row));
  const of = { product_id: product, price_list_id: ids.get('price_lists') };
  await add(tx, 'order_quantities', { ...of, multiple: 6 });
  await add(tx, 'price_list_items', { ...of, price: 15 });
  for (const [table, id] of [
    ['orders', order_id],
    ['products', product],
    ['categories', category],
    ...ids,
  ]) {
    await tx`delete from ${tx(table ?? '')} where id = ${id ?? ''}`;
  }
  const kept = [
    ...['products', 'reviews', 'cart_items', 'categories', 'orders', 'order_items'],
    ...['payment_attempts', 'refunds', 'price_list_items', 'order_quantities'],
    ...Object.keys(records),
  ];
  for (const table of kept) {
    await tx`alter table ${tx(table)} add column sewn_in text not null default 'before'`;
  }
  await tx`alter table banners drop column paragraph cascade`;
  const kinds = await valuesOf<string[]>(tx`
    select array_agg(id) as ids from trash where deleted_at = now() group by kind order by kind <> 'orders', kind <> 'products', kind`);
  await actAs(tx, administrator);
  for (const trash of kinds) await tx`select office.restore_trash(${trash}::uuid[])`;
  await actAsOwner(tx);
  for (const table of kept) {
    const rows = await tx`select 1 from ${tx(table)} where sewn_in = 'before' limit 1`;
    expect(rows, table).toHaveLength(1);
  }
  const restored = tx`
    select p.title, r.comment, c.size, i.quantity from products p
    join reviews r on r.product_id = p.id join cart_items c on c.product_id = p.id
    join order_items i on i.product_id = p.id where p.id = ${product}`;
  expect(await restored).toEqual([{ title: 'Coat', comment: 'Good', size: 'M', quantity: 2 }]);
});
