import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { HtmlValidate } from 'html-validate';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { z } from 'zod';

const root = resolve(import.meta.dirname, '../../..');
const mail = z.object({ subject: z.string().min(1), content_path: z.string() });
const settings = z.object({
  auth: z.object({
    email: z.object({
      otp_expiry: z.int(),
      template: z.record(z.string(), mail),
      notification: z.record(z.string(), mail),
    }),
  }),
});
const { email } = settings.parse(
  parse(await readFile(join(root, 'supabase/config.toml'), 'utf8')),
).auth;
const mails = Object.entries({ ...email.template, ...email.notification });
// Outlook takes a table's width and padding from attributes only.
const validator = new HtmlValidate({
  ...{ root: true, extends: ['html-validate:standard'] },
  rules: { 'no-deprecated-attr': 'off' },
});
const variables = {
  template: ['ConfirmationURL', 'Email'],
  notification: ['SiteURL', 'Email'],
};

test('each email has a file of its own, and no file is left over', async () => {
  const files = await readdir(join(root, 'supabase/templates'));
  expect(files.sort()).toEqual(mails.map(([name]) => `${name}.html`).sort());
});

test.each(mails)('%s is HTML that mail programs show', async (name, { content_path: path }) => {
  const html = await readFile(join(root, path), 'utf8');
  const report = await validator.validateString(html);
  expect(report.results.flatMap(({ messages }) => messages)).toEqual([]);
  // Mail programs drop scripts and sheets, and ask before they fetch pictures.
  expect(html).not.toMatch(/<(script|style|link|img)\b|class=|url\(|https?:/);

  const used = [...html.matchAll(/\{\{(.*?)\}\}/g)].map(([, inside = '']) => inside.trim());
  const kind = name in email.template ? 'template' : 'notification';
  const extra = { email_change: ['NewEmail'], email_changed: ['OldEmail'] }[name] ?? [];
  const known = [...variables[kind], ...extra].map((it) => `.${it}`);
  expect([...new Set(used)].sort()).toEqual(known.sort());
  expect(html.includes('for one hour')).toBe(kind === 'template' && email.otp_expiry === 3600);
});
