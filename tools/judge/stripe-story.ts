import { Stripe } from 'stripe';
import { withDatabase } from '../../scripts/database.ts';
import type { Stack } from '../../supabase/embedded/stack.ts';
import type { Json } from './stripe-shapes.ts';

/** A request of the SDK and its answer. */
export interface StripeExchange {
  method: string;
  /** With its query. */
  path: string;
  /** As a form. */
  body: string;
  status: number;
  answer: Record<string, Json>;
}

type Told = Pick<Stack, 'url' | 'dbUrl' | 'stripeSecretKey'>;

/** Pays, declines, refunds and disputes through Stripe's sandbox. Returns each answer and each event. */
export async function playStripe({ url, dbUrl, stripeSecretKey }: Told) {
  const exchanges: StripeExchange[] = [];
  const recorded: typeof fetch = async (address, init) => {
    const response = await fetch(address, init);
    const { pathname, search } = new URL(String(address));
    exchanges.push({
      method: init?.method ?? 'GET',
      path: pathname + search,
      body: typeof init?.body === 'string' ? init.body : '',
      status: response.status,
      answer: (await response.clone().json()) as Record<string, Json>,
    });
    return response;
  };
  const { hostname: host, port } = new URL(url);
  const httpClient = Stripe.createFetchHttpClient(recorded);
  const settings = { host, port, protocol: 'http', httpClient, maxNetworkRetries: 0 } as const;
  const stripe = new Stripe(stripeSecretKey, settings);

  const press = async (page: string, fields: Record<string, string>): Promise<void> => {
    const body = new URLSearchParams(fields);
    await fetch(new URL(page, url), { method: 'POST', redirect: 'manual', body });
  };
  const card = (cardNumber: string) => ({
    cardNumber,
    expiry: '12/39',
    cvv: '123',
    choice: 'card',
  });
  const refused = (work: Promise<unknown>) => work.catch(() => undefined);
  const open = async () => {
    const reference = `${crypto.randomUUID()}.1`;
    const price_data = { currency: 'usd', unit_amount: 4500, product_data: { name: 'Order 1' } };
    const session = await stripe.checkout.sessions.create(
      {
        mode: 'payment',
        line_items: [{ price_data, quantity: 1 }],
        client_reference_id: reference,
        customer_email: 'ada@hemline.example',
        payment_intent_data: { description: 'Order 1', metadata: { reference } },
        adaptive_pricing: { enabled: false },
        success_url: 'https://shop.example/done',
        cancel_url: 'https://shop.example/done',
      },
      { idempotencyKey: reference },
    );
    return { id: session.id, page: session.url ?? '' };
  };
  const look = (id: string) =>
    stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] });
  const paid = async (fields: Record<string, string>): Promise<string> => {
    const { id, page } = await open();
    await press(page, fields);
    await look(id);
    return String((await stripe.checkout.sessions.retrieve(id)).payment_intent);
  };

  const declined = await open();
  await look(declined.id);
  await press(declined.page, card('4000000000000002'));
  await look(declined.id);
  await press(declined.page, card('4000002500003155'));
  await look(declined.id);
  await stripe.checkout.sessions.expire(declined.id);
  await refused(stripe.checkout.sessions.expire(declined.id));

  const payment_intent = await paid(card('4242424242424242'));
  const intent = await stripe.paymentIntents.retrieve(payment_intent);
  await stripe.charges.retrieve(String(intent.latest_charge));
  const metadata = { refund: crypto.randomUUID() };
  const refund = await stripe.refunds.create({ payment_intent, amount: 500, metadata });
  await stripe.refunds.retrieve(refund.id);
  await refused(stripe.refunds.create({ payment_intent, amount: 99_999 }));
  await stripe.refunds.list({ payment_intent, limit: 100 });
  for (const choice of ['apple_pay', 'google_pay', 'link']) await paid({ choice });

  for (const choice of ['yes', 'no']) {
    const debit = await paid({ choice: 'bank' });
    await press(`/stripe/bank/${debit}`, { choice });
    await stripe.paymentIntents.retrieve(debit, { expand: ['latest_charge'] });
    const slow = await paid(card('4000000000007726'));
    const { id } = await stripe.refunds.create({ payment_intent: slow });
    await press(`/stripe/bank/${id}`, { choice });
    await stripe.refunds.retrieve(id);
  }

  for (const uncategorized_text of ['winning_evidence', 'losing_evidence', 'a letter']) {
    const disputed = await paid(card('4000000000000259'));
    const { data } = await stripe.disputes.list({ payment_intent: disputed });
    const id = data[0]?.id ?? '';
    await stripe.disputes.retrieve(id);
    await stripe.disputes.update(id, { evidence: { uncategorized_text } });
    await refused(stripe.disputes.close(id));
  }
  await stripe.checkout.sessions.list({ limit: 1 });
  await refused(stripe.checkout.sessions.retrieve('cs_test_0'));

  const sandbox = dbUrl.replace(/\/postgres$/, '/sandbox');
  const rows = await withDatabase(
    sandbox,
    (sql) => sql<{ body: string }[]>`select body from webhook_deliveries where provider = 'stripe'`,
  );
  const events = rows.map(({ body }) => JSON.parse(body) as Record<string, Json>);
  return { exchanges, events };
}
