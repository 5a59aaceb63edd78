import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { actAs, actAsOwner, actAsService, letPass, test, type Tx } from './actors.ts';
import { valueOf, valuesOf } from './answers.ts';
import { expectRefusal } from './refusals.ts';
import { actAsAdministrator, actAsCustomer, addCustomer } from './people.ts';
import { addProduct } from './goods.ts';
import { placeOrder, settle, startPayment, statusOf } from './orders.ts';
import { addCountedProduct, stockOf } from './counted-goods.ts';

const levels = async (tx: Tx, product: string) => {
  const it = await valueOf<{ size: string; level: string }[]>(
    tx`select read_product(${product}) -> 'variants'`,
  );
  return Object.fromEntries(it.map(({ size, level }) => [size, level]));
};
const availabilityOf = (tx: Tx, product: string) =>
  valueOf<string>(tx`select availability as it from products where id = ${product}`);

describe('the variants of a product', () => {
  test('follow its sizes and colours, each with an SKU of its own', async ({ tx }) => {
    const product = await addProduct(tx, { sizes: ['S', 'M'], colors: ['Navy Blue', 'navyblue'] });
    const variants = () =>
      tx<{ sku: string; size: string; archived: boolean }[]>`
          select sku, size, archived_at is not null as archived from product_variants
          where product_id = ${product} order by sku`;
    const skus = (await variants()).map((it) => it.sku);
    expect(new Set(skus).size).toBe(4);
    expect(skus.every((it) => /^HM\d+-NAVYBLUE-[SM](-\d+)?$/.test(it))).toBe(true);
    await tx`update products set sizes = '{S,L}' where id = ${product}`;
    const gone = (await variants()).filter((it) => it.archived).map((it) => it.size);
    expect(gone).toEqual(['M', 'M']);
    await tx`update products set sizes = '{S,M}' where id = ${product}`;
    const back = (await variants()).filter((it) => !it.archived).map((it) => it.sku);
    expect(back).toEqual(skus);
  });

  test('have SKUs with the color names that shoppers read, once they are made', async ({ tx }) => {
    const colors = ['darkseagreen', 'Dark-Slate Grey', 'forestgreen'];
    const product = await addProduct(tx, { sizes: ['6'], colors });
    const skus = () =>
      valuesOf<string>(
        tx`select sku from product_variants where product_id = ${product} order by sku`,
      );
    const made = await skus();
    expect(made.map((it) => it.replace(/^HM\d+-/, ''))).toEqual([
      'FORESTGREEN-6',
      'SAGE-6',
      'SLATE-6',
    ]);
    await tx`update product_variants set sku = 'OLD-DARKSEAGREEN' where sku = ${made[1] ?? ''}`;
    await tx`update products set colors = '{forestgreen}' where id = ${product}`;
    await tx`update products set colors = ${colors} where id = ${product}`;
    expect(await skus()).toContain('OLD-DARKSEAGREEN');
  });

  test('that are added are counted if others are, and begin with no pieces', async ({ tx }) => {
    const policies = async (product: string) =>
      (
        await tx<{ size: string | null; policy: string; on_hand: number }[]>`
          select size, policy, on_hand from product_variants
          where product_id = ${product} and archived_at is null order by size nulls first`
      ).map((it) => [it.size, it.policy, it.on_hand]);
    const { product } = await addCountedProduct(tx, { M: 3 });
    await tx`update products set sizes = '{L,M}' where id = ${product}`;
    expect(await policies(product)).toEqual([
      ['L', 'deny', 0],
      ['M', 'deny', 3],
    ]);
    // The first size of goods that were counted without one.
    const plain = await addProduct(tx);
    await tx`update product_variants set policy = 'backorder' where product_id = ${plain}`;
    await tx`update products set sizes = '{S}' where id = ${plain}`;
    expect(await policies(plain)).toEqual([['S', 'backorder', 0]]);
    const free = await addProduct(tx, { sizes: ['S'] });
    await tx`update products set sizes = '{S,M}' where id = ${free}`;
    expect((await policies(free)).map(([, policy]) => policy)).toEqual(['untracked', 'untracked']);
  });

  test('take a barcode with the right check digit only', async ({ tx }) => {
    const { variant } = await addCountedProduct(tx, { M: 1 });
    const give = (barcode: string) => (point: Tx) =>
      point`update product_variants set barcode = ${barcode} where id = ${variant('M')}`;
    await give('4006381333931')(tx);
    await give('96385074')(tx);
    for (const wrong of ['4006381333932', '12345', '400638133393a']) {
      await expectRefusal(tx, '23514', give(wrong));
    }
  });
});

describe('the ledger', () => {
  test('is the only way to change stock, and is only added to', async ({ tx }) => {
    const { product, variant } = await addCountedProduct(tx, { M: 5 });
    for (const change of [
      (point: Tx) => point`update product_variants set on_hand = 9 where id = ${variant('M')}`,
      (point: Tx) => point`update product_variants set held = 1 where id = ${variant('M')}`,
      (point: Tx) => point`update stock_movements set quantity = 9`,
      (point: Tx) => point`delete from stock_movements`,
    ]) {
      await expectRefusal(tx, '23514', change);
    }
    expect(await stockOf(tx, product)).toEqual([{ size: 'M', onHand: 5, held: 0, ledger: 5 }]);
  });

  test('is written by administrators, by differences, all or none', async ({ tx }) => {
    const { product, variant } = await addCountedProduct(tx, { M: 5, L: 1 });
    const customer = await addCustomer(tx);
    const adjust = (changes: unknown) => (point: Tx) =>
      point`select office.adjust_stock(${JSON.stringify(changes)}::text::jsonb)`;
    const by = (size: string, many: number) => ({
      ...{ variant: variant(size), by: many, reason: 'damaged', note: 'Moths' },
    });
    await actAs(tx, customer);
    await placeOrder(tx, [{ product, quantity: 3, size: 'M' }], '60');
    await expectRefusal(tx, 'not_an_administrator', adjust([by('M', -1)]));
    await actAsAdministrator(tx);
    await expectRefusal(tx, 'stock_too_low', adjust([by('L', -1), by('M', -3)]));
    await adjust([by('M', -1), by('M', -1), by('L', 2)])(tx);
    expect(await stockOf(tx, product)).toEqual([
      { size: 'L', onHand: 3, held: 0, ledger: 3 },
      { size: 'M', onHand: 3, held: 3, ledger: 3 },
    ]);
  });
});

describe('an order', () => {
  test('holds its pieces, and is refused where there are too few', async ({ tx }) => {
    const { product } = await addCountedProduct(tx, { M: 3 });
    const [first, second] = [await addCustomer(tx), await addCustomer(tx)];
    const line = (quantity: number) => ({ product, quantity, size: 'M' });
    await actAs(tx, first);
    // The same variant twice is counted once, with the sum.
    await placeOrder(tx, [line(1), line(1)], '40');
    await actAs(tx, second);
    await expectRefusal(tx, 'out_of_stock', (point) => placeOrder(point, [line(1), line(1)], '40'));
    await placeOrder(tx, [line(1)], '20');
    await actAsOwner(tx);
    expect(await stockOf(tx, product)).toMatchObject([{ onHand: 3, held: 3 }]);
    expect(await availabilityOf(tx, product)).toBe('OutofStock');
  });

  test('names size and colour of what is counted; the rest goes without', async ({ tx }) => {
    const { product } = await addCountedProduct(tx, { M: 3 });
    const plain = await addProduct(tx, { sizes: ['M'] });
    await actAsCustomer(tx);
    await expectRefusal(tx, 'choice_missing', (point) =>
      placeOrder(point, [{ product, quantity: 1 }], '20'),
    );
    await placeOrder(tx, [{ product: plain, quantity: 1 }], '20');
  });

  test('takes over what an unpaid order of the same shopper holds', async ({ tx }) => {
    const { product } = await addCountedProduct(tx, { M: 2 });
    await actAsCustomer(tx);
    await placeOrder(tx, [{ product, quantity: 2, size: 'M' }], '40');
    await placeOrder(tx, [{ product, quantity: 1, size: 'M' }], '20');
    expect(await stockOf(tx, product)).toMatchObject([{ onHand: 2, held: 1 }]);
  });

  test('costs what its variant costs more', async ({ tx }) => {
    const { product, variant } = await addCountedProduct(tx, { M: 2, XL: 2 });
    await tx`update product_variants set price_delta = 4.5 where id = ${variant('XL')}`;
    await actAsCustomer(tx);
    const lines = [
      { product, quantity: 1, size: 'M' },
      { product, quantity: 2, size: 'XL' },
    ];
    await expectRefusal(tx, 'amount_differs', (point) => placeOrder(point, lines, '60'));
    expect((await placeOrder(tx, lines, '69')).total_price).toBe('69.00');
  });
});

describe('what an order holds', () => {
  /** An order of both pieces, and a payment of it. */
  async function ordered(tx: Tx, given: { policy?: 'deny' | 'backorder' } = {}) {
    const goods = await addCountedProduct(tx, { M: 2 }, given.policy);
    const customer = await actAsCustomer(tx);
    const order = await placeOrder(tx, [{ product: goods.product, quantity: 2, size: 'M' }], '40');
    await actAsOwner(tx);
    const reference = await startPayment(tx, order.id);
    return { ...goods, customer, order, reference };
  }
  const expire = (tx: Tx) => letPass(tx, '1 day');
  const release = async (tx: Tx) => {
    await actAsService(tx);
    await tx`select release_expired_holds()`;
    await actAsOwner(tx);
  };
  const held = async (tx: Tx, product: string) => (await stockOf(tx, product))[0]?.held;

  test('stays until it is sent once it is paid', async ({ tx }) => {
    const { product, reference } = await ordered(tx);
    expect(await settle(tx, reference, 4000)).toBe('paid');
    await expire(tx);
    await release(tx);
    expect(await held(tx, product)).toBe(2);
  });

  test('is told to its customer while it lasts, for the time of the setting', async ({ tx }) => {
    await tx`update shop_settings set value = '45' where name = 'hold_minutes'`;
    const { customer, order, reference } = await ordered(tx);
    const minutes = () =>
      valueOf(tx`select extract(epoch from hold_end_of(${order.id}) - now())::int / 60`);
    await actAs(tx, customer);
    expect(await minutes()).toBe(45);
    await actAsCustomer(tx);
    expect(await minutes()).toBeNull();
    await actAsOwner(tx);
    await expire(tx);
    expect(await minutes()).toBeNull();
    await settle(tx, reference, 4000);
    expect(await minutes()).toBeNull();
  });

  test('ends after its time, when the order is cancelled, deleted or refunded', async ({ tx }) => {
    const late = await ordered(tx);
    await release(tx);
    expect(await held(tx, late.product)).toBe(2);
    await expire(tx);
    await release(tx);
    expect(await held(tx, late.product)).toBe(0);

    const cancelled = await ordered(tx);
    await actAs(tx, cancelled.customer);
    await tx`select cancel_order(${cancelled.order.id})`;
    await actAsOwner(tx);
    expect(await held(tx, cancelled.product)).toBe(0);

    const [refunded, refund] = [await ordered(tx), randomUUID()];
    await settle(tx, refunded.reference, 4000);
    await tx`select start_refund(${refund}, ${refunded.reference}, 4000, 'USD', null)`;
    await tx`select update_refund(${refund}, 'processed')`;
    expect(await held(tx, refunded.product)).toBe(0);

    const deleted = await ordered(tx);
    await tx`delete from orders where id = ${deleted.order.id}`;
    expect(await held(tx, deleted.product)).toBe(0);
  });

  test('is taken again by a late payment, or the order is Held if sold', async ({ tx }) => {
    const lucky = await ordered(tx);
    await expire(tx);
    await release(tx);
    expect(await settle(tx, lucky.reference, 4000)).toBe('paid');
    expect(await held(tx, lucky.product)).toBe(2);

    const unlucky = await ordered(tx);
    await expire(tx);
    await release(tx);
    await actAsCustomer(tx);
    await placeOrder(tx, [{ product: unlucky.product, quantity: 1, size: 'M' }], '20');
    await actAsOwner(tx);
    expect(await settle(tx, unlucky.reference, 4000)).toBe('held');
    expect(await held(tx, unlucky.product)).toBe(1);
    expect(await statusOf(tx, unlucky.order.id)).toBe('Held');
  });

  test('may be more than there is where a variant is sold without stock', async ({ tx }) => {
    const { product } = await ordered(tx, { policy: 'backorder' });
    await actAsCustomer(tx);
    await placeOrder(tx, [{ product, quantity: 5, size: 'M' }], '100');
    await actAsOwner(tx);
    expect(await stockOf(tx, product)).toMatchObject([{ onHand: 2, held: 7 }]);
    expect(await availabilityOf(tx, product)).toBe('InStock');
  });
});

test('shoppers see in, out or how few are left, and pages are purged with it', async ({ tx }) => {
  const { product } = await addCountedProduct(tx, { M: 6, L: 0 });
  const changes = async () =>
    (await tx`select 1 from catalogue_changes where tag = ${`product:${product}`}`).length;
  const sells = async (quantity: number) => {
    await actAsCustomer(tx);
    await placeOrder(tx, [{ product, quantity, size: 'M' }], String(20 * quantity));
    await actAsOwner(tx);
  };
  expect(await levels(tx, product)).toEqual({ M: 'in', L: 'out' });
  const before = await changes();
  await sells(2);
  expect(await changes()).toBe(before);
  await sells(2);
  expect(await levels(tx, product)).toEqual({ M: '2', L: 'out' });
  expect(await changes()).toBe(before + 1);
  await sells(2);
  expect(await levels(tx, product)).toEqual({ M: 'out', L: 'out' });
  expect(await availabilityOf(tx, product)).toBe('OutofStock');
  // The word for the product follows from its stock, whoever sets it.
  await tx`update products set availability = 'InStock' where id = ${product}`;
  expect(await availabilityOf(tx, product)).toBe('OutofStock');
});
