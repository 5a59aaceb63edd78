import { expect, test } from 'vitest';
import { knownFindings, readKnown, reasonFor } from '../../../tools/judge/known.ts';

const row = '| `vnu` | `CSS: “x”*` | `/product/*` | Because |';
const finding = { rule: 'CSS: “x” (new)', where: '/product/1', message: '' };

test('what a judge finds is known by its judge, its rule and its place', () => {
  const known = readKnown(`| Judge | Rule |\n${row}\n`);
  expect(reasonFor('vnu', finding, known)?.why).toBe('Because');
  expect(reasonFor('axe', finding, known)).toBeUndefined();
  expect(reasonFor('vnu', { ...finding, rule: 'CSS: “y”' }, known)).toBeUndefined();
  expect(reasonFor('vnu', { ...finding, where: '/shop' }, known)).toBeUndefined();
  expect(() => readKnown('| `vnu` | `CSS` | `/` | |')).toThrow('incomplete');
});

test('every row of docs/judged.md has a reason', () => {
  expect(knownFindings().length).toBeGreaterThan(0);
});
