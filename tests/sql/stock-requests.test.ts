import { expect } from 'vitest';
import { actAs, actAsOwner, actAsService, test, type Tx } from './actors.ts';
import { valueOf, valuesOf } from './answers.ts';
import { expectRefusal } from './refusals.ts';
import { actAsCustomer, addCustomer } from './people.ts';
import { addProduct } from './goods.ts';
import { placeOrder } from './orders.ts';
import { addCountedProduct, receive } from './counted-goods.ts';

const ask =
  (product: string, email: string, size: string | null = null) =>
  (tx: Tx) =>
    tx`select add_stock_request(${product}, ${email}, ${size})`;
/** The mails about what is in stock again that were queued since the last time. */
const claim = async (tx: Tx, most = 100) => {
  await tx`select queue_back_in_stock(${most})`;
  return [
    ...(await tx<{ email: string; title: string; size: string | null }[]>`
      delete from mail_outbox where kind = 'back_in_stock'
      returning recipient as email, data ->> 'product' as title, data ->> 'size' as size`),
  ];
};
const waiting = (tx: Tx) => valuesOf<string>(tx`select email from stock_requests order by email`);

test('a request is kept once, and only for what is sold out', async ({ tx }) => {
  const { product } = await addCountedProduct(tx, { M: 0, L: 1 });
  await actAsService(tx);
  await ask(product, 'Ida@Test.example', 'M')(tx);
  await ask(product, 'ida@test.example', 'M')(tx);
  await expectRefusal(tx, 'in_stock', ask(product, 'ida@test.example', 'L'));
  for (const size of ['XL', null]) {
    await expectRefusal(tx, 'unknown_product', ask(product, 'ida@test.example', size));
  }
  await actAsOwner(tx);
  await tx`update products set status = 'draft' where id = ${product}`;
  await expectRefusal(tx, 'unknown_product', ask(product, 'b@test.example', 'M'));
  expect(await waiting(tx)).toEqual(['ida@test.example']);
});

test('an address is kept for a hundred variants at most', async ({ tx }) => {
  const sizes = Array.from({ length: 50 }, (_, at) => `${at}`);
  const colors = ['red', 'green', 'blue'];
  const product = await addProduct(tx, { sizes, colors, availability: 'OutofStock' });
  await tx`select add_stock_request(${product}, 'a@test.example', v.size, v.color)
      from product_variants v where v.product_id = ${product}`;
  expect(await waiting(tx)).toHaveLength(100);
});

test('requests are claimed when the variant is back, oldest first and once', async ({ tx }) => {
  const { product, variant } = await addCountedProduct(tx, { M: 0, L: 0 });
  for (const [email, size] of [
    ['first@test.example', 'M'],
    ['second@test.example', 'M'],
    ['other@test.example', 'L'],
  ] as const) {
    await ask(product, email, size)(tx);
    await tx`update stock_requests set created_at = created_at + interval '1 second' * (select count(*) from stock_requests)
        where email = ${email}`;
  }
  expect(await claim(tx)).toEqual([]);
  await receive(tx, variant('M'), 1);
  const mail = { title: 'Test coat', size: 'M' };
  expect(await claim(tx, 1)).toMatchObject([{ ...mail, email: 'first@test.example' }]);
  expect(await claim(tx)).toMatchObject([{ ...mail, email: 'second@test.example' }]);
  expect(await claim(tx)).toEqual([]);
  expect(await waiting(tx)).toEqual(['other@test.example']);
});

test('pieces that are held are not back, nor is a draft or an old size', async ({ tx }) => {
  const { product, variant } = await addCountedProduct(tx, { M: 1, L: 1 });
  await actAsCustomer(tx);
  await placeOrder(tx, [{ product, quantity: 1, size: 'M' }], '20');
  await actAsOwner(tx);
  await ask(product, 'a@test.example', 'M')(tx);
  expect(await claim(tx)).toEqual([]);
  await receive(tx, variant('M'), 1);
  await tx`update products set status = 'draft' where id = ${product}`;
  expect(await claim(tx)).toEqual([]);
  await tx`update products set status = 'published', sizes = '{L}' where id = ${product}`;
  expect(await claim(tx)).toEqual([]);
  await tx`update products set sizes = '{M,L}' where id = ${product}`;
  expect(await claim(tx)).toHaveLength(1);
});

test('what is not counted is back with its product, back-orders at once', async ({ tx }) => {
  const plain = await addProduct(tx, { availability: 'OutofStock' });
  const { product: counted } = await addCountedProduct(tx, { M: 0 });
  await ask(plain, 'a@test.example')(tx);
  await ask(counted, 'b@test.example', 'M')(tx);
  expect(await claim(tx)).toEqual([]);
  await tx`update products set availability = 'InStock' where id = ${plain}`;
  await tx`update product_variants set policy = 'backorder' where product_id = ${counted}`;
  expect((await claim(tx)).map((it) => it.email).sort()).toEqual([
    'a@test.example',
    'b@test.example',
  ]);
});

test('customers read the requests of their address; they go with the account', async ({ tx }) => {
  const [ida, other] = [await addCustomer(tx), await addCustomer(tx)];
  const { product } = await addCountedProduct(tx, { M: 0 });
  await tx`select add_stock_request(${product}, p.email, 'M') from profiles p where p.id in (${ida}, ${other})`;
  await actAs(tx, ida);
  const own = await tx`select title, size, color from own_stock_requests()`;
  expect(own).toEqual([{ title: 'Test coat', size: 'M', color: null }]);
  await actAsOwner(tx);
  await tx`select delete_account(${ida})`;
  const email = await valueOf<string>(tx`select email from profiles where id = ${other}`);
  expect(await waiting(tx)).toEqual([email.toLowerCase()]);
});
