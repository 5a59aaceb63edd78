import { z } from 'zod';
import {
  changesOf,
  createdAt,
  endsTooEarly,
  flag,
  id,
  moment,
  pageQuery,
  price,
  tableTotal,
  text,
} from './common.ts';

const voucherKinds = ['percent', 'amount'] as const;

const mostUses = 1_000_000;
export const tooManyPercent = 'At most 100 percent';

/** The fields of a voucher; forms send numbers as text. */
export const voucherFields = z.object({
  /** Stored in capital letters; customers type it in any. */
  code: text(40)
    .regex(/^[A-Za-z0-9-]{3,}$/, '3 to 40 letters from A to Z, digits and hyphens')
    .toUpperCase(),
  kind: z.enum(voucherKinds),
  /** Percent, or in the shop's currency. */
  value: price.refine((it) => it > 0, 'More than zero'),
  /** Null is no bound. */
  startsAt: moment.default(null),
  endsAt: moment.default(null),
  /** What the goods that it is for must cost at least, in the shop's currency. */
  minimum: price.default(0),
  /** Ids of the categories whose goods it is for; empty for all goods. */
  categories: z.array(id).max(100, 'At most 100').default([]),
  oncePerCustomer: flag.default(false),
  /** How many orders can use it in all; null, or '' in a form, for any number. */
  maxUses: z
    .union(
      [
        z.null(),
        z.number(),
        z
          .string()
          .trim()
          .regex(/^\d{0,7}$/, 'A whole number')
          .transform((it) => (it === '' ? null : Number(it))),
      ],
      'A whole number',
    )
    .pipe(
      z.int('A whole number').min(1, 'At least 1').max(mostUses, `At most ${mostUses}`).nullable(),
    )
    .default(null),
});
type VoucherFields = z.output<typeof voucherFields>;

/** What has to be true of several fields together. */
export function checkVoucher({ value: it, issues }: z.core.ParsePayload<VoucherFields>): void {
  const refuse = (path: keyof VoucherFields, message: string) =>
    issues.push({ code: 'custom', input: it[path], path: [path], message });
  if (it.kind === 'percent' && it.value > 100) refuse('value', tooManyPercent);
  if (it.startsAt && it.endsAt && new Date(it.endsAt) <= new Date(it.startsAt)) {
    refuse('endsAt', endsTooEarly);
  }
}

export const voucherInput = voucherFields.check(checkVoucher);
export type VoucherInput = z.output<typeof voucherInput>;
/** `PUT /vouchers/update/{id}`; Postgres checks what has to be true of several fields together. */
export const voucherUpdate = changesOf(voucherFields);
export type VoucherUpdate = z.output<typeof voucherUpdate>;

export const voucher = z.object({
  _id: z.string(),
  code: z.string(),
  kind: z.enum(voucherKinds),
  value: z.number(),
  startsAt: z.string().nullable(),
  endsAt: z.string().nullable(),
  minimum: z.number(),
  categories: z.array(z.string()),
  oncePerCustomer: z.boolean(),
  maxUses: z.int().nullable(),
  /** How many orders use it. */
  uses: z.int(),
  createdAt,
});
export type Voucher = z.infer<typeof voucher>;

/** The table of the back office, newest first; `q` is a part of the code. */
export const voucherTableQuery = pageQuery;
export type VoucherTableQuery = z.infer<typeof voucherTableQuery>;
export const voucherRow = voucher.extend({
  /** Of the categories that are still there. */
  categoryNames: z.array(z.string()),
  state: z.enum(['valid', 'planned', 'ended', 'used up']),
});
export type VoucherRow = z.infer<typeof voucherRow>;
export const voucherTableReply = z.object({ vouchers: z.array(voucherRow), total: tableTotal });
export const voucherChangedReply = z.object({ message: z.string(), voucher });
