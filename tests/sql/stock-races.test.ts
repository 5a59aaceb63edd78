import { expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { asOwner, sql, type Tx } from './actors.ts';
import { valueOf } from './answers.ts';
import { addAdministrator } from './people.ts';
import { placeOrder, settle, startPayment } from './orders.ts';
import {
  addGoods,
  addPeople,
  as,
  leaveNothingOf,
  outcomesOf,
  overtake,
  times,
  untilWaiting,
  waiting,
  walk,
  withoutLimit,
} from './at-once.ts';
import { wrongStock } from '../../tools/prove/books.ts';
import { heldOf, stockOf } from './counted-goods.ts';
import { later } from '../support/clock.ts';
import { picker, randomNumbers } from '../support/random.ts';

test('of 20 pieces that 60 shoppers want at once, 20 are sold and nothing is negative', async () => {
  const { product } = await addGoods({ M: 20 });
  const line = { product, quantity: 1, size: 'M' };
  const outcomes = await outcomesOf(
    (await addPeople(60)).map((person) => as(person, (tx) => placeOrder(tx, [line], 20))),
  );
  expect(outcomes).toEqual({ done: 20, out_of_stock: 40 });
  expect(await stockOf(sql, product)).toEqual([{ size: 'M', onHand: 20, held: 20, ledger: 20 }]);
});

/** A customer with an unpaid order of both pieces of a product, whose payment has begun. */
async function addUnpaid() {
  const { product } = await addGoods({ M: 2 });
  const [person = ''] = await addPeople(1);
  const line = { product, size: 'M' };
  const { id } = await as(person, (tx) => placeOrder(tx, [{ ...line, quantity: 2 }], 40));
  const reference = await as(null, (tx) => startPayment(tx, id));
  const pay = (tx: Tx) => settle(tx, reference, 4000);
  return { line, person, pay, held: () => heldOf(sql, product) };
}

test('pieces that are paid while their time ends stay with the order', async () => {
  const { pay, held } = await addUnpaid();
  const release = () => as(null, (tx) => tx`select release_expired_holds()`);
  await later(sql, '1 day', () => overtake(null, pay, release));
  expect(await held()).toBe(2);
});

test('an order that is paid while the same shopper places another keeps its pieces', async () => {
  const { line, person, pay, held } = await addUnpaid();
  const late = () => as(person, (tx) => placeOrder(tx, [{ ...line, quantity: 1 }], 20));
  await expect(overtake(null, pay, late)).rejects.toMatchObject({ detail: 'out_of_stock' });
  expect(await held()).toBe(2);
});

test('shoppers who change their orders of the same products in other sizes do not stop each other', async () => {
  const goods = await Promise.all(times(3, () => addGoods({ S: 2, M: 2 })));
  const [a = '', b = '', c = ''] = goods.map((it) => it.product).sort();
  const [one = '', two = ''] = await addPeople(2);
  const order = (person: string, size: string, ...products: string[]) => {
    const lines = products.map((product) => ({ product, size, quantity: 1 }));
    return as(person, (tx) => placeOrder(tx, lines, 20 * lines.length));
  };
  await order(one, 'S', a);
  await order(two, 'M', b, c);
  // The second one gives back b and c and takes a; the first one gives back a and takes b.
  await overtake(
    'owner',
    (tx) => tx`select from products where id = ${c} for no key update`,
    () => Promise.all([order(two, 'M', a), untilWaiting(1).then(() => order(one, 'S', b))]),
    2,
  );
  expect(await Promise.all([a, b, c].map((product) => heldOf(sql, product)))).toEqual([1, 1, 0]);
});

test('sizes are edited while another edit adds one and pieces of all of them arrive', async () => {
  const { product } = await addGoods({ S: 1, M: 1 });
  const admin = await addAdministrator(sql);
  leaveNothingOf(admin);
  const edit = (tx: Tx, sizes: string[]) =>
    // Pieces of the new size may have arrived before it goes.
    tx`select office.update_product(${product}, p_sizes => ${sizes}, p_drop_variants => true)`;
  const add = async (tx: Tx) => {
    await edit(tx, ['S', 'M', 'L']);
    // Variants are locked in the order of their ids, this one first.
    await asOwner(
      tx,
      () =>
        tx`update product_variants set id = ${'0'.repeat(32)} where product_id = ${product} and size = 'L'`,
    );
  };
  const arrive = async () => {
    await sql`insert into stock_movements (variant_id, quantity, reason)
      select id, 1, 'received' from product_variants where product_id = ${product}`;
  };
  let isEdited = false;
  const others = () =>
    Promise.all([
      as(admin, (tx) => edit(tx, ['S', 'M'])).then(() => {
        isEdited = true;
      }),
      overtake(
        'owner',
        (tx) => tx`select from products where id = ${product} for no key update`,
        arrive,
        1,
        // Either of them may get the product first.
        () => expect.poll(async () => isEdited || (await waiting()) > 1).toBe(true),
      ),
    ]);
  await overtake(admin, add, others, 2);
  expect(await stockOf(sql, product)).toMatchObject([{ onHand: 1 }, { onHand: 2 }, { onHand: 2 }]);
});

/** Refusals that are right answers to a random step. */
const refusals = [
  'out_of_stock',
  'not_pending',
  'open_order',
  'stock_too_low',
  'not_refundable',
  'already_refunded',
  'wrong_amount',
  'too_many_pieces',
  'variants_lost',
];
/** Raise it for a longer walk: `STOCK_STEPS=100000`. */
const steps = Number(process.env['STOCK_STEPS'] ?? 1000);

/** What may happen to the goods of a shop, by chance. */
async function randomShop() {
  const random = randomNumbers(19);
  const pick = picker(random);
  const sizes = ['S', 'M', 'L'];
  const shoppers = await addPeople(30);
  const admin = await addAdministrator(sql);
  leaveNothingOf(admin);
  const shop = await Promise.all(times(4, () => addGoods({ S: 8, M: 8, L: 8 })));
  const goods = shop.map((it) => it.product);
  const orders: { id: string; cents: number }[] = [];
  const payments: { reference: string; order: string; cents: number }[] = [];

  const wanted = () => {
    const lines = times(1 + Math.floor(random() * 3), () => ({
      ...{ product: pick(shop).product, size: pick(sizes), quantity: 1 + Math.floor(random() * 2) },
    }));
    return { lines, dollars: 20 * lines.reduce((sum, it) => sum + it.quantity, 0) };
  };
  const order = async () => {
    const { lines, dollars } = wanted();
    const placed = await as(pick(shoppers), (tx) => placeOrder(tx, lines, dollars));
    orders.push({ id: placed.id, cents: dollars * 100 });
  };
  // Takes the place of the shopper's order that is open.
  const checkOut = async () => {
    const { lines, dollars } = wanted();
    const replaces = sql`array(select id from orders where user_id = auth.uid() and from_cart and status = 'Pending')`;
    await as(
      pick(shoppers),
      (tx) => tx`select place_order_to_pay(${JSON.stringify(lines)}::text::jsonb, ${dollars}, '',
        p_options => jsonb_build_object('checkout', true, 'replaces', ${replaces}::uuid[]))`,
    );
  };
  const start = async () => {
    const { id, cents } = pick(orders);
    const reference = await as(null, (tx) => startPayment(tx, id));
    payments.push({ reference, order: id, cents });
  };
  const pay = async () => {
    const { reference, cents } = pick(payments);
    // Late, twice, out of order, and sometimes with a wrong amount.
    await as(null, (tx) => settle(tx, reference, random() < 0.05 ? 1 : cents));
  };
  const cancel = async () => {
    const { id } = pick(orders);
    const owner = await valueOf<string>(sql`select user_id from orders where id = ${id}`);
    await as(owner, (tx) => tx`select cancel_order(${id})`);
  };
  const refund = async () => {
    const { reference, cents } = pick(payments);
    const id = randomUUID();
    await as(null, (tx) => tx`select start_refund(${id}, ${reference}, ${cents}, 'USD', null)`);
    await as(null, (tx) => tx`select update_refund(${id}, 'processed')`);
  };
  const refundPiece = async () => {
    const { reference, cents, order: ordered } = pick(payments);
    const id = randomUUID();
    const item = sql`(select id from order_items where order_id = ${ordered} limit 1)`;
    const lines = sql`jsonb_build_array(jsonb_build_object('item', ${item}, 'quantity', 1))`;
    await as(
      null,
      (tx) => tx`select start_refund(${id}, ${reference}, ${cents}, 'USD', null, null, ${lines})`,
    );
    const end = random() < 0.8 ? 'processed' : 'failed';
    await as(null, (tx) => tx`select update_refund(${id}, ${end})`);
  };
  const send = async () => {
    await as(admin, (tx) => tx`select office.send_orders(${[pick(orders).id, pick(orders).id]})`);
  };
  const adjust = async () => {
    const { variant } = pick(shop);
    const change = {
      variant: variant(pick(sizes)),
      by: Math.floor(random() * 9) - 3,
      reason: 'counted',
    };
    await as(
      admin,
      (tx) => tx`select office.adjust_stock(${JSON.stringify([change])}::text::jsonb)`,
    );
  };
  const receive = async () => {
    await sql`insert into stock_movements (variant_id, quantity, reason)
      select id, 1, 'received' from product_variants where product_id = any (${goods}) and policy = 'deny' order by random()`;
  };
  const expire = async () => {
    await sql`update stock_holds set expires_at = now() - interval '1 second'
      where expires_at is not null and order_id = ${pick(orders).id}`;
    await as(null, (tx) => tx`select release_expired_holds()`);
  };
  const edit = async () => {
    const sizeRun = random() < 0.5 ? ['S', 'M', 'L'] : ['S', 'L', 'M', 'XL'];
    const { product } = pick(shop);
    await as(admin, (tx) => tx`select office.update_product(${product}, p_sizes => ${sizeRun})`);
  };

  await order();
  await start();
  const kinds = [
    ...[order, order, order, order, checkOut, checkOut, start, start, start, pay, pay],
    ...[cancel, refund, send, refundPiece, adjust, receive, expire, edit],
  ];
  return { pick, kinds, goods };
}

test('after random steps over many connections every counter is the sum of its rows', async () => {
  await withoutLimit();
  const { pick, kinds } = await randomShop();
  await walk(150, () => pick(kinds), refusals);
  expect(await wrongStock(sql)).toEqual([]);
});

test(`after ${steps} random steps, too`, { tags: ['more'] }, async () => {
  await withoutLimit();
  const { pick, kinds, goods } = await randomShop();
  const outcomes = new Map<string, number>();
  for (let done = 0; done < steps; done += 1000) {
    const part = await walk(Math.min(1000, steps - done), () => pick(kinds), refusals);
    for (const [it, many] of part) outcomes.set(it, (outcomes.get(it) ?? 0) + many);
    expect(await wrongStock(sql)).toEqual([]);
  }
  // Steps of every kind went through, and the shop was sold out in between.
  for (const { name } of kinds) expect(outcomes.get(name), name).toBeGreaterThan(0);
  expect(outcomes.get('out_of_stock')).toBeGreaterThan(0);
  const paid = sql`select o.id from orders o join order_items i on i.order_id = o.id
    where i.product_id = any(${goods}) and o.status = 'Paid' limit 1`;
  expect(await paid).toHaveLength(1);
});
