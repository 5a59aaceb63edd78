import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { actAs, actAsOwner, asOwner, letPass, test, type Tx } from './actors.ts';
import { valueOf } from './answers.ts';
import { as, leaveNothingOf, outcomeOf, overtake } from './at-once.ts';
import { pay, startPayment, statusOf } from './orders.ts';
import { errorOf, expectRefusal } from './refusals.ts';
import {
  arrive,
  ask,
  change,
  mailsOf,
  newOrder,
  refund,
  send,
  sold,
  statusOfReturn,
} from './exchanging.ts';

test('holds the pieces at once, is asked for by mail, and sent when the old ones have arrived', async ({
  tx,
}) => {
  const it = await sold(tx, { pieces: { M: 3, XL: 1 } });
  const to = it.variant('XL');
  expect(await valueOf(tx`select exchange_choices_of(${it.order})`)).toEqual([
    { item: it.line, variant: to, size: 'XL', color: null, difference: 0, most: 1 },
  ]);
  const tooMany = await errorOf(tx, (point) => ask(point, it, to, 2));
  expect([tooMany.detail, tooMany.hint]).toEqual(['out_of_stock', 'lines.0.variant']);
  await expectRefusal(tx, 'not_exchangeable', (point) => ask(point, it, it.variant('M')));
  await expectRefusal(tx, 'not_exchangeable', (point) => ask(point, it, randomUUID()));
  const id = await ask(tx, it, to);
  const { id: opened } = await newOrder(tx, id);
  await expectRefusal(tx, 'out_of_stock', (point) => ask(point, it, to));
  await expectRefusal(tx, 'not_pending', (point) =>
    asOwner(point, () => startPayment(point, opened)),
  );
  // The hold does not end like that of an unpaid order.
  await actAsOwner(tx);
  await tx`select release_expired_holds()`;
  await change(tx, it, id, 'approved');
  expect(await newOrder(tx, id)).toMatchObject({ status: 'Pending', held: 1 });
  await tx`update product_variants set size = 'Extra large' where id = ${to}`;
  await change(tx, it, id, 'received', [{ item: it.line, received: 1, restocked: 0 }]);
  expect(await newOrder(tx, id)).toMatchObject({ status: 'Paid', held: 1 });
  expect(await mailsOf(tx, opened)).toEqual(['exchange_confirmed']);
});

test('is cancelled when the return is refused, and pieces that do not arrive in time give theirs back', async ({
  tx,
}) => {
  const it = await sold(tx);
  const refused = await ask(tx, it, it.variant('L'));
  await change(tx, it, refused, 'refused');
  expect(await newOrder(tx, refused)).toMatchObject({ status: 'Cancelled', held: 0 });
  await actAs(tx, it.customer);
  const late = await ask(tx, it, it.variant('S'));
  await change(tx, it, late, 'approved');
  const sweep = async () => {
    await actAsOwner(tx);
    await tx`select release_expired_holds()`;
    return newOrder(tx, late);
  };
  expect(await sweep()).toMatchObject({ status: 'Pending', held: 1 });
  await letPass(tx, '100 days');
  const ended = await sweep();
  expect(ended).toMatchObject({ status: 'Cancelled', held: 0 });
  expect(await mailsOf(tx, ended.id)).toEqual(['exchange_ended']);
  // What arrives all the same is refunded as in any return.
  await change(tx, it, late, 'received', [{ item: it.line, received: 1, restocked: 1 }]);
  expect(await refund(tx, late, it.reference, 6000)).toEqual([2000]);
});

test('waits for the difference, is not refunded meanwhile, and in full when it is not paid', async ({
  tx,
}) => {
  const it = await sold(tx);
  const id = await ask(tx, it, it.variant('L'), 2);
  await arrive(tx, it, id, 1);
  const opened = await newOrder(tx, id);
  expect(opened).toMatchObject({ status: 'Pending', total: 500, held: 1 });
  expect(await mailsOf(tx, opened.id)).toEqual(['exchange_to_pay']);
  await startPayment(tx, opened.id);
  expect(await newOrder(tx, id)).toMatchObject({ held: 1 });
  expect(
    await valueOf(tx`select expires_at from stock_holds where order_id = ${opened.id}`),
  ).toBeNull();
  await expectRefusal(tx, 'return_moved', (point) => refund(point, id, it.reference, 6000));
  await actAs(tx, it.customer);
  await tx`select cancel_order(${opened.id})`;
  await actAsOwner(tx);
  expect(await mailsOf(tx, opened.id)).toEqual(['exchange_to_pay']);
  expect(await refund(tx, id, it.reference, 6000)).toEqual([2000]);
});

test('is sent at once where the setting says so', async ({ tx }) => {
  const it = await sold(tx);
  await asOwner(
    tx,
    () => tx`update shop_settings set value = 'true' where name = 'exchange_at_once'`,
  );
  const id = await ask(tx, it, it.variant('S'));
  await change(tx, it, id, 'approved');
  const opened = await newOrder(tx, id);
  expect(opened).toMatchObject({ status: 'Paid', held: 1 });
  await send(tx, it, opened.id);
  await change(tx, it, id, 'received', [{ item: it.line, received: 1, restocked: 1 }]);
  expect(await refund(tx, id, it.reference, 6000)).toEqual([800]);
  expect(await statusOfReturn(tx, id)).toBe('refunded');
});

test('of an exchange gives all payments back, each once', async ({ tx }) => {
  const it = await sold(tx, { pieces: { M: 9, L: 9, XL: 9 } });
  const first = await ask(tx, it, it.variant('L'));
  await arrive(tx, it, first, 1);
  const l = await newOrder(tx, first);
  const reference = await pay(tx, l.id, 500);
  const item = await send(tx, it, l.id);
  const second = await ask(tx, { order: l.id, line: item }, it.variant('XL'));
  await arrive(tx, it, second, 1, item);
  expect(await refund(tx, second, reference, 500)).toEqual([500]);
  const xl = await newOrder(tx, second);
  const last = await send(tx, it, xl.id);
  const third = await ask(tx, { order: xl.id, line: last }, null);
  await arrive(tx, it, third, 1, last);
  expect(await refund(tx, third, `${xl.id}.1`, 0)).toEqual([0, 2000]);
  expect(await statusOf(tx, l.id)).toBe('Refunded');
  expect(await valueOf(tx`select refunded::text from orders where id = ${it.order}`)).toBe('20.00');
});

test('is cancelled with a refund of the whole order, unless it was sent', async ({ tx }) => {
  const it = await sold(tx);
  const waiting = await ask(tx, it, it.variant('L'));
  await actAsOwner(tx);
  const key = randomUUID();
  await tx`select start_refund(${key}, ${it.reference}, 6000, 'USD', null)`;
  await tx`select update_refund(${key}, 'processed')`;
  expect(await newOrder(tx, waiting)).toMatchObject({ status: 'Cancelled', held: 0 });
});

test('of two for the last piece, one waits and is refused', async () => {
  const it = await as('owner', (tx) => sold(tx, { pieces: { M: 9, XL: 1 } }));
  leaveNothingOf(it.customer);
  const want = (tx: Tx) => ask(tx, it, it.variant('XL'));
  const [, second] = await overtake(it.customer, want, async () =>
    outcomeOf(as(it.customer, want)),
  );
  expect(second).toBe('out_of_stock');
});
