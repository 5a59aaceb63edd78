import { AsyncLocalStorage } from 'node:async_hooks';
import type { App } from '@supabase/lite';
import { authError } from './auth-errors.ts';
import { hasFunction, type Sql } from './bootstrap.ts';

type Mailer = NonNullable<App['_mailer']>;

interface MailRequest {
  redirectTo: string | null;
  /** What the hook answered instead of taking the mail. */
  rejection: Response | null;
}

const current = new AsyncLocalStorage<MailRequest>();

/**
 * Runs a request that may send a mail. Supabase Lite 0.10.0 ignores its `redirect_to`, and has no answer for a mail that is
 * refused. The link checks on use whether the target is allowed.
 */
export async function withMails(url: URL, work: () => Promise<Response>): Promise<Response> {
  const request: MailRequest = {
    redirectTo: url.searchParams.get('redirect_to'),
    rejection: null,
  };
  const response = await current.run(request, work);
  return request.rejection ?? response;
}

interface AccountEvent {
  user: { id: string; email: string; new_email?: string };
  email_data: {
    email_action_type: string;
    token_hash?: string;
    token_hash_new?: string;
    redirect_to?: string;
    old_email?: string;
  };
}

/** Calls the project's hook for mails, as Supabase Auth does where config.toml names one. Supabase Lite 0.10.0 has no hooks. */
export async function callMailHook(sql: Sql, { user, email_data }: AccountEvent): Promise<void> {
  // Other projects have none, and no mails.
  if (!(await hasFunction(sql, 'private.queue_account_mail(jsonb)'))) return;
  const event = { user, email_data };
  const [row] = await sql<{ result: { error?: { http_code: number; message: string } } }[]>`
    select private.queue_account_mail(${sql.json(event)}::jsonb) as result`;
  const [request, error] = [current.getStore(), row?.result.error];
  if (error && request) request.rejection = authError(error.http_code, 'unknown', error.message);
}

/** Has Supabase Lite call the hook instead of sending mails by itself. */
export function createMailer(sql: Sql, siteUrl: string): Mailer {
  const mail =
    (email_action_type: string): Mailer['sendRecovery'] =>
    (email, token, _otp, { userId: id = '', currentEmail, newEmail, tokenHashNew } = {}) =>
      callMailHook(sql, {
        user: { id, email: currentEmail ?? email, ...(newEmail && { new_email: newEmail }) },
        email_data: {
          email_action_type,
          // Where both addresses confirm a change, Lite names the token of the new one so, and Supabase Auth that of the old one.
          token_hash: tokenHashNew ?? token,
          token_hash_new: tokenHashNew ? token : '',
          redirect_to: current.getStore()?.redirectTo ?? siteUrl,
        },
      });
  return {
    sendConfirmation: mail('signup'),
    sendRecovery: mail('recovery'),
    sendMagicLink: mail('magiclink'),
    sendEmailChange: mail('email_change'),
    sendReauthentication: (email, _otp, meta) =>
      mail('reauthentication')(email, meta?.tokenHash ?? '', '', meta),
  };
}

/** Who waits for a new address, by the token of the link that confirms it. */
export async function findEmailChange(sql: Sql, token: string) {
  const [user] = await sql<{ id: string; email: string; email_change: string }[]>`
    select id, coalesce(email, '') as email, email_change from auth.users
    where email_change_token_new = ${token} and email_change <> ''`;
  return user ?? null;
}
