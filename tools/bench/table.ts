import type { Figures } from './load.ts';

/** A row of the results. */
export interface Row {
  readonly what: string;
  readonly figures?: Figures;
  /** Compared with what `what` names. */
  readonly ratio?: number;
  /** The target of the ratio: at least `min`, or at most `max`. */
  readonly min?: number;
  readonly max?: number;
  /** A formatted value that is not a rate. */
  readonly value?: string;
  readonly passed?: boolean;
  readonly note?: string;
}

function result({ ratio, min, max, passed }: Row): string {
  if (passed !== undefined) return passed ? 'yes' : 'NO';
  if (ratio === undefined) return '';
  if (min !== undefined) return ratio >= min ? 'yes' : 'NO';
  return max === undefined ? '' : ratio <= max ? 'yes' : 'NO';
}

/** A table in Markdown. */
export function table(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const { what, figures, ratio, min, max, value = '', note = '' } = row;
    const goal = min === undefined ? (max === undefined ? '' : `≤ ${max}`) : `≥ ${min}`;
    const failures = figures && figures.failures > 0 ? `${figures.failures} failures` : '';
    const cells = [
      what,
      figures ? figures.rate.toFixed(figures.rate < 100 ? 1 : 0) : value,
      figures ? figures.p50.toFixed(1) : '',
      figures ? figures.p99.toFixed(1) : '',
      ratio === undefined ? '' : ratio.toFixed(2),
      goal,
      result(row),
      [note, failures].filter(Boolean).join('; '),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const head = ['What', 'per s', 'p50 ms', 'p99 ms', 'ratio', 'target', 'passed', 'note'];
  return [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...lines].join('\n');
}
