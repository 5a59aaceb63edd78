import { randomUUID } from 'node:crypto';
import { fromMinor, toMinor } from '../../supabase/functions/_shared/domain/money.ts';
import { counts, each, times } from './many.ts';
import { settledOnce, statusesOf } from './messages.ts';
import type { Placed } from './shopper.ts';
import type { Trial } from './trial.ts';
import type { World } from './world.ts';

const area = 'providers';

/** As many buyers as there are, up to twenty, order one coat each at once. @throws if one is refused */
async function placeAtOnce(world: World, payWith: string): Promise<Placed[]> {
  const amount = await world.priceOf(world.coat, 1);
  const buyers = world.buyers.slice(0, 20);
  const answers = await Promise.all(
    buyers.map((it) => it.order(world.coat, { amount, key: randomUUID(), payWith })),
  );
  const placed = answers.flatMap(({ reply }, i) => buyers[i]?.toPlaced(reply) ?? []);
  if (placed.length < buyers.length) throw new Error(`No order: ${JSON.stringify(answers[0])}`);
  return placed;
}

const recorded = (payWith: string, title: string, status: string): Trial => ({
  area,
  what: `Twenty orders ${title} at once, each recorded as paid five times at once`,
  async run(world, tally) {
    const placed = await placeAtOnce(world, payWith);
    const orders = placed.map((it) => it.order);
    tally.same('before', counts(await statusesOf(world, orders)), { [status]: 20 }, 0);
    await each(orders, 5, async (order) => {
      const path = `/orders/admin/${order}/mark-paid`;
      const answers = await Promise.all(times(5, () => world.office('POST', path, {})));
      const outcomes = counts(answers.map((it) => it.reply.code ?? it.status));
      tally.same('recorded', outcomes, { 200: 1, not_on_terms: 4 }, 5);
    });
    tally.same('settled', await settledOnce(world, orders), 20, 20);
  },
});

const tooLittle: Trial = {
  area,
  what: 'Bank transfers of which a cent is missing, and of one cent',
  async run(world, tally) {
    const cents = toMinor(await world.priceOf(world.coat, 1));
    const placed = await placeAtOnce(world, 'transfer');
    await each(placed, 5, async ({ order }, i) => {
      const path = `/orders/admin/${order}/mark-paid`;
      const amount = fromMinor(i % 2 === 0 ? cents - 1 : 1);
      tally.same('recorded', (await world.office('POST', path, { amount })).status, 200, 0);
      tally.same('the order', await statusesOf(world, [order]), ['Held']);
    });
  },
};

export const awaited: Trial[] = [
  recorded('transfer', 'by bank transfer', 'Pending'),
  recorded('cash', 'with cash on delivery', 'OnTerms'),
  tooLittle,
];
