import { z } from 'zod';
import { plainAmount } from '../product-import/cells.ts';
import { plainTime } from '../table-import/times.ts';
import { createdAt, email, id, requiredText, tableQuery, tableTotal, text } from './common.ts';

/** An amount of another shop, at most a trillion; empty is nothing. */
const amount = z.string().transform((written, { addIssue }) => {
  const plain = plainAmount(written);
  if (plain === '') return 0;
  if (/^-?\d{1,12}([.,]\d{1,2}|\.\d{3,6})?$/.test(plain))
    return Math.abs(Number(plain.replace(',', '.')));
  addIssue({ code: 'custom', message: 'Not an amount' });
  return z.NEVER;
});
const time = z.string().transform((written, { addIssue }) => {
  const plain = plainTime(written);
  if (plain !== null) return plain;
  addIssue({
    code: 'custom',
    message: written.trim() === '' ? 'Required' : 'Not a date, such as 2026-03-01 10:30',
  });
  return z.NEVER;
});

const importedLine = z.object({
  title: z.string(),
  sku: z.string(),
  quantity: z.number(),
  price: z.number(),
});

/** A row of an item in a file of orders. */
export const lineFileRow = z.object({
  lineTitle: text(500).default(''),
  lineSku: text(100).default(''),
  lineQuantity: z
    .string()
    .regex(/^-?\d{1,6}(\.\d{1,3})?$|^$/, 'Not a quantity')
    .default('')
    .transform((written) => (written === '' ? 1 : Math.abs(Number(written)))),
  linePrice: amount.default(0),
});

/** An order of a file, whose rows are one. */
export const orderFileRow = z.object({
  source: z.string(),
  number: requiredText(60),
  date: time,
  email: z.literal('').or(email).default(''),
  name: text(200),
  phone: text(50).default(''),
  status: text(100).default(''),
  fulfilment: text(100).default(''),
  currency: z
    .string()
    .regex(/^([a-z]{3})?$/i, 'Not a currency such as EUR')
    .default(''),
  subtotal: amount.optional(),
  discountCode: text(200).default(''),
  discount: amount.optional(),
  shipping: amount.optional(),
  tax: amount.optional(),
  total: amount,
  refunded: amount.default(0),
  note: text(5000).default(''),
  deliverTo: text(1000),
  billTo: text(1000),
  lines: z.array(importedLine).max(500, 'At most 500 items'),
});
export type OrderFileRow = z.output<typeof orderFileRow>;

/** An order that was placed in another shop; amounts are in its currency. */
export const importedOrder = z.object({
  _id: id,
  /** The shop system: shopify, woocommerce or other. */
  source: z.string(),
  number: z.string(),
  email: z.string(),
  name: z.string(),
  /** As the other shop calls it. */
  status: z.string(),
  paid: z.boolean(),
  currency: z.string(),
  total: z.number(),
  refunded: z.number(),
  subtotal: z.number().nullable(),
  discount: z.number().nullable(),
  shipping: z.number().nullable(),
  tax: z.number().nullable(),
  fulfilment: z.string(),
  discountCode: z.string(),
  phone: z.string(),
  note: z.string(),
  /** Names and addresses, a line each. */
  deliverTo: z.string(),
  billTo: z.string(),
  lines: z.array(importedLine),
  createdAt,
});
export type ImportedOrder = z.infer<typeof importedOrder>;

export const importedOrderQuery = tableQuery(['number', 'total', 'created']);
export type ImportedOrderQuery = z.infer<typeof importedOrderQuery>;
export const importedOrdersReply = z.object({
  orders: z.array(importedOrder),
  total: tableTotal,
});
export const ownImportedOrdersReply = z.object({
  orders: z.array(importedOrder),
  /** Whether there are orders that no customer sees, so that a link to one's own can be emailed. */
  unclaimed: z.boolean(),
});
export const importedOrderIds = z.object({
  ids: z.array(id).min(1, 'Choose at least one').max(5000, 'At most 5000'),
});
export const importedOrdersDeletedReply = z.object({ message: z.string(), deleted: z.int() });
