import { expect } from 'vitest';
import { actAs, actAsOwner, test, type Tx } from './actors.ts';
import { rowOf, valueOf, valuesOf } from './answers.ts';
import { colourName, houseColours } from '../../supabase/functions/_shared/domain/colour-name.ts';
import { actAsAdministrator } from './people.ts';
import { addCategory, addProduct } from './goods.ts';

/** A shop whose words no demo garment has; everything is looked for as a visitor. */
async function openShop(tx: Tx): Promise<void> {
  await addProduct(tx, {
    title: 'Quorvine Overshirt',
    description: 'A calm layer of brushed flurbine.',
    colors: ['xanthic'],
    category: await addCategory(tx, 'Zwilchjackets'),
  });
  const description = 'Goes well with the Quorvine overshirt.';
  await addProduct(tx, { title: 'Plimbeck Trouser', description });
  await addProduct(tx, { title: 'Café Crème Snood' });
  await actAs(tx, null);
}

async function find(tx: Tx, text: string, limit = 200): Promise<string[]> {
  return valuesOf<string>(tx`
    select e ->> 'title' as title
    from json_array_elements(find_products(${text}, p_limit => ${limit}) -> 'rows') e`);
}

const overshirt = 'Quorvine Overshirt';
const trouser = 'Plimbeck Trouser';
const snood = 'Café Crème Snood';

test('search finds all forms of a word, mistyped ones too, in titles first', async ({ tx }) => {
  await openShop(tx);
  for (const [text, ...titles] of [
    ['quorvine', overshirt, trouser],
    ['flurbine quorvine', overshirt],
    ['plimbeck trousers', trouser],
    ['quor', overshirt, trouser],
    ['orvine', overshirt],
    ['zwilchjacket', overshirt],
    ['Xanthic', overshirt],
    ['cafe creme', snood],
    ['plîmbèck', trouser],
    ['PLIMBECK', trouser],
    ['the plimbeck', trouser],
    ['plimbekc', trouser],
    ['quorvime overshirt', overshirt],
    ['plimbck truoser', trouser],
    ['"plimbeck" & (trouser)!', trouser],
  ] as const) {
    expect(await find(tx, text), text).toEqual(titles);
  }
});

/** Garments as the demo shop has them; their words are common, so that only these are looked at. */
async function openWardrobe(tx: Tx): Promise<void> {
  await tx`delete from products`;
  const shirts = await addCategory(tx, 'Blouses and shirts');
  for (const garment of [
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
  ]) {
    await addProduct(tx, garment);
  }
  await actAs(tx, null);
}

test('a shopper finds by colours, synonyms and with slips', async ({ tx }) => {
  await openWardrobe(tx);
  const [flannel, tshirt, tee] = ['Fell Flannel Shirt', 'Heavy T-shirt', 'Plain Tee'];
  const [dress, scarf, jumper] = [
    'Bramble Wrap Dress',
    'Mill Linen Scarf',
    'Moor Fisherman Jumper',
  ];
  for (const [text, ...titles] of [
    ['red', flannel, tshirt],
    ['red shirt', flannel, tshirt],
    ['blue dress', dress],
    ['dresses in blue', dress],
    ['linen', scarf],
    ['pants', 'Ferry Pleated Trouser'],
    ['sweater', jumper],
    ['grey jumpers', jumper],
    ['tshirt', tshirt, tee],
    ['t-shirt', tshirt, tee],
    ['T shirts', tshirt, tee],
    ['white tee', tee],
    ['shrit', flannel, tshirt, 'Weir Denim Shirt'],
    ['swaeter', jumper],
    ['gren'],
    ['linen xylophone'],
    ['red dress'],
  ]) {
    expect((await find(tx, text ?? '')).toSorted(), text).toEqual(titles);
  }
});

test('a shopper sees titles first, then categories, then descriptions', async ({ tx }) => {
  await openWardrobe(tx);
  await actAsOwner(tx);
  await addProduct(tx, { title: 'Quay Overlayer', description: 'Shirt shirt shirt shirt.' });
  const category = await valueOf<string>(
    tx`select id from categories where name = 'Blouses and shirts'`,
  );
  await addProduct(tx, { title: 'Quay Top', category });
  const found = await find(tx, 'shirt');
  expect(found.indexOf('Heavy T-shirt')).toBeLessThan(found.indexOf('Quay Top'));
  expect(found.indexOf('Quay Top')).toBeLessThan(found.indexOf('Quay Overlayer'));
  expect(found.slice(0, 2).toSorted()).toEqual(['Fell Flannel Shirt', 'Weir Denim Shirt']);
});

test('a shopper finds by synonyms as soon as an administrator adds them', async ({ tx }) => {
  await openWardrobe(tx);
  expect(await find(tx, 'muffler')).toEqual([]);
  await actAsOwner(tx);
  await tx`insert into search_synonyms (words) values ('{scarf,muffler,"neck warmer"}')`;
  await actAs(tx, null);
  for (const text of ['muffler', 'mufflers', 'Neck Warmer']) {
    expect(await find(tx, text)).toEqual(['Mill Linen Scarf']);
  }
});

test('search is safe with whatever is typed', async ({ tx }) => {
  await openShop(tx);
  for (const text of [
    ...['', ' \t\n ', '%', '___', `'"’“`, '\\', '& | ! <-> :* ()', '🧥👗', 'пальто 外套 معطف'],
    ...[`'; drop table products; --`, '\u0001\u001f\u202e'],
    ...['q'.repeat(100_000), 'zzqx '.repeat(20_000)],
  ]) {
    const found = await find(tx, text);
    for (const title of [overshirt, snood]) expect(found, text.slice(0, 50)).not.toContain(title);
  }
});

test('search gives as many as asked for, and never more than 500', async ({ tx }) => {
  await tx`insert into products (title, price) select 'Quorvine ' || n, 1 from generate_series(1, 510) n`;
  expect(await find(tx, 'quorvine', 3)).toHaveLength(3);
  expect(await find(tx, 'quorvine', 100_000)).toHaveLength(500);
  expect(await find(tx, 'quorvine', -1)).toEqual([]);
});

test('search follows what an administrator changes', async ({ tx }) => {
  await openShop(tx);
  await actAsOwner(tx);
  const { id, updated_at: edited } = await rowOf(tx<{ id: string; updated_at: Date }[]>`
        update products set updated_at = '2020-01-01' where title = ${overshirt}
        returning id, updated_at`);
  await tx`update categories set name = 'Vexlings' where name = 'Zwilchjackets'`;
  expect(await find(tx, 'vexlings')).toEqual([overshirt]);
  expect(await find(tx, 'zwilchjacket')).not.toContain(overshirt);
  // The renamed category is no edit of the product: two administrators would seem to collide.
  const now = await valueOf<Date>(tx`select updated_at from products where id = ${id}`);
  expect(now).toEqual(edited);
  await tx`update products set title = 'Brindlecap' where id = ${id}`;
  expect(await find(tx, 'brindlecap')).toEqual(['Brindlecap']);
  await tx`delete from categories where name = 'Vexlings'`;
  expect(await find(tx, 'vexlings')).not.toContain('Brindlecap');
});

/** What the back office finds by a text, with and without a filter. */
const inOffice = (tx: Tx, text: string): Promise<string[]> =>
  valuesOf(tx`
    select title from office.list_admin_products(p_query => ${text})
    intersect select title from office.list_admin_products(p_query => ${text}, p_without_pictures => true)`);

test('an SKU finds its product by whole or number, no archived one or draft', async ({ tx }) => {
  const choices = { sizes: ['S', 'M'], colors: ['navy'] };
  const id = await addProduct(tx, { title: 'Vexling', ...choices });
  const draft = await addProduct(tx, { title: 'Zwilch', ...choices, status: 'draft' });
  const numberOf = (product: string) =>
    valueOf<number>(tx`select number from product_variants where product_id = ${product} limit 1`);
  const [number, unpublished] = [await numberOf(id), `HM${await numberOf(draft)}-NAVY-M`];
  await addProduct(tx, { title: 'Quorvine', description: `Like HM${number}, navy.` });
  const titled = await addProduct(tx, { title: `Plimbeck ${number}` });
  await tx`update product_variants set barcode = '4006381333931' where product_id = ${titled}`;
  for (const typed of ['-NAVY-M', '-navy-m', 'navym', ' Navy M', '-navy', '', '-na']) {
    for (const begin of [`HM${number}`, `hm${number}`]) {
      expect((await find(tx, begin + typed))[0], begin + typed).toBe('Vexling');
    }
  }
  expect(await find(tx, `${number}-navy`)).toEqual(['Vexling']);
  expect(await find(tx, '4006381333931')).toEqual([`Plimbeck ${number}`]);
  // What stands in a title is nearer than the beginning of an SKU.
  expect((await find(tx, `${number}`)).slice(0, 2)).toEqual([`Plimbeck ${number}`, 'Vexling']);
  expect(await find(tx, unpublished)).toEqual([]);
  await actAsAdministrator(tx);
  expect(await inOffice(tx, unpublished)).toEqual(['Zwilch']);
  expect(await inOffice(tx, `HM${number}-NAVY-M`)).toEqual(['Vexling']);
  await tx`update products set sizes = '{S}' where id = ${id}`;
  expect(await inOffice(tx, `HM${number}-NAVY-M`)).toEqual([]);
  expect(await inOffice(tx, `HM${number}-NAVY-S`)).toContain('Vexling');
});

test('a color is found by the name that pages show, as by its CSS name', async ({ tx }) => {
  const named =
    await tx`select name, initcap(house) as house from private.colours where house <> ''`;
  expect(new Map(named.map((it) => [it['name'], it['house']]))).toEqual(houseColours);
  for (const css of houseColours.keys()) {
    const words = await valueOf<string>(tx`select (private.describe_colours(${[css]})).words`);
    expect(words.split(' ')).toContain(colourName(css).toLowerCase());
  }
  await addProduct(tx, { title: 'Quorvine Gilet', colors: ['indianred'] });
  await addProduct(tx, { title: 'Quorvine Cape', colors: ['navy'] });
  await actAs(tx, null);
  for (const words of ['brick quorvine', 'indian red quorvine', 'red quorvine']) {
    expect((await find(tx, words))[0]).toBe('Quorvine Gilet');
  }
});
