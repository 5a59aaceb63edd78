import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { decimalsOf, setShopCurrency, shopCurrency } from '#shared/domain/currency.ts';
import { priceBandLabel } from '#shared/domain/facets.ts';
import {
  currencyName,
  fitsCurrency,
  fitsText,
  formatPrice,
  formatShort,
  formatWhole,
  fromMinor,
  leastText,
  lineTotal,
  sumOfLines,
  toMinor,
} from '#shared/domain/money.ts';
import { price } from '#shared/schemas/common.ts';

afterEach(() => setShopCurrency('USD'));

test('sums are exact where floating point is not', () => {
  expect(
    sumOfLines([
      { price: 0.1, quantity: 1 },
      { price: 0.2, quantity: 1 },
    ]),
  ).toBe(0.3);
  expect(lineTotal(19.99, 3)).toBe(59.97);
  expect(lineTotal(1.1, 3)).toBe(3.3);
  expect(sumOfLines([])).toBe(0);
  expect([lineTotal(0.001, 3, 'KWD'), lineTotal(333, 3, 'JPY')]).toEqual([0.003, 999]);
});

test.each(['USD', 'JPY', 'KWD'])('every price in %s survives the way to units and back', (it) => {
  setShopCurrency(it);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), (minor) => {
      const amount = fromMinor(minor);
      expect(toMinor(amount)).toBe(minor);
      expect(fitsCurrency(amount)).toBe(true);
      expect(fitsCurrency(amount + fromMinor(0.1))).toBe(false);
      expect(price.parse(amount.toFixed(decimalsOf(it)))).toBe(amount);
    }),
    { seed: 33 },
  );
});

test('an amount has no more decimals than its currency', () => {
  expect(fitsCurrency(134_268_238.39)).toBe(true);
  expect(fitsCurrency(Number.NaN)).toBe(false);
  expect(fitsCurrency(Number.POSITIVE_INFINITY)).toBe(false);
  const problemsIn = (currency: string, ...amounts: unknown[]) => {
    setShopCurrency(currency);
    return amounts.map((it) => price.safeParse(it).error?.issues[0]?.message ?? '');
  };
  const [two, three] = ['At most two decimals', 'At most three decimals'];
  expect(problemsIn('USD', 1.234, '1.234', '1,23')).toEqual([two, two, '']);
  expect(problemsIn('JPY', 1.5, '1.50', '1950')).toEqual(['No decimals', 'No decimals', '']);
  expect(problemsIn('KWD', 1.234, '1.234', 1.2345)).toEqual(['', '', three]);
  // It may be a thousand or one.
  expect(problemsIn('KWD', '1,200')).toEqual(['Not a price']);
  expect([fitsText(), leastText()]).toEqual([three, 'At least 0.001']);
});

test('prices for people have the sign and the decimals of their currency', () => {
  expect([0, 19.5, 1234.5].map((it) => formatPrice(it))).toEqual(['$0.00', '$19.50', '$1,234.50']);
  expect(formatPrice(1950, 'JPY')).toBe('¥1,950');
  expect(formatPrice(1.5, 'KWD')).toBe('KWD\u00A01.500');
  // ISO 4217 has three decimals, CLDR none.
  expect(formatPrice(1.5, 'IQD')).toBe('IQD\u00A01.500');
  expect([formatWhole(200), formatWhole(6.5), formatWhole(1, 'KWD')]).toEqual([
    ...['$200', '$6.50', 'KWD\u00A01'],
  ]);
  expect(currencyName()).toBe('US dollars');
  setShopCurrency('JPY');
  expect([formatPrice(1950), formatShort(12_345), currencyName()]).toEqual([
    ...['¥1,950', '¥12.3K', 'Japanese yen'],
  ]);
});

test('ranges of prices are multiples of a step of the currency', () => {
  expect(priceBandLabel('under-50', 1, 'USD')).toBe('Under $50');
  expect(priceBandLabel('50-100', 1, 'USD')).toBe('$50 to $99.99');
  expect(priceBandLabel('over-200', 100, 'JPY')).toBe('¥20,000 and over');
  expect(priceBandLabel('100-150', 100, 'JPY')).toBe('¥10,000 to ¥14,999');
  expect(priceBandLabel('50-100', 0.2, 'KWD')).toBe('KWD\u00A010 to KWD\u00A019.999');
});

test('pages name the currency, but for dollars', () => {
  const page = { documentElement: { dataset: { currency: 'EUR' } as Record<string, string> } };
  Object.assign(globalThis, { document: page });
  try {
    expect(shopCurrency()).toBe('EUR');
    delete page.documentElement.dataset['currency'];
    expect(shopCurrency()).toBe('USD');
  } finally {
    Reflect.deleteProperty(globalThis, 'document');
  }
});
