import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { z } from 'zod';
import { authError } from './auth-errors.ts';
import type { Sql } from './bootstrap.ts';

interface UserChange {
  id?: string;
  email?: string;
  phone?: string;
  password?: string;
  email_confirm?: boolean;
  user_metadata?: object;
  app_metadata?: object;
  ban_duration?: string;
}

const shape = `id, coalesce(aud, 'authenticated') as aud, coalesce(role, 'authenticated') as role,
  email, coalesce(phone, '') as phone, email_confirmed_at, confirmed_at, last_sign_in_at,
  raw_app_meta_data as app_metadata, raw_user_meta_data as user_metadata,
  created_at, updated_at, banned_until, is_anonymous,
  (select coalesce(json_agg(json_build_object('id', i.provider_id, 'identity_id', i.id,
      'user_id', i.user_id, 'provider', i.provider, 'identity_data', i.identity_data,
      'email', i.email, 'created_at', i.created_at, 'updated_at', i.updated_at)), '[]')
    from auth.identities i where i.user_id = auth.users.id) as identities`;

/** `supabase.auth.admin`, implemented in SQL because Supabase Lite 0.10.0 lacks it. The gateway admits the service role only. */
export function createAuthAdmin(sql: Sql): Hono {
  const find = (id: string) => findUser(sql, id);
  const invalid = (msg: string) => ({ code: 400, error_code: 'validation_failed', msg });
  const missing = { code: 404, error_code: 'user_not_found', msg: 'User not found' };

  return new Hono()
    .get('/users', async (c) => {
      const perPage = Math.max(Number(c.req.query('per_page')) || 50, 1);
      const page = Number(c.req.query('page') || 1);
      if (!(page >= 1)) return c.json(invalid('Bad Pagination Parameters'), 400);
      const query = `select ${shape} from auth.users order by created_at desc, id limit $1 offset $2`;
      const users = await sql.unsafe(query, [perPage, (page - 1) * perPage]);
      const [total] = await sql<{ count: number }[]>`select count(*)::int from auth.users`;
      c.header('x-total-count', String(total?.count ?? 0));
      return c.json({ users: [...users], aud: 'authenticated' });
    })
    .post('/users', async (c) => {
      const change: UserChange = await c.req.json();
      if (!change.email) {
        return c.json(invalid('Cannot create a user without either an email or phone'), 400);
      }
      if (!z.email().safeParse(change.email).success) {
        return c.json(invalid('Unable to validate email address: invalid format'), 400);
      }
      const id = change.id ?? randomUUID();
      try {
        await insertUser(sql, id, change.email.toLowerCase(), change);
      } catch (error) {
        return emailExists(error);
      }
      return c.json(await find(id));
    })
    .get('/users/:id', async (c) => {
      const user = await find(c.req.param('id'));
      return user ? c.json(user) : c.json(missing, 404);
    })
    .put('/users/:id', async (c) => {
      const id = c.req.param('id');
      if (!(await find(id))) return c.json(missing, 404);
      await updateUser(sql, id, await c.req.json());
      return c.json(await find(id));
    })
    .delete('/users/:id', async (c) => {
      const id = c.req.param('id');
      if (!(await find(id))) return c.json(missing, 404);
      await sql`
        with deleted as (delete from auth.refresh_tokens where user_id = ${id})
        delete from auth.users where id = ${id}`;
      return c.json({});
    });
}

export async function findUser(sql: Sql, id: string) {
  if (!isUuid(id)) return null;
  return (await sql.unsafe(`select ${shape} from auth.users where id = $1`, [id]))[0] ?? null;
}

/** The response to a taken email address. @throws any other error */
export function emailExists(error: unknown): Response {
  if (!(error instanceof Error && 'code' in error && error.code === '23505')) throw error;
  const msg = 'A user with this email address has already been registered';
  return authError(422, 'email_exists', msg);
}

async function insertUser(sql: Sql, id: string, email: string, change: UserChange): Promise<void> {
  const appMetadata = { provider: 'email', providers: ['email'], ...change.app_metadata };
  const userMetadata = { ...change.user_metadata };
  const confirmed = change.email_confirm === true;
  // One statement instead of a transaction: the driver ends this process when a connection is lost inside one.
  await sql`
    with created as (
      insert into auth.users (id, email, encrypted_password, email_confirmed_at,
        raw_app_meta_data, raw_user_meta_data)
      values (${id}, ${email},
        extensions.crypt(${change.password ?? null}::text, extensions.gen_salt('bf', 10)),
        case when ${confirmed} then now() end, ${sql.json(appMetadata)}, ${sql.json(userMetadata)})
      returning id
    )
    insert into auth.identities (id, provider, provider_id, user_id, identity_data)
    select gen_random_uuid(), 'email', created.id::text, created.id,
      ${sql.json({ sub: id, email, email_verified: confirmed, phone_verified: false })}::jsonb
    from created`;
}

/** Like a hosted project: a first email address gets an identity, one that is confirmed makes an anonymous user permanent, and a password ends all sessions but `keptSession`. */
export async function updateUser(
  sql: Sql,
  id: string,
  change: UserChange,
  keptSession?: string,
): Promise<void> {
  const { ban_duration: ban, email_confirm: confirmed = false } = change;
  const email = change.email?.toLowerCase() ?? null;
  const identity = { sub: id, email, email_verified: confirmed, phone_verified: false };
  await sql`
    with identity as (
      insert into auth.identities (id, provider, provider_id, user_id, identity_data)
      select gen_random_uuid(), 'email', ${id}::text, ${id}::uuid, ${sql.json(identity)}::jsonb
      where ${email}::text is not null
      on conflict (provider, provider_id) do update
        set identity_data = identities.identity_data || excluded.identity_data
    ), sessions as (
      delete from auth.sessions where user_id = ${id} and ${change.password ?? null}::text is not null
        and id is distinct from ${keptSession ?? null}::uuid
    )
    update auth.users set
      email = coalesce(${email}, email),
      is_anonymous = is_anonymous and not (${confirmed} and ${email}::text is not null),
      phone = coalesce(${change.phone ?? null}, phone),
      encrypted_password = case when ${change.password ?? null}::text is null then encrypted_password
        else extensions.crypt(${change.password ?? null}, extensions.gen_salt('bf', 10)) end,
      email_confirmed_at = case when ${confirmed}
        then coalesce(email_confirmed_at, now()) else email_confirmed_at end,
      raw_user_meta_data = raw_user_meta_data || ${sql.json({ ...change.user_metadata })},
      raw_app_meta_data = raw_app_meta_data || ${sql.json({ ...change.app_metadata })},
      banned_until = case when ${ban ?? null}::text is null then banned_until
        when ${ban ?? null} = 'none' then null else now() + ${ban === 'none' ? null : (ban ?? null)}::interval end,
      updated_at = now()
    where id = ${id}`;
}

function isUuid(text: string): boolean {
  return /^[0-9a-f-]{36}$/i.test(text);
}
