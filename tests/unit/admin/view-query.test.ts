import { expect, test } from 'vitest';
import {
  hasDays,
  viewOf,
  withFixedDays,
  withMovingDays,
} from '../../../src/admin/views/view-query.ts';
import { dates } from '../../../src/admin/listing/filter.ts';

const filters = [{ name: 'status', label: 'Status' }, ...dates];
const today = '2026-03-01';

test('a view is what the address asks of its list, in one spelling, without the page', () => {
  const address = '?page=3&sort=price-desc&q=+wool+&utm=1&status=Paid&limit=50&hide=price&from=';
  expect(viewOf(address, filters)).toBe('q=wool&status=Paid&sort=price-desc&limit=50&hide=price');
  expect(viewOf('', filters)).toBe('');
});

test('days count from today, over months and years, and only where they are days', () => {
  const view = viewOf('?q=-6&from=2026-02-23&to=2026-03-01', filters);
  expect([hasDays(view, filters), hasDays('q=-6', filters)]).toEqual([true, false]);
  const moving = withMovingDays(view, filters, today);
  expect(moving).toBe('q=-6&from=-6&to=0');
  expect(withFixedDays(moving, filters, '2027-01-03')).toBe('q=-6&from=2026-12-28&to=2027-01-03');
  expect(withFixedDays(view, filters, '2027-01-03')).toBe(view);
});
