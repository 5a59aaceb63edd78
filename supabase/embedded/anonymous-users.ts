import { randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { z } from 'zod';
import { emailExists, findUser, updateUser } from './auth-admin.ts';
import { authError } from './auth-errors.ts';
import type { Sql } from './bootstrap.ts';

/** Whether `POST /auth/v1/signup` asks for an anonymous sign-in: it names neither an email address nor a phone number. */
export const isAnonymousSignUp = (body: Record<string, unknown>): boolean =>
  !body['email'] && !body['phone'];

/**
 * Creates an anonymous user with a session, which Supabase Lite 0.10.0 refuses. Returns the refresh token of the session.
 * @param data the user's metadata
 */
export async function createAnonymousUser(sql: Sql, data: unknown): Promise<string> {
  const [user, session, token] = [randomUUID(), randomUUID(), randomUUID()];
  const metadata = z.record(z.string(), z.json()).catch({}).parse(data);
  // One statement instead of a transaction: the driver ends this process when a connection is lost inside one.
  await sql`
    with created as (
      insert into auth.users (id, is_anonymous, raw_app_meta_data, raw_user_meta_data)
      values (${user}, true, '{}', ${sql.json(metadata)}) returning id
    ), started as (
      insert into auth.sessions (id, user_id) select ${session}, id from created returning *
    )
    insert into auth.refresh_tokens (id, token, user_id, session_id)
    select gen_random_uuid(), ${token}, user_id, id from started`;
  return token;
}

/**
 * `PUT /auth/v1/user` of an anonymous user. A new email address needs no confirmation, as on a hosted project without email
 * confirmations, and makes the user permanent. Null if the change may be passed on to Supabase Lite 0.10.0.
 */
export async function changeAnonymousUser(
  sql: Sql,
  { sub: id = '', session_id }: JWTPayload,
  { email, password, data }: Record<string, unknown>,
  minimumPasswordLength: number,
): Promise<Response | null> {
  // The token may be older than the user's email address, or than the end of its session.
  const [session] = await sql`
    select from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = ${String(session_id)} and u.id = ${id} and u.is_anonymous`;
  if (!session) return null;
  const invalid = (status: number, msg: string) => authError(status, 'validation_failed', msg);
  const newPassword = typeof password === 'string' && password !== '' ? { password } : {};
  if (typeof email !== 'string' || email === '') {
    const needed =
      'Updating password of an anonymous user without an email or phone is not allowed';
    return newPassword.password ? invalid(422, needed) : null;
  }
  if (!z.email().safeParse(email).success) {
    return invalid(400, 'Unable to validate email address: invalid format');
  }
  const length = newPassword.password?.length ?? minimumPasswordLength;
  if (length < minimumPasswordLength) {
    const weak = `Password should be at least ${minimumPasswordLength} characters.`;
    return authError(422, 'weak_password', weak);
  }
  if (length > 72) return invalid(400, 'Password cannot be longer than 72 characters');
  const metadata = z.record(z.string(), z.json()).catch({}).parse(data);
  const change = { email, ...newPassword, email_confirm: true, user_metadata: metadata };
  try {
    await updateUser(sql, id, change, String(session_id));
  } catch (error) {
    return emailExists(error);
  }
  return Response.json(await findUser(sql, id));
}

/** Adds the flag to the user in a response of Supabase Lite 0.10.0, which always says false. */
export async function withAnonymousFlag(
  sql: Sql,
  { sub: id = '' }: JWTPayload,
  response: Response,
): Promise<Response> {
  if (!response.ok) return response;
  const user = (await response.json()) as Record<string, unknown>;
  const found = await findUser(sql, id);
  return Response.json({ ...user, is_anonymous: found?.['is_anonymous'] === true });
}
