/** @jsxImportSource react */
import { convert } from 'html-to-text';
import { renderToStaticMarkup } from 'react-dom/server';
import { ownLayouts } from '../own/mail.ts';
import type { ClaimedMail } from '../queries/mail-rows.ts';
import type { MailPreview } from '../schemas/mail.ts';
import { contentOf, type MailContent, type MailContext } from './content.ts';
import { MailPage } from './MailPage.tsx';

/** A mail as HTML and as plain text. */
export function renderMail(mail: ClaimedMail, context: MailContext): MailPreview {
  const content = contentOf(mail, context);
  const Layout = ownLayouts[mail.kind] ?? ownLayouts.layout ?? MailPage;
  const { logo } = context.shop;
  const address = logo && new URL(`/images/480/${logo}`, context.siteUrl).href;
  const toHtml = (it: MailContent, logoAddress: string) =>
    `<!doctype html>${renderToStaticMarkup(<Layout shop={{ ...context.shop, logo: logoAddress }} content={it} />)}`;
  const lines = content.lines.map(({ picture: _, ...line }) => line);
  const text = convert(toHtml({ ...content, lines }, ''), {
    wordwrap: 78,
    selectors: [
      { selector: '[data-skip-in-text=true]', format: 'skip' },
      { selector: '[data-lines]', format: 'dataTable' },
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: false } },
    ],
  });
  return { subject: content.subject, html: toHtml(content, address), text };
}
