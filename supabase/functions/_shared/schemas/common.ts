import { z } from 'zod';
import { limits } from '../domain/limits.ts';
import { fitsCurrency, fitsText } from '../domain/money.ts';
import { sortOptions } from '../domain/sort-options.ts';

// Compiled schemas need `eval`, which the site's content security policy forbids.
if ('document' in globalThis) z.config({ jitless: true });

/** Control characters except tab and line breaks, and lone surrogates, which Postgres cannot store. */
const unstorable = /[^\P{Cc}\t\n\r]|\p{Cs}/u;

/** Text that Postgres can store, as it is. */
export const storable = z
  .string()
  .refine((value) => !unstorable.test(value), 'Has characters that cannot be stored');

/** Trimmed text that Postgres can store. */
export function text(max: number) {
  return z
    .string()
    .trim()
    .max(max, `At most ${max} characters`)
    .refine((value) => !unstorable.test(value), 'Has characters that cannot be stored');
}

/** White space and characters without a glyph, the same as in the SQL function `is_visible`. */
const invisibleOnly =
  /^[\s\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]+$/u;

/** Trimmed text that is empty or has a visible character. */
export function visibleText(max: number) {
  return text(max).refine(
    (value) => !invisibleOnly.test(value),
    'Needs at least one visible character',
  );
}

/** Trimmed text with at least one visible character. */
export function requiredText(max: number) {
  return visibleText(max).min(1, 'Required');
}

/** Text that clients may send as a number, such as a phone number or postcode. */
export function textOrNumber(max: number) {
  return z.union([z.string(), z.number()]).transform(String).pipe(text(max));
}

/** A phone number in any notation; empty for none. */
export const phoneNumber = textOrNumber(30).pipe(
  z.string().regex(/^(\+?[\d\s().-]*\d[\d\s().-]*)?$/, 'Not a phone number'),
);

/** How orders, invoices or credit notes are numbered: `HM-{number}`. */
export const numberPattern = z
  .string()
  .trim()
  .regex(/^[^{]*\{number\}[^{]*$/, { error: 'Needs {number} once', abort: true })
  .regex(
    /^[A-Za-z0-9./-]{0,12}\{number\}[A-Za-z0-9./-]{0,12}$/,
    'Letters, digits, . / and - only, at most 12 on each side',
  );

export const id = z.guid('Not a valid id');
/** Ids of up to 100 records, joined by commas. */
export const joinedIds = z
  .string()
  .transform((text) => text.split(',').filter((it) => it !== ''))
  .refine((all) => all.every((it) => id.safeParse(it).success), 'Ids with commas between them')
  .refine((all) => all.length <= 100, 'At most 100');
export const email = text(254).toLowerCase().pipe(z.email('Not a valid email address'));
export const password = z
  .string()
  .min(limits.password.min, `At least ${limits.password.min} characters`)
  .max(limits.password.max, { error: `At most ${limits.password.max} characters`, abort: true })
  .refine(
    (value) => new TextEncoder().encode(value).length <= limits.password.max,
    `At most ${limits.password.max} bytes: most letters with accents are two, and emoji four`,
  )
  .refine((value) => !unstorable.test(value), 'Has characters that cannot be stored');

/**
 * An amount as people and spreadsheets write it, with a point or a comma before its decimals. Thousands separators are refused:
 * `1,200` may mean two numbers.
 */
export const writtenAmount = z
  .string()
  .trim()
  .regex(/^[+-]?\d{1,10}([.,]\d{1,2}|\.\d{3})?$/, 'Not a number')
  .transform((it) => Number(it.replace(',', '.')));

/** An amount in the shop's currency up to `max`; forms and files have it as text. */
function amountUpTo(max: number) {
  return z
    .union([z.number('Not a price'), writtenAmount], 'Not a price')
    .pipe(
      z
        .number()
        .min(0, 'Not below zero')
        .max(max, `At most ${max}`)
        .refine(fitsCurrency, { error: fitsText }),
    );
}

/** What one piece costs, and amounts as small. */
export const price = amountUpTo(limits.price.max);
/** What whole orders come to. */
export const amount = amountUpTo(limits.total.max);

/** A whole number as people and spreadsheets write it: `350`, `350.0`, `350,00`. */
export const writtenWhole = z
  .string()
  .trim()
  .regex(/^\d{1,8}([.,]0{1,2})?$/, 'Not a whole number')
  .transform((it) => Number.parseInt(it, 10));

/** From zero to `max`; forms and files have it as text, empty for zero. */
export function wholeNumber(max: number) {
  return z
    .union([z.int(), z.literal('').transform(() => 0), writtenWhole], 'Not a whole number')
    .pipe(z.int().min(0, 'Not below zero').max(max, `At most ${max}`));
}

/** The same, from `min` on and never empty. */
export const filledWhole = (min: number, max: number) =>
  z
    .union([z.int(), writtenWhole], 'Not a whole number')
    .pipe(z.int().min(min, `At least ${min}`).max(max, `At most ${max}`));

export const quantity = z
  .int('A whole number')
  .min(limits.quantity.min, `At least ${limits.quantity.min}`)
  .max(limits.quantity.max, `At most ${limits.quantity.max}`);

/** A path of the shop or an absolute URL; '' for no link. */
export const link = text(500)
  .refine(
    (value) => value === '' || /^\/($|[^/\\])/.test(value) || z.httpUrl().safeParse(value).success,
    'A path in the shop, such as /shop, or a URL that begins with https://',
  )
  .refine((value) => !/^http:/i.test(value), 'Has to begin with https://');

/** A size or colour; missing, null or empty if none was chosen. */
export const sizeOrColor = text(60)
  .nullish()
  .transform((value) => value || null);

/** Forms send booleans as text. */
export const flag = z.union(
  [z.boolean(), z.enum(['true', 'false']).transform((it) => it === 'true')],
  'Either true or false',
);

type Changes<Shape extends z.ZodRawShape> = {
  [Name in keyof Shape]: z.ZodOptional<
    Shape[Name] extends z.ZodDefault<infer Field> ? Field : Shape[Name]
  >;
};

/** The body of a call that changes a record: omitted fields keep their values, so none has a default. */
export function changesOf<Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) {
  const fields = Object.entries(shape).map(([name, field]) => [
    name,
    z.optional(field instanceof z.ZodDefault ? field.unwrap() : field),
  ]);
  return z.object(Object.fromEntries(fields) as Changes<Shape>);
}

/** The body of a call that moves a record of an ordered list: its place, from 1; past the end is the last. */
export const placeInput = z.object({
  place: z.int('A whole number').min(1, 'At least 1').max(1_000_000, 'At most 1000000'),
});

const notMoment = 'Not a date and time';

/** A moment as `2026-11-21T08:00:00Z`; null, or '' in a form, is none. */
export const moment = z
  .union([z.null(), z.literal(''), z.iso.datetime({ offset: true, error: notMoment })], notMoment)
  .transform((it) => it || null);

export const endsTooEarly = 'Has to be later than the start';

/** ISO time of creation. */
export const createdAt = z.string();

/** A day in the shop's time zone, such as `2026-11-21`; other centuries would exceed the range of dates. */
export const day = z.iso
  .date('Not a date such as 2026-11-21')
  .refine((it) => /^(19|2\d)/.test(it), 'Not a date such as 2026-11-21');

/** Optional paging and sorting of the long lists. */
export const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(limits.pageSize.max).optional(),
  cursor: z.string().max(500).optional(),
  sort: z.enum(sortOptions).optional(),
});
export type ListQuery = z.infer<typeof listQuery>;

/** For lists that cannot be sorted. */
export const partQuery = listQuery.pick({ limit: true, cursor: true });
export type PartQuery = z.infer<typeof partQuery>;

/** For lists with numbered pages: `page`, from 1, instead of a cursor. */
export const numberedListQuery = listQuery.extend({
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
});
export type NumberedListQuery = z.infer<typeof numberedListQuery>;

/** The cursor of the next page, null on the last; without a `limit` only there where a list is longer than `limits.unpagedList`. */
export const next = z.string().nullable().optional();

/** The number of records on all pages; only present with a `page`. */
export const total = z.number().int().nonnegative().optional();

/** A numbered page of a list in the back office. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(limits.pageSize.max).default(25),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  q: text(200).default(''),
});

/** A numbered page of a table in the back office, sorted by a column with `-asc` or `-desc`. */
export function tableQuery<C extends string>(columns: readonly C[]) {
  const sorts = columns.flatMap((it) => [`${it}-asc`, `${it}-desc`]);
  return pageQuery.extend({ sort: z.enum(sorts).optional() });
}

/** The number of matching rows on all pages. */
export const tableTotal = z.int();

/** The total of a list that may be too long to count completely. */
export const boundedTotal = {
  total: tableTotal,
  /** True if counting stopped: at least `total` rows match. */
  totalIsLeast: z.boolean(),
};
export type BoundedTotal = z.infer<z.ZodObject<typeof boundedTotal>>;

/** The ids of a bulk change. */
export const ids = z
  .array(id)
  .min(1, 'Choose at least one')
  .max(limits.bulk, `At most ${limits.bulk} at once`);

/** The ids of all rows that match a list's search and filters, in its order; at most `limits.bulk`. */
export const idsReply = z.object({ ids: z.array(z.string()) });

/** A response with only a message. */
export const messageReply = z.object({ message: z.string() });

/** `undo` has the ids for `POST /trash/restore`. */
export const deletedReply = z.object({ message: z.string(), undo: z.array(z.string()) });
/** The response of a bulk change; `undo` is empty unless it was a deletion. */
export const bulkReply = deletedReply.extend({ count: z.int() });

/** The body of every error response. */
export const errorReply = z.object({
  message: z.string(),
  code: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
export type ErrorReply = z.infer<typeof errorReply>;
