import { expect } from 'vitest';
import { actAs, actAsOwner, asOwner, letPass, test as base, type Tx } from './actors.ts';
import { only, rowOf, valueOf } from './answers.ts';
import { expectRefusal } from './refusals.ts';
import { actAsCustomer, addCustomer } from './people.ts';
import { addProduct, fillCart } from './goods.ts';

interface CartLine {
  id: string;
  quantity: number;
  size: string | null;
  color: string | null;
}

async function addToCart(
  tx: Tx,
  product: string,
  quantity: number | null = 1,
  size: string | null = null,
  color: string | null = null,
): Promise<CartLine> {
  const lines = await valueOf<CartLine[]>(tx`
      select add_to_cart(${product}, ${quantity}, ${size}, ${color})`);
  const chosen = (text: string | null) => text?.trim().slice(0, 100) || null;
  return only(lines.filter((it) => it.size === chosen(size) && it.color === chosen(color)));
}

const readCart = (tx: Tx) => valueOf<CartLine[]>(tx`select read_cart()`);

const test = base.extend('shop', async ({ tx }) => {
  const product = await addProduct(tx);
  return { product, customer: await actAsCustomer(tx) };
});

test('the same product, size and colour adds up in one line', async ({ tx, shop: { product } }) => {
  const first = await addToCart(tx, product, 1, 'M', 'navy');
  const again = await addToCart(tx, product, 2, ' M', 'navy ');
  expect(again).toMatchObject({ id: first.id, quantity: 3, size: 'M', color: 'navy' });
  const other = await addToCart(tx, product, 1, 'L', 'navy');
  expect(other.id).not.toBe(first.id);
  // None chosen, twice: nulls are the same line too.
  const plain = await addToCart(tx, product);
  expect(await addToCart(tx, product, 1, '', ' ')).toMatchObject({ id: plain.id, quantity: 2 });
  expect(await readCart(tx)).toHaveLength(3);
});

test('a line never grows beyond 999', async ({ tx, shop: { product } }) => {
  await addToCart(tx, product, 999);
  await expectRefusal(tx, 'bad_quantity', (point) => addToCart(point, product, 1));
  expect(await readCart(tx)).toMatchObject([{ quantity: 999 }]);
});

test('the 201st line is refused; what is in the cart still adds up', async ({ tx, shop }) => {
  const { product, customer } = shop;
  await asOwner(tx, () => fillCart(tx, customer, product, 199));
  await addToCart(tx, product, 1, '200');
  await expectRefusal(tx, 'cart_full', (point) => addToCart(point, product, 1, 'one more'));
  expect(await addToCart(tx, product, 2, '200')).toMatchObject({ quantity: 3 });
  await tx`select remove_from_cart(${(await readCart(tx))[0]?.id ?? null})`;
  await addToCart(tx, product, 1, 'one more');
  expect(await readCart(tx)).toHaveLength(200);
});

test('no quantity outside of 1 to 999 is taken', async ({ tx, shop: { product } }) => {
  for (const quantity of [0, -1, 1000, null]) {
    await expectRefusal(tx, 'bad_quantity', (point) => addToCart(point, product, quantity));
  }
});

test('what is unknown or sold out stays out', async ({ tx, shop: { product, customer } }) => {
  const unknown = '00000000-0000-4000-8000-000000000000';
  await expectRefusal(tx, 'unknown_product', (point) => addToCart(point, unknown));
  await actAsOwner(tx);
  await tx`update products set availability = 'OutofStock' where id = ${product}`;
  await actAs(tx, customer);
  await expectRefusal(tx, 'out_of_stock', (point) => addToCart(point, product));
});

test('who comes back in time finds the cart; later, what came since', async ({ tx, shop }) => {
  const { product } = shop;
  const back = async () =>
    (await valueOf<CartLine[]>(tx`select read_cart('30 minutes')`)).map((line) => line.size);
  await addToCart(tx, product, 1, 'M');
  expect(await back()).toEqual(['M']);
  await tx`select leave_cart()`;
  expect(await back()).toEqual(['M']);

  await tx`select leave_cart()`;
  await letPass(tx, '31 minutes');
  await addToCart(tx, product, 1, 'L');
  expect(await back()).toEqual(['L']);
  expect(await back()).toEqual(['L']);
});

test('size and colour of a line change, and it joins an equal line', async ({ tx, shop }) => {
  const { product } = shop;
  const choose = (id: string, size: string | null) =>
    tx<{ lines: CartLine[] | null }[]>`select set_cart_choice(${id}, ${size}, null) as lines`;
  const plain = await addToCart(tx, product, 2);
  const medium = await addToCart(tx, product, 3, 'M');
  expect((await rowOf(choose(plain.id, ' M '))).lines).toMatchObject([
    { id: plain.id, quantity: 5, size: 'M', color: null, product: { sizes: expect.anything() } },
  ]);
  expect((await rowOf(choose(medium.id, 'L'))).lines).toBeNull();
});

/** A customer with one product in sizes M and L, and another customer with the same. */
const testOfTwo = base.extend('carts', async ({ tx }) => {
  const product = await addProduct(tx);
  const put = async (customer: string, size: string) => {
    await actAs(tx, customer);
    const { id } = await addToCart(tx, product, 1, size);
    await actAsOwner(tx);
    await tx`update cart_items set created_at = clock_timestamp() where id = ${id}`;
    return id;
  };
  const [ida, joe] = [await addCustomer(tx), await addCustomer(tx)];
  const medium = await put(ida, 'M');
  await put(ida, 'L');
  const others = await put(joe, 'M');
  await actAs(tx, ida);
  return { product, medium, others };
});

/** Quantities and sizes; null where there is no such line. */
const linesAfter = async (call: PromiseLike<readonly Record<string, unknown>[]>) =>
  (await valueOf<CartLine[] | null>(call))?.map((it) => `${it.quantity} ${it.size ?? ''}`) ?? null;
const set = (tx: Tx, id: string, quantity: number) =>
  linesAfter(tx`select set_cart_quantity(${id}, ${quantity})`);
const removeLine = (tx: Tx, id: string) => linesAfter(tx`select remove_from_cart(${id})`);

testOfTwo(
  'a line gets its quantity by its own id; the oldest one by the id of its product',
  async ({ tx, carts: { product, medium, others } }) => {
    expect(await set(tx, product, 5)).toEqual(['5 M', '1 L']);
    expect(await set(tx, medium, 7)).toEqual(['7 M', '1 L']);
    expect(await set(tx, others, 9)).toBeNull();
    for (const quantity of [0, 1000]) {
      await expectRefusal(tx, 'bad_quantity', (it) => set(it, medium, quantity));
    }
    await actAsOwner(tx);
    expect(await valueOf(tx`select quantity from cart_items where id = ${others}`)).toBe(1);
  },
);

testOfTwo(
  'a line is removed by its own id; all of a product by its id',
  async ({ tx, carts: { product, medium, others } }) => {
    expect(await removeLine(tx, others)).toBeNull();
    expect(await removeLine(tx, medium)).toEqual(['1 L']);
    expect(await removeLine(tx, product)).toEqual([]);
    expect(await removeLine(tx, product)).toBeNull();
    await actAsOwner(tx);
    expect(await tx`select from cart_items where id = ${others}`).toHaveLength(1);
  },
);
