import { expect } from 'vitest';
import { actAs, asOwner, letPass, test, type Tx } from './actors.ts';
import { valueOf, valuesOf } from './answers.ts';
import { add, remove, restore } from './goods.ts';
import { actAsAdministrator, addAdministrator, addCustomer } from './people.ts';
import { expectRefusal, forbidden } from './refusals.ts';

const body = (...texts: readonly string[]) => ({
  type: 'doc',
  content: texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
});

/** Saves all fields of a page, as the API does; null adds one. */
const save = (tx: Tx, id: string | null, known: number | null, title: string) =>
  valueOf<string | null>(tx`select office.save_page(p_id => ${id}, p_known => ${known},
    p_slug => 'our-stores', p_title => ${title}, p_description => '', p_published => true,
    p_body => ${tx.json(body(title, 'Open'))})`);

test('visitors see a page once it is published, from its time on', async ({ tx }) => {
  const [customer, administrator] = [await addCustomer(tx), await addAdministrator(tx)];
  await tx`insert into pages (slug, title, published, publish_at, body)
    select *, ${tx.json(body('Open'))}::jsonb from (values
      ('trial-draft', 'Draft', false, null), ('trial-later', 'Later', true, now() + interval '1 hour'),
      ('trial-now', 'Now', true, now())) p`;
  const seen = () =>
    valuesOf<string>(tx`select title from pages where slug like 'trial-%' order by title`);
  for (const person of [null, customer]) {
    await actAs(tx, person);
    expect(await seen()).toEqual(['Now']);
    await expectRefusal(tx, forbidden, (it) => it`select saved_by from pages`);
  }
  await actAs(tx, administrator);
  expect(await seen()).toEqual(['Draft', 'Later', 'Now']);
  const states = () =>
    valuesOf<string>(tx`select state from office.list_admin_pages(p_query => 'trial')`);
  expect(await states()).toEqual(['draft', 'planned', 'published']);
  await letPass(tx, '2 hours');
  expect(await states()).toEqual(['draft', 'published', 'published']);
  const feed = await valueOf<{ changes: { id: number; tag: string }[] }>(tx`
    select catalogue_changes_since((pg_snapshot_xmax(pg_current_snapshot())::text::numeric - 1)::text)`);
  expect(feed.changes.filter(({ id, tag }) => id < 0 && tag === 'pages')).toHaveLength(2);
  await asOwner(tx, () => tx`update pages set body = ${tx.json(body())} where slug = 'trial-now'`);
  expect(await states()).toEqual(['draft', 'published', 'empty']);
});

test('a change keeps the version before it, which can be restored, and an outdated one is refused', async ({
  tx,
}) => {
  await actAsAdministrator(tx);
  const id = (await save(tx, null, null, 'Stores')) ?? '';
  expect(await save(tx, id, 1, 'Shops')).toBe(id);
  await expectRefusal(tx, 'changed_meanwhile', (it) => save(it, id, 1, 'Late'));
  const versions = () =>
    tx`select version, title, saved_by <> '' as named from page_versions where page_id = ${id} order by 1`;
  expect(await versions()).toEqual([{ version: 1, title: 'Stores', named: true }]);

  const back = (version: number, known: number) => (it: Tx) =>
    valueOf<string | null>(it`select office.restore_page_version(${id}, ${version}, ${known})`);
  await expectRefusal(tx, 'changed_meanwhile', back(1, 1));
  expect(await back(7, 2)(tx)).toBeNull();
  expect(await back(1, 2)(tx)).toBe(id);
  const now = () => tx`select title, text, version from pages where id = ${id}`;
  expect(await now()).toEqual([{ title: 'Stores', text: 'Stores\n\nOpen', version: 3 }]);
  expect(await versions()).toHaveLength(2);

  await restore(tx, await remove(tx, 'pages', id));
  expect(await now()).toEqual([{ title: 'Stores', text: 'Stores\n\nOpen', version: 3 }]);
  expect(await versions()).toHaveLength(2);
  const log =
    await tx`select action, after ->> 'text' as text, after -> 'body' as body from audit_log
    where table_name = 'pages' and record_id = ${id} order by audit_log.id`;
  expect(log.map((it) => [it['action'], it['text']])).toEqual([
    ['insert', 'Stores\n\nOpen'],
    ['update', 'Shops\n\nOpen'],
    ['update', 'Stores\n\nOpen'],
    ['delete', null],
    ['insert', 'Stores\n\nOpen'],
  ]);
  expect(log.every((it) => it['body'] === null)).toBe(true);
});

test('a page of every shop keeps its address, and is emptied instead of deleted', async ({
  tx,
}) => {
  const id = await valueOf<string>(tx`select id from pages where slug = 'terms'`);
  await actAsAdministrator(tx);
  await expectRefusal(
    tx,
    'built_in',
    (it) => it`select office.delete_records('pages', ${[id]}::uuid[])`,
  );
  const version = await valueOf<number>(tx`select version from pages where id = ${id}`);
  expect(await save(tx, id, version, 'Conditions')).toBe(id);
  const [page] = await tx`select slug, title from pages where id = ${id}`;
  expect(page).toEqual({ slug: 'terms', title: 'Conditions' });
  expect(await save(tx, crypto.randomUUID(), 1, 'Nowhere')).toBeNull();
});

test('a text that is no document, and an address with signs, are refused', async ({ tx }) => {
  const document = { type: 'doc', content: [] };
  for (const values of [
    { body: '<p>' },
    { body: { ...document, content: 'x'.repeat(10) } },
    { body: { ...document, content: ['x'.repeat(300_000)] } },
    { slug: 'Our Stores' },
    { slug: '../admin' },
    { title: '\u200b' },
  ]) {
    const { body: text = document, ...rest } = values;
    const row = { slug: 'stores', title: 'Stores', ...rest };
    await expectRefusal(
      tx,
      '23514',
      (it) => it`insert into pages (slug, title, body)
      values (${row.slug}, ${row.title}, ${it.json(text)})`,
    );
  }
});

test('only the last hundred versions are kept', async ({ tx }) => {
  const id = await add(tx, 'pages', { slug: 'stores', title: 'Stores' });
  await asOwner(tx, async () => {
    for (let version = 1; version <= 103; version += 1) {
      await tx`update pages set title = ${`Stores ${version}`} where id = ${id}`;
    }
  });
  const kept =
    await tx`select min(version), count(*)::int from page_versions where page_id = ${id}`;
  expect(kept).toEqual([{ min: 4, count: 100 }]);
});
