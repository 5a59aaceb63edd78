import { z } from 'zod';
import { limits } from '../domain/limits.ts';
import { fitsCurrency, fitsText } from '../domain/money.ts';
import { boundedTotal, next, pageQuery, text } from './common.ts';

/** A size and colour of a product as shoppers see it. */
export const variant = z.object({
  /** Null where the product has no sizes; the same for colours. */
  size: z.string().nullable(),
  color: z.string().nullable(),
  sku: z.string(),
  /** What one piece costs, in the shop's currency. */
  price: z.number(),
  stock: z.enum(['in', 'few', 'out']),
  /** How many are left where they are few; else null. */
  left: z.int().nullable(),
});
export type Variant = z.infer<typeof variant>;

/** `untracked` is not counted, `deny` is sold while stock lasts, `backorder` is counted and sold without stock too. */
export const stockPolicies = ['untracked', 'deny', 'backorder'] as const;
/** Why stock changes by hand. */
export const adjustReasons = ['received', 'counted', 'damaged', 'returned', 'correction'] as const;

const policy = z.enum(stockPolicies);
export const sku = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._/-]{0,63}$/, 'Letters, digits and . _ / - only, at most 64')
  .toUpperCase();
/** Whether a GTIN ends in its check digit, as `is_barcode` in SQL; so does an empty text. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((all, it, i) => all + Number(it) * (i % 2 ? 3 : 1), 0);
  return sum % 10 === 0;
}
export const barcode = z
  .string()
  .trim()
  .regex(/^(\d{8}|\d{12,14})?$/, 'Eight, or twelve to fourteen digits')
  .refine(hasCheckDigit, 'The check digit is wrong')
  .transform((it) => it || null)
  .nullable();
export const priceDelta = z
  .number('Not an amount')
  .min(-limits.price.max, 'Too low')
  .max(limits.price.max, `At most ${limits.price.max}`)
  .refine(fitsCurrency, { error: fitsText });
const pieces = z.int('A whole number').min(-1_000_000, 'Too low').max(1_000_000, 'Too many');
const reason = z.enum(adjustReasons);
const note = text(500).default('');

/** A variant as the back office sees it. `held` are pieces that orders keep; `onHand - held` can be sold. */
export const officeVariant = z.object({
  _id: z.string(),
  size: z.string().nullable(),
  color: z.string().nullable(),
  sku: z.string(),
  barcode: z.string().nullable(),
  /** On top of the product's price. */
  priceDelta: z.number(),
  policy,
  onHand: z.int(),
  held: z.int(),
  /** Shoppers who want a mail when it is back. */
  waiting: z.int(),
  /** When anything but its stock was last changed. */
  updatedAt: z.string(),
});
export type OfficeVariant = z.infer<typeof officeVariant>;

/** `GET /products/{id}/variants` */
export const officeVariantsReply = z.object({ variants: z.array(officeVariant) });

/** `PUT /products/{id}/variants`: some variants of one product, all or none; what is left out stays. */
export const variantsInput = z.object({
  variants: z
    .array(
      z.object({
        _id: z.guid('Not a valid id'),
        /** As last read, to detect concurrent edits; not needed for `by` alone. */
        updatedAt: z
          .string()
          .max(40)
          .refine((it) => !Number.isNaN(Date.parse(it)), 'Not a time')
          .optional(),
        sku: sku.optional(),
        barcode: barcode.optional(),
        priceDelta: priceDelta.optional(),
        policy: policy.optional(),
        /** Difference to its stock. */
        by: pieces.optional(),
      }),
    )
    .min(1, 'Required')
    .max(2500, 'At most 2500')
    .superRefine((rows, { addIssue }) => {
      const seen = new Set<string>();
      for (const [i, { _id }] of rows.entries()) {
        if (seen.has(_id.toLowerCase()))
          addIssue({ code: 'custom', path: [i, '_id'], message: 'Listed twice' });
        seen.add(_id.toLowerCase());
      }
    }),
  /** For the differences. */
  reason: reason.default('counted'),
  note,
});
export type VariantsInput = z.input<typeof variantsInput>;
export const variantsChangedReply = officeVariantsReply.extend({ message: z.string() });

/** `POST /stock/adjust`: stock of variants of any products by differences, all or none. */
export const adjustInput = z.object({
  changes: z
    .array(z.object({ variant: z.guid('Not a valid id'), by: pieces, reason, note }))
    .min(1, 'Required')
    .max(limits.bulk, `At most ${limits.bulk}`),
});
export type AdjustInput = z.input<typeof adjustInput>;
export const adjustReply = z.object({ message: z.string(), count: z.int() });

/** A row of the ledger. `actor` is the name of who did it; null for the shop itself. `stock` is what there was after it. */
export const stockMovement = z.object({
  _id: z.string(),
  quantity: z.int(),
  stock: z.int(),
  reason: z.enum([...adjustReasons, 'sent']),
  note: z.string(),
  order: z.string().nullable(),
  actor: z.string().nullable(),
  createdAt: z.string(),
});
export type StockMovement = z.infer<typeof stockMovement>;
/** `GET /stock/{variant}/movements`, newest first. */
export const stockMovementsReply = z.object({ movements: z.array(stockMovement), next });

/** A counted variant of which few are free, with its product. */
export const lowVariant = officeVariant.extend({
  product: z.object({ _id: z.string(), title: z.string(), imageUrl: z.string().optional() }),
});
export type LowVariant = z.infer<typeof lowVariant>;
/** `GET /stock/low`: the fewest free pieces first. */
export const lowStockQuery = pageQuery;
export const lowStockReply = z.object({ variants: z.array(lowVariant), ...boundedTotal });

/** `POST /products/{id}/stock-requests`: a mail when a size and colour is there again. */
export const stockRequestInput = z.object({
  size: text(60)
    .nullish()
    .transform((it) => it || null),
  color: text(60)
    .nullish()
    .transform((it) => it || null),
  email: text(254).toLowerCase().pipe(z.email('Not a valid email address')),
});
export type StockRequestInput = z.input<typeof stockRequestInput>;
