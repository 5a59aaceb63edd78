import { expect } from 'vitest';
import { actAs, actAsOwner, sql, test, type Tx } from './actors.ts';
import { only, rowOf, valueOf, valuesOf } from './answers.ts';
import { addAdministrator } from './people.ts';
import { add, addProduct } from './goods.ts';
import { addVoucher } from './voucher-orders.ts';
import { addBuyer, addMember, orderOnTerms } from './companies.ts';
import { addGoods, addPeople, as, leaveNothingOf, outcomeOf, overtake } from './at-once.ts';

test('only companies with a checked VAT ID in another EU country pay no tax', async ({ tx }) => {
  await tx`insert into tax_rates (country, rate) values ('IE', 23), ('NO', 25), (null, 19)
      on conflict (country, class) do update set rate = excluded.rate`;
  const { user, company } = await addBuyer(tx, { vat_id: 'IE6388047V', tax_free: true });
  const product = await addProduct(tx, { price: '12.30' });
  const priceOf = async (seller: string, country: string) => {
    await actAsOwner(tx);
    await tx`update shop_settings set value = to_jsonb(${seller}::text) where name = 'seller_country'`;
    await tx`update profiles set country = ${country} where id = ${user}`;
    await actAs(tx, user);
    const { price, cart } = await rowOf(
      tx<
        { price: Record<string, unknown>; cart: { product: { price: number } }[] }[]
      >`select price_cart() as price, read_cart() as cart`,
    );
    return [price['total_price'], price['tax'], price['tax_free'], cart[0]?.product.price];
  };
  await actAs(tx, user);
  await tx`select add_to_cart(${product}, 2)`;
  expect(await priceOf('DE', 'Ireland')).toEqual([20, 0, true, 10]);
  expect(await priceOf('IE', 'Ireland')).toEqual([24.6, 4.6, false, 12.3]);
  expect(await priceOf('DE', 'Norway')).toEqual([24.6, 4.92, false, 12.3]);
  expect(await priceOf('', 'Ireland')).toEqual([24.6, 4.6, false, 12.3]);
  expect(await priceOf('US', 'Ireland')).toEqual([24.6, 4.6, false, 12.3]);
  await actAsOwner(tx);
  await tx`update shop_settings set value = 'false' where name = 'prices_include_tax'`;
  expect(await priceOf('DE', 'Ireland')).toEqual([24.6, 0, true, 12.3]);
  const order = await orderOnTerms(tx, [{ product, quantity: 1 }], 12.3);
  expect(order).toMatchObject({ tax_free: true, tax: '0', company_vat_id: 'IE6388047V' });
  await actAsOwner(tx);
  await tx`update companies set tax_free = false where id = ${company}`;
  expect(await priceOf('DE', 'Ireland')).toEqual([15.13, 2.83, false, 12.3]);
});

test('free shipping and minimums ask a company without tax for the same goods', async ({ tx }) => {
  await tx`insert into tax_rates (country, rate) values ('IE', 23)
      on conflict (country, class) do update set rate = excluded.rate`;
  await tx`update shop_settings set value = '"DE"' where name = 'seller_country'`;
  await tx`delete from shipping_zones`;
  const zone = await add(tx, 'shipping_zones', { name: 'Everywhere' });
  await add(tx, 'shipping_methods', { zone_id: zone, name: 'Van', price: 12.3, free_from: 110 });
  const { code } = await addVoucher(tx, { kind: 'amount', value: 10, minimum: 110 });
  const product = await addProduct(tx, { price: '11.00' });
  const priceOf = async (user: string, quantity: number, voucher = '') => {
    await actAs(tx, user);
    await tx`select clear_cart()`;
    await tx`select add_to_cart(${product}, ${quantity})`;
    const price = await valueOf<Record<string, unknown>>(
      tx`select price_cart(p_voucher => ${voucher})`,
    );
    return [price['total_price'], price['problem'] !== '', price['quantity_problem'] !== ''];
  };
  const { user: taxed } = await addBuyer(tx, { order_minimum: 110 });
  const free = { order_minimum: 110, vat_id: 'IE6388047V', tax_free: true };
  const { user: untaxed } = await addBuyer(tx, free);
  // $11.00 less 23 percent is $8.94, and ten of them are not $110 less 23 percent.
  expect(await priceOf(taxed, 10)).toEqual([110, false, false]);
  expect(await priceOf(untaxed, 10)).toEqual([89.4, false, false]);
  expect(await priceOf(taxed, 9)).toEqual([111.3, false, true]);
  expect(await priceOf(untaxed, 9)).toEqual([90.46, false, true]);
  // After the voucher, $100 are not enough for free shipping.
  expect(await priceOf(taxed, 10, code)).toEqual([112.3, false, false]);
  expect(await priceOf(untaxed, 10, code)).toEqual([89.4, false, false]);
  expect((await priceOf(taxed, 9, code))[1]).toBe(true);
  expect((await priceOf(untaxed, 9, code))[1]).toBe(true);
});

test('the report of companies has what each paid in the time, and owes now', async ({ tx }) => {
  const { user, company } = await addBuyer(tx, { credit_limit: 1000 });
  const idle = await addBuyer(tx);
  const product = await addProduct(tx);
  const admin = await addAdministrator(tx);
  await actAs(tx, user);
  const ids: string[] = [];
  for (const quantity of [1, 2, 3, 4]) {
    ids.push((await orderOnTerms(tx, [{ product, quantity }], 20 * quantity)).id);
  }
  await actAs(tx, admin);
  await tx`select office.mark_paid(id) from unnest(${ids.slice(0, 2)}::uuid[]) id`;
  await actAsOwner(tx);
  await tx`update orders set paid_at = '2026-03-31T23:59Z' where id = ${ids[0] ?? ''}`;
  await tx`update orders set paid_at = '2026-04-01T00:00Z' where id = ${ids[1] ?? ''}`;
  await tx`update orders set due_at = now() - interval '1 day' where id = ${ids[2] ?? ''}`;
  await actAs(tx, admin);
  const report = async (from: string, to: string) => {
    const rows = await tx<{ company: string }[]>`
        select company, orders, income::float, outstanding::float, overdue::float
        from office.sales_by_company(${from}, ${to})`;
    expect(rows.some((it) => it.company === idle.company)).toBe(false);
    const { company: _, ...row } = only(rows.filter((it) => it.company === company));
    return row;
  };
  const owed = { outstanding: 140, overdue: 60 };
  expect(await report('2026-03-01', '2026-03-31')).toEqual({ orders: 1, income: 20, ...owed });
  expect(await report('2026-03-01', '2026-04-01')).toEqual({ orders: 2, income: 60, ...owed });
  expect(await report('2025-01-01', '2025-01-31')).toEqual({ orders: 0, income: 0, ...owed });
});

test('of two members who spend the last credit at once, the second waits for the first, and is refused', async () => {
  const { product } = await addGoods();
  const { user: first, company } = await addBuyer(sql, { credit_limit: 20 });
  leaveNothingOf(first);
  const [second = ''] = await addPeople(1);
  await addMember(sql, company, second);
  const order = (tx: Tx) => orderOnTerms(tx, [{ product, quantity: 1 }], 20);
  const [, later] = await overtake(first, order, async () => outcomeOf(as(second, order)));
  expect(later).toBe('credit_exceeded');
  const buyers = sql`select user_id from orders where company_id = ${company}`;
  expect(await valuesOf(buyers)).toEqual([first]);
});
