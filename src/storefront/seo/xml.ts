import { escapeHtml } from '#shared/domain/rich-text-html.ts';

/** XML has no way to write the others. */
const unwritable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Element with a text; nothing without one. */
export const element = (name: string, text: string | undefined): string =>
  text === undefined || text === ''
    ? ''
    : `<${name}>${escapeHtml(text.replaceAll(unwritable, ''))}</${name}>`;

/** An element of others. */
export const parent = (name: string, ...children: readonly string[]): string =>
  `<${name}>${children.join('')}</${name}>`;

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
