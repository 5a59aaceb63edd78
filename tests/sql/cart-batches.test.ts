import { expect } from 'vitest';
import { actAs, actAsOwner, sql, test, type Tx } from './actors.ts';
import { valueOf } from './answers.ts';
import { errorOf, expectRefusal } from './refusals.ts';
import { actAsCustomer, addCustomer } from './people.ts';
import { addProduct } from './goods.ts';
import { addCountedProduct } from './counted-goods.ts';
import { addBuyer } from './companies.ts';
import { addPeople, as } from './at-once.ts';

interface Batch {
  lines: {
    id: string;
    size: string | null;
    color: string | null;
    sku: string | null;
    quantity: number;
    left: number | null;
    product: { variants: unknown[] };
  }[];
  problems: { line: number; at: string; code: string; message: string }[];
}

async function add(tx: Tx, lines: unknown, leaveOut = false): Promise<Batch> {
  const json = JSON.stringify(lines);
  return valueOf<Batch>(tx`select add_lines_to_cart(${json}::text::jsonb, ${leaveOut})`);
}

const refusedWith = async (tx: Tx, lines: unknown) => {
  const { detail, hint, message } = await errorOf(tx, (point) => add(point, lines));
  return [detail, hint, message];
};

const skuOf = (tx: Tx, product: string, size: string) =>
  valueOf<string>(tx`
      select sku from product_variants where product_id = ${product} and size = ${size}`);

test('lines by product and by SKU are added at once, in their order', async ({ tx }) => {
  const product = await addProduct(tx, { sizes: ['S', 'M'], colors: ['navy', 'ecru'] });
  const plain = await addProduct(tx);
  const hat = await addProduct(tx, { sizes: ['One'] });
  const sku = await skuOf(tx, hat, 'One');
  await actAsCustomer(tx);
  const lines = [
    { product, size: 'M', color: 'navy', quantity: 3 },
    { product, size: 'S', color: 'ecru', quantity: 2 },
    { sku: ` ${sku.toLowerCase()} `, quantity: 4 },
    { product, size: 'M', color: 'navy', quantity: 1 },
    { product: plain, quantity: 5 },
  ];
  const { lines: cart, problems } = await add(tx, lines);
  expect(problems).toEqual([]);
  expect(cart.map(({ size, color, quantity }) => [size, color, quantity])).toEqual([
    ['M', 'navy', 4],
    ['S', 'ecru', 2],
    ['One', null, 4],
    [null, null, 5],
  ]);
  expect((await add(tx, lines.slice(0, 1))).lines.map((it) => it.quantity)).toEqual([7, 2, 4, 5]);
});

test('all or none: what cannot be added is named by its line', async ({ tx }) => {
  const { product } = await addCountedProduct(tx, { S: 3, M: 0, L: 50 });
  const draft = await addProduct(tx, { status: 'draft', sizes: ['M'] });
  const draftSku = await skuOf(tx, draft, 'M');
  await actAsCustomer(tx);
  const good = { product, size: 'S', quantity: 1 };
  const wrong: [object, string, string, string][] = [
    [{ sku: 'NO-SUCH', quantity: 1 }, 'unknown_product', 'sku', 'There is no article NO-SUCH.'],
    [{ sku: draftSku, quantity: 1 }, 'unknown_product', 'sku', `There is no article ${draftSku}.`],
    [{ product: draft, size: 'M', quantity: 1 }, 'unknown_product', 'product', 'no longer'],
    [{ product: 'x', quantity: 1 }, 'unknown_product', 'product', 'no longer'],
    [{ product, quantity: 1 }, 'choice_missing', 'size', 'Please choose'],
    [{ product, size: 'XXL', quantity: 1 }, 'unknown_variant', 'size', 'no Test coat, XXL'],
    [{ product, size: 'S', quantity: 0.5 }, 'bad_quantity', 'quantity', '1 and 999'],
    [{ product, size: 'S', quantity: '1' }, 'bad_quantity', 'quantity', '1 and 999'],
    [{ product, size: 'L', quantity: 1000 }, 'bad_quantity', 'quantity', '1 and 999'],
    [{ product, size: 'M', quantity: 1 }, 'out_of_stock', 'quantity', 'M is out of stock'],
    [
      { product, size: 'S', quantity: 3 },
      'out_of_stock',
      'quantity',
      'Only 3 left of Test coat, S.',
    ],
    [{ product, size: 'L', quantity: 51 }, 'out_of_stock', 'quantity', 'Fewer than 51 pieces'],
  ];
  for (const [line, code, field, message] of wrong) {
    const refusal = await refusedWith(tx, [good, line, good]);
    expect(refusal).toEqual([code, `lines.1.${field}`, expect.stringContaining(message)]);
  }
  expect(await valueOf(tx`select read_cart()`)).toEqual([]);
  // With the pieces that are in the cart already.
  await add(tx, [{ ...good, quantity: 2 }]);
  expect(await refusedWith(tx, [{ ...good, quantity: 2 }])).toContain('out_of_stock');
});

test('only companies are told how many of many are left, where they want more', async ({ tx }) => {
  const { product } = await addCountedProduct(tx, { L: 50 });
  const sku = await skuOf(tx, product, 'L');
  const { user } = await addBuyer(tx);
  const line = { product, size: 'L', quantity: 40 };
  for (const [customer, message, left] of [
    [user, 'Only 50 left of Test coat, L.', 20],
    [await addCustomer(tx), 'Fewer than 80 pieces of Test coat, L are left.', null],
  ] as const) {
    await actAs(tx, customer);
    expect((await add(tx, [line])).lines).toMatchObject([{ sku, left: null }]);
    expect((await refusedWith(tx, [line])).at(-1)).toBe(message);
    await actAsOwner(tx);
    const change = (by: number) => tx`insert into stock_movements (variant_id, quantity, reason)
      select id, ${by}, 'counted' from product_variants where product_id = ${product}`;
    await change(-30);
    await actAs(tx, customer);
    expect(await valueOf(tx`select read_cart() as cart`)).toMatchObject([{ enough: false, left }]);
    await actAsOwner(tx);
    await change(30);
  }
});

test('on request, what cannot be added is left out and named', async ({ tx }) => {
  const { product } = await addCountedProduct(tx, { S: 3, M: 0 });
  await actAsCustomer(tx);
  const lines = ['S', 'M', 'XXL'].map((size) => ({ product, size, quantity: 2 }));
  const { lines: cart, problems } = await add(tx, lines, true);
  expect(cart.map(({ size, quantity }) => [size, quantity])).toEqual([['S', 2]]);
  expect(problems).toEqual(
    [
      ...[{ line: 1, at: 'lines.1.quantity', code: 'out_of_stock' }],
      ...[{ line: 2, at: 'lines.2.size', code: 'unknown_variant' }],
    ].map((it) => ({ ...it, message: expect.any(String) as string })),
  );
});

test('a batch has 200 lines at most, and so has the cart', async ({ tx }) => {
  const sizes = Array.from({ length: 201 }, (_, n) => `${n}`);
  const product = await addProduct(tx, { sizes });
  await actAsCustomer(tx);
  const lines = sizes.map((size) => ({ product, size, quantity: 1 }));
  expect(await refusedWith(tx, lines)).toContain('validation_failed');
  await expectRefusal(tx, 'empty_order', (point) => add(point, []));
  expect((await add(tx, lines.slice(0, 200))).lines).toHaveLength(200);
  expect(await refusedWith(tx, lines.slice(200))).toContain('cart_full');
  await add(tx, lines.slice(0, 200));
});

test('a cart of a whole grid does not carry the grid in each line', async ({ tx }) => {
  const sizes = Array.from({ length: 12 }, (_, n) => `S${n}`);
  const colors = Array.from({ length: 8 }, (_, n) => `C${n}`);
  const product = await addProduct(tx, { sizes, colors });
  await tx`update product_variants set policy = 'backorder' where product_id = ${product}`;
  await actAsCustomer(tx);
  const lines = sizes.flatMap((size) =>
    colors.map((color) => ({ product, size, color, quantity: 1 })),
  );
  const { lines: cart } = await add(tx, lines);
  // What a line can be changed to: another size of its color, or another color of its size.
  expect(cart.map((it) => it.product.variants.length)).toEqual(lines.map(() => 12 + 8 - 1));
});

test('a cart is kept under a name, and what is there of it comes back', async ({ tx }) => {
  const { product } = await addCountedProduct(tx, { S: 3, L: 50 });
  const hat = await addProduct(tx, { title: 'Felt hat' });
  const [customer, other] = [await addCustomer(tx), await addCustomer(tx)];
  await actAs(tx, customer);
  const keep = (to: Tx, name: string) => valueOf<string>(to`select save_cart_draft(${name}) as id`);
  const load = (id: string) => valueOf<Batch | null>(tx`select load_cart_draft(${id})`);
  await expectRefusal(tx, 'empty_order', (point) => keep(point, 'Autumn'));
  const { lines } = await add(tx, [
    { product, size: 'L', quantity: 4 },
    { product: hat, quantity: 1 },
  ]);
  const id = await keep(tx, ' Autumn ');
  await tx`select remove_from_cart(${lines.find(({ size }) => size === 'L')?.id ?? null})`;
  // The same name in other letters is the same draft.
  expect(await keep(tx, 'AUTUMN')).toBe(id);
  await add(tx, [{ product, size: 'S', quantity: 2 }]);
  expect(await keep(tx, 'autumn')).toBe(id);
  await actAs(tx, other);
  expect(await load(id)).toBe(null);
  await actAsOwner(tx);
  await tx`delete from products where id = ${hat}`;
  await actAs(tx, customer);
  await tx`select clear_cart()`;
  const loaded = await load(id);
  expect(loaded?.lines.map(({ size, quantity }) => [size, quantity])).toEqual([['S', 2]]);
  expect(loaded?.problems.map((it) => it.message)).toEqual(['Felt hat is no longer available.']);
  for (let n = 2; n <= 50; n += 1) await keep(tx, `Draft ${n}`);
  await expectRefusal(tx, 'too_many_drafts', (point) => keep(point, 'Another'));
  await tx`delete from cart_drafts where id = ${id}`;
  await keep(tx, 'Another');
  await actAsOwner(tx);
  await tx`delete from auth.users where id = ${customer}`;
  expect(await tx`select from cart_drafts where user_id = ${customer}`).toEqual([]);
});

test('batches of one customer at once add up', async () => {
  const [customer = ''] = await addPeople(1);
  const product = await addProduct(sql, { sizes: ['S', 'M', 'L'] });
  const line = (size: string) => ({ product, size, quantity: 1 });
  const orders = [
    ['S', 'M', 'L'],
    ['L', 'M', 'S'],
    ['M', 'S'],
  ];
  const batches = [...orders, ...orders, ...orders].map((sizes) =>
    as(customer, (tx) => add(tx, sizes.map(line))),
  );
  await Promise.all(batches);
  const found = await sql`
    select size, quantity from cart_items where user_id = ${customer} order by size`;
  expect(found.map((it) => `${it['quantity']} ${it['size']}`)).toEqual(['6 L', '9 M', '9 S']);
  await sql`delete from products where id = ${product}`;
});
