import { expect } from 'vitest';
import { actAs, test, type Tx } from './actors.ts';
import { valueOf } from './answers.ts';
import { addCountedProduct } from './counted-goods.ts';
import { addProduct } from './goods.ts';
import { errorOf } from './refusals.ts';

interface Offer {
  lines: {
    sku: string;
    size: string | null;
    price: number | null;
    problem: string;
    product: { id: string; title: string } | null;
  }[];
  goods: number;
  delivery: {
    total_price: number;
    shipping: number;
    methods: { name: string }[];
    delivery_problem: string;
    country: string | null;
  } | null;
}

const offer = (tx: Tx, lines: unknown, country?: string) =>
  valueOf<Offer>(tx`
    select offer_lines(${JSON.stringify(lines)}::text::jsonb, ${country ?? null})`);

const skuOf = (tx: Tx, product: string) =>
  valueOf<string>(tx`select min(sku) from product_variants where product_id = ${product}`);

test('items have the price of now, and those that cannot be had a reason', async ({ tx }) => {
  const hat = await addProduct(tx, { title: 'Felt hat', price: '40.00', sizes: ['One'] });
  const draft = await addProduct(tx, { title: 'Secret', status: 'draft' });
  const { product: coat } = await addCountedProduct(tx, { M: 2 });
  const [hatSku, draftSku, coatSku] = [
    await skuOf(tx, hat),
    await skuOf(tx, draft),
    await skuOf(tx, coat),
  ];
  await tx`update product_variants set price_delta = 5 where sku = ${hatSku}`;
  await actAs(tx, null);
  const items = [hatSku.toLowerCase(), draftSku, coatSku, 'NO-SUCH'];
  const { lines, goods, delivery } = await offer(
    tx,
    items.map((sku, n) => ({ sku, quantity: n + 1 })),
  );
  expect(
    lines.map(({ sku, size, price, problem, product }) => [
      ...[sku, size, price, problem, product?.title],
    ]),
  ).toEqual([
    [hatSku, 'One', 45, '', 'Felt hat'],
    [draftSku, null, null, `There is no article ${draftSku}.`, undefined],
    [coatSku, 'M', 20, 'Only 2 left of Test coat, M.', 'Test coat'],
    ['NO-SUCH', null, null, 'There is no article NO-SUCH.', undefined],
  ]);
  expect([goods, delivery]).toEqual([45, null]);
});

test('delivery costs what the checkout would ask, and says where it does not go', async ({
  tx,
}) => {
  const hat = await addProduct(tx, { price: '40.00' });
  await tx`delete from shipping_zones`;
  await tx`delete from tax_rates`;
  await tx`with z as (insert into shipping_zones (name, countries) values ('Near', '{IE}') returning id)
    insert into shipping_methods (zone_id, name, price, free_from) select id, 'Post', 6, 100 from z`;
  const sku = await skuOf(tx, hat);
  await actAs(tx, null);
  const near = await offer(tx, [{ sku, quantity: 2 }], 'Ireland');
  expect(near.delivery).toMatchObject({
    ...{ shipping: 6, total_price: 86, delivery_problem: '', country: 'IE' },
    methods: [{ name: 'Post' }],
  });
  expect((await offer(tx, [{ sku, quantity: 3 }], 'IE')).delivery?.shipping).toBe(0);
  const far = await offer(tx, [{ sku, quantity: 1 }], 'Chile');
  expect(far.delivery?.delivery_problem).toBe('We do not deliver to Chile.');
  const nothing = await offer(tx, [{ sku: 'NO-SUCH', quantity: 1 }], 'Ireland');
  expect([nothing.goods, nothing.delivery]).toEqual([0, null]);
});

test('from one to fifty items are offered', async ({ tx }) => {
  const many = Array.from({ length: 51 }, () => ({ sku: 'A', quantity: 1 }));
  for (const lines of [[], many, {}, 'A', null]) {
    const { detail } = await errorOf(tx, (point) => offer(point, lines));
    expect(detail).toBe('validation_failed');
  }
});
