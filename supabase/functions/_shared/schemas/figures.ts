import { z } from 'zod';

const counts = z.record(z.string(), z.number());

/** Payment counts for the metrics, readable with the site's secret. */
export const figures = z.object({
  /** Orders placed in the last 24 hours, by status. */
  orders: counts,
  /** Payments started in the last 24 hours, by outcome: open, paid, held, duplicate, refunded or failed. */
  payments: counts,
  /** Open payments without news for over 15 minutes. */
  quiet: z.number(),
});

/** The configuration of the functions, without secrets. */
export const setup = z.object({
  siteUrl: z.string(),
  /** Which secret the request had; `only` if there is no previous one. */
  siteSecret: z.enum(['only', 'current', 'previous']).default('only'),
  paystack: z.enum(['live', 'test', 'missing']),
  /** Whether there is a secret API key, which lets the functions pass each shopper's address to the auth server. */
  secretKey: z.boolean(),
  figures,
});

export type Figures = z.output<typeof figures>;
