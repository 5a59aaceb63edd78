import { expect, test } from 'vitest';
import { limits } from '#shared/domain/limits.ts';
import { readPage, type Window } from '../../../supabase/functions/api/queries/paging.ts';

const sorting = { column: 'created_at', ascending: false } as const;

/** A table of so many rows, the newest first, which counts how many were read of it. */
function shelf(many: number) {
  const row = (n: number) => ({
    id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    created_at: new Date(2_000_000_000_000 - n * 1000).toISOString(),
  });
  let read = 0;
  return {
    read: ({ after, from, to }: Window) => {
      const first = (after ? Number(after.id.slice(-12)) + 1 : 0) + from;
      const length = Math.min(Math.max(0, many - first), to - from + 1);
      read += length;
      return Promise.resolve(Array.from({ length }, (_, i) => row(first + i)));
    },
    wasRead: () => read,
  };
}

const all = (many: number) => {
  const { read, wasRead } = shelf(many);
  const page = readPage({}, sorting, read, ({ id }) => id);
  return page.then((it) => ({ ...it, read: wasRead() }));
};

test('a list without pages is whole', async () => {
  const { items, next } = await all(2500);
  expect([items.length, new Set(items).size, next]).toEqual([2500, 2500, undefined]);
});

test('one that is longer than memory should bear ends, and says how to go on', async () => {
  const { items, next, read } = await all(100_000);
  expect([items.length, read]).toEqual([limits.unpagedList, limits.unpagedList]);
  const rest = shelf(limits.unpagedList + 3);
  const page = await readPage({ cursor: next ?? '' }, sorting, rest.read, ({ id }) => id);
  expect(page.items).toHaveLength(3);
  expect(page.items).not.toContain(items.at(-1));
});
