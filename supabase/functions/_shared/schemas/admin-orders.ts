import { z } from 'zod';
import { limits } from '../domain/limits.ts';
import { orderStatuses, paymentOutcomes, refundStatuses } from '../domain/order-status.ts';
import { auditEntry } from './audit.ts';
import { boundedTotal, day, id, text } from './common.ts';
import { order, settleInput } from './orders.ts';

const fields = ['created', 'price', 'user', 'status'] as const;
const sorts = fields.flatMap((field) => [`${field}-asc`, `${field}-desc`] as const);

const areStatuses = z.array(z.enum(orderStatuses)).max(orderStatuses.length);
const statuses = z
  .string()
  .refine((value) => areStatuses.safeParse(value.split(',')).success, 'Not a status')
  .transform((value) => value.split(','));

const filters = {
  q: text(200).optional(),
  /** One or several, joined by commas. */
  status: statuses.optional(),
  /** Both days count. */
  from: day.optional(),
  to: day.optional(),
  customer: id.optional(),
};

/** What the back office's list of orders takes. */
export const orderListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(limits.pageSize.max).default(25),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  sort: z.enum(sorts).default('created-desc'),
  ...filters,
});
export type OrderListQuery = z.output<typeof orderListQuery>;

/** The same orders for a file: all of them, newest first. */
export const orderExportQuery = z.object(filters);
export type OrderFilters = z.output<typeof orderExportQuery>;

/** Money on its way back; amounts in dollars. */
export const refund = z.object({
  status: z.enum(refundStatuses),
  amount: z.number(),
  currency: z.string(),
  /** What the provider said when it refused. */
  note: z.string(),
  askedAt: z.string(),
  processedAt: z.string().nullable(),
});
export type Refund = z.infer<typeof refund>;

/** A try to pay; `status` as the shop knows it, or in the provider's words. Amounts in dollars. */
export const paymentAttempt = z.object({
  reference: z.string(),
  status: z.string(),
  amount: z.number(),
  currency: z.string(),
  createdAt: z.string(),
  refund: refund.nullable(),
});
export type PaymentAttempt = z.infer<typeof paymentAttempt>;

/** An order with every try to pay it, newest first. */
export const adminOrder = order.extend({ attempts: z.array(paymentAttempt) });
export type AdminOrder = z.infer<typeof adminOrder>;

/** What the provider told us, newest first. */
export const paymentEvent = z.object({
  event: z.string(),
  reference: z.string(),
  createdAt: z.string(),
});
export type PaymentEvent = z.infer<typeof paymentEvent>;

export const refundInput = settleInput;
export const orderIdsInput = z.object({
  ids: z.array(id).min(1, 'Choose at least one').max(500, 'At most 500'),
});

export const orderListReply = z.object({ orders: z.array(adminOrder), ...boundedTotal });
/** `changes` are those of the order's own row, by whomever, newest first. */
export const orderDetailsReply = z.object({
  order: adminOrder,
  events: z.array(paymentEvent),
  changes: z.array(auditEntry),
});
export type OrderDetails = z.infer<typeof orderDetailsReply>;
export const paymentCheckedReply = z.object({
  message: z.string(),
  outcome: z.enum(paymentOutcomes),
  order: adminOrder,
});
export const refundReply = z.object({ message: z.string(), order: adminOrder });
