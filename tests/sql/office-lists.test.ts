import { afterAll, describe, expect, test } from 'vitest';
import { actAs, actAsOwner, connect, only, rolledBack, type Tx } from './actors.ts';
import { addAdministrator } from './goods.ts';

const sql = connect();
afterAll(() => sql.end());

/** So many orders among those of the demo shop, with few prices, names and times, asked for as an administrator. */
async function withOrders(many: number, work: (tx: Tx) => Promise<void>): Promise<void> {
  await rolledBack(sql, async (tx) => {
    const administrator = await addAdministrator(tx);
    await tx`insert into orders (firstname, lastname, total_price, status, created_at, due_at)
      select (array['Zoë', 'ada', 'Bo'])[n % 3 + 1], 'Xqorvine' || n, n % 4,
        (enum_range(null::order_status))[n % 4 + 1], '2001-01-01Z'::timestamptz + n / 2 * interval '1 minute', now()
      from generate_series(1, ${many}::int) n`;
    await actAs(tx, administrator);
    await work(tx);
  });
}

interface Asked {
  q?: string;
  statuses?: string;
  sort?: string;
  page?: number;
  size?: number;
}

async function look(tx: Tx, asked: Asked) {
  const { q = 'xqorvine', statuses = '', sort = 'created-desc', page = 1, size = 10 } = asked;
  return only(
    await tx<{ ids: string[]; total: number; total_is_least: boolean }[]>`
      select * from office.find_orders(${q}, ${statuses}, p_sort => ${sort}, p_limit => ${size},
        p_offset => ${(page - 1) * size})`,
  );
}

describe('the list of orders', () => {
  test.each([
    ['created-desc', 'created_at desc, id'],
    ['created-asc', 'created_at, id desc'],
    ['price-asc', 'total_price, id'],
    ['price-desc', 'total_price desc, id desc'],
    ['user-asc', 'lower(firstname), id'],
    ['user-desc', 'lower(firstname) desc, id desc'],
    ['status-asc', 'status, created_at desc, id'],
    ['status-desc', 'status desc, created_at desc, id'],
  ])('by %s has every order once, page after page', async (sort, order) => {
    await withOrders(65, async (tx) => {
      for (const [q, fits] of [
        ['xqorvine', `lastname like 'Xqorvine%'`],
        ['', 'true'],
      ] as const) {
        const rows = await tx.unsafe<{ id: string }[]>(
          `select id from orders where ${fits} order by ${order}`,
        );
        const all = rows.map(({ id }) => id);
        const found: string[] = [];
        for (let page = 1; found.length < all.length; page += 1) {
          const { ids, total, total_is_least: least } = await look(tx, { q, sort, page });
          expect([total, least]).toEqual([all.length, false]);
          expect(ids.length).toBeGreaterThan(0);
          found.push(...ids);
        }
        expect(found).toEqual(all);
      }
    });
  });

  test.each([
    ['the last page, which is not full', 65, 7, 5],
    ['the last page where there is no such page', 65, 8, 5],
    ['the last page however far one asks', 65, 1_000_000, 5],
    ['a full page where that is the last', 60, 7, 10],
    ['nothing where there is nothing', 0, 3, 0],
  ])('gives %s', async (_, many, page, length) => {
    await withOrders(many, async (tx) => {
      const { ids, total } = await look(tx, { page });
      expect([ids.length, total]).toEqual([length, many]);
    });
  });

  test('is filtered and searched at once', async () => {
    await withOrders(65, async (tx) => {
      const paid = await look(tx, { q: 'zoe xqorvine', statuses: 'Paid', size: 100 });
      const rows = await tx<{ id: string }[]>`
        select id from orders where lastname like 'Xqorvine%' and firstname = 'Zoë' and status = 'Paid'
        order by created_at desc, id`;
      expect(paid.ids).toEqual(rows.map(({ id }) => id));
      expect(paid.ids.length).toBeGreaterThan(2);
    });
  });

  test('finds one or two letters where they begin a word, and more within it', async () => {
    await withOrders(6, async (tx) => {
      const totals = ['xq', 'qo', 'qor', 'xqorvine1', 'qorvine1 ada'].map(
        async (q) => (await look(tx, { q })).total,
      );
      expect(await Promise.all(totals)).toEqual([6, 0, 6, 1, 1]);
    });
  });
});

test('a search counts all that fit, and its last page is the end of them', async () => {
  await rolledBack(sql, async (tx) => {
    const administrator = await addAdministrator(tx);
    await tx`insert into contact_messages (email, message, created_at)
      select 'quorvine@a.example', '100% of ' || n, '2001-01-01Z'::timestamptz + n * interval '1 second'
      from generate_series(1, 10040) n`;
    const first = only(
      await tx<{ id: string }[]>`
      select id from contact_messages where message = '100% of 1'`,
    );
    await actAs(tx, administrator);
    const list = async (query: string, page: number) => {
      const { found } = only(
        await tx<{ found: { total: number; messages: { id: string }[] } }[]>`
          select office.list_contact_messages(${query}, p_page => ${page}) as found`,
      );
      return { total: found.total, ids: found.messages.map(({ id }) => id) };
    };
    const last = await list('Quorvine@A', 1_000_000);
    expect([last.total, last.ids.length, last.ids.at(-1)]).toEqual([10_040, 15, first.id]);
    expect((await list('100% of 1004', 1)).total).toBe(2);
    expect((await list('1%0', 1)).total).toBe(0);
    await actAsOwner(tx);
  });
});
