import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { typefaces } from '#shared/domain/typefaces.ts';

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

test('each pair of typefaces but that of the design has a style sheet, which names both with fallbacks of their sizes', () => {
  const folder = join(import.meta.dirname, '../../../src/styles/typefaces');
  expect(readdirSync(folder).sort()).toEqual(typefaces.slice(1).map((it) => `${it}.css`));
  for (const file of readdirSync(folder)) {
    const sheet = readFileSync(join(folder, file), 'utf8');
    expect(sheet.match(/^@import '@fontsource/gm), file).toHaveLength(2);
    const fallbacks = [...sheet.matchAll(/font-family: ('.+');/g)].map(([, name = '']) => name);
    expect(fallbacks, file).toHaveLength(4);
    for (const it of fallbacks) expect(sheet.split('@font-face')[0], file).toContain(it);
  }
});
