import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/settings.ts';
import type { Finding } from './verdict.ts';

/** A row of the table in docs/judged.md: findings that stay, and why. */
export interface Known {
  judge: string;
  rule: string;
  /** A `*` stands for anything. */
  where: string;
  why: string;
}

const cells = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replace(/^`(.*)`$/, '$1'));

/** The rows whose first cell is the name of a judge as code. @throws if one lacks a cell */
export function readKnown(document: string): Known[] {
  const rows = document.split('\n').filter((line) => line.startsWith('| `'));
  return rows.map((line) => {
    const [judge = '', rule = '', where = '', why = ''] = cells(line);
    if (!judge || !rule || !where || !why) throw new Error(`docs/judged.md: incomplete: ${line}`);
    return { judge, rule, where, why };
  });
}

export const knownFindings = (): Known[] =>
  readKnown(readFileSync(join(root, 'docs/judged.md'), 'utf8'));

const fits = (pattern: string, text: string): boolean => {
  const parts = pattern.split('*').map((it) => it.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text);
};

/** The row that a finding belongs to. */
export function reasonFor(judge: string, finding: Finding, known: Known[]): Known | undefined {
  return known.find(
    (it) => it.judge === judge && fits(it.rule, finding.rule) && fits(it.where, finding.where),
  );
}
