import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { actAsOwner, letPass, type Tx } from './actors.ts';
import { rowOf, valueOf, valuesOf } from './answers.ts';
import { expectRefusal } from './refusals.ts';
import { settle, statusOf } from './orders.ts';
import { addSale, test, type Sale } from './paid-order.ts';

const start = (
  tx: Tx,
  { reference, administrator }: Sale,
  {
    id = randomUUID() as string,
    cents = null as number | null,
    lines = null as object[] | null,
    paid = 2000,
  } = {},
) =>
  tx<
    { id: string }[]
  >`select * from start_refund(${id}, ${reference}, ${paid}, 'USD', ${administrator},
    ${cents}, ${lines && JSON.stringify(lines)}::text::jsonb)`;
const note = async (tx: Tx, id: string, status: string, provider: string | null = null) =>
  await valueOf<string>(
    tx`select status from update_refund(${id}, ${status}, 'as told', ${provider})`,
  );
/** A message of the provider, with the reference of the refund where it has one. */
const hear = async (
  tx: Tx,
  reference: string,
  status: string,
  { cents = 2000, refund = null as string | null } = {},
) =>
  await valueOf<string>(tx`select settle_refund(${randomUUID()}, ${`refund.${status}`},
      ${reference}, ${cents}, ${status}, '{}', ${refund}) as it`);
/** The provider's list of the refunds of a payment has this one. */
const listed = async (
  tx: Tx,
  reference: string,
  status: string,
  { cents: amount = 2000, provider = '1', ours: id = null as string | null } = {},
) => {
  const list = [{ id, provider_id: provider, amount, status }];
  return await valueOf<string>(
    tx`select (settle_listed_refunds(${reference}, ${tx.json(list)}, false))[1]`,
  );
};
/** Cents that were refunded of the payment or are on their way, and dollars of the order that were refunded. */
const refunded = async (tx: Tx, { reference }: Sale) => {
  const { way, done } =
    await rowOf(tx`select a.refunded_minor::int as way, o.refunded::float as done
      from payment_attempts a join orders o on o.id = a.order_id where a.reference = ${reference}`);
  return [way, done];
};
const statuses = (tx: Tx, { reference }: Sale) =>
  valuesOf<string>(tx`
      select status from refunds where reference = ${reference} order by asked_at, id`);

describe('a refund', () => {
  test('is begun by one, and makes the order Refunded when it is done', async ({ tx, sale }) => {
    const { id, ...begun } = await rowOf(start(tx, sale));
    expect(begun).toMatchObject({
      status: 'requested',
      amount_minor: '2000',
      order_id: sale.order,
      asked_by: sale.administrator,
    });
    for (const again of [{}, { id }, { cents: 1 }]) {
      await expectRefusal(tx, 'already_refunded', (point) => start(point, sale, again));
    }
    expect(await note(tx, id, 'pending')).toBe('pending');
    expect(await statusOf(tx, sale.order)).toBe('Paid');
    expect(await hear(tx, sale.reference, 'processed')).toBe('processed');
    expect(await statusOf(tx, sale.order)).toBe('Refunded');
    // Whatever comes late, or twice, turns nothing back.
    for (const late of ['failed', 'pending', 'processed']) {
      expect(await hear(tx, sale.reference, late)).toBe('ambiguous');
      expect(await note(tx, id, late)).toBe('processed');
    }
    expect(await settle(tx, sale.reference, 2000, { key: 'again' })).toBe('already_paid');
    expect(await statusOf(tx, sale.order)).toBe('Refunded');
  });

  test('of a part leaves the order Paid until all of it is refunded', async ({ tx, sale }) => {
    const first = (await rowOf(start(tx, sale, { cents: 500 }))).id;
    await note(tx, first, 'processed');
    expect([await statusOf(tx, sale.order), ...(await refunded(tx, sale))]).toEqual([
      'Paid',
      500,
      5,
    ]);
    await expectRefusal(tx, 'wrong_amount', (point) => start(point, sale, { cents: 1501 }));
    const second = (await rowOf(start(tx, sale, { cents: 700 }))).id;
    expect(await refunded(tx, sale)).toEqual([1200, 5]);
    await note(tx, second, 'failed');
    expect(await refunded(tx, sale)).toEqual([500, 5]);
    await note(tx, (await rowOf(start(tx, sale))).id, 'processed');
    expect([await statusOf(tx, sale.order), ...(await refunded(tx, sale))]).toEqual([
      'Refunded',
      2000,
      20,
    ]);
  });

  test('never passes what was paid, nor the pieces, whoever writes it', async ({ tx, sale }) => {
    const item = await valueOf<string>(
      tx`select id from order_items where order_id = ${sale.order}`,
    );
    const lines = [{ item, quantity: 1 }];
    await expectRefusal(tx, 'too_many_pieces', (point) =>
      start(point, sale, { lines: [{ item, quantity: 2 }] }),
    );
    const { id } = await rowOf(start(tx, sale, { lines, cents: 1500 }));
    await expectRefusal(tx, 'too_many_pieces', (point) => start(point, sale, { lines, cents: 1 }));
    await actAsOwner(tx);
    const more = (point: Tx) => point`
        insert into refunds (reference, order_id, amount_minor, currency)
        values (${sale.reference}, ${sale.order}, 501, 'USD') returning id`;
    await expectRefusal(tx, '23514', more);
    await expectRefusal(
      tx,
      '23514',
      (point) => point`update refunds set amount_minor = 2001 where id = ${id}`,
    );
    await expectRefusal(
      tx,
      '23514',
      (point) => point`update refund_lines set quantity = 2 where refund_id = ${id}`,
    );
  });

  test('unknown to the provider is asked for again under its id', async ({ tx, sale }) => {
    const id = randomUUID();
    await start(tx, sale, { id, cents: 500 });
    const lost = (reversed = false) =>
      tx`select settle_listed_refunds(${sale.reference}, '[]', ${reversed})`;
    await lost();
    expect(await statuses(tx, sale)).toEqual(['requested']);
    await letPass(tx, '2 minutes');
    await lost();
    expect(await statuses(tx, sale)).toEqual(['failed']);
    expect(await note(tx, id, 'pending')).toBe('failed');
    await expectRefusal(tx, 'key_reused', (point) => start(point, sale, { id, cents: 600 }));
    expect(await rowOf(start(tx, sale, { id, cents: 500 }))).toMatchObject({
      status: 'requested',
      note: '',
    });
    // It arrived after all; another one of the same amount stays apart.
    await start(tx, sale, { cents: 500 });
    expect(await listed(tx, sale.reference, 'processed', { cents: 500, ours: id })).toBe(
      'processed',
    );
    expect(await listed(tx, sale.reference, 'processed', { cents: 500, ours: id })).toBe(
      'processed',
    );
    expect(await statuses(tx, sale)).toEqual(['processed', 'requested']);
    expect(await statusOf(tx, sale.order)).toBe('Paid');
  });

  test('of several of one amount is found by reference, or in the list', async ({ tx, sale }) => {
    for (let many = 0; many < 2; many += 1) await start(tx, sale, { cents: 500 });
    const tell = (status: string, refund: string | null) =>
      hear(tx, sale.reference, status, { cents: 500, refund });
    expect(await tell('processed', null)).toBe('ambiguous');
    expect(await tell('processed', 'A')).toBe('processed');
    expect(await tell('pending', 'A')).toBe('processed');
    expect(await tell('processed', 'A')).toBe('processed');
    expect(await statuses(tx, sale)).toEqual(['processed', 'requested']);
    expect(await tell('failed', 'B')).toBe('failed');
    expect(await tell('processing', 'B')).toBe('failed');
    expect(await statuses(tx, sale)).toEqual(['processed', 'failed']);
    expect(await refunded(tx, sale)).toEqual([500, 5]);
  });

  test('gives back what is held', async ({ tx }) => {
    const sale = await addSale(tx, 1500);
    expect(await statusOf(tx, sale.order)).toBe('Held');
    await start(tx, sale, { paid: 1500 });
    expect(await hear(tx, sale.reference, 'processed', { cents: 1500 })).toBe('processed');
    expect(await statusOf(tx, sale.order)).toBe('Refunded');
  });

  test('of a payment that came twice leaves the order Paid', async ({ tx, sale }) => {
    await tx`insert into payment_attempts (reference, order_id, amount_minor, currency)
        values ('twice', ${sale.order}, 2000, 'USD')`;
    expect(await settle(tx, 'twice', 2000)).toBe('already_paid');
    await start(tx, { ...sale, reference: 'twice' });
    expect(await hear(tx, 'twice', 'processed')).toBe('processed');
    expect([await statusOf(tx, sale.order), ...(await refunded(tx, sale))]).toEqual(['Paid', 0, 0]);
  });

  test('made at the provider itself is taken over', async ({ tx, sale }) => {
    const part = { cents: 500, refund: 'A' };
    expect(await hear(tx, sale.reference, 'failed', part)).toBe('noted');
    expect(await hear(tx, sale.reference, 'processed', part)).toBe('processed');
    expect(await listed(tx, sale.reference, 'processed', { cents: 500 })).toBe('processed');
    expect(await statusOf(tx, sale.order)).toBe('Paid');
    expect(await hear(tx, 'nobody-knows', 'processed')).toBe('unknown');
    expect(await hear(tx, sale.reference, 'processed', { cents: 1501 })).toBe('noted');
    expect(await listed(tx, sale.reference, 'processed', { cents: 1500, provider: '2' })).toBe(
      'processed',
    );
    expect(await statusOf(tx, sale.order)).toBe('Refunded');
    expect(await tx`select asked_by from refunds where reference = ${sale.reference}`).toEqual([
      { asked_by: null },
      { asked_by: null },
    ]);
  });

  test('is not begun where nothing was paid', async ({ tx, sale }) => {
    await tx`insert into payment_attempts (reference, order_id, amount_minor, currency)
        values ('open', ${sale.order}, 2000, 'USD')`;
    const open = { ...sale, reference: 'open' };
    await expectRefusal(tx, 'not_refundable', (point) => start(point, open));
    const unknown = { ...sale, reference: 'nobody-knows' };
    await expectRefusal(tx, 'unknown_payment', (point) => start(point, unknown));
    await expectRefusal(tx, 'unknown_refund', (point) => note(point, randomUUID(), 'pending'));
  });

  test('nobody has heard of for a while is asked about', async ({ tx, sale }) => {
    const { id } = await rowOf(start(tx, sale));
    const quiet = async () =>
      (await tx`select id from unconfirmed_refunds('10 minutes')`).map((row) => row['id']);
    expect(await quiet()).not.toContain(id);
    await letPass(tx, '11 minutes');
    expect(await quiet()).toContain(id);
    await note(tx, id, 'processed');
    expect(await quiet()).not.toContain(id);
  });
});
