import { z } from 'zod';
import { limits } from '../domain/limits.ts';
import { returnReasons } from '../domain/return-reason.ts';
import { returnStatuses } from '../domain/return-status.ts';
import { id, requiredText, text } from './common.ts';
import { pieces, someLines } from './parcels.ts';
import { returnTerms } from './promises.ts';

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
  lines: z.array(
    z.object({ line: z.string(), quantity: z.int(), received: z.int(), restocked: z.int() }),
  ),
});
export type OrderReturn = z.infer<typeof orderReturn>;

/** `POST /orders/{id}/returns`: pieces that the customer wants to send back. */
export const returnInput = z.object({
  lines: someLines('Choose at least one piece'),
  reason: text(500).default(''),
  /** Empty means none. */
  reasonKind: z
    .enum([...returnReasons, ''])
    .nullish()
    .transform((value) => value || null),
});
export type ReturnInput = z.input<typeof returnInput>;

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
