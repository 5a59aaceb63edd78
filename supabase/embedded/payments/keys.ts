import { timingSafeEqual } from 'node:crypto';

/** Whether a request to a sandbox's API has the merchant's secret key. */
export function hasKey({ headers }: Request, secretKey: string): boolean {
  const actual = Buffer.from(headers.get('authorization') ?? '');
  const expected = Buffer.from(`Bearer ${secretKey}`);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
