import { z } from 'zod';
import { day } from './common.ts';

const maxRange = { days: 400, months: 120 };

/** `GET /dashboard/sales`: both days are included; days and months are those of the shop. */
export const salesQuery = z
  .object({
    from: day,
    to: day,
    by: z.enum(['day', 'month']).default('day'),
    imported: z
      .enum(['yes'])
      .optional()
      .meta({ description: 'Count orders that were imported from another shop, too' }),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'Not before the first day' })
  .refine(
    ({ from, to, by }) =>
      (Date.parse(to) - Date.parse(from)) / 86_400_000 <
      (by === 'day' ? maxRange.days : maxRange.months * 31),
    { path: ['from'], message: `At most ${maxRange.days} days, or ${maxRange.months} months` },
  );
export type SalesQuery = z.input<typeof salesQuery>;

/** Income in the shop's currency; `period` is the first day, `YYYY-MM-DD`. */
export const incomePeriod = z.object({
  period: z.string(),
  income: z.number(),
  orders: z.int(),
});
export type IncomePeriod = z.infer<typeof incomePeriod>;

/** `product` is null once it was deleted; `income` in the shop's currency. */
export const bestSeller = z.object({
  product: z.string().nullable(),
  title: z.string(),
  imageUrl: z.string().optional(),
  pieces: z.int(),
  income: z.number(),
});
export type BestSeller = z.infer<typeof bestSeller>;

export const salesReply = z.object({
  income: z.array(incomePeriod),
  bestSellers: z.array(bestSeller),
  /** Whether orders of another shop were imported. */
  hasImported: z.boolean(),
});

/** The number of records that need attention. */
export const tasksReply = z.object({
  unpaidOrders: z.int(),
  heldOrders: z.int(),
  /** On terms, and not paid in time. */
  overdue: z.int(),
  /** Orders with a dispute that the shop can answer. */
  disputed: z.int(),
  /** Paid or on terms, and not all of it in a parcel that was sent. */
  toSend: z.int(),
  /** Orders with a return that was requested. */
  returnsToAnswer: z.int(),
  companiesToAnswer: z.int(),
  withoutPictures: z.int(),
  /** Sizes and colors with few free pieces or none. */
  lowStock: z.int(),
  outOfStock: z.int(),
  /** Quotes whose company waits for the office. */
  quotesToAnswer: z.int(),
  unreadMessages: z.int(),
});
export type Tasks = z.infer<typeof tasksReply>;

const notificationKinds = ['order', 'message', 'out-of-stock'] as const;

/** `title` is a customer's or a product's name; `amount` in the shop's currency and `status` belong to orders. */
export const notification = z.object({
  kind: z.enum(notificationKinds),
  _id: z.string(),
  title: z.string(),
  amount: z.number().nullable(),
  status: z.string().nullable(),
  at: z.string(),
  isNew: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

/** `unseen` is at most 100. */
export const notificationsReply = z.object({
  notifications: z.array(notification),
  unseen: z.int(),
});
