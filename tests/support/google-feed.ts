import { parseDocument } from 'htmlparser2';
import { z } from 'zod';

/*
 * Google's product data specification (support.google.com/merchants/answer/7052112) as a schema, as far as clothes are concerned:
 * what every item must have, lengths, allowed values and formats. Meta takes the same attributes, with other words for stock.
 */

const text = (most: number) => z.string().trim().min(1).max(most);
const address = z.url({ protocol: /^https?$/ }).max(2000);
const money = z.string().regex(/^(?:0|[1-9]\d*)(?:\.\d{2,3})? [A-Z]{3}$/);
const amountOf = (price: string): number => Number(price.split(' ')[0]);
const currencyOf = (price: string) => price.split(' ')[1];
const paid = money.refine((it) => amountOf(it) > 0, 'An item must cost something');

/** Eight, or twelve to fourteen digits with the right check digit, outside of the ranges for a shop's own use and for coupons. */
const gtin = z
  .string()
  .regex(/^(?:\d{8}|\d{12,14})$/)
  .refine((digits) => {
    const sum = [...digits]
      .toReversed()
      .reduce((all, it, at) => all + Number(it) * (at % 2 ? 3 : 1), 0);
    return sum % 10 === 0;
  }, 'The check digit is wrong')
  .refine(
    (it) => it.length === 8 || !/^(?:0[245]|2|9[89])/.test(it.padStart(14, '0').slice(1)),
    'Internal',
  );

const shipping = z.strictObject({
  country: z.string().regex(/^[A-Z]{2}$/),
  service: text(100).optional(),
  price: money,
  min_transit_time: z.string().regex(/^\d+$/).optional(),
  max_transit_time: z.string().regex(/^\d+$/).optional(),
});

const item = z
  .strictObject({
    id: text(50),
    item_group_id: text(50).optional(),
    title: text(150),
    description: text(5000),
    link: address,
    image_link: address,
    additional_image_link: z.array(address).max(10).optional(),
    availability: z.enum(['in_stock', 'out_of_stock', 'preorder', 'backorder']),
    price: paid,
    sale_price: paid.optional(),
    brand: text(70),
    gtin: gtin.optional(),
    identifier_exists: z.enum(['yes', 'no']).optional(),
    condition: z.enum(['new', 'refurbished', 'used']),
    gender: z.enum(['male', 'female', 'unisex']),
    age_group: z.enum(['newborn', 'infant', 'toddler', 'kids', 'adult']),
    google_product_category: text(750).optional(),
    product_type: text(750).optional(),
    material: text(200).optional(),
    color: text(100)
      .refine((it) => !/^(?:#|\d+$)/.test(it), 'Colors are words')
      .optional(),
    size: text(100).optional(),
    shipping_weight: z
      .string()
      .regex(/^\d+ g$/)
      .optional(),
    shipping: z.array(shipping).max(100).optional(),
  })
  .refine((it) => it.sale_price === undefined || amountOf(it.sale_price) < amountOf(it.price), {
    message: 'The sale price must be lower',
  })
  .refine((it) => (it.gtin === undefined) === (it.identifier_exists === 'no'), {
    message: 'Either a GTIN or none',
  })
  .refine((it) => it.item_group_id === undefined || (it.color ?? it.size) !== undefined, {
    message: 'Items of a group differ in color or size',
  });
export type FeedItem = z.infer<typeof item>;

/** Each id once, items of a group with choices of their own, and one currency. */
const items = z
  .array(item)
  .refine((all) => new Set(all.map((it) => it.id)).size === all.length, 'Each id once')
  .refine((all) => {
    const grouped = all.filter((it) => it.item_group_id !== undefined);
    const choices = grouped.map((it) => `${it.item_group_id}, ${it.color}, ${it.size}`);
    return new Set(choices).size === choices.length;
  }, 'Items of a group differ')
  .refine((all) => new Set(all.map((it) => currencyOf(it.price))).size <= 1, 'One currency');

type Node = ReturnType<typeof parseDocument>['children'][number];
const elements = (nodes: readonly Node[]) => nodes.filter((it) => 'name' in it && 'children' in it);
const textOf = (node: Node): string =>
  node.type === 'text' ? node.data : 'children' in node ? node.children.map(textOf).join('') : '';
const repeated = ['additional_image_link', 'shipping'];

/** Attributes by their names without `g:`. */
function attributesOf(nodes: readonly Node[]): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const node of elements(nodes)) {
    const name = node.name.replace(/^g:/, '');
    const value = elements(node.children).length > 0 ? attributesOf(node.children) : textOf(node);
    const before = found[name] as unknown[] | undefined;
    found[name] = repeated.includes(name) ? [...(before ?? []), value] : value;
  }
  return found;
}

/** The items of a feed, unchecked. */
export function itemsIn(xml: string): Record<string, unknown>[] {
  const [rss] = elements(parseDocument(xml, { xmlMode: true }).children);
  const [channel] = rss ? elements(rss.children) : [];
  return elements(channel?.children ?? [])
    .filter((it) => it.name === 'item')
    .map((it) => attributesOf(it.children));
}

/** The items of a feed. Throws where it breaks a rule. */
export const readGoogleFeed = (xml: string): FeedItem[] => items.parse(itemsIn(xml));
