import { glob, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { PromisedMethod, ShopPromises } from '#shared/schemas/promises.ts';
import { promisesOf } from '../../../src/storefront/help/promises.ts';
import { filled, placeholdersOf } from '../../../src/storefront/pages/placeholders.ts';

const method: PromisedMethod = {
  ...{ name: 'Standard', price: 6.5, varies: false, freeFrom: null, maxWeight: null },
  ...{ daysFrom: 0, daysTo: 0, arrivesFrom: '2026-11-27', arrivesTo: '2026-11-27' },
};
const shop: ShopPromises = {
  orderBy: '2026-11-27',
  returnDays: 30,
  returns: { address: '', sendDays: 14, payer: 'customer', label: '', exchangeAtOnce: false },
  zones: [],
};
const seller = {
  ...{ name: 'Wool & Co', legalName: 'Wool Ltd.', address: '1 Mill Lane', country: '', email: '' },
  ...{ phone: '', hours: '', description: '', socialLinks: '', copyrightYear: 2023, logo: '' },
  ...{ logoDark: '', paper: '', accent: '', paperDark: '', accentDark: '', currency: 'USD' },
  open: true,
  typefaces: 'bodoni-hanken' as const,
};
const zone = (countries: string[], ...methods: Partial<PromisedMethod>[]) => ({
  countries,
  methods: methods.map((it) => ({ ...method, ...it })),
});
const headline = (...zones: ShopPromises['zones']) => {
  const { title, text } = promisesOf({ ...shop, zones }).headlines.shipping;
  return `${title} ${text}`;
};

test('free shipping is promised only from where every zone has it, at any weight', () => {
  expect(headline()).toBe('Free shipping On orders over $200');
  const near = zone(['Ireland'], { freeFrom: 100 });
  expect(headline(near, zone([], { freeFrom: 150 }))).toBe(
    'Free shipping On orders of $150 or more',
  );
  expect(headline(near, zone([], { price: 25 }))).toBe('Shipping From $6.50');
  expect(headline(zone([], { freeFrom: 100, maxWeight: 2000 }))).toBe('Shipping From $6.50');
  expect(headline(zone([], { price: 0 }))).toBe('Free shipping On every order');
  expect(headline(zone([], { price: 0, varies: true }))).toBe('Shipping From $0');
});

test('zones say their countries, methods their price, days and weight', () => {
  const many = ['Austria', 'Belgium', 'France', 'Germany', 'Ireland', 'Spain'];
  const { shipping, zones } = promisesOf({
    ...shop,
    zones: [
      zone(
        many,
        { daysFrom: 3, daysTo: 5 },
        { name: 'Express', price: 15, daysFrom: 1, daysTo: 1 },
      ),
      zone([], { name: 'Post', varies: true, maxWeight: 2500, freeFrom: 99.5 }),
    ],
  });
  const methods = 'Standard $6.50, 3 to 5 days; Express $15, 1 day.';
  const others =
    'All other countries: Post from $6.50, free on orders of $99.50 or more, up to 2.5 kg.';
  expect(shipping.slice(0, 2)).toEqual([
    `Austria, Belgium, France, Germany and 2 more countries: ${methods}`,
    others,
  ]);
  expect(zones).toEqual([`${many.join(', ')}: ${methods}`, others]);
});

test('the day of arrival is said of the first method that says its days and takes the weight', () => {
  const light = { daysTo: 1, arrivesFrom: '2026-11-30', arrivesTo: '2026-11-30', maxWeight: 500 };
  const heavy = { daysFrom: 2, daysTo: 4, arrivesFrom: '2026-12-01', arrivesTo: '2026-12-03' };
  const arrival = (weight: number, ...zones: ShopPromises['zones']) =>
    promisesOf({ ...shop, zones }).arrival(weight);
  const near = zone(['Ireland'], {}, light, { ...heavy, name: 'Post' });
  expect(arrival(500, near, zone([], heavy))).toBe(
    'Order by Fri, Nov 27, arrives Mon, Nov 30 (Standard, Ireland)',
  );
  expect(arrival(501, near)).toBe(
    'Order by Fri, Nov 27, arrives Tue, Dec 1 – Thu, Dec 3 (Post, Ireland)',
  );
  expect(arrival(501, zone([], heavy))).toMatch(/Dec 3 \(Standard\)$/);
  expect([arrival(0), arrival(0, zone([]))]).toEqual(['', '']);
});

test('days to return and to send are said in words that fit their number', () => {
  const of = (returnDays: number, sendDays: number) => {
    const it = promisesOf({ ...shop, returnDays, returns: { ...shop.returns, sendDays } });
    const placeholders = placeholdersOf(it, seller);
    return [it.headlines.returns.text, filled('{returns} {other} {constructor}', placeholders)];
  };
  expect(of(0, 0)).toEqual([
    'Same-day money returns',
    expect.stringMatching(
      /on the day it arrives .* on the day of our approval\. .* \{other\} \{constructor\}$/,
    ),
  ]);
  expect(of(1, 1)).toEqual([
    '1-day money returns',
    expect.stringMatching(/within 1 day for .* within 1 day of our approval\./),
  ]);
});

/** An amount in dollars, or a period in days or the like, in figures or words. */
const promise =
  /\$\d+(?!')|\b(\d+|two|three|four|five|seven|ten|thirty)([- ]| to \w+ )(day|minute|hour|week)s?\b/;
/** What no setting decides. */
const fixed = /Lowest price of the last 30 days|30 days with “Remember me”/;

test('amounts and periods that shoppers read are typed in no page and no mail', async () => {
  const root = resolve(import.meta.dirname, '../../..');
  const files = glob(
    [
      'src/{pages,layouts,storefront,account,order,invoice,browser}/**/*.{astro,tsx,ts}',
      'supabase/functions/_shared/mail/*.{tsx,ts}',
    ],
    { cwd: root, exclude: ['src/pages/admin/**', '**/samples.ts', '**/help/promises.ts'] },
  );
  const typed: string[] = [];
  for await (const file of files) {
    const lines = (await readFile(join(root, file), 'utf8')).split('\n');
    for (const line of lines.filter((it) => !/^\s*(\/\*|\*|\/\/)/.test(it))) {
      if (promise.test(line) && !fixed.test(line)) typed.push(`${file}: ${line.trim()}`);
    }
  }
  expect(typed).toEqual([]);
});
