import type postgres from 'postgres';
import { runCommand } from './command.ts';
import { databaseUrl, withDatabase } from './database.ts';

const usage = `Creates an administrator, or sets a new password for an existing one.

  npm run admin -- <email> <password>     the password may also come in ADMIN_PASSWORD

By default it uses the local stack, which must be running. For another project set either
  SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY    the address and service key of the project, or
  SUPABASE_DB_URL                               the address of its database alone.
A customer who becomes an administrator is no longer a customer.`;

interface Login {
  email: string;
  password: string;
}

function readLogin(): Login {
  const [email = '', password = process.env.ADMIN_PASSWORD ?? ''] = process.argv.slice(2);
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Error(usage);
  if (password.length < 8) throw new Error(`The password needs at least 8 characters.\n\n${usage}`);
  return { email: email.toLowerCase(), password };
}

/** The auth server finds no account without this instance. */
const instance = '00000000-0000-0000-0000-000000000000';

/** By SQL: the same rows that the auth server would write. */
export async function makeAdminInDatabase(url: string, { email, password }: Login): Promise<void> {
  await withDatabase(url, async (sql) => {
    await sql.begin(async (tx) => {
      const [known] = await tx<{ id: string }[]>`
        update auth.users set encrypted_password = extensions.crypt(${password}, extensions.gen_salt('bf')),
          instance_id = ${instance}, email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now()
        where lower(email) = ${email} returning id`;
      const id = known?.id ?? (await insertUser(tx, { email, password }));
      await tx`insert into public.administrators (id) values (${id}) on conflict (id) do nothing`;
    });
  });
}

async function insertUser(tx: postgres.TransactionSql, { email, password }: Login) {
  const id = crypto.randomUUID();
  // The auth server fails on null in the token columns.
  await tx`
    insert into auth.users (id, instance_id, aud, role, email, encrypted_password, email_confirmed_at,
      confirmation_token, recovery_token, email_change, email_change_token_new,
      raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
    values (${id}, ${instance}, 'authenticated', 'authenticated', ${email},
      extensions.crypt(${password}, extensions.gen_salt('bf')), now(), '', '', '', '',
      '{"provider": "email", "providers": ["email"]}'::jsonb, '{}'::jsonb, now(), now())`;
  await tx`
    insert into auth.identities (id, provider_id, user_id, identity_data, provider,
      last_sign_in_at, created_at, updated_at)
    values (gen_random_uuid(), ${id}, ${id},
      jsonb_build_object('sub', ${id}::text, 'email', ${email}::text, 'email_verified', true),
      'email', now(), now(), now())`;
  return id;
}

/** By the project's API, where the database cannot be reached directly. */
async function makeAdminByApi(url: string, key: string, login: Login): Promise<void> {
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${url.replace(/\/$/, '')}${path}`, {
      method,
      headers: {
        apikey: key,
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        prefer: 'resolution=ignore-duplicates',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
  const email = encodeURIComponent(login.email);
  const rows = await Promise.all(
    ['administrators', 'profiles'].map((it) =>
      call('GET', `/rest/v1/${it}?email=eq.${email}&select=id`),
    ),
  );
  const [known] = (rows as { id: string }[][]).flat();
  const { id } = (
    known
      ? await call('PUT', `/auth/v1/admin/users/${known.id}`, { password: login.password })
      : await call('POST', '/auth/v1/admin/users', { ...login, email_confirm: true })
  ) as { id: string };
  await call('POST', '/rest/v1/administrators', { id, email: login.email });
}

async function main(): Promise<string> {
  const login = readLogin();
  const { SUPABASE_URL, SUPABASE_SERVICE_ROLE_KEY } = process.env;
  if (SUPABASE_URL && SUPABASE_SERVICE_ROLE_KEY) {
    await makeAdminByApi(SUPABASE_URL, SUPABASE_SERVICE_ROLE_KEY, login);
  } else {
    await makeAdminInDatabase(await databaseUrl(), login);
  }
  return `${login.email} is an administrator now.`;
}

if (import.meta.main) await runCommand(main);
