import { until, type Garment } from './ask.ts';
import { reconcile } from './messages.ts';
import { times } from './many.ts';
import { paystack, stripe } from './page-providers.ts';
import { Shopper, type Placed } from './shopper.ts';
import type { Trial } from './trial.ts';
import { people, providerOf, type Shop } from './world.ts';

export interface Stream {
  shoppers: readonly Shopper[];
  /** Process id of each part. */
  parts: NonNullable<Shop['parts']>;
  /** Whether all parts answer. */
  isUp(): Promise<boolean>;
  /** Parts are killed until there are so many orders; each at least once. */
  leastOrders: number;
  /** What is ordered; by default the newest that there is. */
  garment?: Garment;
}

/** Shoppers order, pay and leave while each part is killed in turn. @throws if one does not come back */
export async function orderThroughCrashes(stream: Stream) {
  const { shoppers, parts, isUp, leastOrders, garment } = stream;
  const placed: Placed[] = [];
  let closing = false;
  let kills = 0;

  /** Of three orders one is paid and settled, one paid by who never returns, one declined. */
  const keepOrdering = async (shopper: Shopper): Promise<void> => {
    for (let number = 0; !closing; number += 1) {
      const order = await shopper.place(`order-${crypto.randomUUID()}`, garment);
      placed.push(order);
      await shopper.useCard(order, number % 3 === 2 ? 'decline' : 'pay');
      if (number % 3 !== 0) continue;
      const outcome = await shopper.settle(order);
      if (outcome !== 'paid') throw new Error(`An order that was paid is ${outcome}`);
    }
  };
  const furtherOrders = (count: number): Promise<true> => {
    const goal = placed.length + count;
    return until('further orders', async () => (placed.length >= goal ? true : null));
  };
  const killEach = async (): Promise<void> => {
    const all = Object.entries(parts);
    for (let i = 0; i < all.length || placed.length < leastOrders; i += 1) {
      const [name, pidOf] = all[i % all.length] ?? ['', async () => 0];
      await furtherOrders(i < all.length ? 5 : 100);
      const pid = (await pidOf()) ?? 0;
      if (pid <= 1) throw new Error(`There is no process of ${name}`);
      process.kill(pid, 'SIGKILL');
      kills += 1;
      await until(name, async () => (((await pidOf()) ?? pid) !== pid ? true : null));
      await until(name, async () => ((await isUp().catch(() => false)) ? true : null));
    }
    await furtherOrders(5);
  };
  await Promise.all([...shoppers.map(keepOrdering), killEach().finally(() => (closing = true))]);
  return { placed, kills };
}

/** Whether the parts of a shop answer. */
export async function answersEverywhere(urls: readonly string[]): Promise<boolean> {
  const answers = await Promise.all(urls.map((url) => fetch(url)));
  for (const it of answers) await it.body?.cancel();
  return answers.every((it) => it.ok);
}

const crash: Trial = {
  area: 'crashes',
  what: 'Postgres, the functions and the site killed while four customers order, two with each provider',
  needs: ['own', 'sandbox', 'stripe'],
  async run(world, tally) {
    const { siteUrl, supabase, parts = {}, sql, domain, coat } = world;
    const shoppers = await Promise.all(
      times(4, (i) =>
        Shopper.register(siteUrl, { domain, payWith: i % 2 === 0 ? paystack.name : stripe.name }),
      ),
    );
    const urls = [
      `${supabase?.url}/health`,
      `${siteUrl}/healthz`,
      `${siteUrl}/api/v1/categories/all`,
    ];
    const { placed, kills } = await orderThroughCrashes({
      ...{ shoppers, parts, leastOrders: 15 },
      isUp: () => answersEverywhere(urls),
      // The newest may be of a row that leaves one piece.
      garment: coat,
    });
    const emails = shoppers.map((it) => it.email);
    const orders = placed.map((it) => it.order).sort();
    const found = await sql<{ id: string }[]>`
      select o.id from orders o join ${people(sql)} p on p.id = o.user_id where p.email = any (${emails})`;
    // No order is lost, and none is doubled.
    tally.same('orders', found.map((it) => it.id).sort(), orders, kills);
    const paid = await providerOf(world)<{ order: string }[]>`
      select split_part(reference, '.', 1) as order from transactions
      where status = 'success' and email = any (${emails})
      union all
      select split_part(reference, '.', 1) from stripe_payments
      where intent_status = 'succeeded' and email = any (${emails})`;
    const charged = paid.map((it) => it.order).sort();
    tally.same('cards charged once', charged.length, new Set(charged).size);
    await until('settling all', async () => {
      await reconcile(world);
      const open =
        await sql`select id from orders where id = any (${charged}) and status <> 'Paid'`;
      return open.length === 0 ? true : null;
    });
    const settled = await sql`select id from orders where id = any (${orders}) and status = 'Paid'`;
    tally.same('paid orders', settled.length, charged.length);
    const odd = shoppers.flatMap((it) => it.oddRefusals);
    tally.same('trouble was told as trouble', odd, []);
  },
};

export const crashes: Trial[] = [crash];
