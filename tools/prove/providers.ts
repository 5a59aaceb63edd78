import { until } from './ask.ts';
import { press, sendCard } from './card-page.ts';
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
import { paystack, stripe, stripeMessage } from './page-providers.ts';
import { refund } from './refunds.ts';
import { forEach, type Trial } from './trial.ts';
import { providerOf, type World } from './world.ts';

const area = 'providers';

/** A payment in the books of Stripe's sandbox. */
export async function atStripe(world: World, { reference }: Pick<PlacedCoat, 'reference'>) {
  const [row] = await providerOf(world)<{ session: string; intent: string; status: string }[]>`
    select session, intent, status from stripe_payments where reference = ${reference}`;
  if (!row) throw new Error(`Stripe has no payment ${reference}`);
  return row;
}

/** Where the bank of Stripe's sandbox is told what to say about a payment intent or a refund. */
export const bankPage = ({ cardPage }: PlacedCoat, id: string): string =>
  new URL(`/stripe/bank/${id}`, cardPage).href;

const twoProviders: Trial = {
  area,
  what: 'One order paid with Paystack and with Stripe at the same moment',
  needs: ['sandbox', 'messages', 'stripe'],
  async run(world, tally) {
    await each(times(20, Number), 5, async (_, i) => {
      const first = await placeCoat(world, i, paystack);
      // Paystack cannot close the page that is open.
      const again = await first.owner.payAgain(first.order, stripe.name);
      const second = { ...first, ...again, provider: stripe };
      const both = [first, second];
      await Promise.all(both.map((it) => payUntold(world, it)));
      await Promise.all([
        ...both.flatMap((it) => [tellPaid(world, it), tellPaid(world, it)]),
        ...both.map((it) => it.owner.settle(it)),
        reconcile(world),
      ]);
      const rows = await world.sql<{ provider: string; status: string }[]>`
        select provider, status from payment_attempts where order_id = ${first.order}`;
      tally.same('payments', rows.map((it) => it.status).sort(), ['duplicate', 'paid'], 2);
      tally.same('providers', rows.map((it) => it.provider).sort(), ['paystack', 'stripe'], 0);
      tally.same('times settled', await settledOnce(world, [first.order]), 1);
    });
  },
};

const expiring: Trial = {
  area,
  what: 'A page of Stripe that expires while the shopper pays: paid, or payable again, never both',
  needs: ['sandbox', 'messages', 'stripe'],
  async run(world, tally) {
    await each(times(20, Number), 5, async (_, i) => {
      const first = await placeCoat(world, i, stripe);
      await Promise.all([
        sendCard(first.cardPage, '4242424242424242'),
        providerOf(world)`
          update stripe_payments set expires_at = now() where reference = ${first.reference}`,
        reconcile(world),
        sendCard(first.cardPage, '4242424242424242'),
      ]);
      // Whoever looks at it now finds it expired, unless it was paid before.
      await first.owner.settle(first);
      const { status } = await atStripe(world, first);
      const [order] = await statusesOf(world, [first.order]);
      tally.same('order', order, status === 'complete' ? 'Paid' : 'Pending');
      if (order === 'Pending') {
        const second = await first.owner.payAgain(first.order, stripe.name);
        tally.same('another page', second.cardPage === first.cardPage, false, 0);
        const late = await sendCard(first.cardPage, '4242424242424242');
        tally.same('answer of the page that expired', late, 410, 0);
        await second.owner.useCard(second, 'pay');
        await second.owner.settle(second);
      }
      tally.same('times settled', await settledOnce(world, [first.order]), 1);
      const charges = await providerOf(world)`
        select from stripe_payments
        where reference like ${`${first.order}.%`} and intent_status = 'succeeded'`;
      tally.same('times charged', charges.length, 1);
    });
  },
};

/** Its refunds stay pending until the bank says more. */
const slowCard = '4000000000007726';

const slowRefunds: Trial = {
  area,
  what: 'A refund that the bank takes days for, told five times at once when it arrives: counted once',
  needs: ['own', 'sandbox', 'messages', 'stripe'],
  async run(world, tally) {
    const { sql } = world;
    await each(times(5, Number), 5, async (_, i) => {
      const it = await placeCoat(world, i, stripe);
      await sendCard(it.cardPage, slowCard);
      tally.same('paid', await it.owner.settle(it), 'paid', 0);
      const outcomes = await Promise.all(times(5, () => refund(world, it)));
      tally.same('refunds', counts(outcomes)['done'], 1, 5);
      const stateOf = async () => {
        const [row] = await sql<{ status: string; order: string; refunded: number }[]>`
          select r.status::text, o.status::text as order, private.minor(o.refunded, o.currency)::int as refunded
          from refunds r join orders o on o.id = r.order_id where r.reference = ${it.reference}`;
        return row;
      };
      await sql`
        update refunds set created_at = created_at - interval '5 days', asked_at = asked_at - interval '5 days'
        where reference = ${it.reference}`;
      await Promise.all(times(3, () => reconcile(world)));
      const waiting = { status: 'processing', order: 'Paid', refunded: 0 };
      tally.same('after five days', await stateOf(), waiting, 3);
      tally.same('asked for again', (await refund(world, it)) === 'done', false);
      const { session, intent } = await atStripe(world, it);
      const [made] = await providerOf(world)<{ id: string }[]>`
        select id from stripe_refunds where session = ${session}`;
      await press(bankPage(it, made?.id ?? ''), { choice: 'yes' });
      const object = { id: made?.id, payment_intent: intent, status: 'succeeded' };
      await Promise.all([
        ...times(5, () => deliver(world, stripe, stripeMessage('refund.updated', object))),
        reconcile(world),
      ]);
      const done = { status: 'processed', order: 'Refunded', refunded: it.cents };
      tally.same('when it has arrived', await stateOf(), done, 6);
    });
  },
};

const otherMode: Trial = {
  area,
  what: 'Messages of Stripe’s live mode in a shop with test keys, and those that were signed ten minutes ago',
  needs: ['sandbox', 'messages', 'stripe'],
  async run(world, tally) {
    const tenMinutes = 600_000;
    await each(times(10, Number), 5, async (_, i) => {
      const it = await placeCoat(world, i, stripe);
      const live = stripe.inMode(charged(it), 'live');
      const answers = await Promise.all(times(5, () => deliver(world, stripe, live)));
      tally.same('answers to live mode', counts(answers), { 200: 5 }, 5);
      const old = stripe.sign(charged(it), stripe.keyOf(world), Date.now() - tenMinutes);
      tally.same('an old signature', await deliver(world, stripe, charged(it), old), 401);
      const [noted] = await world.sql<{ many: number }[]>`
        select count(*)::int as many from payment_events where reference = ${it.reference}`;
      tally.same('messages kept', noted?.many, 1);
      tally.same('its order', await statusesOf(world, [it.order]), ['Pending']);
    });
  },
};

const foreign = forEach((provider) => ({
  area,
  what: `Messages of ${provider.title} about another provider’s payment, or with its signature`,
  needs: ['sandbox', 'messages', 'stripe'],
  async run(world, tally) {
    const other = provider.name === 'stripe' ? paystack : stripe;
    await each(times(10, Number), 5, async (_, i) => {
      const it = await placeCoat(world, i, other);
      const told = charged({ ...it, provider });
      tally.same('answer', await deliver(world, provider, told), 200);
      const [noted] = await world.sql<{ provider: string }[]>`
        select provider from payment_events where reference = ${it.reference}`;
      tally.same('kept as of', noted?.provider, provider.name);
      const signed = other.sign(told, other.keyOf(world));
      tally.same('signature', await deliver(world, provider, told, signed), 401);
      tally.same('its order', await statusesOf(world, [it.order]), ['Pending']);
      // It can still be paid.
      await payUntold(world, it);
      await tellPaid(world, it);
      await until('the payment', async () =>
        (await settledOnce(world, [it.order])) === 1 ? true : null,
      );
    });
  },
}));

export const providers: Trial[] = [twoProviders, expiring, slowRefunds, otherMode, ...foreign];
