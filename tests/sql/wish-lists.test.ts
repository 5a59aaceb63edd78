import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { actAs, asOwner, test, type Tx } from './actors.ts';
import { valueOf, valuesOf } from './answers.ts';
import { addProduct } from './goods.ts';
import { actAsCustomer } from './people.ts';

const addWishes = (tx: Tx, ids: readonly string[]) =>
  valueOf<{ added: string[]; left: string[] }>(tx`select add_to_wish_list(${ids}::uuid[])`);
const wishes = (tx: Tx) =>
  valuesOf<string>(tx`select product_id from wish_list_items order by created_at desc, product_id`);
const share = (tx: Tx, withName: boolean) =>
  valueOf<string>(tx`select share_wish_list(${withName})`);

interface Shared {
  firstname: string;
  total: number;
  rows: { id: string; price: number }[];
}
const shared = (tx: Tx, token: string, limit = 24, offset = 0) =>
  valueOf<Shared | null>(tx`select read_shared_wish_list(${token}, ${limit}, ${offset})`);

test('a wish list has products once, the last liked first, without those that do not exist', async ({
  tx,
}) => {
  const [a, b, c] = [await addProduct(tx), await addProduct(tx), await addProduct(tx)];
  const draft = await addProduct(tx, { status: 'draft' });
  await actAsCustomer(tx);
  expect(await addWishes(tx, [c])).toEqual({ added: [c], left: [] });
  await asOwner(tx, () => tx`update wish_list_items set created_at = now() - interval '1 day'`);
  const { added, left } = await addWishes(tx, [a, draft, b, randomUUID(), a, c]);
  expect([added.toSorted(), left]).toEqual([[a, b, c].toSorted(), []]);
  expect(await wishes(tx)).toEqual([a, b, c]);
});

test('a wish list holds 500 products, and what does not fit is named', async ({ tx }) => {
  const many = await valuesOf<string>(tx`
    insert into products (title, price) select 'Sock', 5 from generate_series(1, 502) returning id`);
  await actAsCustomer(tx);
  const { added, left } = await addWishes(tx, many);
  expect([added.length, left.toSorted()]).toEqual([500, many.slice(500).toSorted()]);
  // Those that are on the list are no news.
  expect(await addWishes(tx, many.slice(499, 501))).toEqual({
    added: [many[499]],
    left: [many[500]],
  });
});

test('a shared wish list shows products as everybody sees them, and a name only if it is to', async ({
  tx,
}) => {
  const [a, b] = [await addProduct(tx), await addProduct(tx)];
  await actAsCustomer(tx, { firstname: 'Lena', lastname: 'Brook' });
  await addWishes(tx, [a, b]);
  const token = await share(tx, false);
  const look = async () => {
    const list = await shared(tx, token);
    return list && [list.firstname, list.total, list.rows.map((it) => [it.id, it.price])];
  };
  await asOwner(tx, () => tx`update products set price = 7 where id = ${a}`);
  const me = await valueOf<string>(tx`select auth.uid()`);
  await actAs(tx, null);
  expect(await look()).toEqual([
    '',
    2,
    [
      [a, 7],
      [b, 20],
    ],
  ]);
  await asOwner(tx, () => tx`update products set status = 'draft' where id = ${a}`);
  expect(await look()).toEqual(['', 1, [[b, 20]]]);
  expect((await shared(tx, token, 24, 1))?.rows).toEqual([]);
  await actAs(tx, me);
  expect(await share(tx, true)).toBe(token);
  const named = JSON.stringify(await shared(tx, token));
  expect(named).toContain('"Lena"');
  expect(named).not.toMatch(new RegExp(`Brook|${me}`));
});

test('a link that its customer has withdrawn shows nothing, and the next one is another', async ({
  tx,
}) => {
  await actAsCustomer(tx);
  const token = await share(tx, true);
  await tx`delete from wish_list_links`;
  expect(await shared(tx, token)).toBeNull();
  expect(await share(tx, true)).not.toBe(token);
});

test('a hidden product comes back to its lists; a deleted one and a customer leave nothing', async ({
  tx,
}) => {
  const product = await addProduct(tx);
  const me = await actAsCustomer(tx);
  const token = await share(tx, true);
  await addWishes(tx, [product]);
  await asOwner(tx, () => tx`update products set status = 'draft' where id = ${product}`);
  await asOwner(tx, () => tx`update products set status = 'published' where id = ${product}`);
  expect((await shared(tx, token))?.total).toBe(1);
  await asOwner(tx, () => tx`delete from products where id = ${product}`);
  expect(await wishes(tx)).toEqual([]);
  await asOwner(tx, () => tx`delete from auth.users where id = ${me}`);
  expect(await shared(tx, token)).toBeNull();
});
