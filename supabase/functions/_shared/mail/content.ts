import { shopCurrency } from '../domain/currency.ts';
import { formatPrice, priceIn } from '../domain/money.ts';
import { deliveryLines } from '../domain/address.ts';
import { sumRows, type SumRow } from '../domain/order-sums.ts';
import { reasonText } from '../domain/return-reason.ts';
import { sendingRows } from '../domain/sending.ts';
import { deliveryDays } from '../domain/order-facts.ts';
import { longDay, timeWithZone } from '../domain/shop-time.ts';
import type { Shop } from '../schemas/shop.ts';
import type { OrderRow } from '../queries/order-rows.ts';
import type { ClaimedMail, MailedRefund } from '../queries/mail-rows.ts';
import { accountContent, invitationContent, isAboutAccount } from './account-content.ts';
import { codePicture, paymentFacts } from './payment-facts.ts';
import { exchangeFacts, replacedFacts } from './exchange-facts.ts';
import {
  choice,
  joined,
  linesAndTotal,
  linesWith,
  pricedLines,
  totalOf,
  type MailLine,
} from './lines.ts';

interface MailLink {
  label: string;
  href: string;
}

/** What a mail says; amounts are formatted. */
export interface MailContent {
  subject: string;
  paragraphs: string[];
  lines: MailLine[];
  /** Between the lines and the total. */
  sums: SumRow[];
  total?: SumRow;
  facts: { label: string; value: string }[];
  /** The address of a QR code that fills in the transfer in banking apps. */
  picture?: string;
  quote?: string;
  action?: MailLink;
  /** Beside the action, in quieter words. */
  link?: MailLink;
  footnote: string;
}

interface Values {
  shop: string;
  name?: string;
  number?: string;
  product?: string;
  company?: string;
}

/** The words that administrators edit, with `{name}`, `{number}`, `{product}`, `{company}` and `{shop}` filled in. */
function fill(words: string, { shop, name = '', number = '', product = '', company = '' }: Values) {
  return words
    .replaceAll('{name}', () => name.trim() || 'customer')
    .replaceAll('{number}', () => number)
    .replaceAll('{product}', () => product)
    .replaceAll('{company}', () => company)
    .replaceAll('{shop}', () => shop);
}

const toParagraphs = (words: string): string[] =>
  words.split(/\n\s*\n/).filter((it) => it.trim() !== '');

const footnoteOf = ({ number }: OrderRow): string =>
  `Order ${number}. If you have a question, reply to this email.`;

/** A day such as `2026-12-11` in words; it is the same in every zone. */
const writtenDay = (day: string | null): string => (day ? longDay('UTC', new Date(day)) : '');

/** What of an order is in a parcel, and where it can be followed. */
function parcelContent(
  { parcel: id, ...order }: OrderRow & { parcel: string },
  context: MailContext,
): Omit<MailContent, 'subject' | 'paragraphs'> {
  const parcel = order.parcels.find((it) => it.id === id);
  const pieces = new Map(parcel?.lines.map((it) => [it.item, it.quantity]));
  const { carrier = '', tracking_number: number = '', tracking_url: href = '' } = parcel ?? {};
  const tracking = joined(carrier, number);
  const { facts, footnote } = orderContent(order, context);
  return {
    lines: linesWith(order, pieces, context.siteUrl),
    sums: [],
    facts: [...(tracking ? [{ label: 'Carrier', value: tracking }] : []), ...facts],
    footnote,
    ...(href && { action: { label: 'Track the parcel', href } }),
  };
}

/** What a customer sends back and why, what the shop says to it, and how it is to be sent. */
function returnContent(
  { return: id, ...order }: OrderRow & { return: string },
  { siteUrl, timeZone }: MailContext,
) {
  const it = order.returns.find((found) => found.id === id);
  const facts = [
    { label: 'Requested', value: it ? timeWithZone(timeZone, new Date(it.requested_at)) : '' },
    { label: 'Reason', value: it ? reasonText(it.reason_kind, it.reason) : '' },
    { label: 'Our reply', value: it?.note ?? '' },
    ...(it?.sending ? sendingRows(it.sending, writtenDay(it.send_by)) : []),
    ...exchangeFacts(order, it, timeZone),
  ];
  return {
    lines: linesWith(order, new Map(it?.lines.map((line) => [line.item, line.quantity])), siteUrl),
    sums: [],
    facts: facts.filter(({ value }) => value !== ''),
    footnote: footnoteOf(order),
  };
}

/** What is given back, and for which pieces where it is for some. */
function refundContent(
  { refund, ...order }: OrderRow & { refund: MailedRefund },
  { siteUrl }: MailContext,
) {
  const { amount, shipping, currency, lines } = refund;
  return {
    lines: linesWith(order, new Map(lines.map((line) => [line.item, line.quantity])), siteUrl),
    sums: shipping > 0 ? [{ name: 'Shipping', value: formatPrice(shipping, currency) }] : [],
    total: { name: 'Refunded', value: formatPrice(amount, currency) },
    facts: [],
    footnote: footnoteOf(order),
  };
}

/** Nothing where the lines are all that there is to pay. */
function sumsOf({ discount, shipping, tax, currency, ...order }: OrderRow): SumRow[] {
  if (discount === 0 && shipping === 0 && tax === 0) return [];
  const {
    voucher_code: voucherCode,
    shipping_method: shippingMethod,
    tax_included: taxIncluded,
  } = order;
  const priced = { discount, voucherCode, shipping, shippingMethod, tax, taxIncluded };
  return sumRows(priced, priceIn(currency));
}

function orderContent(
  order: OrderRow,
  { siteUrl, orderUrl, timeZone }: MailContext,
): Omit<MailContent, 'subject' | 'paragraphs'> {
  const { currency } = order;
  const deliverTo = deliveryLines({
    recipient: order.recipient,
    company: { name: order.company_name },
    user: order,
  });
  const days = deliveryDays({ daysFrom: order.days_from, daysTo: order.days_to });
  return {
    lines: pricedLines(order, siteUrl),
    sums: sumsOf(order),
    total: totalOf(order.total_price, currency),
    facts: [
      ...replacedFacts(order, timeZone),
      ...paymentFacts(order, timeZone),
      ...(order.po_number ? [{ label: 'Purchase order', value: order.po_number }] : []),
      ...(order.company_vat_id ? [{ label: 'VAT number', value: order.company_vat_id }] : []),
      ...(days ? [{ label: 'Delivery', value: joined(order.shipping_method, days) }] : []),
      ...(order.address ? [{ label: 'Deliver to', value: deliverTo.join('\n') }] : []),
      ...(order.gift_message === null
        ? []
        : [{ label: 'Gift', value: order.gift_message || 'Without a message' }]),
    ],
    ...codePicture(order, orderUrl),
    footnote: footnoteOf(order),
  };
}

type QuoteMail = Extract<ClaimedMail, { kind: 'quote_offered' | 'quote_answered' }>['data'];

/** The prices that are offered and until when, or what was written about the quote. */
function quoteContent(data: QuoteMail, { siteUrl, timeZone }: MailContext) {
  const action = { label: 'See the quote', href: `${siteUrl}/user/quotes/${data.quote}` };
  const footnote = `Quote ${data.number}.`;
  if ('text' in data) return { quote: data.text, action, footnote };
  const { lines, note, endsAt } = data;
  return {
    ...linesAndTotal(lines, shopCurrency()),
    facts: [{ label: 'You can accept until', value: timeWithZone(timeZone, new Date(endsAt)) }],
    ...(note && { quote: note }),
    ...{ action, footnote },
  };
}

/** The name, the colors and the logo of the shop, the addresses that its mails lead to, and the zone of their times. `orderUrl` shows the order of the mail without signing in; '' where there is none; `joinUrl` accepts its invitation, adds earlier orders to the account, or is the auth server's link. */
export interface MailContext {
  shop: Pick<Shop, 'name' | 'paper' | 'accent' | 'logo'>;
  siteUrl: string;
  orderUrl: string;
  joinUrl: string;
  timeZone: string;
}

/** The one thing to do next, and the way to the order where that is another. */
function orderLinks({ siteUrl, orderUrl }: MailContext, first?: MailLink) {
  const order = { label: 'See your order', href: orderUrl || `${siteUrl}/user/all-orders` };
  return first ? { action: first, link: order } : { action: order };
}

export function contentOf(mail: ClaimedMail, context: MailContext): MailContent {
  const [siteUrl, shop] = [context.siteUrl, context.shop.name];
  const words = (values: Omit<Values, 'shop'>) => ({
    subject: fill(mail.subject, { shop, ...values }),
    paragraphs: toParagraphs(fill(mail.opening, { shop, ...values })),
  });
  const nothing = { lines: [], sums: [], facts: [] };
  if (mail.kind === 'back_in_stock') {
    const { productId, product, size, color } = mail.data;
    return {
      ...nothing,
      ...words({ product }),
      facts: size || color ? [{ label: 'You asked about', value: choice(color, size) }] : [],
      action: { label: `See ${product}`, href: `${siteUrl}/product/${productId}/-` },
      footnote:
        'This is the only email we will send about it. We have deleted your address from the list.',
    };
  }
  if (mail.kind === 'shop_opened') {
    return {
      ...nothing,
      ...words({}),
      action: { label: `Visit ${shop}`, href: siteUrl },
      footnote: 'This is the only email of this kind. We have deleted your address from the list.',
    };
  }
  if (mail.kind === 'account_invitation')
    return { ...nothing, ...words(mail.data), ...invitationContent(mail.data, context) };
  if (isAboutAccount(mail)) return { ...nothing, ...words({}), ...accountContent(mail, context) };
  if (mail.kind === 'message_answered') {
    const { name, answer, message } = mail.data;
    const { subject, paragraphs } = words({ name });
    return {
      ...nothing,
      subject,
      paragraphs: [...paragraphs, ...toParagraphs(answer)],
      quote: message,
      footnote: 'If you have another question, reply to this email.',
    };
  }
  if ('quote' in mail.data)
    return { ...nothing, ...words(mail.data), ...quoteContent(mail.data, context) };
  if (mail.kind === 'company_invitation') {
    const { company, invitedBy } = mail.data;
    return {
      ...nothing,
      ...words({ company }),
      facts: invitedBy ? [{ label: 'Invited by', value: invitedBy }] : [],
      action: { label: 'Accept the invitation', href: context.joinUrl },
      footnote: 'If you did not expect this invitation, you can ignore this email.',
    };
  }
  if (mail.kind === 'guest_orders') {
    return {
      ...nothing,
      ...words(mail.data),
      action: { label: 'Add them to your account', href: context.joinUrl },
      footnote: 'The link works for a day. If you did not ask for it, you can ignore this email.',
    };
  }
  if ('company' in mail.data) {
    // Opening it makes a browser that was already signed in show company prices.
    const company = { label: 'See your company', href: `${siteUrl}/user/company` };
    return {
      ...nothing,
      ...words(mail.data),
      ...(mail.kind === 'company_approved' && { action: company }),
      footnote: 'If you have a question, reply to this email.',
    };
  }
  if ('parcel' in mail.data) {
    const { action, ...content } = parcelContent(mail.data, context);
    return {
      ...content,
      ...words({ name: mail.data.firstname, number: mail.data.number }),
      ...orderLinks(context, action),
    };
  }
  if ('refund' in mail.data || 'return' in mail.data) {
    return {
      ...('refund' in mail.data
        ? refundContent(mail.data, context)
        : returnContent(mail.data, context)),
      ...words({ name: mail.data.firstname, number: mail.data.number }),
      ...orderLinks(context),
    };
  }
  const own = `${siteUrl}/user/pending-orders`;
  const isByLink = mail.kind === 'order_to_pay' || mail.kind === 'exchange_to_pay';
  const href = isByLink ? context.orderUrl || own : own;
  const isToPay = ['order_placed', 'transfer_ended'].includes(mail.kind) || isByLink;
  return {
    ...orderContent(mail.data, context),
    ...words({ name: mail.data.firstname, number: mail.data.number }),
    ...orderLinks(context, isToPay ? { label: 'Pay for your order', href } : undefined),
  };
}
