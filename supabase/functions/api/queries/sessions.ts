import sql from 'sql-template-tag';
import type { z } from 'zod';
import { connectAs, connectAsService } from '../../_shared/queries/database.ts';
import { renewReply } from '../../_shared/schemas/auth.ts';
import type { Settings } from '../../_shared/settings.ts';
import { ApiError } from '../errors.ts';
import { authClient, changeLogin, emailTaken, toError, wrongPassword } from './auth-server.ts';

export interface Session {
  token: string;
  refreshToken: string;
}

type Role = 'customer' | 'admin';

/**
 * Null for a wrong password, an unknown address and the wrong kind of account alike; for an account that is closed for a
 * moment too, since only an account that exists can be.
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
  if (await db.call(role === 'admin' ? 'is_admin' : 'is_customer')) {
    return { token, refreshToken };
  }
  await auth.signOut({ scope: 'local' });
  return null;
}

/** Null where the session is over. */
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
  // Of two registrations at once the database refuses the second, which the auth server takes for a fault of its own.
  if ((error?.status ?? 0) >= 500 && (await isRegistered(settings, email))) throw emailTaken();
  if (error) throw toError(error);
  // Where addresses are confirmed, one that is taken is answered with a made-up account.
  if (data.user?.identities?.length === 0) throw emailTaken();
}

async function isRegistered(settings: Settings, email: string): Promise<boolean> {
  const found = await connectAsService(settings).query(
    sql`select from public.profiles where email = ${email} limit 1`,
  );
  return found.length > 0;
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

/** A session of its own for who knows the password. @throws 400 naming `field` when it is wrong */
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

/** Throws 400 naming `field` when it is wrong; leaves no session behind. */
export async function checkPassword(
  settings: Settings,
  email: string,
  password: string,
  field: string,
): Promise<void> {
  await signOut(settings, await openSession(settings, email, password, field));
}

/**
 * Throws 400 naming `currentPassword` when it is wrong. Whoever else is signed in, perhaps with the old password, is so no
 * longer than an access token lives; the session of `token` goes on, unless the auth server finds it too old for this.
 */
export async function changePassword(
  settings: Settings,
  token: string,
  email: string,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  const fresh = await openSession(settings, email, currentPassword, 'currentPassword');
  const values = { password: newPassword, current_password: currentPassword };
  try {
    await changeLogin(settings, token, values);
    await signOut(settings, token, 'others');
  } catch (error) {
    const old = error instanceof ApiError && error.code === 'reauthentication_needed';
    if (old) await changeLogin(settings, fresh, values);
    await signOut(settings, fresh, old ? 'global' : 'local');
    if (!old) throw error;
  }
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

/**
 * Says nothing about whether there is such an account: what goes wrong with the mail of one that is there is logged.
 * @throws where the auth server cannot be reached, whatever the address
 */
export async function sendReset(settings: Settings, email: string): Promise<void> {
  const redirectTo = `${settings.siteUrl}/reset-password`;
  const { error } = await authClient(settings).resetPasswordForEmail(email, { redirectTo });
  if (!error) return;
  if (error.name === 'AuthRetryableFetchError') throw toError(error);
  const { requestId } = settings;
  const { status, code } = error;
  settings.log(JSON.stringify({ level: 'error', event: 'recovery', requestId, status, code }));
}
