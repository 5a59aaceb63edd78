// @module-tag more
import { beforeAll, expect, test } from 'vitest';
import { sumOfLines } from '#shared/domain/money.ts';
import type { Product } from '#shared/schemas/products.ts';
import { adminToken, good, newCustomer, newProduct, payByCard, type Person } from './client.ts';

const shoppers = 8;
const ordersEach = 25;
let admin = '';
let goods: Product[] = [];

beforeAll(async () => {
  admin = await adminToken();
  const prices = ['0.10', '0.20', '19.99', '33.33', '128.45'];
  goods = await Promise.all(prices.map((price) => newProduct(admin, { price })));
});

/** Orders that differ from each other, with sums that floating point gets wrong. */
function basket(number: number) {
  return goods
    .filter((_, place) => (number + place) % 3 !== 0)
    .map(({ _id, price }, place) => ({
      product: _id,
      price,
      quantity: 1 + ((number + place) % 7),
    }));
}

/** One order after the other, as a person does; half of them never come back from the card page. */
async function shop({ token, email }: Person, cents: Map<string, number>): Promise<void> {
  for (let number = 0; number < ordersEach; number += 1) {
    const lines = basket(number);
    const amount = sumOfLines(lines);
    const products = lines.map(({ product, quantity }) => ({ product, quantity }));
    const json = { email, amount, products };
    const { order, paymentInfo } = await good('POST', '/orders/place-order', { token, json });
    cents.set(order._id, Math.round(amount * 100));
    await payByCard(paymentInfo);
    if (number % 2 === 0) {
      const { reference } = paymentInfo.data;
      const { outcome } = await good('POST', '/orders/settle', { token, json: { reference } });
      expect(outcome).toBe('paid');
    }
  }
}

test('200 orders by 8 shoppers at once: each paid once, each right to the cent', async () => {
  const people = await Promise.all(Array.from({ length: shoppers }, newCustomer));
  const cents = new Map<string, number>();
  await Promise.all(people.map((person) => shop(person, cents)));
  expect(cents.size).toBe(shoppers * ordersEach);

  const ownOrders = async () => {
    const lists = await Promise.all(
      people.map(({ token }) => good('GET', '/orders/user-orders', { token })),
    );
    return lists.flatMap(({ orders }) => orders);
  };
  await expect
    .poll(async () => (await ownOrders()).filter((it) => it.status !== 'Paid').length, {
      timeout: 240_000,
      interval: 1_000,
    })
    .toBe(0);
  const orders = await ownOrders();
  expect(orders).toHaveLength(shoppers * ordersEach);
  for (const order of orders) {
    expect(Math.round(order.totalPrice * 100)).toBe(cents.get(order._id));
    const lines = order.products.map(({ unitPrice, quantity }) => ({ price: unitPrice, quantity }));
    expect(sumOfLines(lines)).toBe(order.totalPrice);
  }
  expect(new Set(orders.map((it) => it.paymentReference)).size).toBe(orders.length);
}, 420_000);
