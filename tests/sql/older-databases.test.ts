import { readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { connect, rolledBack, type Tx } from './actors.ts';
import { addCategory, addCustomer, addProduct } from './goods.ts';

const sql = connect();
afterAll(() => sql.end());

async function migrate(tx: Tx, name: string): Promise<void> {
  const file = new URL(`../../supabase/migrations/${name}.sql`, import.meta.url);
  await tx.unsafe(await readFile(file, 'utf8'));
}

test('a database from before the checks keeps its records, with names that can be seen', async () => {
  await rolledBack(sql, async (tx) => {
    await tx.unsafe(`drop function is_visible(text), are_visible(text[]) cascade;
      drop function private.drop_invisible_names() cascade;
      alter table banners drop constraint if exists banners_show_something`);
    const category = await addCategory(tx, '\u2800');
    const product = await addProduct(tx, { title: '\u200b', sizes: ['', 'M', '\u3164', 'L'] });
    const customer = await addCustomer(tx, { firstname: '\u200b' });
    await tx`insert into reviews (product_id, user_id, rating, comment)
      values (${product}, ${customer}, 5, '\u200b')`;
    await tx`insert into banners (header, paragraph, images)
      values ('\u200b', 'Older words', '{}'), ('\u200b', '', '{}'), ('', '\u200b', '{banners/older.webp}')`;
    await migrate(tx, '20261122153000_visible_text');
    await migrate(tx, '20261122153100_banners_show_something');

    expect([...(await tx`select name from categories where id = ${category}`)]).toEqual([
      { name: 'Untitled' },
    ]);
    expect([...(await tx`select title, sizes from products where id = ${product}`)]).toEqual([
      { title: 'Untitled', sizes: ['M', 'L'] },
    ]);
    expect([...(await tx`select firstname from profiles where id = ${customer}`)]).toEqual([
      { firstname: '' },
    ]);
    expect([...(await tx`select comment from reviews where product_id = ${product}`)]).toEqual([
      { comment: '(empty)' },
    ]);
    const banners = await tx`select header, paragraph, images from banners
      where paragraph = 'Older words' or 'banners/older.webp' = any (images) order by paragraph`;
    expect([...banners]).toEqual([
      { header: '', paragraph: '', images: ['banners/older.webp'] },
      { header: '', paragraph: 'Older words', images: [] },
    ]);
  });
});

test('categories that share a name are numbered, the oldest keeps it', async () => {
  await rolledBack(sql, async (tx) => {
    await tx.unsafe('drop function name_key(text) cascade');
    const names = ['Older capes', 'older  CAPES', 'Older capes (2)', 'Older capes', 'Other capes'];
    for (const [place, name] of names.entries()) {
      await tx`insert into categories (name, created_at)
        values (${name}, now() + ${`${place} minutes`}::interval)`;
    }
    await migrate(tx, '20261122153200_one_category_of_a_name');
    const found = await tx<{ name: string }[]>`
      select name from categories where name ilike 'o%er%capes%' order by created_at`;
    expect(found.map((it) => it.name)).toEqual([
      'Older capes',
      'older  CAPES (3)',
      'Older capes (2)',
      'Older capes (4)',
      'Other capes',
    ]);
    await tx`insert into categories (name) values ('Όμορφος'), ('Other ca\u200bpes')`;
    await migrate(tx, '20261122153900_names_without_hidden_signs');
    const later = await tx<{ name: string }[]>`
      select name from categories where name like 'Other%pes%' order by created_at, name`;
    expect(later.map((it) => it.name)).toEqual(['Other ca\u200bpes', 'Other capes (2)']);
    await expect(
      tx.savepoint((it) => it`insert into categories (name) values ('ΌΜΟΡΦΟΣ')`),
    ).rejects.toMatchObject({ code: '23505' });
  });
});
