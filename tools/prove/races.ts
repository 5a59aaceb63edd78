import { randomUUID } from 'node:crypto';
import { counts, each, times } from './many.ts';
import { payUntold, placeCoat, settledOnce, statusesOf, tellPaid } from './messages.ts';
import type { Placed } from './shopper.ts';
import { forEach, type Trial } from './trial.ts';

const area = 'races';

const doubleClick = forEach(({ name: payWith, title }) => ({
  area,
  what: `“Order” clicked twice, paying with ${title}: the same request five times at once`,
  async run({ buyers, coat, priceOf, sql }, tally) {
    const amount = await priceOf(coat, 1);
    await each(buyers.slice(0, 20), 5, async (buyer) => {
      const key = randomUUID();
      const answers = await Promise.all(
        times(5, () => buyer.order(coat, { amount, key, payWith })),
      );
      const [row] = await sql<{ orders: number; cards: number }[]>`
        select count(distinct o.id)::int as orders, count(a.reference)::int as cards
        from orders o left join payment_attempts a on a.order_id = o.id where o.idempotency_key = ${key}`;
      const told = new Set(answers.map(({ status, reply }) => `${status} ${reply.order?._id}`));
      const seen = { told: told.size, statuses: counts(answers.map((it) => it.status)), ...row };
      tally.same(
        'orders after a double click',
        seen,
        {
          ...{ told: 1, statuses: { 201: 5 }, orders: 1, cards: 1 },
        },
        5,
      );
    });
  },
}));

const twoTabs = forEach(({ name: payWith, title }) => ({
  area,
  what: `Two tabs check out different carts at once, and each is paid with ${title}`,
  needs: ['sandbox'],
  async run(world, tally) {
    const { buyers, coat, priceOf } = world;
    const carts = [3, 4];
    const amounts = await Promise.all(carts.map((many) => priceOf(coat, many)));
    await each(buyers.slice(0, 20), 5, async (buyer) => {
      const answers = await Promise.all(
        carts.map((quantity, i) =>
          buyer.order(coat, { amount: amounts[i] ?? 0, quantity, checkout: true, payWith }),
        ),
      );
      const placed = answers.flatMap(({ reply }) => buyer.toPlaced(reply) ?? []);
      const open = async () =>
        (
          await statusesOf(
            world,
            placed.map((it) => it.order),
          )
        ).filter((it) => it === 'Pending');
      tally.same('unpaid orders of the buyer', (await open()).length, 1);
      await Promise.all(placed.map((it) => buyer.useCard(it, 'pay')));
      await Promise.all(placed.map((it) => buyer.settle(it)));
      // The card page of the order that gave way was paid as well: a person decides about that money.
      const found = counts(
        await statusesOf(
          world,
          placed.map((it) => it.order),
        ),
      );
      const expected = placed.length === 2 ? { Paid: 1, Held: 1 } : { Paid: 1 };
      tally.same('orders after both payments', found, expected);
    });
  },
}));

const lastPieces = forEach(({ name: payWith, title }) => ({
  area,
  what: `Ten times as many buyers as pieces left, all at once, paying with ${title}`,
  async run(world, tally) {
    const { buyers, addGarment, priceOf, sql, provider } = world;
    const pieces = Math.floor(buyers.length / 10);
    const garment = await addGarment(pieces);
    const amount = await priceOf(garment, 1);
    const answers = await Promise.all(buyers.map((it) => it.order(garment, { amount, payWith })));
    const outcomes = counts(answers.map(({ status, reply }) => reply.code ?? status));
    const expected = { 201: pieces, out_of_stock: buyers.length - pieces };
    tally.same('outcomes for the buyers', outcomes, expected, buyers.length);
    const [stock] = await sql<{ held: number }[]>`
      select held from product_variants where product_id = ${garment._id}`;
    tally.same('pieces held', stock?.held, pieces);
    if (!provider) return;
    const placed = answers.flatMap((it, i) => buyers[i]?.toPlaced(it.reply) ?? []);
    await each(placed, 20, async (it: Placed) => {
      await it.owner.useCard(it, 'pay');
      tally.same('status after paying', await it.owner.settle(it), 'paid');
    });
  },
}));

const lastVoucher: Trial = {
  area,
  what: 'Up to 60 buyers use a voucher with five uses left, all at once',
  async run({ buyers, coat, priceOf, sql }, tally) {
    const code = randomUUID().toUpperCase();
    await sql`insert into vouchers (code, kind, value, max_uses) values (${code}, 'percent', 10, 5)`;
    const amount = await priceOf(coat, 1, code);
    const many = buyers.slice(0, 60);
    const answers = await Promise.all(many.map((it) => it.order(coat, { amount, voucher: code })));
    const outcomes = counts(answers.map(({ status, reply }) => reply.code ?? status));
    const expected = { 201: 5, voucher_refused: many.length - 5 };
    tally.same('outcomes for the buyers', outcomes, expected, many.length);
  },
};

const twoCards: Trial = {
  area,
  what: 'One order paid on two card pages of Paystack at the same moment',
  needs: ['sandbox', 'messages'],
  async run(world, tally) {
    await each(times(20, Number), 5, async (_, i) => {
      const first = await placeCoat(world, i);
      await first.owner.useCard(first, 'decline');
      const again = await first.owner.payAgain(first.order);
      const second = { ...first, ...again };
      await Promise.all([payUntold(world, first), payUntold(world, second)]);
      const told = [first, second, first, second].map((it) => tellPaid(world, it));
      await Promise.all([...told, first.owner.settle(first), first.owner.settle(second)]);
      const [row] = await world.sql<{ statuses: string }[]>`
        select string_agg(status, ',' order by status) as statuses from payment_attempts
        where order_id = ${first.order}`;
      tally.same('payments of the order', row?.statuses, 'duplicate,paid', 2);
      tally.same('times settled', await settledOnce(world, [first.order]), 1);
    });
  },
};

export const races: Trial[] = [...doubleClick, ...twoTabs, ...lastPieces, lastVoucher, twoCards];
