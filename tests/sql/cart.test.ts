import { afterAll, expect, test } from 'vitest';
import {
  actAs,
  actAsOwner,
  connect,
  only,
  raised,
  refusalOf,
  rolledBack,
  type Tx,
} from './actors.ts';
import { addAdministrator, addCustomer, addProduct } from './goods.ts';

const sql = connect();
afterAll(() => sql.end());

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
  const { lines } = only(
    await tx<{ lines: CartLine[] }[]>`
      select add_to_cart(${product}, ${quantity}, ${size}, ${color}) as lines`,
  );
  const chosen = (text: string | null) => text?.trim().slice(0, 100) || null;
  return only(lines.filter((it) => it.size === chosen(size) && it.color === chosen(color)));
}

const readCart = async (tx: Tx) =>
  only(await tx<{ lines: CartLine[] }[]>`select read_cart() as lines`).lines;

async function asCustomer(work: (tx: Tx, product: string, customer: string) => Promise<void>) {
  await rolledBack(sql, async (tx) => {
    const customer = await addCustomer(tx);
    const product = await addProduct(tx);
    await actAs(tx, customer);
    await work(tx, product, customer);
  });
}

test('the same product, size and colour adds up in one line', async () => {
  await asCustomer(async (tx, product) => {
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
});

test('a line never grows beyond 999', async () => {
  await asCustomer(async (tx, product) => {
    await addToCart(tx, product, 999);
    const refusal = await refusalOf(tx, (point) => addToCart(point, product, 1));
    expect(refusal).toEqual(raised('bad_quantity'));
    expect(await readCart(tx)).toMatchObject([{ quantity: 999 }]);
  });
});

test('the 201st line is refused; what is in the cart still adds up', async () => {
  await asCustomer(async (tx, product) => {
    await tx`select add_to_cart(${product}, 1, n::text) from generate_series(1, 200) n`;
    const refusal = await refusalOf(tx, (point) => addToCart(point, product, 1, 'one more'));
    expect(refusal).toEqual(raised('cart_full'));
    expect(await addToCart(tx, product, 2, '200')).toMatchObject({ quantity: 3 });
    await tx`select remove_from_cart(${(await readCart(tx))[0]?.id ?? null})`;
    await addToCart(tx, product, 1, 'one more');
    expect(await readCart(tx)).toHaveLength(200);
  });
});

test.each([0, -1, 1000, null])('quantity %s is refused', async (quantity) => {
  await asCustomer(async (tx, product) => {
    const refusal = await refusalOf(tx, (point) => addToCart(point, product, quantity));
    expect(refusal).toEqual(raised('bad_quantity'));
  });
});

test('what is unknown or sold out stays out', async () => {
  await asCustomer(async (tx, product, customer) => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect(await refusalOf(tx, (point) => addToCart(point, unknown))).toEqual(
      raised('unknown_product'),
    );
    await actAsOwner(tx);
    await tx`update products set availability = 'OutofStock' where id = ${product}`;
    await actAs(tx, customer);
    expect(await refusalOf(tx, (point) => addToCart(point, product))).toMatchObject(
      raised('out_of_stock'),
    );
  });
});

test('an administrator has no cart', async () => {
  await rolledBack(sql, async (tx) => {
    const product = await addProduct(tx);
    await actAs(tx, await addAdministrator(tx));
    expect(await refusalOf(tx, (point) => addToCart(point, product))).toEqual(
      raised('not_a_customer'),
    );
  });
});

test('who comes back in time finds the cart, who comes later finds what was put in since', async () => {
  await asCustomer(async (tx, product, customer) => {
    const back = async () =>
      only(await tx<{ lines: CartLine[] }[]>`select read_cart('30 minutes') as lines`).lines.map(
        (line) => line.size,
      );
    await addToCart(tx, product, 1, 'M');
    expect(await back()).toEqual(['M']);
    await tx`select leave_cart()`;
    expect(await back()).toEqual(['M']);

    await tx`select leave_cart()`;
    await actAsOwner(tx);
    const mine = tx`where user_id = ${customer}`;
    await tx`update cart_items set created_at = now() - interval '2 hours' ${mine}`;
    await tx`update cart_departures set left_at = now() - interval '31 minutes' ${mine}`;
    await actAs(tx, customer);
    await addToCart(tx, product, 1, 'L');
    expect(await back()).toEqual(['L']);
    expect(await back()).toEqual(['L']);
  });
});

test('size and colour of a line change in place, and an equal line becomes part of it', async () => {
  await asCustomer(async (tx, product) => {
    const choose = (id: string, size: string | null) =>
      tx<{ lines: CartLine[] | null }[]>`select set_cart_choice(${id}, ${size}, null) as lines`;
    const plain = await addToCart(tx, product, 2);
    const medium = await addToCart(tx, product, 3, 'M');
    expect(only(await choose(plain.id, ' M ')).lines).toMatchObject([
      { id: plain.id, quantity: 5, size: 'M', color: null, product: { sizes: expect.anything() } },
    ]);
    expect(only(await choose(medium.id, 'L')).lines).toBeNull();
  });
});
