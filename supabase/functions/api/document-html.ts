import type { RichText } from '../_shared/domain/rich-text.ts';
import { richTextHtml } from '../_shared/domain/rich-text-html.ts';
import { documentOfHtml } from './html-document.ts';

/** A document as the HTML of a file, which `documentOfHtml` reads. `pictureUrl` gives the address of a path in the bucket. */
export const htmlOfDocument = (
  { content }: RichText,
  pictureUrl = (path: string) => `/images/640/${path}`,
): string =>
  richTextHtml(content, { within: 'file', pictureOf: (path) => ({ src: pictureUrl(path) }) });

/** A document without what its HTML does not have, such as repeated spaces, so that a file of it is read as the same document. */
export const tidied = (document: RichText): RichText => documentOfHtml(htmlOfDocument(document));
