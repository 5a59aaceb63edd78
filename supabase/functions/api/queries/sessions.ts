import sql from 'sql-template-tag';
import type { z } from 'zod';
import { sendMailsSoon } from '../../_shared/mail/send.ts';
import { connectAs, connectAsService } from '../../_shared/queries/database.ts';
import { renewReply, type ForgotPasswordInput } from '../../_shared/schemas/auth.ts';
import type { Settings } from '../../_shared/settings.ts';
import { ApiError } from '../errors.ts';
import { readOwnCompany } from './wholesale.ts';
import {
  authClient,
  updateCredentials,
  emailTaken,
  isUnavailable,
  toError,
  wrongPassword,
} from './auth-server.ts';

export interface Session {
  userId: string;
  token: string;
  refreshToken: string;
  /** Name of the company that a customer buys for, else empty. */
  company: string;
}

type Role = 'customer' | 'admin';

/**
 * Null for a wrong password, an unknown address and an account of the other role alike. Also null for an account that is
 * locked temporarily, since an error would reveal that it exists.
 */
export async function signIn(
  settings: Settings,
  role: Role,
  email: string,
  password: string,
): Promise<Session | null> {
  const auth = authClient(settings);
  const { data, error } = await auth.signInWithPassword({ email, password });
  if (error?.status !== undefined && error.status >= 400 && error.status < 429) return null;
  if (error?.status === 429 && error.code !== 'over_request_rate_limit') return null;
  if (error) throw toError(error);
  const { access_token: token, refresh_token: refreshToken } = data.session;
  const db = connectAs(settings, { sub: data.user.id, role: 'authenticated' });
  const [allowed, company] = await Promise.all([
    db.call(role === 'admin' ? 'is_admin' : 'is_customer'),
    role === 'admin' ? '' : readOwnCompany(db),
  ]);
  if (allowed) return { userId: data.user.id, token, refreshToken, company };
  await auth.signOut({ scope: 'local' });
  return null;
}

/** Null if the session has ended. */
export async function renew(
  settings: Settings,
  refresh_token: string,
): Promise<z.infer<typeof renewReply> | null> {
  const { data, error } = await authClient(settings).refreshSession({ refresh_token });
  if (error?.status !== undefined && error.status >= 400 && error.status < 429) return null;
  if (error) throw toError(error);
  return data.session && renewReply.parse(data.session);
}

export async function register(
  settings: Settings,
  { email, password, ...fields }: { email: string; password: string } & Record<string, string>,
): Promise<void> {
  const options = { data: fields };
  const { data, error } = await authClient(settings).signUp({ email, password, options });
  if (error?.code === 'weak_password') {
    const issues = [{ path: 'password', message: error.message }];
    throw new ApiError(400, 'weak_password', error.message, { issues });
  }
  // The second of two concurrent registrations violates a constraint, for which the auth server responds with 500.
  if ((error?.status ?? 0) >= 500 && (await isRegistered(settings, email))) throw emailTaken();
  if (error) throw toError(error);
  // With email confirmation, the auth server responds to a taken address with a fake account.
  if (data.user?.identities?.length === 0) throw emailTaken();
  // Without one, the address is to be confirmed.
  if (!data.session) sendMailsSoon(settings);
}

async function isRegistered(settings: Settings, email: string): Promise<boolean> {
  const found = await connectAsService(settings).query(
    sql`select from public.profiles where email = ${email} limit 1`,
  );
  return found.length > 0;
}

/** Ends this session by default. An unknown or ended session is no error. */
export async function signOut(
  settings: Settings,
  token: string,
  scope: 'local' | 'others' | 'global' = 'local',
): Promise<void> {
  const { error } = await authClient(settings).admin.signOut(token, scope);
  if (error && isUnavailable(error)) throw toError(error);
}

/** Opens a new session. @throws ApiError 400 for `field` if the password is wrong */
async function openSession(
  settings: Settings,
  email: string,
  password: string,
  field: string,
): Promise<string> {
  const { data, error } = await authClient(settings).signInWithPassword({ email, password });
  if (error?.status === 400) throw wrongPassword(field);
  if (error) throw toError(error);
  return data.session.access_token;
}

/** Checks a password without leaving a session. @throws ApiError 400 for `field` if it is wrong */
export async function checkPassword(
  settings: Settings,
  email: string,
  password: string,
  field: string,
): Promise<void> {
  await signOut(settings, await openSession(settings, email, password, field));
}

/**
 * Changes the password and ends all other sessions; their access tokens stay valid until they expire. The session of `token`
 * continues, unless it is too old for a new password.
 * @throws ApiError 400 for `currentPassword` if it is wrong
 */
export async function changePassword(
  settings: Settings,
  token: string,
  email: string,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  const newSession = await openSession(settings, email, currentPassword, 'currentPassword');
  const values = { password: newPassword, current_password: currentPassword };
  try {
    await updateCredentials(settings, token, values);
    await signOut(settings, token, 'others');
  } catch (error) {
    const isTooOld = error instanceof ApiError && error.code === 'reauthentication_needed';
    if (isTooOld) await updateCredentials(settings, newSession, values);
    await signOut(settings, newSession, isTooOld ? 'global' : 'local');
    if (!isTooOld) throw error;
  }
}

/** Sets a password with the token of an email link, and ends all sessions. */
export async function resetPassword(
  settings: Settings,
  token: string,
  password: string,
): Promise<void> {
  await updateCredentials(settings, token, { password });
  await signOut(settings, token, 'global');
}

/**
 * Sends a password reset email. Does not reveal whether the account exists: a failure to send is only logged.
 * @throws if the auth server is unavailable
 */
export async function sendReset(
  settings: Settings,
  { email, next }: ForgotPasswordInput,
): Promise<void> {
  const query = next ? `?${new URLSearchParams({ next })}` : '';
  const redirectTo = `${settings.siteUrl}/reset-password${query}`;
  const { error } = await authClient(settings).resetPasswordForEmail(email, { redirectTo });
  if (!error) return sendMailsSoon(settings);
  if (isUnavailable(error)) throw toError(error);
  const { requestId } = settings;
  const { status, code } = error;
  settings.log(JSON.stringify({ level: 'error', event: 'recovery', requestId, status, code }));
}
