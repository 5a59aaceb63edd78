import { shopCurrency } from '#shared/domain/currency.ts';
import { fulfilmentLabels } from '#shared/domain/fulfilment.ts';
import { formatPrice, fromMinor } from '#shared/domain/money.ts';
import { statusLabel } from '#shared/domain/order-status.ts';
import { plainTextOf } from '#shared/domain/rich-text.ts';
import { stockPolicyLabels } from '#shared/domain/stock-policy.ts';
import { taxClassLabels } from '#shared/domain/tax-class.ts';
import type { AuditEntry } from '#shared/schemas/audit.ts';
import { richText } from '#shared/schemas/rich-text.ts';
import { formatDateAndTime } from '../../ui/format.ts';

/** Labels of the tables that the audit trail covers. */
export const tableNames: Readonly<Record<string, string>> = {
  products: 'Product',
  product_variants: 'Size and color',
  categories: 'Category',
  size_guides: 'Size guide',
  orders: 'Order',
  order_items: 'Order line',
  profiles: 'Customer',
  customer_notes: 'Note',
  order_notes: 'Note on an order',
  companies: 'Company',
  company_members: 'Member of a company',
  quotes: 'Quote',
  quote_lines: 'Quote line',
  quote_messages: 'Message on a quote',
  administrators: 'Administrator',
  banners: 'Banner',
  advertisements: 'Advertisement',
  faqs: 'Question',
  pages: 'Page',
  search_synonyms: 'Synonyms',
  redirects: 'Redirect',
  custom_fields: 'Custom field',
  vouchers: 'Voucher',
  price_lists: 'Price list',
  price_list_items: 'Price in a list',
  order_quantities: 'Order quantities',
  reviews: 'Review',
  contact_messages: 'Message',
  mail_texts: 'Email text',
  payment_methods: 'Way to pay',
  payment_attempts: 'Payment attempt',
  payment_disputes: 'Payment dispute',
  parcels: 'Parcel',
  returns: 'Return',
  refunds: 'Refund',
  payment_events: 'Payment event',
  shipping_zones: 'Shipping zone',
  shipping_methods: 'Shipping method',
  shop_settings: 'Setting',
  tax_rates: 'Tax rate',
};

export const actionNames: Readonly<Record<AuditEntry['action'], string>> = {
  insert: 'Added',
  update: 'Changed',
  delete: 'Deleted',
  truncate: 'Emptied',
};

export const roleNames: Readonly<Record<AuditEntry['role'], string>> = {
  administrator: 'Administrator',
  customer: 'Customer',
  visitor: 'Visitor',
  service: 'System',
  database: 'Database (manual)',
};

/** Who made a change. Visitors and the system have no name of their own. */
export function actorOf({ actor, role }: Pick<AuditEntry, 'actor' | 'role'>): [string, string?] {
  const unnamed = role === 'service' || role === 'visitor';
  return unnamed ? [roleNames[role]] : [actor, roleNames[role]];
}

/** Their keys are such as `few_left`. */
const codeNamed = new Set(['shop_settings', 'mail_texts']);
/** Their labels are references of the payment provider. */
const unnamed = new Set(['payment_attempts', 'payment_disputes', 'payment_events', 'refunds']);

/** What the record is, in words: a heading and details, such as `HM-1001` and `Parcel · 1Z999`. */
export function recordOf({ table, record, label, subject }: AuditEntry): [string, string] {
  const type = tableNames[table] ?? fieldName(table);
  const name = codeNamed.has(table) ? fieldName(record ?? '') : unnamed.has(table) ? '' : label;
  const title = subject ?? (name || type);
  return [title, name && name !== title ? `${type} · ${name}` : type];
}

const fieldNames: Readonly<Record<string, string>> = {
  assigned_to: 'Handed to',
  sku: 'SKU',
  price_delta: 'Price difference',
};

/** `category_id` → `Category`, `paid_minor` → `Paid`, `linkText` → `Link text`. */
function fieldName(column: string): string {
  const known = fieldNames[column];
  if (known) return known;
  const name = column
    .replace(/_(id|minor)$/, '')
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Labels of coded values, by field. */
const codes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: { OnTerms: statusLabel('OnTerms') },
  policy: stockPolicyLabels,
  fulfilment: fulfilmentLabels,
  tax_class: taxClassLabels,
};

const amounts = new Set([
  ...['price', 'price_delta', 'unit_price', 'total_price', 'free_from', 'compare_at_price'],
  ...['discount', 'shipping', 'shipping_tax', 'tax', 'credit_limit', 'order_minimum'],
]);

/** Amounts as money; those in smallest units have their currency beside them. */
function moneyText(field: string, value: unknown, currency: unknown): string | undefined {
  if (typeof value !== 'number') return undefined;
  const known = typeof currency === 'string' ? currency : shopCurrency();
  if (amounts.has(field)) return formatPrice(value, known);
  return field.endsWith('_minor') ? formatPrice(fromMinor(value, known), known) : undefined;
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** A value as text; a dash for none, times in the shop's time zone, rich text without its marks. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(valueText).join(', ');
  if (typeof value === 'object') {
    const text = richText.safeParse(value);
    if (text.success) return plainTextOf(text.data) || '–';
    const parts = Object.entries(value).filter(([, part]) => part !== null);
    return parts.map(([name, part]) => `${fieldName(name)}: ${valueText(part)}`).join(' · ') || '–';
  }
  const text = String(value);
  return time.test(text) ? formatDateAndTime(text) : text;
}

export interface Change {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** The changed fields, without keys and creation times. */
export function changesOf({ before, after, names = {} }: AuditEntry): Change[] {
  const currency = after?.['currency'] ?? before?.['currency'];
  const textOf = (field: string, value: unknown) =>
    (typeof value === 'string' &&
      (names[value] ?? codes[field]?.[value] ?? (field === 'status' && fieldName(value)))) ||
    (moneyText(field, value, currency) ?? valueText(value));
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields]
    .filter((field) => !['id', 'created_at'].includes(field))
    .sort()
    .map((field) => ({
      field: fieldName(field),
      before: textOf(field, before?.[field]),
      after: textOf(field, after?.[field]),
    }))
    .filter((it) => it.before !== it.after);
}
