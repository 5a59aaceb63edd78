import { expect } from 'vitest';
import { actAs, actAsService, asOwner, sql, test, type Tx } from './actors.ts';
import { rowOf, valueOf } from './answers.ts';
import { errorOf } from './refusals.ts';
import { actAsAdministrator, actAsCustomer } from './people.ts';
import { addProduct } from './goods.ts';
import { placeOrder, settle } from './orders.ts';
import { addCountedProduct, stockOf } from './counted-goods.ts';

test.for<[was: string, is: string, renamed: string]>([
  ['S,M,L', 'Small,M,L', 'S>Small'],
  ['S,M,L', 'Small,Medium,Large', 'L>Large M>Medium S>Small'],
  ['s,m', 'S,M', 'm>M s>S'],
  ['s,m', 'M,XXS,S', 'm>M s>S'],
  ['S,M,L', 'L,M,S', ''],
  ['S,M,L', 'M,L,XL', ''],
  ['S,M', 'S,L', ''],
  ['36,38', '36,39', ''],
  ['36,38', 'S,M', '36>S 38>M'],
  ['36,38', 'EU 36,EU 38', '36>EU 36 38>EU 38'],
  ['36.5', '36½', '36.5>36½'],
  ['Navy,Red', 'Deep Navy,Red', 'Navy>Deep Navy'],
  ['Grey', 'gray', 'Grey>gray'],
  ['Navy,Red', 'Green,Red', ''],
  ['#fff', 'Chalk', '#fff>Chalk'],
  ['', 'One Size', '>One Size'],
  ['One Size', '', 'One Size>'],
  ['', 'S,M', ''],
  ['S,M', 'Small,Petite,M', ''],
])('%s becomes %s', async ([was, is, renamed]) => {
  const list = (text: string) => (text === '' ? [] : text.split(','));
  const found = await sql<{ pair: string }[]>`
    select before || '>' || after as pair from private.renamed_words(${list(was)}, ${list(is)}) order by 1`;
  expect(found.map((it) => it.pair).join(' ')).toBe(renamed);
});

const variantsOf = async (tx: Tx, product: string) =>
  Object.fromEntries(
    (
      await tx<{ size: string; sku: string; barcode: string; pieces: number; delta: number }[]>`
        select size, sku, barcode, on_hand - held as pieces, price_delta::float as delta from product_variants
        where product_id = ${product} and archived_at is null`
    ).map(({ size, ...rest }) => [size, rest]),
  );

const update = (tx: Tx, product: string, sizes: readonly string[], drop = false) =>
  tx`select office.update_product(${product}, p_sizes => ${sizes}, p_drop_variants => ${drop})`;

test('a renamed size keeps SKU, stock, price and lists, and carts follow it', async ({ tx }) => {
  const { product } = await addCountedProduct(tx, { S: 5, M: 7 });
  await tx`update product_variants set barcode = '4006381333931', price_delta = 3 where product_id = ${product} and size = 'S'`;
  const before = await variantsOf(tx, product);
  const customer = await actAsCustomer(tx);
  await tx`select add_to_cart(${product}, 2, 'S')`;
  await actAsAdministrator(tx);
  await update(tx, product, ['Small', 'M']);
  await asOwner(tx, async () =>
    expect(await variantsOf(tx, product)).toEqual({ Small: before['S'], M: before['M'] }),
  );
  // Two exchange their words by way of a third.
  for (const sizes of [
    ['x', 'M'],
    ['x', 'y'],
    ['M', 'y'],
    ['M', 'small'],
  ])
    await update(tx, product, sizes);
  await asOwner(tx, async () =>
    expect(await variantsOf(tx, product)).toEqual({ M: before['S'], small: before['M'] }),
  );
  await actAs(tx, customer);
  const line = await valueOf<unknown>(tx`select read_cart()`);
  expect(line).toMatchObject([{ size: 'M', product: { price: 23, availability: 'InStock' } }]);
});

test('an archived size of the new name gives way', async ({ tx }) => {
  const { product, variant } = await addCountedProduct(tx, { S: 5, Small: 9 });
  await actAsAdministrator(tx);
  await update(tx, product, ['S'], true);
  await update(tx, product, ['Small']);
  await asOwner(tx, async () => {
    expect(await variantsOf(tx, product)).toMatchObject({ Small: { pieces: 5 } });
    const archived = tx`select size from product_variants where id = ${variant('Small')}`;
    expect(await rowOf(archived)).toEqual({ size: 'S' });
  });
});

test('sizes with something of their own go only when that is confirmed', async ({ tx }) => {
  const { product } = await addCountedProduct(tx, { S: 12, M: 0, L: 0 });
  await actAsAdministrator(tx);
  const sku = await asOwner(tx, async () => (await variantsOf(tx, product))['S']?.sku);
  const { detail, message } = await errorOf(tx, (point) => update(point, product, ['M', 'XXL']));
  expect([detail, message]).toEqual([
    'variants_lost',
    `No longer for sale would be: S, SKU ${sku}, 12 pieces.`,
  ]);
  const row = { line: 2, id: product, sizes: ['M', 'XXL'] };
  const preview = tx`select office.import_products(${tx.json([row])}) as rows`;
  expect((await rowOf(preview))['rows']).toMatchObject([
    {
      action: 'update',
      doubts: [{ field: 'sizes', message: `No longer for sale will be: S, SKU ${sku}, 12 pieces` }],
    },
  ]);
  await update(tx, product, ['M', 'XXL'], true);
  expect(
    await valueOf(tx`select array_to_string(sizes, ' ') as s from products where id = ${product}`),
  ).toBe('M XXL');
  // Empty sizes, and a product of which nothing is counted, have nothing to lose.
  await update(tx, product, ['XXL']);
  const free = await asOwner(tx, () =>
    addProduct(tx, { sizes: ['S', 'M'], colors: ['red', 'navy'] }),
  );
  await update(tx, free, ['M', 'L']);
});

test('an order of a renamed size is paid, sent and returned as that size', async ({ tx }) => {
  const { product } = await addCountedProduct(tx, { S: 5 });
  const customer = await actAsCustomer(tx, { address: '1 Mill Lane', country: 'Ireland' });
  await tx`select add_to_cart(${product}, 2, 'S')`;
  const { id: order } = await placeOrder(tx, [{ product, quantity: 2, size: 'S' }], 40);
  await actAsAdministrator(tx);
  await update(tx, product, ['Small']);
  await actAsService(tx);
  await settle(tx, `${order}.1`, 4000);
  const admin = await actAsAdministrator(tx);
  expect(await valueOf(tx`select office.pack_orders(${[order]})`)).toBe(1);
  await tx`select office.send_orders(${[order]})`;
  await asOwner(tx, async () =>
    expect(await stockOf(tx, product)).toEqual([{ size: 'Small', onHand: 3, held: 0, ledger: 3 }]),
  );
  await actAs(tx, customer);
  expect(await valueOf(tx`select read_cart()`)).toEqual([]);
  const item = await asOwner(tx, () =>
    valueOf<string>(tx`select id from order_items where order_id = ${order}`),
  );
  await asOwner(
    tx,
    () =>
      tx`update parcels set status = 'delivered', delivered_at = now() where order_id = ${order}`,
  );
  const back = await valueOf<string>(
    tx`select request_return(${order}, ${tx.json([{ item, quantity: 1 }])}, 'Too small')`,
  );
  await actAs(tx, admin);
  await tx`select office.change_return(${back}, 'approved', '')`;
  await tx`select office.change_return(${back}, 'received', '', ${tx.json([{ item, received: 1, restocked: 1 }])})`;
  await asOwner(tx, async () =>
    expect(await stockOf(tx, product)).toEqual([{ size: 'Small', onHand: 4, held: 0, ledger: 4 }]),
  );
});
