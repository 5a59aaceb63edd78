import { z } from 'zod';

const counts = z.record(z.string(), z.number());

/** What an operator's instruments ask of payments; answered to who has the site's secret. */
export const figures = z.object({
  /** Orders placed in the last 24 hours, by status. */
  orders: counts,
  /** Payments begun in the last 24 hours, by outcome: open, paid, held, duplicate, refunded or failed. */
  payments: counts,
  /** Payments that began over 15 minutes ago and of which nobody heard since. */
  quiet: z.number(),
});

/** How the functions were set up; no secret is in it. */
export const setup = z.object({
  siteUrl: z.string(),
  /** Which secret the question came with; `only` where there is no previous one. */
  siteSecret: z.enum(['only', 'current', 'previous']).default('only'),
  paystack: z.enum(['live', 'test', 'missing']),
  /** Whether there is a secret API key, with which the auth server is told each shopper's address. */
  secretKey: z.boolean(),
  figures,
});

export type Figures = z.output<typeof figures>;
