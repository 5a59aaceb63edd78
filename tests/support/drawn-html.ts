import { parseDocument } from 'htmlparser2';
import type { RichText } from '#shared/domain/rich-text.ts';
import { richTextHtml, type Drawing } from '#shared/domain/rich-text-html.ts';

const kinds = ['page', 'part', 'file'] as const;

/** A document as HTML. */
export const drawn = ({ content }: RichText, within: Drawing['within'] = 'page'): string =>
  richTextHtml(content, {
    within,
    pictureOf: (path) => ({ src: `/images/640/${path}`, srcset: '', sizes: '100vw' }),
  });

const attributesOf: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'rel'],
  img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading', 'decoding'],
  div: ['class', 'tabindex', 'role', 'aria-label'],
  th: ['scope', 'colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
  ...{ h2: ['id'], h3: ['id'], h4: [], p: [], strong: [], em: [], br: [], ul: [], ol: [], li: [] },
  ...{ table: [], tbody: [], tr: [] },
};

type Node = ReturnType<typeof parseDocument>['children'][number];

/** What of drawn HTML is not in the closed set of tags, attributes and addresses. */
function strange(nodes: readonly Node[]): string[] {
  return nodes.flatMap((node) => {
    if (!('attribs' in node)) return node.nodeType === 3 ? [] : [`node ${node.nodeType}`];
    const known = attributesOf[node.name];
    const names = Object.keys(node.attribs).filter((it) => !known?.includes(it));
    const href = node.attribs['href'] ?? '/';
    return [
      ...(known ? [] : [`<${node.name}>`]),
      ...names.map((it) => `${node.name} ${it}`),
      ...(/^(\/(?!\/)|https?:\/\/|mailto:|tel:)/i.test(href) ? [] : [href]),
      ...strange(node.children),
    ];
  });
}
/** What of a document, however it is drawn, is not in the closed set of tags, attributes and addresses. */
export const strangeIn = (text: RichText): string[] =>
  kinds.flatMap((it) => strange(parseDocument(drawn(text, it)).children));
