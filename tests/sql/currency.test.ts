import { expect } from 'vitest';
import { decimalsOf } from '#shared/domain/currency.ts';
import { actAs, asOwner, test, type Tx } from './actors.ts';
import { rowOf, valueOf } from './answers.ts';
import { add, addProduct } from './goods.ts';
import { addCustomer, actAsAdministrator } from './people.ts';
import { placeOrder } from './orders.ts';

import { expectRefusal } from './refusals.ts';
import { chooseCurrency } from './shop-currency.ts';

/** Deletes the orders of the demo shop, also from the trash, and all amounts. */
async function empty(tx: Tx): Promise<void> {
  await tx`set local session_replication_role = replica`;
  await tx`delete from orders`;
  await tx`delete from trash`;
  for (const it of [
    'products',
    'product_variants',
    'shipping_methods',
    'price_list_items',
    'vouchers',
  ]) {
    await tx`delete from ${tx(it)}`;
  }
  await tx`delete from quote_lines`;
  await tx`delete from quotes`;
  await tx`delete from companies`;
  await tx`set local session_replication_role = origin`;
}

const choose = (currency: string) => (tx: Tx) =>
  tx`update shop_settings set value = ${JSON.stringify(currency)}::text::jsonb where name = 'currency'`;

test('SQL and scripts know the same decimals of each currency, and no other codes', async ({
  tx,
}) => {
  const known = await tx<{ code: string; decimals: number; step: number }[]>`
    select code, private.decimals(code) as decimals, private.price_step(code)::float8 as step
    from unnest('{0,2,3}'::int[]) d, string_to_table(private.currency_codes(d), ' ') code`;
  expect(known.length).toBe(155);
  expect(known.map((it) => [it.code, it.decimals])).toEqual(
    known.map(({ code }) => [code, decimalsOf(code)]),
  );
  // ICU knows all of them, and no range of prices begins between two units.
  const current = new Set([...Intl.supportedValuesOf('currency'), 'VED', 'XCG', 'ZWG']);
  expect(known.filter(({ code }) => !current.has(code))).toEqual([]);
  expect(known.filter((it) => !Number.isInteger(it.step * 50))).toEqual([]);
  for (const none of ['XXX', 'XAU', 'CHE', 'usd', 'EU', '', 'D GN']) {
    expect(await valueOf(tx`select private.decimals(${none})`)).toBeNull();
  }
});

test('amounts are rounded and converted by the decimals of their currency', async ({ tx }) => {
  const of = (amount: string, currency: string) =>
    rowOf(tx`select private.rounded(${amount}, ${currency}) as rounded, private.minor(${amount}, ${currency})::text as minor,
      private.units(private.minor(${amount}, ${currency}), ${currency}) as units, private.price_text(${amount}, ${currency}) as text`);
  expect(await of('1234.5678', 'USD')).toEqual({
    ...{ rounded: '1234.57', minor: '123457', units: '1234.57', text: '$1,234.57' },
  });
  expect(await of('1234.5', 'JPY')).toEqual({
    ...{ rounded: '1235', minor: '1235', units: '1235', text: 'JPY 1,235' },
  });
  expect(await of('0.0125', 'KWD')).toEqual({
    ...{ rounded: '0.013', minor: '13', units: '0.013', text: 'KWD 0.013' },
  });
});

test('the currency changes before the first order, when all amounts fit', async ({ tx }) => {
  await empty(tx);
  const coat = await addProduct(tx, { price: '60.50' });
  await actAsAdministrator(tx);
  await expectRefusal(tx, 'validation_failed', choose('XAU'));
  await expectRefusal(tx, 'amounts_too_fine', choose('JPY'));
  await tx`update products set price = 6000 where id = ${coat}`;
  const { currencies, fixed } = await valueOf<{ fixed: boolean; currencies: object[] }>(
    tx`select office.currencies()`,
  );
  expect(fixed).toBe(false);
  expect(currencies).toContainEqual({ code: 'JPY', decimals: 0, too_fine: 0 });
  await choose('JPY')(tx);
  // Another range of prices, and all pages are made again.
  expect(
    await valueOf(tx`select facets @> '{price:50-100}' from products where id = ${coat}`),
  ).toBe(true);
  const purged = () =>
    tx`select from catalogue_changes where tag = 'everything' and transaction_id = pg_current_xact_id()`;
  expect(await asOwner(tx, purged)).toHaveLength(1);
  await expectRefusal(
    tx,
    'validation_failed',
    (at) => at`update products set price = 60.5 where id = ${coat}`,
  );
});

test('the currency is fixed while there is an order, also in the trash', async ({ tx }) => {
  await empty(tx);
  const coat = await addProduct(tx, { price: '60' });
  const customer = await addCustomer(tx);
  await actAs(tx, customer);
  const { id } = await placeOrder(tx, [{ product: coat, quantity: 1 }], '60');
  await actAsAdministrator(tx);
  await expectRefusal(tx, 'currency_fixed', choose('EUR'));
  await tx`select office.delete_records('orders', ${[id]}::uuid[])`;
  await expectRefusal(tx, 'currency_fixed', choose('EUR'));
});

test('the currency is fixed when a quote has been offered', async ({ tx }) => {
  await empty(tx);
  const company = await add(tx, 'companies', { name: 'Loom Ltd', country: 'DE' });
  const quote = await add(tx, 'quotes', { company_id: company });
  await actAsAdministrator(tx);
  await choose('EUR')(tx);
  await asOwner(
    tx,
    () => tx`update quotes set status = 'offered', ends_at = now() where id = ${quote}`,
  );
  await expectRefusal(tx, 'currency_fixed', choose('USD'));
});

test('an order has the currency of the shop', async ({ tx }) => {
  await chooseCurrency(tx, 'KWD');
  const coat = await addProduct(tx, { price: '19.995' });
  const customer = await addCustomer(tx);
  await actAs(tx, customer);
  expect(await placeOrder(tx, [{ product: coat, quantity: 2 }], '39.990')).toMatchObject({
    ...{ currency: 'KWD', total_price: '39.990' },
  });
});
