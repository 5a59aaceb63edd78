// @module-tag more
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSite } from '../../scripts/build-site.ts';
import { superviseSite, type SiteProcess } from '../../scripts/site-process.ts';
import type { Supervisor } from '../../supabase/embedded/supervisor.ts';
import { freePort } from '../../supabase/embedded/ports.ts';
import { withDatabase } from '../../scripts/database.ts';
import { wrongStock } from '../../tools/prove/books.ts';
import { answersEverywhere, orderThroughCrashes } from '../../tools/prove/crashes.ts';
import { Shopper } from '../../tools/prove/shopper.ts';
import { partsIn } from '../../tools/prove/world.ts';
import { createTrial, launch, quit, type Launched, type Trial } from './launcher.ts';

const timeoutMs = { timeout: 120_000, interval: 50 };
let trial: Trial;
let stack: Launched;
let site: Supervisor<SiteProcess>;
let siteUrl = '';

beforeAll(async () => {
  const log = (): void => undefined;
  await buildSite({ log });
  trial = await createTrial();
  const port = await freePort();
  siteUrl = `http://127.0.0.1:${port}`;
  const environment = {
    RECONCILE_SECONDS: '1',
    RECONCILE_MINUTES: '0',
    PAYSTACK_TIMEOUT_MS: '3000',
    // Four shoppers order what a whole shop would.
    LIMIT_ORDER: '1000',
  };
  stack = await launch(trial, { shopAt: siteUrl, environment });
  const { url, functionsUrl, anonKey, siteSecret } = stack.values;
  const own = { port, url: siteUrl, supabaseUrl: url, functionsUrl };
  site = await superviseSite({ ...own, anonKey, siteSecret, log });
});

afterAll(async () => {
  try {
    await site.stop();
  } finally {
    await quit(stack).finally(() => trial.remove());
  }
});

const shop = () => stack.values.dbUrl;
/** The payment sandbox keeps its books in a database of its own. */
const provider = () => stack.values.dbUrl.replace(/\/postgres$/, '/sandbox');

interface Row {
  id: string;
  status: string;
  reference: string | null;
  total: string;
}

function ordersOf(emails: string[]): Promise<Row[]> {
  return withDatabase(
    shop(),
    (sql) => sql<Row[]>`
      select o.id, o.status::text, o.payment_reference as reference, o.total_price::text as total
      from orders o join profiles p on p.id = o.user_id where p.email = any(${emails})`,
  );
}

test('the scheduled task settles an order whose webhook never came and whose shopper never returned', async () => {
  const shopper = await Shopper.register(siteUrl);
  const { reference } = await shopper.place('a');
  // Paid in the provider's books, and nobody is told.
  await withDatabase(
    provider(),
    (sql) => sql`
      update transactions set status = 'success', paid_at = now() where reference = ${reference}`,
  );
  const order = async () => (await ordersOf([shopper.email]))[0];
  await expect.poll(order, timeoutMs).toMatchObject({ status: 'Paid', reference });
});

const everythingIsUp = () =>
  answersEverywhere([
    `${stack.values.url}/health`,
    `${siteUrl}/healthz`,
    `${siteUrl}/api/v1/categories/all`,
  ]);

/** Raise it for more, with as many kills as go with them: `CRASH_ORDERS=10000`. */
const leastOrders = Number(process.env['CRASH_ORDERS'] ?? 20);

/** How often the provider got the mail about each of these orders; null while some of them are not sent. */
async function copiesOfMails(orders: string[]): Promise<number[] | null> {
  const mails = await withDatabase(shop(), async (sql) => {
    // An attempt that was killed is repeated minutes later; the clock is put forward instead.
    await sql`update mail_outbox set next_try_at = now()
      where state = 'queued' and kind = 'order_paid' and attempts > 0
        and next_try_at - private.mail_pause(attempts) < now() - interval '10 seconds'`;
    return sql<{ id: string; state: string }[]>`
      select message_id as id, state from mail_outbox where kind = 'order_paid' and order_id = any(${orders})`;
  });
  if (mails.length < orders.length || mails.some((it) => it.state !== 'sent')) return null;
  const arrived = await withDatabase(
    provider(),
    (sql) => sql<{ id: string }[]>`select message_id as id from mails where message_id <> ''`,
  );
  const copies = new Map(mails.map((it) => [it.id, 0]));
  for (const { id } of arrived) {
    const key = /[\da-f-]{36}/.exec(id)?.[0] ?? '';
    if (copies.has(key)) copies.set(key, (copies.get(key) ?? 0) + 1);
  }
  return [...copies.values()];
}

test('whatever is killed in a stream of orders comes back, and no order is lost, doubled or stuck', async () => {
  await withDatabase(shop(), async (sql) => {
    await sql`update product_variants set policy = 'deny'`;
    await sql`insert into stock_movements (variant_id, quantity, reason)
      select id, ${10_000 + 3 * leastOrders}, 'received' from product_variants`;
  });
  const shoppers = await Promise.all(Array.from({ length: 4 }, () => Shopper.register(siteUrl)));
  const { placed, kills } = await orderThroughCrashes({
    ...{ shoppers, leastOrders, isUp: everythingIsUp },
    parts: {
      ...partsIn(trial.stateDir),
      'the site': () => Promise.resolve(site.current()?.pid),
    },
  });

  const emails = shoppers.map((it) => it.email);
  const charged = await withDatabase(
    provider(),
    (sql) => sql<{ reference: string; order: string }[]>`
      select reference, split_part(reference, '.', 1) as order from transactions
      where status = 'success' and email = any(${emails})`,
  );
  // Every order once, every card charged once, and every charge found on its order.
  expect((await ordersOf(emails)).map((it) => it.id).sort()).toEqual(
    placed.map((it) => it.order).sort(),
  );
  expect(new Set(charged.map((it) => it.order)).size).toBe(charged.length);
  const paid = async () =>
    (await ordersOf(emails))
      .filter((it) => it.status !== 'Pending')
      .map(({ id, status, reference }) => `${id} ${status} ${reference}`)
      .sort();
  await expect
    .poll(paid, timeoutMs)
    .toEqual(charged.map((it) => `${it.order} Paid ${it.reference}`).sort());

  // Those declined are still Pending, and another card pays them.
  const pending = (await ordersOf(emails)).filter((it) => it.status === 'Pending');
  expect(pending.length).toBeGreaterThan(0);
  const payLater = async ({ id }: Row): Promise<void> => {
    const owner = placed.find((it) => it.order === id)?.owner;
    const again = await owner?.payAgain(id);
    if (!owner || !again) throw new Error(`Nobody can pay ${id}`);
    await owner.useCard(again, 'pay');
    expect(await owner.settle(again)).toBe('paid');
  };
  // One after the other: so many at once from one address would be refused.
  for (const it of pending) await payLater(it);
  const last = await ordersOf(emails);
  expect(last.filter((it) => it.status !== 'Paid')).toEqual([]);
  expect(new Set(last.map((it) => it.total)).size).toBe(1);
  // What each of them bought is held once, and every counter is the sum of its rows.
  const stock = await withDatabase(shop(), async (sql) => ({
    wrong: await wrongStock(sql),
    held: await sql`select h.order_id, h.quantity, h.expires_at from stock_holds h
      where h.order_id = any(${last.map((it) => it.id)})`,
  }));
  expect(stock.wrong).toEqual([]);
  expect(stock.held).toHaveLength(last.length);
  expect(stock.held.filter((it) => it['quantity'] !== 2 || it['expires_at'] !== null)).toEqual([]);
  // Every mail once; twice, under one Message-ID, only where a process was killed between sending and noting it.
  const orders = last.map((it) => it.id);
  const patience = { timeout: 120_000 + orders.length * 200, interval: 500 };
  await expect.poll(() => copiesOfMails(orders), patience).not.toBeNull();
  const copies = (await copiesOfMails(orders)) ?? [];
  expect(copies.filter((it) => it === 0)).toEqual([]);
  // Five are sent at a time.
  expect(copies.filter((it) => it > 1).length).toBeLessThanOrEqual(5 * kills);
  expect(copies.filter((it) => it > 2)).toEqual([]);
  // Trouble was told as trouble: nobody was signed out, and nothing called unknown or invalid.
  expect(shoppers.flatMap((it) => it.oddRefusals)).toEqual([]);
});
