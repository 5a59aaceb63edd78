import { z } from 'zod';
import { limits } from '../domain/limits.ts';
import { isWholeCents } from '../domain/money.ts';
import { sortOptions } from '../domain/sort-options.ts';

/** Control characters but tab and line ends, and halves of surrogate pairs: no database text holds them. */
const unstorable = /[^\P{Cc}\t\n\r]|\p{Cs}/u;

/** Trimmed text that a database can hold. */
export function text(max: number) {
  return z
    .string()
    .trim()
    .max(max, `At most ${max} characters`)
    .refine((value) => !unstorable.test(value), 'Has characters that cannot be stored');
}

/** White space and what fonts draw nothing for; the SQL function `is_visible` holds the same. */
const invisibleOnly =
  /^[\s\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]+$/u;

/** Trimmed text that is empty or has something to see. */
export function visibleText(max: number) {
  return text(max).refine(
    (value) => !invisibleOnly.test(value),
    'Needs at least one visible character',
  );
}

/** Trimmed text that has something to see. */
export function requiredText(max: number) {
  return visibleText(max).min(1, 'Required');
}

/** Text that some callers send as a number: phone, postcode. */
export function textOrNumber(max: number) {
  return z.union([z.string(), z.number()]).transform(String).pipe(text(max));
}

export const id = z.guid('Not a valid id');
export const email = text(254).toLowerCase().pipe(z.email('Not a valid email address'));
export const password = z
  .string()
  .min(limits.password.min, `At least ${limits.password.min} characters`)
  .max(limits.password.max, `At most ${limits.password.max} characters`)
  .refine((value) => !unstorable.test(value), 'Has characters that cannot be stored');

/** Dollars, at most two decimals; forms send them as text. */
export const price = z
  .union(
    [
      z.number(),
      z
        .string()
        .trim()
        .regex(/^\d{1,7}(\.\d{1,2})?$/, 'Not a price')
        .transform(Number),
    ],
    'Not a price',
  )
  .pipe(
    z
      .number()
      .min(0, 'Not below zero')
      .max(limits.price.max, `At most ${limits.price.max}`)
      .refine(isWholeCents, 'At most two decimals'),
  );

export const quantity = z
  .int('A whole number')
  .min(limits.quantity.min, `At least ${limits.quantity.min}`)
  .max(limits.quantity.max, `At most ${limits.quantity.max}`);

/** ISO time of creation. */
export const createdAt = z.string();

/** A day as `2026-11-21`, in UTC; those that no shop has would lead past the end of what dates can say. */
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

/** For lists of one order only. */
export const partQuery = listQuery.pick({ limit: true, cursor: true });
export type PartQuery = z.infer<typeof partQuery>;

/** For lists in which people choose among pages: `page`, from 1, takes the place of a cursor. */
export const numberedListQuery = listQuery.extend({
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
});
export type NumberedListQuery = z.infer<typeof numberedListQuery>;

/** The cursor of the next page, null on the last; without a `limit` only there where a list is longer than `limits.wholeList`. */
export const next = z.string().nullable().optional();

/** How many records all pages hold together; only there when a `page` was asked for. */
export const total = z.number().int().nonnegative().optional();

/** A page of a list in the back office, by its number. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(limits.pageSize.max).default(25),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  q: text(200).default(''),
});

/** One page of a table of the back office, counted from 1; it is sorted by a column, with `-asc` or `-desc`. */
export function tableQuery<C extends string>(columns: readonly C[]) {
  const sorts = columns.flatMap((it) => [`${it}-asc`, `${it}-desc`]);
  return pageQuery.extend({ sort: z.enum(sorts).optional() });
}

/** How many rows fit, on all pages. */
export const tableTotal = z.int();

/** The total of a list that may have more rows than anybody counts. */
export const boundedTotal = {
  total: tableTotal,
  /** True where counting stopped: at least `total` fit. */
  totalIsLeast: z.boolean(),
};
export type BoundedTotal = z.infer<z.ZodObject<typeof boundedTotal>>;

/** Ids of the records that one call works on. */
export const ids = z
  .array(id)
  .min(1, 'Choose at least one')
  .max(limits.bulk, `At most ${limits.bulk} at once`);

/** Any answer that says no more than a sentence. */
export const messageReply = z.object({ message: z.string() });

/** `undo` is for the call that brings back what was deleted. */
export const deletedReply = z.object({ message: z.string(), undo: z.array(z.string()) });
/** Of a change of many records; `undo` is empty but for a deletion. */
export const bulkReply = deletedReply.extend({ count: z.int() });

/** Every error of the API. */
export const errorReply = z.object({
  message: z.string(),
  code: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
export type ErrorReply = z.infer<typeof errorReply>;
