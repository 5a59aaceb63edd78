import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { test as base, type Tx } from './actors.ts';
import { valueOf } from './answers.ts';
import { expectRefusal, raised, refusalOf } from './refusals.ts';
import { actAsAdministrator } from './people.ts';
import { addCategory, addProduct } from './goods.ts';

interface Product {
  id: string;
  title: string;
  price: number;
  sizes: string[];
  images: string[];
  category: { id: string } | null;
  updated_at: string;
}

/** A product with pictures a, b and c; an administrator acts. */
const test = base.extend('product', async ({ tx }) => {
  const product = await addProduct(tx, { title: 'Coat', sizes: ['M'], images: ['a', 'b', 'c'] });
  await tx`update products set updated_at = now() - interval '1 hour' where id = ${product}`;
  await actAsAdministrator(tx);
  return product;
});

const read = (tx: Tx, id: string) => valueOf<Product>(tx`select read_product(${id})`);

describe('update_product', () => {
  test('changes what is given and returns the product', async ({ tx, product }) => {
    const category = await addCategory(tx);
    const it = await valueOf<Product>(tx`select office.update_product(
          ${product}, p_price => 12.5, p_category => ${category}, p_sizes => '{}')`);
    expect(it).toMatchObject({ title: 'Coat', price: 12.5, sizes: [], images: ['a', 'b', 'c'] });
    expect(it.category?.id).toBe(category);
    expect(await read(tx, product)).toEqual(it);
  });

  test('refuses a change of what somebody else has changed meanwhile', async ({ tx, product }) => {
    const { updated_at: known } = await read(tx, product);
    const change = (point: Tx, title: string) =>
      point`select office.update_product(${product}, p_title => ${title}, p_known => ${known}::text::timestamptz)`;
    await change(tx, 'Jacket');
    await expectRefusal(tx, 'changed_meanwhile', (it) => change(it, 'Vest'));
    expect((await read(tx, product)).title).toBe('Jacket');
  });

  test('returns null where there is no product', async ({ tx, product: _ }) => {
    const gone = tx`select office.update_product(${randomUUID()}, p_title => 'Vest')`;
    expect(await valueOf(gone)).toBeNull();
  });
});

describe('arrange_product_images', () => {
  const arrange = (tx: Tx, product: string, images: string[], known: string | null = null) =>
    valueOf<{ product: Product; removed: string[] } | { wrong: number } | null>(tx`
        select office.arrange_product_images(${product}, ${images}, ${known}::text::timestamptz)`);

  test('orders the pictures and returns the removed ones', async ({ tx, product }) => {
    expect(await arrange(tx, product, ['c', 'a'])).toMatchObject({
      product: { images: ['c', 'a'] },
      removed: ['b'],
    });
    expect(await arrange(tx, product, [])).toMatchObject({
      product: { images: [] },
      removed: ['c', 'a'],
    });
    expect(await arrange(tx, randomUUID(), [])).toBeNull();
  });

  test.for([
    { images: ['a', 'x', 'b'], wrong: 1 },
    { images: ['b', 'a', 'b'], wrong: 2 },
    { images: ['x'], wrong: 0 },
  ])(
    'names the first that is none of them, or is repeated: $images',
    async ({ images, wrong }, { tx, product }) => {
      expect(await arrange(tx, product, images)).toEqual({ wrong });
      expect((await read(tx, product)).images).toEqual(['a', 'b', 'c']);
    },
  );

  test('refuses what somebody else has changed meanwhile', async ({ tx, product }) => {
    const { updated_at: known } = await read(tx, product);
    expect(await arrange(tx, product, ['a', 'b'], known)).toMatchObject({ removed: ['c'] });
    const again = refusalOf(tx, (it) => arrange(it, product, ['a'], known));
    expect(await again).toEqual(raised('changed_meanwhile'));
  });
});
