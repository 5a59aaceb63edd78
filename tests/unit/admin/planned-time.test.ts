import { afterEach, expect, test, vi } from 'vitest';
import { plannedTime, toField } from '../../../src/admin/forms/planned-time.ts';
import { setServerTimeZone } from '../../../src/ui/time-zone.ts';

afterEach(() => {
  setServerTimeZone('UTC');
  vi.unstubAllEnvs();
});

test.each([
  ['America/Los_Angeles', '2026-11-26T18:33', '2026-11-27T02:33:00.000Z'],
  ['America/New_York', '2026-11-07T23:59:59', '2026-11-08T04:59:59.000Z'],
  ['Asia/Kolkata', '2026-11-26T00:00', '2026-11-25T18:30:00.000Z'],
  // Clocks in New York skip this hour.
  ['Pacific/Auckland', '2027-03-14T02:30', '2027-03-13T13:30:00.000Z'],
])('a field in %s with %s is %s, whatever clocks here show', (zone, field, iso) => {
  setServerTimeZone(zone);
  for (const here of ['America/New_York', 'Pacific/Auckland']) {
    vi.stubEnv('TZ', here);
    expect([plannedTime.parse(field), toField(iso)]).toEqual([iso, field]);
  }
});

test('an hour that clocks skip is the next one, and one of an hour that comes twice shows as it is', () => {
  setServerTimeZone('America/New_York');
  expect(plannedTime.parse('2027-03-14T02:30')).toBe('2027-03-14T07:30:00.000Z');
  expect(toField('2027-11-07T06:30:59Z')).toBe('2027-11-07T01:30:59');
  expect([plannedTime.parse(''), toField(null)]).toEqual([null, '']);
});
