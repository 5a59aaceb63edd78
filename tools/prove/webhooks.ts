import { randomUUID } from 'node:crypto';
import {
  charged,
  deliver,
  payUntold,
  placeCoat,
  reconcile,
  settledOnce,
  signature,
  statusesOf,
} from './messages.ts';
import { until } from './ask.ts';
import { counts, each, times } from './many.ts';
import type { Trial } from './trial.ts';

const area = 'messages';

const forgeries: Trial = {
  area,
  what: 'Forged payment messages: unsigned, signed with another key, or changed after signing',
  needs: ['messages'],
  async run(world, tally) {
    const key = world.supabase?.paystackSecretKey ?? '';
    await each(times(10, Number), 5, async (_, i) => {
      const it = await placeCoat(world, i);
      const body = charged(it, it.cents);
      const own = signature(body, key);
      const signatures = [
        ...['', 'x', signature(body, 'another key'), signature(`${body} `, key)],
        ...[own.slice(0, -1), signature('', key), signature(body, '')],
      ];
      for (const signed of signatures) {
        tally.same('answer to a forgery', await deliver(world, body, signed), 401);
      }
      tally.same('its order', await statusesOf(world, [it.order]), ['Pending']);
    });
  },
};

const wrongMoney: Trial = {
  area,
  what: 'Signed messages with another amount or currency than the order’s',
  needs: ['sandbox', 'messages'],
  async run(world, tally) {
    const wrong: { cents?: number; currency?: string }[] = [
      ...[{ cents: 1 }, { cents: 1999 }, { cents: 2001 }, { cents: 200_000 }],
      ...[{ currency: 'NGN' }, { currency: 'ZAR' }],
    ];
    await each([...wrong, ...wrong, ...wrong], 6, async (paid, i) => {
      const it = await placeCoat(world, i);
      await payUntold(world, it, paid);
      const { currency = 'USD', cents = it.cents } = paid;
      const body = charged(it, cents, { currency });
      await Promise.all([deliver(world, body), it.owner.settle(it), deliver(world, body)]);
      await reconcile(world);
      tally.same(`paid ${JSON.stringify(paid)}`, await statusesOf(world, [it.order]), ['Held'], 3);
    });
  },
};

const replays: Trial = {
  area,
  what: 'Each genuine message twenty times at once',
  needs: ['sandbox', 'messages'],
  async run(world, tally) {
    await each(times(20, Number), 5, async (_, i) => {
      const it = await placeCoat(world, i);
      await payUntold(world, it);
      const body = charged(it, it.cents);
      const answers = await Promise.all(times(20, () => deliver(world, body)));
      tally.same('answers', counts(answers), { 200: 20 }, 20);
      tally.same('settled', await settledOnce(world, [it.order]), 1);
      const [noted] = await world.sql<{ many: number }[]>`
        select count(*)::int as many from payment_events where reference = ${it.reference} and event = 'charge.success'`;
      tally.same('messages noted', noted?.many, 1);
    });
  },
};

const nonsense: Trial = {
  area,
  what: 'Signed messages about payments that do not exist, or with unreadable content',
  needs: ['messages'],
  async run(world, tally) {
    const it = await placeCoat(world, 0);
    const bodies = [
      charged({ ...it, reference: randomUUID() }, it.cents),
      charged(it, it.cents).replace('charge.success', 'charge.dispute.create'),
      charged(it, it.cents).replace('charge.success', 'refund.processed'),
      ...['{}', 'null', 'no json', '[]', '', '"charge.success"'],
      JSON.stringify({
        event: 'refund.processed',
        data: { transaction_reference: it.reference, amount: it.cents },
      }),
    ];
    for (const body of bodies)
      tally.same(body.slice(0, 60), (await deliver(world, body)) < 500, true);
    tally.same('the order', await statusesOf(world, [it.order]), ['Pending']);
  },
};

export const webhooks: Trial[] = [forgeries, wrongMoney, replays, nonsense];

const late = 'late';

/** Twenty orders that were paid in the provider's books, and what tells the shop. */
function lost(what: string, tell: Told): Trial {
  return {
    area: late,
    what,
    needs: ['sandbox', 'messages'],
    async run(world, tally) {
      const placed = await Promise.all(times(20, (i) => placeCoat(world, i)));
      await Promise.all(placed.map((it) => payUntold(world, it)));
      const orders = placed.map((it) => it.order);
      tally.same('before', counts(await statusesOf(world, orders)), { Pending: 20 }, 0);
      await tell(world, placed);
      tally.same(what, await settledOnce(world, orders), 20, 20);
    },
  };
}

type Placed = Awaited<ReturnType<typeof placeCoat>>;
type Told = (world: Parameters<Trial['run']>[0], placed: Placed[]) => Promise<unknown>;

const cancelledMeanwhile: Trial = {
  area: late,
  what: 'Paid just after the customer cancelled the order',
  needs: ['sandbox', 'messages'],
  async run(world, tally) {
    await each(times(20, Number), 5, async (_, i) => {
      const it = await placeCoat(world, i);
      const { status } = await it.owner.ask('POST', `/orders/${it.order}/cancel`, { json: {} });
      await payUntold(world, it);
      await deliver(world, charged(it, it.cents));
      const seen = [status, ...(await statusesOf(world, [it.order]))];
      tally.same('cancelled, then paid', seen, [200, 'Held']);
    });
  },
};

const deletedMeanwhile: Trial = {
  area: late,
  what: 'Paid after the order was deleted: by message, customer and scheduled task at once, then refunded',
  needs: ['sandbox', 'messages'],
  async run(world, tally) {
    await each(times(20, Number), 5, async (_, i) => {
      const it = await placeCoat(world, i);
      const { status } = await world.office('DELETE', `/orders/delete-order/${it.order}`);
      await payUntold(world, it);
      const tell = () => deliver(world, charged(it, it.cents));
      const asked = async () => {
        await reconcile(world);
        return (await statusesOf(world, [it.order]))[0] === undefined ? null : true;
      };
      // Of every other order, all messages are lost, and nobody comes back.
      if (i % 2 > 0) await until('the scheduled task', asked);
      else await Promise.all([tell(), it.owner.settle(it), reconcile(world), tell()]);
      const seen = [status, ...(await statusesOf(world, [it.order]))];
      tally.same('deleted, then paid', seen, [200, 'Held'], 4);
      const json = { reference: it.reference };
      const back = await world.office('POST', `/orders/admin/${it.order}/refund`, json);
      tally.same('refunded', back.status, 200);
    });
  },
};

export const lostMessages: Trial[] = [
  lost('Paid, the message is lost, and the customer comes back', (_, placed) =>
    Promise.all(placed.map((it) => it.owner.settle(it))),
  ),
  lost(
    'Paid, the message is lost, and nobody comes back: the scheduled task asks the provider',
    reconcile,
  ),
  lost('Message, customer and scheduled task at the same moment, twice each', (world, placed) =>
    Promise.all([
      ...[reconcile(world), reconcile(world)],
      ...placed.flatMap((it) => [
        ...times(2, () => deliver(world, charged(it, it.cents))),
        ...times(2, () => it.owner.settle(it)),
      ]),
    ]),
  ),
  cancelledMeanwhile,
  deletedMeanwhile,
];
