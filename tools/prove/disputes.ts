import { shopCurrency } from '../../supabase/functions/_shared/domain/currency.ts';
import { until } from './ask.ts';
import { press } from './card-page.ts';
import { counts, each, times } from './many.ts';
import { deliver, statusesOf, type PlacedCoat } from './messages.ts';
import { stripe, stripeMessage } from './page-providers.ts';
import { atStripe, bankPage } from './providers.ts';
import { paid, refund } from './refunds.ts';
import type { Trial } from './trial.ts';
import { providerOf, type World } from './world.ts';

const area = 'providers';

/** The cardholder disputes a payment at the bank. */
async function dispute(world: World, it: PlacedCoat): Promise<void> {
  const { intent } = await atStripe(world, it);
  await press(bankPage(it, intent), { choice: 'yes' });
  await untilDispute(world, it, 'open');
}

/** Decided in Stripe's books, of which its message tells five times at once, with an old one among them. */
async function decide(world: World, it: PlacedCoat, status: 'won' | 'lost'): Promise<void> {
  const { session, intent } = await atStripe(world, it);
  const [decided] = await providerOf(world)<{ id: string; amount: number }[]>`
    update stripe_disputes set status = ${status} where session = ${session} returning id, amount::int`;
  const currency = shopCurrency().toLowerCase();
  const object = { ...decided, payment_intent: intent, currency, reason: 'fraudulent' };
  const closed = stripeMessage('charge.dispute.closed', { ...object, status });
  const old = stripeMessage('charge.dispute.updated', { ...object, status: 'under_review' });
  await Promise.all(
    [closed, closed, old, closed, closed].map((body) => deliver(world, stripe, body)),
  );
  await untilDispute(world, it, status);
}

const untilDispute = ({ sql }: World, { reference }: PlacedCoat, status: string) =>
  until(`the dispute is ${status}`, async () => {
    const rows = await sql<{ status: string }[]>`
      select status from payment_disputes where reference = ${reference}`;
    return rows.length === 1 && rows[0]?.status === status ? true : null;
  });

/** Sends all that is left of an order; the code of a refusal, or the status. */
async function sendAll(world: World, { order }: PlacedCoat): Promise<string> {
  const path = `/orders/admin/${order}/parcels`;
  const { status, reply } = await world.office('POST', path, { send: true });
  return reply.code ?? String(status);
}

const sentPieces = async ({ sql }: World, { order }: PlacedCoat) => {
  const [row] = await sql<{ pieces: number }[]>`
    select coalesce(sum(l.quantity), 0)::int as pieces from parcels s join parcel_lines l on l.parcel_id = s.id
    where s.order_id = ${order} and s.status = 'sent'`;
  return row?.pieces;
};

const needs: Trial['needs'] = ['own', 'sandbox', 'messages', 'stripe'];

const beforeSending: Trial = {
  area,
  what: 'A dispute before the order is sent: nothing is sent until it is won',
  needs,
  async run(world, tally) {
    await each(times(5, Number), 5, async (_, place) => {
      const it = await paid(world, { quantity: 1, place, provider: stripe });
      await dispute(world, it);
      const tries = await Promise.all(times(5, () => sendAll(world, it)));
      tally.same('while it is open', counts(tries), { disputed: 5 }, 5);
      tally.same('refunded meanwhile', (await refund(world, it)) === 'done', false);
      tally.same('sent meanwhile', await sentPieces(world, it), 0, 0);
      await decide(world, it, 'won');
      tally.same('once it is won', await sendAll(world, it), '200');
      tally.same('sent', await sentPieces(world, it), 1);
    });
  },
};

const afterSending: Trial = {
  area,
  what: 'A dispute after the order was sent, which is lost: told to the office, and never refunded as well',
  needs,
  async run(world, tally) {
    await each(times(5, Number), 5, async (_, place) => {
      const it = await paid(world, { quantity: 2, place, provider: stripe });
      tally.same('sent', await sendAll(world, it), '200', 0);
      await dispute(world, it);
      await decide(world, it, 'lost');
      const tries = await Promise.all(times(5, () => refund(world, it)));
      tally.same('refunds', counts(tries)['done'], undefined, 5);
      const [told] = await world.sql<{ cents: number }[]>`
        select amount_minor::int as cents from payment_disputes where reference = ${it.reference} and status = 'lost'`;
      tally.same('lost', told?.cents, it.cents);
      tally.same('the order', await statusesOf(world, [it.order]), ['Paid']);
    });
  },
};

export const disputes: Trial[] = [beforeSending, afterSending];
