import { createClient } from '@supabase/supabase-js';
import { sendMailsSoon } from '../../_shared/mail/send.ts';
import { DatabaseError } from '../../_shared/queries/database-error.ts';
import type { Settings } from '../../_shared/settings.ts';
import { ApiError } from '../errors.ts';
import { withTimeout } from './with-timeout.ts';

/** Within the time that the site waits for an answer. */
export const authFetch = withTimeout(10_000);

/**
 * The API key and headers for the auth server. Its rate limits count IP addresses; with the secret key it accepts the
 * shopper's address instead of the functions' own.
 */
function credentialsFor({ anonKey, secretKey, clientAddress }: Settings) {
  if (secretKey === '') return { apikey: anonKey, headers: {} };
  return {
    apikey: secretKey,
    headers: clientAddress ? { 'sb-forwarded-for': clientAddress } : {},
  };
}

/** A separate client per request, since it holds a session. */
export function authClient(settings: Settings) {
  const { apikey, headers } = credentialsFor(settings);
  return createClient(settings.supabaseUrl, apikey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: authFetch, headers },
  }).auth;
}

interface AuthFailure {
  message: string;
  code?: string | undefined;
  status?: number | undefined;
}

const fieldError = (field: string, code: string, message: string, status: 400 | 409 = 400) =>
  new ApiError(status, code, message, { issues: [{ path: field, message }] });

export const emailTaken = () =>
  fieldError('email', 'email_taken', 'An account with this email address already exists', 409);
export const wrongPassword = (field: string) =>
  fieldError(field, 'wrong_password', 'The current password is wrong');

/** Whether the auth server was not reached or failed, which says nothing about the request. */
export const isUnavailable = ({ name }: Error): boolean => name === 'AuthRetryableFetchError';

/** Maps errors of the auth server: 4xx are caused by the request, all others are internal. */
export function toError({ message, code = '', status = 0 }: AuthFailure): Error {
  if (status === 429) {
    return new ApiError(429, 'too_many_tries', 'Too many tries. Please wait a moment!', {
      headers: { 'retry-after': '60' },
    });
  }
  if (code === 'user_already_exists' || code === 'email_exists') return emailTaken();
  if (code === 'weak_password') return fieldError('newPassword', code, message);
  if (code === 'same_password') {
    return fieldError('newPassword', code, 'The new password must differ from the old one');
  }
  if (code.startsWith('current_password')) return wrongPassword('currentPassword');
  if (code.startsWith('email_address')) {
    return fieldError('email', 'email_invalid', 'This email address cannot be used');
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

/** Sets the first password of an account. @throws ApiError 400 if it is too weak */
export async function choosePassword(
  { supabaseUrl, secretKey, serviceRoleKey }: Settings,
  id: string,
  password: string,
): Promise<void> {
  const { auth } = createClient(supabaseUrl, secretKey || serviceRoleKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: authFetch },
  });
  const { error } = await auth.admin.updateUserById(id, { password });
  if (error) throw toError(error);
}

/**
 * Updates email or password of the session's user. A new email address takes effect when its owner opens the link sent to it.
 * @param redirectPath the page to which this link leads
 * @throws ApiError 401 `reauthentication_needed` if the session is too old for a new password
 */
export async function updateCredentials(
  settings: Settings,
  token: string,
  values: { email?: string; password?: string; current_password?: string },
  redirectPath = '/',
): Promise<void> {
  const { apikey, headers } = credentialsFor(settings);
  const query = new URLSearchParams({ redirect_to: settings.siteUrl + redirectPath });
  const response = await authFetch(`${settings.supabaseUrl}/auth/v1/user?${query}`, {
    method: 'PUT',
    headers: {
      ...headers,
      apikey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(values),
  }).catch((error: unknown) => {
    throw toError({ message: error instanceof Error ? error.message : 'Not reached' });
  });
  if (response.ok) {
    await response.body?.cancel();
    sendMailsSoon(settings);
    return;
  }
  const body: unknown = await response.json().catch(() => null);
  const { error_code: code, msg } = (body ?? {}) as { error_code?: unknown; msg?: unknown };
  throw toError({
    message: typeof msg === 'string' ? msg : 'Refused',
    code: typeof code === 'string' ? code : '',
    status: response.status,
  });
}
