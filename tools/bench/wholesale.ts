import postgres from 'postgres';
import { emailOf } from '../../scripts/large/people.ts';
import type { Goods } from './catalogue.ts';
import { measureGrid } from './grid.ts';
import { measureFlow, type FlowFigures } from './load.ts';
import { inFirstSize, Shopper, signInMany } from './orders.ts';
import type { Shop } from './shop.ts';
import type { Row } from './table.ts';

const priced = 10_000;
/** Cards of a page. */
const shown = 24;
/** Milliseconds in which nearly all members get the prices of a page. */
const most = 60;

/** A company with one member and a list of many prices, ten for each product. */
async function addCompany(sql: postgres.Sql, email: string): Promise<void> {
  await sql`delete from price_lists where name = 'Bench'`;
  await sql`delete from companies where name = 'Bench'`;
  await sql`
    with list as (insert into price_lists (name, percent) values ('Bench', 15) returning id),
      company as (
        insert into companies (name, country, status, price_list_id)
        select 'Bench', 'IE', 'approved', id from list returning id),
      member as (
        insert into company_members (user_id, company_id)
        select u.id, c.id from auth.users u, company c where u.email = ${email}
        on conflict (user_id) do update set company_id = excluded.company_id),
      packs as (
        insert into order_quantities (product_id, price_list_id, minimum, multiple)
        select p.id, l.id, 12, 6 from products p, list l)
    insert into price_list_items (price_list_id, product_id, min_quantity, price)
    select l.id, p.id, 1 + 10 * s, round(p.price * (90 - s) / 100, 2)
    from list l, products p, generate_series(0, 9) s order by p.created_at desc limit ${priced}`;
  await sql`analyze price_list_items, order_quantities`;
}

const rowOf = (what: string, figures: FlowFigures, rest: Partial<Row> = {}): Row => ({
  ...{ what, figures, note: `95 % within ${figures.p95.toFixed(1)} ms` },
  ...rest,
});

/** The prices of a company for a page of cards, what others notice of its price list: nothing, and its grid on a phone. */
export async function measureWholesale(
  shop: Shop,
  goods: Goods,
  { seconds, repeats }: { seconds: number; repeats: number },
): Promise<Row[]> {
  const sql = postgres(shop.databaseUrl, { max: 1 });
  try {
    const wanted = inFirstSize(goods);
    const ids = goods.products.slice(0, shown).map((it) => it._id);
    const member = await new Shopper(shop, wanted, 20).signIn(20);
    const retail = await signInMany(shop, wanted, 4);
    const filling = retail.map((it) => () => it.fillCart());
    const asking = (members: number) =>
      measureFlow(
        Array.from({ length: members }, () => () => member.askPrices(ids)),
        seconds,
      );
    await sql`delete from companies where name = 'Bench'`;
    await measureFlow(filling, 2);
    const before = await measureFlow(filling, seconds);
    await addCompany(sql, emailOf(20));
    const grid = await measureGrid(shop, sql, emailOf(20), repeats);
    await measureFlow([() => member.askPrices(ids)], 2);
    const [one, four] = [await asking(1), await asking(4)];
    const after = await measureFlow(filling, seconds);
    return [
      rowOf(`A company's prices of ${shown} products, 1 member`, one, { passed: one.p95 < most }),
      rowOf(`The same, 4 members`, four, { passed: four.p95 < most }),
      rowOf('Add to cart, 4 retail shoppers, no price list', before),
      rowOf(`The same with a list of ${priced} prices`, after, {
        ...{ ratio: after.rate / before.rate, min: 0.9 },
      }),
      grid,
    ];
  } finally {
    await sql.end();
  }
}
