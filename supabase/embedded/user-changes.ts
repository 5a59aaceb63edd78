import type { JWTPayload } from 'jose';
import type { Sql } from './bootstrap.ts';
import { authError } from './auth-errors.ts';
import { config } from './config.ts';

const secondsBetweenMails = Number.parseInt(config.auth.email.max_frequency, 10);

/** The body of `PUT /auth/v1/user`, as far as it matters here. */
interface UserChange {
  email?: unknown;
  password?: unknown;
  current_password?: unknown;
}

interface Login {
  /** Null where no current password was given. */
  right: boolean | null;
  /** The session began more than a day ago. */
  old: boolean;
  /** The session began with the link of a mail. */
  byMail: boolean;
  email: string;
  /** Seconds since the last mail to a new address. */
  mailed: number | null;
}

async function readLogin(sql: Sql, { sub, session_id }: JWTPayload, current: string | null) {
  // Lite writes `$2b$`, which pgcrypto does not know; for passwords of this length it means the same as `$2a$`.
  const [login] = await sql<Login[]>`
    select extensions.crypt(${current}, hash) = hash as right,
      s.created_at < now() - interval '24 hours' as old,
      exists (select from auth.mfa_amr_claims c where c.session_id = s.id
        and c.authentication_method in ('otp', 'recovery')) as "byMail",
      u.email, extract(epoch from now() - u.email_change_sent_at)::float as mailed
    from auth.users u join auth.sessions s on s.user_id = u.id,
      lateral (select '$2a$' || substr(u.encrypted_password, 5) as hash) h
    where u.id = ${sub ?? null} and s.id = ${String(session_id)}`;
  return login ?? null;
}

/**
 * The answer of a hosted project where `secure_password_change` and "require current password" are on; null where the change
 * may go on to Supabase Lite 0.10.0, which knows neither setting and mails as often as it is asked.
 */
export async function refuseUserChange(
  sql: Sql,
  claims: JWTPayload,
  { email, password, current_password: current }: UserChange,
): Promise<Response | null> {
  const given = typeof current === 'string' && /^[^\0]+$/.test(current) ? current : null;
  const login = await readLogin(sql, claims, given);
  if (!login) return null;
  if (typeof password === 'string' && password !== '') {
    if (login.old) {
      return authError(400, 'reauthentication_needed', 'Password update requires reauthentication');
    }
    const needed = 'Current password required when setting new password.';
    if (!login.byMail && given === null) {
      return authError(400, 'current_password_required', needed);
    }
    if (!login.byMail && !login.right) return authError(400, 'current_password_invalid', needed);
  }
  const wish = typeof email === 'string' ? email.toLowerCase() : '';
  const wait = login.mailed === null ? 0 : Math.ceil(secondsBetweenMails - login.mailed);
  if (wish !== '' && wish !== login.email && wait > 0) return tooSoon(wait);
  return null;
}

/** After a new password no link of an earlier mail works, and no other session goes on; Supabase Lite 0.10.0 ends nothing. */
export async function settleUserChange(sql: Sql, claims: JWTPayload, change: UserChange) {
  if (typeof change.password !== 'string' || change.password === '') return;
  const [user, session] = [claims.sub ?? null, String(claims['session_id'])];
  // One statement and no `begin`: the driver ends this process when a connection dies within one.
  await sql`
    with sessions as (delete from auth.sessions where user_id = ${user} and id <> ${session}),
      renewals as (delete from auth.refresh_tokens where user_id = ${user} and session_id <> ${session})
    update auth.users set email_change_token_new = null, email_change_token_current = null,
      email_change_sent_at = null, recovery_token = null, recovery_sent_at = null
    where id = ${user}`;
}

/** A second mail for a new password within seconds is refused; null where it may be sent. */
export async function refuseMail(sql: Sql, email: string): Promise<Response | null> {
  const [user] = await sql<{ mailed: number | null }[]>`
    select extract(epoch from now() - recovery_sent_at)::float as mailed
    from auth.users where email = ${email}`;
  const wait = Math.ceil(secondsBetweenMails - (user?.mailed ?? secondsBetweenMails));
  return wait > 0 ? tooSoon(wait) : null;
}

function tooSoon(wait: number): Response {
  const message = `For security purposes, you can only request this after ${wait} seconds.`;
  return authError(429, 'over_email_send_rate_limit', message, wait);
}
