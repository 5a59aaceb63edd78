import { glob, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

/** What a shop is made of. The seed writes the demo shop; tools, tests and documents know it. */
const places = ['src/**/*', 'public/**/*', 'supabase/**/*'];
const exclude = [
  'supabase/seed.sql',
  'supabase/images/**',
  'supabase/.temp/**',
  // Databases that exist keep what their pages showed before it was a setting.
  'supabase/migrations/**',
  '**/README.md',
];

test('no page, email, function or table has the name or the contact lines of the demo shop', async () => {
  const seed = await readFile(join(root, 'supabase/seed.sql'), 'utf8');
  const settings = new Map(
    [...seed.matchAll(/to_jsonb\('([^']*)'::text\) where name = '(\w+)'/g)].map(
      ([, value = '', name = '']) => [name, value] as const,
    ),
  );
  const valueOf = (name: string) => settings.get(name) ?? '';
  // In lower case, the name is that of this software: of its cookies, keys, events, metrics and triggers.
  const said = [
    valueOf('shop_name'),
    valueOf('shop_email').replace(/^.*@/, ''),
    valueOf('shop_phone'),
    valueOf('shop_description').slice(0, 40),
  ];
  expect(said.filter((it) => it.length < 5)).toEqual([]);

  const found: string[] = [];
  for await (const file of glob(places, { cwd: root, exclude })) {
    if (!/\.(astro|css|html|js|mjs|sql|svg|toml|ts|tsx)$/.test(file)) continue;
    const text = await readFile(join(root, file), 'utf8');
    for (const it of said) if (text.includes(it)) found.push(`${file}: ${it}`);
  }
  expect(found).toEqual([]);
});
