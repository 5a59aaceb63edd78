import { documentOf, plainTextOf, type Block } from '#shared/domain/rich-text.ts';
import type { PageText } from '#shared/schemas/pages.ts';

export interface DifferentLine {
  readonly text: string;
  /** In which of the two versions it is. */
  readonly only: 'before' | 'after' | null;
}

/** Headings, links and pictures say what they are, since they may differ where the text is the same. */
function marked(block: Block): string {
  const text = plainTextOf({ ...documentOf(''), content: [block] });
  const links = JSON.stringify(block).match(/(?<="href":")[^"]*/g) ?? [];
  const kind =
    block.type === 'heading' ? '# ' : block.type === 'image' ? `[${block.attrs.src}] ` : '';
  return `${kind}${text}${links.map((it) => ` (${it})`).join('')}`;
}

const linesOf = ({ title, description, body }: PageText): string[] => [
  title,
  description,
  ...body.content.flatMap((it) => marked(it).split('\n')),
];

/** The lines of two versions, with the longest sequence that both have. */
export function lineDifferences(before: PageText, after: PageText): DifferentLine[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  /** How many lines are the same from here on. */
  const same = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number) => same[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const row = same[i] ?? [];
    for (let j = b.length - 1; j >= 0; j -= 1) {
      row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: DifferentLine[] = [];
  for (let [i, j] = [0, 0]; i < a.length || j < b.length;) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ text: a[i] ?? '', only: null });
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ text: a[i] ?? '', only: 'before' });
      i += 1;
    } else {
      lines.push({ text: b[j] ?? '', only: 'after' });
      j += 1;
    }
  }
  return lines;
}
