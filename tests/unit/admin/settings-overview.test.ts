import { expect, test } from 'vitest';
import { settingsReply } from '#shared/schemas/settings.ts';
import { overviewOf } from '../../../src/admin/settings/overview.ts';
import { guardOf } from '../../../src/routes.ts';

/** A shop in which nothing is set up. */
const bare = settingsReply.parse({
  shop: { name: 'Mill', email: '', description: '' },
  ...{
    open: true,
    whoMayOrder: 'customers',
    orderNumberPattern: 'HM-{number}',
    holdMinutes: 1,
    runningLow: 5,
    currency: 'USD',
    timeZone: '',
  },
  shipping: { zones: 0, methods: 0, unserved: [], everywhere: false },
  ...{ taxRates: 0, pricesIncludeTax: true, sellerName: 'Mill', sellerAddress: '' },
  ...{ bankAccount: '', payments: [{ title: 'Paystack', mode: 'off', minimum: 2 }] },
  returns: { days: 30, sendDays: 1, payer: 'shop', address: '' },
  mail: { from: null, texts: 17, failed: 0 },
  ...{ priceLists: 0, companies: { approved: 0, requested: 1, onTerms: 0 } },
  ...{ administrators: ['Ada', 'Ben'], savedViews: 0, lastChange: null },
});

const partsOf = (changes: Partial<typeof bare> = {}) =>
  overviewOf({ ...bare, ...changes }).flatMap(({ parts }) => parts);
const named = (title: string, changes: Partial<typeof bare> = {}) =>
  partsOf(changes).find((it) => it.title === title);

test('what a shop needs is missing, what it can do without is not used', () => {
  const titles = (state: string) =>
    partsOf()
      .filter((it) => it.state === state)
      .map((it) => it.title);
  expect(titles('missing')).toEqual([
    ...['Shop', 'Payments', 'Invoices', 'Returns', 'Bank account', 'Mail', 'Time zone'],
  ]);
  expect(titles('unused')).toEqual([
    ...['Shipping', 'Taxes', 'Price lists', 'Companies', 'Saved views', 'Audit trail'],
  ]);
  expect(named('Bank account')?.words).toBe(
    'No bank account: orders on terms cannot be switched on.',
  );
  expect(named('Companies')?.words).toBe('None yet. 1 waits for an answer.');
  for (const { href } of partsOf()) if (href) expect(guardOf(href), href).toBe('admin');
});

test.each<[title: string, changes: Partial<typeof bare>, state: string, words: string]>([
  [
    'Shop',
    { shop: { name: 'Mill & Co.', email: 'post@mill.example', description: 'Coats.' } },
    ...(['set', 'Mill & Co.'] as const),
  ],
  ['Shop', {}, 'missing', 'Mill. No email address, no description.'],
  [
    'Invoices',
    { sellerName: 'Mill Ltd.', sellerAddress: '1 Quay' },
    ...(['set', 'From Mill Ltd. With address.'] as const),
  ],
  [
    'Shipping',
    { shipping: { zones: 3, methods: 5, unserved: [], everywhere: true } },
    ...(['set', '3 zones, 5 methods.'] as const),
  ],
  [
    'Shipping',
    { shipping: { zones: 2, methods: 1, unserved: ['Europe'], everywhere: false } },
    'missing',
    '2 zones, 1 method. No method for Europe: orders there are refused. Orders to countries in no zone are refused.',
  ],
  [
    'Returns',
    { sellerAddress: '1 Mill Lane' },
    'set',
    '30 days to ask, 1 day to send; the shop pays. They go to the seller’s address on invoices.',
  ],
  ['Payments', {}, 'missing', 'Paystack without a key: nobody can pay.'],
  ['Payments', { payments: [] }, 'missing', 'None is on: nobody can pay.'],
  [
    'Payments',
    {
      payments: [
        { title: 'Paystack', mode: 'test', minimum: 2 },
        { title: 'Stripe', mode: 'live', minimum: 0.5 },
      ],
    },
    ...(['set', 'Paystack in test mode, Stripe. Orders from $0.50.'] as const),
  ],
  [
    'Payments',
    {
      payments: [
        { title: 'Bank transfer', mode: 'live', minimum: 0 },
        { title: 'Stripe', mode: 'off', minimum: 0.5 },
      ],
    },
    ...(['missing', 'Bank transfer, Stripe without a key.'] as const),
  ],
  ['Checkout', { whoMayOrder: 'everybody' }, 'set', 'Who may order: everybody.'],
  [
    'Mail',
    { mail: { from: 'a@shop.example', texts: 17, failed: 2 } },
    ...(['set', '17 types of email, from a@shop.example. 2 emails failed.'] as const),
  ],
  [
    'Bank account',
    { bankAccount: 'IBAN', companies: { approved: 1, requested: 0, onTerms: 1 } },
    ...(['set', '1 company orders on terms and pays to it.'] as const),
  ],
])('%s with %o', (title, changes, state, words) => {
  expect(named(title, changes)).toMatchObject({ state, words });
});
