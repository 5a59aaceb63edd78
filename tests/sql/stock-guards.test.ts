import { expect } from 'vitest';
import { actAs, actAsOwner, actAsService, letPass, test as base, type Tx } from './actors.ts';
import { rowOf, valueOf } from './answers.ts';
import { expectRefusal } from './refusals.ts';
import { actAsCustomer, addAdministrator, addCustomer } from './people.ts';
import { placeOrder, startPayment } from './orders.ts';
import { addCountedProduct, heldOf, stockOf } from './counted-goods.ts';
import { addVoucher, orderWith } from './voucher-orders.ts';

const address = { address: '4 Mill Lane', country: 'Ireland' };

/** Two pieces of a product, and a customer. */
const test = base.extend('shop', async ({ tx }) => {
  const { product, variant } = await addCountedProduct(tx, { M: 2 });
  return {
    product,
    variant: variant('M'),
    order: async (quantity: number) => {
      await actAsCustomer(tx);
      const { id } = await placeOrder(tx, [{ product, quantity, size: 'M' }], 20 * quantity);
      await actAsOwner(tx);
      return id;
    },
    held: () => heldOf(tx, product),
    endHolds: async () => {
      await letPass(tx, '1 day');
      await actAsService(tx);
      await tx`select release_expired_holds()`;
      await actAsOwner(tx);
    },
  };
});

test('no statement oversells, whatever function forgets to ask', async ({ tx, shop }) => {
  const { variant, order } = shop;
  const id = await order(1);
  for (const change of [
    (point: Tx) =>
      point`insert into stock_movements (variant_id, quantity, reason) values (${variant}, -2, 'damaged')`,
    (point: Tx) => point`with gone as (delete from stock_holds where order_id = ${id} returning *)
        insert into stock_holds select order_id, variant_id, 3 from gone`,
  ]) {
    await expectRefusal(tx, '23514', change);
  }
});

test('neither stock nor holds fall below zero, even if sold without stock', async ({ tx }) => {
  const { variant } = await addCountedProduct(tx, { M: 1 }, 'backorder');
  // Another trigger refuses stock that is written past the ledger; the constraints hold without it too.
  await tx`alter table product_variants disable trigger product_variants_guard_stock`;
  for (const [change, constraint] of [
    [
      (point: Tx) => point`insert into stock_movements (variant_id, quantity, reason)
          values (${variant('M')}, -2, 'damaged')`,
      'product_variants_on_hand_check',
    ],
    [
      (point: Tx) => point`update product_variants set held = -1 where id = ${variant('M')}`,
      'product_variants_held_check',
    ],
  ] as const) {
    await expect(tx.savepoint(change)).rejects.toMatchObject({ constraint_name: constraint });
  }
});

test('no two variants have one SKU or barcode', async ({ tx }) => {
  const { variant } = await addCountedProduct(tx, { L: 1, M: 1 });
  for (const column of ['sku', 'barcode']) {
    const values = column === 'sku' ? ['TWICE-1', 'TWICE-1'] : ['4006381333931', '4006381333931'];
    const change = (point: Tx) => point`
        update product_variants set ${point(column)} = new.value
        from unnest(${[variant('L'), variant('M')]}::uuid[], ${values}::text[]) new (id, value)
        where product_variants.id = new.id`;
    await expect(tx.savepoint(change)).rejects.toMatchObject({
      constraint_name: `product_variants_${column}_key`,
    });
  }
});

test('an order set to Paid by hand takes its pieces, or is refused', async ({ tx, shop }) => {
  const { order, held, endHolds } = shop;
  const [first, second] = [await order(1), await order(1)];
  await endHolds();
  expect(await held()).toBe(0);
  const pay = (id: string) => (point: Tx) =>
    point`update orders set status = 'Paid' where id = ${id}`;
  await pay(first)(tx);
  expect(await held()).toBe(1);
  await order(1);
  await expectRefusal(tx, 'out_of_stock', pay(second));
});

test('another payment attempt holds the pieces again, if there', async ({ tx, shop }) => {
  const { order, held, endHolds } = shop;
  const id = await order(2);
  await endHolds();
  await startPayment(tx, id, `${id}.2`);
  expect(await held()).toBe(2);
  await endHolds();
  await order(1);
  const again = (point: Tx) => startPayment(point, id, `${id}.3`);
  await expectRefusal(tx, 'out_of_stock', again);
});

test('returning to a checkout holds its pieces again, if there', async ({ tx, shop }) => {
  const { product, order, held, endHolds } = shop;
  const customer = await addCustomer(tx, address);
  const checkOut = async (point: Tx) => {
    await actAs(point, customer);
    const lines = JSON.stringify([{ product, quantity: 2, size: 'M' }]);
    const id = await valueOf<string>(point`
          select place_order_to_pay(${lines}::text::jsonb, 40, 'ida@test.example', null, '{"checkout": true}') #>> '{order,id}' as id`);
    await actAsOwner(point);
    return id;
  };
  const id = await checkOut(tx);
  await endHolds();
  expect(await checkOut(tx)).toBe(id);
  expect(await held()).toBe(2);
  await endHolds();
  await order(1);
  await expectRefusal(tx, 'out_of_stock', checkOut);
});

test('a size that a counted product has no longer is refused as unknown', async ({ tx }) => {
  const { product } = await addCountedProduct(tx, { M: 2, L: 2 });
  await tx`update products set sizes = '{L}' where id = ${product}`;
  await actAsCustomer(tx);
  for (const size of ['M', 'XXL']) {
    const order = (point: Tx) => placeOrder(point, [{ product, quantity: 1, size }], '20');
    await expectRefusal(tx, 'validation_failed', order);
  }
});

test('the last piece that an unpaid order holds is there for its customer', async ({ tx }) => {
  const { product } = await addCountedProduct(tx, { M: 1 });
  const { code } = await addVoucher(tx, { value: 100 });
  const customer = await addCustomer(tx, address);
  const administrator = await addAdministrator(tx);
  const lines = [{ product, quantity: 1, size: 'M' }];
  await actAs(tx, customer);
  await placeOrder(tx, lines, '20');
  await actAs(tx, administrator);
  const create = (point: Tx, buyer: string) => point<{ status: string }[]>`
      select office.create_order(${buyer}, ${JSON.stringify(lines)}::text::jsonb) ->> 'status' as status`;
  expect(await rowOf(create(tx, customer))).toEqual({ status: 'Pending' });
  await actAs(tx, customer);
  expect(await orderWith(tx, code, lines, '0')).toMatchObject({ status: 'Paid' });
  expect(await stockOf(tx, product)).toMatchObject([{ onHand: 1, held: 1 }]);
  // Once it is paid, it is gone.
  await actAs(tx, administrator);
  await expectRefusal(tx, 'out_of_stock', (point) => create(point, customer));
});
