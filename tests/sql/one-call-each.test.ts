import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import {
  actAs,
  actAsOwner,
  connect,
  forbidden,
  only,
  raised,
  refusalOf,
  rolledBack,
  type Tx,
} from './actors.ts';
import { addAdministrator, addCategory, addCustomer, addProduct } from './goods.ts';

const sql = connect();
afterAll(() => sql.end());

interface Product {
  id: string;
  title: string;
  price: number;
  sizes: string[];
  images: string[];
  category: { id: string } | null;
  updated_at: string;
}

/** A product with pictures a, b and c, and an administrator who acts. */
async function asAdministrator(work: (tx: Tx, product: string) => Promise<void>) {
  await rolledBack(sql, async (tx) => {
    const product = await addProduct(tx, { title: 'Coat', sizes: ['M'] });
    await tx`update products set images = '{a,b,c}' where id = ${product}`;
    await tx`update products set updated_at = now() - interval '1 hour' where id = ${product}`;
    await actAs(tx, await addAdministrator(tx));
    await work(tx, product);
  });
}

const read = async (tx: Tx, id: string) =>
  only(await tx<{ it: Product }[]>`select read_product(${id}) as it`).it;

describe('update_product', () => {
  test('changes what is given and returns the product', async () => {
    await asAdministrator(async (tx, product) => {
      const category = await addCategory(tx);
      const { it } = only(
        await tx<{ it: Product }[]>`select office.update_product(
          ${product}, p_price => 12.5, p_category => ${category}, p_sizes => '{}') as it`,
      );
      expect(it).toMatchObject({ title: 'Coat', price: 12.5, sizes: [], images: ['a', 'b', 'c'] });
      expect(it.category?.id).toBe(category);
      expect(await read(tx, product)).toEqual(it);
    });
  });

  test('refuses a change of what somebody else has changed meanwhile', async () => {
    await asAdministrator(async (tx, product) => {
      const { updated_at: known } = await read(tx, product);
      const change = (point: Tx, title: string) =>
        point`select office.update_product(${product}, p_title => ${title}, p_known => ${known}::text::timestamptz)`;
      await change(tx, 'Jacket');
      expect(await refusalOf(tx, (it) => change(it, 'Vest'))).toEqual(raised('changed_meanwhile'));
      expect((await read(tx, product)).title).toBe('Jacket');
    });
  });

  test('returns null where there is no product, and refuses everybody but administrators', async () => {
    await asAdministrator(async (tx, product) => {
      const gone = await tx`select office.update_product(${randomUUID()}, p_title => 'Vest') as it`;
      expect(gone).toEqual([{ it: null }]);
      await actAsOwner(tx);
      await actAs(tx, await addCustomer(tx));
      const calls = [
        (it: Tx) => it`select office.update_product(${product}, p_title => 'Vest')`,
        (it: Tx) => it`select office.arrange_product_images(${product}, '{a}')`,
      ];
      for (const call of calls) {
        expect(await refusalOf(tx, call)).toEqual(raised('not_an_administrator'));
        await actAs(tx, null);
        expect((await refusalOf(tx, call)).code).toBe(forbidden);
        await actAsOwner(tx);
        await actAs(tx, await addCustomer(tx));
      }
    });
  });
});

describe('arrange_product_images', () => {
  const arrange = async (tx: Tx, product: string, images: string[], known: string | null = null) =>
    only(
      await tx<{ it: { product: Product; removed: string[] } | { wrong: number } | null }[]>`
        select office.arrange_product_images(${product}, ${images}, ${known}::text::timestamptz) as it`,
    ).it;

  test('orders the pictures and returns the removed ones', async () => {
    await asAdministrator(async (tx, product) => {
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
  });

  test.each([
    { images: ['a', 'x', 'b'], wrong: 1 },
    { images: ['b', 'a', 'b'], wrong: 2 },
    { images: ['x'], wrong: 0 },
  ])('names the first that is none of them, or is repeated: $images', async ({ images, wrong }) => {
    await asAdministrator(async (tx, product) => {
      expect(await arrange(tx, product, images)).toEqual({ wrong });
      expect((await read(tx, product)).images).toEqual(['a', 'b', 'c']);
    });
  });

  test('refuses what somebody else has changed meanwhile', async () => {
    await asAdministrator(async (tx, product) => {
      const { updated_at: known } = await read(tx, product);
      expect(await arrange(tx, product, ['a', 'b'], known)).toMatchObject({ removed: ['c'] });
      const again = refusalOf(tx, (it) => arrange(it, product, ['a'], known));
      expect(await again).toEqual(raised('changed_meanwhile'));
    });
  });
});

describe('a line of the cart', () => {
  interface Line {
    id: string;
    quantity: number;
    size: string;
  }

  /** A customer with one product in sizes M and L, and another customer with the same. */
  async function withCarts(
    work: (tx: Tx, it: { product: string; medium: string; others: string }) => Promise<void>,
  ) {
    await rolledBack(sql, async (tx) => {
      const product = await addProduct(tx);
      const put = async (customer: string, size: string) => {
        await actAs(tx, customer);
        await tx`select add_to_cart(${product}, 1, ${size})`;
        await actAsOwner(tx);
        const line = only(
          await tx<{ id: string }[]>`
            select id from cart_items where user_id = ${customer} and size = ${size}`,
        );
        await tx`update cart_items set created_at = clock_timestamp() where id = ${line.id}`;
        return line.id;
      };
      const [ida, joe] = [await addCustomer(tx), await addCustomer(tx)];
      const medium = await put(ida, 'M');
      await put(ida, 'L');
      const others = await put(joe, 'M');
      await actAs(tx, ida);
      await work(tx, { product, medium, others });
    });
  }

  const set = async (tx: Tx, id: string, quantity: number) =>
    only(
      await tx<{ it: Line[] | null }[]>`select set_cart_quantity(${id}, ${quantity}) as it`,
    ).it?.map(({ size, quantity }) => `${quantity} ${size}`) ?? null;
  const remove = async (tx: Tx, id: string) =>
    only(await tx<{ it: Line[] | null }[]>`select remove_from_cart(${id}) as it`).it?.map(
      ({ size }) => size,
    ) ?? null;

  test('gets its quantity by its own id; the oldest one by the id of its product', async () => {
    await withCarts(async (tx, { product, medium, others }) => {
      expect(await set(tx, product, 5)).toEqual(['5 M', '1 L']);
      expect(await set(tx, medium, 7)).toEqual(['7 M', '1 L']);
      expect(await set(tx, others, 9)).toBeNull();
      for (const quantity of [0, 1000]) {
        const refused = await refusalOf(tx, (it) => set(it, medium, quantity));
        expect(refused).toEqual(raised('bad_quantity'));
      }
      await actAsOwner(tx);
      const kept = await tx`select quantity from cart_items where id = ${others}`;
      expect(kept).toEqual([{ quantity: 1 }]);
    });
  });

  test('is removed by its own id; all of a product by its id', async () => {
    await withCarts(async (tx, { product, medium, others }) => {
      expect(await remove(tx, others)).toBeNull();
      expect(await remove(tx, medium)).toEqual(['L']);
      expect(await remove(tx, product)).toEqual([]);
      expect(await remove(tx, product)).toBeNull();
      await actAsOwner(tx);
      expect(await tx`select from cart_items where id = ${others}`).toHaveLength(1);
    });
  });

  test('is nobody’s but a customer’s', async () => {
    await withCarts(async (tx, { medium }) => {
      await actAsOwner(tx);
      await actAs(tx, await addAdministrator(tx));
      const calls = [(it: Tx) => set(it, medium, 2), (it: Tx) => remove(it, medium)];
      for (const call of calls) expect(await refusalOf(tx, call)).toEqual(raised('not_a_customer'));
      await actAs(tx, null);
      for (const call of calls) expect((await refusalOf(tx, call)).code).toBe(forbidden);
    });
  });
});
