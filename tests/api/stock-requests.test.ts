import { expect, test } from 'vitest';
import { stockRequestMessages } from '#shared/stock-messages.ts';
import { addCountedProduct } from '../sql/counted-goods.ts';
import { baseUrl, counted, fromSite, good, newCustomer, refusal, send, sql } from './client.ts';

const ask = (product: string, json: object, headers = fromSite()) =>
  send('POST', `/products/${product}/stock-requests`, { json, headers });
const addressesOf = async (variant: string) =>
  (await sql`select email from stock_requests where variant_id = ${variant} order by email`).map(
    (it): unknown => it['email'],
  );

test('the reply is the same whether or not the address is on the list', async () => {
  const { product, variant } = await addCountedProduct(sql, { M: 0, L: 5 });
  for (const email of ['Ada@test.example', ' ada@test.example ', 'bo@test.example']) {
    const { status, body } = await ask(product, { email, size: 'M' });
    expect([status, body]).toEqual([201, { message: stockRequestMessages.added }]);
  }
  expect(await addressesOf(variant('M'))).toEqual(['ada@test.example', 'bo@test.example']);
});

test('what is in stock, unknown or no address is refused', async () => {
  const { product, variant } = await addCountedProduct(sql, { M: 0, L: 5 });
  const email = 'ada@test.example';
  const codes = async (json: object, id = product) => refusal(await ask(id, json));
  expect(await codes({ email, size: 'L' })).toEqual([409, 'in_stock']);
  const unknown = [404, 'unknown_product'];
  expect(await codes({ email, size: 'XL' })).toEqual(unknown);
  expect(await codes({ email })).toEqual(unknown);
  expect(await codes({ email, size: 'M' }, crypto.randomUUID())).toEqual(unknown);
  const wrong = await codes({ email: 'nobody', size: 'M' });
  expect(wrong).toEqual([400, 'validation_failed', 'email']);
  expect(await addressesOf(variant('M'))).toEqual([]);
});

test('requests are limited for each client and each address', async () => {
  const { product } = await addCountedProduct(sql, { M: 0 });
  const [address, email] = [crypto.randomUUID(), `${crypto.randomUUID()}@test.example`];
  await counted(`contact:address:${address}`, 29);
  await counted(`contact:account:${email}`, 29);
  const fromThere = () =>
    ask(product, { email: `${crypto.randomUUID()}@test.example`, size: 'M' }, fromSite(address));
  const forThem = () => ask(product, { email, size: 'M' });
  for (const attempt of [fromThere, forThem]) {
    expect([(await attempt()).status, (await attempt()).status]).toEqual([201, 429]);
  }
});

test('products and carts say what is left of each size, and what it costs', async () => {
  const { product, variant } = await addCountedProduct(sql, { L: 2, M: 0, S: 50 });
  await sql`update product_variants set price_delta = 2.5 where id = ${variant('L')}`;
  const answer = await fetch(`${baseUrl()}/products/${product}`);
  const read = (await answer.json()) as { product: { variants: { size: string }[] } };
  const bySize = ({ size }: { size: string | null }) => size ?? '';
  const variants = read.product.variants.toSorted((a, b) => bySize(a).localeCompare(bySize(b)));
  expect(variants).toMatchObject([
    { size: 'L', color: null, price: 22.5, stock: 'few', left: 2 },
    { size: 'M', color: null, price: 20, stock: 'out', left: null },
    { size: 'S', color: null, price: 20, stock: 'in', left: null },
  ]);

  const { token, email } = await newCustomer();
  const json = { productId: product, size: 'L', quantity: 2 };
  const { cart } = await good('POST', '/cart/add-to-cart', { token, json });
  const [line] = cart.products;
  expect(line).toMatchObject({ enough: true, product: { price: 22.5 } });
  expect(line?.product.variants).toHaveLength(3);
  const more = { token, json: { quantity: 3 } };
  const changed = await good('PUT', `/cart/update-quantity/${line?._id ?? ''}`, more);
  expect(changed.cart.products).toMatchObject([{ enough: false }]);

  // What the customer's own unpaid order holds is still there for that customer.
  const products = [{ product, size: 'L', quantity: 2 }];
  await good('POST', '/orders/place-order', { token, json: { email, amount: 45, products } });
  const held = (await good('GET', '/cart/get-cart', { token })).cart.products[0]?.product;
  expect(held?.variants.find((it) => it.size === 'L')).toMatchObject({ stock: 'few', left: 2 });
  const other = await newCustomer();
  const refused = await send('POST', '/cart/add-to-cart', { token: other.token, json });
  expect([refused.status, refused.body.code]).toEqual([409, 'out_of_stock']);
});
