import { describe, expect } from 'vitest';
import type { ImportedRow } from '#shared/schemas/product-files.ts';
import { actAsOwner, test as base, type Tx } from './actors.ts';
import { rowOf, valueOf } from './answers.ts';
import { expectRefusal } from './refusals.ts';
import { actAsAdministrator, actAsCustomer } from './people.ts';
import { addCountedProduct, stockOf } from './counted-goods.ts';

type Row = Readonly<Record<string, unknown>> & { readonly sku: string };

/** A product with 5 pieces of M and none of L, for an administrator who has its file. */
const test = base.extend('shop', async ({ tx }) => {
  const { product, variant } = await addCountedProduct(tx, { M: 5, L: 0 });
  await actAsAdministrator(tx);
  const exported = await tx<{ sku: string; size: string; stock: number; version: string }[]>`
    select sku, size, stock, version from office.export_variants(${[product]}::uuid[])`;
  const rowOf = (size: string): Row => {
    const { sku = '', stock, version } = exported.find((it) => it.size === size) ?? {};
    return { line: size === 'M' ? 2 : 3, sku, stock, version };
  };
  expect(exported.map((it) => it.size)).toEqual(['M', 'L']);
  return { product, variant, medium: rowOf('M'), large: rowOf('L') };
});

const take = (tx: Tx, rows: readonly Row[], dry = false) =>
  valueOf<ImportedRow[]>(tx`
      select office.import_stock(${tx.json(JSON.parse(JSON.stringify(rows)))}, ${dry}) as it`);
const pieces = async (tx: Tx, product: string) =>
  Object.fromEntries((await stockOf(tx, product)).map((it) => [it.size, it.onHand]));

describe('a file of stock', () => {
  test('says what it would change, and does so with a ledger row', async ({ tx, shop }) => {
    const { product, variant, medium, large } = shop;
    const rows = [
      { ...medium, stock: 7, priceDelta: 1.5, barcode: '2990000000002' },
      { ...large, stock: 0, policy: 'backorder' },
    ];
    const dry = await take(tx, rows, true);
    expect(dry.map((it) => [it.row, it.action, it.changes])).toEqual([
      [
        2,
        'update',
        [
          { field: 'Barcode', before: null, after: '2990000000002' },
          { field: 'Price difference', before: '0.00', after: '1.50' },
          { field: 'Stock', before: '5', after: '7' },
        ],
      ],
      [3, 'update', [{ field: 'Policy', before: 'deny', after: 'backorder' }]],
    ]);
    expect(await pieces(tx, product)).toEqual({ L: 0, M: 5 });
    expect(await take(tx, rows)).toEqual(dry);
    expect(await pieces(tx, product)).toEqual({ L: 0, M: 7 });
    expect(
      await tx`select quantity, reason, actor_id is not null as named from stock_movements
          where variant_id = ${variant('M')} order by id desc limit 1`,
    ).toEqual([{ quantity: 2, reason: 'counted', named: true }]);
    expect(
      await tx`select size, barcode, price_delta, policy from product_variants
          where product_id = ${product} order by size`,
    ).toEqual([
      { size: 'L', barcode: null, price_delta: '0', policy: 'backorder' },
      { size: 'M', barcode: '2990000000002', price_delta: '1.5', policy: 'deny' },
    ]);
  });

  test('keeps what was sold since, and is not taken over another count', async ({ tx, shop }) => {
    const { product, variant, medium, large } = shop;
    await actAsOwner(tx);
    await tx`insert into stock_movements (variant_id, quantity, reason, order_id)
        values (${variant('M')}, -2, 'sent', gen_random_uuid())`;
    await actAsAdministrator(tx);
    await take(tx, [{ ...medium, stock: 9 }]);
    expect(await pieces(tx, product)).toEqual({ L: 0, M: 7 });
    const [again] = await take(tx, [{ ...medium, stock: 9 }, large]);
    expect(again?.problems.map((it) => it.field)).toEqual(['Version']);
    expect(await pieces(tx, product)).toEqual({ L: 0, M: 7 });
    // Without a version it is the stock that was counted now.
    await take(tx, [{ line: 2, sku: medium.sku, stock: 4 }]);
    expect(await pieces(tx, product)).toEqual({ L: 0, M: 4 });
  });

  test('is taken whole or not at all, and names each wrong row', async ({ tx, shop }) => {
    const { product, variant, medium, large } = shop;
    await actAsOwner(tx);
    const other = await addCountedProduct(tx, { S: 1 });
    await tx`update product_variants set barcode = '96385074' where id = ${other.variant('S')}`;
    const order = await valueOf<string>(tx`
        insert into orders (firstname, lastname, email, phone, address, country, total_price)
        values ('A', 'B', 'a@b.example', '1', 'C', 'D', 20) returning id`);
    await tx`insert into stock_holds values (${order}, ${variant('M')}, 3, null)`;
    await actAsAdministrator(tx);
    const sku = (it: Row) => ({ line: it['line'], sku: it.sku });
    for (const [row, field] of [
      [{ line: 3, sku: 'NO-SUCH-SKU' }, 'SKU'],
      [{ ...sku(medium), line: 3 }, 'SKU'],
      [{ ...sku(large), barcode: '2000000000016' }, 'Barcode'],
      [{ ...sku(large), barcode: '96385074' }, 'Barcode'],
      [{ ...sku(large), priceDelta: -20.01 }, 'Price difference'],
      [{ ...sku(large), priceDelta: 999_999_980 }, 'Price difference'],
      [{ ...large, version: 'v00000000.0.0', stock: 1 }, 'Version'],
    ] as const) {
      const results = await take(tx, [{ ...medium, stock: 50 }, row]);
      const wrong = results.filter((it) => it.action === 'wrong');
      expect(wrong.at(-1)?.problems[0]?.field, JSON.stringify(row)).toBe(field);
    }
    for (const [stock, policy] of [
      [2, 'deny'],
      [-1, 'backorder'],
    ]) {
      const [held] = await take(tx, [{ ...sku(medium), stock, policy }]);
      expect(held?.problems[0]?.field).toBe('Stock');
    }
    expect(await pieces(tx, product)).toEqual({ L: 0, M: 5 });
    // More than its holds while it may be oversold, and as many as it needs once it may not.
    await take(tx, [{ ...sku(medium), stock: 0, policy: 'backorder' }]);
    await take(tx, [{ ...sku(medium), stock: 3, policy: 'deny' }]);
    expect(await pieces(tx, product)).toEqual({ L: 0, M: 3 });
  });

  test('may exchange barcodes, and restores zeros a spreadsheet took', async ({ tx, shop }) => {
    const { product, medium, large } = shop;
    const codes = async () =>
      (
        await tx`select barcode from product_variants where product_id = ${product} order by size`
      ).map((it) => it['barcode']);
    const give = (first: string | null, second: string | null) =>
      take(tx, [
        { line: 2, sku: medium.sku, barcode: first },
        { line: 3, sku: large.sku, barcode: second },
      ]);
    await give('0012345678905', '96385074');
    await give('12345678905', '96385074');
    expect(await codes()).toEqual(['96385074', '0012345678905']);
    await give('96385074', '0012345678905');
    expect(await codes()).toEqual(['0012345678905', '96385074']);
    await give(null, null);
    expect(await codes()).toEqual([null, null]);
  });
});

describe('the policy of many products', () => {
  test('is set for all variants, unless orders hold more', async ({ tx, shop }) => {
    const { product, variant } = shop;
    const set = (policy: string) => (t: Tx) =>
      t`select office.set_products_policy(${[product]}::uuid[], ${policy}::stock_policy) as n`;
    expect(await rowOf(set('backorder')(tx))).toEqual({ n: 1 });
    expect(
      await valueOf(tx`select distinct policy from product_variants where product_id = ${product}`),
    ).toBe('backorder');
    await actAsOwner(tx);
    const order = await valueOf<string>(tx`
        insert into orders (firstname, lastname, email, phone, address, country, total_price)
        values ('A', 'B', 'a@b.example', '1', 'C', 'D', 20) returning id`);
    await tx`insert into stock_holds values (${order}, ${variant('L')}, 1, null)`;
    await actAsAdministrator(tx);
    await expectRefusal(tx, 'stock_too_low', set('deny'));
    expect(await rowOf(set('untracked')(tx))).toEqual({ n: 1 });
    await actAsCustomer(tx);
    await expectRefusal(tx, 'not_an_administrator', set('deny'));
  });
});
