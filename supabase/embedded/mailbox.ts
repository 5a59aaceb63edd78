import type { Sql } from './bootstrap.ts';
import { z } from 'zod';
import { escapeHtml } from './html.ts';

interface Mail {
  id: number;
  recipient: string;
  subject: string;
  body: string;
  text: string;
  message_id: string;
  sent_at: Date;
}

/** A mail as the API of Resend takes it. */
const posted = z.object({
  to: z.email(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  headers: z.object({ 'Message-ID': z.string() }),
});

export interface Mailbox {
  fetch(request: Request): Promise<Response>;
}

/**
 * Stores emails and shows them at /mailbox. Takes them at /mailbox/emails, as the API of Resend. Like a mail provider in trouble, it
 * refuses mails to `refused.example` for good, and those to `busy.example` at the first attempt.
 */
export async function createMailbox(
  sql: Sql,
  { apiKey, siteUrl }: { siteUrl: string; apiKey: string },
): Promise<Mailbox> {
  await sql`
    create table if not exists mails (
      id int primary key generated always as identity,
      recipient text not null, subject text not null, body text not null,
      sent_at timestamptz not null default now())`;
  await sql`
    alter table mails add column if not exists text text not null default '',
      add column if not exists message_id text not null default ''`;
  return {
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === '/mailbox/emails') return receive(sql, apiKey, request);
      const recipient = searchParams.get('to');
      const mails = await sql<Mail[]>`
        select * from mails where ${recipient}::text is null or recipient = ${recipient}
        order by id desc limit 100`;
      if (request.headers.get('accept')?.includes('json')) return Response.json([...mails]);
      return new Response(page(mails), {
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; img-src ${new URL(siteUrl).origin}`,
        },
      });
    },
  };
}

/** Message-IDs that were refused once. */
const deferred = new Set<string>();

async function receive(sql: Sql, apiKey: string, request: Request): Promise<Response> {
  const refuse = (statusCode: number, message: string) =>
    Response.json({ statusCode, message }, { status: statusCode });
  if (request.method !== 'POST') return refuse(405, 'Method not allowed');
  if (request.headers.get('authorization') !== `Bearer ${apiKey}`) {
    return refuse(401, 'API key is invalid');
  }
  const mail = posted.safeParse(await request.json().catch(() => null));
  if (!mail.success) return refuse(422, z.prettifyError(mail.error));
  const { to, subject, html, text, headers } = mail.data;
  const id = headers['Message-ID'];
  if (to.endsWith('@refused.example')) return refuse(422, 'The recipient does not exist');
  if (to.endsWith('@busy.example') && !deferred.has(id)) {
    deferred.add(id);
    return refuse(503, 'Try again later');
  }
  await sql`
    insert into mails (recipient, subject, body, text, message_id)
    values (${to}, ${subject}, ${html}, ${text}, ${id})`;
  return Response.json({ id });
}

/** Shows each email in a shadow root, so that its HTML and the page's do not mix. Scripts are blocked by the CSP. */
function page(mails: readonly Mail[]): string {
  const list = mails.map(
    (mail) => `<article><h2>${escapeHtml(mail.subject)}</h2>
      <p><small>To ${escapeHtml(mail.recipient)}, ${mail.sent_at.toISOString()}</small></p>
      <div><template shadowrootmode="open">${mail.body}</template></div></article>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8">
    <meta name="viewport" content="width=device-width"><title>Local mailbox</title>
    <style>body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1rem;
      background:#ECE7DE;color:#1C1A17}</style>
    <main><h1>Local mailbox</h1>${list.join('') || '<p>No mail yet.</p>'}</main></html>`;
}
