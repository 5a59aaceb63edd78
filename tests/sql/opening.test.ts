import { expect } from 'vitest';
import { actAs, actAsOwner, actAsService, asOwner, test, type Tx } from './actors.ts';
import { rowOf, valueOf, valuesOf } from './answers.ts';
import { addProduct } from './goods.ts';
import { placeOrder } from './orders.ts';
import { actAsAdministrator, addCustomer } from './people.ts';
import { expectRefusal } from './refusals.ts';

const order =
  (...products: string[]) =>
  (tx: Tx) =>
    placeOrder(
      tx,
      products.map((product) => ({ product, quantity: 1 })),
      20 * products.length,
    );
const close = (tx: Tx) => tx`update shop_settings set value = 'false' where name = 'shop_open'`;
const ask = (email: string) => (tx: Tx) => tx`select add_opening_request(${email})`;

test('nobody orders in a shop that is not open, except who the site has let in', async ({ tx }) => {
  const product = await addProduct(tx);
  const customer = await addCustomer(tx);
  await close(tx);
  await actAs(tx, customer);
  await expectRefusal(tx, 'shop_closed', order(product));
  await actAs(tx, customer, { sees_closed_shop: true });
  expect(await order(product)(tx)).toMatchObject({ status: 'Pending' });
});

test('addresses are kept once until the shop opens, get one mail, and are forgotten', async ({
  tx,
}) => {
  await actAsService(tx);
  await expectRefusal(tx, 'already_open', ask('ida@test.example'));
  await actAsOwner(tx);
  await close(tx);
  await actAsService(tx);
  await ask('Ida@Test.example')(tx);
  await ask('ida@test.example')(tx);
  await ask('max@test.example')(tx);
  await actAsAdministrator(tx);
  expect(await valueOf(tx`select office.opening()`)).toMatchObject({ open: false, waiting: 2 });
  expect(await valueOf(tx`select office.open_shop(true)`)).toBe(2);
  expect(await valueOf(tx`select office.open_shop(true)`)).toBe(0);
  await actAsOwner(tx);
  const mails = tx`select recipient from mail_outbox where kind = 'shop_opened' order by recipient`;
  expect(await valuesOf(mails)).toEqual(['ida@test.example', 'max@test.example']);
  expect(await valueOf(tx`select count(*)::int from opening_requests`)).toBe(0);
  await tx`select finish_mail(id) from mail_outbox where kind = 'shop_opened'`;
  expect(await valueOf(tx`select count(*)::int from mail_outbox where kind = 'shop_opened'`)).toBe(
    0,
  );
});

test('the steps of a new shop are done when its data show it', async ({ tx }) => {
  await actAsAdministrator(tx);
  const done = async () =>
    (await rowOf<{ done: object }>(tx`select office.opening() -> 'done' as done`)).done;
  expect(await done()).toEqual({
    ...{ name: true, address: true, country: false, currency: true, timeZone: false },
    ...{ taxes: false, shipping: false, legalPages: true, product: true, testOrder: true },
  });
  await asOwner(tx, async () => {
    await tx`update shop_settings set value = '"DE"' where name = 'seller_country'`;
    await tx`update shop_settings set value = '"Europe/Berlin"' where name = 'time_zone'`;
    await tx`insert into tax_rates (country, class, rate) values ('DE', 'standard', 19)`;
    await tx`update pages set published = false where slug = 'imprint'`;
  });
  expect(await done()).toMatchObject({
    ...{ country: true, timeZone: true, taxes: true, legalPages: false },
  });
});

test('removing the demo takes what came with it and orders of it, and leaves all else', async ({
  tx,
}) => {
  const own = await addProduct(tx, { title: 'Own coat' });
  const demo = await valueOf<string>(
    tx`select record_id from private.demo_records where kind = 'products' limit 1`,
  );
  const customer = await addCustomer(tx);
  await tx`update products set availability = 'InStock', price = 20 where id = ${demo}`;
  await tx`update product_variants set policy = 'untracked' where product_id = ${demo}`;
  await actAs(tx, customer);
  const kept = [await order(own)(tx), await order(own, demo)(tx)].map(({ id }) => id);
  const tried = await order(demo)(tx);
  await actAsOwner(tx);
  await tx`update shop_settings set value = '"Loom"' where name = 'shop_name'`;
  await tx`update pages set saved_by = 'Maud' where slug = 'imprint'`;
  const came = await valuesOf<string>(
    tx`select record_id from private.demo_records where kind <> 'shop_settings' and kind <> 'pages'`,
  );
  await actAsAdministrator(tx);
  expect(await valueOf(tx`select office.demo()`)).toMatchObject({ products: 57 });
  await expectRefusal(tx, 'changed_meanwhile', (it) => it`select office.remove_demo(-1)`);
  const pictures = await valueOf<string[]>(
    tx`select office.remove_demo((office.demo() ->> 'orders')::int)`,
  );
  expect(pictures).toContain('banners/the-rail.webp');
  expect(await valueOf(tx`select office.demo()`)).toBeNull();
  await actAsOwner(tx);
  for (const it of [
    'products',
    'orders',
    'profiles',
    'categories',
    'banners',
    'companies',
    'faqs',
  ]) {
    const left = tx`select count(*)::int from ${tx(it)} where id::text = any (${came})`;
    expect(await valueOf(left), it).toBe(0);
  }
  expect(
    await valueOf(tx`select count(*)::int from trash
      where record_id::text = any (${came}) or contents #>> '{row,from_path}' like any (${came.map((id) => `%/${id}`)})`),
  ).toBe(0);
  expect(
    await valueOf(tx`select count(*)::int from redirects
      where from_path like any (${came.map((id) => `%/${id}`)})`),
  ).toBe(0);
  expect(await valuesOf(tx`select id from products where id = ${own}`)).toEqual([own]);
  const left = await valuesOf(tx`select id from orders where id = any (${[...kept, tried.id]})`);
  expect(left.toSorted()).toEqual(kept.toSorted());
  expect(await valuesOf(tx`select id from profiles where id = ${customer}`)).toEqual([customer]);
  expect(await valueOf(tx`select count(*)::int from administrators`)).toBeGreaterThan(1);
  expect(
    await valuesOf(tx`select value from shop_settings
      where name in ('shop_name', 'seller_name', 'shop_email', 'bank_account', 'shop_open') order by name`),
  ).toEqual(['', 'My shop', '', 'Loom', true]);
  expect(
    await valuesOf(tx`select slug from pages where filled and slug in ('about', 'imprint')`),
  ).toEqual(['imprint']);
});
