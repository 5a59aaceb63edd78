import { describe, expect, onTestFinished } from 'vitest';
import { actAs, actAsOwner, sql, test, type Tx } from './actors.ts';
import { valueOf } from './answers.ts';
import { errorOf, expectRefusal } from './refusals.ts';
import { actAsCustomer, addCustomer } from './people.ts';
import { add, addProduct } from './goods.ts';
import { placeOrder } from './orders.ts';
import { as, outcomeOf, overtake } from './at-once.ts';

const addZone = (tx: Tx, name: string, countries: string[]) =>
  valueOf<string>(tx`
      insert into shipping_zones (name, countries) values (${name}, ${countries}) returning id`);

interface Method {
  free_from?: number;
  max_weight?: number;
  weight_bands?: { over: number; price: number }[];
  days_from?: number;
  days_to?: number;
}
const addMethod = (tx: Tx, zone: string, name: string, price: number, more: Method = {}) =>
  valueOf<string>(tx`
      insert into shipping_methods ${tx({ ...more, zone_id: zone, name, price, weight_bands: tx.json(more.weight_bands ?? []) })}
      returning id`);

/** Names and prices of what takes goods of this price and weight to a country, as people write it. */
async function offered(tx: Tx, country: string, goods = 50, weight = 500) {
  const found = await tx<{ name: string; price: number }[]>`
    select name, price::float from private.shipping_methods_for(private.country_code(${country}), ${goods}, ${weight})`;
  return found.map(({ name, price }) => `${name} ${price}`);
}

async function addWeighed(tx: Tx, price: string, weight: number): Promise<string> {
  const product = await addProduct(tx, { price });
  await tx`update products set weight = ${weight} where id = ${product}`;
  return product;
}

/** Of the cart, as the customer; null while it is empty. */
async function priceOfCart(tx: Tx, method: string | null = null, voucher: string | null = null) {
  return valueOf<Record<string, unknown>>(tx`select price_cart(${method}, ${voucher})`);
}

describe('methods', () => {
  test('are those of the zone, else of everywhere else, cheapest first', async ({ tx }) => {
    const europe = await addZone(tx, 'Europe', ['DE', 'FR']);
    const world = await addZone(tx, 'World', []);
    await addZone(tx, 'Islands', ['IS']);
    await addMethod(tx, europe, 'Express', 15);
    await addMethod(tx, europe, 'Standard', 5);
    await addMethod(tx, world, 'Post', 25);
    expect(await offered(tx, 'Germany')).toEqual(['Standard 5', 'Express 15']);
    expect(await offered(tx, 'Japan')).toEqual(['Post 25']);
    expect(await offered(tx, 'Wakanda')).toEqual(['Post 25']);
    // A zone without methods is not served, though there is one for everywhere else.
    expect(await offered(tx, 'Iceland')).toEqual([]);
    await tx`delete from shipping_zones where id = ${world}`;
    expect(await offered(tx, 'Japan')).toEqual([]);
  });

  test('cost what their weight bands say, up to their heaviest order', async ({ tx }) => {
    const zone = await addZone(tx, 'Europe', ['DE']);
    const weight_bands = [
      { over: 5000, price: 20 },
      { over: 1000, price: 9.5 },
    ];
    await addMethod(tx, zone, 'Parcel', 5, { weight_bands, max_weight: 10_000 });
    const at = async (weight: number) => offered(tx, 'DE', 50, weight);
    expect(await at(0)).toEqual(['Parcel 5']);
    expect(await at(1000)).toEqual(['Parcel 5']);
    expect(await at(1001)).toEqual(['Parcel 9.5']);
    expect(await at(5001)).toEqual(['Parcel 20']);
    expect(await at(10_000)).toEqual(['Parcel 20']);
    expect(await at(10_001)).toEqual([]);
  });

  test('refuse weight bands with a wrong price or a negative weight', async ({ tx }) => {
    const zone_id = await addZone(tx, 'Europe', ['DE']);
    const check = 'shipping_methods_weight_bands_check';
    for (const band of [{ over: 1000 }, { over: 1000, price: '9.5' }, { over: -1, price: 9.5 }]) {
      const row = { zone_id, name: 'Parcel', price: 5, weight_bands: tx.json([band]) };
      const error = await errorOf(tx, (at) => add(at, 'shipping_methods', row));
      expect(error).toMatchObject({ constraint_name: check });
    }
  });

  test('are free from a price of the goods, then also when they are heavy', async ({ tx }) => {
    const zone = await addZone(tx, 'Europe', ['DE']);
    const weight_bands = [{ over: 1000, price: 9.5 }];
    await addMethod(tx, zone, 'Parcel', 5, { weight_bands, free_from: 100 });
    await addMethod(tx, zone, 'Express', 4.99);
    expect(await offered(tx, 'DE', 99.99)).toEqual(['Express 4.99', 'Parcel 5']);
    expect(await offered(tx, 'DE', 100, 2000)).toEqual(['Parcel 0', 'Express 4.99']);
  });

  test('for search engines and feeds are the cheapest one of each zone, with its countries', async ({
    tx,
  }) => {
    await tx`delete from shipping_zones`;
    const offers = (goods = 50, weight = 500) =>
      valueOf(tx`select private.shipping_offers(${goods}, ${weight})`);
    const seller = (country: string) =>
      tx`update shop_settings set value = ${`"${country}"`}::text::jsonb where name = 'seller_country'`;
    const days = { days_from: 0, days_to: 0 };
    const free = { name: '', price: 0, ...days };
    await seller('');
    expect(await offers()).toEqual([]);
    await seller('IE');
    // Without any method, shipping is free.
    expect(await offers()).toEqual([{ countries: ['IE'], ...free }]);

    const europe = await addZone(tx, 'Europe', ['DE', 'FR']);
    const world = await addZone(tx, 'World', []);
    // In one transaction both begin at the same time.
    await tx`update shipping_zones set created_at = created_at + interval '1 second' where id = ${world}`;
    await addMethod(tx, europe, 'Express', 15, { days_from: 1, days_to: 2 });
    await addMethod(tx, europe, 'Standard', 5, { free_from: 100, max_weight: 2000 });
    await addMethod(tx, world, 'Post', 25);
    const standard = { countries: ['DE', 'FR'], name: 'Standard', price: 5, ...days };
    const post = { countries: ['IE'], name: 'Post', price: 25, ...days };
    expect(await offers()).toEqual([standard, post]);
    expect(await offers(100)).toEqual([{ ...standard, price: 0 }, post]);
    expect(await offers(50, 2001)).toMatchObject([{ name: 'Express', days_to: 2 }, post]);
    // The shop is in a zone of its own, so there is no country for everywhere else; nor is one where it is not said.
    await seller('FR');
    expect(await offers()).toEqual([standard]);
    await seller('');
    expect(await offers()).toEqual([standard]);
  });
});

describe('a zone', () => {
  test('shares no country with another, and only one is for everywhere else', async ({ tx }) => {
    const first = await addZone(tx, 'Europe', ['DE', 'FR']);
    await addZone(tx, 'World', []);
    await expectRefusal(tx, 'country_taken', (p) => addZone(p, 'Alps', ['AT', 'FR']));
    await expectRefusal(tx, 'country_taken', (p) => addZone(p, 'Moon', []));
    await expectRefusal(tx, 'validation_failed', (p) => addZone(p, 'Atlantis', ['QQ']));
    const alps = await addZone(tx, 'Alps', ['AT']);
    const take = (p: Tx) => p`update shipping_zones set countries = '{AT,DE}' where id = ${alps}`;
    await expectRefusal(tx, 'country_taken', take);
    await tx`update shipping_zones set countries = '{DE,CH}' where id = ${first}`;
    await tx`update shipping_zones set countries = '{AT,FR}' where id = ${alps}`;
  });

  test('added while another takes the same country waits for it, and is refused', async () => {
    onTestFinished(async () => {
      await sql`delete from shipping_zones where countries = '{BV}'`;
    });
    const [, second] = await overtake(
      'owner',
      (tx) => addZone(tx, 'First', ['BV']),
      async () => outcomeOf(as('owner', (tx) => addZone(tx, 'Second', ['BV']))),
    );
    expect(second).toBe('country_taken');
  });
});

describe('an order', () => {
  test('costs its goods and the cheapest method, or the one that was chosen', async ({ tx }) => {
    const zone = await addZone(tx, 'Europe', ['DE']);
    await addMethod(tx, zone, 'Standard', 5, { weight_bands: [{ over: 1000, price: 8 }] });
    const days = { days_from: 1, days_to: 2 };
    const express = await addMethod(tx, zone, 'Express', 15, days);
    const product = await addWeighed(tx, '20.00', 400);
    await actAsCustomer(tx, { country: 'Deutschland' });
    const order =
      (quantity: number, amount: string, method: string | null = null) =>
      (p: Tx) =>
        placeOrder(p, [{ product, quantity }], amount, { method });
    await expectRefusal(tx, 'amount_differs', order(1, '20'));
    expect(await order(1, '25')(tx)).toMatchObject({
      ...{ shipping: '5', shipping_method: 'Standard', total_price: '25.00' },
      ...{ days_from: 0, days_to: 0 },
    });
    expect(await order(3, '68')(tx)).toMatchObject({ shipping: '8' });
    expect(await order(1, '35', express)(tx)).toMatchObject({
      shipping_method: 'Express',
      ...days,
    });
    await expectRefusal(tx, 'shipping_gone', order(1, '25', crypto.randomUUID()));
  });

  test('is refused where nothing takes it, free where there is no method', async ({ tx }) => {
    const product = await addWeighed(tx, '20.00', 400);
    const customer = await actAsCustomer(tx, { country: 'Japan' });
    await placeOrder(tx, [{ product, quantity: 1 }], '20');
    await actAsOwner(tx);
    await addMethod(tx, await addZone(tx, 'Europe', ['DE']), 'Standard', 5);
    await actAs(tx, customer);
    await expectRefusal(tx, 'not_delivered', (p) =>
      placeOrder(p, [{ product, quantity: 1 }], '20'),
    );
  });

  test('is free from a sum after the voucher, in the cart as well', async ({ tx }) => {
    const zone = await addZone(tx, 'Europe', ['DE']);
    const method = await addMethod(tx, zone, 'Standard', 5, { free_from: 100 });
    await tx`insert into vouchers (code, kind, value) values ('TEN', 'percent', 10)`;
    const product = await addWeighed(tx, '100.00', 400);
    const customer = await addCustomer(tx, { country: 'Germany' });
    await tx`insert into cart_items (user_id, product_id, quantity) values (${customer}, ${product}, 1)`;
    await actAs(tx, customer);
    expect(await priceOfCart(tx)).toMatchObject({
      ...{ goods: 100, shipping: 0, total_price: 100, country: 'DE' },
      ...{ to_free_shipping: null, lost_free_shipping: false },
      methods: [
        { id: method, name: 'Standard', price: 0, days_from: 0, days_to: 0, to_free: null },
      ],
    });
    expect(await priceOfCart(tx, null, 'ten')).toMatchObject({
      ...{ goods: 100, discount: 10, shipping: 5, total_price: 95 },
      ...{ to_free_shipping: 10, lost_free_shipping: true },
    });
    await actAsOwner(tx);
    await tx`update shipping_methods set free_from = 120 where id = ${method}`;
    await actAs(tx, customer);
    const lacking = { lost_free_shipping: false, shipping: 5 };
    expect(await priceOfCart(tx)).toMatchObject({ ...lacking, to_free_shipping: 20 });
    expect(await priceOfCart(tx, null, 'ten')).toMatchObject({ ...lacking, to_free_shipping: 30 });
    // A method that is gone by now is named as the problem, and the cheapest is taken.
    expect(await priceOfCart(tx, crypto.randomUUID())).toMatchObject({
      ...{ problem: expect.stringContaining('no longer available') },
      shipping_method_id: method,
    });
  });
});
