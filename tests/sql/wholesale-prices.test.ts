import { describe, expect } from 'vitest';
import { actAs, actAsOwner, asOwner, test, type Tx } from './actors.ts';
import { valueOf } from './answers.ts';
import { errorOf } from './refusals.ts';
import { actAsCustomer, addCustomer } from './people.ts';
import { addProduct } from './goods.ts';
import { placeOrder } from './orders.ts';
import { addBuyer, addList } from './companies.ts';

interface CartLine {
  size: string | null;
  product: { id: string; price: number };
}

interface Bought {
  product: string;
  quantity: number;
  size?: string;
}

/** Adds a member of an approved company with a price list; columns of the company may differ. */
async function addOwnPrices(tx: Tx, { percent = 0, ...columns }: Record<string, number> = {}) {
  const list = await addList(tx, percent);
  return { list, ...(await addBuyer(tx, { price_list_id: list, ...columns })) };
}

const addPrice = (
  tx: Tx,
  list: string,
  product: string,
  { from = 1, size = null, price }: { from?: number; size?: string | null; price: number },
) => tx`
  insert into price_list_items (price_list_id, product_id, variant_id, min_quantity, price)
  values (${list}, ${product}, (
    select id from product_variants where product_id = ${product} and size = ${size}), ${from}, ${price})`;

/** What the pieces cost in the cart, on the product page, and in an order: the same. */
async function pricesOf(tx: Tx, user: string, lines: readonly Bought[]): Promise<unknown[]> {
  await actAs(tx, user);
  await tx`select clear_cart()`;
  for (const { product, quantity, size } of lines) {
    await tx`select add_to_cart(${product}, ${quantity}, ${size ?? null})`;
  }
  const cart = await valueOf<CartLine[]>(tx`select read_cart()`);
  // Lines that were added in one transaction are in no order.
  const inCart = lines.map(
    (line) =>
      cart.find((it) => it.product.id === line.product && it.size === (line.size ?? null))?.product
        .price,
  );
  const total = lines.reduce((sum, it, n) => sum + it.quantity * (inCart[n] ?? 0), 0);
  const price = await valueOf<{ goods: number }>(tx`select price_cart()`);
  expect(price.goods).toBeCloseTo(total, 5);
  const order = await placeOrder(tx, lines, total.toFixed(2));
  await actAsOwner(tx);
  const ordered = await tx<{ unit_price: string }[]>`
    select unit_price from order_items where order_id = ${order.id} order by position`;
  expect(ordered.map((it) => Number(it.unit_price))).toEqual(inCart);
  return inCart;
}

describe('prices of a company', () => {
  test('are those of its list: percent off, price of a product, of a size', async ({ tx }) => {
    const { user, list } = await addOwnPrices(tx, { percent: 15 });
    const shirt = await addProduct(tx, { price: '19.99', sizes: ['M', 'XL'] });
    const coat = await addProduct(tx, { price: '100', sizes: ['M', 'XL'] });
    await tx`update product_variants set price_delta = 5 where product_id = ${coat} and size = 'XL'`;
    expect(await pricesOf(tx, user, [{ product: shirt, quantity: 1, size: 'M' }])).toEqual([16.99]);
    const coats = [
      { product: coat, quantity: 1, size: 'M' },
      { product: coat, quantity: 1, size: 'XL' },
    ];
    expect(await pricesOf(tx, user, coats)).toEqual([85, 89.25]);
    await addPrice(tx, list, coat, { price: 70 });
    expect(await pricesOf(tx, user, coats)).toEqual([70, 75]);
    await addPrice(tx, list, coat, { price: 60, size: 'XL' });
    expect(await pricesOf(tx, user, coats)).toEqual([70, 60]);
    await addPrice(tx, list, shirt, { price: 30 });
    expect(await pricesOf(tx, user, [{ product: shirt, quantity: 1, size: 'M' }])).toEqual([19.99]);
  });

  test('fall with the quantity of all sizes, by the largest that is reached', async ({ tx }) => {
    const { user, list } = await addOwnPrices(tx);
    const shirt = await addProduct(tx, { price: '20', sizes: ['M', 'L'] });
    const other = await addProduct(tx, { price: '20', sizes: ['M'] });
    await addPrice(tx, list, shirt, { price: 15 });
    await addPrice(tx, list, shirt, { price: 12, from: 10 });
    await addPrice(tx, list, shirt, { price: 9, from: 50 });
    await addPrice(tx, list, shirt, { price: 11, from: 10, size: 'L' });
    const buy = (m: number, l: number) =>
      pricesOf(tx, user, [
        { product: shirt, quantity: m, size: 'M' },
        { product: shirt, quantity: l, size: 'L' },
        { product: other, quantity: 100, size: 'M' },
      ]);
    expect(await buy(4, 5)).toEqual([15, 15, 20]);
    expect(await buy(5, 5)).toEqual([12, 11, 20]);
    expect(await buy(49, 1)).toEqual([9, 9, 20]);
    await actAs(tx, user);
    const found = await valueOf<object>(tx`select own_prices(array[${shirt}, ${other}]::uuid[])`);
    expect(found).toMatchObject({ company: 'Brook & Sons' });
    expect(found).toMatchObject({
      products: expect.arrayContaining([
        {
          product: shirt,
          ...{ retail: 20, lowest: 15, varies: true, minimum: 1, multiple: 1 },
          prices: [
            { quantity: 1, price: 15 },
            { quantity: 10, price: 12 },
            { quantity: 50, price: 9 },
          ],
          variants: [
            {
              size: 'L',
              color: null,
              prices: [
                { quantity: 1, price: 15 },
                { quantity: 10, price: 11 },
                { quantity: 50, price: 9 },
              ],
            },
          ],
        },
      ]),
    });
  });

  test('are not those of shoppers or of companies that wait or are suspended', async ({ tx }) => {
    const { user, company } = await addOwnPrices(tx, { percent: 50 });
    const shirt = await addProduct(tx, { price: '20' });
    const one = [{ product: shirt, quantity: 1 }];
    expect(await pricesOf(tx, user, one)).toEqual([10]);
    expect(await pricesOf(tx, await addCustomer(tx), one)).toEqual([20]);
    for (const status of ['requested', 'refused', 'suspended']) {
      await tx`update companies set status = ${status}::company_status where id = ${company}`;
      expect(await pricesOf(tx, user, one)).toEqual([20]);
    }
  });
});

describe('quantities of a company', () => {
  test('have a minimum and a pack size, which a price list may override', async ({ tx }) => {
    const { user, list } = await addOwnPrices(tx);
    const shirt = await addProduct(tx, { price: '10', title: 'Shirt', sizes: ['M', 'L'] });
    await tx`insert into order_quantities (product_id, minimum, multiple) values (${shirt}, 12, 6)`;
    const buy = (tries: Tx, m: number, l: number) =>
      placeOrder(
        tries,
        [
          { product: shirt, quantity: m, size: 'M' },
          { product: shirt, quantity: l, size: 'L' },
        ],
        `${10 * (m + l)}`,
      );
    await actAs(tx, user);
    expect(await errorOf(tx, (at) => buy(at, 3, 3))).toMatchObject({
      detail: 'order_quantity',
      hint: 'products.0',
      message: 'Please order at least 12 pieces of Shirt, of all sizes and colors together.',
    });
    expect(await errorOf(tx, (at) => buy(at, 7, 6))).toMatchObject({
      message: 'Shirt comes in packs of 6. You have 13 pieces of it.',
    });
    await buy(tx, 7, 5);
    await asOwner(
      tx,
      () => tx`
        insert into order_quantities (product_id, price_list_id, minimum, multiple)
        values (${shirt}, ${list}, 2, 2)`,
    );
    await buy(tx, 1, 1);
    await actAsCustomer(tx);
    await buy(tx, 1, 2);
  });

  test('come to the minimum of its orders', async ({ tx }) => {
    const { user, company } = await addOwnPrices(tx, { order_minimum: 1500 });
    const shirt = await addProduct(tx, { price: '10' });
    await actAs(tx, user);
    expect(
      await errorOf(tx, (at) => placeOrder(at, [{ product: shirt, quantity: 149 }], '1490')),
    ).toMatchObject({
      detail: 'order_quantity',
      message: 'The products of an order have to cost $1,500.00 or more.',
    });
    const order = await placeOrder(tx, [{ product: shirt, quantity: 150 }], '1500');
    expect(order).toMatchObject({ company_id: company, company_name: 'Brook & Sons' });
  });
});
