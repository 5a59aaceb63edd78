import { afterAll, describe, expect, test } from 'vitest';
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
import { addAdministrator, addCustomer, addProduct, settle, startPayment } from './goods.ts';
import { addCountedProduct, stockOf } from './counted-goods.ts';
import { addVoucher, checkOutWith, orderWith, usesOf } from './voucher-orders.ts';

const sql = connect();
afterAll(() => sql.end());

const refused = raised('voucher_refused');

/** A customer and a product for 20 dollars. */
const inShop = (work: (tx: Tx, shop: { customer: string; product: string }) => Promise<void>) =>
  rolledBack(sql, async (tx) => {
    const customer = await addCustomer(tx, { address: '4 Mill Lane', country: 'Ireland' });
    await work(tx, { customer, product: await addProduct(tx) });
  });

describe('a use of a voucher', () => {
  /** An unpaid order over 18 dollars with a voucher for one use. */
  const withOrder = (
    work: (
      tx: Tx,
      used: Record<'customer' | 'product' | 'voucher' | 'code' | 'order', string> & {
        expire: () => Promise<void>;
        /** Another customer takes the only use. */
        takeAway: () => Promise<void>;
      },
    ) => Promise<void>,
    given: Readonly<Record<string, unknown>> = { max_uses: 1 },
  ) =>
    inShop(async (tx, { customer, product }) => {
      const { id: voucher, code } = await addVoucher(tx, given);
      const lines = [{ product, quantity: 1 }];
      await actAs(tx, customer);
      const order = await checkOutWith(tx, code, lines, '18');
      await actAsOwner(tx);
      const expire = async () => {
        await actAsOwner(tx);
        await tx`update voucher_uses set expires_at = now() - interval '1 second' where order_id = ${order}`;
        await actAsService(tx);
        await tx`select release_expired_holds()`;
        await actAsOwner(tx);
      };
      const takeAway = async () => {
        await actAs(tx, await addCustomer(tx));
        await orderWith(tx, code, lines, '18');
        await actAsOwner(tx);
      };
      await work(tx, { customer, product, voucher, code, order, expire, takeAway });
    });
  const statusOf = async (tx: Tx, order: string) =>
    only(await tx<{ status: string }[]>`select status from orders where id = ${order}`).status;

  test('is held as long as pieces are, and kept by who pays', async () => {
    await withOrder(async (tx, { customer, product, voucher, code, order }) => {
      const [use] = await tx`
        select extract(minutes from expires_at - now())::int as minutes from voucher_uses where order_id = ${order}`;
      const [setting] =
        await tx`select value::int as minutes from shop_settings where name = 'hold_minutes'`;
      expect(use).toEqual(setting);
      expect(await usesOf(tx, voucher)).toBe(1);
      await actAs(tx, await addCustomer(tx));
      const other = await refusalOf(tx, (t) =>
        orderWith(t, code, [{ product, quantity: 1 }], '18'),
      );
      expect(other).toEqual(refused);
      await actAsService(tx);
      const reference = await startPayment(tx, order);
      expect(await settle(tx, reference, 1800)).toBe('paid');
      await actAsOwner(tx);
      expect([
        ...(await tx`select user_id, expires_at from voucher_uses where order_id = ${order}`),
      ]).toEqual([{ user_id: customer, expires_at: null }]);
      await tx`update orders set status = 'Refunded' where id = ${order}`;
      expect(await usesOf(tx, voucher)).toBe(1);
    });
  });

  test('is given back when the order is cancelled', async () => {
    await withOrder(async (tx, { customer, voucher, order }) => {
      await actAs(tx, customer);
      await tx`select cancel_order(${order})`;
      await actAsOwner(tx);
      expect(await usesOf(tx, voucher)).toBe(0);
    });
  });

  test('goes over to the order that takes the place of it, and back where that has none', async () => {
    await withOrder(
      async (tx, { customer, product, voucher, code }) => {
        await actAs(tx, customer);
        await checkOutWith(tx, code, [{ product, quantity: 2 }], '36');
        await actAsOwner(tx);
        expect(await usesOf(tx, voucher)).toBe(1);
        await actAs(tx, customer);
        await checkOutWith(tx, null, [{ product, quantity: 2 }], '40');
        await actAsOwner(tx);
        expect(await usesOf(tx, voucher)).toBe(0);
      },
      { max_uses: 1, once_per_customer: true },
    );
  });

  test('ends when it is not paid in time, and is taken again when a payment begins', async () => {
    await withOrder(async (tx, { voucher, order, expire, takeAway }) => {
      await expire();
      expect(await usesOf(tx, voucher)).toBe(0);
      await actAsService(tx);
      await startPayment(tx, order);
      await actAsOwner(tx);
      expect(await usesOf(tx, voucher)).toBe(1);
      await expire();
      await takeAway();
      await actAsService(tx);
      expect(await refusalOf(tx, (t) => startPayment(t, order))).toEqual(refused);
    });
  });

  test('is taken again by the same cart that comes back to the checkout', async () => {
    await withOrder(async (tx, { customer, product, voucher, code, order, expire }) => {
      await expire();
      await actAs(tx, customer);
      expect(await checkOutWith(tx, code, [{ product, quantity: 1 }], '18')).toBe(order);
      await actAsOwner(tx);
      expect(await usesOf(tx, voucher)).toBe(1);
    });
  });

  test('is taken again by a late payment, or the order is held where none is left', async () => {
    for (const left of [true, false]) {
      await withOrder(async (tx, { voucher, order, expire, takeAway }) => {
        await expire();
        if (!left) await takeAway();
        await actAsService(tx);
        expect(await settle(tx, `${order}.1`, 1800)).toBe(left ? 'paid' : 'held');
        await actAsOwner(tx);
        expect(await statusOf(tx, order)).toBe(left ? 'Paid' : 'Held');
        expect(await usesOf(tx, voucher)).toBe(1);
      });
    }
  });

  test('that is gone keeps no pieces of an order that is held for it', async () => {
    await inShop(async (tx, { customer }) => {
      const { product } = await addCountedProduct(tx, { M: 2 });
      const other = await addProduct(tx);
      const { code } = await addVoucher(tx, { max_uses: 1 });
      await actAs(tx, customer);
      const order = await checkOutWith(tx, code, [{ product, size: 'M', quantity: 2 }], '36');
      await actAsOwner(tx);
      await tx`delete from voucher_uses where order_id = ${order}`;
      await actAs(tx, await addCustomer(tx));
      await orderWith(tx, code, [{ product: other, quantity: 1 }], '18');
      await actAsService(tx);
      expect(await settle(tx, `${order}.1`, 3600)).toBe('held');
      await actAsOwner(tx);
      expect(await stockOf(tx, product)).toMatchObject([{ held: 0 }]);
    });
  });

  test('is for once per customer, also after the order is paid', async () => {
    await withOrder(
      async (tx, { customer, product, voucher, code, order }) => {
        const again = async () => {
          await actAs(tx, customer);
          const answer = await refusalOf(tx, (t) =>
            orderWith(t, code, [{ product, quantity: 1 }], '18'),
          );
          expect(answer).toEqual(refused);
        };
        await again();
        await actAsService(tx);
        await settle(tx, `${order}.1`, 1800);
        await again();
        await actAsOwner(tx);
        expect(await usesOf(tx, voucher)).toBe(1);
      },
      { once_per_customer: true },
    );
  });

  test('goes into the trash with its order, and comes back where there is still one', async () => {
    for (const left of [true, false]) {
      await withOrder(async (tx, { voucher, order, takeAway }) => {
        const administrator = await addAdministrator(tx);
        await actAsService(tx);
        await settle(tx, `${order}.1`, 1800);
        await actAs(tx, administrator);
        const { id } = only(
          await tx<
            { id: string }[]
          >`select office.delete_records('orders', ${[order]}::uuid[]) as id`,
        );
        await actAsOwner(tx);
        expect(await usesOf(tx, voucher)).toBe(0);
        if (!left) await takeAway();
        await actAs(tx, administrator);
        await tx`select office.restore_trash(${[id]}::uuid[])`;
        await actAsOwner(tx);
        expect(await statusOf(tx, order)).toBe('Paid');
        expect(await usesOf(tx, voucher)).toBe(1);
        expect(await tx`select from voucher_uses where order_id = ${order}`).toHaveLength(
          left ? 1 : 0,
        );
      });
    }
  });

  test('goes with a voucher that is deleted, not so the discount, and comes back with it', async () => {
    await withOrder(async (tx, { voucher, code, order }) => {
      await actAs(tx, await addAdministrator(tx));
      const { id } = only(
        await tx<
          { id: string }[]
        >`select office.delete_records('vouchers', ${[voucher]}::uuid[]) as id`,
      );
      expect(await tx`select from voucher_uses where order_id = ${order}`).toHaveLength(0);
      expect([
        ...(await tx`select voucher_code, discount from orders where id = ${order}`),
      ]).toEqual([{ voucher_code: code, discount: '2.00' }]);
      await tx`select office.restore_trash(${[id]}::uuid[])`;
      expect(await usesOf(tx, voucher)).toBe(1);
    });
  });

  test('of a voucher that is deleted is not asked for when the order is paid', async () => {
    await withOrder(async (tx, { voucher, order }) => {
      await tx`delete from vouchers where id = ${voucher}`;
      await actAsService(tx);
      expect(await settle(tx, `${order}.1`, 1800)).toBe('paid');
    });
  });
});
