import { text } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import { Stripe } from 'stripe';
import { expect } from 'vitest';
import { paymentVariables } from '#shared/payments/variables.ts';
import { createStripeSandbox } from '../../supabase/embedded/stripe/sandbox.ts';
import { startServer } from '../support/listen.ts';
import { openSandboxDatabase } from '../support/sandbox-database.ts';

export interface Delivery {
  body: Uint8Array<ArrayBuffer>;
  signature: string;
  event: Stripe.Event;
}

export const siteUrl = 'http://shop.example';
const keys = {
  STRIPE_SECRET_KEY: 'sk_test_of_this_file',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_this_file',
};

/** The error of Stripe that a request gets. */
export async function failure(work: Promise<unknown>) {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Stripe.errors.StripeError)) throw new Error(`No error: ${String(error)}`);
  const { statusCode, rawType, code, param, message } = error;
  return { statusCode, rawType, code, param, message };
}

/** A sandbox of Stripe with a shop that keeps what it is told. */
export async function openStripeAccount() {
  const deliveries: Delivery[] = [];
  const shop = await startServer((request, response) => {
    void text(request).then((body) => {
      deliveries.push({
        body: new TextEncoder().encode(body),
        signature: String(request.headers['stripe-signature']),
        event: JSON.parse(body) as Stripe.Event,
      });
      response.writeHead(200).end();
    });
  });
  const handle = getRequestListener((request) => sandbox.fetch(request), {
    overrideGlobalObjects: false,
  });
  const api = await startServer((request, response) => void handle(request, response));
  const sql = await openSandboxDatabase('stripe');
  const sandbox = await createStripeSandbox(sql, {
    url: api.url,
    secretKey: keys.STRIPE_SECRET_KEY,
    webhookSecret: keys.STRIPE_WEBHOOK_SECRET,
    webhookUrl: `${shop.url}/`,
    siteUrl,
  });

  /** The official SDK; `secret` for another key. */
  const sdk = (secret = keys.STRIPE_SECRET_KEY): Stripe => {
    const { hostname: host, port } = new URL(api.url);
    return new Stripe(secret, { host, port, protocol: 'http', maxNetworkRetries: 0 });
  };

  const press = async (address: string, fields: Record<string, string>): Promise<Response> => {
    const init = { method: 'POST', body: new URLSearchParams(fields) };
    return sandbox.fetch(new Request(new URL(address, api.url), init));
  };

  return {
    variables: paymentVariables.parse({ ...keys, STRIPE_BASE_URL: api.url }),
    deliveries,
    sql,
    sdk,
    press,
    get: async (address: string) => sandbox.fetch(new Request(new URL(address, api.url))),
    /** A session of $123.45 that can be paid. */
    open: async (more: Partial<Stripe.Checkout.SessionCreateParams> = {}) => {
      const reference = `${crypto.randomUUID()}.1`;
      const session = await sdk().checkout.sessions.create({
        mode: 'payment',
        line_items: [
          {
            price_data: {
              ...{ currency: 'usd', unit_amount: 12_345, product_data: { name: 'Order 1001' } },
            },
            quantity: 1,
          },
        ],
        client_reference_id: reference,
        customer_email: 'ada@hemline.example',
        payment_intent_data: { description: 'Order 1001', metadata: { reference } },
        success_url: `${siteUrl}/checkout/complete?reference=${reference}`,
        cancel_url: `${siteUrl}/cart`,
        ...more,
      });
      return { reference, id: session.id, page: session.url ?? '' };
    },
    pay: (page: string, cardNumber = '4242 4242 4242 4242') =>
      press(page, { cardNumber, expiry: '12/39', cvv: '123', choice: 'card' }),
    /** The first event of a kind about a session, charge, refund or dispute of this reference or id. */
    event: async (type: Stripe.Event['type'], about: string): Promise<Delivery> => {
      const find = () =>
        deliveries.find(
          ({ event }) => event.type === type && JSON.stringify(event.data.object).includes(about),
        );
      await expect.poll(find).toBeDefined();
      const found = find();
      if (!found) throw new Error(`No ${type}`);
      return found;
    },
    close: async () => {
      sandbox.stop();
      await sql.end();
      await Promise.all([api.stop(), shop.stop()]);
    },
  };
}

export type StripeAccount = Awaited<ReturnType<typeof openStripeAccount>>;
