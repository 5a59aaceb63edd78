import { formatPrice, lineTotal, sumOfLines } from '../domain/money.ts';
import { colourName } from '../domain/colour-name.ts';
import type { SumRow } from '../domain/order-sums.ts';
import { pictureOfColour } from '../domain/picture-color.ts';
import type { OrderRow } from '../queries/order-rows.ts';

/** A row of the table in a mail; amounts are formatted. */
export interface MailLine {
  title: string;
  details: string;
  price: string;
  /** Its address. */
  picture?: string;
}

/** Gmail cuts off long mails: with more lines they have no pictures. */
const mostPictures = 20;

export const totalOf = (amount: number, currency: string): SumRow => ({
  name: 'Total',
  value: formatPrice(amount, currency),
});

export const joined = (...parts: (string | number | null)[]): string =>
  parts.filter(Boolean).join(', ');

export const choice = (color: string | null, size: string | null): string =>
  joined(color && colourName(color), size);

const skuText = (sku = ''): string => sku && `SKU ${sku}`;

type Line = OrderRow['order_items'][number];

/** The picture of the ordered color as the site sends it; nothing if the product was deleted. */
function pictureOf({ product, color }: Line, siteUrl: string): Pick<MailLine, 'picture'> {
  const images = product?.images ?? [];
  const path = (color ? pictureOfColour(images, color) : undefined) ?? images[0];
  return path ? { picture: new URL(`/images/160/${path}`, siteUrl).href } : {};
}

/** The lines of an order, each in the words of `say`. */
function linesOf(
  { order_items: lines, company_name }: OrderRow,
  siteUrl: string,
  say: (line: Line) => MailLine,
): MailLine[] {
  return lines.map((line) => ({
    ...say(company_name ? line : { ...line, sku: '' }),
    ...(lines.length <= mostPictures && pictureOf(line, siteUrl)),
  }));
}

/** The lines of an order of which there are such pieces. */
export const linesWith = (
  order: OrderRow,
  pieces: ReadonlyMap<string, number>,
  siteUrl: string,
): MailLine[] => {
  const order_items = order.order_items.filter((it) => pieces.has(it.id));
  return linesOf({ ...order, order_items }, siteUrl, ({ id, title, color, size, sku }) => {
    const many = pieces.get(id);
    const details = joined(
      choice(color, size),
      skuText(sku),
      many === 1 ? '1 piece' : `${many} pieces`,
    );
    return { title, details, price: '' };
  });
};

interface PricedLine {
  title: string;
  sku?: string;
  size: string | null;
  color: string | null;
  quantity: number;
  price: number;
}

const pricedLine = (line: PricedLine, currency: string): MailLine => ({
  title: line.title,
  details: joined(
    choice(line.color, line.size),
    skuText(line.sku),
    `${line.quantity} × ${formatPrice(line.price, currency)}`,
  ),
  price: formatPrice(lineTotal(line.price, line.quantity, currency), currency),
});

/** All lines of an order with their prices. */
export const pricedLines = (order: OrderRow, siteUrl: string): MailLine[] =>
  linesOf(order, siteUrl, ({ unit_price: price, ...line }) =>
    pricedLine({ ...line, price }, order.currency),
  );

/** Lines with prices, and what they cost together. */
export const linesAndTotal = (lines: readonly PricedLine[], currency: string) => ({
  lines: lines.map((it) => pricedLine(it, currency)),
  total: totalOf(sumOfLines(lines, currency), currency),
});
