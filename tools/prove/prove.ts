import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { Lifetime } from '../../scripts/lifetime.ts';
import { seconds } from '../../scripts/report.ts';
import { readVariables, toolVariables } from '../../supabase/functions/_shared/environment.ts';
import { until } from './ask.ts';
import { awaited } from './awaited.ts';
import type { Book } from './book.ts';
import { readBooks } from './books.ts';
import { clock } from './clock.ts';
import { crashes } from './crashes.ts';
import { disputes } from './disputes.ts';
import { free } from './free.ts';
import { guests } from './guests.ts';
import { liveShop } from './live-shop.ts';
import { reconcile } from './messages.ts';
import { openOwnShop } from './own-shop.ts';
import { providers } from './providers.ts';
import { races } from './races.ts';
import { refunds } from './refunds.ts';
import { renames } from './renames.ts';
import { tampering } from './tampering.ts';
import { Tally, type Need, type Trial } from './trial.ts';
import { lostMessages, webhooks } from './webhooks.ts';
import { openWorld, type Shop, type World } from './world.ts';

const all: readonly Trial[] = [
  ...races,
  ...tampering,
  ...webhooks,
  ...lostMessages,
  ...refunds,
  ...providers,
  ...liveShop,
  ...disputes,
  ...awaited,
  ...renames,
  ...free,
  ...guests,
  ...clock,
  ...crashes,
];

const usage = `Attacks the shop of this checkout as thieves and accidents would, and then compares all its books.

  npm run prove                     starts the shop with its demo data on free ports; 12 rounds take half an hour
  npm run prove -- --rounds 70      takes three hours
  npm run prove -- --url https://staging.example --database postgresql://…
                                    a shop of your own, never one with customers: the customers and orders of the
                                    proof stay in it, and its products become drafts. Skips crashes and changes of
                                    time; skips payment messages without SUPABASE_URL, SUPABASE_ANON_KEY,
                                    SUPABASE_SERVICE_ROLE_KEY and PAYSTACK_SECRET_KEY, Stripe without its
                                    STRIPE_WEBHOOK_SECRET, and paid cards without the payment sandboxes
  npm run prove -- --buyers 20      fewer buyers than 200; at least 20
  npm run prove -- --currency JPY,KWD
                                    in these currencies, one after the other; in dollars without it
  npm run prove -- --only races     single parts, joined by commas: ${[...new Set(all.map((it) => it.area))].join(', ')}

docs/proof.md explains each line of the table.`;

/** Some attacks need as many at once. */
const leastBuyers = 20;

interface Row {
  trial: Trial;
  tally: Tally;
  ms: number;
}

const reasons: Record<Need, string> = {
  sandbox: 'needs the payment sandboxes',
  messages: 'needs the keys of the shop',
  stripe: 'needs Stripe’s webhook secret',
  own: 'needs a shop started here',
};

function missing({ needs = [] }: Trial, world: World): Need | undefined {
  const has: Record<Need, unknown> = {
    sandbox: world.provider,
    messages: world.supabase,
    stripe: world.supabase?.stripeWebhookSecret,
    own: world.parts,
  };
  return needs.find((it) => !has[it]);
}

function shopAt(siteUrl: string, dbUrl = ''): Shop {
  if (!dbUrl) throw new Error('--url needs --database, the address of that shop’s database.');
  const variables = readVariables(toolVariables, (name) => process.env[name], 'The proof');
  const { SUPABASE_URL: url, SUPABASE_ANON_KEY: anonKey } = variables;
  const { SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey, PAYSTACK_SECRET_KEY: paystackSecretKey } =
    variables;
  if (paystackSecretKey?.startsWith('sk_live_')) {
    throw new Error(
      'PAYSTACK_SECRET_KEY is a live key. Use a staging shop: the proof leaves its orders behind.',
    );
  }
  const { STRIPE_WEBHOOK_SECRET: stripeWebhookSecret } = variables;
  const supabase =
    url && anonKey && serviceRoleKey && paystackSecretKey
      ? {
          supabase: {
            ...{ url, anonKey, serviceRoleKey, paystackSecretKey },
            ...(stripeWebhookSecret ? { stripeWebhookSecret } : {}),
          },
        }
      : {};
  return { siteUrl: siteUrl.replace(/\/+$/, ''), dbUrl, ...supabase };
}

/** All trials in each round, so that each run tries the same as often. */
async function runAll(rows: readonly Row[], world: World, rounds: number): Promise<void> {
  const able = rows.filter(({ trial }) => !missing(trial, world));
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`Round ${round}`);
    for (const row of able) {
      const startedAt = performance.now();
      await row.trial.run(world, row.tally).catch((error: unknown) => row.tally.broke(error));
      row.ms += performance.now() - startedAt;
      console.log(`${seconds(performance.now() - startedAt).padStart(8)}  ${row.trial.what}`);
    }
  }
}

/** The books, once messages that are on their way have arrived. */
async function closeBooks(world: World): Promise<Book[]> {
  let books: Book[] = [];
  const agree = async () => {
    if (world.supabase) await reconcile(world);
    books = await readBooks(world);
    return books.every((it) => it.faults.length === 0) ? true : null;
  };
  await until('the books', agree, 60_000).catch(() => undefined);
  return books;
}

function print(lines: string[][]): void {
  const widths = (lines[0] ?? []).map((_, n) => Math.max(...lines.map((it) => it[n]?.length ?? 0)));
  const text = lines.map((it) => it.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join('  '));
  console.log(`\n${text.map((it) => it.trimEnd()).join('\n')}`);
}

function printTrials(rows: readonly Row[], world: World): void {
  const lines = rows.map(({ trial, tally, ms }) => {
    const lacks = missing(trial, world);
    if (lacks) return [trial.what, 'skipped', reasons[lacks], ''];
    const { times, held } = tally;
    return [trial.what, String(times), held === times ? 'all' : `ONLY ${held}`, seconds(ms)];
  });
  const total = rows.reduce((sum, { tally }) => sum + tally.times, 0);
  const held = rows.reduce((sum, { tally }) => sum + tally.held, 0);
  print([
    ['What was tried', 'How often', 'Held', 'Time'],
    ...lines,
    ['Total', String(total), held === total ? 'all' : `ONLY ${held}`, ''],
  ]);
}

function printBooks(books: readonly Book[]): void {
  print([
    ['The books', 'Agree', ''],
    ...books.map(({ what, sides, faults }) => {
      const told = Object.entries(sides).map(([side, value]) => `${side} ${value}`);
      return [what, faults.length === 0 ? 'yes' : 'NO', told.join(' = ')];
    }),
  ]);
}

/** One process for each: a shop has one currency. @returns the exit code */
function proveEach(currencies: readonly string[]): number {
  const failed = currencies.filter((it) => {
    console.log(`\nIn ${it}`);
    const args = [...process.execArgv, ...process.argv.slice(1), '--currency', it];
    return spawnSync(process.execPath, args, { stdio: 'inherit' }).status !== 0;
  });
  return failed.length > 0 ? 1 : 0;
}

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    database: { type: 'string' },
    rounds: { type: 'string', default: '12' },
    buyers: { type: 'string', default: '200' },
    only: { type: 'string' },
    currency: { type: 'string', default: 'USD' },
    help: { type: 'boolean', default: false },
  },
});
const lifetime = new Lifetime();
try {
  if (values.help) {
    console.log(usage);
    await lifetime.end(0);
  }
  const { url, database, only } = values;
  const [currency = '', ...others] = values.currency.split(',');
  if (others.length > 0) await lifetime.end(proveEach([currency, ...others]));
  const chosen = all.filter(({ area }) => !only || only.split(',').includes(area));
  const rounds = Number(values.rounds);
  const isAllowed = rounds >= 1 && Number(values.buyers) >= leastBuyers;
  if (chosen.length === 0 || !isAllowed) throw new Error(usage);
  const trials = chosen.map((trial) => ({ trial, tally: new Tally(), ms: 0 }));
  const shop = url ? shopAt(url, database) : await openOwnShop(lifetime, currency);
  console.log(`Registering ${values.buyers} buyers …`);
  const world = await openWorld(shop, Number(values.buyers));
  await lifetime.add('The proof', world.close);
  await runAll(trials, world, rounds);
  const books = await closeBooks(world);
  const faults = trials.map(({ trial, tally }) => ({ what: trial.what, faults: tally.faults }));
  const wrong = [...faults, ...books].filter((it) => it.faults.length > 0);
  for (const it of wrong) {
    const more = it.faults.length > 3 ? `\n  … and ${it.faults.length - 3} more` : '';
    console.log(`\n${it.what}\n  ${it.faults.slice(0, 3).join('\n  ')}${more}`);
  }
  printTrials(trials, world);
  printBooks(books);
  await lifetime.end(wrong.length > 0 ? 1 : 0);
} catch (error) {
  if (!lifetime.isEnding) console.error(error instanceof Error ? error.message : error);
  await lifetime.end(1);
}
