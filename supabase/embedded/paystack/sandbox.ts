import { createHmac } from 'node:crypto';
import { Hono } from 'hono';
import type { Sql } from '../bootstrap.ts';
import type { Sandbox } from '../payments/sandbox.ts';
import { Webhooks } from '../payments/webhooks.ts';
import { createApi } from './api.ts';
import { createCheckout } from './checkout.ts';
import { Transactions } from './transactions.ts';

export interface SandboxOptions {
  /** Its own address, the shop's PAYSTACK_BASE_URL. */
  url: string;
  secretKey: string;
  webhookUrl: string;
  siteUrl: string;
}

/** Paystack's API with a card page. */
export async function createPaystackSandbox(sql: Sql, options: SandboxOptions): Promise<Sandbox> {
  const transactions = new Transactions(sql);
  const webhooks = new Webhooks(sql, {
    provider: 'paystack',
    url: options.webhookUrl,
    sign: (body) => ({
      'x-paystack-signature': createHmac('sha512', options.secretKey).update(body).digest('hex'),
    }),
  });
  await transactions.createTable();
  await webhooks.createTable();
  const app = new Hono()
    .basePath('/paystack')
    .route('/pay', createCheckout({ siteUrl: options.siteUrl, transactions, webhooks }))
    .route(
      '/',
      createApi({ url: options.url, secretKey: options.secretKey, transactions, webhooks }),
    );
  return {
    fetch: async (request) => app.fetch(request),
    resume: () => webhooks.resume(),
    stop: () => webhooks.stop(),
  };
}
