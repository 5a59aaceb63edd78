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

/** Garments as the demo shop has them; their words are common, so that only these are looked at. */
async function inWardrobe(work: (tx: Tx) => Promise<void>): Promise<void> {
  await rolledBack(sql, async (tx) => {
    await tx`delete from products`;
    const shirts = await addCategory(tx, 'Blouses and shirts');
    const garments: Parameters<typeof addProduct>[1][] = [
      { title: 'Fell Flannel Shirt', colors: ['firebrick', 'navy'], category: shirts },
      { title: 'Weir Denim Shirt', colors: ['steelblue'], category: shirts },
      { title: 'Meadow Tiered Dress', colors: ['white'], description: 'Sewn in three tiers.' },
      { title: 'Bramble Wrap Dress', colors: ['midnightblue'] },
      { title: 'Beck Roll Neck', colors: ['linen'], description: 'Fine merino.' },
      { title: 'Mill Linen Scarf', colors: ['ivory'] },
      { title: 'Ferry Pleated Trouser', colors: ['tan'] },
      { title: 'Moor Fisherman Jumper', colors: ['gray'], description: 'To be worn over a shirt.' },
      { title: 'Plain Tee', colors: ['white'] },
      { title: 'Heavy T-shirt', colors: ['maroon'] },
    ];
    for (const garment of garments) await addProduct(tx, garment);
    await actAs(tx, null);
    await work(tx);
  });
}

describe('a shopper who types', () => {
  test.each<[string, string[]]>([
    ['red', ['Fell Flannel Shirt', 'Heavy T-shirt']],
    ['red shirt', ['Fell Flannel Shirt', 'Heavy T-shirt']],
    ['blue dress', ['Bramble Wrap Dress']],
    ['dresses in blue', ['Bramble Wrap Dress']],
    ['linen', ['Mill Linen Scarf']],
    ['pants', ['Ferry Pleated Trouser']],
    ['sweater', ['Moor Fisherman Jumper']],
    ['grey jumpers', ['Moor Fisherman Jumper']],
    ['tshirt', ['Heavy T-shirt', 'Plain Tee']],
    ['t-shirt', ['Heavy T-shirt', 'Plain Tee']],
    ['T shirts', ['Heavy T-shirt', 'Plain Tee']],
    ['white tee', ['Plain Tee']],
    ['shrit', ['Fell Flannel Shirt', 'Weir Denim Shirt', 'Heavy T-shirt']],
    ['swaeter', ['Moor Fisherman Jumper']],
    ['gren', []],
    ['red dress', ['Fell Flannel Shirt', 'Meadow Tiered Dress', 'Bramble Wrap Dress']],
    ['linen xylophone', ['Mill Linen Scarf']],
  ])('%s finds %j', async (text, titles) => {
    await inWardrobe(async (tx) => {
      const found = await find(tx, text);
      if (text === 'red dress') expect(found).toEqual(expect.arrayContaining(titles));
      else expect(found.toSorted()).toEqual(titles.toSorted());
    });
  });

  test('sees titles first, then categories, then descriptions', async () => {
    await inWardrobe(async (tx) => {
      await actAsOwner(tx);
      await addProduct(tx, {
        title: 'Quay Overlayer',
        category: null,
        description: 'Shirt shirt shirt shirt.',
      });
      const shirts = only(
        await tx<{ id: string }[]>`select id from categories where name = 'Blouses and shirts'`,
      );
      await addProduct(tx, { title: 'Quay Top', category: shirts.id });
      const found = await find(tx, 'shirt');
      expect(found.indexOf('Heavy T-shirt')).toBeLessThan(found.indexOf('Quay Top'));
      expect(found.indexOf('Quay Top')).toBeLessThan(found.indexOf('Quay Overlayer'));
      expect(found.slice(0, 2).toSorted()).toEqual(['Fell Flannel Shirt', 'Weir Denim Shirt']);
    });
  });

  test('finds by synonyms as soon as an administrator adds them', async () => {
    await inWardrobe(async (tx) => {
      expect(await find(tx, 'muffler')).toEqual([]);
      await actAsOwner(tx);
      await tx`insert into search_synonyms (words) values ('{scarf,muffler,"neck warmer"}')`;
      await actAs(tx, null);
      for (const text of ['muffler', 'mufflers', 'Neck Warmer']) {
        expect(await find(tx, text)).toEqual(['Mill Linen Scarf']);
      }
    });
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
