import { Hono } from 'hono';
import type { Sql } from '../bootstrap.ts';
import { createApi } from './api.ts';
import { createCheckout } from './checkout.ts';
import { Transactions } from './transactions.ts';
import { Webhooks } from './webhooks.ts';

export interface SandboxOptions {
  /** Its own address, the shop's PAYSTACK_BASE_URL. */
  url: string;
  secretKey: string;
  webhookUrl: string;
  siteUrl: string;
}

export interface Sandbox {
  fetch(request: Request): Promise<Response>;
  /** Sends the webhooks that an earlier run could not deliver. */
  resume(): Promise<void>;
  stop(): void;
}

/** A test double of Paystack's API, with a card page and signed webhooks. Never deployed. */
export async function createSandbox(sql: Sql, options: SandboxOptions): Promise<Sandbox> {
  const transactions = new Transactions(sql);
  const webhooks = new Webhooks(sql, { url: options.webhookUrl, secretKey: options.secretKey });
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
