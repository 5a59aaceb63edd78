import { z } from 'zod';
import { contrastIssues } from '../domain/shop-colors.ts';
import { typefaces } from '../domain/typefaces.ts';
import { changesOf, email, filledWhole, phoneNumber, requiredText, text } from './common.ts';

const socialLink = /^https:\/\/\S{3,190}$/;
const socialLinks = text(2000)
  .transform((it) => it.replaceAll(/\s*\n\s*/g, '\n'))
  .refine(
    (it) => it === '' || it.split('\n').every((line) => socialLink.test(line)),
    'One address a line, each beginning with https://',
  )
  .refine((it) => it.split('\n').length <= 8, 'At most 8 addresses');

const color = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(#[0-9a-f]{6})?$/, 'A color such as #1f3b33, or nothing');

/** `PUT /shop/details`: who the shop is, as its pages, emails and invoices show it. */
const shopDetails = z.object({
  name: requiredText(60).refine((it) => !/[\n\r\t]/.test(it), 'On one line'),
  /** The seller, as new invoices name it. */
  legalName: requiredText(100),
  /** Of the seller, in lines, without its country. */
  address: text(300),
  email: z.union([z.literal(''), email], 'Not a valid email address'),
  phone: phoneNumber,
  /** When somebody answers. */
  hours: text(100),
  /** A sentence or two, for the footer and for search engines. */
  description: text(300),
  /** Its pages elsewhere, one address a line. */
  socialLinks,
  copyrightYear: filledWhole(1900, 2099),
  /** Of the pages, in light and dark; empty for that of the design. */
  paper: color,
  accent: color,
  paperDark: color,
  accentDark: color,
  /** Of headings and of text. */
  typefaces: z.enum(typefaces, 'One of the pairs of typefaces'),
});
/** All of it; its colors can be read on each other. */
export const wholeShopDetails = shopDetails.superRefine((it, { addIssue }) => {
  for (const { path, message } of contrastIssues(it)) {
    addIssue({ code: 'custom', path: [path], message });
  }
});
export const shopDetailsUpdate = changesOf(shopDetails);
export type ShopDetailsUpdate = z.output<typeof shopDetailsUpdate>;

/** `GET /shop/details`; `country` is the name of the seller's, which is set with the taxes. */
export const shopReply = shopDetails.extend({
  country: z.string(),
  /** Whether visitors see the shop, and not its door. */
  open: z.boolean(),
  /** Of all prices, by its ISO 4217 code. */
  currency: z.string(),
  /** Addresses of pictures, whose names begin with their size, such as `480x120-`; empty where pages show the name. */
  logo: z.string(),
  logoDark: z.string(),
});
export type Shop = z.infer<typeof shopReply>;
export const shopSavedReply = z.object({ message: z.string(), shop: shopReply });

/** For which pages a logo is. */
export const logoScheme = z.enum(['light', 'dark']);
export type LogoScheme = z.infer<typeof logoScheme>;
/** `POST /shop/logo`, with a picture. */
export const logoInput = z.object({ scheme: logoScheme });
