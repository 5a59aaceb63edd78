import { z } from 'zod';
import { availabilities, availabilityLabels } from '../domain/availability.ts';
import { limits } from '../domain/limits.ts';
import { productStatuses, productStatusLabels } from '../domain/product-status.ts';
import { taxClasses, taxClassLabels } from '../domain/tax-class.ts';
import { id, price, requiredText, text, visibleText, wholeNumber } from './common.ts';
import { descriptionDocument } from './products.ts';

/** The columns of a product file, in order; `created` is informative and never imported. */
export const productColumns = [
  'id',
  'title',
  'price',
  'compareAtPrice',
  'category',
  'availability',
  'sizes',
  'colors',
  'description',
  'descriptionHtml',
  'status',
  'composition',
  'care',
  'fit',
  'origin',
  'delivery',
  'weight',
  'taxClass',
  'length',
  'created',
  'version',
] as const;

/** Joins sizes or colours with bars, since their names may contain commas. */
export function joinEntries(entries: readonly string[]): string {
  return entries.map((it) => it.replaceAll('|', '\\|')).join(' | ');
}

/** The most sizes, or colours, of a product. */
export const maxEntries = 50;

const entries = text(4000)
  .transform((joined) => [
    ...new Set(
      joined
        .split(/(?<!\\)\|/)
        .map((it) => it.replaceAll('\\|', '|').trim())
        .filter((it) => it !== ''),
    ),
  ])
  .pipe(z.array(visibleText(60)).max(maxEntries, `At most ${maxEntries} entries`));

/** One of these values, or how people read it. */
export function choice<Value extends string>(
  values: readonly Value[],
  labels: Readonly<Record<Value, string>>,
) {
  const plain = (written: string) => written.toLowerCase().replaceAll(' ', '');
  return text(40).transform((input, context) => {
    const found = values.find((it) => [it, labels[it]].map(plain).includes(plain(input)));
    if (!found) {
      context.addIssue({ code: 'custom', message: values.join(' or ') });
      return z.NEVER;
    }
    return found;
  });
}

const fact = text(limits.productFact);

/** A blank cell is no value: what is there stays, and a new record gets the default. */
export const unlessBlank = <S extends z.ZodType>(schema: S) =>
  z.preprocess((cell) => (cell === '' ? undefined : cell), schema.optional());

/** A row of a product file; fields without a column keep their values. */
export const productFileRow = z.object({
  id: z.union([z.literal(''), id], 'Not a valid id').optional(),
  title: requiredText(200).optional(),
  price: price.optional(),
  /** Empty, it ends the sale. */
  compareAtPrice: z.union([z.literal(''), price], 'Not a price').optional(),
  category: text(200).optional(),
  availability: unlessBlank(choice(availabilities, availabilityLabels)),
  sizes: entries.optional(),
  colors: entries.optional(),
  /** A document where the cell had HTML. */
  description: text(limits.description).or(descriptionDocument).optional(),
  descriptionHtml: unlessBlank(descriptionDocument),
  status: unlessBlank(choice(productStatuses, productStatusLabels)),
  composition: fact.optional(),
  care: fact.optional(),
  fit: fact.optional(),
  origin: fact.optional(),
  delivery: fact.optional(),
  weight: wholeNumber(limits.weight).optional(),
  taxClass: unlessBlank(choice(taxClasses, taxClassLabels)),
  length: wholeNumber(limits.garmentLength).optional(),
  version: text(40).optional(),
});
export type ProductFileRow = z.output<typeof productFileRow>;

/** The maximum number of rows per file. */
export const maxRows = 10_000;
/** The same of a file of products, where a product may have a row for each variant and picture. */
export const maxProductRows = 50_000;

/** A CSV file; `dry` reports what would happen without changing anything. */
export const fileImport = z.object({ csv: z.string().min(1, 'Required'), dry: z.boolean() });
export type FileImport = z.input<typeof fileImport>;

/** The most columns of a file. */
const maxColumns = 500;
/** A file of products; `columns` says what each of its columns is, '' to leave it out. Without it they are recognised. */
export const productImport = fileImport.extend({
  leaveOutWrong: z
    .boolean()
    .optional()
    .meta({ description: 'Import the other rows where some are wrong' }),
  /** Shown in the list of imports. */
  fileName: text(200).optional(),
  columns: z.array(z.string().max(100)).max(maxColumns, `At most ${maxColumns} columns`).optional(),
});
export type ProductImport = z.input<typeof productImport>;

/** What a file of products was recognised as. */
export const importColumnsReply = z.object({
  /** The name of the shop system. */
  format: z.string(),
  /** False where the columns are those of this shop's export, which need no mapping. */
  foreign: z.boolean(),
  columns: z.array(
    z.object({
      heading: z.string(),
      /** Its first values that are not empty. */
      values: z.array(z.string()),
      /** What it was recognised as, '' to leave it out; null if it is not known. */
      field: z.string().nullable(),
    }),
  ),
  /** What a column can be, in order. */
  fields: z.array(z.object({ name: z.string(), label: z.string() })),
});
export type ImportColumns = z.infer<typeof importColumnsReply>;

const remark = z.object({ field: z.string(), message: z.string() });

/** The result of importing a row; `row` is its number in a spreadsheet. A row with doubts is imported, one with problems is not. */
export const importedRow = z.object({
  row: z.int(),
  /** Of the record, where it is a product that is known. */
  id: z.uuid().nullish(),
  action: z.enum(['create', 'update', 'same', 'wrong']),
  label: z.string(),
  changes: z.array(
    z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  problems: z.array(remark),
  doubts: z.array(remark).optional(),
});
export type Remark = z.infer<typeof remark>;
export type ImportedRow = z.infer<typeof importedRow>;

/** `rows` omits unchanged rows, and has at most 2,000: wrong ones before doubtful ones, and these before others. */
export const importReply = z.object({
  message: z.string(),
  done: z.boolean(),
  counts: z.object({ create: z.int(), update: z.int(), same: z.int(), wrong: z.int() }),
  rows: z.array(importedRow),
  /** The import of a product file, which may go on after this reply. */
  importId: z.uuid().optional(),
  running: z.boolean().optional(),
});
export type ImportReport = z.infer<typeof importReply>;
