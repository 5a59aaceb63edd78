import { expect } from 'vitest';
import { actAsOwner, letPass, test, type Tx } from './actors.ts';
import { valueOf, valuesOf } from './answers.ts';
import { errorOf, expectRefusal } from './refusals.ts';
import { actAsAdministrator } from './people.ts';
import { addCategory, addProduct, remove, restore } from './goods.ts';

const json = (value: unknown) => JSON.stringify(value);
const save = (tx: Tx, from: string, to: string) => tx`select office.save_redirect(${from}, ${to})`;
const target = (tx: Tx, path: string) =>
  valueOf<string | null>(tx`select redirect_target(${path})`);

test('visitors are sent once, to where the last redirect leads', async ({ tx }) => {
  await actAsAdministrator(tx);
  await save(tx, '/spring', '/summer?size=M');
  await save(tx, '/summer', '/autumn/');
  await save(tx, '/autumn', 'https://elsewhere.example/winter');
  for (const path of ['/spring', '/spring/', '/spring?utm=x'])
    expect(await target(tx, path)).toBe('https://elsewhere.example/winter');
  expect(await target(tx, '/Spring')).toBe(null);
});

test('a redirect that leads back to itself, or on and on, is refused with the way', async ({
  tx,
}) => {
  await actAsAdministrator(tx);
  await expectRefusal(tx, 'redirect_loop', (it) => save(it, '/a', '/a/?again'));
  await save(tx, '/a', '/b');
  await save(tx, '/b', '/c');
  const error = await errorOf(tx, (it) => save(it, '/c', '/a'));
  expect(error.message).toBe('/c would lead back to itself by way of /a, /b.');
  for (let i = 0; i < 10; i += 1) await save(tx, `/x${i}`, i === 0 ? '/shop' : `/x${i - 1}`);
  await expectRefusal(tx, 'redirect_chain', (it) => save(it, '/x10', '/x9'));
});

test('a deleted product leads to its category, and that to all products, until they are back', async ({
  tx,
}) => {
  const category = await addCategory(tx);
  const product = await addProduct(tx, { category });
  await actAsAdministrator(tx);
  const path = `/product/${product}`;
  await save(tx, '/famous-coat', `${path}/famous-coat`);
  expect(await target(tx, '/famous-coat')).toBe(`${path}/famous-coat`);
  const trash = await remove(tx, 'products', product);
  expect(await target(tx, `${path.toUpperCase().replace('/PRODUCT', '/product')}/coat`)).toBe(
    `/category/${category}`,
  );
  expect(await target(tx, '/famous-coat')).toBe(`/category/${category}`);
  await remove(tx, 'categories', category);
  expect(await target(tx, '/famous-coat')).toBe('/shop');
  await restore(tx, trash);
  expect(await target(tx, '/famous-coat')).toBe(`${path}/famous-coat`);
});

test('deleting never fails, though a redirect leads from the category to its product', async ({
  tx,
}) => {
  const category = await addCategory(tx);
  const product = await addProduct(tx, { category });
  await actAsAdministrator(tx);
  await save(tx, `/category/${category}`, `/product/${product}/coat`);
  await remove(tx, 'products', product);
  expect(await target(tx, `/product/${product}`)).toBe(null);
});

test('the earlier addresses of a page lead to it, however often it is renamed, and back', async ({
  tx,
}) => {
  await actAsAdministrator(tx);
  const page = await valueOf<string>(tx`
    select office.save_page(p_slug => 'stores', p_title => 'Stores', p_description => '',
      p_body => '{"type":"doc","content":[]}', p_published => true)`);
  const rename = (slug: string, known: number) => tx`
    select office.save_page(${page}, ${slug}, 'Stores', '', '{"type":"doc","content":[]}', true, null, ${known})`;
  for (let i = 1; i <= 15; i += 1) await rename(`stores-${i}`, i);
  for (const it of ['stores', 'stores-1', 'stores-14']) {
    expect(await target(tx, `/pages/${it}`)).toBe('/pages/stores-15');
  }
  await rename('stores', 16);
  expect(await target(tx, '/pages/stores')).toBe(null);
  expect(await target(tx, '/pages/stores-15')).toBe('/pages/stores');
});

test('a file is taken whole or not at all, and a dry run changes nothing', async ({ tx }) => {
  await actAsAdministrator(tx);
  await save(tx, '/old', '/shop');
  await save(tx, '/same', '/about');
  const take = (rows: { from: string; to: string }[], dry: boolean) =>
    valueOf<{ row: number; action: string; problems: { message: string }[] }[]>(tx`
      select office.import_redirects(${json(rows.map((row, i) => ({ line: i + 2, ...row })))}::text::jsonb, ${dry})`);
  const rows = [
    ...[
      { from: '/new', to: '/old' },
      { from: '/old', to: '/terms' },
    ],
    { from: '/same', to: '/about' },
  ];
  const twice = await take([...rows, { from: '/new', to: '/x' }], false);
  expect(twice.map((it) => it.action)).toEqual(['wrong', 'update', 'same', 'wrong']);
  const loop = await take([...rows, { from: '/terms', to: '/new' }], false);
  expect(loop.map((it) => it.action)).toEqual(['create', 'wrong', 'same', 'create']);
  expect(loop[1]?.problems).toEqual([
    { field: 'From', message: '/old would lead back to itself by way of /terms, /new.' },
  ]);
  expect((await take(rows, true)).map((it) => it.action)).toEqual(['create', 'update', 'same']);
  expect(await target(tx, '/old')).toBe('/shop');
  await take(rows, false);
  expect([await target(tx, '/new'), await target(tx, '/same')]).toEqual(['/terms', '/about']);
});

test('a thousand addresses without a page are kept, the most visited, for 90 days', async ({
  tx,
}) => {
  await actAsOwner(tx);
  await tx`delete from missing_pages`;
  const note = (pages: { path: string; visits: number }[]) =>
    tx`select note_missing_pages(${json(pages)}::text::jsonb)`;
  await note([{ path: '/often', visits: 3 }]);
  await letPass(tx, '80 days');
  await note([
    { path: '/often', visits: 2 },
    { path: '/redirected', visits: 9 },
  ]);
  for (let i = 0; i < 1100; i += 100)
    await note(Array.from({ length: 100 }, (_, n) => ({ path: `/bot-${i + n}`, visits: 1 })));
  expect(await valueOf(tx`select count(*)::int from missing_pages`)).toBe(1000);
  await actAsAdministrator(tx);
  await save(tx, '/redirected', '/shop');
  const listed = () =>
    valuesOf<string>(
      tx`select path || ' ' || visits from office.list_missing_pages(2, 1, '', 'e')`,
    );
  expect(await listed()).toEqual(['/often 5']);
  await letPass(tx, '91 days');
  await actAsOwner(tx);
  await note([{ path: '/later', visits: 1 }]);
  await actAsAdministrator(tx);
  expect(await listed()).toEqual(['/later 1']);
});
