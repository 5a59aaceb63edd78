import { expect } from 'vitest';
import { actAs, actAsOwner, test, type Tx } from './actors.ts';
import { valueOf } from './answers.ts';
import { addBuyer, addList } from './companies.ts';
import { addProduct } from './goods.ts';
import { addAdministrator } from './people.ts';

interface Page {
  country: string | null;
  rows: { id: string; variants: { price: number }[] }[];
}

/** All pages, as they follow each other. */
async function feed(tx: Tx, limit: number): Promise<Page['rows']> {
  const rows: Page['rows'] = [];
  for (let after: string | null = null, got = limit; got === limit;) {
    const page: Page = await valueOf<Page>(tx`select list_feed_products(${after}, ${limit})`);
    rows.push(...page.rows);
    after = page.rows.at(-1)?.id ?? null;
    got = page.rows.length;
  }
  return rows;
}

test('feeds have the published products at the prices of visitors, whoever asks', async ({
  tx,
}) => {
  await tx`delete from products`;
  const shown: string[] = [];
  for (const price of ['20', '30', '40']) shown.push(await addProduct(tx, { price }));
  await addProduct(tx, { status: 'draft' });
  const { user } = await addBuyer(tx, { price_list_id: await addList(tx, 50) });
  const admin = await addAdministrator(tx);

  await actAs(tx, null);
  const visitors = await feed(tx, 2);
  expect(visitors.map((it) => it.id)).toEqual(shown.toSorted());
  expect(visitors.map((it) => it.variants[0]?.price).toSorted()).toEqual([20, 30, 40]);
  for (const caller of [user, admin]) {
    await actAsOwner(tx);
    await actAs(tx, caller);
    expect(await feed(tx, 3)).toEqual(visitors);
  }
});
