import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { actAsOwner, rolledBack, sql, test, type Tx } from './actors.ts';
import { only, rowOf, valueOf, valuesOf } from './answers.ts';
import { expectRefusal } from './refusals.ts';
import { actAsAdministrator, actAsCustomer, addAdministrator } from './people.ts';
import { placeOrder, settle, startPayment } from './orders.ts';
import { addCountedProduct, stockOf } from './counted-goods.ts';
import { as, leaveNothingOf, outcomesOf, times } from './at-once.ts';

/** An order of three M and one L, for 20 dollars each, with ten pieces of each in stock. */
async function ordered(tx: Tx, { paid = true, counted = true } = {}) {
  const goods = await addCountedProduct(tx, { M: 10, L: 10 });
  if (!counted) {
    await tx`update product_variants set policy = 'untracked' where product_id = ${goods.product}`;
  }
  await actAsCustomer(tx);
  const order = await placeOrder(
    tx,
    [
      { product: goods.product, quantity: 3, size: 'M' },
      { product: goods.product, quantity: 1, size: 'L' },
    ],
    '80',
  );
  await actAsOwner(tx);
  const reference = await startPayment(tx, order.id);
  if (paid) expect(await settle(tx, reference, 8000)).toBe('paid');
  const [m = '', l = ''] = await valuesOf<string>(tx`
      select id from order_items where order_id = ${order.id} order by position`);
  await actAsAdministrator(tx);
  return { ...goods, order: order.id, reference, m, l };
}

const pack = (tx: Tx, order: string, lines: object[] | null = null) =>
  valueOf<string>(tx`
      select office.pack_order(${order}, ${lines && JSON.stringify(lines)}::text::jsonb)`);
const move = (tx: Tx, parcel: string, status: string) =>
  tx`select office.change_parcel(${parcel}, ${status})`;
const refundAll = async (tx: Tx, reference: string, status: string) => {
  await actAsOwner(tx);
  const begun = tx`start_refund(${randomUUID()}, ${reference}, 8000, 'USD', null)`;
  return (await rowOf(tx`select r.id from ${begun} r, update_refund(r.id, ${status})`))
    .id as string;
};
const fulfilment = (tx: Tx, order: string) =>
  valueOf<string>(tx`select fulfilment as it from orders where id = ${order}`);
const counters = async (tx: Tx, product: string) =>
  (await stockOf(tx, product)).map((it) => [it.size, it.onHand, it.held, it.ledger]);
const heldBySize = async (tx: Tx, product: string) =>
  Object.fromEntries((await stockOf(tx, product)).map(({ size, held }) => [size, held]));

describe('a paid order', () => {
  test('is packed and sent in parts, and is as far as its last parcel', async ({ tx }) => {
    const { order, m } = await ordered(tx);
    expect(await fulfilment(tx, order)).toBe('to_send');
    const first = await pack(tx, order, [{ item: m, quantity: 2 }]);
    await move(tx, first, 'sent');
    expect(await fulfilment(tx, order)).toBe('to_send');
    const rest = await pack(tx, order);
    expect(await fulfilment(tx, order)).toBe('packed');
    expect(
      await tx`select l.quantity from parcel_lines l join order_items i on i.id = l.order_item_id
          where l.parcel_id = ${rest} order by i.position`,
    ).toEqual([{ quantity: 1 }, { quantity: 1 }]);
    await move(tx, rest, 'sent');
    expect(await fulfilment(tx, order)).toBe('sent');
    await move(tx, first, 'delivered');
    expect(await fulfilment(tx, order)).toBe('sent');
    await move(tx, rest, 'delivered');
    expect(await fulfilment(tx, order)).toBe('delivered');
  });

  test('takes no piece twice, and a parcel goes only forward', async ({ tx }) => {
    const { order, m } = await ordered(tx);
    const tooMuch = [{ item: m, quantity: 4 }];
    await expectRefusal(tx, 'packed_already', (point) => pack(point, order, tooMuch));
    const parcel = await pack(tx, order);
    await expectRefusal(tx, 'packed_already', (point) => pack(point, order));
    await move(tx, parcel, 'cancelled');
    const again = await pack(tx, order);
    await move(tx, again, 'sent');
    for (const status of ['packed', 'cancelled']) {
      await expectRefusal(tx, 'parcel_moved', (point) => move(point, again, status));
    }
  });

  test('does not send refunded pieces, unless they are to be sent all the same', async ({ tx }) => {
    const { order, product, reference, m, l } = await ordered(tx);
    const refund = async (item: string, quantity: number, notToSend: boolean) => {
      const id = randomUUID();
      await actAsOwner(tx);
      await tx`select start_refund(${id}, ${reference}, 8000, 'USD', null, null,
          ${JSON.stringify([{ item, quantity }])}::text::jsonb, ${notToSend})`;
      return id;
    };
    const move = (id: string, status: string) => tx`select update_refund(${id}, ${status})`;
    const failed = await refund(l, 1, true);
    expect(await heldBySize(tx, product)).toEqual({ L: 1, M: 3 });
    await move(failed, 'failed');
    expect(await fulfilment(tx, order)).toBe('to_send');
    await move(await refund(l, 1, true), 'processed');
    expect(await heldBySize(tx, product)).toEqual({ L: 0, M: 3 });
    await move(await refund(m, 1, false), 'processed');
    await move(await refund(m, 1, true), 'processed');
    expect(await heldBySize(tx, product)).toEqual({ L: 0, M: 2 });
    await actAsAdministrator(tx);
    await expectRefusal(tx, 'packed_already', (point) =>
      pack(point, order, [{ item: l, quantity: 1 }]),
    );
    await tx`select office.send_orders(${[order]}::uuid[])`;
    expect(await fulfilment(tx, order)).toBe('sent');
    expect(await counters(tx, product)).toEqual([
      ['L', 10, 0, 10],
      ['M', 8, 0, 8],
    ]);
  });

  test('is neither packed nor sent while all of it is being refunded', async ({ tx }) => {
    const { order, reference, m } = await ordered(tx);
    const parcel = await pack(tx, order, [{ item: m, quantity: 1 }]);
    const sendAll = async () => {
      await actAsAdministrator(tx);
      const sending = tx`select office.pack_orders(${[order]}) as packed, office.send_orders(${[order]}) as sent`;
      return await rowOf(sending);
    };
    const refund = await refundAll(tx, reference, 'pending');
    expect(await sendAll()).toEqual({ packed: 0, sent: 0 });
    for (const step of [(at: Tx) => pack(at, order), (at: Tx) => move(at, parcel, 'sent')]) {
      await expectRefusal(tx, 'not_paid', step);
    }
    await actAsOwner(tx);
    await tx`select update_refund(${refund}, 'failed')`;
    expect(await sendAll()).toEqual({ packed: 1, sent: 1 });
  });

  test('that is refunded loses what was packed, not what was sent', async ({ tx }) => {
    const packed = await ordered(tx);
    await pack(tx, packed.order);
    await refundAll(tx, packed.reference, 'processed');
    expect(await fulfilment(tx, packed.order)).toBe('cancelled');
    const sent = await ordered(tx);
    await move(tx, await pack(tx, sent.order), 'sent');
    await refundAll(tx, sent.reference, 'processed');
    expect(await fulfilment(tx, sent.order)).toBe('sent');
  });
});

test('what is not paid cannot be packed', async ({ tx }) => {
  const { order } = await ordered(tx, { paid: false });
  await expectRefusal(tx, 'not_paid', (point) => pack(point, order));
  const many = await tx`select office.pack_orders(${[order]}) as count`;
  expect(only(many)).toEqual({ count: 0 });
});

test('parcels and returns whose order lines were deleted by hand have none', async ({ tx }) => {
  const { order } = await ordered(tx);
  await pack(tx, order);
  await actAsOwner(tx);
  await tx`insert into returns (order_id) values (${order})`;
  await tx`delete from order_items where order_id = ${order}`;
  const found = await tx`select parcels_of(${order}) as parcels, returns_of(${order}) as returns`;
  expect(only(found)).toMatchObject({ parcels: [{ lines: [] }], returns: [{ lines: [] }] });
});

test('what is sent leaves stock and holds, and the ledger names the order', async ({ tx }) => {
  const { order, product, m, variant } = await ordered(tx);
  const parcel = await pack(tx, order, [{ item: m, quantity: 2 }]);
  expect(await counters(tx, product)).toEqual([
    ['L', 10, 1, 10],
    ['M', 10, 3, 10],
  ]);
  await actAsAdministrator(tx);
  await move(tx, parcel, 'sent');
  await actAsOwner(tx);
  expect(await counters(tx, product)).toEqual([
    ['L', 10, 1, 10],
    ['M', 8, 1, 8],
  ]);
  expect(
    await tx`select variant_id, quantity, reason from stock_movements where order_id = ${order}`,
  ).toEqual([{ variant_id: variant('M'), quantity: -2, reason: 'sent' }]);
});

test('an order sent in part and deleted holds only the rest once restored', async ({ tx }) => {
  const { order, product, m } = await ordered(tx);
  await move(tx, await pack(tx, order, [{ item: m, quantity: 2 }]), 'sent');
  const deleted = await tx<{ id: string }[]>`
      select office.delete_records('orders', ${[order]}) as id`;
  await tx`select office.restore_trash(${deleted.map((it) => it.id)})`;
  expect(await fulfilment(tx, order)).toBe('to_send');
  expect(await counters(tx, product)).toEqual([
    ['L', 10, 1, 10],
    ['M', 8, 1, 8],
  ]);
});

test('what is counted later is sent only if there, and not if another has it', async ({ tx }) => {
  const { order, product, variant } = await ordered(tx, { counted: false });
  await actAsOwner(tx);
  await tx`update product_variants set policy = 'deny' where product_id = ${product}`;
  await tx`insert into stock_movements (variant_id, quantity, reason)
      values (${variant('M')}, -8, 'counted')`;
  await actAsCustomer(tx);
  await placeOrder(tx, [{ product, quantity: 1, size: 'M' }], '20');
  await actAsAdministrator(tx);
  expect(await valueOf(tx`select office.send_orders(${[order]})`)).toBe(0);
  expect(await valueOf(tx`select office.missing_pieces(${[order]})`)).toMatchObject([
    { order, size: 'M', quantity: 2 },
  ]);
  // The administrator has the pieces at hand.
  await move(tx, await pack(tx, order), 'sent');
  expect(await counters(tx, product)).toEqual([
    ['L', 9, 0, 9],
    ['M', 1, 1, 1],
  ]);
});

test('a parcel that two administrators send at once leaves the stock once', async () => {
  const { order, parcel } = await as('owner', async (tx) => {
    const { order } = await ordered(tx);
    return { order, parcel: await pack(tx, order) };
  });
  const offices = await Promise.all(times(4, () => addAdministrator(sql)));
  leaveNothingOf(...offices);
  const sent = offices.map((office) => as(office, (tx) => move(tx, parcel, 'sent')));
  expect(await outcomesOf(sent)).toEqual({ done: 4 });
  const gone = sql`select sum(quantity)::int from stock_movements where order_id = ${order}`;
  expect(await valueOf(gone)).toBe(-4);
});

test('order numbers do not tell how many orders there are', async () => {
  const numbers = await sql<{ number: number }[]>`
    select private.mix_number(i, 42)::int as number from generate_series(0, 9999) i`;
  const drawn = numbers.map((it) => it.number);
  expect(new Set(drawn).size).toBe(10_000);
  expect(drawn.every((it) => it >= 10_000 && it <= 99_999)).toBe(true);
  const rising = drawn.filter((it, i) => it > (drawn[i - 1] ?? 0)).length;
  expect(Math.abs(rising - 5000)).toBeLessThan(300);
  expect(
    await sql`select length(private.mix_number(i, 42)::text) as digits
      from unnest(array[89999, 90000, 989999, 990000]) i`,
  ).toEqual([{ digits: 5 }, { digits: 6 }, { digits: 6 }, { digits: 7 }]);
  await rolledBack(async (tx) => {
    const { order } = await ordered(tx);
    expect((await rowOf(tx`select number from orders where id = ${order}`)).number).toMatch(
      /^HM-\d{5}$/,
    );
    await actAsOwner(tx);
    await tx`update shop_settings set value = '"A/{number}.b"' where name = 'order_number_pattern'`;
    const drawn = await rowOf(tx`select private.next_order_number() as number`);
    expect(drawn.number).toMatch(/^A\/\d{5}\.b$/);
  });
});
