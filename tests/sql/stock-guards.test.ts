import { afterAll, expect, test } from 'vitest';
import {
  actAs,
  actAsOwner,
  actAsService,
  connect,
  only,
  raised,
  refusalOf,
  rolledBack,
  type Tx,
} from './actors.ts';
import { addCountedProduct, stockOf } from './counted-goods.ts';
import { addAdministrator, addCustomer, placeOrder, startPayment } from './goods.ts';
import { addVoucher, orderWith } from './voucher-orders.ts';

const sql = connect();
afterAll(() => sql.end());

const address = { address: '4 Mill Lane', country: 'Ireland' };

/** Two pieces of a product, and a customer. */
async function inShop(
  work: (
    tx: Tx,
    shop: {
      product: string;
      variant: string;
      order: (quantity: number) => Promise<string>;
      held: () => Promise<number | undefined>;
      endHolds: () => Promise<void>;
    },
  ) => Promise<void>,
): Promise<void> {
  await rolledBack(sql, async (tx) => {
    const { product, variant } = await addCountedProduct(tx, { M: 2 });
    await work(tx, {
      product,
      variant: variant('M'),
      async order(quantity) {
        await actAs(tx, await addCustomer(tx));
        const line = { product, quantity, size: 'M' };
        const { id } = await placeOrder(tx, [line], String(20 * quantity));
        await actAsOwner(tx);
        return id;
      },
      held: async () => (await stockOf(tx, product))[0]?.held,
      async endHolds() {
        await tx`update stock_holds set expires_at = now() - interval '1 second'`;
        await actAsService(tx);
        await tx`select release_expired_holds()`;
        await actAsOwner(tx);
      },
    });
  });
}

test('no statement oversells, whatever function forgets to ask', async () => {
  await inShop(async (tx, { variant, order }) => {
    const id = await order(1);
    for (const change of [
      (point: Tx) =>
        point`insert into stock_movements (variant_id, quantity, reason) values (${variant}, -2, 'damaged')`,
      (point: Tx) => point`with gone as (delete from stock_holds where order_id = ${id} returning *)
        insert into stock_holds select order_id, variant_id, 3 from gone`,
    ]) {
      expect(await refusalOf(tx, change)).toMatchObject({ code: '23514' });
    }
  });
});

test('neither stock nor what is held of it falls below zero, though goods may be sold without stock', async () => {
  await rolledBack(sql, async (tx) => {
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
});

test('no two variants have one SKU or barcode', async () => {
  await rolledBack(sql, async (tx) => {
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
});

test('an order that is set to Paid by hand takes its pieces, and is refused where they are sold', async () => {
  await inShop(async (tx, { order, held, endHolds }) => {
    const [first, second] = [await order(1), await order(1)];
    await endHolds();
    expect(await held()).toBe(0);
    const pay = (id: string) => (point: Tx) =>
      point`update orders set status = 'Paid' where id = ${id}`;
    await pay(first)(tx);
    expect(await held()).toBe(1);
    await order(1);
    expect(await refusalOf(tx, pay(second))).toEqual(raised('out_of_stock'));
  });
});

test('another payment attempt holds the pieces again, or reports that they are sold', async () => {
  await inShop(async (tx, { order, held, endHolds }) => {
    const id = await order(2);
    await endHolds();
    await startPayment(tx, id, `${id}.2`);
    expect(await held()).toBe(2);
    await endHolds();
    await order(1);
    const again = (point: Tx) => startPayment(point, id, `${id}.3`);
    expect(await refusalOf(tx, again)).toEqual(raised('out_of_stock'));
  });
});

test('returning to a checkout holds its pieces again, or reports that they are sold', async () => {
  await inShop(async (tx, { product, order, held, endHolds }) => {
    const customer = await addCustomer(tx, address);
    const checkOut = async (point: Tx) => {
      await actAs(point, customer);
      const lines = JSON.stringify([{ product, quantity: 2, size: 'M' }]);
      const { id } = only(
        await point<{ id: string }[]>`
          select place_order_to_pay(${lines}::text::jsonb, 40, 'ida@test.example', null, '{"checkout": true}') #>> '{order,id}' as id`,
      );
      await actAsOwner(point);
      return id;
    };
    const id = await checkOut(tx);
    await endHolds();
    expect(await checkOut(tx)).toBe(id);
    expect(await held()).toBe(2);
    await endHolds();
    await order(1);
    expect(await refusalOf(tx, checkOut)).toEqual(raised('out_of_stock'));
  });
});

test('a size that a counted product no longer has is refused like one that it never had', async () => {
  await rolledBack(sql, async (tx) => {
    const { product } = await addCountedProduct(tx, { M: 2, L: 2 });
    await tx`update products set sizes = '{L}' where id = ${product}`;
    await actAs(tx, await addCustomer(tx));
    for (const size of ['M', 'XXL']) {
      const order = (point: Tx) => placeOrder(point, [{ product, quantity: 1, size }], '20');
      expect(await refusalOf(tx, order)).toEqual(raised('validation_failed'));
    }
  });
});

test('the last piece, which an unpaid order of a customer holds, is there for another order of theirs', async () => {
  await rolledBack(sql, async (tx) => {
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
    expect(only(await create(tx, customer))).toEqual({ status: 'Pending' });
    await actAs(tx, customer);
    expect(await orderWith(tx, code, lines, '0')).toMatchObject({ status: 'Paid' });
    await actAsOwner(tx);
    expect(await stockOf(tx, product)).toMatchObject([{ onHand: 1, held: 1 }]);
    // Once it is paid, it is gone.
    await actAs(tx, administrator);
    expect(await refusalOf(tx, (point) => create(point, customer))).toEqual(raised('out_of_stock'));
  });
});
