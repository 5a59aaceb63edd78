import { Fragment, Schema, type Attrs, type Node } from 'prosemirror-model';
import { tableNodes } from 'prosemirror-tables';
import { emptyText, isLink, isPicturePath, type RichText } from '#shared/domain/rich-text.ts';
import { pictureUrl } from '../../ui/picture-url.ts';

/** The path of a picture of the bucket; false for one of another site, which is then not pasted. */
function pictureOf(image: HTMLElement): Attrs | false {
  const source = image.getAttribute('src') ?? '';
  const [, src = ''] = /(?:\/object\/public\/images\/|^\/images\/\d+\/)([^?#]+)/.exec(source) ?? [];
  if (!isPicturePath(src)) return false;
  const number = (name: string, other: number) => Number(image.getAttribute(name)) || other;
  const size = { width: number('width', 800), height: number('height', 1000) };
  return { src, alt: image.getAttribute('alt') ?? '', ...size };
}

const heading = (tag: string, level: number) => ({ tag, attrs: { level } });
const { table, table_row, table_cell, table_header } = tableNodes({
  tableGroup: 'block',
  cellContent: 'paragraph+',
  cellAttributes: {},
});

/** The nodes of `domain/rich-text.ts`. Whatever else is pasted is left out. */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: {
      ...{ group: 'block', content: 'inline*', parseDOM: [{ tag: 'p' }] },
      toDOM: () => ['p', 0],
    },
    heading: {
      ...{ group: 'block', content: 'inline*', defining: true, attrs: { level: { default: 2 } } },
      parseDOM: [
        heading('h1', 2),
        heading('h2', 2),
        ...['h3', 'h4', 'h5', 'h6'].map((it) => heading(it, 3)),
      ],
      toDOM: ({ attrs }) => [attrs['level'] === 3 ? 'h3' : 'h2', 0],
    },
    bulletList: {
      ...{ group: 'block list', content: 'listItem+', parseDOM: [{ tag: 'ul' }] },
      toDOM: () => ['ul', 0],
    },
    orderedList: {
      ...{ group: 'block list', content: 'listItem+', parseDOM: [{ tag: 'ol' }] },
      toDOM: () => ['ol', 0],
    },
    listItem: {
      ...{ content: 'paragraph (paragraph | list)*', defining: true, parseDOM: [{ tag: 'li' }] },
      toDOM: () => ['li', 0],
    },
    image: {
      ...{ group: 'block', draggable: true },
      attrs: { src: {}, alt: { default: '' }, width: {}, height: {} },
      parseDOM: [{ tag: 'img[src]', getAttrs: pictureOf }],
      toDOM: ({ attrs: { src, ...attrs } }) => [
        'img',
        { src: pictureUrl(String(src), 640), ...attrs },
      ],
    },
    table: { ...table, content: 'tableRow+' },
    tableRow: { ...table_row, content: '(tableCell | tableHeader)+' },
    tableCell: table_cell,
    tableHeader: table_header,
    hardBreak: {
      ...{ group: 'inline', inline: true, selectable: false, parseDOM: [{ tag: 'br' }] },
      toDOM: () => ['br'],
    },
    text: { group: 'inline' },
  },
  marks: {
    link: {
      ...{ attrs: { href: {} }, inclusive: false },
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (link: HTMLElement) => {
            const href = link.getAttribute('href') ?? '';
            return isLink(href) && { href };
          },
        },
      ],
      toDOM: ({ attrs }) => ['a', { href: String(attrs['href']) }, 0],
    },
    bold: {
      parseDOM: [
        { tag: 'strong' },
        // Google Docs wraps all it copies in a <b> that is not bold.
        { tag: 'b', getAttrs: (it: HTMLElement) => it.style.fontWeight !== 'normal' && null },
      ],
      toDOM: () => ['strong', 0],
    },
    italic: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] },
  },
});

/** Without the attributes that only the editor has. */
function cleaned(name: string, value: unknown): unknown {
  if (name !== 'attrs' || typeof value !== 'object' || value === null) return value;
  if (!('colwidth' in value)) return value;
  const { colwidth: _, ...spans } = value as { colspan: number; rowspan: number; colwidth: null };
  return spans.colspan * spans.rowspan > 1 ? spans : undefined;
}

export function toRichText(doc: Node): RichText {
  const { content = [] } = JSON.parse(JSON.stringify(doc.toJSON(), cleaned)) as Partial<RichText>;
  const isBlank = (at: number) =>
    content[at]?.type === 'paragraph' && !('content' in (content[at] ?? {}));
  let end = content.length;
  while (end > 0 && isBlank(end - 1)) end -= 1;
  return { ...emptyText, content: content.slice(0, end) };
}

/** A document that can be typed into, at its end as well. */
export function toDocument(text: RichText): Node {
  const blocks = text.content.map((it) => schema.nodeFromJSON(it));
  const last = blocks.at(-1)?.type.name;
  const more = last === 'paragraph' || last === 'heading' ? [] : [schema.node('paragraph')];
  return schema.node('doc', null, Fragment.from([...blocks, ...more]));
}
