import type { AuditEntry } from '#shared/schemas/audit.ts';
import { expect, test } from 'vitest';
import { actorOf, changesOf, recordOf, valueText } from '../../../src/admin/audit/audit-labels.ts';

const entry: AuditEntry = {
  _id: '1',
  at: '2026-11-21T10:00:00Z',
  role: 'administrator',
  actor: 'Maud',
  table: 'products',
  action: 'update',
  record: 'a',
  label: 'Coat',
  before: { price: 20, category_id: null, sizes: ['S', 'M'] },
  after: { price: 25.5, category_id: 'b', sizes: [] },
  request: null,
  names: { b: 'Knits' },
};

test('a change is described field by field', () => {
  expect(changesOf(entry)).toEqual([
    { field: 'Category', before: '–', after: 'Knits' },
    { field: 'Price', before: '$20.00', after: '$25.50' },
    { field: 'Sizes', before: 'S, M', after: '–' },
  ]);
});

test('the change of a size is described as text', () => {
  const before = { policy: 'untracked', price_delta: 0, sku: 'HM7-M' };
  const after = { policy: 'deny', price_delta: 4.5, sku: 'HM7/M' };
  expect(changesOf({ ...entry, before, after })).toEqual([
    { field: 'Policy', before: 'Not tracked', after: 'No sale without stock' },
    { field: 'Price difference', before: '$0.00', after: '$4.50' },
    { field: 'SKU', before: 'HM7-M', after: 'HM7/M' },
  ]);
});

test('a payment is described with its order and amounts in its currency', () => {
  const payment: AuditEntry = {
    ...{ ...entry, table: 'payment_attempts', label: 'hml-demo-1a794fc3', subject: 'HM-1001' },
    ...{ before: { paid_minor: null }, after: { paid_minor: 44900, currency: 'EUR' } },
  };
  expect(recordOf(payment)).toEqual(['HM-1001', 'Payment attempt']);
  expect(
    changesOf({ ...payment, before: { status: 'packed' }, after: { status: 'sent' } }),
  ).toEqual([{ field: 'Status', before: 'Packed', after: 'Sent' }]);
  expect(changesOf(payment)).toContainEqual({ field: 'Paid', before: '–', after: '€449.00' });
});

test.each([
  ['orders', 'Mei Tanaka', 'HM-1001', ['HM-1001', 'Order · Mei Tanaka']],
  ['parcels', '', 'HM-1001', ['HM-1001', 'Parcel']],
  ['shop_settings', 'few_left', null, ['Few left', 'Setting']],
  ['products', 'Coat', null, ['Coat', 'Product']],
  ['new_things', '', null, ['New things', 'New things']],
])('a record of %s named “%s” is described', (table, label, subject, lines) => {
  expect(recordOf({ ...entry, table, record: label, label, subject })).toEqual(lines);
});

test('visitors and the system have no name of their own', () => {
  expect(actorOf({ role: 'visitor', actor: 'anon' })).toEqual(['Visitor']);
  expect(actorOf({ role: 'service', actor: 'service_role' })).toEqual(['System']);
  expect(actorOf(entry)).toEqual(['Maud', 'Administrator']);
});

test('keys and times of creation are left out, and so is what is empty', () => {
  const after = { id: 'a', created_at: '2026', name: 'Hats', image: null };
  expect(changesOf({ ...entry, action: 'insert', before: null, after })).toEqual([
    { field: 'Name', before: '–', after: 'Hats' },
  ]);
  expect(valueText('2026-11-21T17:12:53')).toBe('November 21, 2026 at 5:12 PM');
  expect(valueText({ linkText: 'More', image: null, rows: [{ a: 1 }, {}] })).toBe(
    'Link text: More · Rows: A: 1, –',
  );
  const content = [{ type: 'text', text: 'Warm', marks: [{ type: 'bold' }] }];
  expect(valueText({ type: 'doc', content: [{ type: 'paragraph', content }] })).toBe('Warm');
});
