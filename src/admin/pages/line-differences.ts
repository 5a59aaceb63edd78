import { diffArrays } from 'diff';
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

/** The lines of two versions, in the order in which a reader sees what became of them. */
export const lineDifferences = (before: PageText, after: PageText): DifferentLine[] =>
  diffArrays(linesOf(before), linesOf(after)).flatMap(({ value, added, removed }) =>
    value.map((text) => ({ text, only: removed ? 'before' : added ? 'after' : null })),
  );
