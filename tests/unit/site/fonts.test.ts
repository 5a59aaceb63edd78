import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, '../../../src/styles/fonts.css'), 'utf8');

/** The faces that are fetched, each with its family and the code points that it is for. */
const faces = [...css.matchAll(/@font-face \{[^}]*\}/g)].flatMap(([face]) => {
  const [, family = ''] = /font-family: '(.*)'/.exec(face) ?? [];
  const [, ranges] = /unicode-range:([^;]*);/.exec(face) ?? [];
  if (!ranges) return [];
  const letters = [...ranges.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].flatMap(
    ([, from = '', to = from]) => {
      const first = Number.parseInt(from, 16);
      return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, i) => first + i);
    },
  );
  return [{ family, letters }];
});

// A browser for which the small file of English letters came late turned to the whole one, 35 kB, for the same letters.
test('each letter of a family is in one file alone, English ones and those beyond', () => {
  const families = Map.groupBy(faces, (it) => it.family);
  expect([...families.keys()]).toEqual(['Hanken Grotesk Variable', 'Bodoni Moda']);
  for (const [family, files] of families) {
    const letters = files.flatMap((it) => it.letters);
    expect(
      letters.filter((it, i) => letters.indexOf(it) !== i),
      family,
    ).toEqual([]);
    for (const letter of '“Crêpe” – 30 °C') {
      expect(letters, `${family}: ${letter}`).toContain(letter.codePointAt(0));
    }
  }
});
