import { isLink, isPicturePath } from './rich-text.ts';
import type { Block, Inline, List, Mark, Paragraph, Picture, Row, Table } from './rich-text.ts';

const entities: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
};

/** Text within an element or a quoted attribute of HTML or XML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '');

export interface Drawing {
  /** The addresses of a picture. */
  readonly pictureOf: (path: string) => { src: string; srcset?: string; sizes?: string };
  /** Fills in what a text names in braces. */
  readonly fill?: (text: string) => string;
  /** `part` draws headings one level lower, without addresses; `file` only what another system needs. */
  readonly within?: 'page' | 'part' | 'file';
}

function withMark(html: string, mark: Mark): string {
  if (mark.type === 'bold') return `<strong>${html}</strong>`;
  if (mark.type === 'italic') return `<em>${html}</em>`;
  const { href } = mark.attrs;
  // Checked again, whoever wrote the document.
  if (!isLink(href)) return html;
  const other = /^https?:/i.test(href) ? ' rel="noopener noreferrer"' : '';
  return `<a href="${escapeHtml(href)}"${other}>${html}</a>`;
}

const inlineHtml = (content: readonly Inline[] = [], { fill = (text) => text }: Drawing): string =>
  content
    .map((it) =>
      it.type === 'text'
        ? (it.marks ?? []).reduceRight(withMark, escapeHtml(fill(it.text)))
        : '<br>',
    )
    .join('');

/** The fragment of a heading's address, such as `how-to-measure`. */
const fragmentOf = (content: readonly Inline[] = []): string =>
  content
    .map((it) => (it.type === 'text' ? it.text : ' '))
    .join('')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
    ?.join('-') ?? '';

function listHtml({ type, content }: List, to: Drawing): string {
  const tag = type === 'bulletList' ? 'ul' : 'ol';
  const partHtml = (part: Paragraph | List, place: number) => {
    if (part.type !== 'paragraph') return listHtml(part, to);
    const html = inlineHtml(part.content, to);
    return place === 0 ? html : `<p>${html}</p>`;
  };
  const items = content.map((item) => `<li>${item.content.map(partHtml).join('')}</li>`);
  return `<${tag}>${items.join('')}</${tag}>`;
}

function rowHtml({ content }: Row, place: number, to: Drawing): string {
  const cells = content.map(({ type, attrs, content: paragraphs }) => {
    const [tag, scope] =
      type === 'tableHeader' ? ['th', ` scope="${place === 0 ? 'col' : 'row'}"`] : ['td', ''];
    const { colspan = 1, rowspan = 1 } = attrs ?? {};
    const spans = [
      ...(colspan > 1 ? [` colspan="${Number(colspan)}"`] : []),
      ...(rowspan > 1 ? [` rowspan="${Number(rowspan)}"`] : []),
    ];
    const html = paragraphs.map((it) => inlineHtml(it.content, to)).join('<br>');
    return `<${tag}${scope}${spans.join('')}>${html}</${tag}>`;
  });
  return `<tr>${cells.join('')}</tr>`;
}

/** Wide tables scroll, by keyboard too. */
function tableHtml({ content }: Table, to: Drawing): string {
  const rows = content.map((it, place) => rowHtml(it, place, to)).join('');
  const table = `<table><tbody>${rows}</tbody></table>`;
  if (to.within === 'file') return table;
  return `<div class="scrolls" tabindex="0" role="group" aria-label="Table">${table}</div>`;
}

function pictureHtml({ attrs }: Picture, { pictureOf, within }: Drawing): string {
  if (!isPicturePath(attrs.src)) return '';
  const { alt, width, height } = attrs;
  const shown = within !== 'file' && { loading: 'lazy', decoding: 'async' };
  const all = { ...pictureOf(attrs.src), alt, width, height, ...shown };
  const written = Object.entries(all).map(([name, it]) => ` ${name}="${escapeHtml(String(it))}"`);
  return `<img${written.join('')}>`;
}

function blockHtml(block: Block, to: Drawing): string {
  switch (block.type) {
    case 'paragraph':
      return `<p>${inlineHtml(block.content, to)}</p>`;
    case 'heading': {
      const { within = 'page' } = to;
      const tag = `h${(block.attrs.level === 3 ? 3 : 2) + (within === 'part' ? 1 : 0)}`;
      const id = within === 'page' && escapeHtml(fragmentOf(block.content));
      return `<${tag}${id ? ` id="${id}"` : ''}>${inlineHtml(block.content, to)}</${tag}>`;
    }
    case 'bulletList':
    case 'orderedList':
      return listHtml(block, to);
    case 'table':
      return tableHtml(block, to);
    case 'image':
      return pictureHtml(block, to);
    default:
      return '';
  }
}

/** The HTML of a document or a part of it. Only these tags and attributes can come out, with every text escaped. */
export const richTextHtml = (blocks: readonly Block[], to: Drawing): string =>
  blocks.map((it) => blockHtml(it, to)).join('');
