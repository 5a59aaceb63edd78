import type { Figures } from './load.ts';

/** One line of the table that a measurement prints. */
export interface Row {
  readonly what: string;
  readonly figures?: Figures;
  /** Against what `what` names. */
  readonly ratio?: number;
  /** The least that the ratio should be; `most` the most. */
  readonly wanted?: number;
  readonly most?: number;
  /** A figure that is no rate, as it is to be read. */
  readonly value?: string;
  readonly reached?: boolean;
  readonly note?: string;
}

function verdict({ ratio, wanted, most, reached }: Row): string {
  if (reached !== undefined) return reached ? 'yes' : 'NO';
  if (ratio === undefined) return '';
  if (wanted !== undefined) return ratio >= wanted ? 'yes' : 'NO';
  return most === undefined ? '' : ratio <= most ? 'yes' : 'NO';
}

/** A table in Markdown. */
export function table(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const { what, figures, ratio, wanted, most, value = '', note = '' } = row;
    const wish = wanted === undefined ? (most === undefined ? '' : `≤ ${most}`) : `≥ ${wanted}`;
    const wrong = figures && figures.wrong > 0 ? `${figures.wrong} wrong answers` : '';
    const cells = [
      what,
      figures ? figures.rate.toFixed(figures.rate < 100 ? 1 : 0) : value,
      figures ? figures.p50.toFixed(1) : '',
      figures ? figures.p99.toFixed(1) : '',
      ratio === undefined ? '' : ratio.toFixed(2),
      wish,
      verdict(row),
      [note, wrong].filter(Boolean).join('; '),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const head = ['What', 'per s', 'p50 ms', 'p99 ms', 'ratio', 'wanted', 'reached', 'note'];
  return [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...lines].join('\n');
}
