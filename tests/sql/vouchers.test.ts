import { describe, expect } from 'vitest';
import { actAs, actAsOwner, test as base, sql, type Tx } from './actors.ts';
import { valuesOf } from './answers.ts';
import { expectRefusal } from './refusals.ts';
import { addCustomer } from './people.ts';
import { addCategory, addProduct } from './goods.ts';
import { addVoucher, orderWith } from './voucher-orders.ts';

/** A customer and a product for 20 dollars. */
const test = base.extend('shop', async ({ tx }) => {
  const customer = await addCustomer(tx, { address: '4 Mill Lane', country: 'Ireland' });
  return { customer, product: await addProduct(tx) };
});

describe('what a voucher takes off', () => {
  const discounts = (tx: Tx, order: string) =>
    valuesOf(
      tx`select discount::text from order_items where order_id = ${order} order by position`,
    );
  const line = (product: string, quantity = 1) => ({ product, quantity });

  test.for<[string, object, string, string[]]>([
    ['a percentage', { value: 15 }, '34.00', ['3.00', '3.00']],
    ['an amount', { kind: 'amount', value: 5 }, '35.00', ['2.50', '2.50']],
    ['an amount that does not divide', { kind: 'amount', value: 0.01 }, '39.99', ['0.01', '0.00']],
    ['no more than there is', { kind: 'amount', value: 99 }, '0.00', ['20.00', '20.00']],
  ])(
    '%s is spread over the lines to the cent',
    async ([_, given, total, off], { tx, shop: { customer, product } }) => {
      const { code } = await addVoucher(tx, given);
      const lines = [line(product), line(await addProduct(tx))];
      await actAs(tx, customer);
      const order = await orderWith(tx, ` ${code.toLowerCase()} `, lines, total);
      expect(await discounts(tx, order.id)).toEqual(off);
      expect(order).toMatchObject({ voucher_code: code, total_price: total });
    },
  );

  test('goods of other categories cost as before, and are no minimum', async ({ tx, shop }) => {
    const { customer, product } = shop;
    const category = await addCategory(tx);
    const coat = await addProduct(tx, { category, price: '33.33' });
    const { code } = await addVoucher(tx, { categories: [category], minimum: 50 });
    await actAs(tx, customer);
    const with2 = [line(product, 9), line(coat, 2)];
    const order = await orderWith(tx, code, with2, '239.99');
    expect(await discounts(tx, order.id)).toEqual(['0.00', '6.67']);
    for (const lines of [[line(product, 9), line(coat)], [line(product)]]) {
      await expectRefusal(tx, 'voucher_refused', (t) => orderWith(t, code, lines, '1'));
    }
  });

  test('it is refused before it begins, from its end on, or unknown', async ({ tx, shop }) => {
    const { customer, product } = shop;
    const codes = ['UNKNOWN'];
    for (const given of [
      sql`now() + interval '1 minute', null::timestamptz`,
      sql`now() - interval '1 minute', now()`,
    ]) {
      const { id, code } = await addVoucher(tx);
      await tx`update vouchers set (starts_at, ends_at) = (select ${given}) where id = ${id}`;
      codes.push(code);
    }
    await actAs(tx, customer);
    for (const code of codes) {
      await expectRefusal(tx, 'voucher_refused', (t) => orderWith(t, code, [line(product)], '18'));
    }
  });

  test('its codes cannot be guessed by ordering: refused tries count', async ({ tx, shop }) => {
    const { customer, product } = shop;
    const { code } = await addVoucher(tx);
    await actAsOwner(tx);
    await tx`update private.function_settings set value = '3' where name = 'LIMIT_ORDER'`;
    await actAs(tx, customer);
    const attempt = (tried: string) =>
      tx<{ reason: string }[]>`
          select place_order_to_pay(${JSON.stringify([line(product)])}::text::jsonb, 0.01, '',
            p_options => ${JSON.stringify({ voucher: tried })}::text::jsonb) #>> '{problem,details}' as reason`;
    expect(await attempt('UNKNOWN')).toEqual([{ reason: 'voucher_refused' }]);
    expect(await attempt(code)).toEqual([{ reason: 'amount_differs' }]);
    await attempt('UNKNOWN');
    await expectRefusal(tx, 'PT429', (t) => orderWith(t, code, [line(product)], '18'));
  });
});
