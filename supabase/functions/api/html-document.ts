import { parseDocument } from 'htmlparser2';
import { isLink, isPicturePath, richTextLimits } from '../_shared/domain/rich-text.ts';
import type {
  Block,
  Cell,
  Inline,
  List,
  ListItem,
  Mark,
  Paragraph,
  Picture,
  RichText,
  Row,
} from '../_shared/domain/rich-text.ts';

type ChildNode = ReturnType<typeof parseDocument>['children'][number];
type Element = Extract<ChildNode, { attribs: object }>;

const named = (names: string) => new Set(names.split(' '));
/** What is in them is not shown as text. */
const hidden = named(
  'audio button canvas datalist embed head iframe math meter noembed noframes noscript object progress script select style svg template textarea title video xmp',
);
const blocks = named(
  'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form header hgroup hr html legend li main nav p pre search section summary',
);
const headings = /^h[1-6]$/;
/** What is nested deeper is left out. */
const maxDepth = 100;

/** Characters that cannot be stored, or are never seen. */
const unseen = /[^\P{Cc}\t\n\r]|[\p{Cs}\u200b\ufeff]/gu;
/** White space that HTML collapses. */
const spaces = /[ \t\n\r\f]+/g;

const isElement = (node: ChildNode): node is Element => 'attribs' in node;

function markOf({ name, attribs }: Element): Mark | null {
  if (name === 'b' || name === 'strong') return { type: 'bold' };
  if (name === 'i' || name === 'em') return { type: 'italic' };
  const href = attribs['href']?.trim() ?? '';
  return name === 'a' && isLink(href) ? { type: 'link', attrs: { href } } : null;
}

const whole = (value: string | undefined, most: number, other: number): number =>
  /^\d{1,5}$/.test(value ?? '') ? Math.min(Math.max(Number(value), 1), most) : other;

/** A picture of the bucket by its address; null for one of another site. */
function pictureOf({ src = '', alt = '', width, height }: Element['attribs']): Picture | null {
  const [, path = ''] = /(?:\/object\/public\/images\/|^\/images\/\d+\/)([^?#]+)/.exec(src) ?? [];
  if (!isPicturePath(path)) return null;
  const size = { width: whole(width, 20_000, 800), height: whole(height, 20_000, 1000) };
  const seen = alt.replaceAll(unseen, '').trim().slice(0, 300);
  return { type: 'image', attrs: { src: path, alt: seen, ...size } };
}

const isSame = (one: readonly Mark[] | undefined, other: readonly Mark[] | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** A line as HTML shows it: without white space at the ends and around line breaks, and with one space where several meet. */
function trimmed(content: readonly Inline[]): Inline[] {
  const kept: Inline[] = [];
  function trimEnd(): void {
    for (let last = kept.at(-1); last?.type === 'text'; last = kept.at(-1)) {
      last.text = last.text.trimEnd();
      if (last.text !== '') return;
      kept.pop();
    }
  }
  for (const it of content) {
    const last = kept.at(-1);
    if (it.type === 'hardBreak') {
      trimEnd();
      if (kept.length > 0) kept.push(it);
    } else if (last?.type !== 'text') {
      const text = it.text.trimStart();
      if (text !== '') kept.push({ ...it, text });
    } else {
      const text = last.text.endsWith(' ') ? it.text.replace(/^ /, '') : it.text;
      if (isSame(last.marks, it.marks)) last.text += text;
      else if (text !== '') kept.push({ ...it, text });
    }
  }
  trimEnd();
  while (kept.at(-1)?.type === 'hardBreak') {
    kept.pop();
    trimEnd();
  }
  return kept;
}

/** The blocks of a part of HTML, and the line that is being read. */
class Part {
  readonly blocks: Block[] = [];
  #line: Inline[] = [];

  add(inline: Inline): void {
    this.#line.push(inline);
  }

  push(block: Block): void {
    this.end();
    this.blocks.push(block);
  }

  /** Ends a paragraph or heading. */
  end(level?: 2 | 3): void {
    const content = trimmed(this.#line);
    this.#line = [];
    if (content.length === 0) return;
    this.blocks.push(
      level ? { type: 'heading', attrs: { level }, content } : { type: 'paragraph', content },
    );
  }
}

function addText(to: Part, data: string, marks: readonly Mark[]): void {
  const text = data.replaceAll(unseen, '').replaceAll(spaces, ' ');
  if (text) to.add({ type: 'text', text, ...(marks.length > 0 && { marks: [...marks] }) });
}

function read(nodes: readonly ChildNode[], to: Part, marks: readonly Mark[], depth: number): void {
  if (depth > maxDepth) return;
  for (const node of nodes) {
    if (node.nodeType === 3) addText(to, node.data, marks);
    if (isElement(node) && !hidden.has(node.name)) readElement(node, to, marks, depth + 1);
  }
}

function readElement(node: Element, to: Part, marks: readonly Mark[], depth: number): void {
  const { name, children, attribs } = node;
  const inside = (level?: 2 | 3) => {
    to.end();
    read(children, to, marks, depth);
    to.end(level);
  };
  const mark = markOf(node);
  if (mark) read(children, to, [...marks.filter((it) => it.type !== mark.type), mark], depth);
  else if (name === 'br') to.add({ type: 'hardBreak' });
  else if (name === 'img') {
    const picture = pictureOf(attribs);
    if (picture) to.push(picture);
  } else if (name === 'ul' || name === 'ol') {
    const content = itemsOf(node, depth);
    if (content.length > 0)
      to.push({ type: name === 'ol' ? 'orderedList' : 'bulletList', content });
  } else if (name === 'table') {
    const content = rowsOf(children, depth);
    if (content.length > 0) to.push({ type: 'table', content });
  } else if (headings.test(name)) inside(name < 'h3' ? 2 : 3);
  else if (blocks.has(name)) inside();
  else read(children, to, marks, depth);
}

function partOf(nodes: readonly ChildNode[], depth: number): Block[] {
  const part = new Part();
  read(nodes, part, [], depth);
  part.end();
  return part.blocks;
}

/** What a list item or a cell may contain of these blocks. */
function paragraphsOf(found: readonly Block[]): Paragraph[] {
  return found.flatMap((it): Paragraph[] => {
    if (it.type === 'image') return [];
    if (it.type === 'table')
      return it.content.flatMap((row) => row.content.flatMap((cell) => cell.content));
    if ('attrs' in it || it.type === 'paragraph')
      return [{ type: 'paragraph', content: it.content }];
    return it.content.flatMap((item) => paragraphsOf(item.content));
  });
}

const isList = (block: Block): block is List => /^(bullet|ordered)List$/.test(block.type);

const levels = (block: Block): number =>
  isList(block) ? 1 + Math.max(...block.content.flatMap((it) => it.content.map(levels))) : 0;

function itemsOf({ children }: Element, depth: number): List['content'] {
  return children.flatMap((node): List['content'] => {
    const found = partOf([node], depth).flatMap((it): (Paragraph | List)[] =>
      isList(it) && levels(it) < richTextLimits.listDepth ? [it] : paragraphsOf([it]),
    );
    const [first, ...others] = found;
    if (!first) return [];
    const content: ListItem['content'] =
      first.type === 'paragraph' ? [first, ...others] : [{ type: 'paragraph' }, ...found];
    return [{ type: 'listItem', content }];
  });
}

function rowsOf(nodes: readonly ChildNode[], depth: number): Row[] {
  return nodes.filter(isElement).flatMap((node) => {
    if (/^t(head|body|foot)$/.test(node.name)) return rowsOf(node.children, depth);
    if (node.name !== 'tr') return [];
    const cells = node.children.filter(isElement).filter(({ name }) => /^t[dh]$/.test(name));
    const content = cells.slice(0, richTextLimits.tableColumns).map((it) => cellOf(it, depth));
    return content.length > 0 ? [{ type: 'tableRow', content }] : [];
  });
}

function cellOf({ name, attribs, children }: Element, depth: number): Cell {
  const [colspan, rowspan] = [attribs['colspan'], attribs['rowspan']].map((it) =>
    whole(it, richTextLimits.tableColumns, 1),
  );
  const paragraphs = paragraphsOf(partOf(children, depth + 1));
  return {
    type: name === 'th' ? 'tableHeader' : 'tableCell',
    ...((colspan ?? 1) * (rowspan ?? 1) > 1 && {
      attrs: { colspan: colspan ?? 1, rowspan: rowspan ?? 1 },
    }),
    content: paragraphs.length > 0 ? paragraphs : [{ type: 'paragraph' }],
  };
}

/** Tags that shop systems and editors write into descriptions; a lone `<` of a text is none. */
const tag =
  /<\/?(p|br|div|span|ul|ol|li|strong|b|em|i|u|a|h[1-6]|table|tbody|tr|td|th|img|font|section|blockquote)(\s[^<>]*)?\/?>/i;

export const isHtml = (text: string): boolean => tag.test(text);

/** HTML as a document, which keeps what it shows: scripts, styles, forms and pictures of other sites are left out. */
export const documentOfHtml = (html: string): RichText => ({
  type: 'doc',
  content: partOf(parseDocument(html).children, 0),
});
