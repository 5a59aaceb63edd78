import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { actAs, actAsOwner, actAsService, rolledBack, sql, test, type Tx } from './actors.ts';
import { rowOf, valueOf, valuesOf } from './answers.ts';
import { addCustomer } from './people.ts';
import { addProduct } from './goods.ts';
import { placeOrder, settle, startPayment } from './orders.ts';

const claim = (tx: Tx, most: number) => valuesOf<string>(tx`select id from claim_mails(${most})`);

test('two senders claim different mails, and neither waits for the other', async () => {
  const recipient = `${randomUUID()}@example.com`;
  const claimByTwo = async () => {
    const queued = await sql<{ id: string }[]>`
      insert into mail_outbox (kind, record_id, recipient, next_try_at)
      select 'message_answered', gen_random_uuid(), ${recipient}, now() - interval '1 day'
      from generate_series(1, 6) returning id`;
    try {
      await rolledBack((first) =>
        rolledBack(async (second) => {
          await second`set local lock_timeout = '1s'`;
          const claimed = [...(await claim(first, 3)), ...(await claim(second, 3))];
          expect(claimed.toSorted()).toEqual(queued.map(({ id }) => id).toSorted());
        }),
      );
    } finally {
      await sql`delete from mail_outbox where recipient = ${recipient}`;
    }
  };
  // The stack's own sender may claim some of them first: then others are queued.
  await vi.waitFor(claimByTwo, { timeout: 15_000 });
});

test('an order queues one mail in its transaction, and none while unchanged', async ({ tx }) => {
  const customer = await addCustomer(tx);
  const product = await addProduct(tx, { price: '20.00' });
  await actAs(tx, customer);
  const { id: order } = await placeOrder(tx, [{ product, quantity: 1 }], '20.00');
  await actAsOwner(tx);
  const mails = async () => {
    return valuesOf<string>(tx`
        select kind from mail_outbox where order_id = ${order} order by kind`);
  };
  expect(await mails()).toEqual(['order_placed']);
  await tx`update orders set phone = '1' where id = ${order}`;
  expect(await mails()).toEqual(['order_placed']);
  for (const status of ['Paid', 'Held', 'Paid', 'Refunded']) {
    await tx`update orders set status = ${status} where id = ${order}`;
  }
  expect(await mails()).toEqual(['order_paid']);
});

test('each refund queues a mail when it is done, with its amount and pieces', async ({ tx }) => {
  const [customer, product] = [await addCustomer(tx), await addProduct(tx, { price: '20.00' })];
  await actAs(tx, customer);
  const { id: order } = await placeOrder(tx, [{ product, quantity: 3 }], '60.00');
  await actAsOwner(tx);
  const reference = await startPayment(tx, order);
  await settle(tx, reference, 6000);
  const item = await valueOf<string>(tx`select id from order_items where order_id = ${order}`);
  const start = async (amount: number | null, pieces: number) => {
    const id = randomUUID();
    const lines = pieces === 0 ? null : JSON.stringify([{ item, quantity: pieces }]);
    await tx`select start_refund(${id}, ${reference}, 6000, 'USD', null, ${amount}, ${lines}::text::jsonb)`;
    return id;
  };
  const move = (id: string, status: string) => tx`select update_refund(${id}, ${status})`;
  await move(await start(500, 0), 'failed');
  const [piece, rest] = [await start(null, 2), await start(150, 0)];
  const mails = () => tx<{ record: string; said: object }[]>`
      select record_id as record, data -> 'refund' as said from mail_outbox
      where order_id = ${order} and kind = 'order_refunded' order by queued_at, data`;
  expect(await mails()).toHaveLength(0);
  for (const id of [piece, piece, rest]) await move(id, 'processed');
  const said = { shipping: 0, currency: 'USD' };
  expect(new Map((await mails()).map((it) => [it.record, it.said]))).toEqual(
    new Map([
      [piece, { ...said, amount: 40, lines: [{ item, quantity: 2 }] }],
      [rest, { ...said, amount: 1.5, lines: [] }],
    ]),
  );
});

test('a mail that is late after it was sent stays sent', async ({ tx }) => {
  const id = await valueOf<string>(tx`
      insert into mail_outbox (kind, record_id, recipient)
      values ('message_answered', ${randomUUID()}, 'ann@example.com') returning id`);
  await actAsService(tx);
  await tx`select finish_mail(${id})`;
  await tx`select finish_mail(${id}, 'No answer', true)`;
  await actAsOwner(tx);
  const found = await rowOf(tx`select state, last_error from mail_outbox where id = ${id}`);
  expect(found).toEqual({ state: 'sent', last_error: '' });
});

test('mails that are not about an order go after 30 days, unless they wait', async ({ tx }) => {
  await tx`insert into mail_outbox (kind, record_id, recipient, state, queued_at)
      select 'message_answered', gen_random_uuid(), 'old@example.com', state::mail_state, now() - days * interval '1 day'
      from (values ('sent', 31), ('failed', 31), ('queued', 31), ('sent', 29)) v (state, days)`;
  await tx`select purge_mails()`;
  const left =
    await tx`select state from mail_outbox where recipient = 'old@example.com' order by state`;
  expect(left.map(({ state }) => String(state))).toEqual(['queued', 'sent']);
});
