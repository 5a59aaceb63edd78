import { expect } from 'vitest';
import { picker, randomNumbers } from '../support/random.ts';
import { actAs, asOwner, test, type Tx } from './actors.ts';
import { rowOf, valueOf } from './answers.ts';
import { actAsAdministrator, actAsCustomer } from './people.ts';
import { addProduct } from './goods.ts';

interface Shown {
  id: string;
  lowest: number;
  highest: number;
  band: string;
}

const bandOf = (price: number) =>
  (['under-50', '50-100', '100-150', '150-200'] as const)[Math.trunc(price / 50)] ?? 'over-200';

/** What lists know of all products, and what a plain count over their variants says. */
async function compare(tx: Tx): Promise<void> {
  const shown = await tx<Shown[]>`
    select id, lowest_price::float as lowest, highest_price::float as highest,
      (select substr(f, 7) from unnest(facets) f where f like 'price:%') as band from products order by id`;
  const variants = await tx<{ id: string; prices: number[] }[]>`
    select p.id, array_agg((p.price + v.price_delta)::float) as prices
    from products p join product_variants v on v.product_id = p.id and v.archived_at is null group by p.id order by p.id`;
  expect(shown).toEqual(
    variants.map(({ id, prices }) => ({
      ...{ id, lowest: Math.min(...prices), highest: Math.max(...prices) },
      band: bandOf(Math.min(...prices)),
    })),
  );
}

/** Changes so many products at random, deletes some, and brings a few of those back. */
async function changeProducts(tx: Tx, many: number): Promise<void> {
  await tx`delete from products`;
  const random = randomNumbers(20261127);
  const pick = picker(random);
  const whole = (below: number) => Math.floor(random() * below);
  const sizes = ['S', 'M', 'L', 'XL'];
  const ids = await tx<{ id: string }[]>`
    insert into products (title, price, sizes) select 'Quorvine', n % 240, '{S,M,L}' from generate_series(1, ${many}::int) n
    returning id`;
  await compare(tx);
  for (const { id } of ids) {
    const size = pick(sizes);
    const delta = whole(400) - 100;
    await [
      () => tx`update product_variants set price_delta = greatest(${delta}, -(select price from products where id = ${id}))
        where product_id = ${id} and size = ${size}`,
      () => tx`update product_variants set price_delta = 200 where product_id = ${id}`,
      () => tx`update products set sizes = array_remove(sizes, ${size}) where id = ${id}`,
      () => tx`update products set price = price + ${whole(90)} where id = ${id}`,
      () => tx`update products set sizes = sizes || '{XXL}', price = price + 1 where id = ${id}`,
      () => tx`delete from products where id = ${id}`,
    ][whole(6)]?.();
  }
  await compare(tx);
  const gone = await tx<{ id: string }[]>`select id from trash where kind = 'products' limit 5`;
  await actAsAdministrator(tx);
  await tx`select office.restore_trash(${gone.map((it) => it.id)}::uuid[])`;
  await asOwner(tx, () => compare(tx));
  await actAs(tx, null);
  const prices = await valueOf<number[]>(tx`
    select array_agg((e ->> 'lowest_price')::float order by n) as prices
    from json_array_elements(list_products('price-low-to-high', 1000) -> 'rows') with ordinality l (e, n)`);
  expect(prices.length).toBeGreaterThan(many * 0.8);
  expect(prices).toEqual(prices.toSorted((a, b) => a - b));
}

test('lists have the least that a variant costs, whatever products become', ({ tx }) =>
  changeProducts(tx, 60));
test('lists of 300 products have the least that a variant costs', { tags: ['more'] }, ({ tx }) =>
  changeProducts(tx, 300),
);

test('a cart says the least that is possible until size and color are chosen', async ({ tx }) => {
  const coat = await addProduct(tx, { price: '50', sizes: ['S', 'M'], colors: ['red', 'navy'] });
  await tx`update product_variants set price_delta = 200 + case size when 'M' then 7 else 0 end
    + case color when 'navy' then 2 else 0 end where product_id = ${coat}`;
  await actAsCustomer(tx);
  const priceOf = async (size: string | null, color: string | null) => {
    await tx`select clear_cart()`;
    const cart = tx`select add_to_cart(${coat}, 2, ${size}, ${color}) #>> '{0,product,price}' as line,
      price_cart() ->> 'goods' as goods`;
    const { line, goods } = await rowOf(cart);
    return [Number(line), Number(goods)];
  };
  expect(await priceOf(null, null)).toEqual([250, 500]);
  expect(await priceOf('M', null)).toEqual([257, 514]);
  expect(await priceOf(null, 'navy')).toEqual([252, 504]);
  expect(await priceOf('M', 'navy')).toEqual([259, 518]);
  await asOwner(tx, () => tx`update products set sizes = '{S}' where id = ${coat}`);
  expect(await valueOf(tx`select read_cart() #>> '{0,product,price}' as gone`)).toBe('250');
});
