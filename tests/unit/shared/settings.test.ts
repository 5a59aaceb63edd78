import { expect, test } from 'vitest';
import { readSettings } from '#shared/settings.ts';

const address = 'http://127.0.0.1:1';
const needed = {
  ...{ SUPABASE_URL: address, SUPABASE_ANON_KEY: 'anon', SUPABASE_SERVICE_ROLE_KEY: 'service' },
  SUPABASE_DB_URL: 'postgresql://127.0.0.1:1/postgres',
  SITE_URL: address,
};

function databaseSettings(given: Record<string, string>) {
  const environment: Record<string, string> = { ...needed, ...given };
  const settings = readSettings(
    (name) => environment[name],
    () => undefined,
  );
  return settings.databaseSettings;
}

test('the smallest amounts are read by currency', () => {
  const minimumsIn = (given: Record<string, string>) =>
    databaseSettings(given).PAYMENT_PROVIDERS['paystack']?.minimums;
  expect(minimumsIn({})).toEqual({ USD: 2 });
  const some = { PAYMENT_MINIMUMS: 'USD=0, NGN=100,GHS=0.5' };
  expect(minimumsIn(some)).toEqual({ USD: 0, NGN: 100, GHS: 0.5 });
});

test('a limit of requests is a whole number', () => {
  expect(() => databaseSettings({ LIMIT_LOGIN: '0.5' })).toThrow(/LIMIT_LOGIN/);
});

test.each(['2.00', 'usd=2', 'USD=2.0001', 'USD=-1', 'USD 2', ',USD=2', 'USD=2 NGN=100'])(
  'no list of smallest amounts: %s',
  (list) => {
    expect(() => databaseSettings({ PAYMENT_MINIMUMS: list })).toThrow(
      /PAYMENT_MINIMUMS is not a list/,
    );
  },
);
