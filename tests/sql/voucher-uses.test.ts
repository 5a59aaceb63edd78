import { describe, expect } from 'vitest';
import {
  actAs,
  actAsOwner,
  actAsService,
  asOwner,
  letPass,
  test as base,
  type Tx,
} from './actors.ts';
import { valueOf, valuesOf } from './answers.ts';
import { expectRefusal } from './refusals.ts';
import { actAsAdministrator, actAsCustomer, addAdministrator, addCustomer } from './people.ts';
import { addProduct, remove, restore } from './goods.ts';
import { settle, startPayment, statusOf } from './orders.ts';
import { addCountedProduct, heldOf } from './counted-goods.ts';
import { addVoucher, checkOutWith, orderWith, usesOf } from './voucher-orders.ts';

/** An unpaid order over 18 dollars with a voucher, by default for one use. */
async function addUse(tx: Tx, given: object = { max_uses: 1 }) {
  const customer = await addCustomer(tx, { address: '4 Mill Lane', country: 'Ireland' });
  const product = await addProduct(tx);
  const { id: voucher, code } = await addVoucher(tx, given);
  const lines = [{ product, quantity: 1 }];
  await actAs(tx, customer);
  const order = await checkOutWith(tx, code, lines, '18');
  await actAsOwner(tx);
  const expire = async () => {
    await letPass(tx, '1 day');
    await actAsService(tx);
    await tx`select release_expired_holds()`;
    await actAsOwner(tx);
  };
  /** Another customer takes the only use. */
  const takeAway = async () => {
    await actAsCustomer(tx);
    await orderWith(tx, code, lines, '18');
    await actAsOwner(tx);
  };
  return { customer, product, voucher, code, order, expire, takeAway };
}
const test = base.extend('used', ({ tx }) => addUse(tx));

describe('a use of a voucher', () => {
  test('is held as long as pieces are, and kept by who pays', async ({ tx, used }) => {
    const { customer, product, voucher, code, order } = used;
    const [use] = await tx`
        select extract(minutes from expires_at - now())::int as minutes from voucher_uses where order_id = ${order}`;
    const [setting] =
      await tx`select value::int as minutes from shop_settings where name = 'hold_minutes'`;
    expect(use).toEqual(setting);
    expect(await usesOf(tx, voucher)).toBe(1);
    await actAsCustomer(tx);
    await expectRefusal(tx, 'voucher_refused', (t) =>
      orderWith(t, code, [{ product, quantity: 1 }], '18'),
    );
    await actAsService(tx);
    const reference = await startPayment(tx, order);
    expect(await settle(tx, reference, 1800)).toBe('paid');
    await actAsOwner(tx);
    expect(
      await tx`select user_id, expires_at from voucher_uses where order_id = ${order}`,
    ).toEqual([{ user_id: customer, expires_at: null }]);
    await tx`update orders set status = 'Refunded' where id = ${order}`;
    expect(await usesOf(tx, voucher)).toBe(1);
  });

  test('is given back when the order is cancelled', async ({ tx, used }) => {
    const { customer, voucher, order } = used;
    await actAs(tx, customer);
    await tx`select cancel_order(${order})`;
    expect(await usesOf(tx, voucher)).toBe(0);
  });

  test('goes over to the order that replaces it, and back if that has none', async ({ tx }) => {
    const given = { max_uses: 1, once_per_customer: true };
    const { customer, product, voucher, code } = await addUse(tx, given);
    for (const [its, amount, uses] of [
      [code, '36', 1],
      [null, '40', 0],
    ] as const) {
      await actAs(tx, customer);
      await checkOutWith(tx, its, [{ product, quantity: 2 }], amount);
      await actAsOwner(tx);
      expect(await usesOf(tx, voucher)).toBe(uses);
    }
  });

  test('ends when not paid in time, and is taken again by a payment', async ({ tx, used }) => {
    const { voucher, order, expire, takeAway } = used;
    await expire();
    expect(await usesOf(tx, voucher)).toBe(0);
    await actAsService(tx);
    await startPayment(tx, order);
    expect(await usesOf(tx, voucher)).toBe(1);
    await expire();
    await takeAway();
    await actAsService(tx);
    await expectRefusal(tx, 'voucher_refused', (t) => startPayment(t, order));
  });

  test('is taken again by the same cart back at the checkout', async ({ tx, used }) => {
    const { customer, product, voucher, code, order, expire } = used;
    await expire();
    await actAs(tx, customer);
    expect(await checkOutWith(tx, code, [{ product, quantity: 1 }], '18')).toBe(order);
    expect(await usesOf(tx, voucher)).toBe(1);
  });

  test.for([true, false])(
    'is taken again by a late payment, or the order is held where none is left: %s',
    async (left, { tx, used: { voucher, order, expire, takeAway } }) => {
      await expire();
      if (!left) await takeAway();
      await actAsService(tx);
      expect(await settle(tx, `${order}.1`, 1800)).toBe(left ? 'paid' : 'held');
      expect(await statusOf(tx, order)).toBe(left ? 'Paid' : 'Held');
      expect(await usesOf(tx, voucher)).toBe(1);
    },
  );

  test('that is gone keeps no pieces of an order that is held for it', async ({ tx }) => {
    const { product } = await addCountedProduct(tx, { M: 2 });
    const other = await addProduct(tx);
    const { code } = await addVoucher(tx, { max_uses: 1 });
    await actAsCustomer(tx, { address: '4 Mill Lane', country: 'Ireland' });
    const order = await checkOutWith(tx, code, [{ product, size: 'M', quantity: 2 }], '36');
    await actAsOwner(tx);
    await tx`delete from voucher_uses where order_id = ${order}`;
    await actAsCustomer(tx);
    await orderWith(tx, code, [{ product: other, quantity: 1 }], '18');
    await actAsService(tx);
    expect(await settle(tx, `${order}.1`, 3600)).toBe('held');
    expect(await heldOf(tx, product)).toBe(0);
  });

  test('is for once per customer, also after the order is paid', async ({ tx }) => {
    const { customer, product, voucher, code, order } = await addUse(tx, {
      once_per_customer: true,
    });
    const again = (t: Tx) => orderWith(t, code, [{ product, quantity: 1 }], '18');
    await actAs(tx, customer);
    await expectRefusal(tx, 'voucher_refused', again);
    await actAsService(tx);
    await settle(tx, `${order}.1`, 1800);
    await actAs(tx, customer);
    await expectRefusal(tx, 'voucher_refused', again);
    expect(await usesOf(tx, voucher)).toBe(1);
  });

  test('is for once per mail address however written, also once it is deleted', async ({ tx }) => {
    const { customer, product, voucher, code, order } = await addUse(tx, {
      once_per_customer: true,
    });
    const email = await valueOf<string>(tx`select email from profiles where id = ${customer}`);
    await actAsService(tx);
    await settle(tx, `${order}.1`, 1800);
    await tx`select delete_account(${customer})`;
    const places = (t: Tx) => orderWith(t, code, [{ product, quantity: 1 }], '18');
    for (const again of [email, email.toUpperCase(), email.replace('@', '+2@'), `\u200b${email}`]) {
      const anew = await actAsCustomer(tx);
      await asOwner(tx, () => tx`update auth.users set email = ${again} where id = ${anew}`);
      await expectRefusal(tx, 'voucher_refused', places);
      await tx`select add_to_cart(${product})`;
      const { problem } = await valueOf<{ problem: string }>(
        tx`select price_cart(p_voucher => ${code})`,
      );
      expect(problem).toBe('You have used this voucher before.');
      await asOwner(tx, () => tx`delete from auth.users where id = ${anew}`);
    }
    await actAsCustomer(tx);
    await places(tx);
    await actAsOwner(tx);
    expect(await usesOf(tx, voucher)).toBe(2);
    const keys = await valuesOf<string>(
      tx`select address_key from voucher_uses where voucher_id = ${voucher}`,
    );
    expect(keys.every((it) => /^[0-9a-f]{64}$/.test(it))).toBe(true);
  });

  test.for([true, false])(
    'goes into the trash with its order, and comes back where there is still one: %s',
    async (left, { tx, used: { voucher, order, takeAway } }) => {
      const administrator = await addAdministrator(tx);
      await actAsService(tx);
      await settle(tx, `${order}.1`, 1800);
      await actAs(tx, administrator);
      const trash = await remove(tx, 'orders', order);
      expect(await usesOf(tx, voucher)).toBe(0);
      if (!left) await takeAway();
      await actAs(tx, administrator);
      await restore(tx, trash);
      await actAsOwner(tx);
      expect(await statusOf(tx, order)).toBe('Paid');
      expect(await usesOf(tx, voucher)).toBe(1);
      const own = await tx`select from voucher_uses where order_id = ${order}`;
      expect(own).toHaveLength(left ? 1 : 0);
    },
  );

  test('goes and comes with a deleted voucher; the discount stays', async ({ tx, used }) => {
    const { voucher, code, order } = used;
    await actAsAdministrator(tx);
    const id = await valueOf<string>(
      tx`select office.delete_records('vouchers', ${[voucher]}::uuid[])`,
    );
    expect(await tx`select from voucher_uses where order_id = ${order}`).toHaveLength(0);
    expect(await tx`select voucher_code, discount from orders where id = ${order}`).toEqual([
      { voucher_code: code, discount: '2.00' },
    ]);
    await tx`select office.restore_trash(${[id]}::uuid[])`;
    expect(await usesOf(tx, voucher)).toBe(1);
  });

  test('of a deleted voucher is not asked for when the order is paid', async ({ tx, used }) => {
    const { voucher, order } = used;
    await tx`delete from vouchers where id = ${voucher}`;
    await actAsService(tx);
    expect(await settle(tx, `${order}.1`, 1800)).toBe('paid');
  });
});
