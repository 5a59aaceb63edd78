import { z } from 'zod';
import { parcelStatuses } from '../domain/fulfilment.ts';
import { limits } from '../domain/limits.ts';
import { createdAt, id, text } from './common.ts';

/** A parcel with the pieces of each line that are in it; '' where nothing is known about carrier, number or page to follow it. */
export const parcel = z.object({
  _id: z.string(),
  status: z.enum(parcelStatuses),
  carrier: z.string(),
  trackingNumber: z.string(),
  trackingUrl: z.string(),
  createdAt,
  sentAt: z.string().nullable(),
  deliveredAt: z.string().nullable(),
  lines: z.array(z.object({ line: z.string(), quantity: z.int() })),
});
export type Parcel = z.infer<typeof parcel>;

/** 0 leaves a line out. */
export const pieces = z
  .int('A whole number')
  .min(0, 'Not below zero')
  .max(limits.quantity.max, `At most ${limits.quantity.max}`);
export const piecesOfLine = z.object({ line: id, quantity: pieces });
/** Pieces of lines of an order; `none` is said where all are 0. */
export const someLines = <Line extends z.ZodType<z.output<typeof piecesOfLine>>>(
  none: string,
  line: Line,
) =>
  z
    .array(line)
    .min(1, 'Choose at least one')
    .max(limits.orderLines, `At most ${limits.orderLines} lines`)
    .refine((all) => new Set(all.map((it) => it.line)).size === all.length, 'Each line once')
    .refine((all) => all.some((it) => it.quantity > 0), { path: [0, 'quantity'], message: none });
const trackingUrl = text(500).refine(
  (it) => it === '' || (it.startsWith('https://') && z.httpUrl().safeParse(it).success),
  'Has to begin with https://',
);
/** The page of a known carrier stands in where there is no `trackingUrl`. */
const tracking = { carrier: text(60), trackingNumber: text(100), trackingUrl };

/** `POST /orders/admin/{id}/parcels`: packs these pieces, or all that are left, and sends them at once with `send`. */
export const parcelInput = z.object({
  lines: someLines('Pack at least one piece', piecesOfLine).optional(),
  ...z.object(tracking).partial().shape,
  send: z.boolean().default(false),
});
export type ParcelInput = z.input<typeof parcelInput>;

/** `PUT /orders/admin/parcels/{id}`: what is left out stays. */
export const parcelUpdate = z
  .object({ ...tracking, status: z.enum(['sent', 'delivered', 'cancelled']) })
  .partial();
export type ParcelUpdate = z.input<typeof parcelUpdate>;

/** `POST /orders/admin/fulfil`: packs, or packs and sends, all that is left of many orders. */
export const fulfilInput = z.object({
  action: z.enum(['pack', 'send']),
  ids: z.array(id).min(1, 'Choose at least one').max(limits.bulkRows, `At most ${limits.bulkRows}`),
});
export type FulfilInput = z.input<typeof fulfilInput>;
/** Pieces that are to be sent, and neither held for the order nor free in stock; `item` is the line. */
export const missingPieces = z.object({
  order: z.string(),
  number: z.string(),
  item: z.string(),
  title: z.string(),
  size: z.string().nullable(),
  color: z.string().nullable(),
  quantity: z.int(),
});
export type MissingPieces = z.infer<typeof missingPieces>;
/** `left`: not paid, nothing was left to do, or something of it is `missing`. */
export const fulfilReply = z.object({
  message: z.string(),
  count: z.int(),
  left: z.int(),
  missing: z.array(missingPieces),
});
