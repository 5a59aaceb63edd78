import { plainTextOf } from '../_shared/domain/rich-text.ts';
import { documentOfHtml, isHtml } from './html-document.ts';

/** HTML as the plain text that it shows: paragraphs and lists on lines of their own, entities as characters. Other text is unchanged. */
export const plainText = (text: string): string =>
  isHtml(text) ? plainTextOf(documentOfHtml(text)) : text;
