import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { actAs, actAsOwner, asOwner, letPass, test, type Tx } from './actors.ts';
import { rowOf, valueOf, valuesOf } from './answers.ts';
import { expectRefusal, raised, refusalOf } from './refusals.ts';
import { actAsAdministrator, actAsCustomer } from './people.ts';
import { placeOrder, settle, startPayment } from './orders.ts';
import { addCountedProduct, stockOf } from './counted-goods.ts';
import { as, leaveNothingOf, outcomeOf, overtake } from './at-once.ts';

/** A paid order of three M and one L, for 20 dollars each, of which the M are sent. */
async function sent(tx: Tx) {
  const { product } = await addCountedProduct(tx, { M: 10, L: 10 });
  const customer = await actAsCustomer(tx);
  const lines = [
    { product, quantity: 3, size: 'M' },
    { product, quantity: 1, size: 'L' },
  ];
  const { id: order } = await placeOrder(tx, lines, '80');
  await actAsOwner(tx);
  const reference = await startPayment(tx, order);
  expect(await settle(tx, reference, 8000)).toBe('paid');
  const [m = '', l = ''] = await valuesOf<string>(tx`
      select id from order_items where order_id = ${order} order by position`);
  const office = await actAsAdministrator(tx);
  const packed = json([{ item: m, quantity: 3 }]);
  await tx`select office.change_parcel(office.pack_order(${order}, ${packed}::text::jsonb), 'sent')`;
  await actAs(tx, customer);
  return { customer, office, product, order, reference, m, l };
}

const json = (value: unknown) => JSON.stringify(value);
const request = (tx: Tx, order: string, lines: object[]) =>
  valueOf<string>(tx`select request_return(${order}, ${json(lines)}::text::jsonb, 'Too small')`);
const change = (tx: Tx, id: string, status: string, lines: object[] | null = null) =>
  tx`select office.change_return(${id}, ${status}, 'A word', ${lines && json(lines)}::text::jsonb)`;
const left = (tx: Tx, order: string) =>
  valueOf<Record<string, number>>(tx`select returnable_of(${order})`);
const statusOf = (tx: Tx, id: string) =>
  valueOf<string>(tx`select status from returns where id = ${id}`);
const mailsOf = async (tx: Tx, order: string) => {
  await actAsOwner(tx);
  return valuesOf<string>(tx`select kind from mail_outbox
    where order_id = ${order} and data ? 'return' order by kind`);
};

test('sent pieces are returned, approved, received, refunded and sold again', async ({ tx }) => {
  const { customer, office, product, order, reference, m, l } = await sent(tx);
  expect(await left(tx, order)).toEqual({ [m]: 3 });
  const id = await request(tx, order, [{ item: m, quantity: 2 }]);
  expect(await left(tx, order)).toEqual({ [m]: 1 });
  const refused = (lines: object[]) => refusalOf(tx, (point) => request(point, order, lines));
  expect(await refused([{ item: m, quantity: 2 }])).toEqual(raised('not_returnable'));
  expect(await refused([{ item: l, quantity: 1 }])).toEqual(raised('not_returnable'));
  expect(await refused([])).toEqual(raised('not_returnable'));
  expect(await refused([{ item: m, quantity: 0 }])).toEqual(raised('not_returnable'));
  await actAs(tx, office);
  const received = (quantity: number, restocked: number) => [
    { item: m, received: quantity, restocked },
  ];
  await expectRefusal(tx, 'return_moved', (point) => change(point, id, 'received', received(2, 1)));
  await change(tx, id, 'approved');
  // The day that was told stays when the setting changes; where to and who pays are those of today.
  await actAsOwner(tx);
  await tx`update shop_settings set value = n.value from (values
    ('return_send_days', '3'::jsonb), ('return_payer', '"shop"'), ('return_address', '""'),
    ('seller_name', '"Mill"'), ('seller_address', '"1 Lane"'), ('seller_country', '"IE"')) n (name, value)
    where n.name = shop_settings.name`;
  const inTwoWeeks = await valueOf<string>(tx`select (private.day_of(now()) + 14)::text`);
  expect(await valueOf<object>(tx`select returns_of(${order}) -> 0`)).toMatchObject({
    send_by: inTwoWeeks,
    sending: { address: 'Mill\n1 Lane\nIreland', payer: 'shop', label: '', send_days: 3 },
  });
  await actAs(tx, office);
  await expectRefusal(tx, 'not_returnable', (point) =>
    change(point, id, 'received', received(3, 1)),
  );
  await change(tx, id, 'received', received(2, 1));
  expect(await mailsOf(tx, order)).toEqual(['return_requested', 'return_approved']);
  expect(await stockOf(tx, product)).toMatchObject([
    { size: 'L', onHand: 10, held: 1, ledger: 10 },
    { size: 'M', onHand: 8, held: 0, ledger: 8 },
  ]);
  expect(
    await tx`select quantity, reason from stock_movements where order_id = ${order} order by id`,
  ).toEqual([
    { quantity: -3, reason: 'sent' },
    { quantity: 1, reason: 'returned' },
  ]);
  const refund = (point: Tx, key: string, lines: object[] | null = null) =>
    point`select amount_minor::int as cents from start_refund_of_return(
        ${id}, ${key}, ${reference}, 8000, 'USD', null, null, ${lines && json(lines)}::text::jsonb)`;
  await expectRefusal(tx, 'too_many_pieces', (point) =>
    refund(point, randomUUID(), [{ item: m, quantity: 3 }]),
  );
  const key = randomUUID();
  expect(await rowOf(refund(tx, key))).toEqual({ cents: 4000 });
  await expectRefusal(tx, 'return_moved', (point) => refund(point, randomUUID()));
  expect(await statusOf(tx, id)).toBe('received');
  await tx`select update_refund(${key}, 'processed')`;
  expect(await statusOf(tx, id)).toBe('refunded');
  await actAs(tx, customer);
  expect(await left(tx, order)).toEqual({ [m]: 1 });
});

test('what is refused can be asked for again, what was refunded cannot', async ({ tx }) => {
  const { customer, office, order, reference, m } = await sent(tx);
  const id = await request(tx, order, [{ item: m, quantity: 3 }]);
  await actAs(tx, office);
  await change(tx, id, 'refused');
  await expectRefusal(tx, 'return_moved', (point) => change(point, id, 'approved'));
  expect(await mailsOf(tx, order)).toEqual(['return_requested', 'return_refused']);
  await actAsOwner(tx);
  await tx`select start_refund(${randomUUID()}, ${reference}, 8000, 'USD', null, null,
      ${json([{ item: m, quantity: 1 }])}::text::jsonb)`;
  await actAs(tx, customer);
  expect(await left(tx, order)).toEqual({ [m]: 2 });
  await actAsCustomer(tx);
  expect(await left(tx, order)).toEqual({});
  expect(await request(tx, order, [{ item: m, quantity: 1 }])).toBeNull();
});

test('a piece can be returned until the end of the last day after its delivery', async ({ tx }) => {
  const { customer, order, m } = await sent(tx);
  const leftAfter = async (column: string, days: number) => {
    await actAsOwner(tx);
    await tx`update parcels set ${tx(column)} = date_trunc('day', now(), 'UTC') - make_interval(days => ${days})
        where order_id = ${order}`;
    await actAs(tx, customer);
    return left(tx, order);
  };
  expect(await leftAfter('sent_at', 30)).toEqual({ [m]: 3 });
  expect(await leftAfter('sent_at', 31)).toEqual({});
  await expectRefusal(tx, 'not_returnable', (point) =>
    request(point, order, [{ item: m, quantity: 1 }]),
  );
  expect(await leftAfter('delivered_at', 30)).toEqual({ [m]: 3 });
  await asOwner(tx, () => tx`update shop_settings set value = '14' where name = 'return_days'`);
  expect(await left(tx, order)).toEqual({});
});

test('what came back of an earlier parcel leaves the pieces of a later one', async ({ tx }) => {
  const { customer, office, order, m } = await sent(tx);
  await actAsOwner(tx);
  await tx`update parcel_lines set quantity = 2 where order_item_id = ${m}`;
  await actAs(tx, customer);
  const id = await request(tx, order, [{ item: m, quantity: 2 }]);
  await actAs(tx, office);
  await change(tx, id, 'approved');
  await change(tx, id, 'received', [{ item: m, received: 2, restocked: 2 }]);
  await letPass(tx, '60 days');
  await tx`select office.change_parcel(office.pack_order(${order}, ${json([{ item: m, quantity: 1 }])}::text::jsonb), 'sent')`;
  await actAs(tx, customer);
  expect(await left(tx, order)).toEqual({ [m]: 1 });
  await request(tx, order, [{ item: m, quantity: 1 }]);
  expect(await left(tx, order)).toEqual({});
});

test('a paid order that is packed is cancelled by the office only', async ({ tx }) => {
  const { customer, office, order, reference } = await sent(tx);
  await actAsOwner(tx);
  await tx`update parcels set status = 'packed' where order_id = ${order}`;
  const cancel = (by: Tx, who: string) => by`
      select status from start_cancellation(${randomUUID()}, ${reference}, 8000, 'USD', ${who})`;
  await expectRefusal(tx, 'sent_already', (point) => cancel(point, customer));
  expect(await cancel(tx, office)).toEqual([{ status: 'requested' }]);
});

test('a received return is refunded with its order; both come back from trash', async ({ tx }) => {
  const { office, order, reference, m } = await sent(tx);
  const id = await request(tx, order, [{ item: m, quantity: 1 }]);
  await actAs(tx, office);
  await change(tx, id, 'approved');
  await change(tx, id, 'received', [{ item: m, received: 1, restocked: 0 }]);
  await actAsOwner(tx);
  const key = randomUUID();
  await tx`select start_refund(${key}, ${reference}, 8000, 'USD', null)`;
  await tx`select update_refund(${key}, 'processed')`;
  expect(await statusOf(tx, id)).toBe('refunded');
  const everything = () =>
    tx`select to_jsonb(r) as back, to_jsonb(l) as line from returns r
        join return_lines l on l.return_id = r.id where r.id = ${id}`;
  const before = [...(await everything())];
  await actAs(tx, office);
  const deleted = await tx<{ id: string }[]>`
      select office.delete_records('orders', ${[order]}) as id`;
  expect(await everything()).toEqual([]);
  await tx`select office.restore_trash(${deleted.map((it) => it.id)})`;
  expect(await everything()).toEqual(before);
});

test('of two that return the same piece at once, one waits and is refused', async () => {
  const { customer, order, m } = await as('owner', sent);
  leaveNothingOf(customer);
  const ask = (tx: Tx) => request(tx, order, [{ item: m, quantity: 2 }]);
  const [, second] = await overtake(customer, ask, async () => outcomeOf(as(customer, ask)));
  expect(second).toBe('not_returnable');
});
