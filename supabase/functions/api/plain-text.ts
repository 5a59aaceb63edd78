import { convert } from 'html-to-text';

/** Tags that shop systems and editors write into descriptions; a lone `<` of a text is none. */
const tag =
  /<\/?(p|br|div|span|ul|ol|li|strong|b|em|i|u|a|h[1-6]|table|tbody|tr|td|th|img|font|section|blockquote)(\s[^<>]*)?\/?>/i;

/** HTML as the plain text that it shows: paragraphs and lists on lines of their own, entities as characters. Other text is unchanged. */
export function plainText(text: string): string {
  if (!tag.test(text)) return text;
  return convert(text, {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      { selector: 'ul', options: { itemPrefix: '• ' } },
      { selector: 'table', format: 'dataTable' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
    ],
  }).trim();
}
