import { describe, expect } from 'vitest';
import { actAs, actAsOwner, test as base, type Tx } from './actors.ts';
import { valueOf } from './answers.ts';
import { actAsCustomer, addAdministrator } from './people.ts';
import { remove } from './goods.ts';
import { pay, placeOrder, settle, startPayment } from './orders.ts';
import { wrongStock } from '../../tools/prove/books.ts';
import { addCountedProduct, receive, stockOf } from './counted-goods.ts';

const test = base.extend('shop', async ({ tx }) => {
  const { product, variant } = await addCountedProduct(tx, { L: 1, M: 5 });
  const administrator = await addAdministrator(tx);
  /** Places an order of so many pieces of size M. */
  const order = async (quantity: number, paid?: 'paid') => {
    await actAsCustomer(tx);
    const { id } = await placeOrder(tx, [{ product, quantity, size: 'M' }], 20 * quantity);
    await actAsOwner(tx);
    if (paid) await pay(tx, id, 2000 * quantity);
    return id;
  };
  /** Deletes a record as an administrator, and returns what restores it. */
  const deleted = async (kind: 'products' | 'orders', id: string) => {
    await actAs(tx, administrator);
    const trash = await remove(tx, kind, id);
    await actAsOwner(tx);
    return async () => {
      await actAs(tx, administrator);
      const [{ it } = { it: null }] = await tx<{ it: { missing: object[] } }[]>`
        select office.restore_trash(${[trash]}::uuid[]) as it`;
      await actAsOwner(tx);
      expect(await wrongStock(tx)).toEqual([]);
      return it?.missing;
    };
  };
  const availability = () =>
    valueOf<string>(tx`select availability from products where id = ${product}`);
  return { administrator, product, variant, order, deleted, availability };
});

const variantsOf = async (tx: Tx, product: string) => [
  ...(await tx`select id, size, sku, barcode, price_delta, policy, on_hand, held, number
    from product_variants where product_id = ${product} order by size`),
];

describe('a deleted product comes back', () => {
  test('with its variants, ledger, and what open orders hold', async ({ tx, shop }) => {
    const { product, variant, order, deleted } = shop;
    await tx`update product_variants set sku = 'OWN-SKU', barcode = '4006381333931', price_delta = 3
        where id = ${variant('L')}`;
    await order(1, 'paid');
    const unpaid = await order(1);
    const paidMeanwhile = await order(1);
    const cancelled = await order(1);
    const before = await variantsOf(tx, product);
    expect(before).toMatchObject([{ sku: 'OWN-SKU' }, { on_hand: 5, held: 4 }]);

    const restore = await deleted('products', product);
    await settle(tx, await startPayment(tx, paidMeanwhile), 2000);
    await tx`update orders set status = 'Cancelled' where id = ${cancelled}`;
    await restore();

    expect(await variantsOf(tx, product)).toEqual([before[0], { ...before[1], held: 3 }]);
    const holds = await tx`select order_id from stock_holds
        where variant_id = ${variant('M')} and expires_at is not null`;
    expect(holds).toEqual([{ order_id: unpaid }]);
  });

  test('with what there is, when more was sent than there was', async ({ tx, shop }) => {
    const { administrator, product, variant, order, deleted } = shop;
    await tx`update product_variants set policy = 'backorder' where id = ${variant('M')}`;
    const sent = await order(8, 'paid');
    const restore = await deleted('products', product);
    await actAs(tx, administrator);
    await tx`select office.send_orders(${[sent]}::uuid[])`;
    await restore();
    expect((await stockOf(tx, product))[1]).toMatchObject({ onHand: 0, held: 0, ledger: 0 });
  });

  test('without the pieces that were sent meanwhile', async ({ tx, shop }) => {
    const { administrator, product, variant, order, deleted } = shop;
    const sent = await order(1, 'paid');
    const toSend = await order(1, 'paid');
    const restore = await deleted('products', product);
    await actAs(tx, administrator);
    await tx`select office.send_orders(${[sent]}::uuid[])`;
    await actAsOwner(tx);
    await restore();
    expect((await stockOf(tx, product))[1]).toMatchObject({ onHand: 4, held: 1, ledger: 4 });
    expect(
      await tx`select order_id, quantity, reason from stock_movements
          where variant_id = ${variant('M')} and order_id is not null`,
    ).toEqual([{ order_id: sent, quantity: -1, reason: 'sent' }]);
    expect(
      await valueOf(tx`select order_id from stock_holds where variant_id = ${variant('M')}`),
    ).toBe(toSend);
  });

  test('with the pieces that customers sent back meanwhile', async ({ tx, shop }) => {
    const { administrator, product, order, deleted } = shop;
    const sent = await order(2, 'paid');
    const customer = await valueOf<string>(tx`select user_id from orders where id = ${sent}`);
    await actAs(tx, administrator);
    await tx`select office.send_orders(${[sent]}::uuid[])`;
    await actAs(tx, customer);
    const back = await valueOf<string>(tx`
        select request_return(${sent}, (select jsonb_agg(jsonb_build_object('item', id, 'quantity', 2))
          from order_items where order_id = ${sent}), '')`);
    const restore = await deleted('products', product);
    await actAs(tx, administrator);
    await tx`select office.change_return(${back}, 'approved')`;
    await tx`select office.change_return(${back}, 'received', null, (
        select jsonb_agg(jsonb_build_object('item', order_item_id, 'received', 2, 'restocked', 1))
        from return_lines where return_id = ${back}))`;
    await restore();
    expect((await stockOf(tx, product))[1]).toMatchObject({ onHand: 4, held: 0, ledger: 4 });
  });

  test('with another SKU and no barcode where those are taken by now', async ({ tx, shop }) => {
    const { product, variant, deleted } = shop;
    await tx`update product_variants set sku = 'OWN-SKU', barcode = '4006381333931' where id = ${variant('L')}`;
    const restore = await deleted('products', product);
    const other = await addCountedProduct(tx, { L: 1 });
    await tx`update product_variants set sku = 'OWN-SKU', barcode = '4006381333931' where id = ${other.variant('L')}`;
    await restore();
    const [large] = await variantsOf(tx, product);
    expect(large).toMatchObject({ id: variant('L'), barcode: null, on_hand: 1 });
    expect(large?.['sku']).toMatch(/^OWN-SKU-\d+$/);
  });

  test('in stock when what made it sold out has ended', async ({ tx, shop }) => {
    const { product, order, deleted, availability } = shop;
    await tx`update product_variants set policy = 'untracked' where size = 'L' and product_id = ${product}`;
    await tx`update products set sizes = '{M}' where id = ${product}`;
    const last = await order(5);
    expect(await availability()).toBe('OutofStock');
    const restore = await deleted('products', product);
    await tx`update orders set status = 'Cancelled' where id = ${last}`;
    await restore();
    expect(await availability()).toBe('InStock');
  });
});

describe('a deleted order', () => {
  test('that was paid holds its pieces again where they are still there', async ({ tx, shop }) => {
    const { administrator, product, variant, order, deleted } = shop;
    const [paid, unpaid] = [await order(3, 'paid'), await order(2)];
    const restorePaid = await deleted('orders', paid);
    const restoreUnpaid = await deleted('orders', unpaid);
    const held = async () => (await stockOf(tx, product))[1]?.held;
    expect(await held()).toBe(0);
    await restorePaid();
    expect(await held()).toBe(3);
    await restoreUnpaid();
    expect(await held()).toBe(3);

    const again = await deleted('orders', paid);
    await order(4);
    // One is left of three.
    expect(await again()).toMatchObject([
      { order: paid, title: 'Test coat', size: 'M', quantity: 2 },
    ]);
    expect(await held()).toBe(5);
    await actAs(tx, administrator);
    expect(await valueOf(tx`select office.send_orders(${[paid]}::uuid[])`)).toBe(0);
    await actAsOwner(tx);
    await receive(tx, variant('M'), 2);
    await actAs(tx, administrator);
    expect(await valueOf(tx`select office.send_orders(${[paid]}::uuid[])`)).toBe(1);
  });

  test('two deleted orders share what is left; only one is sent', async ({ tx, shop }) => {
    const { administrator, order, deleted, product, variant } = shop;
    const both = [await order(2, 'paid'), await order(2, 'paid')];
    const restores = [];
    for (const it of both) restores.push(await deleted('orders', it));
    await receive(tx, variant('M'), -2);
    for (const restore of restores) await restore();
    await actAs(tx, administrator);
    expect(await valueOf(tx`select office.send_orders(${both}::uuid[])`)).toBe(1);
    expect((await stockOf(tx, product))[1]).toMatchObject({ onHand: 1, held: 1 });
  });

  test.for([
    ['orders', 'products', 'orders', 'products'],
    ['orders', 'products', 'products', 'orders'],
    ['products', 'orders', 'orders', 'products'],
    ['products', 'orders', 'products', 'orders'],
  ] as const)(
    'holds its pieces again whatever comes back first: %s and %s, then %s and %s',
    async ([first, second, third, fourth], { tx, shop: { product, order, deleted } }) => {
      const ids = { orders: await order(3, 'paid'), products: product };
      const restores = {
        [first]: await deleted(first, ids[first]),
        [second]: await deleted(second, ids[second]),
      };
      await restores[third]?.();
      await restores[fourth]?.();
      expect((await stockOf(tx, product))[1]).toMatchObject({ onHand: 5, held: 3 });
    },
  );

  test('that held nothing takes nothing when it comes back', async ({ tx, shop }) => {
    const { product, order, deleted } = shop;
    await tx`update product_variants set policy = 'untracked' where product_id = ${product}`;
    const old = await order(2, 'paid');
    await tx`update product_variants set policy = 'deny' where product_id = ${product}`;
    const restore = await deleted('orders', old);
    await restore();
    expect((await stockOf(tx, product))[1]?.held).toBe(0);
  });
});
