import { expect, test } from 'vitest';
import { plainTime } from '#shared/table-import/times.ts';

test.for<[written: string, plain: string]>([
  ['2024-03-01 10:22:33 +0100', '2024-03-01T10:22:33+01:00'],
  ['2024-03-01T10:22:33.123Z', '2024-03-01T10:22:33Z'],
  ['2024-03-01 10:22:33 UTC', '2024-03-01T10:22:33Z'],
  ['2024-03-01 9:05', '2024-03-01T09:05:00'],
  ['2024-02-29', '2024-02-29T00:00:00'],
  ['1.3.2024 10:22', '2024-03-01T10:22:00'],
  ['Mar 1, 2024, 12:22:33 AM', '2024-03-01T00:22:33'],
  ['March 1, 2024 1:05 PM', '2024-03-01T13:05:00'],
])('%s is %s', ([written, plain]) => {
  expect(plainTime(written)).toBe(plain);
});

test.for(['', '01/02/2024', '2023-02-29', '2024-13-01', '2024-01-01 25:00', '31.4.2024', 'soon'])(
  '“%s” is no certain time',
  (written) => {
    expect(plainTime(written)).toBe(null);
  },
);
