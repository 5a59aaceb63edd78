import { z } from 'zod';

/** Zero too is reported: Prometheus sees no increase of what was absent before. */
const count = z.number().default(0);

/** Payment counts for the metrics, readable with the site's secret. */
export const figures = z.object({
  /** Orders placed in the last 24 hours, by status. */
  orders: z.object({
    Pending: count,
    OnTerms: count,
    Paid: count,
    Held: count,
    Cancelled: count,
    Refunded: count,
  }),
  /** Payments started in the last 24 hours, by outcome. */
  payments: z.object({
    open: count,
    paid: count,
    held: count,
    duplicate: count,
    refunded: count,
    failed: count,
  }),
  /** Open payments without news for over 15 minutes. */
  quiet: z.number(),
});

/** The configuration of the functions, without secrets. */
export const setup = z.object({
  siteUrl: z.string(),
  /** Which secret the request had; `only` if there is no previous one. */
  siteSecret: z.enum(['only', 'current', 'previous']).default('only'),
  /** By provider: whether its key is of live or test mode; `off` without one. */
  payments: z.record(z.string(), z.enum(['live', 'test', 'off'])),
  /** Whether there is a secret API key, which lets the functions pass each shopper's address to the auth server. */
  secretKey: z.boolean(),
  /** The sender of emails; '' while the functions send none. */
  mailFrom: z.string().default(''),
  figures,
});

/** As the database counts them: what there is none of is absent. */
export type Figures = z.input<typeof figures>;
