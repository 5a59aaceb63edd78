import type { AuditEntry } from '#shared/schemas/audit.ts';
import { expect, test } from 'vitest';
import { changesOf, valueText } from '../../../src/admin/audit/audit-labels.ts';

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
    { field: 'Price', before: '20', after: '25.5' },
    { field: 'Sizes', before: 'S, M', after: '–' },
  ]);
});

test('the change of a size is described as text', () => {
  const before = { policy: 'untracked', price_delta: 0, sku: 'HM7-M' };
  const after = { policy: 'deny', price_delta: 4.5, sku: 'HM7/M' };
  expect(changesOf({ ...entry, before, after })).toEqual([
    { field: 'Policy', before: 'Not tracked', after: 'No sale without stock' },
    { field: 'Price difference', before: '0', after: '4.5' },
    { field: 'SKU', before: 'HM7-M', after: 'HM7/M' },
  ]);
});

test('keys and times of creation are left out, and so is what is empty', () => {
  const after = { id: 'a', created_at: '2026', name: 'Hats', image: null };
  expect(changesOf({ ...entry, action: 'insert', before: null, after })).toEqual([
    { field: 'Name', before: '–', after: 'Hats' },
  ]);
  expect(valueText('2026-11-21T17:12:53')).toBe('November 21, 2026 at 5:12 PM');
  expect(valueText({ a: [1] })).toBe('{"a":[1]}');
});
