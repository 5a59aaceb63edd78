import { expect, test } from 'vitest';
import { actAs, actAsOwner, rolledBack, type Tx } from './actors.ts';
import { rowOf, valueOf, valuesOf } from './answers.ts';
import { rowsRead } from './reads.ts';
import { addAdministrator } from './people.ts';

/** A table of products with so many more garments that the text "quorvine" fits, seen by an administrator. */
async function amongMany(many: number, work: (tx: Tx) => Promise<void>): Promise<void> {
  await rolledBack(async (tx) => {
    const administrator = await addAdministrator(tx);
    await tx`insert into products (title, price, created_at)
      select 'Quorvine ' || n, 1, now() - n * interval '1 second' from generate_series(1, ${many}) n`;
    await actAs(tx, administrator);
    await work(tx);
  });
}

/** One page of 25 of the search, by default. */
async function look(tx: Tx, page: number, limit = 25, text = 'quorvine') {
  const rows = await tx<{ id: string; total: string; total_is_least: boolean }[]>`
    select id, total, total_is_least from office.list_admin_products(${limit}, ${page}, p_query => ${text})`;
  return {
    ids: rows.map(({ id }) => id),
    total: Number(rows[0]?.total ?? 0),
    least: rows[0]?.total_is_least ?? false,
  };
}

test('few that fit are counted at once', async () => {
  for (const many of [1, 25, 26, 75, 77, 90]) {
    await amongMany(many, async (tx) => {
      expect(await look(tx, 1)).toMatchObject({ total: many, least: false });
      expect((await look(tx, 1)).ids).toHaveLength(Math.min(many, 25));
      const last = await look(tx, 999_999);
      expect(last).toMatchObject({ total: many, least: false });
      expect(last.ids).toHaveLength(many - 25 * Math.floor((many - 1) / 25));
    });
  }
});

test('of many, two further pages are known to be there', async () => {
  await amongMany(260, async (tx) => {
    expect(await look(tx, 1)).toMatchObject({ total: 75, least: true });
    expect(await look(tx, 2)).toMatchObject({ total: 100, least: true });
    expect(await look(tx, 6)).toMatchObject({ total: 200, least: true });
    expect(await look(tx, 1, 100)).toMatchObject({ total: 200, least: true });
  });
  await amongMany(120, async (tx) => {
    expect(await look(tx, 1)).toMatchObject({ total: 75, least: true });
    expect(await look(tx, 3)).toMatchObject({ total: 120, least: false });
  });
});

test.each([199, 200, 201, 260])(
  'page after page shows the best 200 of %i, as the shop ranks them',
  async (many) => {
    await amongMany(many, async (tx) => {
      const shop = await tx<{ id: string }[]>`
        select e ->> 'id' as id from json_array_elements(find_products('quorvine', p_limit => 200) -> 'rows') e`;
      const pages: string[] = [];
      for (let page = 1; page <= 8; page += 1) pages.push(...(await look(tx, page)).ids);
      expect(pages).toEqual(shop.map(({ id }) => id));
      const last = await look(tx, 2_147_483_647);
      expect(last.ids).toEqual(pages.slice(175));
      expect(last).toMatchObject({ total: Math.min(many, 200), least: many > 200 });
    });
  },
);

test('a mistyped word finds as much', async () => {
  await amongMany(260, async (tx) => {
    expect(await look(tx, 1, 25, 'quorvime')).toEqual(await look(tx, 1));
    expect((await look(tx, 1, 25, 'zzqxzzqx')).ids).toEqual([]);
    expect((await look(tx, 1, 25, '!!!')).ids).toEqual([]);
  });
});

test('of many, a whole title comes first, then whole words, then beginnings of words', async () => {
  await amongMany(400, async (tx) => {
    await actAsOwner(tx);
    await tx`insert into products (title, price, created_at) values
      ('Quorv', 1, now() - interval '3 years'), ('Old Quorv', 1, now() - interval '2 years')`;
    const titles = await valuesOf(tx`
      select p.title from unnest(private.search_ids('quorv', 3)) with ordinality f (id, place)
      join products p using (id) order by f.place`);
    expect(titles).toEqual(['Quorv', 'Old Quorv', 'Quorvine 1']);
  });
});

test('the beginning of a word finds it, also where it is a word that says nothing by itself', async () => {
  await amongMany(1, async (tx) => {
    await actAsOwner(tx);
    await tx`insert into products (title, price) values ('Undershirt Zzq', 1)`;
    const found = await valueOf<string[]>(tx`select private.search_ids('under', 75)`);
    expect(found).toHaveLength(1);
  });
});

test(
  'words that are there, but in no product together, are asked for once',
  { tags: ['more'] },
  async () => {
    await amongMany(600, async (tx) => {
      await actAsOwner(tx);
      await tx`insert into products (title, description, price, created_at) values
      ('Zzlone 998877', '', 1, now() - interval '1 year')`;
      await tx`update products set description = 'Midwayne' where title like 'Quorvine %'`;
      await tx`analyze products`;
      await tx`set local enable_seqscan = off`;
      const ask = () => tx`select private.search_ids('quorvine midwayne 998877', 75, 201) as ids`;
      const before = await rowsRead(tx, 'products');
      expect(await rowOf(ask())).toEqual({ ids: [] });
      // The newest 300 once to tell which words are common, once to tell whether many products fit.
      expect((await rowsRead(tx, 'products')) - before).toBeLessThan(3 * 300);
    });
  },
);

test(
  'titles that are too many to be compared, but not common, are read once',
  { tags: ['more'] },
  async () => {
    await amongMany(600, async (tx) => {
      await actAsOwner(tx);
      // Five of them are among the newest.
      await tx`update products set created_at = created_at - interval '1 year'
      where title like 'Quorvine %' and substr(title, 10)::int > 5`;
      await tx`insert into products (title, price) select 'Filler ' || n, 1 from generate_series(1, 300) n`;
      await tx`analyze products`;
      // As among very many, of which the newest are not found by reading all.
      await tx`set local enable_seqscan = off`;
      const before = await rowsRead(tx, 'products');
      const found = tx<{ ids: string[] }[]>`select private.search_ids('quorvine', 75, 201) as ids`;
      expect((await rowOf(found)).ids).toHaveLength(75);
      // The newest 300 to tell which words are common, and again whether many products fit.
      expect((await rowsRead(tx, 'products')) - before).toBeLessThan(300 + 300 + 2 * 600);
    });
  },
);
