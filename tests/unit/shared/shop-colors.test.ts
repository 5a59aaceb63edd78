import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { chosenTokens, shopColorRules } from '../../../src/browser/shop-color-rules.ts';
import { colorStyle, contrast, contrastIssues, designColors } from '#shared/domain/shop-colors.ts';

const none = { paper: '', accent: '', paperDark: '', accentDark: '' };

test('contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  expect(contrast('#ffffff', '#777777')).toBeCloseTo(4.48, 2);
});

test('the colors of the design can be read, and are those of the style sheet', async () => {
  expect(contrastIssues(designColors)).toEqual([]);
  const path = resolve(import.meta.dirname, '../../../src/styles/tokens.css');
  const [light = '', dark = ''] = (await readFile(path, 'utf8')).split(/@media \(prefers-color/);
  for (const [sheet, tokens] of [
    [light, chosenTokens.light],
    [dark, chosenTokens.dark],
  ] as const) {
    for (const [name, color] of Object.entries(tokens)) {
      expect(sheet).toContain(`  --${name}: ${color};`);
    }
  }
  expect(designColors).toEqual({
    ...{ paper: chosenTokens.light.paper, accent: chosenTokens.light.accent },
    ...{ paperDark: chosenTokens.dark.paper, accentDark: chosenTokens.dark.accent },
  });
});

test.each([
  [
    { paper: '#c0b8a8' },
    'paper',
    /^Text of successes on the paper has a contrast of 3:1; it needs 4.5:1$/,
  ],
  [{ accent: '#d9a441' }, 'accent', /^The accent on the paper/],
  [{ accentDark: '#3b5a4f' }, 'accentDark', /^Text on the accent/],
  [{ paperDark: '#5a5a5a' }, 'paperDark', /on the paper/],
])('%o cannot be read', (chosen, field, words) => {
  const issues = contrastIssues({ ...none, ...chosen });
  expect(issues.find(({ path }) => path === field)?.message).toMatch(words);
});

test('faint text and borders are stronger on a darker paper, and the accent darker under the pointer where lighter is too light', () => {
  const style = (colors: Partial<typeof none>) =>
    new Map(
      colorStyle({ ...none, ...colors })
        .split(';')
        .map((it) => it.split(':') as [string, string]),
    );
  const paper = '#e9e2d6';
  const darker = style({ paper });
  expect(contrastIssues({ ...none, paper })).toEqual([]);
  expect(contrast(darker.get('--shop-ink-faint') ?? '', paper)).toBeGreaterThan(4.5);
  expect(contrast('#6b655b', darker.get('--shop-paper-sunk') ?? '')).toBeLessThan(4.5);
  expect(contrast(darker.get('--shop-rule-strong') ?? '', paper)).toBeGreaterThan(3);
  const accent = '#8a5540';
  const hover = style({ accent }).get('--shop-accent-hover') ?? '';
  expect(contrast(hover, '#ffffff')).toBeGreaterThan(contrast(accent, '#ffffff'));
});

test('a shop that chooses nothing adds nothing to its pages, and one that chooses an accent just that', () => {
  expect(colorStyle(none)).toBe('');
  const style = colorStyle({ ...none, accent: '#5b1f3a' });
  expect(style).toContain('--shop-accent:#5b1f3a');
  expect(style).not.toMatch(/paper|dark/);
  const all = colorStyle({ ...none, paper: '#ffffff', accentDark: '#e0b0c4' });
  expect(all).toMatch(/--shop-paper:#ffffff;.*--shop-accent-soft-dark:#[\da-f]{6}$/);
});

test('every variable of the style is one that the rules read', () => {
  const read = [...shopColorRules.matchAll(/var\((--shop-[a-z-]+)/g)].map(([, name]) => name);
  const style = colorStyle(designColors).split(';');
  expect(style.map((it) => it.split(':')[0]).toSorted()).toEqual(read.toSorted());
});
