import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTrial, launch, quit, type Launched, type Trial } from './launcher.ts';

let trial: Trial;
let stack: Launched;
let client: SupabaseClient;

/** A project with settings of its own, in config.toml and in its database. */
beforeAll(async () => {
  trial = await createTrial();
  await trial.write(
    'config.toml',
    `[api]
     schemas = ["public", "personal"]
     max_rows = 1000
     [auth]
     jwt_expiry = 3600
     minimum_password_length = 6
     enable_anonymous_sign_ins = false
     [auth.email]
     double_confirm_changes = true
     secure_password_change = false
     max_frequency = "1s"
     otp_expiry = 3600
     [storage]
     file_size_limit = "50MiB"`,
  );
  await trial.write(
    'migrations/20260101000000_people.sql',
    `alter role authenticator set pgrst.db_aggregates_enabled to 'true';
     alter role authenticator set pgrst.db_tx_end to 'commit-allow-override';
     create table public.users (name text primary key, age int);
     create table public.pairs (id int primary key, one text references public.users not null,
       other text references public.users not null);
     insert into public.users values ('Ada', 36), ('Grace', 85);
     insert into public.pairs values (1, 'Ada', 'Grace');
     create schema personal;
     create table personal.users (nickname text primary key);
     insert into personal.users values ('Amazing Grace');
     grant usage on schema personal to anon;
     grant select on personal.users to anon;
     create function public.age_of(person users) returns int language sql stable as 'select $1.age';
     create function public.initial(users) returns text language sql stable as 'select left($1.name, 1)';
     create function public.initials() returns text language sql as $$ select 'A. L.' $$;
     create function public.echo(int) returns text language sql as $$ select 'a number' $$;
     create function public.echo(text) returns text language sql as $$ select 'text ' || $1 $$;
     create function public.either(a int) returns text language sql as $$ select 'int' $$;
     create function public.either(a text) returns text language sql as $$ select 'text' $$;
     create function public.either() returns text language sql as $$ select 'nothing' $$;
     create function public.grow(pattern text) returns setof users language sql as
       'update users set age = age + 1 where name like pattern returning *';
     create function public.older(than int) returns setof users language sql stable as
       'select * from users where age > than';
     create function public.oldest() returns users language sql stable as
       'select * from users order by age desc limit 1';`,
  );
  await trial.write(
    'seed.sql',
    `insert into auth.users (instance_id, id, email)
     values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'seed@hemline.example');`,
  );
  stack = await launch(trial);
  const { url, anonKey } = stack.values;
  client = createClient(url, anonKey, { auth: { persistSession: false } });
});

afterAll(async () => {
  await quit(stack).finally(() => trial.remove());
});

describe('settings of the project', () => {
  test('its config.toml names the schemas, and how a password is changed', async () => {
    const { data } = await client.schema('personal').from('users').select();
    expect(data).toEqual([{ nickname: 'Amazing Grace' }]);
    const someone = createClient(stack.values.url, stack.values.anonKey);
    await someone.auth.signUp({ email: 'someone@hemline.example', password: 'first-secret' });
    expect((await someone.auth.updateUser({ password: 'second-secret' })).error).toBeNull();
  });

  test('its database allows sums, and changes that are only tried', async () => {
    const { data } = await client.from('users').select('age.sum()');
    expect(data).toEqual([{ sum: 121 }]);
    const tried = client.from('users').insert({ name: 'Nobody' }).rollback().select('name');
    expect((await tried).data).toEqual([{ name: 'Nobody' }]);
    expect((await client.from('users').select().eq('name', 'Nobody')).data).toEqual([]);
  });
});

describe('tables', () => {
  test('one is not mistaken for that of another schema with its name', async () => {
    const { data } = await client.from('pairs').select('id, users!pairs_one_fkey(*)');
    expect(data).toEqual([{ id: 1, users: { name: 'Ada', age: 36 } }]);
  });

  test('the name that a relation is given does not choose it', async () => {
    const { error, status } = await client.from('pairs').select('one:users(*)');
    expect({ status, code: error?.code }).toEqual({ status: 300, code: 'PGRST201' });
    expect(error?.hint).toContain("'users!pairs_one_fkey', 'users!pairs_other_fkey'");
  });

  test('an estimated number of few rows is exact', async () => {
    const { count, status } = await client.from('users').select('*', { count: 'estimated' });
    expect({ count, status }).toEqual({ count: 2, status: 200 });
  });
});

describe('functions', () => {
  test('one takes a row', async () => {
    const { data } = await client.rpc('age_of', { person: { name: 'New', age: 7 } });
    expect(data).toBe(7);
  });

  test('one takes a text without a name, and numbers cannot', async () => {
    expect((await client.rpc('echo', { '': 'one' })).data).toBe('text one');
    expect((await client.rpc('echo', { '': 1 })).data).toBe('text 1');
  });

  test('of several that fit, an error names these', async () => {
    const { error, status } = await client.rpc('either', { a: 1 });
    expect(status).toBe(300);
    expect(error?.message).toMatch(
      /: public\.either\(a => integer\), public\.either\(a => text\)$/,
    );
  });

  test('a computed column is none', async () => {
    const { data } = await client.from('users').select('initial').eq('name', 'Ada');
    expect(data).toEqual([{ initial: 'A' }]);
    const { error, status } = await client.rpc('initial');
    expect({ status, code: error?.code, hint: error?.hint }).toEqual({
      ...{ status: 404, code: 'PGRST202', hint: null },
    });
  });

  test('one that changes more rows than it may changes none', async () => {
    const growing = client.rpc('grow', { pattern: '%' });
    const { error } = await growing.setHeader('prefer', 'handling=strict,max-affected=1');
    expect(error?.code).toBe('PGRST124');
    expect((await client.from('users').select('age').order('age')).data).toEqual([
      { age: 36 },
      { age: 85 },
    ]);
  });

  test('a row that a filter leaves out is null', async () => {
    const { data, error } = await client.rpc('oldest').select().eq('name', 'Ada');
    expect({ data, error }).toEqual({ data: null, error: null });
  });

  test('a response header has the total', async () => {
    const options = { head: true, count: 'exact' } as const;
    const answer = await client.rpc('older', { than: 40 }, options);
    expect(answer).toMatchObject({ count: 1, status: 200 });
  });
});

test('a project without anonymous sign-ins refuses them', async () => {
  const { error } = await client.auth.signInAnonymously();
  expect(error).toMatchObject({ status: 422, code: 'anonymous_provider_disabled' });
});
