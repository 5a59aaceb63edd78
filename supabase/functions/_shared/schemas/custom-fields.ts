import { z } from 'zod';
import { customKey, customKinds, customResources } from '../domain/custom-fields.ts';
import { day, flag, requiredText, storable, visibleText } from './common.ts';

const key = z
  .string()
  .trim()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, 'Small letters, digits and _, at most 40, a letter first');

/** Forms send them one on each line. */
const choices = z
  .union([z.string().transform((lines) => lines.split('\n')), z.array(z.string())])
  .pipe(z.array(visibleText(60)))
  .transform((entries) => [...new Set(entries.filter((it) => it !== ''))])
  .refine((entries) => entries.length <= 100, 'At most 100 choices')
  .refine((entries) => entries.every((it) => !it.includes(',')), 'A choice has no comma');

const resource = z.enum(customResources);
const kind = z.enum(customKinds);

/** `key` is made of the name if it is missing; it and `kind` never change, since values, files and links depend on them. */
export const customFieldInput = z
  .object({
    resource,
    name: requiredText(60),
    key: z.union([z.literal('').transform(() => undefined), key.optional()]),
    kind,
    choices: choices.default([]),
    shown: flag.default(false),
    filter: flag.default(false),
  })
  .superRefine((it, { addIssue }) => {
    const problem = (path: string, message: string) =>
      addIssue({ code: 'custom', path: [path], message });
    if (!it.key && !customKey(it.name)) problem('key', 'Enter a key in Latin letters');
    if (it.kind === 'choice' && it.choices.length === 0) problem('choices', 'Add a choice');
    if (it.kind !== 'choice' && it.choices.length > 0) problem('choices', 'Only for choices');
    if (it.resource !== 'product' && it.shown) problem('shown', 'Only for products');
    if (it.filter && (it.resource !== 'product' || it.kind !== 'choice'))
      problem('filter', 'Only for choices of products');
  });
export type CustomFieldInput = z.input<typeof customFieldInput>;

/** `dropValues` says that records lose the choices that go. */
export const customFieldUpdate = z.object({
  name: requiredText(60).optional(),
  choices: choices.optional(),
  shown: flag.optional(),
  filter: flag.optional(),
  dropValues: z.boolean().default(false),
});
export type CustomFieldUpdate = z.input<typeof customFieldUpdate>;

/** `used` is how many records have a value. */
export const customField = z.object({
  _id: z.string(),
  resource,
  key: z.string(),
  name: z.string(),
  kind,
  choices: z.array(z.string()),
  shown: z.boolean(),
  filter: z.boolean(),
  used: z.int(),
});
export type CustomField = z.infer<typeof customField>;

export const customFieldsReply = z.object({ customFields: z.array(customField) });
export const customFieldChangedReply = z.object({ message: z.string(), customField });
export const customPictureReply = z.object({ message: z.string(), image: z.string() });

/**
 * A value of a record, null for none, as text: a number with a point before its decimals, a day as `2026-11-21`, a picture as its
 * absolute URL.
 */
export const customValue = z.object({
  ...{ key: z.string(), name: z.string(), kind, choices: z.array(z.string()) },
  value: z.string().nullable(),
});
export type CustomValue = z.infer<typeof customValue>;

export const customValuesReply = z.object({ customFields: z.array(customValue) });
export const customValuesSavedReply = customValuesReply.extend({ message: z.string() });

/** A value that everybody may see, of a product. */
export const customFact = customValue.omit({ choices: true }).extend({ value: z.string() });
export type CustomFact = z.infer<typeof customFact>;

/** Values by the keys of their fields; null or '' removes one, and those that are not named stay. */
export const customValuesInput = z.object({
  values: z.record(key, z.union([storable.max(1000), z.number(), z.null()], 'A text or a number')),
});
export type CustomValues = z.input<typeof customValuesInput>['values'];

/** A comma is only taken where it cannot separate thousands. */
const number = z
  .union([z.number(), z.string().trim()], 'Not a number')
  .transform(String)
  .pipe(z.string().regex(/^-?\d{1,12}(\.\d{1,6}|,\d{1,2})?$/, 'Not a number'))
  .transform((it) => it.replace(',', '.'));

const link = z
  .string('A URL that begins with https://')
  .trim()
  .max(500, 'At most 500 characters')
  .refine(
    (it) => /^https:\/\/[^\s<>"\\]+$/.test(it) && z.httpUrl().safeParse(it).success,
    'A URL that begins with https://',
  );

function valueOf({ kind, choices }: Pick<CustomValue, 'kind' | 'choices'>): z.ZodType<string> {
  if (kind === 'number') return number;
  if (kind === 'choice')
    return z.string().refine((it) => choices.includes(it), 'Not one of the choices');
  if (kind === 'date') return day;
  if (kind === 'link') return link;
  return z.union([z.string(), z.number()]).transform(String).pipe(visibleText(1000));
}

/** A value of this field; '' and null are none. */
export const customValueOf = (
  field: Pick<CustomValue, 'kind' | 'choices'>,
): z.ZodType<string | null | undefined> =>
  z.preprocess((it) => (it === '' ? null : it), valueOf(field).nullable()).optional();

/** The schema of values of these fields, whose errors name them by their keys; SQL refuses unknown keys. */
export function customValuesOf(
  fields: readonly Pick<CustomValue, 'key' | 'kind' | 'choices'>[],
): z.ZodType<Record<string, string | null | undefined>, Record<string, unknown>> {
  const shape: Record<string, z.ZodType<string | null | undefined>> = {};
  for (const field of fields) shape[field.key] = customValueOf(field);
  return z.object(shape).catchall(z.union([z.string(), z.number().transform(String), z.null()]));
}
