import { z } from 'zod';
import { leastText } from '../domain/money.ts';
import { limits } from '../domain/limits.ts';
import { fulfilments } from '../domain/fulfilment.ts';
import { returnStatuses } from '../domain/return-status.ts';
import { disputeStatuses, paymentKinds } from '../domain/payment-kind.ts';
import { orderStatuses, paymentOutcomes, refundStatuses } from '../domain/order-status.ts';
import { note } from './admin-users.ts';
import { auditEntry } from './audit.ts';
import { amount, boundedTotal, day, id, text } from './common.ts';
import { queuedMail } from './mail.ts';
import { order, settleInput } from './orders.ts';
import { missingPieces, pieces } from './parcels.ts';

const fields = ['created', 'price', 'user', 'status'] as const;
const sorts = fields.flatMap((field) => [`${field}-asc`, `${field}-desc`] as const);

/** One or several of these, joined by commas. */
function listOf(values: readonly [string, ...string[]], message: string) {
  const known = z.array(z.enum(values)).max(values.length);
  return z
    .string()
    .refine((value) => known.safeParse(value.split(',')).success, message)
    .transform((value) => value.split(','));
}

const filters = {
  q: text(200).optional(),
  status: listOf(orderStatuses, 'Not a status').optional(),
  fulfilment: listOf(fulfilments, 'Not a step of delivery').optional(),
  /** Only orders with a return in one of these statuses. */
  returns: listOf(returnStatuses, 'Not a status of returns').optional(),
  /** Only orders on terms that were not paid in time. */
  overdue: z.literal('yes').optional(),
  /** Only orders with a dispute in this status; `no`: only those of which no dispute stops the sending. */
  disputed: z.enum([...disputeStatuses, 'no']).optional(),
  /** Both days are included. */
  from: day.optional(),
  to: day.optional(),
  customer: id.optional(),
  /** The administrator to whom they are handed, or nobody. */
  assignee: z.literal('none').or(id).optional(),
};

/** The query of the back office's list of orders. */
export const orderListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(limits.pageSize.max).default(25),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  sort: z.enum(sorts).default('created-desc'),
  ...filters,
});
export type OrderListQuery = z.output<typeof orderListQuery>;

/** The same filters for the export: all orders, newest first. */
export const orderExportQuery = z.object(filters);
export type OrderFilters = z.output<typeof orderExportQuery>;

/** A refund, with the pieces that it is for; amount in the shop's currency. */
export const refund = z.object({
  _id: z.string(),
  /** `price` is what was paid for these pieces; the refund may be of another amount. */
  lines: z.array(z.object({ line: z.string(), quantity: z.int(), price: z.number() })),
  /** What of it is for shipping, with its tax. */
  shipping: z.number(),
  status: z.enum(refundStatuses),
  amount: z.number(),
  currency: z.string(),
  /** The provider's reason for a rejection. */
  note: z.string(),
  askedAt: z.string(),
  /** Whether the customer cancelled the order. */
  byCustomer: z.boolean(),
  processedAt: z.string().nullable(),
});
export type Refund = z.infer<typeof refund>;

/** A payment attempt with its refunds, newest first; `status` is the shop's own or the provider's. Amounts in its currency. */
export const paymentAttempt = z.object({
  reference: z.string(),
  status: z.string(),
  amount: z.number(),
  currency: z.string(),
  createdAt: z.string(),
  /** Of a payment by bank transfer: what the office noted of it. Null for payments through the provider. */
  transfer: z.string().nullable(),
  /** What was paid, which is another amount where the order is Held; null where nothing was, or it is not known. */
  paid: z.number().nullable(),
  /** What was refunded, or is on its way. */
  refunded: z.number(),
  refunds: z.array(refund),
  /** Title of its payment provider. */
  provider: z.string(),
  /** Null where the shop no longer has this provider. */
  kind: z.enum(paymentKinds).nullable(),
});
export type PaymentAttempt = z.infer<typeof paymentAttempt>;

/** A payment that the bank of the customer disputes; `provider` is the title of its provider, amount in the shop's currency. */
export const dispute = z.object({
  provider: z.string(),
  status: z.enum(disputeStatuses),
  /** As the provider calls it; may be empty. */
  reason: z.string(),
  amount: z.number(),
  currency: z.string(),
  /** Until when the shop can answer; null where the provider does not say. */
  respondBy: z.string().nullable(),
  createdAt: z.string(),
  closedAt: z.string().nullable(),
});
export type Dispute = z.infer<typeof dispute>;

/** An order with its payment attempts, newest first; `invoice` is its number, `assignee` the administrator to whom it is handed. */
export const adminOrder = order.extend({
  attempts: z.array(paymentAttempt),
  /** Newest first. */
  disputes: z.array(dispute),
  /** Whether it was placed without an account, and is in none since. */
  byGuest: z.boolean(),
  invoice: z.string().nullable(),
  assignee: z.object({ _id: z.string(), firstname: z.string() }).nullable(),
});
export type AdminOrder = z.infer<typeof adminOrder>;

/** A webhook event of the provider. */
export const paymentEvent = z.object({
  event: z.string(),
  reference: z.string(),
  /** What was paid, in units of its currency; null for messages about anything else. */
  amount: z.number().nullable(),
  createdAt: z.string(),
});
export type PaymentEvent = z.infer<typeof paymentEvent>;

/**
 * `POST /orders/admin/{id}/refund`: all that is left of the payment, what was paid for these pieces and for shipping, or an
 * amount in the shop's currency, with or without the pieces that it is for.
 */
export const refundInput = settleInput.extend({
  amount: amount
    .refine((it) => it > 0, { error: leastText })
    .or(z.literal('').transform(() => undefined))
    .optional(),
  lines: z
    .array(z.object({ line: id, quantity: pieces }))
    .max(limits.orderLines, `At most ${limits.orderLines} lines`)
    .refine((all) => new Set(all.map((it) => it.line)).size === all.length, 'Each line once')
    .optional(),
  /** Shipping too, which can be refunded once. */
  shipping: z.boolean().default(false),
  /** Pieces of these lines that are in no parcel are not sent. */
  notToSend: z.boolean().default(true),
  /** The return that it is for: never of more pieces than arrived, and of all these where neither pieces nor an amount is given. */
  return: id.optional(),
  /** Cancels the order: all of it is refunded, and nothing is sent. */
  cancel: z.boolean().default(false),
});
export type RefundInput = z.input<typeof refundInput>;
export const orderIdsInput = z.object({
  ids: z.array(id).min(1, 'Choose at least one').max(limits.bulkRows, `At most ${limits.bulkRows}`),
});
/** `POST /orders/admin/assign`: hands orders to an administrator, or to nobody. */
export const assignInput = orderIdsInput.extend({ administrator: id.nullable() });
export type AssignInput = z.infer<typeof assignInput>;
/** Orders about which the payment provider is asked. */
export const checkedOrdersInput = z.object({
  ids: z
    .array(id)
    .min(1, 'Choose at least one')
    .max(limits.bulkChecks, `At most ${limits.bulkChecks}`),
});

export const orderListReply = z.object({ orders: z.array(adminOrder), ...boundedTotal });
/** `changes` are the audit trail of the order, `mails` and `notes` those about it, newest first; `missing` is what is to be sent and not in stock. */
export const orderDetailsReply = z.object({
  order: adminOrder,
  events: z.array(paymentEvent),
  changes: z.array(auditEntry),
  mails: z.array(queuedMail),
  notes: z.array(note),
  missing: z.array(missingPieces),
});
export type OrderDetails = z.infer<typeof orderDetailsReply>;
export const paymentCheckedReply = z.object({
  message: z.string(),
  outcome: z.enum(paymentOutcomes),
  order: adminOrder,
});
/** How many orders each outcome had; `unreachable`: the provider did not answer about them. */
export const paymentCounts = z.object({
  paid: z.int(),
  held: z.int(),
  pending: z.int(),
  failed: z.int(),
  unreachable: z.int(),
});
export type PaymentCounts = z.infer<typeof paymentCounts>;
export const paymentsCheckedReply = z.object({ message: z.string(), counts: paymentCounts });
/** `left`: not Pending, not on terms and not free, paid meanwhile, sent, or the provider did not answer about them. */
export const ordersCancelledReply = z.object({
  message: z.string(),
  count: z.int(),
  left: z.int(),
});
export const refundReply = z.object({ message: z.string(), order: adminOrder });

/** `POST /orders/admin/slips`: what slips and the pick list say of these orders. `skus` by line, where the variant is still there. */
export const slipsReply = z.object({
  orders: z.array(order),
  skus: z.record(z.string(), z.string()),
});
export type Slips = z.infer<typeof slipsReply>;
