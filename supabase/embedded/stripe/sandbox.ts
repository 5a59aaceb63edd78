import { createHmac } from 'node:crypto';
import { Hono } from 'hono';
import type { Sql } from '../bootstrap.ts';
import type { Sandbox } from '../payments/sandbox.ts';
import { Webhooks } from '../payments/webhooks.ts';
import { Account } from './account.ts';
import { createApi } from './api.ts';
import { Books } from './books.ts';
import { createCheckout } from './checkout.ts';
import { IdempotentRequests } from './idempotency.ts';

export interface SandboxOptions {
  /** Its own address, the shop's STRIPE_BASE_URL: the API is under /v1, as Stripe's, and the pages under /stripe. */
  url: string;
  secretKey: string;
  webhookSecret: string;
  webhookUrl: string;
  siteUrl: string;
}

/** `t=…,v1=…`: https://docs.stripe.com/webhooks/signature */
function signature(body: string, secret: string): string {
  const time = Math.floor(Date.now() / 1000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}

/** Stripe's API with a page of Checkout. */
export async function createStripeSandbox(sql: Sql, options: SandboxOptions): Promise<Sandbox> {
  const { url, secretKey, webhookSecret, siteUrl } = options;
  const books = new Books(sql);
  const requests = new IdempotentRequests(sql);
  const webhooks = new Webhooks(sql, {
    provider: 'stripe',
    url: options.webhookUrl,
    sign: (body) => ({ 'stripe-signature': signature(body, webhookSecret) }),
  });
  await books.createTables();
  await requests.createTable();
  await webhooks.createTable();
  const account = new Account(books, webhooks, `${url}/stripe/pay`);
  const app = new Hono()
    .route('/stripe', createCheckout({ siteUrl, account, books }))
    .route('/v1', createApi({ secretKey, account, books, requests }));
  return {
    fetch: async (request) => app.fetch(request),
    resume: () => webhooks.resume(),
    stop: () => webhooks.stop(),
  };
}
