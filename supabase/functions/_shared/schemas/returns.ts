import { z } from 'zod';
import { limits } from '../domain/limits.ts';
import { returnReasons } from '../domain/return-reason.ts';
import { returnStatuses } from '../domain/return-status.ts';
import { id, requiredText, text } from './common.ts';
import { fulfilments } from '../domain/fulfilment.ts';
import { orderStatuses } from '../domain/order-status.ts';
import { pieces, piecesOfLine, someLines } from './parcels.ts';
import { returnTerms } from './promises.ts';

/** What replaces the pieces of a return: an order of its own. Amounts in the shop's currency. */
export const returnExchange = z.object({
  order: z.string(),
  number: z.string(),
  status: z.enum(orderStatuses),
  fulfilment: z.enum(fulfilments),
  /** What there is to pay for it. */
  total: z.number(),
  /** Whether it can be paid now. */
  payable: z.boolean(),
  /** Whether exchanges are sent when they are approved. */
  atOnce: z.boolean(),
  lines: z.array(
    z.object({
      /** The line whose pieces are replaced. */
      line: z.string(),
      quantity: z.int(),
      size: z.string().nullable(),
      color: z.string().nullable(),
      /** What is refunded, since these cost less. */
      cheaperBy: z.number(),
    }),
  ),
});
export type ReturnExchange = z.infer<typeof returnExchange>;

/** A return with the pieces of each line: how many are sent back, how many arrived, and how many of these are in stock again. */
export const orderReturn = z.object({
  _id: z.string(),
  status: z.enum(returnStatuses),
  /** Why, in the words of the customer. */
  reason: z.string(),
  /** Why, as the customer chose it; null when nothing was chosen. */
  reasonKind: z.enum(returnReasons).nullable(),
  /** What the shop answered. */
  note: z.string(),
  requestedAt: z.string(),
  answeredAt: z.string().nullable(),
  /** The day by which an approved return is to be sent, such as `2026-12-11`. */
  sendBy: z.string().nullable(),
  /** How an approved return is to be sent; else null. */
  sending: returnTerms.nullable(),
  receivedAt: z.string().nullable(),
  refundedAt: z.string().nullable(),
  /** Null where the pieces are refunded. */
  exchange: returnExchange.nullable(),
  /** Until when the exchange waits for the pieces, and then for the payment; null before it is approved. */
  exchangeUntil: z.string().nullable(),
  lines: z.array(
    z.object({ line: z.string(), quantity: z.int(), received: z.int(), restocked: z.int() }),
  ),
});
export type OrderReturn = z.infer<typeof orderReturn>;

/** `POST /orders/{id}/returns`: pieces that the customer wants to send back. */
export const returnInput = z.object({
  lines: someLines(
    'Choose at least one piece',
    piecesOfLine.extend({
      /** What they are exchanged for, one of `GET /orders/{id}/exchanges`; empty for a refund. */
      variant: z
        .union([id, z.literal('')])
        .nullish()
        .transform((value) => value || null),
    }),
  ),
  reason: text(500).default(''),
  /** Empty means none. */
  reasonKind: z
    .enum([...returnReasons, ''])
    .nullish()
    .transform((value) => value || null),
});
export type ReturnInput = z.input<typeof returnInput>;

/** `GET /orders/{id}/exchanges`: other sizes and colors of its products, by line. */
export const exchangeChoice = z.object({
  line: z.string(),
  variant: z.string(),
  size: z.string().nullable(),
  color: z.string().nullable(),
  /** What a piece costs more, or less if below zero, in the shop's currency. */
  difference: z.number(),
  /** How many pieces can be had, at most those of the line. */
  most: z.int(),
});
export type ExchangeChoice = z.infer<typeof exchangeChoice>;
export const exchangesReply = z.object({ choices: z.array(exchangeChoice) });

export const refusedReturn = z.object({
  status: z.literal('refused'),
  /** The customer reads it. */
  note: requiredText(500),
});
export const approvedReturn = z.object({ status: z.literal('approved'), note: text(500) });
/** What arrived of each line; what is not restocked is written off. */
export const receivedReturn = z.object({
  status: z.literal('received'),
  lines: z
    .array(
      z
        .object({ line: id, received: pieces, restocked: pieces })
        .refine((it) => it.restocked <= it.received, {
          path: ['restocked'],
          message: 'Not more than arrived',
        }),
    )
    .min(1, 'Choose at least one')
    .max(limits.orderLines, `At most ${limits.orderLines} lines`)
    .refine((all) => new Set(all.map((it) => it.line)).size === all.length, 'Each line once')
    .refine((all) => all.some((it) => it.received > 0), {
      path: [0, 'received'],
      message: 'Receive at least one piece, or refuse the return',
    }),
});

/** `PUT /orders/admin/returns/{id}`. */
export const returnUpdate = z.discriminatedUnion('status', [
  approvedReturn.partial({ note: true }),
  refusedReturn,
  receivedReturn,
]);
export type ReturnUpdate = z.input<typeof returnUpdate>;
