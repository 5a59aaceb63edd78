import { afterAll, describe, expect, test } from 'vitest';
import { actAs, actAsOwner, connect, only, rolledBack, type Tx } from './actors.ts';
import { addCategory, addProduct } from './goods.ts';

const sql = connect();
afterAll(() => sql.end());

/** A shop whose words no demo garment has; everything is looked for as a visitor. */
async function inShop(work: (tx: Tx) => Promise<void>): Promise<void> {
  await rolledBack(sql, async (tx) => {
    const category = await addCategory(tx, 'Zwilchjackets');
    await addProduct(tx, {
      title: 'Quorvine Overshirt',
      description: 'A calm layer of brushed flurbine.',
      colors: ['xanthic'],
      category,
    });
    await addProduct(tx, {
      title: 'Plimbeck Trouser',
      description: 'Goes well with the Quorvine overshirt.',
    });
    await addProduct(tx, { title: 'Café Crème Snood' });
    await actAs(tx, null);
    await work(tx);
  });
}

async function find(tx: Tx, text: string, limit = 200): Promise<string[]> {
  const rows = await tx<{ title: string }[]>`
    select e ->> 'title' as title
    from json_array_elements(find_products(${text}, p_limit => ${limit}) -> 'rows') e`;
  return rows.map(({ title }) => title);
}

const overshirt = 'Quorvine Overshirt';
const trouser = 'Plimbeck Trouser';
const snood = 'Café Crème Snood';

describe('search finds', () => {
  test.each<[string, string, string[]]>([
    ['a title before a description', 'quorvine', [overshirt, trouser]],
    ['all words, wherever they stand', 'flurbine quorvine', [overshirt]],
    ['other forms of a word', 'plimbeck trousers', [trouser]],
    ['the beginning of a word', 'quor', [overshirt, trouser]],
    ['part of a word', 'orvine', [overshirt]],
    ['the category', 'zwilchjacket', [overshirt]],
    ['a colour', 'Xanthic', [overshirt]],
    ['without accents', 'cafe creme', [snood]],
    ['with accents that are not there', 'plîmbèck', [trouser]],
    ['in capitals', 'PLIMBECK', [trouser]],
    ['through words that say nothing', 'the plimbeck', [trouser]],
    ['a mistyped word', 'plimbekc', [trouser]],
    ['a mistyped and a right word', 'quorvime overshirt', [overshirt]],
    ['two mistyped words', 'plimbck truoser', [trouser]],
    ['a word with signs around it', '"plimbeck" & (trouser)!', [trouser]],
  ])('%s: %s', async (_what, text, titles) => {
    await inShop(async (tx) => expect(await find(tx, text)).toEqual(titles));
  });
});

describe('search is safe with', () => {
  test.each([
    ['nothing', ''],
    ['spaces', ' \t\n '],
    ['a per cent sign', '%'],
    ['underscores', '___'],
    ['quotes', `'"’“`],
    ['a backslash', '\\'],
    ['operators of the text search', '& | ! <-> :* ()'],
    ['SQL', `'; drop table products; --`],
    ['emoji', '🧥👗'],
    ['other scripts', 'пальто 外套 معطف'],
    ['a very long word', 'q'.repeat(100_000)],
    ['very many words', 'zzqx '.repeat(20_000)],
    ['control characters', '\u0001\u001f\u202e'],
  ])('%s', async (_what, text) => {
    await inShop(async (tx) => {
      const found = await find(tx, text);
      expect(found).not.toContain(overshirt);
      expect(found).not.toContain(snood);
    });
  });
});

test('search gives as many as asked for, and never more than 500', async () => {
  await rolledBack(sql, async (tx) => {
    await tx`insert into products (title, price) select 'Quorvine ' || n, 1 from generate_series(1, 510) n`;
    expect(await find(tx, 'quorvine', 3)).toHaveLength(3);
    expect(await find(tx, 'quorvine', 100_000)).toHaveLength(500);
    expect(await find(tx, 'quorvine', -1)).toEqual([]);
  });
});

test('search follows what an administrator changes', async () => {
  await inShop(async (tx) => {
    await actAsOwner(tx);
    const { id, updated_at: edited } = only(
      await tx<{ id: string; updated_at: Date }[]>`
        update products set updated_at = '2020-01-01' where title = ${overshirt}
        returning id, updated_at`,
    );
    await tx`update categories set name = 'Vexlings' where name = 'Zwilchjackets'`;
    expect(await find(tx, 'vexlings')).toEqual([overshirt]);
    expect(await find(tx, 'zwilchjacket')).not.toContain(overshirt);
    // The renamed category is no edit of the product: two administrators would seem to collide.
    const now = only(
      await tx<{ updated_at: Date }[]>`select updated_at from products where id = ${id}`,
    );
    expect(now.updated_at).toEqual(edited);
    await tx`update products set title = 'Brindlecap' where id = ${id}`;
    expect(await find(tx, 'brindlecap')).toEqual(['Brindlecap']);
    await tx`delete from categories where name = 'Vexlings'`;
    expect(await find(tx, 'vexlings')).not.toContain('Brindlecap');
  });
});
