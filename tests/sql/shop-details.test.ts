import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { actAs, test, type Tx } from './actors.ts';
import { valueOf } from './answers.ts';
import { actAsAdministrator, actAsCustomer } from './people.ts';
import { errorOf } from './refusals.ts';

const set = (tx: Tx, name: string, value: string | number) =>
  tx`update shop_settings set value = ${JSON.stringify(value)}::text::jsonb where name = ${name} returning name`;
const details = (tx: Tx) => valueOf<Record<string, unknown>>(tx`select shop_details()`);

test('everybody reads who the shop is, and only administrators change it', async ({ tx }) => {
  await actAs(tx, null);
  expect(await details(tx)).toMatchObject({
    ...{ name: 'Hemline', legal_name: 'Hemline Ltd.', country: '', copyright_year: 2023 },
    ...{ address: 'Mill Lane\nHebden Bridge\nEngland', hours: 'Monday to Friday, 8am to 5pm' },
  });
  await actAsCustomer(tx);
  expect(await set(tx, 'shop_name', 'Mine')).toHaveLength(0);
  await actAsAdministrator(tx);
  await set(tx, 'shop_name', 'Mill & Daughters');
  await set(tx, 'seller_country', 'IE');
  await actAs(tx, null);
  expect(await details(tx)).toMatchObject({ name: 'Mill & Daughters', country: 'Ireland' });
});

const long = (length: number) => 'a'.repeat(length);
test.for<[name: string, ...refused: (string | number)[]]>([
  ['shop_name', '', ' ', '\u200b', 'Two\nlines', long(61), 5],
  ['shop_email', 'post', 'post@', 'a b@c.example', 5],
  ['shop_phone', 'call us', '+', '1'.repeat(31), 5],
  ['shop_description', long(301), 5],
  ['shop_hours', long(101), 5],
  ['shop_social_links', 'http://a.example', 'https://a.example\n', 'https://a b.example'],
  [
    'shop_social_links',
    'https://a.example\nb.example',
    Array(9).fill('https://a.example').join('\n'),
  ],
  ['shop_copyright_year', 23, 2100, '2023'],
  ['shop_paper', 'ivory', '#fff', '#FFFFFF', '#ffffff;', 5],
  ['shop_logo', 'logo.png', 'shop/a.png', '../x.png', `shop/1x1-${randomUUID()}.svg`],
  ['shop_logo_dark', `banners/1x1-${randomUUID()}.png`],
  ['shop_accent_dark', 'url(x)', '#12345g'],
])('%s refuses what it cannot be', async ([name, ...refused], { tx }) => {
  for (const value of refused) {
    const { constraint_name } = await errorOf(tx, (at) => set(at, name, value));
    expect([value, constraint_name]).toEqual([value, 'shop_settings_valid']);
  }
});

test('what is optional can be empty, and links can be eight', async ({ tx }) => {
  for (const name of ['email', 'phone', 'description', 'hours', 'social_links']) {
    expect(await set(tx, `shop_${name}`, '')).toHaveLength(1);
  }
  const links = Array(8).fill('https://a.example').join('\n');
  expect(await set(tx, 'shop_social_links', links)).toHaveLength(1);
  const logo = `shop/480x120-${randomUUID()}.png`;
  for (const name of ['shop_logo', 'shop_logo_dark']) {
    expect(await set(tx, name, logo)).toHaveLength(1);
  }
});
