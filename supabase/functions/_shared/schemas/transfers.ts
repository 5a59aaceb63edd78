import { z } from 'zod';

/** The most lines of a bank's file. */
export const maxTransfers = 5000;

/** What can be recorded of a line. */
export const bookableFates = ['exact', 'part', 'more'] as const;
/**
 * What a line of a bank's file does, or has done: `exact`, `part` and `more` of what is due can be recorded; `now_…` is what was
 * recorded by this request; of the others nothing is.
 */
export const transferFates = [
  ...bookableFates,
  ...(['now_paid', 'now_part', 'now_held', 'failed', 'booked'] as const),
  ...(['several', 'unknown', 'cancelled', 'paid', 'not_awaited', 'currency'] as const),
  ...(['outgoing', 'unreadable'] as const),
] as const;
export type TransferFate = (typeof transferFates)[number];

const place = z.int().min(0).max(199).nullable();
/** Which column of a bank's file has what, from 0; null for none. */
export const bankColumns = z.strictObject({
  date: place,
  amount: place,
  text: place,
  name: place,
  currency: place,
  /** Says whether money came in or went out, where the amounts have no sign. */
  direction: place,
});
export type BankColumns = z.infer<typeof bankColumns>;

/** `POST /orders/admin/transfers/preview`; columns that are not given are recognized by their headings. */
export const transfersInput = z.strictObject({
  csv: z.string().min(1, 'Required'),
  columns: bankColumns.optional(),
});
export type TransfersInput = z.input<typeof transfersInput>;

/** `POST /orders/admin/transfers/book`: records these lines, each if it is still as it was shown. */
export const bookTransfersInput = transfersInput.extend({
  lines: z
    .array(z.strictObject({ row: z.int().min(1), fate: z.enum(bookableFates) }))
    .min(1, 'Choose at least one')
    .max(maxTransfers, `At most ${maxTransfers}`)
    .refine((all) => new Set(all.map((it) => it.row)).size === all.length, 'Each line once'),
});
export type BookTransfersInput = z.input<typeof bookTransfersInput>;

/** `row` as in a spreadsheet. */
export const transferLine = z.object({
  row: z.int(),
  date: z.string(),
  /** Null where it is not a number. */
  amount: z.number().nullable(),
  /** Empty where the file does not say. */
  currency: z.string(),
  name: z.string(),
  text: z.string(),
  fate: z.enum(transferFates),
  /** The order that it is for, with what was due before this line. */
  order: z
    .object({ _id: z.string(), number: z.string(), due: z.number(), currency: z.string() })
    .nullable(),
});
export type TransferLine = z.infer<typeof transferLine>;

/** All lines of the file; none while a column for date, amount or text is missing in `columns`. */
export const transfersReply = z.object({
  headings: z.array(z.string()),
  columns: bankColumns,
  lines: z.array(transferLine),
});
export type Transfers = z.infer<typeof transfersReply>;
