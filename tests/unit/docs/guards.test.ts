import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './documents.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const found = async (pattern: string) =>
  (await Array.fromAsync(glob(pattern, { cwd: root }))).toSorted();

const definition = /^create (?:or replace )?function (\S+?)\([^]*?\$\$;$/gim;
/** A function of SQL → the last migration that writes it. */
const lastOf = new Map<string, string>();
for (const path of await found('supabase/migrations/*.sql'))
  for (const [, name = ''] of read(path).matchAll(definition)) lastOf.set(name, path);

/** The files that a patch changes, with the lines of each change before it. */
const changesOf = (patch: string) =>
  patch
    .split(/^diff /m)
    .slice(1)
    .flatMap((part) => {
      const [, path = ''] = /^\+{3} b\/(.+)$/m.exec(part) ?? [];
      const hunks = part.split(/^@@.*\n/m).slice(1);
      const before = hunks.map((it) => it.replaceAll(/^\+.*\n/gm, '').replaceAll(/^[ -]/gm, ''));
      return before.map((lines) => ({ path, lines }));
    });

/** Functions around a place of a migration that a later one writes again. */
const replacedAt = (path: string, at: number) =>
  [...read(path).matchAll(definition)]
    .filter(({ 0: body, index }) => index <= at && at < index + body.length)
    .map(([, name = '']) => name)
    .filter((name) => path.includes('/migrations/') && lastOf.get(name) !== path);

test('every guard names a test, and changes what is in force', async () => {
  const wrong: string[] = [];
  for (const guard of await found('tests/guards/*/*.patch')) {
    const patch = read(guard);
    const [, test = ''] = /^.*\n(\S+): ./.exec(patch) ?? [];
    if (!(await found(test)).includes(test)) wrong.push(`${guard}: there is no ${test}`);
    for (const { path, lines } of changesOf(patch)) {
      const at = read(path).indexOf(lines);
      if (at === -1) wrong.push(`${guard} does not apply to ${path}`);
      for (const name of replacedAt(path, at))
        wrong.push(`${guard}: ${name} is written again in ${lastOf.get(name)}`);
    }
  }
  expect(wrong).toEqual([]);
});
