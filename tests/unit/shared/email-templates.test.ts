import { readFile } from 'node:fs/promises';
import { doIUseEmail } from '@jsx-email/doiuse-email';
import { HtmlValidate } from 'html-validate';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { renderMail } from '../../../supabase/functions/_shared/mail/render.tsx';
import { sampleMail } from '../../../supabase/functions/_shared/mail/samples.ts';
import {
  accountKinds,
  canBeSentAgain,
  mailKinds,
  type MailKind,
} from '../../../supabase/functions/_shared/schemas/mail.ts';

const mailPrograms = ['apple-mail', 'gmail', 'outlook', 'yahoo', 'samsung-email', 'thunderbird'];
/** What some of them do not know, and leave out without harm. */
const harmless = [
  ...[
    '`<body> element`',
    '`role attribute`',
    '`target attribute`',
    '`white-space`',
    '`loading attribute`',
  ],
  // Of the words beside the subject in a list of mails.
  ...['`display:none`', '`opacity`', '`overflow`'],
];
/** Rules that mails cannot keep, or about notation, which React decides. */
const notation = [
  ...['attr-case', 'doctype-style', 'void-style', 'presentation-role-style'],
  ...['no-inline-style', 'no-deprecated-attr', 'no-conditional-comment'],
];
const logo = 'shop/300x100-a.svg';
const shop = { name: 'Mill & Daughters', paper: '#fff8f0', accent: '#5b1f3a', logo };
const siteUrl = 'https://shop.example';
const orderUrl = `${siteUrl}/order/${'a'.repeat(240)}`;
const joinUrl = `${siteUrl}/wholesale/join?token=${'a'.repeat(240)}`;

test.each(mailKinds)('the mail %s is HTML that mail programs show', async (kind) => {
  const words = { subject: 'About {product}', opening: 'Dear {name},\n\nthis is a mail.' };
  const { html, text } = renderMail(
    { ...sampleMail(kind), ...words },
    { shop, siteUrl, orderUrl, joinUrl, timeZone: 'UTC' },
  );
  const report = await new HtmlValidate({
    ...{ root: true, extends: ['html-validate:recommended', 'html-validate:document'] },
    rules: Object.fromEntries(notation.map((it) => [it, 'off'])),
  }).validateString(html);
  const faults = report.results.flatMap(({ messages }) => messages.map((it) => it.message));
  expect(faults).toEqual([]);
  expect(html).not.toMatch(
    /<(script|style|link|form|iframe)\b|class=|url\(|var\(|calc\(|flex|grid/,
  );
  const linted = doIUseEmail(html, { emailClients: mailPrograms.map((it) => `${it}.*`) });
  const unknown = linted.success ? [] : linted.errors;
  expect(unknown.filter((it) => !harmless.some((known) => it.startsWith(known)))).toEqual([]);
  // Gmail cuts longer ones off.
  expect(html.length).toBeLessThan(102_000);
  expect(text).not.toMatch(/<[a-z]|undefined|null|\{name\}/);
  for (const [, source] of html.matchAll(/<img src="([^"]*)"/g)) {
    expect(source).toMatch(/^https:\/\/shop\.example\/images\/(?:160|480)\//);
  }
  expect(text.includes(orderUrl)).toBe(/^(order|transfer|parcel|return|exchange)/.test(kind));
});

test('the mails about an order name it, and say how long there is to pay and how long its delivery takes', () => {
  const words = { subject: 'Order {number} at {shop}', opening: 'Hello' };
  const context = { shop, siteUrl, orderUrl, joinUrl, timeZone: 'UTC' };
  const unpaid = renderMail({ ...sampleMail('order_placed'), ...words }, context);
  expect(unpaid.subject).toBe('Order HM-10000 at Mill & Daughters');
  for (const color of [shop.paper, shop.accent]) expect(unpaid.html).toContain(color);
  expect(unpaid.text).toMatch(/^Mill & Daughters\n/);
  expect(unpaid.text).toContain('We hold your pieces until January 1, 2026 at 12:30 AM');
  const sent = renderMail({ ...sampleMail('parcel_sent'), ...words }, context);
  for (const { text } of [unpaid, sent]) expect(text).toMatch(/Delivery\s+Standard, 3 to 5 days/);
  for (const { html } of [unpaid, sent]) {
    expect(html.match(/<img /g)).toHaveLength(3);
    expect(html).toMatch(/<img src="[^"]*shop\/300x100-a\.svg" alt="Mill &amp; Daughters"/);
  }
  const named = renderMail(
    { ...sampleMail('parcel_sent'), ...words },
    { ...context, shop: { ...shop, logo: '' } },
  );
  expect(named.html).not.toContain('alt="Mill &amp; Daughters"');
  expect(named.text).toBe(sent.text);
});

test.each(accountKinds)(
  'the mail %s names shop and account, and says for how long its link works',
  async (kind) => {
    const config = parse(await readFile('supabase/config.toml', 'utf8'));
    expect(config).toMatchObject({ auth: { email: { otp_expiry: 3600 } } });
    const words = { subject: 'About {shop}', opening: 'Hello' };
    const { subject, text } = renderMail(
      { ...sampleMail(kind), ...words },
      { shop, siteUrl, orderUrl, joinUrl, timeZone: 'UTC' },
    );
    expect(subject).toBe('About Mill & Daughters');
    expect(text).toContain('ada@shop.example');
    const hasLink = !canBeSentAgain(kind);
    expect(text.includes(joinUrl)).toBe(hasLink);
    expect(text.replaceAll(/\s+/g, ' ').includes('valid for one hour')).toBe(hasLink);
  },
);

test('the mails of a company name the SKUs', () => {
  const mail = sampleMail('parcel_sent');
  if (mail.kind !== 'parcel_sent') throw new Error('Another mail');
  const order_items = mail.data.order_items.map((it) => ({ ...it, sku: 'HM1001-IVORY-M' }));
  const context = { shop, siteUrl, orderUrl, joinUrl, timeZone: 'UTC' };
  const textFor = (company_name: string) =>
    renderMail({ ...mail, data: { ...mail.data, order_items, company_name } }, context).text;
  expect(textFor('Northwind')).toContain('SKU HM1001-IVORY-M');
  expect(textFor('')).not.toContain('SKU');
});

test('the times of a mail are those of the shop, with its zone', () => {
  const words = { subject: '', opening: '' };
  const textOf = (kind: MailKind, timeZone: string) =>
    renderMail({ ...sampleMail(kind), ...words }, { shop, siteUrl, orderUrl, joinUrl, timeZone })
      .text;
  expect(textOf('quote_offered', 'America/Los_Angeles')).toContain(
    'December 31, 2025 at 4:00 PM PST',
  );
  expect(textOf('return_requested', 'Asia/Kolkata')).toContain('at 5:30 AM GMT+5:30');
  expect(textOf('order_on_terms', 'America/New_York')).toContain('January 30, 2026');
});
