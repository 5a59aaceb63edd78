import { expect } from 'vitest';
import { text } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import { paystack } from '#shared/payments/paystack/provider.ts';
import { providers } from '#shared/payments/providers.ts';
import { stripe } from '#shared/payments/stripe/provider.ts';
import { paymentVariables } from '#shared/payments/variables.ts';
import { createPaystackSandbox } from '../../supabase/embedded/paystack/sandbox.ts';
import { startServer } from '../support/listen.ts';
import { testFacts, testPages, type Merchant } from '../support/payment-kit.ts';
import { openSandboxDatabase } from '../support/sandbox-database.ts';
import { openStripeAccount } from './stripe-account.ts';

const nobody = 'http://127.0.0.1:9';

async function openStripe(): Promise<Merchant> {
  const account = await openStripeAccount();
  return {
    variables: account.variables,
    away: { STRIPE_BASE_URL: nobody },
    otherKey: { STRIPE_SECRET_KEY: 'sk_test_other', STRIPE_WEBHOOK_SECRET: 'whsec_other' },
    pay: (page) => account.pay(page),
    message: async (reference) => {
      const told = await account.event('checkout.session.completed', reference);
      const header = (name: string) => (name === 'stripe-signature' ? told.signature : undefined);
      return { body: told.body, header };
    },
    close: () => account.close(),
  };
}

async function openPaystack(): Promise<Merchant> {
  const messages: { body: string; signature: string }[] = [];
  const shop = await startServer((request, response) => {
    void text(request).then((body) => {
      messages.push({ body, signature: String(request.headers['x-paystack-signature']) });
      response.writeHead(200).end();
    });
  });
  const handle = getRequestListener((request) => sandbox.fetch(request), {
    overrideGlobalObjects: false,
  });
  const api = await startServer((request, response) => void handle(request, response));
  const sql = await openSandboxDatabase('paystack');
  const secretKey = 'sk_test_of_this_file';
  const [url, siteUrl] = [`${api.url}/paystack`, 'http://shop.example'];
  const sandbox = await createPaystackSandbox(sql, {
    ...{ url, secretKey, siteUrl, webhookUrl: `${shop.url}/` },
  });
  const find = (reference: string) => messages.find(({ body }) => body.includes(reference));
  return {
    variables: paymentVariables.parse({ PAYSTACK_SECRET_KEY: secretKey, PAYSTACK_BASE_URL: url }),
    away: { PAYSTACK_BASE_URL: nobody },
    otherKey: { PAYSTACK_SECRET_KEY: 'sk_test_other' },
    pay: (page) => {
      const card = { cardNumber: '4084 0840 8408 4081', expiry: '12/39', cvv: '408' };
      const body = new URLSearchParams({ ...card, choice: 'pay' });
      return sandbox.fetch(new Request(page, { method: 'POST', body }));
    },
    message: async (reference) => {
      await expect.poll(() => find(reference)).toBeDefined();
      const { body = '', signature } = find(reference) ?? {};
      const header = (name: string) => (name === 'x-paystack-signature' ? signature : undefined);
      return { body: new TextEncoder().encode(body), header };
    },
    close: async () => {
      sandbox.stop();
      await sql.end();
      await Promise.all([api.stop(), shop.stop()]);
    },
  };
}

for (const provider of providers) testFacts(provider, paymentVariables.parse({}));
testPages(paystack, openPaystack);
testPages(stripe, openStripe);
