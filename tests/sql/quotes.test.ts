import { describe, expect } from 'vitest';
import { actAs, actAsOwner, letPass, sql, test } from './actors.ts';
import { valueOf } from './answers.ts';
import { expectRefusal, raised, refusalOf } from './refusals.ts';
import { actAsAdministrator, addAdministrator, addCustomer } from './people.ts';
import { addProduct } from './goods.ts';
import { settle, startPayment } from './orders.ts';
import {
  accept,
  addMembers,
  offer,
  offered,
  readQuote,
  requestQuote,
  type Accepted,
} from './quoting.ts';
import { heldOf } from './counted-goods.ts';
import { addGoods, as, leaveNothingOf, outcomeOf, overtake, times } from './at-once.ts';

describe('a quote', () => {
  test('is asked for with the cart, at own prices of today; the cart stays', async ({ tx }) => {
    const product = await addProduct(tx, { price: '20', sizes: ['M'] });
    const { member, colleague } = await addMembers(tx, product);
    const stranger = await addCustomer(tx);
    await actAs(tx, member);
    await expectRefusal(tx, 'empty_order', (point) => point`select request_quote('')`);
    const id = await requestQuote(tx, product, 5);
    expect(await valueOf(tx`select read_cart()`)).toMatchObject([{ quantity: 5 }]);
    await actAs(tx, colleague);
    const quote = await readQuote(tx, id);
    expect(quote).toMatchObject({
      status: 'requested',
      to_answer: true,
      price: { total_price: 90 },
      lines: [{ unit_price: 18, quantity: 5, size: 'M' }],
      messages: [{ from_office: false, text: 'For spring?' }],
    });
    expect(quote?.number).toMatch(/^Q-\d+$/);
    await actAs(tx, stranger);
    expect(await readQuote(tx, id)).toBeNull();
    expect(await accept(tx, id)).toBeNull();
    await expectRefusal(tx, 'no_company', (point) => point`select request_quote('')`);
  });

  test('becomes an order at its prices, whatever lists, minimums and packs say', async ({ tx }) => {
    const { member, quote, product } = await offered(tx);
    await expectRefusal(tx, 'amount_differs', (point) => accept(point, quote, { amount: 90 }));
    const order = await accept(tx, quote, { amount: 220.51, po_number: 'PO 7' });
    expect(order).toMatchObject({ status: 'Pending', total_price: 220.51, po_number: 'PO 7' });
    expect(await readQuote(tx, quote)).toMatchObject({ status: 'accepted' });
    await actAsOwner(tx);
    expect(
      await tx`select unit_price, quantity from order_items where order_id = ${order.id} order by position`,
    ).toMatchObject([
      { unit_price: '31.5', quantity: 7 },
      { unit_price: '0.01', quantity: 1 },
    ]);
    const reference = await startPayment(tx, order.id);
    expect(await settle(tx, reference, 22_051)).toBe('paid');
    // Nobody orders at the prices of a quote in another way.
    await actAs(tx, member);
    const lines = JSON.stringify([{ product, size: 'L', quantity: 1 }]);
    const other = JSON.stringify({ quote });
    await expectRefusal(
      tx,
      'order_quantity',
      (point) =>
        point`select place_order_to_pay(${lines}::text::jsonb, 0.01, 'a@example.com', null, ${other}::text::jsonb)`,
    );
  });

  test('is not accepted after its end, once declined, or without an offer', async ({ tx }) => {
    const { product, quote } = await offered(tx);
    const another = await requestQuote(tx, product, 1);
    const refused = (id: string) => refusalOf(tx, (point) => accept(point, id));
    expect(await refused(another)).toEqual(raised('quote_moved'));
    await letPass(tx, '2 days');
    expect(await refused(quote)).toEqual(raised('quote_expired'));
    expect(await readQuote(tx, quote)).toMatchObject({ status: 'expired' });
    await letPass(tx, '-2 days');
    await tx`select decline_quote(${quote})`;
    expect(await refused(quote)).toEqual(raised('quote_moved'));
  });

  test('is accepted again by the same member only, anew once it was cancelled', async ({ tx }) => {
    const { member, colleague, quote } = await offered(tx);
    const first = await accept(tx, quote);
    expect((await accept(tx, quote)).id).toBe(first.id);
    await actAs(tx, colleague);
    await expectRefusal(tx, 'quote_moved', (point) => accept(point, quote));
    await actAs(tx, member);
    await tx`select cancel_order(${first.id})`;
    expect((await accept(tx, quote)).id).not.toBe(first.id);
  });

  test('is mailed with each offer and answer; the office has it until then', async ({ tx }) => {
    const { administrator, quote } = await offered(tx);
    expect(await readQuote(tx, quote)).toMatchObject({ status: 'offered', to_answer: false });
    await tx`select write_to_quote(${quote}, 'Any sooner?')`;
    await actAs(tx, administrator);
    const tasks = await valueOf<number>(tx`select (office.open_tasks() -> 'quotesToAnswer')::int`);
    expect(tasks).toBeGreaterThan(0);
    const listed = await valueOf<{ quotes: unknown[] }>(tx`
          select office.list_quotes('brook', 'to-answer')`);
    expect(listed.quotes).toContainEqual(
      expect.objectContaining({ id: quote, company: 'Brook & Sons', goods: 220.51 }),
    );
    await tx`select office.answer_quote(${quote}, 'On Monday.')`;
    expect(await readQuote(tx, quote)).toMatchObject({ status: 'offered', to_answer: false });
    await tx`select office.answer_quote(${quote}, 'Sold out, sorry.', true)`;
    expect(await readQuote(tx, quote)).toMatchObject({ status: 'declined' });
    await actAsOwner(tx);
    const mails = await tx`
        select kind, data ->> 'text' as text from mail_outbox where data ->> 'quote' = ${quote} order by kind, text`;
    expect(mails).toMatchObject([
      { kind: 'quote_offered' },
      { kind: 'quote_answered', text: 'On Monday.' },
      { kind: 'quote_answered', text: 'Sold out, sorry.' },
    ]);
  });
});

test('of two members who accept a quote at once, 9 and 8 times, one gets the order, and its pieces are held once', async () => {
  const { product } = await addGoods({ M: 9 });
  const { member, colleague, company } = await addMembers(sql, product);
  const administrator = await addAdministrator(sql);
  leaveNothingOf(member, colleague, administrator);
  const quote = await as(member, (tx) => requestQuote(tx, product, 1));
  const lines = [{ product, size: 'M', quantity: 5, unit_price: 3 }];
  await as(administrator, (tx) => offer(tx, quote, lines));
  const tryAs = (person: string) => outcomeOf(as(person, (tx) => accept(tx, quote)));
  const [{ id }, outcomes] = await overtake(
    member,
    (tx) => accept(tx, quote),
    () => Promise.all(times(16, (n) => tryAs(n % 2 === 0 ? member : colleague))),
    16,
  );
  expect(outcomes).toEqual(times(16, (n) => (n % 2 === 0 ? 'done' : 'quote_moved')));
  const orders = await sql`select id, total_price from orders where company_id = ${company}`;
  expect(orders).toEqual([{ id, total_price: '15' }]);
  expect(await heldOf(sql, product)).toBe(5);
});

describe('an order that the office places', () => {
  test('is Pending for its customer, at own or fixed prices, with a mail', async ({ tx }) => {
    const product = await addProduct(tx, { price: '20', sizes: ['M', 'L'] });
    const { member, company } = await addMembers(tx, product);
    await actAsAdministrator(tx);
    const lines = [
      { product, size: 'M', quantity: 2 },
      { product, size: 'L', quantity: 1, unit_price: 5 },
    ];
    const order = await valueOf<Accepted>(tx`
          select office.create_order(${member}, ${JSON.stringify(lines)}::text::jsonb)`);
    expect(order).toMatchObject({
      status: 'Pending',
      total_price: 41,
      user_id: member,
      company_id: company,
    });
    await actAsOwner(tx);
    expect(await tx`select by_office from orders where id = ${order.id}`).toMatchObject([
      { by_office: true },
    ]);
    expect(await tx`select kind from mail_outbox where order_id = ${order.id}`).toMatchObject([
      { kind: 'order_to_pay' },
    ]);
    expect(await settle(tx, await startPayment(tx, order.id), 4100)).toBe('paid');
  });
});
