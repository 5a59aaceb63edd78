import { escapeHtml } from '#shared/domain/rich-text-html.ts';

type Attributes = Readonly<Record<string, string>>;

/** XML has no way to write the others. */
const unwritable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const escaped = (text: string): string => escapeHtml(text.replaceAll(unwritable, ''));

const opening = (name: string, attributes: Attributes): string =>
  [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escaped(value)}"`)].join(
    ' ',
  );

/** Element with a text; nothing without one. */
export const element = (
  name: string,
  text: string | undefined,
  attributes: Attributes = {},
): string =>
  text === undefined || text === ''
    ? ''
    : `<${opening(name, attributes)}>${escaped(text)}</${name}>`;

/** An element that has attributes only. */
export const emptyElement = (name: string, attributes: Attributes): string =>
  `<${opening(name, attributes)}/>`;

/** An element of others. */
export const parent = (name: string, ...children: readonly string[]): string =>
  `<${name}>${children.join('')}</${name}>`;

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
