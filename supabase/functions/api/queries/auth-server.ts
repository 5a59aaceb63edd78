import { createClient } from '@supabase/supabase-js';
import { DatabaseError } from '../../_shared/queries/database-error.ts';
import type { Settings } from '../../_shared/settings.ts';
import { ApiError } from '../errors.ts';

/**
 * As whom the auth server is asked. It counts tries by address and would see ours for every shopper; with the secret key it
 * believes the one that we name.
 */
function asking({ anonKey, secretKey, clientAddress }: Settings) {
  if (secretKey === '') return { apikey: anonKey, headers: {} };
  return {
    apikey: secretKey,
    headers: clientAddress ? { 'sb-forwarded-for': clientAddress } : {},
  };
}

/** A client of its own for each sign-in: it holds the session only as long as the request lasts. */
export function authClient(settings: Settings) {
  const { apikey, headers } = asking(settings);
  return createClient(settings.supabaseUrl, apikey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { headers },
  }).auth;
}

interface AuthFailure {
  message: string;
  code?: string | undefined;
  status?: number | undefined;
}

const refuse = (field: string, code: string, sentence: string, http: 400 | 409 = 400) =>
  new ApiError(http, code, sentence, { issues: [{ path: field, message: sentence }] });

export const emailTaken = () =>
  refuse('email', 'email_taken', 'This email address has an account already', 409);
export const wrongPassword = (field: string) =>
  refuse(field, 'wrong_password', 'The current password is not right');

/** The auth server's refusals that are the sender's doing; the rest is ours. */
export function toError({ message, code = '', status = 0 }: AuthFailure): Error {
  if (status === 429) {
    return new ApiError(429, 'too_many_tries', 'Too many tries. Please wait a moment!', {
      headers: { 'retry-after': '60' },
    });
  }
  if (code === 'user_already_exists' || code === 'email_exists') return emailTaken();
  if (code === 'weak_password') return refuse('newPassword', code, message);
  if (code === 'same_password') {
    return refuse('newPassword', code, 'The new password must differ from the old one');
  }
  if (code.startsWith('current_password')) return wrongPassword('currentPassword');
  if (code.startsWith('email_address')) {
    return refuse('email', 'email_invalid', 'This email address cannot be used');
  }
  if (code.startsWith('reauthentication')) {
    return new ApiError(401, 'reauthentication_needed', 'Please sign in again');
  }
  if (status === 401 || status === 403) {
    return new ApiError(401, 'token_invalid', 'Please sign in again');
  }
  if (status >= 400 && status < 500) {
    return new ApiError(400, 'refused', 'The account could not be changed');
  }
  return new DatabaseError({ message, code }, 503);
}

/**
 * With the token of a session. A new mail address counts once the link that is mailed to it was followed.
 * @param landing path of the page that this link leads to
 * @throws 401 `reauthentication_needed` where the session is too old for a new password
 */
export async function changeLogin(
  settings: Settings,
  token: string,
  values: { email: string } | { password: string; current_password?: string },
  landing = '/',
): Promise<void> {
  const { apikey, headers } = asking(settings);
  const query = new URLSearchParams({ redirect_to: settings.siteUrl + landing });
  const answer = await fetch(`${settings.supabaseUrl}/auth/v1/user?${query}`, {
    method: 'PUT',
    headers: {
      ...headers,
      apikey,
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
