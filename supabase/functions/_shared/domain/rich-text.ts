/** Text with headings, lists, links, pictures and tables, as the JSON of ProseMirror: a closed set of nodes, without HTML. */
export type Mark =
  { type: 'bold' } | { type: 'italic' } | { type: 'link'; attrs: { href: string } };

export interface TextNode {
  type: 'text';
  text: string;
  marks?: Mark[] | undefined;
}
export type Inline = TextNode | { type: 'hardBreak' };

export interface Paragraph {
  type: 'paragraph';
  content?: Inline[] | undefined;
}
export interface Heading {
  type: 'heading';
  attrs: { level: 2 | 3 };
  content?: Inline[] | undefined;
}
/** `src` is a path in the bucket. */
export interface Picture {
  type: 'image';
  attrs: { src: string; alt: string; width: number; height: number };
}
export interface ListItem {
  type: 'listItem';
  content: [Paragraph, ...(Paragraph | List)[]];
}
export interface List {
  type: 'bulletList' | 'orderedList';
  content: ListItem[];
}
export interface Cell {
  type: 'tableCell' | 'tableHeader';
  attrs?: { colspan: number; rowspan: number } | undefined;
  content: Paragraph[];
}
export interface Row {
  type: 'tableRow';
  content: Cell[];
}
export interface Table {
  type: 'table';
  content: Row[];
}
export type Block = Paragraph | Heading | List | Picture | Table;

export interface RichText {
  type: 'doc';
  content: Block[];
}

export const richTextLimits = {
  /** Characters of a document as JSON. */
  json: 150_000,
  /** Lists within lists. */
  listDepth: 4,
  linkLength: 1000,
  tableColumns: 20,
} as const;

export const emptyText: RichText = { type: 'doc', content: [] };

/** Where a link may lead: a path of the shop, http(s), mailto or tel. White space, controls and quotes are encoded in a URL. */
export function isLink(href: string): boolean {
  if (href.length > richTextLimits.linkLength) return false;
  if (/[\s\p{Cc}\p{Cf}\p{Cs}\\"'<>`]/u.test(href)) return false;
  if (/^\/(?!\/)/.test(href)) return true;
  return /^(https?:\/\/[^/]|mailto:.|tel:.)/i.test(href) && URL.canParse(href);
}

/** A path in the bucket of pictures, or a built-in picture of the site. */
export const isPicturePath = (src: string): boolean =>
  src.length <= 300 && /^(?:[\w-]+\/)+[\w-][\w.-]*\.(?:png|jpe?g|gif|webp|avif)$/i.test(src);

const textOf = (content: readonly Inline[] = []): string =>
  content.map((it) => (it.type === 'text' ? it.text : '\n')).join('');

function listLines({ type, content }: List): string[] {
  return content.flatMap(({ content: parts }, place) => {
    const [first = '', ...others] = parts.flatMap((it) =>
      it.type === 'paragraph' ? textOf(it.content).split('\n') : listLines(it),
    );
    const bullet = type === 'bulletList' ? '•' : `${place + 1}.`;
    return [`${bullet} ${first}`, ...others.map((it) => `  ${it}`)];
  });
}

function linesOf(block: Block): string[] {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return textOf(block.content).split('\n');
    case 'bulletList':
    case 'orderedList':
      return listLines(block);
    case 'table':
      return block.content.map(({ content }) =>
        content
          .map((cell) =>
            cell.content.map((it) => textOf(it.content).replaceAll('\n', ' ')).join(' '),
          )
          .join(' | '),
      );
    case 'image':
      return block.attrs.alt ? [block.attrs.alt] : [];
  }
}

/**
 * The text of a document without its markup, for search, descriptions and structured data; an empty line between blocks. The same as
 * the SQL function `plain_text`.
 */
export const plainTextOf = ({ content }: RichText): string =>
  content
    .map((it) => linesOf(it).join('\n').trim())
    .filter(Boolean)
    .join('\n\n');

/** Plain text as a document: an empty line begins a paragraph. */
export function documentOf(text: string): RichText {
  const paragraphs = text.split(/\n\s*\n/).map((it) => it.trim());
  return {
    type: 'doc',
    content: paragraphs.filter(Boolean).map((paragraph) => ({
      type: 'paragraph',
      content: paragraph
        .split('\n')
        .flatMap((line, place): Inline[] => [
          ...(place > 0 ? [{ type: 'hardBreak' } as const] : []),
          ...(line === '' ? [] : [{ type: 'text', text: line } as const]),
        ]),
    })),
  };
}

/** Whether a document shows nothing. */
export const isEmptyText = (text: RichText): boolean =>
  plainTextOf(text) === '' && !text.content.some((it) => it.type === 'image');

/** Whether a document says no more than its text does: plain paragraphs. The same as in the SQL function `rich_document`. */
export const isPlain = ({ content }: RichText): boolean =>
  content.every(
    (it) =>
      it.type === 'paragraph' &&
      (it.content ?? []).every((part) => part.type === 'hardBreak' || !part.marks?.length),
  );
