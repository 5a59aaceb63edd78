import { describe, expect } from 'vitest';
import { actAs, actAsOwner, rolledBack, sql, test, type Tx } from './actors.ts';
import { valueOf, valuesOf } from './answers.ts';
import { blocksRead } from './reads.ts';
import { actAsAdministrator, actAsCustomer, addAdministrator } from './people.ts';
import { addCategory, addProduct } from './goods.ts';
import { placeOrder } from './orders.ts';

/** Where the made entries begin: behind all that other tests write, by number and by time. */
const base = 2 ** 40;

/**
 * A trail that ends with so many entries, one a minute, seen by an administrator. The first half are goods, of which each third
 * is of quorvine and each three-hundredth zzlate too; every thousandth was deleted, and nothing was updated.
 */
async function withTrail(many: number, work: (tx: Tx) => Promise<void>): Promise<void> {
  const build = async (tx: Tx) => {
    const administrator = await addAdministrator(tx);
    await tx`insert into audit_log
        (id, happened_at, actor_role, actor, table_name, action, record_id, request_id, label, after)
      overriding system value
      select ${base}::bigint + n, '2036-01-01Z'::timestamptz + n * interval '1 minute',
        case when n % 2 = 0 then 'service' else 'database' end, 'test',
        case when n <= ${many}::int / 2 then 'goods' else 'papers' end,
        case when n % 1000 = 0 then 'delete' else 'insert' end, 'record-' || n % 700, 'request-' || n,
        concat_ws(' ', 'Some', case when n <= ${many}::int / 2 and n % 3 = 0 then 'Quorvine' end,
          case when n <= ${many}::int / 2 and n % 300 = 0 then 'zzlate' end, 'Coat ' || n),
        jsonb_build_object('description', repeat('Words about it. ', 20))
      from generate_series(1, ${many}::int) n`;
    await tx`analyze audit_log`;
    await actAs(tx, administrator);
    await work(tx);
  };
  // What other tests write meanwhile is not seen.
  await rolledBack(build, 'isolation level repeatable read');
}

interface Asked {
  q?: string;
  table?: string;
  action?: string;
  role?: string;
  from?: string;
  to?: string;
}

function call(tx: Tx, asked: Asked, page: number, limit: number) {
  const { q = '', table = '', action = '', role = '', from = null, to = null } = asked;
  return tx`office.list_audit(${q}, ${table}, ${action}, ${role}, ${from}::date, ${to}::date, ${limit}, ${page})`;
}

async function look(tx: Tx, asked: Asked, page = 1, limit = 25) {
  const found = await valueOf<{
    total: number;
    total_is_least: boolean;
    entries: { id: number }[];
  }>(tx`select ${call(tx, asked, page, limit)}`);
  const { total, total_is_least: least, entries } = found;
  return { total, least, ids: entries.map(({ id }) => id) };
}

/** Numbers of all that fit, newest first, by reading the whole trail. */
async function allThatFit(tx: Tx, asked: Asked): Promise<number[]> {
  const { q = '', table = '', action = '', role = '', from = null, to = null } = asked;
  const rows = await tx<{ id: string }[]>`
    select id from audit_log
    where (strpos(lower(label), ${q.toLowerCase()}) > 0 or record_id = ${q} or request_id = ${q})
      and ${table} in ('', table_name) and ${action} in ('', action) and ${role} in ('', actor_role)
      and happened_at >= coalesce(${from}::date, '-infinity')
      and happened_at < coalesce(${to}::date + 1, 'infinity')
    order by case when ${q} = '' then happened_at end desc, audit_log.id desc`;
  return rows.map(({ id }) => Number(id));
}

const questions: Asked[] = [
  {},
  { table: 'goods' },
  // Rare, and what nobody did.
  { action: 'delete' },
  { table: 'goods', action: 'update' },
  { role: 'service' },
  { table: 'papers', action: 'insert', role: 'database' },
  { table: 'goods', from: '2036-01-02', to: '2036-01-03' },
  { table: 'goods', from: '2039-01-01' },
  { from: '2036-01-02', to: '2036-01-03' },
  // Words that few have, many long ago, and none of a table.
  { q: 'QUORVINE zzlate' },
  { q: 'quorvine' },
  { q: 'quorvine', table: 'papers' },
  { q: 'quorvine', table: 'goods', role: 'service' },
  { q: 'quorvine', from: '2036-01-02', to: '2036-01-02' },
  { q: 'coat', from: '2039-01-01' },
  { q: 'some' },
  { q: 'record-7' },
  { q: 'request-4321' },
];

test('a filter or a search of the trail reads little of it', { tags: ['more'] }, async () => {
  // Rows that other tests rolled back stay in the indexes until then.
  await sql`vacuum audit_log`;
  // So many that what other tests write weighs little.
  await withTrail(120_000, async (tx) => {
    const blocks = await valueOf<number>(tx`select (pg_relation_size('audit_log') / 8192)::int`);
    for (const asked of questions) {
      await look(tx, asked);
      const read = await blocksRead(tx, tx`select ${call(tx, asked, 1, 25)}`);
      expect(read, JSON.stringify(asked)).toBeLessThan(0.8 * blocks);
    }
  });
});

describe('the audit trail finds', () => {
  test('what is asked for, page after page', async () => {
    await withTrail(6000, async (tx) => {
      for (const asked of questions) {
        const all = await allThatFit(tx, asked);
        for (const page of [1, 2, 7]) {
          const { ids, total, least } = await look(tx, asked, page);
          const last = Math.max(Math.ceil(all.length / 25), 1);
          const start = (Math.min(page, last) - 1) * 25;
          expect([asked, ids]).toEqual([asked, all.slice(start, start + 25)]);
          if (!least) expect(total).toBe(all.length);
          else expect([total <= all.length, total > page * 25]).toEqual([true, true]);
        }
        const last = await look(tx, asked, 1_000_000);
        const end = Math.min(all.length, 10_000);
        expect(last).toMatchObject({ total: end, least: all.length > end });
        expect(last.ids).toEqual(all.slice(Math.floor(Math.max(end - 1, 0) / 25) * 25, end));
      }
      // A sign stands for itself.
      expect((await look(tx, { q: 'some%coat' })).ids).toEqual([]);
      expect((await look(tx, { q: 'some coat' })).ids).not.toEqual([]);
      // A record is found by the key that many other labels hold.
      await actAsOwner(tx);
      await tx`update audit_log set record_id = 'quorvine' where id in (${base + 2}, ${base + 5999})`;
      await actAsAdministrator(tx);
      expect((await look(tx, { q: 'quorvine' })).ids[0]).toBe(base + 5999);
      expect((await look(tx, { q: 'quorvine' }, 1_000_000)).ids.at(-1)).toBe(base + 2);
    });
  });

  test('at most ten thousand by the number of a page, and says so', async () => {
    await withTrail(12_000, async (tx) => {
      for (const asked of [{ q: 'coat' }, { action: 'insert' }]) {
        const all = await allThatFit(tx, asked);
        const end = { ids: all.slice(9975, 10_000), total: 10_000, least: true };
        expect(await look(tx, asked, 400)).toEqual(end);
        expect(await look(tx, asked, 1_000_000)).toEqual(end);
      }
    });
  });
});

test('the audit trail distinguishes a restored product from a new one', async ({ tx }) => {
  const id = await addProduct(tx);
  await actAsAdministrator(tx);
  const undo = (await tx`select office.delete_products(${[id]}::uuid[]) as id`).map((it) =>
    String(it['id']),
  );
  await tx`select office.restore_trash(${undo}::uuid[])`;
  const entries = await valueOf<{ table_name: string; action: string; restored: boolean }[]>(
    tx`select office.list_audit(p_query => ${id}) -> 'entries'`,
  );
  expect(entries.map((it) => [it.table_name, it.action, it.restored])).toEqual([
    ['products', 'insert', true],
    ['products', 'delete', false],
    ['redirects', 'insert', false],
    ['products', 'insert', false],
  ]);
});

test('an entry of an order names its number, by which the changes of the order are found', async ({
  tx,
}) => {
  const product = await addProduct(tx, { title: 'Quorvine', price: '20' });
  await actAsCustomer(tx);
  const { id } = await placeOrder(tx, [{ product, quantity: 2 }], 40);
  await actAsOwner(tx);
  await tx`update order_items set not_to_send = 1 where order_id = ${id}`;
  const number = await valueOf<string>(tx`select number from orders where id = ${id}`);
  await actAsAdministrator(tx);
  const subjects = (query: string, table: string) =>
    valuesOf(tx`select e ->> 'subject' from jsonb_array_elements(
      office.list_audit(${query}, ${table}, p_limit => 2) -> 'entries') e`);
  expect(await subjects('Quorvine', 'order_items')).toEqual([number, number]);
  expect(await subjects(number.toLowerCase(), 'orders')).toContain(number);
  expect(await subjects('Quorvine', 'products')).toEqual([null]);
});

test('an entry names the records that its values refer to, even deleted ones', async ({ tx }) => {
  const product = await addProduct(tx);
  const [knits, gone] = [await addCategory(tx, 'Quorvine knits'), await addCategory(tx, 'Old')];
  await tx`update products set category_id = ${gone} where id = ${product}`;
  await tx`update products set category_id = ${knits} where id = ${product}`;
  await tx`delete from categories where id = ${gone}`;
  await actAsAdministrator(tx);
  const found = await valueOf<{ entries: { action: string; names: Record<string, string> }[] }>(tx`
        select office.list_audit(${product}, 'products')`);
  expect(found.entries[0]?.names).toEqual({ [gone]: 'Old', [knits]: 'Quorvine knits' });
  // Its own id is no reference.
  expect(found.entries.at(-1)?.names).toEqual({});
});
