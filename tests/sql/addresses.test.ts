import { describe, expect } from 'vitest';
import { actAs, actAsOwner, test as base, type Tx } from './actors.ts';
import { rowOf, valueOf, valuesOf } from './answers.ts';
import { add, addProduct } from './goods.ts';
import { placeOrder, type Order } from './orders.ts';
import { actAsCustomer, addCustomer } from './people.ts';
import { errorOf, expectRefusal } from './refusals.ts';

interface Sent extends Order {
  firstname: string;
  recipient: string;
  address: string;
  country: string;
  phone: string;
  gift_message: string | null;
  invoice_address: object | null;
}

const own = { address: '4 Strandgaten', city: 'Bergen', postcode: '5003', state: '' };
const mother = {
  ...{ recipient: 'Mo Brook', phone: '', address: '2 Kaiserweg', city: 'Bonn', state: '' },
  ...{ postcode: '53113', country: 'Deutschland' },
};

/** A customer in Norway, in a shop that sends to Norway for $5 and to Germany for $9, with tax of 25 % and 19 % on top. */
const test = base.extend('shop', async ({ tx }) => {
  await tx`delete from shipping_methods`;
  await tx`delete from shipping_zones`;
  await tx`delete from tax_rates`;
  for (const [country, price, rate] of [
    ['NO', 5, 25],
    ['DE', 9, 19],
  ] as const) {
    const zone_id = await add(tx, 'shipping_zones', { name: country, countries: [country] });
    await add(tx, 'shipping_methods', { zone_id, name: `To ${country}`, price });
    await tx`insert into tax_rates (country, rate) values (${country}, ${rate})`;
  }
  await tx`update shop_settings set value = 'false' where name = 'prices_include_tax'`;
  const coat = await addProduct(tx, { price: '91.00' });
  await actAsCustomer(tx, { ...own, country: 'Norway', phone: '55 10 20' });
  await tx`select add_to_cart(${coat}, 1)`;
  return { lines: [{ product: coat, quantity: 1 }] };
});

const priceTo = (tx: Tx, country: string | null) =>
  valueOf<Record<string, unknown>>(tx`select price_cart(null, null, ${country})`);

describe('an order to another address', () => {
  test('has shipping and tax of where it goes, and the invoice goes home', async ({ tx, shop }) => {
    expect(await priceTo(tx, null)).toMatchObject({ country: 'NO', total_price: 120 });
    expect(await priceTo(tx, 'Deutschland')).toMatchObject({ country: 'DE', total_price: 119 });
    const there = { deliver_to: mother };
    await expectRefusal(tx, 'amount_differs', (point) => placeOrder(point, shop.lines, 120, there));
    const order = await placeOrder<Sent>(tx, shop.lines, 119, there);
    expect(order).toMatchObject({
      ...mother,
      ...{ firstname: 'Ida', phone: '55 10 20', gift_message: null },
      invoice_address: { ...own, country: 'Norway' },
    });
  });

  test('is refused where nothing is sent, and without name, street or country', async ({
    tx,
    shop,
  }) => {
    expect(await priceTo(tx, 'Japan')).toMatchObject({ country: 'JP', delivered: false });
    const to = (more: object) => (point: Tx) =>
      placeOrder(point, shop.lines, 119, { deliver_to: { ...mother, ...more } });
    await expectRefusal(tx, 'not_delivered', to({ country: 'Japan' }));
    for (const name of ['recipient', 'address', 'country']) {
      expect(await errorOf(tx, to({ [name]: ' ' }))).toMatchObject({
        ...{ detail: 'validation_failed', hint: `deliverTo.${name}` },
      });
    }
  });

  test('is the open order again only for the same address, gift and home', async ({ tx, shop }) => {
    const checkOut = async (more: object, replaces: string[] = []) =>
      (
        await placeOrder(tx, shop.lines, 119, {
          ...{ checkout: true, deliver_to: mother, replaces, ...more },
        })
      ).id;
    const first = await checkOut({});
    expect(await checkOut({})).toBe(first);
    const gift = await checkOut({ gift: '' }, [first]);
    const other = await checkOut({ gift: 'For you' }, [gift]);
    const next = await checkOut({ deliver_to: { ...mother, recipient: 'Jo' } }, [other]);
    await tx`update profiles set address = '9 Strandgaten'`;
    const moved = await checkOut({ deliver_to: { ...mother, recipient: 'Jo' } }, [next]);
    expect(new Set([first, gift, other, next, moved]).size).toBe(5);
    // A repeated request is told apart, too.
    const key = { key: 'k', deliver_to: mother };
    const keyed = await placeOrder(tx, shop.lines, 119, key);
    expect((await placeOrder(tx, shop.lines, 119, key)).id).toBe(keyed.id);
    await expectRefusal(tx, 'key_reused', (point) =>
      placeOrder(point, shop.lines, 119, { ...key, gift: 'For you' }),
    );
  });
});

test('a gift keeps its message as typed, of at most 500 characters', async ({ tx, shop }) => {
  const message = `<b>Happy</b> 🎂\n\n${'👩‍👩‍👧'.repeat(90)}`;
  const order = await placeOrder<Sent>(tx, shop.lines, 120, { gift: message });
  expect(order).toMatchObject({ recipient: '', invoice_address: null, gift_message: message });
  await expectRefusal(tx, '23514', (point) =>
    placeOrder(point, shop.lines, 120, { gift: '🎂'.repeat(501) }),
  );
});

test('a company pays the tax where the goods go at home, though it has its seat abroad', async ({
  tx,
  shop,
}) => {
  await actAsOwner(tx);
  const user = await addCustomer(tx, { ...own, country: 'Austria' });
  const company = await add(tx, 'companies', {
    ...{ name: 'Mills', country: 'AT', vat_id: 'ATU12345675', status: 'approved', tax_free: true },
  });
  await tx`insert into company_members (company_id, user_id, role) values (${company}, ${user}, 'manager')`;
  await tx`update shop_settings set value = '"DE"' where name = 'seller_country'`;
  await actAs(tx, user);
  await tx`select add_to_cart(${shop.lines[0]?.product ?? null}, 1)`;
  expect(await priceTo(tx, null)).toMatchObject({ tax_free: true, tax: 0 });
  expect(await priceTo(tx, 'Germany')).toMatchObject({ tax_free: false, tax: 19 });
});

describe('an address book', () => {
  const save = (tx: Tx, more: object = {}, id: string | null = null) =>
    valueOf<string | null>(
      tx`select save_address(${JSON.stringify({ ...mother, ...more })}::text::jsonb, ${id})`,
    );

  test('has one default, at most 50 addresses, and only its customer', async ({ tx, shop }) => {
    expect(shop.lines).toHaveLength(1);
    const first = await save(tx, { is_default: true });
    const second = await save(tx, { recipient: 'Jo', is_default: true });
    const defaults = () => valuesOf(tx`select id from addresses where is_default`);
    expect(await defaults()).toEqual([second]);
    expect(await save(tx, { is_default: true }, first)).toBe(first);
    expect(await defaults()).toEqual([first]);
    for (let n = 2; n < 50; n += 1) await save(tx);
    await expectRefusal(tx, 'too_many_addresses', (point) => save(point));

    await actAsCustomer(tx);
    expect(await save(tx, { is_default: true }, first)).toBeNull();
    expect(await tx`delete from addresses where id = ${first} returning id`).toEqual([]);
    expect(await valuesOf(tx`select id from addresses`)).toEqual([]);
    await actAsOwner(tx);
    expect(await rowOf(tx`select is_default from addresses where id = ${first}`)).toEqual({
      is_default: true,
    });
  });
});
