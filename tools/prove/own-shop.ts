import { chooseCurrency } from './currency.ts';
import { buildSite } from '../../scripts/build-site.ts';
import { stopLater } from '../../scripts/boot.ts';
import type { Lifetime } from '../../scripts/lifetime.ts';
import { superviseSite } from '../../scripts/site-process.ts';
import { freePort } from '../../supabase/embedded/ports.ts';
import { createTrial, launch, quit } from '../../tests/embedded/launcher.ts';
import { partsIn, type Shop } from './world.ts';

const environment = {
  // Nothing is reconciled but when the proof asks for it.
  RECONCILE_SECONDS: '0',
  // Two hundred buyers on one machine; the limits themselves have tests.
  ...{ LIMIT_LOGIN: '1000000', LIMIT_REGISTER: '1000000', LIMIT_ORDER: '1000000' },
  LIMIT_VISIT: '1000000',
  ...{ AUTH_LIMIT_SIGN_INS: '10000000', AUTH_LIMIT_OTHERS: '10000000' },
  AUTH_LIMIT_ANONYMOUS_USERS: '10000000',
};

/** Starts this checkout with its demo data in a currency, on free ports and in a temporary folder. */
export async function openOwnShop(lifetime: Lifetime, currency: string): Promise<Shop> {
  await buildSite({ log: (line) => console.log(line) });
  const { stateDir, ...trial } = await createTrial();
  await lifetime.add('The state', trial.remove);
  const port = await freePort();
  const siteUrl = `http://127.0.0.1:${port}`;
  const launching = launch({ stateDir, ...trial }, { shopAt: siteUrl, environment });
  await stopLater(
    lifetime,
    'The stack',
    launching.then((it) => ({ stop: () => quit(it) })),
  );
  const { url, functionsUrl, dbUrl, ...keys } = (await launching).values;
  if (currency !== 'USD') await chooseCurrency(dbUrl, currency);
  const { anonKey, siteSecret, serviceRoleKey, paystackSecretKey, stripeWebhookSecret } = keys;
  const own = { port, url: siteUrl, supabaseUrl: url, functionsUrl, anonKey, siteSecret };
  const starting = superviseSite({ ...own, log: () => undefined });
  await stopLater(lifetime, 'The site', starting);
  const site = await starting;
  return {
    ...{ siteUrl, dbUrl },
    supabase: { url, anonKey, serviceRoleKey, paystackSecretKey, stripeWebhookSecret },
    parts: { ...partsIn(stateDir), 'the site': () => Promise.resolve(site.current()?.pid) },
  };
}
