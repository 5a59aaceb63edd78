import { describe, expect } from 'vitest';
import { actAs, test, type Tx } from './actors.ts';
import { rowOf, valueOf, valuesOf } from './answers.ts';
import { actAsAdministrator, addAdministrator } from './people.ts';

/** So many orders among those of the demo shop, with few prices, names and times, asked for as an administrator. */
async function addOrders(tx: Tx, many: number): Promise<void> {
  await tx`insert into orders (firstname, lastname, total_price, status, created_at, due_at)
    select (array['Zoë', 'ada', 'Bo'])[n % 3 + 1], 'Xqorvine' || n, n % 4,
      (enum_range(null::order_status))[n % 4 + 1], '2001-01-01Z'::timestamptz + n / 2 * interval '1 minute', now()
    from generate_series(1, ${many}::int) n`;
  await actAsAdministrator(tx);
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
  return await rowOf(tx<{ ids: string[]; total: number; total_is_least: boolean }[]>`
      select * from office.find_orders(${q}, ${statuses}, p_sort => ${sort}, p_limit => ${size},
        p_offset => ${(page - 1) * size})`);
}

describe('the list of orders', () => {
  test('has every order once, page after page, however it is sorted', async ({ tx }) => {
    await addOrders(tx, 65);
    for (const [sort, order] of Object.entries({
      'created-desc': 'created_at desc, id',
      'created-asc': 'created_at, id desc',
      'price-asc': 'total_price, id',
      'price-desc': 'total_price desc, id desc',
      'user-asc': 'lower(firstname), id',
      'user-desc': 'lower(firstname) desc, id desc',
      'status-asc': 'status, created_at desc, id',
      'status-desc': 'status desc, created_at desc, id',
    })) {
      for (const [q, fits, size] of [
        ['xqorvine', `lastname like 'Xqorvine%'`, 10],
        ['', 'true', 50],
      ] as const) {
        const text = `select id from orders where ${fits} order by ${order}`;
        const all = await valuesOf<string>(tx.unsafe(text));
        const found: string[] = [];
        for (let page = 1; found.length < all.length; page += 1) {
          const { ids, total, total_is_least: least } = await look(tx, { q, sort, page, size });
          expect([total, least]).toEqual([all.length, false]);
          expect(ids.length).toBeGreaterThan(0);
          found.push(...ids);
        }
        expect([sort, found]).toEqual([sort, all]);
      }
    }
  });

  test.for([
    ['the last page, which is not full', 65, 7, 5],
    ['the last page where there is no such page', 65, 8, 5],
    ['the last page however far one asks', 65, 1_000_000, 5],
    ['a full page where that is the last', 60, 7, 10],
    ['nothing where there is nothing', 0, 3, 0],
  ] as const)('gives %s', async ([, many, page, length], { tx }) => {
    await addOrders(tx, many);
    const { ids, total } = await look(tx, { page });
    expect([ids.length, total]).toEqual([length, many]);
  });

  test('is filtered and searched at once', async ({ tx }) => {
    await addOrders(tx, 65);
    const paid = await look(tx, { q: 'zoe xqorvine', statuses: 'Paid', size: 100 });
    const ids = await valuesOf<string>(tx`
      select id from orders where lastname like 'Xqorvine%' and firstname = 'Zoë' and status = 'Paid'
      order by created_at desc, id`);
    expect(paid.ids).toEqual(ids);
    expect(ids.length).toBeGreaterThan(2);
  });

  test('finds one or two letters where they begin a word, and more within it', async ({ tx }) => {
    await addOrders(tx, 6);
    for (const [q, many] of Object.entries({
      xq: 6,
      qo: 0,
      qor: 6,
      xqorvine1: 1,
      'qorvine1 ada': 1,
    })) {
      expect((await look(tx, { q })).total, q).toBe(many);
    }
  });
});

test('a search counts all that fit, and its last page is the end of them', async ({ tx }) => {
  const administrator = await addAdministrator(tx);
  await tx`insert into contact_messages (email, message, created_at)
      select 'quorvine@a.example', '100% of ' || n, '2001-01-01Z'::timestamptz + n * interval '1 second'
      from generate_series(1, 10040) n`;
  const first = await valueOf<string>(tx`
      select id from contact_messages where message = '100% of 1'`);
  await actAs(tx, administrator);
  const list = async (query: string, page: number) => {
    const found = await valueOf<{ total: number; messages: { id: string }[] }>(tx`
          select office.list_contact_messages(${query}, p_page => ${page})`);
    return { total: found.total, ids: found.messages.map(({ id }) => id) };
  };
  const last = await list('Quorvine@A', 1_000_000);
  expect([last.total, last.ids.length, last.ids.at(-1)]).toEqual([10_040, 15, first]);
  expect((await list('100% of 1004', 1)).total).toBe(2);
  expect((await list('1%0', 1)).total).toBe(0);
});
