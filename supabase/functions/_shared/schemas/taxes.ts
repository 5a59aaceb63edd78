import { z } from 'zod';
import { changesOf, numberPattern, text } from './common.ts';

/** What a product is taxed as; shipping is `standard`. */
export const taxClasses = ['standard', 'reduced', 'zero'] as const;
export type TaxClass = (typeof taxClasses)[number];

/** `PUT /taxes/settings`: for orders and invoices from now on. */
export const taxSettings = z.object({
  /** Whether the prices of products and shipping have the tax in them. */
  pricesIncludeTax: z.boolean(),
  /** Code of its country; empty where that is not said. */
  sellerCountry: z.string().regex(/^([A-Z]{2})?$/, 'Not a country'),
  /** Such as a VAT number. */
  sellerTaxId: text(60),
  /** The account, in lines, that companies pay orders on terms to; empty without one. */
  bankAccount: text(300),
  /** How invoices are numbered: `{number}` counts from 1, without gaps. */
  invoiceNumberPattern: numberPattern,
  creditNoteNumberPattern: numberPattern,
});
export type TaxSettings = z.infer<typeof taxSettings>;
export const taxSettingsUpdate = changesOf(taxSettings);
export type TaxSettingsUpdate = z.output<typeof taxSettingsUpdate>;

/** As people write it, with a point or a comma; an empty text is no rate. */
const writtenRate = z
  .string()
  .trim()
  .regex(/^[+-]?\d{1,3}([.,]\d{1,9})?$/, 'Not a number')
  .transform((it) => Number(it.replace(',', '.')));
const rate = z.union([z.number(), writtenRate], 'Not a number').pipe(
  z
    .number()
    .min(0, 'Not below zero')
    .max(100, 'At most 100')
    .refine((it) => Math.abs(it * 1000 - Math.round(it * 1000)) < 1e-6, 'At most three decimals'),
);

/** `POST /taxes/rates` */
export const taxRateInput = z.object({
  /** Two letters; empty for all countries without rates of their own. */
  country: z
    .string()
    .trim()
    .regex(/^([A-Za-z]{2})?$/, 'Not a country')
    .toUpperCase()
    .nullable()
    .transform((it) => it || null),
  class: z.enum(taxClasses),
  /** In percent. */
  rate,
});
export type TaxRateInput = z.input<typeof taxRateInput>;

/** `PUT /taxes/rates/{id}` */
export const taxRateChange = z.object({ rate });

export const taxRate = z.object({
  _id: z.string(),
  country: z.string().nullable(),
  class: z.enum(taxClasses),
  rate: z.number(),
});
export type TaxRate = z.infer<typeof taxRate>;

/** `GET /taxes`: rates by country, those for all other countries last. */
export const taxesReply = z.object({
  settings: taxSettings,
  rates: z.array(taxRate),
  countries: z.array(z.object({ code: z.string(), name: z.string() })),
});
export type Taxes = z.infer<typeof taxesReply>;
export const taxSettingsReply = z.object({ message: z.string(), settings: taxSettings });
export const taxRateReply = z.object({ message: z.string(), rate: taxRate });
