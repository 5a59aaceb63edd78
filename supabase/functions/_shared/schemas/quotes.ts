import { z } from 'zod';
import { limits } from '../domain/limits.ts';
import { orderStatuses } from '../domain/order-status.ts';
import { quoteStatuses } from '../domain/quote-status.ts';
import { fitsCurrency, fitsText } from '../domain/money.ts';
import {
  createdAt,
  id,
  moment,
  next,
  pageQuery,
  price,
  quantity,
  requiredText,
  sizeOrColor,
  tableTotal,
  text,
} from './common.ts';
import { paymentTerms } from './cart.ts';
import { orderReply } from './orders.ts';

const words = 2000;

/** The body of `POST /quotes`: a word to the office, or ''. */
export const quoteRequest = z.object({ message: text(words).default('') });
/** A message about a quote. */
export const quoteWords = z.object({ text: requiredText(words) });

/** The body of `POST /quotes/{id}/accept`; `amount` is the total that the member saw, in the shop's currency. */
export const quoteAcceptInput = z.object({
  amount: z
    .number()
    .min(0, 'Not below zero')
    .max(9_999_999_999, 'Too much')
    .refine(fitsCurrency, { error: fitsText }),
  shippingMethod: id.nullish().transform((value) => value ?? null),
  poNumber: text(60).default(''),
  /** On terms: sent at once, and paid by transfer within `terms.days` of the quote. */
  terms: z.boolean().default(false),
});
export type QuoteAcceptInput = z.input<typeof quoteAcceptInput>;

const line = z.object({ product: id, size: sizeOrColor, color: sizeOrColor, quantity });

/** Refuses a product that stands twice in the same size and color. */
function onlyOnce(lines: readonly z.output<typeof line>[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [n, { product, size, color }] of lines.entries()) {
    const key = JSON.stringify([product.toLowerCase(), size, color]);
    if (seen.has(key)) {
      const message = 'Also in another line';
      context.addIssue({ code: 'custom', path: [n, 'product'], message });
    }
    seen.add(key);
  }
}

const most = `At most ${limits.orderLines} lines`;

/** The body of `PUT /quotes/admin/{id}`; prices of a piece in the shop's currency. */
export const quoteOffer = z.object({
  lines: z
    .array(line.extend({ unitPrice: price }))
    .min(1, 'Add a product')
    .max(limits.orderLines, most)
    .superRefine(onlyOnce),
  /** Omitted, the end of the offer before stays. */
  endsAt: moment
    .refine((it) => it !== null && Date.parse(it) > Date.now(), 'Has to be later than now')
    .optional(),
  note: text(words).default(''),
});
export type QuoteOffer = z.output<typeof quoteOffer>;

export const quoteAnswer = quoteWords.extend({ decline: z.boolean().default(false) });
export const newQuoteInput = z.object({ company: id });

/** The body of `POST /orders/admin/create`; a price of a piece in the shop's currency replaces the customer's own. */
export const officeOrderInput = z.object({
  customer: id,
  lines: z
    .array(line.extend({ unitPrice: price.nullish().transform((value) => value ?? null) }))
    .min(1, 'Add a product')
    .max(limits.orderLines, most)
    .superRefine(onlyOnce),
  shippingMethod: id.nullish().transform((value) => value ?? null),
  poNumber: text(60).default(''),
});
export type OfficeOrderInput = z.output<typeof officeOrderInput>;
export const officeOrderReply = orderReply.extend({ message: z.string() });

/** What a quote costs with shipping and tax, in the shop's currency. */
const quotePrice = z.object({
  goods: z.number(),
  discount: z.number(),
  voucherCode: z.string(),
  shipping: z.number(),
  shippingMethod: z.string(),
  tax: z.number(),
  taxIncluded: z.boolean(),
  total: z.number(),
  /** Whether there is any way to send it to the customer. */
  delivered: z.boolean(),
  /** Why not, once there is a country; else empty. */
  deliveryProblem: z.string(),
});

export const quote = z.object({
  _id: z.string(),
  /** Such as Q-1001. */
  number: z.string(),
  status: z.enum(quoteStatuses),
  /** Whether the company waits for the office. */
  toAnswer: z.boolean(),
  endsAt: z.string().nullable(),
  note: z.string(),
  createdAt,
  company: z.object({ _id: z.string(), name: z.string() }),
  /** The member to whom it is sent; null when deleted since. */
  customer: z.object({ _id: z.string(), name: z.string(), email: z.string() }).nullable(),
  order: z
    .object({ _id: z.string(), number: z.string(), status: z.enum(orderStatuses) })
    .nullable(),
  /** Whether unit prices are without tax; for administrators, those of the next offer. */
  taxFree: z.boolean(),
  /** Null for a quote without lines. */
  price: quotePrice.nullable(),
  /** On which terms the caller's company may accept it; null where it pays by card. */
  terms: paymentTerms.nullable(),
  lines: z.array(
    z.object({
      _id: z.string(),
      /** Null after it was deleted. */
      product: z
        .object({
          _id: z.string(),
          title: z.string(),
          images: z.array(z.string()),
          sizes: z.array(z.string()),
          colors: z.array(z.string()),
          /** In the shop, in the shop's currency. */
          price: z.number(),
        })
        .nullable(),
      title: z.string(),
      size: z.string().nullable(),
      color: z.string().nullable(),
      quantity: z.int(),
      unitPrice: z.number(),
      /** SKU of its size and color; empty where these were not chosen. */
      sku: z.string(),
    }),
  ),
  messages: z.array(
    z.object({ _id: z.string(), fromOffice: z.boolean(), text: z.string(), createdAt }),
  ),
});
export type Quote = z.infer<typeof quote>;

/** A quote in a list; `goods` is what its lines cost, in the shop's currency. */
export const quoteRow = quote
  .pick({ _id: true, number: true, status: true, toAnswer: true, endsAt: true, createdAt: true })
  .extend({ goods: z.number() });
export type QuoteRow = z.infer<typeof quoteRow>;

export const quoteReply = z.object({ quote });
export const quoteChangedReply = quoteReply.extend({ message: z.string() });
export const ownQuotesReply = z.object({ quotes: z.array(quoteRow), next });

/** The list of the office; `state` is a status or `to-answer`. */
export const quoteTableQuery = pageQuery.extend({
  state: z.enum([...quoteStatuses, 'to-answer']).optional(),
});
export type QuoteTableQuery = z.infer<typeof quoteTableQuery>;
export const quoteTableRow = quoteRow.extend({ company: z.string(), customer: z.string() });
export type QuoteTableRow = z.infer<typeof quoteTableRow>;
export const quoteTableReply = z.object({ quotes: z.array(quoteTableRow), total: tableTotal });

/** What the office searches for while it writes a quote or an order. */
export const choiceQuery = pageQuery.pick({ q: true });
export const productChoice = z.object({
  _id: z.string(),
  title: z.string(),
  /** In the shop, in the shop's currency. */
  price: z.number(),
  images: z.array(z.string()),
  sizes: z.array(z.string()),
  colors: z.array(z.string()),
  /** Those of the SKU that was searched for. */
  size: z.string().nullable(),
  color: z.string().nullable(),
});
export type ProductChoice = z.infer<typeof productChoice>;
export const productChoicesReply = z.object({ products: z.array(productChoice) });

/** Of these products, by their ids joined by commas. */
export const quotedGoodsQuery = z.object({
  products: z
    .string()
    .default('')
    .transform((value) => value.split(',').filter(Boolean))
    .pipe(z.array(id).max(limits.orderLines, most)),
});
/** What sizes and colors cost in the shop and how many there are, next to the prices of a quote. */
export const quotedGoods = z.object({
  product: z.string(),
  size: z.string().nullable(),
  color: z.string().nullable(),
  /** In the shop's currency, without tax where the quote is. */
  price: z.number(),
  /** Free pieces; null where they are not counted. */
  stock: z.int().nullable(),
});
export type QuotedGoods = z.infer<typeof quotedGoods>;
export const quotedGoodsReply = z.object({ goods: z.array(quotedGoods) });
export const companyChoice = z.object({ _id: z.string(), name: z.string(), city: z.string() });
export type CompanyChoice = z.infer<typeof companyChoice>;
export const companyChoicesReply = z.object({ companies: z.array(companyChoice) });
