import { createClient } from '@supabase/supabase-js';
import { connectAs, DatabaseError, rows } from '../../_shared/queries/database.ts';
import type { Settings } from '../../_shared/settings.ts';
import { ApiError } from '../errors.ts';

export interface Session {
  token: string;
  refreshToken: string;
}

type Role = 'customer' | 'admin';

/** A client of its own for each sign-in: it holds the session only as long as the request lasts. */
function authClient(settings: Settings) {
  return createClient(settings.supabaseUrl, settings.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  }).auth;
}

interface AuthFailure {
  message: string;
  code?: string | undefined;
  status?: number | undefined;
}

/** The auth server's refusals that are the sender's doing; the rest is ours. */
function toError({ message, code = '', status = 0 }: AuthFailure): Error {
  const refuse = (field: string, code: string, sentence: string, http: 400 | 409 = 400) =>
    new ApiError(http, code, sentence, { issues: [{ path: field, message: sentence }] });
  if (status === 429) {
    return new ApiError(429, 'too_many_tries', 'Too many tries. Please wait a moment!', {
      headers: { 'retry-after': '60' },
    });
  }
  if (code === 'user_already_exists' || code === 'email_exists') {
    return refuse('email', 'email_taken', 'This email address has an account already', 409);
  }
  if (code === 'weak_password') return refuse('newPassword', code, message);
  if (code === 'same_password') {
    return refuse('newPassword', code, 'The new password must differ from the old one');
  }
  if (code.startsWith('email_address')) {
    return refuse('email', 'email_invalid', 'This email address cannot be used');
  }
  if (status === 401 || status === 403) {
    return new ApiError(401, 'token_invalid', 'Please sign in again');
  }
  if (status >= 400 && status < 500) {
    return new ApiError(400, 'refused', 'The account could not be changed');
  }
  return new DatabaseError({ message, code }, 503);
}

/** Null for a wrong password, an unknown address and the wrong kind of account alike. */
export async function signIn(
  settings: Settings,
  role: Role,
  email: string,
  password: string,
): Promise<Session | null> {
  const auth = authClient(settings);
  const { data, error } = await auth.signInWithPassword({ email, password });
  if (error?.status !== undefined && error.status >= 400 && error.status < 429) return null;
  if (error) throw toError(error);
  const { access_token: token, refresh_token: refreshToken } = data.session;
  const db = connectAs(settings, token);
  if (rows(await db.rpc(role === 'admin' ? 'is_admin' : 'is_customer'))) {
    return { token, refreshToken };
  }
  await auth.signOut({ scope: 'local' });
  return null;
}

export async function register(
  settings: Settings,
  { email, password, ...data }: { email: string; password: string } & Record<string, string>,
): Promise<void> {
  const { error } = await authClient(settings).signUp({ email, password, options: { data } });
  if (error?.code === 'weak_password') {
    const issues = [{ path: 'password', message: error.message }];
    throw new ApiError(400, 'weak_password', error.message, { issues });
  }
  if (error) throw toError(error);
}

/** Ends this session only, unless others are asked for; an ended or unknown one is as good as ended. */
export async function signOut(
  settings: Settings,
  token: string,
  which: 'local' | 'others' | 'global' = 'local',
): Promise<void> {
  const { error } = await authClient(settings).admin.signOut(token, which);
  if (error && (error.status ?? 0) >= 500) throw toError(error);
}

/** Throws 400 naming `field` when it is wrong; leaves no session behind. */
export async function checkPassword(
  settings: Settings,
  email: string,
  password: string,
  field: string,
): Promise<void> {
  const auth = authClient(settings);
  const { error } = await auth.signInWithPassword({ email, password });
  if (error?.status === 400) {
    const sentence = 'The current password is not right';
    const issues = [{ path: field, message: sentence }];
    throw new ApiError(400, 'wrong_password', sentence, { issues });
  }
  if (error) throw toError(error);
  await auth.signOut({ scope: 'local' });
}

/**
 * Throws 400 naming `currentPassword` when it is wrong. Whoever else is signed in, perhaps with the old password, is so no
 * longer than an access token lives; the session of `token` goes on.
 */
export async function changePassword(
  settings: Settings,
  token: string,
  email: string,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  await checkPassword(settings, email, currentPassword, 'currentPassword');
  await changeLogin(settings, token, { password: newPassword });
  await signOut(settings, token, 'others');
}

/** With the token that a mail led to. All sessions end: whoever forgot the password signs in with the new one. */
export async function resetPassword(
  settings: Settings,
  token: string,
  password: string,
): Promise<void> {
  await changeLogin(settings, token, { password });
  await signOut(settings, token, 'global');
}

/** With the token of a session: for a new address of the login, or after a reset by mail. */
export async function changeLogin(
  settings: Settings,
  token: string,
  values: { email: string } | { password: string },
): Promise<void> {
  const answer = await fetch(`${settings.supabaseUrl}/auth/v1/user`, {
    method: 'PUT',
    headers: {
      apikey: settings.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(values),
  });
  if (answer.ok) {
    await answer.body?.cancel();
    return;
  }
  const said: unknown = await answer.json().catch(() => null);
  const { error_code: code, msg } = (said ?? {}) as { error_code?: unknown; msg?: unknown };
  throw toError({
    message: typeof msg === 'string' ? msg : 'Refused',
    code: typeof code === 'string' ? code : '',
    status: answer.status,
  });
}

/** Says nothing about whether there is such an account. */
export async function sendReset(settings: Settings, email: string): Promise<void> {
  const redirectTo = `${settings.siteUrl}/reset-password`;
  const { error } = await authClient(settings).resetPasswordForEmail(email, { redirectTo });
  if (error && ((error.status ?? 0) >= 500 || error.status === 429)) throw toError(error);
}
