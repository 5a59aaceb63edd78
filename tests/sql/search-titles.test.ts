import { expect } from 'vitest';
import { actAs, test } from './actors.ts';
import { valuesOf } from './answers.ts';
import { titles } from './titles.ts';

/** Each title with what is typed for it: also all of it, loudly, and without spaces. */
const pairs = titles
  .trim()
  .split('\n')
  .map((line) => line.split(' | '))
  .flatMap(([title = '', ...queries]) =>
    [title, title.toUpperCase(), title.replaceAll(' ', ''), ...queries].map((query) => {
      const [typed = '', place = '1'] = query.split(' #');
      return { title, typed, place: Number(place) };
    }),
  );

test('whoever types a title, or a piece of it, finds it first', async ({ tx }) => {
  await tx`delete from products`;
  const all = [...new Set(pairs.map((it) => it.title))];
  await tx`insert into products (title, price, created_at)
    select t, 1, now() - n * interval '1 second' from unnest(${all}::text[]) with ordinality u (t, n)`;
  await actAs(tx, null);
  const found = await valuesOf<string[]>(tx`
    select array(select e ->> 'title' from json_array_elements(find_products(typed, p_limit => 3) -> 'rows') e)
    from unnest(${pairs.map((it) => it.typed)}::text[]) with ordinality q (typed, n) order by n`);
  expect(pairs.length).toBeGreaterThan(500);
  const hits = pairs.map(({ typed, place }, n) => `${typed}: ${found[n]?.[place - 1]}`);
  expect(hits).toEqual(pairs.map(({ typed, title }) => `${typed}: ${title}`));
});
