import type { Sql, TransactionSql } from 'postgres';

type Db = Sql | TransactionSql;

/** The password of all of them, so that it is hashed only once: ten thousand hashes take minutes. */
export const password = 'large-demo-1';

export const emailOf = (n: number): string => `customer${n}@large.example`;

/** The hash of the password, for `addCustomers`. */
export async function hashPassword(sql: Db): Promise<string> {
  const [row] = await sql<{ hash: string }[]>`
    select extensions.crypt(${password}, extensions.gen_salt('bf')) as hash`;
  return row?.hash ?? '';
}

/** Customers `from` up to, not including, `to`, who joined over the last two years. */
export async function addCustomers(sql: Db, from: number, to: number, hash: string) {
  await sql`
    insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at,
      confirmation_token, recovery_token, email_change, email_change_token_new,
      raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
    select md5('hemline/large/customer/' || i)::uuid, 'authenticated', 'authenticated',
      'customer' || i || '@large.example', ${hash}, since, '', '', '', '',
      '{"provider": "email", "providers": ["email"]}',
      jsonb_build_object(
        'firstname', (array['Nora', 'Tomas', 'Ada', 'Ellen', 'Joseph', 'Priya', 'Samuel', 'Ines'])[1 + i % 8],
        'lastname', (array['Berg', 'Okafor', 'Marsh', 'Lind', 'Raman', 'Hart', 'Duarte'])[1 + i % 7] || ' ' || i,
        'phone', '20255' || lpad(i::text, 5, '0'),
        'country', 'United States',
        'state', (array['Maine', 'Oregon', 'Vermont', 'Ohio', 'Texas'])[1 + i % 5],
        'postcode', lpad((i % 99999)::text, 5, '0'),
        'address', 1 + i % 900 || ' Mill Lane', 'city', 'Springfield'),
      since, since
    from generate_series(${from}::int, ${to - 1}::int) i,
    lateral (select now() - (i * 7919) % 1050000 * interval '1 minute' as since) joined
    on conflict (id) do nothing`;
  await sql`
    insert into auth.identities (id, provider_id, user_id, identity_data, provider,
      last_sign_in_at, created_at, updated_at)
    select md5('hemline/large/identity/' || i)::uuid, u.id, u.id,
      jsonb_build_object('sub', u.id, 'email', u.email, 'email_verified', true, 'phone_verified', false),
      'email', u.created_at, u.created_at, u.created_at
    from generate_series(${from}::int, ${to - 1}::int) i
    join auth.users u on u.id = md5('hemline/large/customer/' || i)::uuid
    on conflict (id) do nothing`;
  await sql`
    update public.profiles p set created_at = u.created_at
    from generate_series(${from}::int, ${to - 1}::int) i
    join auth.users u on u.id = md5('hemline/large/customer/' || i)::uuid
    where p.id = u.id and p.created_at <> u.created_at`;
}

/** Visitors without an account, each with a line in the cart, who came in the last thirty days. */
export async function addVisitors(sql: Db, from: number, to: number, products: number) {
  await sql`
    insert into auth.users (id, aud, role, is_anonymous, confirmation_token, recovery_token, email_change,
      email_change_token_new, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
    select md5('hemline/large/visitor/' || i)::uuid, 'authenticated', 'authenticated', true, '', '', '', '',
      '{}', '{}', now(), now()
    from generate_series(${from}::int, ${to - 1}::int) i on conflict (id) do nothing`;
  await sql`
    update public.visitors v set seen_at = now() - i % 43200 * interval '1 minute'
    from generate_series(${from}::int, ${to - 1}::int) i where v.id = md5('hemline/large/visitor/' || i)::uuid`;
  await sql`
    insert into public.cart_items (user_id, product_id, quantity, size)
    select v.id, p.id, 1, 'M'
    from generate_series(${from}::int, ${to - 1}::int) i
    join public.visitors v on v.id = md5('hemline/large/visitor/' || i)::uuid
    join public.products p on p.id = md5('hemline/large/product/' || i % ${products}::int)::uuid
    on conflict do nothing`;
}
