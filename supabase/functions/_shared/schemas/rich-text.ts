import { z } from 'zod';
import {
  isLink,
  isPicturePath,
  richTextLimits,
  type List,
  type Paragraph,
  type RichText,
} from '../domain/rich-text.ts';
import { storable, text } from './common.ts';

const node = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.strictObject({ type: z.literal(type), ...shape });

const notLink = 'A path of the shop, such as /shop, or an address with https://, mailto: or tel:';
const link = node('link', {
  attrs: z.strictObject({ href: z.string().refine(isLink, notLink) }),
});
const mark = z.discriminatedUnion('type', [node('bold', {}), node('italic', {}), link]);
const marks = z
  .array(mark)
  .refine((all) => new Set(all.map((it) => it.type)).size === all.length, 'Each mark once');

const inline = z.discriminatedUnion('type', [
  node('text', { text: storable.min(1), marks: marks.optional() }),
  node('hardBreak', {}),
]);
const content = z.array(inline).optional();
const paragraph = node('paragraph', { content });
const heading = node('heading', {
  attrs: z.strictObject({ level: z.union([z.literal(2), z.literal(3)]) }),
  content,
});

const pixels = z.int().min(1).max(20_000);
const image = node('image', {
  attrs: z.strictObject({
    src: z.string().refine(isPicturePath, 'Not a picture of the shop'),
    alt: text(300),
    width: pixels,
    height: pixels,
  }),
});

const span = z.int().min(1).max(richTextLimits.tableColumns);
const cellOf = <Type extends string>(type: Type) =>
  node(type, {
    attrs: z.strictObject({ colspan: span, rowspan: span }).optional(),
    content: z.array(paragraph).min(1),
  });
const cell = z.discriminatedUnion('type', [cellOf('tableCell'), cellOf('tableHeader')]);
const row = node('tableRow', { content: z.array(cell).min(1).max(richTextLimits.tableColumns) });
const table = node('table', { content: z.array(row).min(1) });

const listOf = <Part extends z.ZodType<Paragraph | List>>(part: Part) =>
  z.strictObject({
    type: z.enum(['bulletList', 'orderedList']),
    content: z.array(node('listItem', { content: z.tuple([paragraph], part) })).min(1),
  });
const listWith = <Inner extends ReturnType<typeof listOf>>(inner: Inner) =>
  listOf(z.discriminatedUnion('type', [paragraph, inner]));
/** Four levels, so that no document is nested further. */
const list = listWith(listWith(listWith(listOf(paragraph))));

const block = z.discriminatedUnion('type', [paragraph, heading, image, table, list]);

/** A document of the editor; HTML is none. */
export const richText: z.ZodType<RichText> = node('doc', { content: z.array(block) }).refine(
  (it) => JSON.stringify(it).length <= richTextLimits.json,
  'Too long',
);
