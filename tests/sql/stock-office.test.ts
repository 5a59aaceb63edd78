import { describe, expect } from 'vitest';
import { actAs, actAsOwner, asOwner, test as base, type Tx } from './actors.ts';
import { rowOf, valueOf } from './answers.ts';
import { expectRefusal } from './refusals.ts';
import { actAsCustomer, addAdministrator } from './people.ts';
import { addProduct } from './goods.ts';
import { placeOrder } from './orders.ts';
import { addCountedProduct, stockOf } from './counted-goods.ts';

/** Counted goods, and an administrator who saves variants of them. */
const test = base.extend('office', async ({ tx }) => {
  const goods = await addCountedProduct(tx, { L: 1, M: 5 });
  const administrator = await addAdministrator(tx);
  const save = (variants: object[]) => async (point: Tx) => {
    await actAs(point, administrator);
    await point`select office.save_variants(${goods.product}, ${JSON.stringify(variants)}::text::jsonb, 'counted')`;
    await actAsOwner(point);
  };
  return { ...goods, administrator, save };
});

/** Makes the last change an old one, since all of a test happens at one time. */
const age = (tx: Tx, id: string) =>
  tx`
  alter table product_variants disable trigger product_variants_set_updated_at;
  update product_variants set updated_at = '2026-01-01' where id = '${tx.unsafe(id)}';
  alter table product_variants enable trigger product_variants_set_updated_at`.simple();
const isOld = (tx: Tx, id: string) =>
  valueOf<boolean>(tx`
    select updated_at = '2026-01-01' as it from product_variants where id = ${id}`);

describe('variants in the office', () => {
  test('change with their fields or archiving, not by sales and stock', async ({ tx, office }) => {
    const { product, variant, save } = office;
    const id = variant('M');
    await age(tx, id);
    await save([{ id, by: 2 }])(tx);
    await actAsCustomer(tx);
    await placeOrder(tx, [{ product, quantity: 1, size: 'M' }], '20');
    await actAsOwner(tx);
    expect(await isOld(tx, id)).toBe(true);
    for (const fields of [
      { sku: 'OWN-SKU' },
      { barcode: '96385074' },
      { price_delta: 1 },
      { policy: 'backorder' },
    ]) {
      await age(tx, id);
      await save([{ id, ...fields }])(tx);
      expect(await isOld(tx, id), JSON.stringify(fields)).toBe(false);
    }
    await age(tx, id);
    await tx`update products set sizes = '{L}' where id = ${product}`;
    expect(await isOld(tx, id)).toBe(false);
  });

  test('are saved together or not at all; wrong rows are named', async ({ tx, office }) => {
    const { product, variant, save } = office;
    const [l, m] = [variant('L'), variant('M')];
    const old = { known: '2026-01-01', sku: 'OWN-SKU' };
    await expectRefusal(
      tx,
      'changed_meanwhile',
      save([
        { id: l, by: 3 },
        { id: m, ...old },
      ]),
    );
    await expectRefusal(
      tx,
      'stock_too_low',
      save([
        { id: l, by: 3 },
        { id: m, by: -6 },
      ]),
    );
    const elsewhere = await addCountedProduct(tx, { M: 1 });
    await expectRefusal(tx, 'validation_failed', save([{ id: elsewhere.variant('M'), by: 1 }]));
    // More is held than there is while it may be sold without stock.
    await save([{ id: m, policy: 'backorder' }])(tx);
    await actAsCustomer(tx);
    await placeOrder(tx, [{ product, quantity: 7, size: 'M' }], '140');
    await actAsOwner(tx);
    await expectRefusal(tx, 'stock_too_low', save([{ id: m, policy: 'deny', by: 1 }]));
    await save([{ id: m, policy: 'deny', by: 2 }])(tx);
    expect(await stockOf(tx, product)).toEqual([
      { size: 'L', onHand: 1, held: 0, ledger: 1 },
      { size: 'M', onHand: 7, held: 7, ledger: 7 },
    ]);
    await save([{ id: m, policy: 'backorder', by: -7 }])(tx);
    expect(await stockOf(tx, product)).toMatchObject([{}, { onHand: 0, held: 7 }]);
  });

  test('cost nothing at least, whoever changes the product price', async ({ tx, office }) => {
    const { product, variant, save } = office;
    await expectRefusal(tx, 'validation_failed', save([{ id: variant('L'), price_delta: -20.01 }]));
    await save([{ id: variant('L'), price_delta: -20 }])(tx);
    const cheaper = (point: Tx) => point`update products set price = 19.99 where id = ${product}`;
    await expectRefusal(tx, 'price_too_low', cheaper);
    await tx`update products set price = 21 where id = ${product}`;
    await tx`update products set price = 20 where id = ${product}`;
  });

  test('that come back after the price fell cost nothing at least', async ({ tx, office }) => {
    const { product, variant, save } = office;
    await save([
      { id: variant('L'), price_delta: -15 },
      { id: variant('M'), price_delta: -5 },
    ])(tx);
    const saveSizes = (sizes: string[]) =>
      tx`update products set sizes = ${sizes} where id = ${product}`;
    await saveSizes(['S']);
    await tx`update products set price = 10 where id = ${product}`;
    await saveSizes(['L', 'M']);
    expect(
      await tx`select size, price_delta::float as delta from product_variants
          where product_id = ${product} and archived_at is null order by size`,
    ).toEqual([
      { size: 'L', delta: 0 },
      { size: 'M', delta: -5 },
    ]);
  });

  test('that are gone change no price where nothing is chosen', async ({ tx }) => {
    const product = await addProduct(tx);
    await tx`update product_variants set price_delta = 3 where product_id = ${product}`;
    await actAsCustomer(tx);
    await placeOrder(tx, [{ product, quantity: 1 }], '23');
    await asOwner(tx, () => tx`update products set sizes = '{S,M}' where id = ${product}`);
    await tx`select add_to_cart(${product}, 1)`;
    expect(await valueOf(tx`select read_cart() #>> '{0,product,price}' as price`)).toBe('20.00');
    await placeOrder(tx, [{ product, quantity: 1 }], '20');
  });

  test('that are new are counted like the others, so sold out stays sold out', async ({ tx }) => {
    const { product } = await addCountedProduct(tx, { M: 0 });
    const availability = () => tx`select availability from products where id = ${product}`;
    expect(await rowOf(availability())).toEqual({ availability: 'OutofStock' });
    await tx`update products set sizes = '{M,L}' where id = ${product}`;
    expect(await rowOf(availability())).toEqual({ availability: 'OutofStock' });
    await tx`update product_variants set policy = 'untracked' where product_id = ${product} and size = 'L'`;
    expect(await rowOf(availability())).toEqual({ availability: 'InStock' });
  });

  test('leave an audit entry that names the variant; stock leaves none', async ({ tx, office }) => {
    const { product, variant, save, administrator } = office;
    await tx`update products set title = 'Parka', colors = '{navy}' where id = ${product}`;
    const id = await valueOf<string>(tx`
        select id from product_variants where product_id = ${product} and size = 'M' and color = 'navy'`);
    const last = await valueOf<string>(tx`select max(id) as id from audit_log`);
    await save([
      { id, policy: 'backorder', price_delta: 2 },
      { id: variant('L'), by: 4 },
    ])(tx);
    const entries = await tx`
        select actor_id, action, record_id, label, before, after from audit_log
        where id > ${last} and table_name = 'product_variants'`;
    expect(entries).toEqual([
      {
        ...{ actor_id: administrator, action: 'update', record_id: id, label: 'Parka, M, navy' },
        before: { policy: 'deny', price_delta: 0 },
        after: { policy: 'backorder', price_delta: 2 },
      },
    ]);
  });
});

test('few_left purges the pages on which it changes the word, and no others', async ({ tx }) => {
  const [four, nine] = [
    await addCountedProduct(tx, { M: 4 }),
    await addCountedProduct(tx, { M: 9 }),
  ];
  await addCountedProduct(tx, { M: 4 }, 'backorder');
  await addProduct(tx, { sizes: ['M'] });
  const purged = async (bound: number) => {
    const last = await valueOf<string>(tx`select max(id) as id from catalogue_changes`);
    await tx`update shop_settings set value = ${bound} where name = 'few_left'`;
    const rows = await tx<{ tag: string }[]>`
      select tag from catalogue_changes where id > ${last} and tag like 'product%'`;
    return rows.map(({ tag }) => tag).sort();
  };
  await tx`update product_variants set policy = 'untracked'
      where product_id <> all(${[four.product, nine.product]}) and policy = 'deny'`;
  expect(await purged(4)).toEqual([`product:${four.product}`]);
  expect(await purged(8)).toEqual([]);
  expect(await purged(9)).toEqual([`product:${nine.product}`]);
  expect(await purged(3)).toEqual([`product:${four.product}`, `product:${nine.product}`].sort());
  await tx`update shop_settings set value = '9' where name = 'running_low'`;
  expect(await purged(3)).toEqual([]);
});
