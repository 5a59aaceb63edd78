import { randomUUID } from 'node:crypto';
import { until } from './ask.ts';
import { counts, each, times } from './many.ts';
import {
  charged,
  deliver,
  payUntold,
  placeCoat,
  reconcile,
  settledOnce,
  statusesOf,
  tellPaid,
  type PlacedCoat,
} from './messages.ts';
import { paystack, type Money, type PageProvider } from './page-providers.ts';
import { forEach, type Trial } from './trial.ts';
import type { World } from './world.ts';

const area = 'messages';

const forgeries = forEach((provider) => ({
  area,
  what: `Forged messages of ${provider.title}: unsigned, signed with another key, or changed after signing`,
  needs: ['messages'],
  async run(world, tally) {
    const [key, { sign }] = [provider.keyOf(world), provider];
    await each(times(10, Number), 5, async (_, i) => {
      const it = await placeCoat(world, i, provider);
      const body = charged(it);
      const own = sign(body, key);
      const signatures = [
        ...['', 'x', sign(body, 'another key'), sign(`${body} `, key)],
        ...[own.slice(0, -1), sign('', key), sign(body, '')],
      ];
      for (const signed of signatures) {
        tally.same('answer to a forgery', await deliver(world, provider, body, signed), 401);
      }
      tally.same('its order', await statusesOf(world, [it.order]), ['Pending']);
    });
  },
}));

const wrongMoney = forEach((provider) => ({
  area,
  what: `Signed messages of ${provider.title} with another amount or currency than the order’s`,
  needs: ['sandbox', 'messages'],
  async run(world, tally) {
    const wrong: Partial<Money>[] = [
      ...[{ cents: 1 }, { cents: 1999 }, { cents: 2001 }, { cents: 200_000 }],
      ...[{ currency: 'NGN' }, { currency: 'ZAR' }],
    ];
    await each([...wrong, ...wrong, ...wrong], 6, async (paid, i) => {
      const it = await placeCoat(world, i, provider);
      await payUntold(world, it, paid);
      const tell = () => deliver(world, provider, charged(it, paid));
      await Promise.all([tell(), it.owner.settle(it), tell()]);
      await reconcile(world);
      tally.same(`paid ${JSON.stringify(paid)}`, await statusesOf(world, [it.order]), ['Held'], 3);
    });
  },
}));

const replays = forEach((provider) => ({
  area,
  what: `Each genuine message of ${provider.title} twenty times at once`,
  needs: ['sandbox', 'messages'],
  async run(world, tally) {
    await each(times(20, Number), 5, async (_, i) => {
      const it = await placeCoat(world, i, provider);
      await payUntold(world, it);
      const answers = await Promise.all(times(20, () => tellPaid(world, it)));
      tally.same('answers', counts(answers), { 200: 20 }, 20);
      tally.same('settled', await settledOnce(world, [it.order]), 1);
      const [noted] = await world.sql<{ many: number }[]>`
        select count(*)::int as many from payment_events where reference = ${it.reference} and event = ${provider.event}`;
      tally.same('messages noted', noted?.many, 1);
    });
  },
}));

const nonsense: Trial = {
  area,
  what: 'Signed messages about payments that do not exist, or with unreadable content',
  needs: ['messages'],
  async run(world, tally) {
    const it = await placeCoat(world, 0);
    const bodies = [
      charged({ ...it, reference: randomUUID() }),
      charged(it).replace('charge.success', 'charge.dispute.create'),
      charged(it).replace('charge.success', 'refund.processed'),
      ...['{}', 'null', 'no json', '[]', '', '"charge.success"'],
      JSON.stringify({
        event: 'refund.processed',
        data: { transaction_reference: it.reference, amount: it.cents },
      }),
    ];
    for (const body of bodies)
      tally.same(body.slice(0, 60), (await deliver(world, paystack, body)) < 500, true);
    tally.same('the order', await statusesOf(world, [it.order]), ['Pending']);
  },
};

export const webhooks: Trial[] = [...forgeries, ...wrongMoney, ...replays, nonsense];

const late = 'late';

/** Twenty orders that were paid in the provider's books, and what tells the shop. */
const lost = (what: (provider: PageProvider) => string, tell: Told) =>
  forEach((provider) => ({
    area: late,
    what: what(provider),
    needs: ['sandbox', 'messages'],
    async run(world, tally) {
      const placed = await Promise.all(times(20, (i) => placeCoat(world, i, provider)));
      await Promise.all(placed.map((it) => payUntold(world, it)));
      const orders = placed.map((it) => it.order);
      tally.same('before', counts(await statusesOf(world, orders)), { Pending: 20 }, 0);
      await tell(world, placed);
      tally.same('settled', await settledOnce(world, orders), 20, 20);
    },
  }));

type Told = (world: World, placed: PlacedCoat[]) => Promise<unknown>;

const cancelledMeanwhile = forEach((provider) => ({
  area: late,
  what: `Paid with ${provider.title} just after the customer cancelled the order`,
  needs: ['sandbox', 'messages'],
  async run(world, tally) {
    await each(times(20, Number), 5, async (_, i) => {
      const it = await placeCoat(world, i, provider);
      const { status } = await it.owner.ask('POST', `/orders/${it.order}/cancel`, { json: {} });
      await payUntold(world, it);
      await tellPaid(world, it);
      const seen = [status, ...(await statusesOf(world, [it.order]))];
      tally.same('cancelled, then paid', seen, [200, 'Held']);
    });
  },
}));

const deletedMeanwhile = forEach((provider) => ({
  area: late,
  what: `Paid with ${provider.title} after the order was deleted: by message, customer and scheduled task at once, then refunded`,
  needs: ['sandbox', 'messages'],
  async run(world, tally) {
    await each(times(20, Number), 5, async (_, i) => {
      const it = await placeCoat(world, i, provider);
      const { status } = await world.office('DELETE', `/orders/delete-order/${it.order}`);
      await payUntold(world, it);
      const tell = () => tellPaid(world, it);
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
}));

export const lostMessages: Trial[] = [
  ...lost(
    ({ title }) => `Paid with ${title}, the message is lost, and the customer comes back`,
    (_, placed) => Promise.all(placed.map((it) => it.owner.settle(it))),
  ),
  ...lost(
    ({ title }) =>
      `Paid with ${title}, the message is lost, and nobody comes back: the scheduled task asks the provider`,
    reconcile,
  ),
  ...lost(
    ({ title }) =>
      `Message of ${title}, customer and scheduled task at the same moment, twice each`,
    (world, placed) =>
      Promise.all([
        ...[reconcile(world), reconcile(world)],
        ...placed.flatMap((it) => [
          ...times(2, () => tellPaid(world, it)),
          ...times(2, () => it.owner.settle(it)),
        ]),
      ]),
  ),
  ...cancelledMeanwhile,
  ...deletedMeanwhile,
];
