import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sameSecret } from '#shared/constant-time.ts';
import { isSigned, sign } from '#shared/payments/paystack/signature.ts';
import { readSettings } from '#shared/settings.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('the signature of a webhook', () => {
  test('is the hex HMAC-SHA512 of the raw body', async () => {
    const expected = createHmac('sha512', 'sk_test').update('{"a": 1}').digest('hex');
    expect(await sign(bytes('{"a": 1}'), 'sk_test')).toBe(expected);
    expect(await isSigned(bytes('{"a": 1}'), expected, 'sk_test')).toBe(true);
    expect(await isSigned(bytes('{"a": 1}'), expected.toUpperCase(), 'sk_test')).toBe(true);
    expect(await isSigned(bytes('{"a":1}'), expected, 'sk_test')).toBe(false);
    expect(await isSigned(bytes('{"a": 1}'), expected, 'sk_other')).toBe(false);
  });

  test('is never right without a key of ours', async () => {
    const empty = createHmac('sha512', '').update('{}').digest('hex');
    expect(await isSigned(bytes('{}'), empty, '')).toBe(false);
  });
});

test('an empty secret equals nothing, not even another empty one', () => {
  expect(sameSecret('', '')).toBe(false);
  expect(sameSecret('abc', 'abc')).toBe(true);
  expect(sameSecret('abcd', 'abc')).toBe(false);
});

test('missing settings are named at the start', () => {
  expect(() =>
    readSettings(
      () => undefined,
      () => undefined,
    ),
  ).toThrow(/SUPABASE_URL is missing[^]*SITE_URL is missing/);
});
