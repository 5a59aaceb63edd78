import { z } from 'zod';
import { availabilities, availabilityLabels } from '../domain/availability.ts';
import { id, price, requiredText, text, visibleText } from './common.ts';

/** The columns of a file of products, in their order; `created` is for people and never taken in. */
export const productColumns = [
  'id',
  'title',
  'price',
  'category',
  'availability',
  'sizes',
  'colors',
  'description',
  'created',
  'version',
] as const;
export type ProductColumn = (typeof productColumns)[number];

/** Entries stand between bars, since names of sizes and colours have commas. */
export function joinEntries(entries: readonly string[]): string {
  return entries.map((it) => it.replaceAll('|', '\\|')).join(' | ');
}

const entries = text(4000)
  .transform((joined) => [
    ...new Set(
      joined
        .split(/(?<!\\)\|/)
        .map((it) => it.replaceAll('\\|', '|').trim())
        .filter((it) => it !== ''),
    ),
  ])
  .pipe(z.array(visibleText(60)).max(50, 'At most 50 entries'));

const availability = text(40).transform((written, context) => {
  const plain = written.toLowerCase().replaceAll(' ', '');
  const found = availabilities.find(
    (it) =>
      it.toLowerCase() === plain ||
      availabilityLabels[it].toLowerCase().replaceAll(' ', '') === plain,
  );
  if (!found) {
    context.addIssue({ code: 'custom', message: `${availabilities.join(' or ')}` });
    return z.NEVER;
  }
  return found;
});

/** Spreadsheets of half the world write `17,50`; no price has a sign between its thousands. */
const writtenPrice = z.preprocess(
  (written) => (typeof written === 'string' ? written.replace(',', '.') : written),
  price,
);

/** One row of such a file; what a file has no column for is left out, and stays as it is. */
export const productFileRow = z.object({
  id: z.union([z.literal(''), id], 'Not a valid id').optional(),
  title: requiredText(200).optional(),
  price: writtenPrice.optional(),
  category: text(200).optional(),
  availability: availability.optional(),
  sizes: entries.optional(),
  colors: entries.optional(),
  description: text(5000).optional(),
  version: text(40).optional(),
});
export type ProductFileRow = z.output<typeof productFileRow>;

/** Rows that one file may have. */
export const mostRows = 10_000;

/** `dry`: says what would happen, and changes nothing. */
export const productImport = z.object({ csv: z.string().min(1, 'Required'), dry: z.boolean() });
export type ProductImport = z.input<typeof productImport>;

/** One row as the import takes it; `row` is its number in a spreadsheet, where the heads are row 1. */
export const importedRow = z.object({
  row: z.int(),
  action: z.enum(['create', 'update', 'same', 'wrong']),
  label: z.string(),
  changes: z.array(
    z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  problems: z.array(z.object({ field: z.string(), message: z.string() })),
});
export type ImportedRow = z.infer<typeof importedRow>;

/** `rows` without those that change nothing. */
export const importReply = z.object({
  message: z.string(),
  done: z.boolean(),
  counts: z.object({ create: z.int(), update: z.int(), same: z.int(), wrong: z.int() }),
  rows: z.array(importedRow),
});
export type ImportReport = z.infer<typeof importReply>;
