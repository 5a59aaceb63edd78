import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { repository } from '../../supabase/embedded/paths.ts';
import { actAsOwner, sql, test } from './actors.ts';
import { rowOf, valueOf } from './answers.ts';
import { addProduct } from './goods.ts';
import { placeOrder } from './orders.ts';
import { actAsCustomer } from './people.ts';

/** The codes of the countries that are called so; null where none is. */
async function codesOf(names: readonly string[]): Promise<(string | null)[]> {
  const found = await sql<{ code: string | null }[]>`
    select private.country_code(n) as code from unnest(${names}::text[]) with ordinality it (n, place) order by place`;
  return found.map(({ code }) => code);
}

describe('a country is recognized', () => {
  test.for<[string | null, string[]]>([
    ['US', ['USA', 'U.S.A.', 'united states', 'United States of America', ' us ', 'EE. UU.']],
    ['US', ['Estados Unidos', 'アメリカ合衆国', 'The United States', 'Vereinigte Staaten']],
    ['GB', ['UK', 'Great Britain', 'England', 'United Kingdom', 'gb', 'GBR', 'Großbritannien']],
    [
      'DE',
      ['Deutschland', 'GERMANY', 'de', 'deu', 'Allemagne', 'ドイツ', 'Bundesrepublik Deutschland'],
    ],
    ['IE', ['Éire', 'E\u0301ire', 'Irland', 'Republic of Ireland', 'IRL', 'Irlande', 'أيرلندا']],
    ['JP', ['日本', '日本国', 'ＪＰＮ', 'Япония', 'ЯПОНИЯ', 'जापान', '일본']],
    ['ES', ['España', 'Reino de España', 'Espanya', 'Spanien', '西班牙']],
    ['CI', ['Ivory Coast', "Cote d'Ivoire", 'Côte d’Ivoire']],
    ['TT', ['Trinidad & Tobago', 'Trinidad and Tobago']],
    // Adlam and Chakma are written beyond the first 65,536 characters.
    ['GN', ['𞤘𞤭𞤲𞤫']],
    ['JP', ['𑄎𑄛𑄚𑄴']],
    // With characters that nobody sees.
    ['ZA', ['South Africa', 'zaf', 'So\u00aduth A\u200bfrica']],
    // A code comes before a word of another language, and what is meant most before the rest.
    ['SA', ['SA', 'sau']],
    ['CG', ['Congo']],
    // Without its accent, it is a code.
    ['AT', ['Áo', 'ÁO', 'A\u0301o']],
    ['AO', ['AO', 'ago']],
    // Two countries are called so.
    [null, ['Kongo', 'Конго', 'Wakanda', 'Germ', 'Germany, Berlin', '?', '🏝️']],
  ])('as %s by %j', async ([code, names]) => {
    expect(await codesOf(names)).toEqual(names.map(() => code));
  });

  test('by its name in the languages of most shoppers', async () => {
    const languages = [
      'ar',
      'bn',
      'de',
      'el',
      'es',
      'fa',
      'fr',
      'he',
      'hi',
      'id',
      'it',
      'ja',
      'ko',
    ];
    languages.push('nl', 'pl', 'pt', 'ru', 'sv', 'sw', 'ta', 'th', 'tr', 'uk', 'ur', 'vi', 'zh');
    const countries = await sql<{ code: string }[]>`select code from countries order by code`;
    const unknown: string[] = [];
    for (const language of languages) {
      const name = new Intl.DisplayNames([language], { type: 'region' });
      const names = countries.map(({ code }) => name.of(code) ?? '');
      const found = await codesOf(names);
      unknown.push(...names.filter((_, i) => found[i] !== countries[i]?.code));
    }
    // Polish has the first for one country, and other languages for its neighbor. The second is the code of Nigeria.
    expect(unknown).toEqual(['Kongo', 'Nga']);
  });
});

test('the reason why an order cannot be sent names the country', async ({ tx }) => {
  const problem = (country: string, methods: object[] = []) =>
    valueOf(tx`select private.delivery_problem(${country}, ${tx.json(methods as never)})`);
  await tx`with zone as (insert into shipping_zones (name, countries) values ('North', '{NO}') returning id)
    insert into shipping_methods (zone_id, name, price, max_weight) select id, 'Letter', 5, 100 from zone`;
  expect(await problem('日本')).toBe('We do not deliver to Japan.');
  expect(await problem('Norge')).toBe('This order is too heavy for our deliveries to Norway.');
  expect(await problem('Norge', [{ id: 1 }])).toBe('');
  expect(await problem('Wakanda')).toBe(
    'We do not recognize the country Wakanda. Please check the address.',
  );
  expect(await problem(' ')).toBe('');
});

describe('the city of an address that was typed without a field for it', async () => {
  const migration = await readFile(
    join(repository, 'supabase/migrations/20261127220000_countries_and_cities.sql'),
    'utf8',
  );
  const cityOf = /create function pg_temp\.city_of[\s\S]+?\n\$\$;/.exec(migration)?.[0] ?? '';

  test.for<[city: string, address: string, state?: string, country?: string]>([
    ['Dublin', '4 Mill Lane, Dublin'],
    ['Cork', 'Flat 2, 14 Quay Street, Cork', 'Munster'],
    ['San José', '12 Calle Ancha, San José', '', 'Costa Rica'],
    ['Bad Homburg v.d. Höhe', 'Luisenstraße 3a, Bad Homburg v.d. Höhe', '', 'Deutschland'],
    ['Portland', '18 Quay Street, Portland', 'Maine', 'USA'],
    // Not certain: no street, a street of its own line, a state, a country, a post code, or a part of a building.
    ['', '4 Mill Lane'],
    ['', 'Mill House, Dublin'],
    ['', '4, Mill Lane'],
    ['', 'Flat 4, Riverside'],
    ['', '4 Mill Lane, Leinster', 'leinster'],
    ['', '18 Quay Street, Maine', '', 'USA'],
    ['', '18 Quay Street, Portland, Maine', '', 'Ireland'],
    ['', '4 Mill Lane, Ireland'],
    ['', '4 Mill Lane, 10115'],
    ['', '4 Mill Lane, 10115 Berlin'],
    ['', '4 Mill Lane, Apartment B'],
    ['', '4 Mill Lane, Top Floor'],
    ['', '4 Mill Lane, c/o Byrne'],
    ['', '4 Mill Lane, Co. Cork'],
    ['', '4 Mill Lane,'],
    ['', ''],
  ])('is %j in %j', async ([city, address, state = '', country = 'Ireland'], { tx }) => {
    await tx.unsafe(cityOf);
    expect(
      await rowOf(tx`select pg_temp.city_of(${address}, ${state}, ${country}) as city`),
    ).toEqual({ city });
  });

  test('is taken out of the addresses of customers and orders, and nobody is said to have done it', async ({
    tx,
  }) => {
    const product = await addProduct(tx, { price: '20.00' });
    const customer = await actAsCustomer(tx, {
      address: '4 Mill Lane, Dublin',
      country: 'Ireland',
    });
    const { id } = await placeOrder(tx, [{ product, quantity: 1 }], '20');
    await actAsOwner(tx);
    const entries = () => valueOf(tx`select count(*) from audit_log`);
    const before = await entries();
    await tx.unsafe(migration.slice(migration.indexOf('create function pg_temp.city_of')));
    const moved = { address: '4 Mill Lane', city: 'Dublin' };
    expect(await rowOf(tx`select * from profiles where id = ${customer}`)).toMatchObject(moved);
    expect(await rowOf(tx`select * from orders where id = ${id}`)).toMatchObject(moved);
    expect(await entries()).toBe(before);
  });
});
