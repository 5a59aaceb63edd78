import sql from 'sql-template-tag';
import type { z } from 'zod';
import type { Db } from '../../_shared/queries/database.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import type { ListedQuoteRow, QuoteDetailsRow } from '../../_shared/queries/quote-rows.ts';
import type { PartQuery } from '../../_shared/schemas/common.ts';
import type { Order } from '../../_shared/schemas/orders.ts';
import type {
  OfficeOrderInput,
  Quote,
  quoteAcceptInput,
  QuotedGoods,
  QuoteOffer,
  QuoteRow,
  QuoteTableQuery,
  QuoteTableRow,
} from '../../_shared/schemas/quotes.ts';
import { notFound } from '../errors.ts';
import { toOrder, type ImageUrl } from './orders.ts';
import { afterCursor, orderAndLimit, readPage, type Page, type Window } from './paging.ts';
import { storable } from './storable.ts';
import { toTime } from './to-time.ts';

function toRow({ id, number, status, goods, ...row }: ListedQuoteRow): QuoteRow {
  return {
    _id: id,
    ...{ number, status, goods },
    toAnswer: row.to_answer,
    endsAt: row.ends_at && toTime(row.ends_at),
    createdAt: toTime(row.created_at),
  };
}

function toPrice(price: QuoteDetailsRow['price']): Quote['price'] {
  if (!price) return null;
  const { goods, discount, shipping, tax, delivered } = price;
  return {
    ...{ goods, discount, shipping, tax, delivered },
    deliveryProblem: price.delivery_problem,
    voucherCode: price.voucher_code,
    shippingMethod: price.shipping_method,
    taxIncluded: price.tax_included,
    total: price.total_price,
  };
}

/** With `_id` instead of `id`, as the API names it. */
const named = <T extends { id: string }>({ id, ...rest }: T) => ({ _id: id, ...rest });

function toQuote(row: QuoteDetailsRow, imageUrl: ImageUrl): Quote {
  const { goods: _, ...basics } = toRow({ ...row, goods: 0 });
  return {
    ...basics,
    note: row.note,
    company: named(row.company),
    customer: row.customer && named(row.customer),
    order: row.order && named(row.order),
    taxFree: row.tax_free,
    price: toPrice(row.price),
    terms: row.terms && { days: row.terms.days, creditLeft: row.terms.credit_left },
    lines: row.lines.map(({ id, unit_price, product, ...line }) => ({
      _id: id,
      ...line,
      unitPrice: unit_price,
      product: product && { ...named(product), images: product.images.map(imageUrl) },
    })),
    messages: row.messages.map(({ id, from_office, text, created_at }) => ({
      _id: id,
      fromOffice: from_office,
      text,
      createdAt: toTime(created_at),
    })),
  };
}

/** The quotes of the caller's company, newest first. */
export function listOwnQuotes(db: Db, query: PartQuery): Promise<Page<QuoteRow>> {
  const read = (window: Window) =>
    db.query<ListedQuoteRow>(sql`
      select o.id, o.number, o.to_answer, o.ends_at, o.created_at,
        case when o.status = 'offered' and o.ends_at <= public.clock() then 'expired' else o.status::text end as status,
        coalesce((select sum(l.quantity * l.unit_price) from public.quote_lines l where l.quote_id = o.id), 0) as goods
      from public.quotes o where o.company_id = public.own_company() and ${afterCursor(window)} ${orderAndLimit(window)}`);
  return readPage(query, { column: 'created_at', ascending: false }, read, toRow);
}

/** @throws ApiError 404 if the caller may not read it */
export async function readQuote(db: Db, imageUrl: ImageUrl, id: string): Promise<Quote> {
  const found = await db.call('read_quote', { p_id: id });
  if (!found) throw notFound('Quote');
  return toQuote(found, imageUrl);
}

/** Asks for prices of what is in the caller's cart; returns the id. */
export const requestQuote = (db: Db, message: string): Promise<string> =>
  db.call('request_quote', { p_message: message });

/** @throws ApiError 404 where SQL finds no quote */
function found<T>(result: T | null): T {
  if (result === null) throw notFound('Quote');
  return result;
}

export const writeToQuote = async (db: Db, id: string, text: string): Promise<string> =>
  found(await db.call('write_to_quote', { p_quote: id, p_text: text }));

export const declineQuote = async (db: Db, id: string): Promise<string> =>
  found(await db.call('decline_quote', { p_quote: id }));

/** The order that the quote became, by this call or an earlier one. */
export async function acceptQuote(
  db: Db,
  imageUrl: ImageUrl,
  id: string,
  options: z.output<typeof quoteAcceptInput>,
): Promise<Order> {
  const { amount, shippingMethod, poNumber, terms } = options;
  const p_options = new JsonValue({ amount, method: shippingMethod, po_number: poNumber, terms });
  return toOrder(found(await db.call('accept_quote', { p_quote: id, p_options })), imageUrl);
}

export const createQuote = async (db: Db, company: string): Promise<string> => {
  const made = await db.call('office.create_quote', { p_company: company });
  if (made === null) throw notFound('Company');
  return made;
};

const toSqlLines = (lines: QuoteOffer['lines'] | OfficeOrderInput['lines']) =>
  new JsonValue(lines.map(({ unitPrice, ...line }) => ({ ...line, unit_price: unitPrice })));

export const offerQuote = async (db: Db, id: string, offer: QuoteOffer): Promise<string> =>
  found(
    await db.call('office.save_quote', {
      p_id: id,
      p_lines: toSqlLines(offer.lines),
      p_ends_at: offer.endsAt ?? undefined,
      p_note: offer.note,
    }),
  );

/** What these products cost in the shop, as the quote shows prices, and their stock. */
export const readGoods = async (db: Db, id: string, products: string[]): Promise<QuotedGoods[]> =>
  found(await db.call('office.quoted_goods', { p_quote: id, p_products: products }));

export const answerQuote = async (
  db: Db,
  id: string,
  { text, decline }: { text: string; decline: boolean },
): Promise<string> =>
  found(await db.call('office.answer_quote', { p_id: id, p_text: text, p_decline: decline }));

/** One page of the table of the back office. */
export async function listQuoteTable(
  db: Db,
  { limit, page, q, state }: QuoteTableQuery,
): Promise<{ quotes: QuoteTableRow[]; total: number }> {
  const { quotes, total } = await db.call('office.list_quotes', {
    p_query: storable(q),
    p_state: state,
    p_limit: limit,
    p_page: page,
  });
  const rows = quotes.map(({ company, customer, ...row }) => ({
    ...toRow(row),
    company,
    customer: customer ?? '',
  }));
  return { quotes: rows, total };
}

/** Places an order in the name of a customer. */
export async function createOrder(
  db: Db,
  imageUrl: ImageUrl,
  { customer, lines, shippingMethod, poNumber }: OfficeOrderInput,
): Promise<Order> {
  const placed = await db.call('office.create_order', {
    p_customer: customer,
    p_lines: toSqlLines(lines),
    p_options: new JsonValue({ method: shippingMethod, po_number: poNumber }),
  });
  return toOrder(placed, imageUrl);
}
