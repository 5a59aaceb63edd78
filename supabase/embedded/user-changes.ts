import type { JWTPayload } from 'jose';
import { callMailHook } from './auth-mails.ts';
import type { Sql } from './bootstrap.ts';
import { authError } from './auth-errors.ts';
import type { Config } from './config.ts';

/** What the project's config.toml says of emails and changes of passwords. */
export type EmailSettings = Config['auth']['email'];

const secondsBetween = ({ max_frequency }: EmailSettings) => Number.parseInt(max_frequency, 10);

/** The relevant fields of `PUT /auth/v1/user`. */
interface UserChange {
  email?: unknown;
  password?: unknown;
  current_password?: unknown;
}

interface Login {
  /** An anonymous user has no password. */
  hasPassword: boolean;
  /** Whether the current password matches; null if none was sent. */
  isPasswordValid: boolean | null;
  /** The session is more than a day old. */
  isOld: boolean;
  /** The session began with an email link. */
  byEmailLink: boolean;
  email: string;
  /** Seconds since the last email to a new address. */
  secondsSinceEmail: number | null;
}

async function readLogin(sql: Sql, { sub, session_id }: JWTPayload, current: string | null) {
  // Lite writes `$2b$`, which pgcrypto does not support; for passwords of this length it is the same as `$2a$`.
  const [login] = await sql<Login[]>`
    select hash is not null as "hasPassword",
      extensions.crypt(${current}, hash) = hash as "isPasswordValid",
      s.created_at < now() - interval '24 hours' as "isOld",
      exists (select from auth.mfa_amr_claims c where c.session_id = s.id
        and c.authentication_method in ('otp', 'recovery')) as "byEmailLink",
      u.email, extract(epoch from now() - u.email_change_sent_at)::float as "secondsSinceEmail"
    from auth.users u join auth.sessions s on s.user_id = u.id,
      lateral (select '$2a$' || substr(u.encrypted_password, 5) as hash) h
    where u.id = ${sub ?? null} and s.id = ${String(session_id)}`;
  return login ?? null;
}

/**
 * The rejection of a hosted project with `secure_password_change` and "require current password"; null if the change may be
 * passed on to Supabase Lite 0.10.0, which has neither setting and no limit for emails.
 */
export async function rejectUserChange(
  sql: Sql,
  claims: JWTPayload,
  { email, password, current_password: current }: UserChange,
  settings: EmailSettings,
): Promise<Response | null> {
  const currentPassword = typeof current === 'string' && /^[^\0]+$/.test(current) ? current : null;
  const login = await readLogin(sql, claims, currentPassword);
  if (!login) return null;
  if (settings.secure_password_change && typeof password === 'string' && password !== '') {
    if (login.isOld) {
      return authError(400, 'reauthentication_needed', 'Password update requires reauthentication');
    }
    const needed = 'Current password required when setting new password.';
    const needsCurrent = login.hasPassword && !login.byEmailLink;
    if (needsCurrent && currentPassword === null) {
      return authError(400, 'current_password_required', needed);
    }
    if (needsCurrent && !login.isPasswordValid)
      return authError(400, 'current_password_invalid', needed);
  }
  const newEmail = typeof email === 'string' ? email.toLowerCase() : '';
  const retryAfter =
    login.secondsSinceEmail === null
      ? 0
      : Math.ceil(secondsBetween(settings) - login.secondsSinceEmail);
  if (newEmail !== '' && newEmail !== login.email && retryAfter > 0) return tooSoon(retryAfter);
  return null;
}

/** Invalidates all email links and other sessions after a new password, and tells its owner, which Supabase Lite 0.10.0 does not. */
export async function afterUserChange(sql: Sql, claims: JWTPayload, change: UserChange) {
  if (typeof change.password !== 'string' || change.password === '') return;
  const [user, session] = [claims.sub ?? null, String(claims['session_id'])];
  // One statement instead of a transaction: the driver ends this process when a connection is lost inside one.
  await sql`
    with sessions as (delete from auth.sessions where user_id = ${user} and id <> ${session}),
      refresh_tokens as (delete from auth.refresh_tokens where user_id = ${user} and session_id <> ${session})
    update auth.users set email_change_token_new = null, email_change_token_current = null,
      email_change_sent_at = null, recovery_token = null, recovery_sent_at = null
    where id = ${user}`;
  const [owner] = await sql<{ id: string; email: string }[]>`
    select id, email from auth.users where id = ${user} and email <> ''`;
  if (!owner) return;
  const email_data = { email_action_type: 'password_changed_notification' };
  await callMailHook(sql, { user: owner, email_data });
}

/** The rejection of a second recovery email within seconds; null if it may be sent. */
export async function rejectEmail(
  sql: Sql,
  email: string,
  settings: EmailSettings,
): Promise<Response | null> {
  const [user] = await sql<{ seconds: number | null }[]>`
    select extract(epoch from now() - recovery_sent_at)::float as seconds
    from auth.users where email = ${email}`;
  const seconds = secondsBetween(settings);
  const retryAfter = Math.ceil(seconds - (user?.seconds ?? seconds));
  return retryAfter > 0 ? tooSoon(retryAfter) : null;
}

function tooSoon(retryAfter: number): Response {
  const message = `For security purposes, you can only request this after ${retryAfter} seconds.`;
  return authError(429, 'over_email_send_rate_limit', message, retryAfter);
}
