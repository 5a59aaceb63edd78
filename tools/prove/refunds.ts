import { randomUUID } from 'node:crypto';
import { fromMinor, toMinor } from '../../supabase/functions/_shared/domain/money.ts';
import { chargesAt } from './charges.ts';
import { counts, each, times } from './many.ts';
import { placeCoat, type PlacedCoat } from './messages.ts';
import type { PageProvider } from './page-providers.ts';
import type { Placed } from './shopper.ts';
import { forEach, type Trial } from './trial.ts';
import { providerOf, type World } from './world.ts';

const area = 'refunds';

/** An order that was paid by card. */
export async function paid(
  world: World,
  { quantity, place, provider }: { quantity: number; place: number; provider: PageProvider },
): Promise<PlacedCoat> {
  const order = await placeCoat(world, place, provider, quantity);
  await order.owner.useCard(order, 'pay');
  if ((await order.owner.settle(order)) !== 'paid') throw new Error('A card was not charged.');
  return order;
}

export const refund = async (
  world: World,
  { order, reference }: Pick<Placed, 'order' | 'reference'>,
  part: object = {},
  key?: string,
): Promise<string> => {
  const path = `/orders/admin/${order}/refund`;
  const { status, reply } = await world.office('POST', path, { reference, ...part }, key);
  return status === 200 ? 'done' : (reply.code ?? String(status));
};

/** What the provider gave back of a payment, in smallest units. */
async function givenBack(world: World, { provider, reference }: PlacedCoat) {
  const [charge] = await chargesAt(providerOf(world), [reference]);
  return charge?.provider === provider.name ? charge.refunded : Number.NaN;
}

const parts = forEach((provider) => ({
  area,
  what: `${provider.title}: 200 refunds of 1% of a payment at once`,
  needs: ['sandbox'],
  async run(world, tally) {
    const it = await paid(world, { quantity: 5, place: 0, provider });
    const part = toMinor(world.worth(1));
    const whole = Math.floor(toMinor(await world.priceOf(world.coat, 5)) / part);
    const amount = fromMinor(part);
    const outcomes = await Promise.all(times(200, () => refund(world, it, { amount })));
    const { done, ...refused } = counts(outcomes);
    const known = ['validation_failed', 'already_refunded', 'not_refundable'];
    tally.same('refunds', done, Math.min(200, whole), 200);
    tally.same(
      'other refusals',
      Object.keys(refused).filter((it) => !known.includes(it)),
      [],
      0,
    );
    tally.same('given back', await givenBack(world, it), whole * part);
  },
}));

const sameRefund = forEach((provider) => ({
  area,
  what: `${provider.title}: The same refund requested twenty times at once`,
  needs: ['sandbox'],
  async run(world, tally) {
    await each(times(5, Number), 2, async (_, i) => {
      const it = await paid(world, { quantity: 2, place: i, provider });
      const key = randomUUID();
      await Promise.all(times(20, () => refund(world, it, { amount: world.worth(5) }, key)));
      tally.same('given back', await givenBack(world, it), toMinor(world.worth(5)), 20);
    });
  },
}));

const wholeAtOnce = forEach((provider) => ({
  area,
  what: `${provider.title}: Ten administrators refund the same payment in full, at once`,
  needs: ['sandbox'],
  async run(world, tally) {
    await each(times(5, Number), 2, async (_, i) => {
      const it = await paid(world, { quantity: 2, place: i, provider });
      const outcomes = await Promise.all(times(10, () => refund(world, it)));
      tally.same('refunds', counts(outcomes)['done'], 1, 10);
      const total = await world.priceOf(world.coat, 2);
      tally.same('given back', await givenBack(world, it), toMinor(total));
    });
  },
}));

const wrongRefunds = forEach((provider) => ({
  area,
  what: `${provider.title}: Refunds above the payment, of nothing, of an unpaid order, or through another order’s payment`,
  needs: ['sandbox'],
  async run(world, tally) {
    await each(times(5, Number), 5, async (_, i) => {
      const [it, open] = [
        await paid(world, { quantity: 1, place: i, provider }),
        await placeCoat(world, i + 1, provider),
      ];
      const wrong = [
        ...[1e6, 20.001, 0, -1, 'all'].map((amount) => refund(world, it, { amount })),
        ...[{ lines: [{ line: randomUUID(), quantity: 1 }] }, { return: randomUUID() }].map(
          (part) => refund(world, it, part),
        ),
        refund(world, open),
        refund(world, { ...open, reference: it.reference }),
        refund(world, { ...it, reference: open.reference }),
      ];
      const outcomes = await Promise.all(wrong);
      tally.same('refunds', outcomes.filter((it) => it === 'done').length, 0, wrong.length);
      tally.same('given back', await givenBack(world, it), 0, 0);
    });
  },
}));

export const refunds: Trial[] = [...parts, ...sameRefund, ...wholeAtOnce, ...wrongRefunds];
