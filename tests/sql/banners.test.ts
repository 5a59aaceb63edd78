import { expect } from 'vitest';
import { actAs, test, type Tx } from './actors.ts';
import { valueOf, valuesOf } from './answers.ts';
import { refusalOf } from './refusals.ts';
import { actAsAdministrator, addAdministrator, addCustomer } from './people.ts';

/** Adds banners by their headers; none of other tests are left. */
async function addBanners(tx: Tx, headers: readonly string[]): Promise<void> {
  await tx`delete from banners`;
  for (const header of headers) await tx`insert into banners (header) values (${header})`;
}

/** The headers that the caller sees, in the order of the slides. */
const seen = (tx: Tx) =>
  valuesOf<string>(tx`select header from banners order by position, created_at desc, id`);

test('a new banner comes first, and each is moved to any place', async ({ tx }) => {
  await addBanners(tx, ['Coats', 'Knits', 'Linen']);
  expect(await seen(tx)).toEqual(['Linen', 'Knits', 'Coats']);
  await actAsAdministrator(tx);
  const move = async (header: string, place: number) => {
    await tx`select office.move_banner((select id from banners where header = ${header}), ${place})`;
    return seen(tx);
  };
  expect(await move('Coats', 1)).toEqual(['Coats', 'Linen', 'Knits']);
  expect(await move('Coats', 2)).toEqual(['Linen', 'Coats', 'Knits']);
  expect(await move('Linen', 99)).toEqual(['Coats', 'Knits', 'Linen']);
  expect(await move('Linen', 0)).toEqual(['Linen', 'Coats', 'Knits']);
  await tx`insert into banners (header) values ('Socks')`;
  expect(await seen(tx)).toEqual(['Socks', 'Linen', 'Coats', 'Knits']);
  const [gone] = await tx<{ moved: boolean }[]>`
      select office.move_banner(gen_random_uuid(), 1) as moved`;
  expect(gone?.moved).toBe(false);
});

test('visitors see a banner from its first moment until its last', async ({ tx }) => {
  const [customer, administrator] = [await addCustomer(tx), await addAdministrator(tx)];
  await addBanners(tx, []);
  await tx`insert into banners (header, shown, shown_from, shown_until) values
      ('hidden', false, null, null), ('planned', true, now() + interval '1 second', null),
      ('ended', true, null, now()), ('begun', true, now(), now() + interval '1 second'),
      ('always', true, null, null)`;
  for (const person of [null, customer]) {
    await actAs(tx, person);
    expect(await seen(tx)).toEqual(['always', 'begun']);
  }
  await actAs(tx, administrator);
  expect(await seen(tx)).toHaveLength(5);
  const states = await tx`select header, state, place from office.list_admin_banners()`;
  expect(states).toEqual([
    { header: 'always', state: 'current', place: 1 },
    { header: 'begun', state: 'current', place: 2 },
    { header: 'ended', state: 'ended', place: 3 },
    { header: 'planned', state: 'planned', place: 4 },
    { header: 'hidden', state: 'hidden', place: 5 },
  ]);
});

test('a banner cannot end before it begins, and leads nowhere unsafe', async ({ tx }) => {
  for (const values of [
    { shown_from: '2026-02-02T00:00:00Z', shown_until: '2026-02-02T00:00:00Z' },
    { link: 'javascript:alert(1)' },
    { link: '//evil.example' },
    { link_text: '\u200b' },
  ]) {
    const row = { header: 'Coats', ...values };
    const refusal = await refusalOf(tx, (it) => it`insert into banners ${it(row)}`);
    expect([values, refusal.code]).toEqual([values, '23514']);
  }
});

test('the change feed reports once when a planned banner comes and goes', async ({ tx }) => {
  const changes = async () => {
    const feed = await valueOf<{ changes: { id: number; tag: string }[] }>(tx`
          select catalogue_changes_since((pg_snapshot_xmax(pg_current_snapshot())::text::numeric - 1)::text)`);
    return feed.changes.filter(({ id }) => id < 0);
  };
  await addBanners(tx, []);
  await tx`insert into banners (header, shown, shown_from, shown_until) values
      ('begun', true, now() - interval '1 minute', now() + interval '1 minute'),
      ('begun as well', true, now() - interval '1 minute', null),
      ('ended', true, now() - interval '2 days', now()),
      ('planned', true, now() + interval '1 second', null),
      ('hidden', false, now() - interval '1 hour', null)`;
  const times = await valueOf<number[]>(tx`select array[
        extract(epoch from now()) * -1000, extract(epoch from now() - interval '1 minute') * -1000
      ]::bigint[]::float8[] as times`);
  await actAs(tx, null);
  const expected = times.map((id) => ({ id, tag: 'banners' }));
  expect(await changes()).toEqual(expected);
  expect(await changes()).toEqual(expected);
});
