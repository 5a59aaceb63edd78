import { afterAll, describe, expect, test } from 'vitest';
import { blocksRead, connect, only, rolledBack, type Tx } from './actors.ts';

const sql = connect();
afterAll(() => sql.end());

interface Asked {
  page: number;
  size?: number;
  total?: number | null;
  bound?: number;
  groups?: string[];
  search?: string;
  sort?: 'asc' | 'desc';
  best?: string;
}

interface Page {
  ids: number[];
  total: number;
  least: boolean;
}

/** Rows numbered from 1, of which every tenth is red, every hundredth rare, and the last thousand of many are late. */
async function withRows(many: number, work: (tx: Tx) => Promise<void>): Promise<void> {
  await rolledBack(sql, async (tx) => {
    await tx`create temporary table things on commit drop as
      select n as id, case when n % 10 = 0 then 'red' else 'blue' end as colour,
        concat_ws(' ', 'thing', case when n % 3 = 0 then 'common' end,
          case when n % 100 = 0 then 'rare' end, case when n > 24000 then 'late' end) as words
      from generate_series(1, ${many}::int) n`;
    await tx`create index on things (id)`;
    await tx`analyze things`;
    await work(tx);
  });
}

function ask(tx: Tx, asked: Asked) {
  const { page, size = 10, total = null, bound = 10_000, groups = ['true'] } = asked;
  const { search = 'true', sort = 'asc', best = null } = asked;
  const [order, reverse] = sort === 'asc' ? ['it.id', 'it.id desc'] : ['it.id desc', 'it.id'];
  return tx<{ ids: string[]; total: string; total_is_least: boolean }[]>`
    select * from private.list_page('pg_temp.things', 'true', ${order}, ${reverse}, ${size}, ${page},
      ${search}, ${total}::bigint, ${bound}, ${groups}, ${best})`;
}

async function pageOf(tx: Tx, asked: Asked): Promise<Page> {
  const found = only(await ask(tx, asked));
  return { ids: found.ids.map(Number), total: Number(found.total), least: found.total_is_least };
}

const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);

describe('a page of a list whose total is kept', () => {
  test.each<[string, number, number[]]>([
    ['the first', 1, from(1, 10)],
    ['the last before the middle', 3, from(21, 30)],
    ['the first behind it', 4, from(31, 40)],
    ['the last but one', 6, from(51, 60)],
    ['the last, which is not full', 7, from(61, 65)],
    ['one past the end', 8, from(61, 65)],
    ['far past the end', 1_000_000, from(61, 65)],
  ])('is %s', async (_, page, ids) => {
    await withRows(65, async (tx) => {
      expect(await pageOf(tx, { page, total: 65 })).toEqual({ ids, total: 65, least: false });
    });
  });

  test('is right where the last page is full, and in a list of one page or none', async () => {
    await withRows(60, async (tx) => {
      expect((await pageOf(tx, { page: 6, total: 60 })).ids).toEqual(from(51, 60));
      expect((await pageOf(tx, { page: 7, total: 60 })).ids).toEqual(from(51, 60));
      await tx`delete from things where id > 3`;
      expect((await pageOf(tx, { page: 7, total: 3 })).ids).toEqual([1, 2, 3]);
      await tx`delete from things`;
      expect(await pageOf(tx, { page: 7, total: 0 })).toEqual({ ids: [], total: 0, least: false });
    });
  });

  test('goes from group to group, from either end', async () => {
    await withRows(65, async (tx) => {
      const groups = [`it.colour = 'red'`, `it.colour = 'green'`, `it.colour = 'blue'`];
      const blue = from(1, 65).filter((it) => it % 10 !== 0);
      const all = [10, 20, 30, 40, 50, 60, ...blue];
      for (let page = 1; page <= 17; page += 1) {
        const { ids } = await pageOf(tx, { page, size: 4, total: 65, groups });
        expect(ids).toEqual(all.slice((page - 1) * 4, page * 4));
      }
    });
  });
});

describe('a page of a list that is counted', () => {
  test.each<[string, number, number, Page]>([
    ['fewer than the bound', 39, 1, { ids: from(1, 10), total: 39, least: false }],
    ['exactly the bound', 40, 1, { ids: from(1, 10), total: 40, least: false }],
    ['one more than the bound', 41, 1, { ids: from(1, 10), total: 40, least: true }],
    ['more, on a later page', 100, 4, { ids: from(31, 40), total: 50, least: true }],
    ['more, on the last page', 100, 10, { ids: from(91, 100), total: 100, least: false }],
    ['more, past the end', 95, 1_000_000, { ids: from(91, 95), total: 95, least: false }],
    ['none', 0, 3, { ids: [], total: 0, least: false }],
  ])('counts %s', async (_, many, page, expected) => {
    await withRows(many, async (tx) => {
      expect(await pageOf(tx, { page, bound: 40 })).toEqual(expected);
    });
  });

  test('ends at ten thousand rows, which the other end of the sorting is beyond', async () => {
    await withRows(10_020, async (tx) => {
      const end = { ids: from(9991, 10_000), total: 10_000, least: true };
      expect(await pageOf(tx, { page: 1000 })).toEqual(end);
      expect(await pageOf(tx, { page: 1_000_000 })).toEqual(end);
      const back = await pageOf(tx, { page: 1, sort: 'desc' });
      expect(back.ids).toEqual(from(10_011, 10_020).toReversed());
    });
  });
});

describe('a search', () => {
  const search = (word: string) => `it.words like '%${word}%'`;

  test('that few rows fit counts and sorts them all', async () => {
    await withRows(30_000, async (tx) => {
      const rare = from(1, 300).map((it) => it * 100);
      const first = await pageOf(tx, { page: 1, search: search('rare') });
      expect(first).toEqual({ ids: rare.slice(0, 10), total: 300, least: false });
      const last = await pageOf(tx, { page: 99, search: search('rare') });
      expect(last).toEqual({ ids: rare.slice(-10), total: 300, least: false });
      const none = await pageOf(tx, { page: 1, search: search('nowhere') });
      expect(none).toEqual({ ids: [], total: 0, least: false });
    });
  });

  test('that many rows fit says that there are at least so many, and always one page more', async () => {
    await withRows(30_000, async (tx) => {
      const common = from(1, 10_000).map((it) => it * 3);
      for (const page of [1, 2, 70, 500]) {
        const found = await pageOf(tx, { page, search: search('common') });
        expect(found.ids).toEqual(common.slice((page - 1) * 10, page * 10));
        expect(found.least).toBe(true);
        expect(found.total).toBeGreaterThan(page * 10);
      }
      const { ids, total } = await pageOf(tx, { page: 99_999, search: search('common') });
      expect([ids, total]).toEqual([common.slice(-10), 10_000]);
    });
  });

  test('that fills the page within two thousand rows reads them once', async () => {
    await withRows(30_000, async (tx) => {
      const asked = { page: 1, size: 100, search: `it.colour = 'red'` };
      expect(await pageOf(tx, asked)).toEqual({
        ids: from(1, 100).map((it) => it * 10),
        total: 200,
        least: true,
      });
      const once = await blocksRead(tx, tx`select words from things order by id limit 2000`);
      expect(await blocksRead(tx, ask(tx, asked))).toBeLessThan(2 * once);
    });
  });

  test('finds what stands further away than it walks', async () => {
    await withRows(30_000, async (tx) => {
      const { ids } = await pageOf(tx, { page: 1, search: search('late') });
      expect(ids).toEqual(from(24_001, 24_010));
      const last = await pageOf(tx, { page: 1, search: search('late'), sort: 'desc' });
      expect(last.ids).toEqual(from(29_991, 30_000).toReversed());
    });
  });

  test('in groups shows the whole of one before the next, however far it reaches', async () => {
    await withRows(30_000, async (tx) => {
      // The first group begins with two rows, and goes on beyond what is walked.
      const groups = ['(it.id < 7 or it.id > 20500)', 'it.id between 7 and 20500'];
      const { ids } = await pageOf(tx, { page: 1, search: search('common'), groups });
      expect(ids).toEqual([3, 6, ...from(6834, 6841).map((it) => it * 3)]);
    });
  });

  test('has the same order on its last page', async () => {
    await withRows(4500, async (tx) => {
      const common = from(1, 1500).map((it) => it * 3);
      const last = await pageOf(tx, { page: 150, search: search('common'), best: 'it.id desc' });
      expect(last).toEqual({ ids: common.slice(-10), total: 1500, least: false });
    });
  });

  test.each<[string, string[], string[]]>([
    ['the rarest word', ['thing', 'rare'], ['rare']],
    [
      'the phrase where its words are common',
      ['thing', 'common', 'thing common rare'],
      ['thing common rare'],
    ],
    ['the shorter of two that nothing has', ['thing nowhere', 'nowhere', 'thing'], ['nowhere']],
    ['both words where neither is rare', ['common', 'late'], ['common', 'late']],
  ])('asks the index for %s', async (_, words, asked) => {
    await withRows(30_000, async (tx) => {
      const { parts } = only(
        await tx<{ parts: string }[]>`
          select private.rarest_parts('pg_temp.things', ${words.map(search)}) as parts`,
      );
      expect(parts).toBe(asked.map(search).join(' and '));
    });
  });
});
