import type { AuditEntry } from '#shared/schemas/audit.ts';
import dayjs from 'dayjs';

/** What the tables of the shop are called in the back office. */
export const tableNames: Readonly<Record<string, string>> = {
  products: 'Product',
  categories: 'Category',
  orders: 'Order',
  order_items: 'Order line',
  profiles: 'Customer',
  administrators: 'Administrator',
  banners: 'Banner',
  advertisements: 'Advertisement',
  faqs: 'Question',
  reviews: 'Review',
  contact_messages: 'Message',
  payment_attempts: 'Payment try',
  refunds: 'Refund',
  payment_events: 'Word of the provider',
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
  service: 'The shop itself',
  database: 'Database, by hand',
};

/** `category_id` → `Category id`. */
function fieldName(column: string): string {
  const words = column.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** A value in words; nothing is a dash, a moment is told in local time. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(valueText).join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  return moment.test(text) ? dayjs(text).format('D MMMM YYYY, HH:mm') : text;
}

export interface Change {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** What changed, field by field; keys and times of creation say nothing to people. */
export function changesOf({ before, after }: AuditEntry): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields]
    .filter((field) => !['id', 'created_at'].includes(field))
    .sort()
    .map((field) => ({
      field: fieldName(field),
      before: valueText(before?.[field]),
      after: valueText(after?.[field]),
    }))
    .filter((it) => it.before !== it.after);
}
