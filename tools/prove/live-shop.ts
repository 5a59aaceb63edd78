import { createApp } from '../../supabase/functions/payments/app.ts';
import { readSettings } from '../../supabase/functions/_shared/settings.ts';
import { each, times } from './many.ts';
import { charged, payUntold, placeCoat, settledOnce, statusesOf, tellPaid } from './messages.ts';
import { forEach, type Trial } from './trial.ts';
import type { World } from './world.ts';

const key = 'sk_live_of_the_proof';

/** The function for messages of providers, on the database of the shop, with live keys. */
function liveFunction({ supabase, dbUrl, siteUrl }: World) {
  const variables: Record<string, string | undefined> = {
    ...{ SITE_URL: siteUrl, SUPABASE_DB_URL: dbUrl },
    ...{ SUPABASE_URL: supabase?.url, SUPABASE_ANON_KEY: supabase?.anonKey },
    SUPABASE_SERVICE_ROLE_KEY: supabase?.serviceRoleKey,
    ...{ PAYSTACK_SECRET_KEY: key, STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: key },
  };
  return createApp(
    readSettings(
      (name) => variables[name],
      () => undefined,
    ),
  );
}

export const liveShop: Trial[] = forEach((provider) => ({
  area: 'providers',
  what: `Messages of ${provider.title}’s test mode in a shop with live keys`,
  needs: ['own', 'sandbox', 'messages'],
  async run(world, tally) {
    const live = liveFunction(world);
    await each(times(10, Number), 5, async (_, i) => {
      const it = await placeCoat(world, i, provider);
      const body = provider.inMode(charged(it), 'test');
      const headers = { [provider.header]: provider.sign(body, key) };
      const init = { method: 'POST', headers, body };
      const { status } = await live.request(`/payments/webhook/${provider.name}`, init);
      tally.same('answer', status, 200);
      const [noted] = await world.sql<{ many: number }[]>`
        select count(*)::int as many from payment_events where reference = ${it.reference}`;
      tally.same('messages kept', noted?.many, 1);
      tally.same('its order', await statusesOf(world, [it.order]), ['Pending']);
      // It can still be paid.
      await payUntold(world, it);
      await tellPaid(world, it);
      tally.same('settled', await settledOnce(world, [it.order]), 1);
    });
  },
}));
