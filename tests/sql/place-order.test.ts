import { describe, expect } from 'vitest';
import { actAs, actAsOwner, asOwner, test as base, type Tx } from './actors.ts';
import { rowOf, valueOf } from './answers.ts';
import { expectRefusal, raised, refusalOf } from './refusals.ts';
import { actAsCustomer } from './people.ts';
import { addProduct } from './goods.ts';
import { placeOrder } from './orders.ts';

const shopper = {
  firstname: 'Ida',
  lastname: 'Brook',
  phone: '2025550100',
  country: 'Norway',
  state: 'Vestland',
  postcode: '5003',
  city: 'Bergen',
  address: '4 Strandgaten',
};

/** A customer in a shop with a coat for $99.95, socks for $2.20 and something sold out. */
const test = base.extend('shop', async ({ tx }) => {
  const coat = await addProduct(tx, { title: 'Coat', price: '99.95' });
  const sock = await addProduct(tx, { title: 'Sock', price: '2.20' });
  const soldOut = await addProduct(tx, { title: 'Rare hat', availability: 'OutofStock' });
  return { coat, sock, soldOut, customer: await actAsCustomer(tx, shopper) };
});

const linesOf = (tx: Tx, order: string) => tx`
  select product_id, title, unit_price, quantity, size, color from order_items
  where order_id = ${order} order by position`;

describe('an order', () => {
  test('keeps the customer, the titles and the prices of the moment', async ({ tx, shop }) => {
    const { customer, coat, sock } = shop;
    const lines = [
      { product: coat, quantity: 2, size: 'M', color: 'navy' },
      { product: sock, quantity: 3 },
    ];
    const order = await placeOrder(tx, lines, '206.50');
    expect(order).toMatchObject({
      ...shopper,
      user_id: customer,
      email: 'ida@test.example',
      total_price: '206.50',
      currency: 'USD',
      status: 'Pending',
      payment_reference: `${order.id}.1`,
      paid_at: null,
    });
    await actAsOwner(tx);
    await tx`update products set title = 'Renamed', price = 1 where id in (${coat}, ${sock})`;
    await tx`update profiles set firstname = 'Else' where id = ${customer}`;
    expect(await linesOf(tx, order.id)).toEqual([
      {
        product_id: coat,
        title: 'Coat',
        unit_price: '99.95',
        quantity: 2,
        size: 'M',
        color: 'navy',
      },
      { product_id: sock, title: 'Sock', unit_price: '2.20', quantity: 3, size: null, color: null },
    ]);
  });

  test('is right to the cent where floating point is not', async ({ tx, shop: { coat, sock } }) => {
    // 2.2 * 3 is 6.6000000000000005 in binary; 999 coats need every digit.
    expect((await placeOrder(tx, [{ product: sock, quantity: 3 }], '6.6')).total_price).toBe(
      '6.60',
    );
    const many = [{ product: coat, quantity: 999 }];
    expect((await placeOrder(tx, many, '99850.05')).total_price).toBe('99850.05');
  });

  test('makes one line of lines for the same thing', async ({ tx, shop: { coat } }) => {
    const lines = [
      { product: coat, quantity: 1, size: 'M' },
      { product: coat, quantity: 1, size: 'L' },
      { product: coat.toUpperCase(), quantity: 2, size: ' M ' },
    ];
    const order = await placeOrder(tx, lines, '399.80');
    const kept = await linesOf(tx, order.id);
    expect(kept.map(({ quantity, size }) => [quantity, size])).toEqual([
      [3, 'M'],
      [1, 'L'],
    ]);
  });

  test('is refused in a size that is gone; the cart says so before', async ({ tx, shop }) => {
    const { customer } = shop;
    await actAsOwner(tx);
    const shirt = await addProduct(tx, { title: 'Shirt', price: '10.00', sizes: ['S', 'M'] });
    await actAs(tx, customer);
    const inCart = async () =>
      (await rowOf(tx`select read_cart() #>> '{0,product,availability}' as is`))['is'];
    await tx`select add_to_cart(${shirt}, 1, 'M')`;
    expect(await inCart()).toBe('InStock');
    await asOwner(tx, () => tx`update products set sizes = array['S'] where id = ${shirt}`);
    expect(await inCart()).toBe('OutofStock');
    const line = { product: shirt, quantity: 1 };
    const refusals = [
      await refusalOf(tx, (point) => point`select add_to_cart(${shirt}, 1, 'M')`),
      await refusalOf(tx, (point) => placeOrder(point, [{ ...line, size: 'M' }], '10.00')),
    ];
    expect(refusals).toEqual([raised('out_of_stock'), raised('out_of_stock')]);
    await placeOrder(tx, [{ ...line, size: 'S' }, line], '20.00');
  });

  test('goes to the mail address of the profile when none is given', async ({ tx, shop }) => {
    const { customer, sock } = shop;
    const lines = [{ product: sock, quantity: 1 }];
    const order = await placeOrder(tx, lines, '2.20', { email: ' ' });
    expect(order.email).toBe(`${customer}@test.example`);
  });
});

describe('the same key', () => {
  test('with the same order gives that order, and counts it once', async ({ tx, shop }) => {
    const { sock, coat } = shop;
    const lines = [
      { product: sock, quantity: 1 },
      { product: coat, quantity: 2, size: 'M' },
    ];
    const first = await placeOrder(tx, lines, '202.10', { key: 'key-1' });
    const same = lines.map((line) => ({ size: null, ...line })).toReversed();
    const again = await placeOrder(tx, same, '202.1', { key: 'key-1' });
    expect(again.id).toBe(first.id);
    const other = await placeOrder(tx, lines, '202.10', { key: 'key-2' });
    expect(other.id).not.toBe(first.id);
    expect(await valueOf(tx`select order_count()`)).toBe(2);
    await actAsOwner(tx);
    // From before there were digests: nobody can tell what it was asked for.
    await tx`update orders set idempotency_digest = null where id = ${first.id}`;
    await actAs(tx, first.user_id);
    expect((await placeOrder(tx, same, '1', { key: 'key-1' })).id).toBe(first.id);
  });

  test('with another order is refused, whatever differs', async ({ tx, shop: { sock, coat } }) => {
    const line = { product: sock, quantity: 1, size: 'M' };
    await placeOrder(tx, [line], '2.20', { key: 'key-1' });
    const others: [unknown, string][] = [
      [[{ ...line, quantity: 2 }], '4.40'],
      [[{ ...line, size: 'L' }], '2.20'],
      [[{ ...line, color: 'navy' }], '2.20'],
      [[{ ...line, product: coat }], '99.95'],
      [[line, { product: coat, quantity: 1 }], '102.15'],
      [[line], '2.21'],
      [[], '2.20'],
      [null, '2.20'],
      ['garbage', '2.20'],
    ];
    for (const [lines, amount] of others) {
      const refusal = await refusalOf(tx, (point) =>
        placeOrder(point, lines, amount, { key: 'key-1' }),
      );
      expect([lines, refusal]).toEqual([lines, raised('key_reused')]);
    }
    expect(await valueOf(tx`select order_count()`)).toBe(1);
  });

  test('of another customer is another order', async ({ tx, shop: { sock } }) => {
    const lines = [{ product: sock, quantity: 1 }];
    const mine = await placeOrder(tx, lines, '2.20', { key: 'key-1' });
    await actAsCustomer(tx);
    const theirs = await placeOrder(tx, lines, '2.20', { key: 'key-1' });
    expect(theirs.id).not.toBe(mine.id);
  });
});

test('what is no order, or costs something else, is refused', async ({ tx, shop }) => {
  const unknown = '00000000-0000-4000-8000-000000000000';
  const { coat, sock, soldOut } = shop;
  const coats = (quantity: unknown) => [{ product: coat, quantity }];
  const sizes = Array.from({ length: 201 }, (_, n) => `${n}`);
  const cases: [what: string, code: string, amount: string, lines: unknown][] = [
    ['no lines', 'empty_order', '0', []],
    ['no list', 'empty_order', '0', { product: unknown, quantity: 1 }],
    ['nothing', 'empty_order', '0', null],
    ['an unknown product', 'unknown_product', '1', [{ product: unknown, quantity: 1 }]],
    ['a malformed id', 'unknown_product', '1', [{ product: "'; drop", quantity: 1 }]],
    ['no product', 'unknown_product', '1', [{ quantity: 1 }]],
    ['no object', 'bad_quantity', '1', ['coat']],
    ['something sold out', 'out_of_stock', '20', [{ product: soldOut, quantity: 1 }]],
    ['quantity 0', 'bad_quantity', '0', coats(0)],
    ['a negative quantity', 'bad_quantity', '-99.95', coats(-1)],
    ['half a piece', 'bad_quantity', '49.98', coats(0.5)],
    ['quantity 1000', 'bad_quantity', '99950', coats(1000)],
    ['a quantity in words', 'bad_quantity', '1', coats('one')],
    ['an endless quantity', 'bad_quantity', '1', coats(1e300)],
    ['no quantity', 'bad_quantity', '1', [{ product: coat }]],
    [
      ...(['more than 999 pieces over several lines', 'bad_quantity', '100'] as const),
      [500, 500].map((quantity) => ({ product: sock, quantity })),
    ],
    [
      ...(['more than 200 lines', 'bad_quantity', '20.10'] as const),
      sizes.map((size) => ({ product: sock, quantity: 1, size })),
    ],
    ['a cent too little', 'amount_differs', '99.94', coats(1)],
    ['a hidden half cent', 'amount_differs', '99.951', coats(1)],
  ];
  for (const [what, code, amount, lines] of cases) {
    const refusal = await refusalOf(tx, (at) => placeOrder(at, lines, amount, { key: 'key' }));
    expect([what, refusal]).toEqual([what, raised(code)]);
  }
  expect(await valueOf(tx`select order_count()`)).toBe(0);
});

test('a customer who was deleted orders nothing more', async ({ tx, shop: { customer, sock } }) => {
  await asOwner(tx, () => tx`delete from auth.users where id = ${customer}`);
  const lines = [{ product: sock, quantity: 1 }];
  await expectRefusal(tx, 'not_a_customer', (at) => placeOrder(at, lines, '2.20'));
});
