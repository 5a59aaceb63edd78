-- The whole database, made from supabase/schemas by joining its files in the order of their names. Later changes are migrations of their own.

-- Extensions, schemas, default privileges and helpers that all other files use.
-- The files of this folder describe the database and are applied in the order of their names. The body of a PL/pgSQL function
-- may name what comes in a later file, since it is checked when it is called; types, columns and SQL functions must be there before.

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists btree_gin with schema extensions;
grant usage on schema extensions to anon, authenticated, service_role;

-- Trigger functions and helpers live here, out of reach of the REST API.
create schema if not exists private;
revoke all on schema private from public;
comment on schema private is 'Trigger functions and helpers of the shop. Not served by the API.';

-- What only the back office calls; its functions refuse anybody but administrators. PostgREST does not serve it.
create schema office;
grant usage on schema office to authenticated;
comment on schema office is 'Functions of the back office, which the API calls for administrators. Not served by PostgREST.';

-- A hosted project grants everything on new tables and functions. Only the service key keeps that; whoever is signed in may call
-- what stands in office, and each file opens what else is needed. After the extensions, whose functions stay open.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
alter default privileges revoke execute on functions from public;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant execute on functions to service_role;
alter default privileges in schema office grant execute on functions to authenticated;

create function private.set_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end;
$$;
comment on function private.set_updated_at() is 'Writes the time of the last change';

create function private.add_change_triggers(p_table regclass, p_name text, p_function text) returns void
language plpgsql set search_path = '' as $$
declare
  prefix constant text := (select relname from pg_catalog.pg_class where oid = p_table) || '_' || p_name;
begin
  execute format('create trigger %I after insert on %s referencing new table as new_rows
    for each statement execute function %s', prefix || '_insert', p_table, p_function);
  execute format('create trigger %I after update on %s referencing old table as old_rows new table as new_rows
    for each statement execute function %s', prefix || '_update', p_table, p_function);
  execute format('create trigger %I after delete on %s referencing old table as old_rows
    for each statement execute function %s', prefix || '_delete', p_table, p_function);
  execute format('create trigger %I after truncate on %s for each statement execute function %s',
    prefix || '_truncate', p_table, p_function);
end;
$$;
comment on function private.add_change_triggers(regclass, text, text) is
  'Calls a trigger function, written with its arguments, after each statement that changes a table; it reads old_rows and new_rows';

create function private.reordered(p_ids uuid[], p_id uuid, p_place int) returns table (id uuid, place bigint)
language sql immutable set search_path = '' as $$
  select o.id, o.place
  from (select array_remove(p_ids, p_id) as others, greatest(coalesce(p_place, 1), 1) - 1 as before) r,
    unnest(others[:before] || p_id || others[before + 1:]) with ordinality o (id, place);
$$;
comment on function private.reordered(uuid[], uuid, int) is
  'The records of a list with one of them moved to this place, from 1; past the end it is the last';

create function private.as_uuid(p_text text) returns uuid
language plpgsql immutable set search_path = '' as $$
begin
  return case when p_text ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_text::uuid end;
end;
$$;
comment on function private.as_uuid(text) is 'The text as a uuid; null when it is none';

-- The id of the request that a statement belongs to, the same as in the logs of the site and the functions.
create function private.request_id() returns text
language plpgsql stable set search_path = '' as $$
begin
  return substring(
    nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-request-id'
    from '^[A-Za-z0-9_-]{8,64}$');
end;
$$;
comment on function private.request_id() is
  'Id of the API request that is being answered; null outside of one';

-- PostgREST calls this before each request, as the caller: it must be reachable, cheap, and never fail.
create function public.note_request() returns void
language sql volatile security definer set search_path = '' as $$
  select set_config('application_name', coalesce('api ' || private.request_id(), 'api'), true);
$$;
comment on function public.note_request() is
  'Called before each request of the REST API: shows its id as application_name in the log and in pg_stat_activity';
grant execute on function public.note_request() to anon, authenticated;

-- Where a project does not let its owner set this, only the request ids in the log are missing.
do $$
begin
  alter role authenticator set pgrst.db_pre_request = 'public.note_request';
  notify pgrst, 'reload config';
exception when insufficient_privilege then
  raise notice 'pgrst.db_pre_request could not be set: %', sqlerrm;
end;
$$;

-- Visible text, names that people read as the same, and the plain words that searches compare.

-- Names and titles need something to see: zero-width characters, tags, fillers and blanks alone are refused, whoever writes.
-- The functions are public because checks run with the rights of whoever writes.
create function public.is_visible(p_text text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select p_text ~ '[^\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u1680\u17b4-\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]';
$$;
comment on function public.is_visible(text) is
  'True when a text has a character that can be seen: not only white space, control and format characters, default-ignorable code points and blanks';
grant execute on function public.is_visible(text) to anon, authenticated;

create function public.are_visible(p_texts text[]) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select not exists (select 1 from unnest(p_texts) t where not public.is_visible(t));
$$;
comment on function public.are_visible(text[]) is 'True when each text of a list has a character that can be seen';
grant execute on function public.are_visible(text[]) to anon, authenticated;

create function public.name_key(p_name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select translate(lower(btrim(regexp_replace(
    normalize(regexp_replace(p_name, '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+', '', 'g'), nfkc),
    '[\u0001-\u0020\u007f-\u00a0\u115f-\u1160\u1680\u2000-\u200a\u2028-\u2029\u202f\u205f\u2800\u3000\u3164\uffa0]+', ' ', 'g'))), 'ς', 'σ');
$$;
comment on function public.name_key(text) is
  'Key to compare names by: the same for names that differ only in case, Unicode form, white space or zero-width characters';
grant execute on function public.name_key(text) to anon, authenticated;

create function private.plain_words(p_text text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return btrim(regexp_replace(
    lower(extensions.unaccent('extensions.unaccent'::regdictionary, coalesce(p_text, ''))),
    '[^a-z0-9\u00aa-\u1fff\u2c00-\u2dff\u3040-\ud7ff\uf900-\ufdff]+', ' ', 'g'));
end;
$$;
comment on function private.plain_words(text) is 'Text in lower case without accents, punctuation and symbols';

-- Settings from the environment of the edge functions that SQL enforces too, so that they hold for every caller.

create table private.function_settings (
  name text primary key check (name ~ '^[A-Z_]{1,60}$'),
  value jsonb not null
);
comment on table private.function_settings is
  'Environment variables of the edge functions that SQL needs; written by the functions, so a change by hand does not last';
comment on column private.function_settings.name is 'Name of the environment variable';
comment on column private.function_settings.value is 'Its value';

create function private.function_setting(p_name text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (select s.value from private.function_settings s where s.name = p_name);
end;
$$;
comment on function private.function_setting(text) is 'The value of a setting of the edge functions; null where there is none';

create function public.save_function_settings(p_settings jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.function_settings as s (name, value)
  select key, value from jsonb_each(p_settings) order by key
  on conflict (name) do update set value = excluded.value where s.value is distinct from excluded.value;
end;
$$;
comment on function public.save_function_settings(jsonb) is
  'Saves settings of the edge functions, by the names of their variables; called by each instance before its first order';

alter table private.function_settings enable row level security;
create policy function_settings_nobody on private.function_settings for all to anon, authenticated
  using (false) with check (false);

-- Defaults until a function saves its own, the same as in environment.ts.
insert into private.function_settings (name, value)
values ('LIMIT_ORDER', '30'), ('PAYMENT_MINIMUMS', '{"USD": 2}');

-- Who may enter the back office. A row here is the only thing that makes somebody an administrator.

create table public.administrators (
  id uuid primary key references auth.users on delete cascade,
  firstname text not null default '' check (length(firstname) <= 200),
  email text not null default '' check (length(email) <= 320),
  created_at timestamptz not null default now(),
  constraint administrators_firstname_visible check (firstname = '' or public.is_visible(firstname))
);
comment on table public.administrators is
  'People who may enter the back office. Add a row with the id of a user to make that user an administrator; this deletes the customer profile. Delete the row to revoke it.';
comment on column public.administrators.id is 'The user (auth.users) who is an administrator';
comment on column public.administrators.firstname is 'Shown in the back office as the user name';
comment on column public.administrators.email is 'Follows the mail address of the login; left empty it is filled in';
comment on column public.administrators.created_at is 'When the rights were granted';

-- Definer, so that policies can call it without a grant on the table. In PL/pgSQL, which plans once for each connection:
-- every query calls it.
create function public.is_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.administrators where id = auth.uid());
end;
$$;
comment on function public.is_admin() is 'True when the signed-in user is an administrator';
grant execute on function public.is_admin() to anon, authenticated;

create function private.require_admin() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.is_admin() then
    raise exception 'Only administrators may do this.' using detail = 'not_an_administrator';
  end if;
end;
$$;
comment on function private.require_admin() is 'Refuses anybody but administrators';

create function private.fill_administrator() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.email = '' then
    new.email := coalesce((select u.email from auth.users u where u.id = new.id), '');
  end if;
  if new.firstname = '' then
    new.firstname := left(coalesce(
      nullif((select p.firstname from public.profiles p where p.id = new.id), ''),
      split_part(new.email, '@', 1)), 200);
  end if;
  return new;
end;
$$;
comment on function private.fill_administrator() is 'Fills in name and mail address of a new administrator';

-- An administrator is not a customer.
create function private.delete_profile_of_administrator() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.profiles where id = new.id;
  return null;
end;
$$;
comment on function private.delete_profile_of_administrator() is 'Deletes the customer profile of a new administrator';

alter table public.administrators enable row level security;
grant select, update (firstname) on public.administrators to authenticated;
create policy administrators_select_admin on public.administrators for select to authenticated
  using ((select public.is_admin()));
create policy administrators_update_own on public.administrators for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));

create trigger administrators_fill before insert on public.administrators
  for each row execute function private.fill_administrator();
create trigger administrators_delete_profile after insert on public.administrators
  for each row execute function private.delete_profile_of_administrator();

-- Customers. A trigger inserts the row when somebody registers, from the metadata that the form sent.

create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  firstname text not null default '' check (length(firstname) <= 200),
  lastname text not null default '' check (length(lastname) <= 200),
  email text not null default '' check (length(email) <= 320),
  phone text not null default '' check (length(phone) <= 50),
  country text not null default '' check (length(country) <= 200),
  state text not null default '' check (length(state) <= 200),
  postcode text not null default '' check (length(postcode) <= 50),
  address text not null default '' check (length(address) <= 500),
  created_at timestamptz not null default now(),
  search_words text not null default '',
  constraint profiles_firstname_visible check (firstname = '' or public.is_visible(firstname)),
  constraint profiles_lastname_visible check (lastname = '' or public.is_visible(lastname))
);
comment on table public.profiles is 'Customers of the shop, one row for each registered shopper';
comment on column public.profiles.id is 'The user (auth.users) behind the customer';
comment on column public.profiles.firstname is 'First name';
comment on column public.profiles.lastname is 'Last name';
comment on column public.profiles.email is 'Follows the mail address of the login; change it there';
comment on column public.profiles.phone is 'Phone number, as typed';
comment on column public.profiles.country is 'Country of the delivery address';
comment on column public.profiles.state is 'State or region of the delivery address';
comment on column public.profiles.postcode is 'Postcode of the delivery address';
comment on column public.profiles.address is 'Street and number of the delivery address';
comment on column public.profiles.created_at is 'When the customer registered';
comment on column public.profiles.search_words is 'Name, addresses and phone in plain lower case, for the search; kept by a trigger';

create index profiles_created_at_idx on public.profiles (created_at desc, id);
create index profiles_search_words_idx on public.profiles
  using gin (search_words extensions.gin_trgm_ops);
create index profiles_name_idx on public.profiles (lower(firstname), lower(lastname), id);
create index profiles_email_idx on public.profiles (lower(email), id);
create index profiles_location_idx on public.profiles (lower(country), lower(state), id);

-- In PL/pgSQL, which plans once for each connection: every order and every cart line calls it.
create function public.is_customer() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.profiles where id = auth.uid());
end;
$$;
comment on function public.is_customer() is 'True when the signed-in user is a customer, that is, has a profile';
grant execute on function public.is_customer() to anon, authenticated;

create function private.require_customer() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.is_customer() then
    raise exception 'Only customers may do this' using detail = 'not_a_customer';
  end if;
end;
$$;
comment on function private.require_customer() is 'Refuses anybody but customers';

-- Cut to length, and names with nothing to see left empty, rather than refused: a failing trigger would show people a
-- database error.
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sent constant jsonb := coalesce(new.raw_user_meta_data, '{}');
  firstname constant text := left(coalesce(sent ->> 'firstname', ''), 200);
  lastname constant text := left(coalesce(sent ->> 'lastname', ''), 200);
begin
  insert into public.profiles
    (id, firstname, lastname, email, phone, country, state, postcode, address)
  values (
    new.id,
    case when public.is_visible(firstname) then firstname else '' end,
    case when public.is_visible(lastname) then lastname else '' end,
    left(coalesce(new.email, ''), 320),
    left(coalesce(sent ->> 'phone', ''), 50),
    left(coalesce(sent ->> 'country', ''), 200),
    left(coalesce(sent ->> 'state', ''), 200),
    left(coalesce(sent ->> 'postcode', ''), 50),
    left(coalesce(sent ->> 'address', ''), 500))
  on conflict (id) do nothing;
  return null;
end;
$$;
comment on function private.create_profile() is 'Inserts the customer profile of a new user';

create function private.sync_login_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = left(coalesce(new.email, ''), 320) where id = new.id;
  update public.administrators set email = left(coalesce(new.email, ''), 320) where id = new.id;
  return null;
end;
$$;
comment on function private.sync_login_email() is 'Copies a new mail address of a login to profile and administrator';

create function private.set_profile_search_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.search_words := private.plain_words(concat_ws(' ',
    new.firstname, new.lastname, new.email, new.address, new.postcode, new.country, new.state,
    new.phone, new.id));
  return new;
end;
$$;
comment on function private.set_profile_search_words() is 'Writes the search words of a customer';

alter table public.profiles enable row level security;
grant select on public.profiles to authenticated;
grant update (firstname, lastname, phone, country, state, postcode, address)
  on public.profiles to authenticated;
create policy profiles_select_own_or_admin on public.profiles for select to authenticated
  using (id = (select auth.uid()) or (select public.is_admin()));
create policy profiles_update_own on public.profiles for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));

create trigger hemline_create_profile after insert on auth.users
  for each row execute function private.create_profile();
create trigger hemline_sync_login_email after update of email on auth.users
  for each row when (old.email is distinct from new.email)
  execute function private.sync_login_email();
create trigger profiles_set_search_words
  before insert or update of firstname, lastname, email, address, postcode, country, state, phone,
    search_words
  on public.profiles for each row execute function private.set_profile_search_words();

-- What administrators note about customers. Customers do not see it.
create table public.customer_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles on delete cascade,
  note text not null check (length(note) <= 5000),
  author_id uuid default auth.uid(),
  created_at timestamptz not null default now(),
  constraint customer_notes_note_visible check (public.is_visible(note))
);
comment on table public.customer_notes is 'Notes of administrators about customers; deleted with the customer';
comment on column public.customer_notes.id is 'Identifies the note';
comment on column public.customer_notes.user_id is 'The customer';
comment on column public.customer_notes.note is 'What was noted';
comment on column public.customer_notes.author_id is 'The user (auth.users) who wrote it; kept when that login is deleted';
comment on column public.customer_notes.created_at is 'When it was written';

create index customer_notes_user_id_idx on public.customer_notes (user_id, created_at desc, id);

create function office.read_customer(p_user uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'customer', to_jsonb(p) - 'search_words',
      'totals', (
        select jsonb_build_object('orders', count(*), 'paid_orders', count(*) filter (where o.status = 'Paid'),
          'spent', coalesce(sum(o.total_price) filter (where o.status = 'Paid'), 0),
          'last_order_at', max(o.created_at))
        from public.orders o where o.user_id = p.id),
      'notes', (
        select coalesce(jsonb_agg(n order by n.created_at desc, n.id), '[]') from (
          select c.id, c.note, coalesce(a.firstname, '') as author, c.created_at
          from public.customer_notes c left join public.administrators a on a.id = c.author_id
          where c.user_id = p.id order by c.created_at desc, c.id limit 200) n))
    from public.profiles p where p.id = p_user);
end;
$$;
comment on function office.read_customer(uuid) is
  'A customer as {customer, totals: {orders, paid_orders, spent in dollars, last_order_at}, notes: the newest 200}; null where there is none. Administrators only (not_an_administrator).';

alter table public.customer_notes enable row level security;
grant select, insert (user_id, note), delete on public.customer_notes to authenticated;
create policy customer_notes_select_admin on public.customer_notes for select to authenticated
  using ((select public.is_admin()));
create policy customer_notes_insert_admin on public.customer_notes for insert to authenticated
  with check ((select public.is_admin()));
create policy customer_notes_delete_admin on public.customer_notes for delete to authenticated
  using ((select public.is_admin()));

-- Logins: pending changes of the mail address, limits on passwords, and the deletion of accounts.

-- The link in the mail works for an hour (`otp_expiry` in config.toml). A change of the password ends it and empties the time.
create function public.pending_email() returns text
language sql stable security definer set search_path = '' as $$
  select nullif(u.email_change, '') from auth.users u
  where u.id = (select auth.uid()) and u.email_change_sent_at > now() - interval '1 hour';
$$;
comment on function public.pending_email() is
  'The new mail address of the signed-in user that is not confirmed yet; null when there is none';
grant execute on function public.pending_email() to authenticated;

create function public.recovery_mailed_at() returns timestamptz
language sql stable security definer set search_path = '' as $$
  select u.recovery_sent_at from auth.users u where u.id = (select auth.uid());
$$;
comment on function public.recovery_mailed_at() is
  'When a password recovery mail was last sent to the signed-in user; null when the password was changed since';
grant execute on function public.recovery_mailed_at() to authenticated;

-- The link that confirms a new email address begins a session like that of a password recovery mail. If such a mail had been
-- requested, to the old address, that session could set a password without the old one.
create function private.clear_recovery() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.recovery_sent_at := null;
  return new;
end;
$$;
comment on function private.clear_recovery() is
  'Ends a pending password recovery when the mail address of a login changes';

-- Called by Supabase Auth after each check of a password. The right password is delayed like a wrong one, or guessing could go on.
create function private.limit_password_attempts(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  most constant int := 50;
  counted constant text := 'password:' || (event ->> 'user_id');
  seconds int;
begin
  if (event ->> 'valid')::boolean then
    select ceil(extract(epoch from r.ends_at - clock_timestamp()))::int into seconds
    from public.rate_limits r where r.key = counted and r.hits > most;
  else
    seconds := public.consume_rate_limit(counted, most, interval '1 minute');
  end if;
  if coalesce(seconds, 0) <= 0 then
    return '{"decision": "continue"}';
  end if;
  return jsonb_build_object('error', jsonb_build_object(
    'http_code', 429, 'message', format('Too many wrong passwords. Try again in %s seconds.', seconds)));
end;
$$;
comment on function private.limit_password_attempts(jsonb) is
  'Hook of Supabase Auth (password verification attempt): 50 wrong passwords a minute for an account, then 429';
grant usage on schema private to supabase_auth_admin;
grant execute on function private.limit_password_attempts(jsonb) to supabase_auth_admin;

create function public.delete_account(p_customer uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  abandoned uuid[];
begin
  perform private.act_for(p_customer);
  perform private.require_customer();
  -- A card page that was opened within the hour may still be paid: that order must exist for its payment.
  abandoned := array(
    select o.id from public.orders o
    where o.user_id = p_customer and o.status = 'Pending' and not exists (
      select 1 from public.payment_attempts a
      where a.order_id = o.id and a.created_at > now() - interval '1 hour')
    for update);
  delete from public.orders where id = any(abandoned);
  update public.audit_log
    set label = '', before = private.erased(before), after = private.erased(after)
    where table_name = 'orders' and record_id = any(abandoned::text[]);
  -- A trigger removes their data from the trash when the profile is deleted.
  delete from auth.users where id = p_customer;
end;
$$;
comment on function public.delete_account(uuid) is
  'Deletes this customer: login, profile, cart, reviews and orders that were never paid. Paid orders stay, for the accounts. For the service role: the API asks for the password first. Error (in detail): not_a_customer.';

create function office.delete_customer(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if office.delete_customers(array[p_user]) = 0 then
    raise exception 'This customer does not exist.' using detail = 'unknown_customer';
  end if;
end;
$$;
comment on function office.delete_customer(uuid) is
  'Deletes a customer with login, profile, cart and reviews; orders stay. Administrators only. Errors (in detail): not_an_administrator, unknown_customer.';

create function office.delete_customers(p_users uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  deleted int;
begin
  perform private.require_admin();
  -- Their orders stay, without a customer, and are locked in the order that all others use.
  perform from public.orders o where o.user_id = any (p_users) order by o.id for update;
  -- Through profiles: an administrator's login cannot be taken away here.
  delete from auth.users where id in (select p.id from public.profiles p where p.id = any (p_users));
  get diagnostics deleted = row_count;
  return deleted;
end;
$$;
comment on function office.delete_customers(uuid[]) is
  'Deletes customers with login, profile, cart and reviews; orders stay. Returns how many there were; administrators only (not_an_administrator).';

create trigger hemline_clear_recovery before update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.clear_recovery();

-- Colours by family: "red" finds firebrick, and a filter offers a dozen colours.

create table private.colours (
  name text primary key check (name ~ '^[a-z]+$'),
  family text not null,
  words text not null
);
comment on table private.colours is 'Families of the CSS colours and of other names of colours; changed by migrations only';
comment on column private.colours.name is 'Name in lower case, without spaces';
comment on column private.colours.family is 'Name of the family, as filters show it';
comment on column private.colours.words is 'What the search finds it by, beside its family';

-- Linen is a cloth too, and rosybrown is pink to the eye: the search must not find them by these words.
insert into private.colours (name, family, words)
select replace(c, ' ', ''), f.family, case c when 'linen' then 'flax' when 'rosy brown' then 'dusty rose' else c end
from (values
  ('black', 'black,jet,onyx'),
  ('gray', 'gray,grey,dark gray,dark grey,dim gray,dim grey,light gray,light grey,silver,gainsboro,slate gray,slate grey,dark slate gray,dark slate grey,light slate gray,light slate grey,charcoal,slate,ash,graphite'),
  ('white', 'white,snow,ivory,sea shell,floral white,ghost white,mint cream,azure,alice blue,honeydew,white smoke,old lace,lavender blush,off white,cream,chalk'),
  ('beige', 'beige,linen,antique white,papaya whip,blanched almond,bisque,moccasin,wheat,tan,burly wood,khaki,dark khaki,corn silk,navajo white,peach puff,camel,sand,stone,oatmeal,taupe,ecru,natural'),
  ('brown', 'brown,saddle brown,sienna,peru,chocolate,cocoa,coffee,mocha,chestnut,tobacco,cognac,espresso,walnut,umber'),
  ('red', 'red,dark red,fire brick,crimson,indian red,maroon,burgundy,scarlet,wine,oxblood,ruby,claret,cherry,brick'),
  ('orange', 'orange,dark orange,orange red,coral,tomato,sandy brown,rust,terracotta,apricot,copper,peach,tangerine'),
  ('yellow', 'yellow,light yellow,lemon chiffon,light goldenrod yellow,pale goldenrod,gold,goldenrod,dark goldenrod,mustard,lemon,ochre,amber,saffron'),
  ('green', 'green,dark green,lime,lime green,lawn green,chartreuse,green yellow,yellow green,spring green,medium spring green,light green,pale green,sea green,dark sea green,medium sea green,light sea green,forest green,olive,olive drab,dark olive green,teal,dark cyan,aquamarine,medium aquamarine,sage,mint,emerald,moss,fern,pistachio'),
  ('blue', 'blue,navy,midnight blue,dark blue,medium blue,royal blue,cornflower blue,steel blue,light steel blue,light blue,powder blue,sky blue,light sky blue,deep sky blue,dodger blue,cadet blue,slate blue,medium slate blue,dark slate blue,aqua,cyan,light cyan,turquoise,pale turquoise,medium turquoise,dark turquoise,indigo,cobalt,petrol,ink'),
  ('purple', 'purple,violet,dark violet,blue violet,orchid,dark orchid,medium orchid,plum,thistle,lavender,dark magenta,medium purple,rebecca purple,lilac,mauve,aubergine,grape,mulberry'),
  ('pink', 'pink,light pink,hot pink,deep pink,pale violet red,medium violet red,misty rose,rosy brown,salmon,light salmon,dark salmon,light coral,magenta,fuchsia,rose,blush')
) f (family, names), unnest(string_to_array(f.names, ',')) c;

create function private.hex_family(p_hex text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  digits constant text := case length(p_hex) when 3 then regexp_replace(p_hex, '(.)', '\1\1', 'g') else p_hex end;
  rgb constant int[] := array(select get_byte(decode(digits, 'hex'), i) from generate_series(0, 2) i);
  high constant int := greatest(rgb[1], rgb[2], rgb[3]);
  chroma constant int := high - least(rgb[1], rgb[2], rgb[3]);
  light constant numeric := high - chroma / 2.0;
  hue numeric;
begin
  if chroma < 25 then
    return case when light < 60 then 'black' when light > 230 then 'white' else 'gray' end;
  end if;
  hue := 60 * case high
    when rgb[1] then mod((rgb[2] - rgb[3]) / chroma::numeric + 6, 6)
    when rgb[2] then (rgb[3] - rgb[1]) / chroma::numeric + 2
    else (rgb[1] - rgb[2]) / chroma::numeric + 4 end;
  return case
    when hue < 15 or hue >= 345 then case when light > 170 then 'pink' else 'red' end
    when hue < 45 then case when light < 110 then 'brown' when light > 180 then 'beige' else 'orange' end
    when hue < 70 then 'yellow' when hue < 170 then 'green' when hue < 255 then 'blue'
    when hue < 300 then 'purple' else 'pink' end;
end;
$$;
comment on function private.hex_family(text) is 'The family of a colour of three or six hexadecimal digits';

create function private.colour_family(p_colour text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text := private.plain_words(p_colour);
begin
  if p_colour ~* '^\s*#([0-9a-f]{3}|[0-9a-f]{6})\s*$' then
    return private.hex_family(words);
  end if;
  return (
    select c.family
    from private.colours c join (
      select replace(words, ' ', '') as name, 1000 as place
      union all
      select w.name, w.place::int from unnest(string_to_array(words, ' ')) with ordinality w (name, place)) named using (name)
    order by named.place desc limit 1);
end;
$$;
comment on function private.colour_family(text) is
  'The family of a colour: by its whole name, else by the last of its words that names one ("Dusty Navy" is blue); null where none does';

create function private.describe_colours(p_colours text[], out families text[], out words text)
language sql stable security definer set search_path = '' as $$
  select array_agg(distinct d.family) filter (where d.family is not null), coalesce(string_agg(distinct concat_ws(' ', d.family, d.words), ' '), '')
  from (
    select coalesce(c.family, private.colour_family(p.colour)) as family, coalesce(c.words, private.plain_words(p.colour)) as words
    from unnest(p_colours) p (colour)
    left join private.colours c on c.name = regexp_replace(lower(p.colour), '[^a-z]', '', 'g')) d;
$$;
comment on function private.describe_colours(text[]) is
  'The families of a product''s colours, and the words by which the search finds it for them: families and names';

alter table private.colours enable row level security;
create policy colours_nobody on private.colours for all to anon, authenticated using (false) with check (false);

-- Words that mean the same to shoppers, kept by the administrator.

-- "T-shirt" is one word to the search, as is "A-line"; the parser would leave out its first letter.
create function private.search_text(p_text text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return private.plain_words(regexp_replace(p_text, '\m([[:alpha:]])-(?=[[:alpha:]]{2})', '\1', 'g'));
end;
$$;
comment on function private.search_text(text) is 'Plain words of a text; a single letter before a hyphen belongs to its word: tshirt';

create table public.search_synonyms (
  id uuid primary key default gen_random_uuid(),
  words text[] not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lexemes text[] not null default '{}',
  expansion text not null default '',
  constraint search_synonyms_words_check check (cardinality(words) between 2 and 20
    and array_position(words, null) is null and length(array_to_string(words, '')) <= 800),
  constraint search_synonyms_words_visible check (public.are_visible(words))
);
comment on table public.search_synonyms is 'Groups of words that the search takes for the same, such as pants and trousers';
comment on column public.search_synonyms.id is 'Identifies the group';
comment on column public.search_synonyms.words is 'The words, or phrases, that mean the same';
comment on column public.search_synonyms.created_at is 'When the group was made';
comment on column public.search_synonyms.updated_at is 'When it was last changed; kept by a trigger';
comment on column public.search_synonyms.lexemes is 'Lexemes of the words and plain text of the phrases, by which a query meets the group; kept by a trigger';
comment on column public.search_synonyms.expansion is 'Text search query for any of the words; kept by a trigger';

create index search_synonyms_created_at_idx on public.search_synonyms (created_at desc, id);

-- A phrase with a stop word ("t shirt") is understood in a query, but would find too much.
create function private.set_synonym_lexemes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select array_agg(distinct coalesce(t.lexeme, t.plain)), string_agg(distinct t.query::text, ' | ') filter (where t.whole)
    into new.lexemes, new.expansion
  from (
    select p.plain, q.query, numnode(q.query) = 2 * cardinality(string_to_array(p.plain, ' ')) - 1 as whole,
      case when strpos(p.plain, ' ') = 0 and numnode(q.query) = 1 then btrim(q.query::text, '''') end as lexeme
    from unnest(new.words) w
    cross join lateral (select private.search_text(w) as plain) p
    cross join lateral (select phraseto_tsquery('english', p.plain) as query) q
    where p.plain <> '') t;
  new.lexemes := coalesce(new.lexemes, '{}');
  new.expansion := coalesce(new.expansion, '');
  return new;
end;
$$;
comment on function private.set_synonym_lexemes() is 'Writes what the search compares of a group of synonyms';

create function office.list_admin_synonyms(p_limit int default 25, p_page int default 1, p_query text default '')
returns table (id uuid, words text[], created_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  looked_for constant text[] := private.query_words(p_query);
  fitting bigint;
begin
  perform private.require_admin();
  select count(*) into fitting from public.search_synonyms s
  where private.contains_words(array_to_string(s.words, ' '), looked_for);
  return query
    select s.id, s.words, s.created_at, fitting from public.search_synonyms s
    where private.contains_words(array_to_string(s.words, ' '), looked_for)
    order by s.created_at desc, s.id
    limit page_size offset private.page_start(p_page, page_size, fitting);
end;
$$;
comment on function office.list_admin_synonyms(int, int, text) is
  'One page of the groups of synonyms that have these words, newest first. Administrators only (not_an_administrator).';

alter table public.search_synonyms enable row level security;
grant select on public.search_synonyms to anon, authenticated;
grant insert (id, words), update (words), delete on public.search_synonyms to authenticated;
create policy search_synonyms_select_all on public.search_synonyms for select to anon, authenticated
  using (true);
create policy search_synonyms_insert_admin on public.search_synonyms for insert to authenticated
  with check ((select public.is_admin()));
create policy search_synonyms_update_admin on public.search_synonyms for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
create policy search_synonyms_delete_admin on public.search_synonyms for delete to authenticated
  using ((select public.is_admin()));

create trigger search_synonyms_set_lexemes before insert or update on public.search_synonyms
  for each row execute function private.set_synonym_lexemes();
create trigger search_synonyms_set_updated_at before update on public.search_synonyms
  for each row when (old.words is distinct from new.words) execute function private.set_updated_at();

insert into public.search_synonyms (id, words) values
  ('5f0c3f0e-7a51-4b0e-8a4e-0d6f1a9c1001', '{pants,trousers,slacks}'),
  ('5f0c3f0e-7a51-4b0e-8a4e-0d6f1a9c1002', '{sweater,jumper,pullover,knit,knitwear}'),
  ('5f0c3f0e-7a51-4b0e-8a4e-0d6f1a9c1003', '{tee,t-shirt,tshirt,t shirt}'),
  ('5f0c3f0e-7a51-4b0e-8a4e-0d6f1a9c1004', '{gray,grey}');

-- The groups that garments are sorted into.

create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  image text check (image <> '' and image !~ '^[a-z]+:'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint categories_name_visible check (public.is_visible(name))
);
comment on table public.categories is
  'Groups of garments. Deleting one keeps its products, which then show as having no category.';
comment on column public.categories.id is 'Identifies the category';
comment on column public.categories.name is 'Name as shoppers see it';
comment on column public.categories.image is 'Path of the picture in the bucket images, for instance categories/shirts.webp; never a full address';
comment on column public.categories.created_at is 'When the category was made';
comment on column public.categories.updated_at is 'When it was last changed; kept by a trigger';

create index categories_created_at_idx on public.categories (created_at desc, id);
create unique index categories_name_key on public.categories (public.name_key(name));

create function office.delete_categories(p_ids uuid[]) returns setof uuid
language plpgsql security definer set search_path = '' as $$
declare
  requested int := (select count(distinct i) from unnest(p_ids) i);
  existing int;
begin
  perform private.require_admin();
  select count(*) into existing from (
    select 1 from public.categories where id = any (p_ids) order by id for update) locked;
  if existing < requested then
    raise exception '% of these categories no longer exist. Nothing was changed.', requested - existing
      using detail = 'unknown_category';
  end if;
  delete from public.categories where id = any (p_ids);
  return query select t.id from public.trash t
    where t.record_id = any (p_ids) and t.kind = 'categories' and t.deleted_at = now();
end;
$$;
comment on function office.delete_categories(uuid[]) is
  'Deletes categories, keeps their products, and returns the ids that restore_trash takes. Errors (in detail): not_an_administrator, unknown_category.';

alter table public.categories enable row level security;
grant select on public.categories to anon, authenticated;
grant insert (id, name, image), update (name, image), delete on public.categories to authenticated;
create policy categories_select_all on public.categories for select to anon, authenticated
  using (true);
create policy categories_insert_admin on public.categories for insert to authenticated
  with check ((select public.is_admin()));
create policy categories_update_admin on public.categories for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
create policy categories_delete_admin on public.categories for delete to authenticated
  using ((select public.is_admin()));

create trigger categories_set_updated_at before update on public.categories
  for each row when (old.* is distinct from new.*) execute function private.set_updated_at();

-- The garments on sale.

create type public.availability as enum ('InStock', 'OutofStock');
comment on type public.availability is 'Whether a product can be bought';

create table public.products (
  id uuid primary key default gen_random_uuid(),
  title text not null check (btrim(title) <> '' and length(title) <= 300),
  description text not null default '' check (length(description) <= 20000),
  price numeric(12, 2) not null check (price >= 0 and price < 1000000),
  images text[] not null default '{}' check (array_position(images, null) is null),
  category_id uuid references public.categories on delete set null,
  availability public.availability not null default 'InStock',
  sizes text[] not null default '{}' check (array_position(sizes, null) is null),
  colors text[] not null default '{}' check (array_position(colors, null) is null),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search tsvector not null default '',
  search_words text not null default '',
  -- A few index look-ups find random rows in a table of any size.
  shuffle double precision not null default random(),
  facets text[] not null default '{}',
  constraint products_title_visible check (public.is_visible(title)),
  constraint products_sizes_visible check (public.are_visible(sizes)),
  constraint products_colors_visible check (public.are_visible(colors))
);
comment on table public.products is 'Garments on sale. Orders keep their own copy of title and price, so a product may be changed or deleted.';
comment on column public.products.id is 'Identifies the product';
comment on column public.products.title is 'Name of the garment';
comment on column public.products.description is 'What the shopper reads about it';
comment on column public.products.price is 'Price of one piece in dollars, with cents';
comment on column public.products.images is 'Paths of the pictures in the bucket images, first one first; never full addresses';
comment on column public.products.category_id is 'Category; empty when it was deleted';
comment on column public.products.availability is 'InStock can be bought, OutofStock cannot';
comment on column public.products.sizes is 'Sizes to choose from';
comment on column public.products.colors is 'Colours to choose from, as CSS colours';
comment on column public.products.created_at is 'When the product was put on sale';
comment on column public.products.updated_at is 'When what shoppers see was last changed; kept by a trigger';
comment on column public.products.search is 'Words for the search, weighted: title, category, colours, description; kept by a trigger';
comment on column public.products.search_words is 'Title, category and colours in plain lower case, for parts of words and typing mistakes; kept by a trigger';
comment on column public.products.shuffle is 'Random number by which random products are picked; means nothing else';
comment on column public.products.facets is 'What lists are filtered by, such as size:M and color:red; kept by a trigger';

-- One index for each sorting of a list, over the whole shop and within a category.
create index products_created_at_idx on public.products (created_at desc, id);
create index products_price_idx on public.products (price, id);
create index products_category_created_idx on public.products (category_id, created_at desc, id);
create index products_category_price_idx on public.products (category_id, price, id);
create index products_shuffle_idx on public.products (shuffle);
-- Sortings and filters of the back office.
create index products_lower_title_idx on public.products (lower(title), id);
create index products_without_images_idx on public.products (created_at desc) where images = '{}';
create index products_out_of_stock_idx on public.products (updated_at desc) where availability = 'OutofStock';
-- Highest price first, in the shop and in a category; a plain index read backwards would have the ids backwards too.
create index products_price_desc_idx on public.products (price desc, id);
create index products_category_price_desc_idx on public.products (category_id, price desc, id);

-- A size or colour that the product does not have, or has no longer, is as good as out of stock, in a cart that was filled
-- before too. Nothing chosen is always taken, and whatever was chosen of a product without such choices.
create function private.availability_of(p_product public.products, p_size text, p_color text)
returns public.availability
language plpgsql immutable set search_path = '' as $$
begin
  return case
    when (p_size is null or cardinality(p_product.sizes) = 0 or p_size = any (p_product.sizes))
      and (p_color is null or cardinality(p_product.colors) = 0 or p_color = any (p_product.colors))
    then p_product.availability else 'OutofStock' end;
end;
$$;
comment on function private.availability_of(public.products, text, text) is
  'Whether a product can be bought in this size and colour; null where none was chosen';

alter table public.products enable row level security;
grant select on public.products to anon, authenticated;
grant
  insert (id, title, description, price, images, category_id, availability, sizes, colors),
  update (title, description, price, images, category_id, availability, sizes, colors),
  delete
  on public.products to authenticated;
create policy products_select_all on public.products for select to anon, authenticated
  using (true);
create policy products_insert_admin on public.products for insert to authenticated
  with check ((select public.is_admin()));
create policy products_update_admin on public.products for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
create policy products_delete_admin on public.products for delete to authenticated
  using ((select public.is_admin()));

-- Not on every write: a renamed category rewrites the search words, which is no edit of the product.
create trigger products_set_updated_at before update on public.products
  for each row when (
    (new.title, new.description, new.price, new.images, new.category_id, new.availability, new.sizes, new.colors)
    is distinct from
    (old.title, old.description, old.price, old.images, old.category_id, old.availability, old.sizes, old.colors))
  execute function private.set_updated_at();

-- How the storefront reads products: one, a list, and recommendations.

create view public.product_details with (security_invoker = true) as
  select p.id, p.title, p.description, p.price, p.images, p.category_id, p.availability, p.sizes, p.colors,
    p.created_at, p.updated_at,
    case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end as category
  from public.products p left join public.categories c on c.id = p.category_id;
comment on view public.product_details is 'Products as the API returns them, each with its category';
comment on column public.product_details.id is 'Identifies the product';
comment on column public.product_details.title is 'Name of the garment';
comment on column public.product_details.description is 'What the shopper reads about it';
comment on column public.product_details.price is 'Price of one piece in dollars, with cents';
comment on column public.product_details.images is 'Paths of the pictures in the bucket images, first one first';
comment on column public.product_details.category_id is 'Category; empty when it was deleted';
comment on column public.product_details.availability is 'InStock can be bought, OutofStock cannot';
comment on column public.product_details.sizes is 'Sizes to choose from';
comment on column public.product_details.colors is 'Colours to choose from, as CSS colours';
comment on column public.product_details.created_at is 'When the product was put on sale';
comment on column public.product_details.updated_at is 'When what shoppers see was last changed';
comment on column public.product_details.category is 'Category as {id, name}; null when it was deleted';
grant select on public.product_details to anon, authenticated;

create function public.read_product(p_id uuid) returns json
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (select to_json(d) from public.product_details d where d.id = p_id);
end;
$$;
comment on function public.read_product(uuid) is 'One product with its category; null when there is none';
grant execute on function public.read_product(uuid) to anon, authenticated;

-- Filters are facets, as {"size": ["S", "M"], "color": ["red"]}: one value of each is enough, and each must fit.
create function private.filter_facets(p_filters jsonb) returns table (facet text, facets text[])
language sql immutable rows 5 set search_path = '' as $$
  select f.key, array(select f.key || ':' || v from jsonb_array_elements_text(f.value) v)
  from jsonb_each(case when jsonb_typeof(p_filters) = 'object' then p_filters else '{}' end) f;
$$;
comment on function private.filter_facets(jsonb) is 'For each filter the facets of which a product must have one; none without filters';

create function private.price_band(p_price numeric) returns text
language sql immutable set search_path = '' as $$
  select case when p_price < 50 then 'under-50' when p_price < 100 then '50-100' when p_price < 150 then '100-150'
    when p_price < 200 then '150-200' else 'over-200' end;
$$;
comment on function private.price_band(numeric) is 'The range of prices, in dollars, that a filter offers; a range begins with its lower price';

-- At most 1,000 at once, as the API reads them: the bound that PostgREST puts on rows does not hold for one JSON value.
create function public.list_products(
  p_sort text default 'default', p_limit int default 24, p_offset int default 0,
  p_categories jsonb default null, p_after_value text default null, p_after_id uuid default null,
  p_counted boolean default false, p_filters jsonb default null
) returns json
language plpgsql stable security invoker set search_path = '' as $$
declare
  key text := case when p_sort like 'price-%' then 'price' else 'created_at' end;
  way text := case when p_sort = 'price-low-to-high' then 'asc' else 'desc' end;
  beyond text := case when way = 'asc' then '>' else '<' end;
  ids uuid[] := (select array_agg(distinct e::uuid) from jsonb_array_elements_text(p_categories) e);
  total int := case when p_counted or p_filters is not null then public.count_products(p_categories, p_filters) end;
  condition text := (
    select coalesce(string_agg(format('p.facets && %L::text[]',
      array(select f.key || ':' || v from jsonb_array_elements_text(f.value) v)), ' and '), 'true') from jsonb_each(p_filters) f);
  part text := format('order by p.%I %s, p.id limit $1 + $2', key, way);
  source text;
  found json;
begin
  -- The simple comparison lets the index start at the right row; rows with an equal value follow in the order of their ids.
  if p_after_id is not null then
    part := format('and p.%I %s= $4::%s and (p.%I %s $4::%s or p.id > $5) ', key, beyond,
      case key when 'price' then 'numeric' else 'timestamptz' end, key, beyond,
      case key when 'price' then 'numeric' else 'timestamptz' end) || part;
  end if;
  source := case
    -- Where few fit, the index of facets finds them all sooner than the sorting does.
    when p_filters is not null and total < 2000 then format('(
      with fitting as materialized (select p.id, p.price, p.created_at from public.products p
        where %s and ($3 is null or p.category_id = any ($3)))
      select p.id, p.price, p.created_at from fitting p where true %s) p', condition, part)
    when ids is null then format('(select * from public.products p where %s %s) p', condition, part)
    -- Each category is read in its own order, no further than the page reaches.
    else format('unnest($3) asked (id) cross join lateral (
      select * from public.products p where p.category_id = asked.id and %s %s) p', condition, part) end;
  execute format($sql$
    select coalesce(json_agg(t), '[]') from (
      select d.* from (select p.id from %s order by p.%I %s, p.id limit $1 offset $2) p
      join public.product_details d on d.id = p.id
      order by d.%I %s, d.id) t $sql$, source, key, way, key, way)
    into found using least(greatest(p_limit, 0), 1000), greatest(p_offset, 0), ids, p_after_value, p_after_id;
  return json_build_object('rows', found, 'total', case when p_counted then total end);
end;
$$;
comment on function public.list_products(text, int, int, jsonb, text, uuid, boolean, jsonb) is
  'A page of products, of all or of some categories (ids) and filters, after a row or at an offset, sorted by latest (default), price-low-to-high or price-high-to-low: {rows, total}; total only when counted';
grant execute on function public.list_products(text, int, int, jsonb, text, uuid, boolean, jsonb) to anon, authenticated;

-- Everybody may see all products, so everybody may know how many there are.
create function public.count_products(p_categories jsonb default null, p_filters jsonb default null) returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_categories is null then
    return (select coalesce(sum(c.many), 0)::int from private.product_counts c
      where not exists (select from private.filter_facets(p_filters) f where not c.facets && f.facets));
  end if;
  return (
    select coalesce(sum(c.many), 0)::int from private.product_counts c
    where c.category_id in (select e::uuid from jsonb_array_elements_text(p_categories) e)
      and not exists (select from private.filter_facets(p_filters) f where not c.facets && f.facets));
end;
$$;
comment on function public.count_products(jsonb, jsonb) is
  'How many products there are, or how many in the categories with these ids and with these filters; costs about the same in a shop of any size';
grant execute on function public.count_products(jsonb, jsonb) to anon, authenticated;

create function public.random_products(p_limit int default 8) returns setof public.products
language sql volatile security invoker set search_path = '' as $$
  with
  wanted as (select least(greatest(coalesce(p_limit, 8), 0), 100) as n),
  places as materialized (
    select random() as place from generate_series(1, (select n * 3 from wanted))),
  picked as materialized (
    select distinct found.id from places cross join lateral (
      select p.id from public.products p where p.shuffle >= places.place
      order by p.shuffle limit 1) found),
  -- A small shop has fewer rows than random places: fill up from the beginning.
  filled as materialized (
    select id from picked
    union
    (select p.id from public.products p order by p.shuffle limit (select n * 2 from wanted)))
  select p.* from (
    select f.id, f.id in (select id from picked) as was_picked from filled f
    order by was_picked desc, random() limit (select n from wanted)) chosen
  join public.products p on p.id = chosen.id
  order by random();
$$;
comment on function public.random_products(int) is 'Random products, different at each call';
grant execute on function public.random_products(int) to anon, authenticated;

create function public.list_related_products(p_product uuid, p_limit int default 4) returns json
language plpgsql stable security invoker set search_path = '' as $$
declare
  same constant uuid := (select category_id from public.products where id = p_product);
begin
  if not exists (select 1 from public.products where id = p_product) then
    return null;
  end if;
  return (
    select coalesce(json_agg(t), '[]') from (
      select * from public.product_details d
      where d.category_id = same and d.id <> p_product
      order by d.created_at desc, d.id
      limit least(greatest(coalesce(p_limit, 4), 0), 100)) t);
end;
$$;
comment on function public.list_related_products(uuid, int) is
  'Other products of the same category, newest first, each with the category; null when there is no such product';
grant execute on function public.list_related_products(uuid, int) to anon, authenticated;

-- What search and filters read: weighted lexemes, plain words for parts of words and typing mistakes, a vocabulary, and facets.
-- Kept by triggers, not generated columns, because the name of the category is searched too.

-- Not unique: two writers of one new word never wait for each other, and a duplicate word does no harm.
create table private.search_vocabulary (
  word text not null,
  id bigint generated always as identity primary key
);
comment on table private.search_vocabulary is
  'Words of titles, categories and colours, from which mistyped words are corrected; words that no product has any more may stay';
comment on column private.search_vocabulary.word is 'A word in plain lower case, three letters or more';
comment on column private.search_vocabulary.id is 'Number of the row';

create index search_vocabulary_word_idx on private.search_vocabulary (word);
create index search_vocabulary_likeness_idx on private.search_vocabulary
  using gin (word extensions.gin_trgm_ops);

create index products_search_idx on public.products using gin (search);

create index products_search_words_idx on public.products
  using gin (search_words extensions.gin_trgm_ops);

create index products_search_title_idx on public.products
  using gin (ts_filter(search, '{a,c}'));

create index products_facets_idx on public.products using gin (facets);

create function private.indexed_text(p_text text) returns text
language sql stable set search_path = '' as $$
  select private.plain_words(p_text)
    || case when p_text ~ '\m[[:alpha:]]-[[:alpha:]]{2}' then ' ' || private.search_text(p_text) else '' end;
$$;
comment on function private.indexed_text(text) is 'Plain words of a text, "T-shirt" as one word and as two';

create function private.set_product_search_words() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  category constant text := private.indexed_text(coalesce((select c.name from public.categories c where c.id = new.category_id), ''));
  title constant text := private.indexed_text(new.title);
  colours constant record := private.describe_colours(new.colors);
begin
  new.search_words := btrim(concat_ws(' ', title, category, colours.words));
  new.search :=
    setweight(to_tsvector('english', title), 'A')
    || setweight(to_tsvector('english', category), 'B')
    || setweight(to_tsvector('english', colours.words), 'C')
    || setweight(to_tsvector('english', private.indexed_text(new.description)), 'D');
  new.facets := array(
    select distinct f from unnest(
      array['category:' || new.category_id, 'price:' || private.price_band(new.price), 'availability:' || new.availability]
      || array(select 'size:' || replace(btrim(s), ',', ' ') from unnest(new.sizes) s)
      || array(select 'color:' || c from unnest(colours.families) c)) f
    where f is not null order by f);
  return new;
end;
$$;
comment on function private.set_product_search_words() is 'Writes what a product is found and filtered by';

create function private.update_search_words_of_category() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.products set category_id = category_id where category_id = new.id;
  return null;
end;
$$;
comment on function private.update_search_words_of_category() is 'Rewrites the search words of the products of a renamed category';

create function private.add_search_vocabulary() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.search_vocabulary (word)
    select distinct w.word
    from new_rows n cross join lateral unnest(string_to_array(n.search_words, ' ')) w (word)
    where length(w.word) between 3 and 40 and w.word !~ '\d'
      and not exists (select 1 from private.search_vocabulary v where v.word = w.word);
  return null;
end;
$$;
comment on function private.add_search_vocabulary() is 'Adds new words of products to the vocabulary of the search';

alter table private.search_vocabulary enable row level security;
create policy search_vocabulary_nobody on private.search_vocabulary for all to anon, authenticated
  using (false) with check (false);

create trigger products_set_search_words
  before insert or update of title, description, price, category_id, availability, sizes, colors, search, search_words,
    facets
  on public.products for each row execute function private.set_product_search_words();
create trigger categories_update_search_words after update of name on public.categories
  for each row when (old.name is distinct from new.name)
  execute function private.update_search_words_of_category();
create trigger products_vocabulary_inserted after insert on public.products
  referencing new table as new_rows for each statement execute function private.add_search_vocabulary();
create trigger products_vocabulary_updated after update on public.products
  referencing new table as new_rows for each statement execute function private.add_search_vocabulary();

-- Search: whole words and their forms, synonyms, and beginnings of words; parts of words and typing mistakes when nothing else
-- fits, and then products with some of the words. However many products fit, only the best few hundred are ever ranked.

-- Cut first, so that no cost grows with the length of the text. Stop words
-- ("the") count only when there is no other word.
create function private.search_terms(p_query text)
returns table (word text, lexeme tsquery)
language plpgsql stable security definer set search_path = '' set client_min_messages = 'warning' as $$
declare
  plain text := format(' %s ', array_to_string((string_to_array(private.search_text(left(p_query, 200)), ' '))[1:8], ' '));
  has_phrase boolean := false;
  phrase record;
begin
  for phrase in
    -- Plain words have no signs that mean something in a pattern.
    select l.words, format(' %s(e?s)? ', l.words) as pattern, s.expansion
    from public.search_synonyms s, unnest(s.lexemes) l (words)
    where strpos(l.words, ' ') > 0 and strpos(plain, l.words) > 0 and s.expansion <> ''
    order by length(l.words) desc, l.words
  loop
    if plain ~ phrase.pattern then
      plain := regexp_replace(plain, phrase.pattern, '  ');
      has_phrase := true;
      word := phrase.words;
      lexeme := phrase.expansion::tsquery;
      return next;
    end if;
  end loop;
  return query
    with terms as (
      select w.word, to_tsquery('english', quote_literal(w.word)) as whole
      from (select distinct left(w, 40) as word from unnest(string_to_array(plain, ' ')) w where w <> '') w)
    select t.word, (
      select concat_ws(' | ', nullif(to_tsquery('english', quote_literal(t.word) || ':*')::text, ''), string_agg(s.expansion, ' | '))
      from public.search_synonyms s
      where s.expansion <> '' and s.lexemes @> array[btrim(t.whole::text, '''')])::tsquery
    from terms t
    where numnode(t.whole) > 0 or not has_phrase and not exists (select from terms where numnode(terms.whole) > 0);
end;
$$;
comment on function private.search_terms(text) is
  'Words and phrases to search for, each with its lexeme as a beginning of words, and with its synonyms';

-- The planner cannot estimate how common a prefix is, so there are two plans to choose from. By the word indexes:
-- good for what few products have.
create function private.find_by_words(p_condition text, p_limit int, p_newest boolean) returns uuid[]
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set enable_indexscan = off as $$
declare
  ids uuid[];
begin
  execute format('select array_agg(id%s) from (
      select p.id, p.created_at from public.products p where %s limit %s) hits',
    case when p_newest then ' order by created_at desc, id' else '' end, p_condition, p_limit) into ids;
  return coalesce(ids, '{}');
end;
$$;
comment on function private.find_by_words(text, int, boolean) is
  'Ids of products that meet the condition, found by the indexes of words, p_limit at the most; these newest first if p_newest';

-- A word that many products have is looked for as a whole word only: that finds enough. A word that some have is looked for as
-- the beginning of a word in titles, categories and colours, but not in descriptions.
create function private.narrow_common_words(p_lexemes text[]) returns text[]
language sql stable security definer set search_path = '' as $$
  with recent as materialized (
    select r.search from public.products r order by r.created_at desc, r.id limit 300)
  select array_agg(
    case
      when l.lexeme = '' then ''
      when (select count(*) from recent where recent.search @@ w.whole::tsquery) >= 15 then w.whole
      when cardinality(private.find_by_words(format('p.search @@ %L::tsquery', w.whole), 1, false)) > 0
        then w.whole || ' | ' || replace(l.lexeme, ':*', ':*ABC')
      else l.lexeme end order by l.place)
  from unnest(p_lexemes) with ordinality l (lexeme, place)
  cross join lateral (select replace(l.lexeme, ':*', '') as whole) w;
$$;
comment on function private.narrow_common_words(text[]) is
  'The lexemes, those that products have as whole words with fewer or no beginnings of words';

-- From the newest product backwards until there are enough: good for what many products have.
create function private.find_by_age(p_condition text, p_limit int) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  ids uuid[];
  depth int := 300;
begin
  loop
    execute format('select array_agg(id order by created_at desc, id) from (
        select p.id, p.created_at from (
          select * from public.products order by created_at desc, id limit %s) p
        where %s order by p.created_at desc, p.id limit %s) hits', depth, p_condition, p_limit) into ids;
    exit when cardinality(ids) >= p_limit or depth > 40000;
    depth := depth * 4;
  end loop;
  return coalesce(ids, '{}');
end;
$$;
comment on function private.find_by_age(text, int) is
  'Ids of the newest products that meet the condition, looking no further than some ten thousand back';

create function private.find_newest(p_condition text, p_limit int, p_sampled boolean default false) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  sortable constant int := 2000;
  common boolean := false;
  ids uuid[];
begin
  if not p_sampled then
    execute format('select count(*) >= 15 from (
        select 1 from (select * from public.products order by created_at desc, id limit 300) p where %s) recent',
      p_condition) into common;
  end if;
  if not common then
    ids := private.find_by_words(p_condition, sortable, true);
    if cardinality(ids) < sortable then
      return ids[:p_limit];
    end if;
  end if;
  return private.find_by_age(p_condition, p_limit);
end;
$$;
comment on function private.find_newest(text, int, boolean) is
  'Ids of the newest products that meet the condition, by the cheaper of the two plans; p_sampled: it is known that few of the newest meet it';

create function private.ranked_search(
  p_terms text[], p_operator text, p_phrase text, p_limit int, p_of_few int
) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  -- So many are compared letter by letter; where more fit, the newest with the words in title or colours are best.
  comparable constant int := 300;
  sample constant int := 300;
  query constant tsquery := format('(%s)', array_to_string(p_terms, format(') %s (', p_operator)));
  condition constant text := format('p.search @@ %L::tsquery', query);
  titled constant text := format('ts_filter(p.search, ''{a,c}'') @@ %L::tsquery', query);
  -- Each term counts where it stands, however often the text repeats it: 1 for the title, half for category or colours.
  score constant text := (select string_agg(format($s$case when p.search @@ %1$L then 0.1
    + case when ts_filter(p.search, '{a}') @@ %1$L then 1 else 0 end
    + case when ts_filter(p.search, '{b,c}') @@ %1$L then 0.5 else 0 end else 0 end$s$, t), ' + ') from unnest(p_terms) t);
  ids uuid[];
  few uuid[];
  fits int;
begin
  execute format('select count(*) from (
      select 1 from (select * from public.products order by created_at desc, id limit %s) p where %s) recent',
    sample, condition) into fits;
  -- Four times too many by this estimate are surely too many.
  if fits >= 100 or (fits >= 15 and fits::bigint * public.count_products() >= 4 * comparable * sample) then
    ids := private.find_newest(titled, p_limit);
  else
    -- Whatever has the words in its title fits, and may be too many by itself, but hardly where none of the newest does.
    if fits > 0 then
      ids := private.find_newest(titled, greatest(p_limit, comparable + 1), true);
    end if;
    if ids is null or cardinality(ids) <= comparable then
      few := private.find_by_words(condition, comparable + 1, false);
      if cardinality(few) <= comparable then
        execute format('select array_agg(best.id order by best.score desc, best.created_at desc, best.id) from (
            select p.id, p.created_at, %s + 0.4 * extensions.word_similarity($1, p.search_words) as score
            from public.products p where p.id = any ($2)
            order by score desc, p.created_at desc, p.id limit $3) best', score)
          into ids using p_phrase, few, greatest(p_limit, p_of_few);
        return ids;
      end if;
    end if;
    ids := coalesce(ids, private.find_newest(titled, p_limit, true));
    ids := ids[:p_limit];
  end if;
  if cardinality(ids) < p_limit then
    ids := ids || private.find_newest(
      format('%s and p.id <> all (%L::uuid[])', condition, ids), p_limit - cardinality(ids));
  end if;
  return ids;
end;
$$;
comment on function private.ranked_search(text[], text, text, int, int) is
  'Ids of the products that fit all terms (&) or some (|), best first, without ranking more than a few hundred: p_limit of many, where few fit p_of_few if that is more';

-- Two letters changed in a short word leave a similarity of 0.3; what is far less similar than the best is left out.
create function private.known_words(p_typed text) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  known text[] := '{}';
begin
  if length(p_typed) >= 4 then
    known := array(select distinct v.word from private.search_vocabulary v
      where v.word like '%' || p_typed || '%' order by v.word limit 8);
  end if;
  if known = '{}' then
    known := array(
      select distinct s.word from generate_series(1, length(p_typed) - 1) i
      cross join lateral (select overlay(p_typed placing substr(p_typed, i + 1, 1) || substr(p_typed, i, 1) from i for 2) as word) s
      where length(p_typed) >= 3 and (
        exists (select from private.search_vocabulary v where v.word = s.word)
        or exists (select from public.search_synonyms g where s.word = any (g.words))));
  end if;
  if known = '{}' then
    known := array(
      select near.word from (
        select v.word, max(v.similarity) as similarity, max(max(v.similarity)) over () as best
        from (
          select s.word, extensions.similarity(s.word, p_typed) as similarity
          from private.search_vocabulary s where s.word operator(extensions.%) p_typed
          union all
          select w, extensions.similarity(w, p_typed) from public.search_synonyms g, unnest(g.words) w) v
        where v.similarity >= 0.3 group by v.word) near
      where near.similarity >= 0.8 * near.best order by near.similarity desc, near.word limit 4);
  end if;
  return known;
end;
$$;
comment on function private.known_words(text) is
  'Words of the catalogue that a word is a part of, else those that it is with two neighbouring letters exchanged, else the most similar ones';

create function private.search_ids(p_query text, p_limit int, p_of_few int default 0, p_some boolean default false) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  words text[];
  lexemes text[];
  phrase text;
  found_ids uuid[] := '{}';
  known text[] := '{}';
begin
  select array_agg(t.word order by length(t.word) desc, t.word),
      array_agg(t.lexeme::text order by length(t.word) desc, t.word)
    into words, lexemes from private.search_terms(p_query) t;
  if words is null or p_limit <= 0 then
    return '{}';
  end if;
  lexemes := private.narrow_common_words(lexemes);
  phrase := array_to_string(words, ' ');
  if array_position(lexemes, '') is null then
    found_ids := coalesce(private.ranked_search(lexemes, '&', phrase, p_limit, p_of_few), '{}');
    if cardinality(found_ids) > 0 then
      return found_ids;
    end if;
  end if;

  -- Nothing fits: each word that no product knows is replaced by those that may be meant, in titles, categories and colours.
  for i in 1..cardinality(words) loop
    -- A stop word like "over" has no lexeme at all; what was narrowed is known.
    if lexemes[i] <> '' and (lexemes[i] !~ ':\*(?!A)'
      or cardinality(private.find_by_words(format('p.search @@ %L::tsquery', lexemes[i]), 1, false)) > 0) then
      known := known || lexemes[i];
    else
      lexemes[i] := coalesce((
        select string_agg(regexp_replace(t.lexeme::text, '''([^'']+)''(:\*)?', '''\1'':ABC', 'g'), ' | ')
        from unnest(private.known_words(words[i])) k, private.search_terms(k) t where t.lexeme::text <> ''), '');
      if lexemes[i] <> '' then
        found_ids := null;
      end if;
    end if;
  end loop;
  -- Words that are all known were looked for already.
  if found_ids is null and array_position(lexemes, '') is null then
    found_ids := private.ranked_search(lexemes, '&', phrase, p_limit, p_of_few);
  end if;
  if p_some and coalesce(cardinality(found_ids), 0) = 0 and cardinality(words) > 1 and known <> '{}' then
    found_ids := private.ranked_search(known, '|', phrase, p_limit, p_of_few);
  end if;
  return coalesce(found_ids, '{}');
end;
$$;
comment on function private.search_ids(text, int, int, boolean) is
  'Ids of the products that fit the text, best first; of those that fit it with typing mistakes corrected where none does; of those that fit some of its words where none fits all, if p_some. p_limit of many, where few fit p_of_few if that is more';

-- By price or age, or with filters, it is always the best two hundred that are sorted and filtered, and no more than these are counted.
create function private.best_hits() returns int
language sql immutable set search_path = '' as 'select 200';
comment on function private.best_hits() is 'How many products a search shows at the most';

create function public.find_products(
  p_query text, p_sort text default 'default', p_limit int default 24, p_offset int default 0,
  p_counted boolean default false, p_filters jsonb default null
) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size int := least(greatest(p_limit, 0), 500);
  skipped int := least(greatest(p_offset, 0), 500);
  ids uuid[] := private.search_ids(p_query, case when p_counted or p_sort <> 'default' or p_filters is not null
    then greatest(private.best_hits(), size) else least(size + skipped, 500) end, p_some => true);
  found json;
begin
  if p_filters is not null then
    ids := array(
      select p.id from unnest(ids[:private.best_hits()]) with ordinality hit (id, place) join public.products p using (id)
      where not exists (select from private.filter_facets(p_filters) f where not p.facets && f.facets) order by hit.place);
  end if;
  select coalesce(json_agg(t), '[]') into found from (
    select d.* from unnest(ids) with ordinality as hit (id, place)
    join public.product_details d on d.id = hit.id
    order by
      case p_sort when 'price-low-to-high' then d.price when 'price-high-to-low' then -d.price end,
      case when p_sort = 'latest' then d.created_at end desc,
      hit.place
    limit size offset skipped) t;
  return json_build_object('rows', found,
    'total', case when p_counted then least(coalesce(cardinality(ids), 0), private.best_hits()) end);
end;
$$;
comment on function public.find_products(text, text, int, int, boolean, jsonb) is
  'Products that fit the text, best first, at most 500, with their categories: {rows, total}; total, up to the 200 that are ever shown, only when counted. Sorted by price-low-to-high, price-high-to-low or latest on request, filtered among the best 200; safe with any text. Looks at title, category, colours and description.';
grant execute on function public.find_products(text, text, int, int, boolean, jsonb) to anon, authenticated;

-- Changes of many products at once.

-- Locked in the order of their ids, so that two administrators never deadlock.
create function private.lock_products(p_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  requested int := (select count(distinct i) from unnest(p_ids) i);
  existing int;
begin
  perform private.require_admin();
  select count(*) into existing from (
    select 1 from public.products where id = any (p_ids) order by id for update) locked;
  if existing < requested then
    raise exception '% of these products no longer exist. Nothing was changed.', requested - existing
      using detail = 'unknown_product';
  end if;
  return existing;
end;
$$;
comment on function private.lock_products(uuid[]) is
  'Locks products and returns their number; refuses anybody but administrators, and lists with products that do not exist';

create function office.set_products_availability(p_ids uuid[], p_availability public.availability)
returns int
language plpgsql security definer set search_path = '' as $$
declare
  changed constant int := private.lock_products(p_ids);
begin
  update public.products set availability = p_availability where id = any (p_ids);
  return changed;
end;
$$;
comment on function office.set_products_availability(uuid[], public.availability) is
  'Makes products available or not and returns their number. Errors (in detail): not_an_administrator, unknown_product.';

create function office.move_products(p_ids uuid[], p_category uuid) returns int
language plpgsql security definer set search_path = '' as $$
declare
  changed constant int := private.lock_products(p_ids);
begin
  perform 1 from public.categories where id = p_category for key share;
  if not found then
    raise exception 'This category does not exist. Nothing was changed.' using detail = 'unknown_category';
  end if;
  update public.products set category_id = p_category where id = any (p_ids);
  return changed;
end;
$$;
comment on function office.move_products(uuid[], uuid) is
  'Puts products into a category and returns their number. Errors (in detail): not_an_administrator, unknown_product, unknown_category.';

create function private.new_prices(p_ids uuid[], p_percent numeric, p_amount numeric)
returns table (id uuid, title text, price numeric, new_price numeric)
language plpgsql security definer set search_path = '' as $$
declare
  wrong record;
begin
  perform private.lock_products(p_ids);
  if num_nonnulls(p_percent, p_amount) <> 1 or p_percent < -100 or p_percent > 1000 then
    raise exception 'The percentage must be between -100 and 1000.' using detail = 'bad_percent';
  end if;
  return query
    select p.id, p.title, p.price, coalesce(round(p.price * (100 + p_percent) / 100, 2), p.price + p_amount)
    from public.products p where p.id = any (p_ids) order by lower(p.title), p.id;
end;
$$;
comment on function private.new_prices(uuid[], numeric, numeric) is
  'Locks products and returns what a percentage, rounded to the cent, or an amount would make of their prices';

create function private.check_new_price(p_title text, p_price numeric) returns numeric
language plpgsql stable set search_path = '' as $$
begin
  if p_price >= 1000000 then
    raise exception '% would cost too much. Nothing was changed.', p_title using detail = 'price_too_high';
  end if;
  if p_price < 0 then
    raise exception '% would cost less than nothing. Nothing was changed.', p_title using detail = 'price_too_low';
  end if;
  return p_price;
end;
$$;
comment on function private.check_new_price(text, numeric) is 'The price, or an error that names the product that it does not suit';

create function office.preview_product_prices(p_ids uuid[], p_percent numeric default null, p_amount numeric default null)
returns table (id uuid, title text, price numeric, new_price numeric)
language plpgsql security definer set search_path = '' as $$
begin
  return query
    select n.id, n.title, n.price, private.check_new_price(n.title, n.new_price)
    from private.new_prices(p_ids, p_percent, p_amount) n;
end;
$$;
comment on function office.preview_product_prices(uuid[], numeric, numeric) is
  'The prices that change_product_prices would make, by title. Errors (in detail) as there.';

create function office.change_product_prices(p_ids uuid[], p_percent numeric default null, p_amount numeric default null)
returns int
language plpgsql security definer set search_path = '' as $$
declare
  changed int;
begin
  update public.products p set price = private.check_new_price(n.title, n.new_price)
    from private.new_prices(p_ids, p_percent, p_amount) n where n.id = p.id;
  get diagnostics changed = row_count;
  return changed;
end;
$$;
comment on function office.change_product_prices(uuid[], numeric, numeric) is
  'Changes prices either by a percentage, rounded to the cent, or by an amount, and returns the number of products. Errors (in detail): not_an_administrator, unknown_product, bad_percent, price_too_high, price_too_low.';

create function office.set_product_prices(p_prices jsonb) returns int
language plpgsql security definer set search_path = '' as $$
declare
  requested constant int := private.lock_products(
    array(select (e ->> 'id')::uuid from jsonb_array_elements(p_prices) e));
  changed int;
begin
  update public.products p set price = private.check_new_price(p.title, n.new_price)
    from jsonb_to_recordset(p_prices) n (id uuid, price numeric, new_price numeric)
    where p.id = n.id and p.price = n.price;
  get diagnostics changed = row_count;
  if changed < requested then
    raise exception 'Somebody else changed one of these prices in the meantime. Nothing was changed.'
      using detail = 'changed_meanwhile';
  end if;
  return changed;
end;
$$;
comment on function office.set_product_prices(jsonb) is
  'Changes the prices of products, [{id, price, new_price}], that still cost price, or none of them, and returns their number. Errors (in detail): not_an_administrator, unknown_product, changed_meanwhile, price_too_high, price_too_low.';

create function office.delete_products(p_ids uuid[]) returns setof uuid
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_products(p_ids);
  delete from public.products where id = any (p_ids);
  return query select t.id from public.trash t
    where t.record_id = any (p_ids) and t.kind = 'products' and t.deleted_at = now();
end;
$$;
comment on function office.delete_products(uuid[]) is
  'Deletes products and returns the ids that restore_trash takes. Errors (in detail): not_an_administrator, unknown_product.';

create function office.update_product(
  p_id uuid, p_title text default null, p_description text default null, p_price numeric default null,
  p_category uuid default null, p_availability public.availability default null,
  p_sizes text[] default null, p_colors text[] default null, p_known timestamptz default null
) returns json
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update public.products p set
    title = coalesce(p_title, p.title),
    description = coalesce(p_description, p.description),
    price = coalesce(p_price, p.price),
    category_id = coalesce(p_category, p.category_id),
    availability = coalesce(p_availability, p.availability),
    sizes = coalesce(p_sizes, p.sizes),
    colors = coalesce(p_colors, p.colors)
  where p.id = p_id and (p_known is null or p.updated_at = p_known);
  if not found and exists (select from public.products p where p.id = p_id) then
    raise exception 'Somebody else changed this product in the meantime. Nothing was saved.'
      using detail = 'changed_meanwhile';
  end if;
  return public.read_product(p_id);
end;
$$;
comment on function office.update_product(uuid, text, text, numeric, uuid, public.availability, text[], text[], timestamptz) is
  'Changes the given fields of a product and returns it as read_product does; null when there is none. p_known is the updated_at that the caller has seen. Errors (in detail): not_an_administrator, changed_meanwhile.';

create function office.arrange_product_images(
  p_id uuid, p_images text[], p_known timestamptz default null
) returns json
language plpgsql security definer set search_path = '' as $$
declare
  before public.products;
  wrong int;
begin
  perform private.require_admin();
  select * into before from public.products p where p.id = p_id for update;
  if not found then
    return null;
  end if;
  select min(i.place) - 1 into wrong
  from unnest(p_images) with ordinality i (path, place)
  where i.path is null or i.path <> all (before.images)
    or array_position(p_images, i.path) < i.place;
  if wrong is not null then
    return json_build_object('wrong', wrong);
  end if;
  if before.updated_at <> p_known then
    raise exception 'Somebody else changed this product in the meantime. Nothing was saved.'
      using detail = 'changed_meanwhile';
  end if;
  update public.products p set images = p_images where p.id = p_id;
  return json_build_object(
    'product', public.read_product(p_id),
    'removed', array(select path from unnest(before.images) path where path <> all (p_images)));
end;
$$;
comment on function office.arrange_product_images(uuid, text[], timestamptz) is
  'Keeps these pictures of a product, in this order, and returns {product, removed}; {wrong}, the place from 0, for a path that is not one of them or is repeated; null when there is no product. Errors (in detail): not_an_administrator, changed_meanwhile.';

-- Export and import of products as a file.

create function private.product_version(p_updated_at timestamptz) returns text
language sql immutable set search_path = '' as $$
  select 'v' || (extract(epoch from p_updated_at) * 1000000)::bigint;
$$;
comment on function private.product_version(timestamptz) is 'The time of a product''s last change as text that spreadsheets leave as it is';

create function office.export_products(p_ids uuid[])
returns table (
  id uuid, title text, price numeric, category text, availability public.availability, sizes text[],
  colors text[], description text, created_at timestamptz, version text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select p.id, p.title, p.price, c.name, p.availability, p.sizes, p.colors, p.description,
      p.created_at, private.product_version(p.updated_at)
    from unnest(p_ids) with ordinality f (id, place)
    join public.products p on p.id = f.id
    left join public.categories c on c.id = p.category_id
    order by f.place;
end;
$$;
comment on function office.export_products(uuid[]) is
  'Products as rows of a file, in the order of these ids. Error (in detail): not_an_administrator.';

create function private.validate_product_rows(p_rows jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with rows as (
    select (e ->> 'line')::int as line, private.as_uuid(e ->> 'id') as id, e,
      count(*) over (partition by private.as_uuid(e ->> 'id')) as times
    from jsonb_array_elements(p_rows) e),
  named as (
    select public.name_key(c.name) as key, c.id, c.name as shown from public.categories c),
  known as (
    select r.line, r.id, r.e, r.times, n.key is not null as is_called_so,
      p.id as product_id, private.product_version(p.updated_at) as version,
      p.title as old_title, p.price as old_price, p.description as old_description,
      p.availability::text as old_availability, to_jsonb(p.sizes) as old_sizes, to_jsonb(p.colors) as old_colors,
      p.category_id as old_category, c.name as old_category_name,
      coalesce(r.e ->> 'title', p.title) as title,
      coalesce((r.e ->> 'price')::numeric, p.price) as price,
      coalesce(r.e ->> 'description', p.description, '') as description,
      coalesce(r.e ->> 'availability', p.availability::text, 'InStock') as availability,
      coalesce(r.e -> 'sizes', to_jsonb(p.sizes), '[]') as sizes,
      coalesce(r.e -> 'colors', to_jsonb(p.colors), '[]') as colors,
      coalesce(n.id, p.category_id) as category_id,
      coalesce(n.shown, c.name) as category_name
    from rows r
    left join public.products p on p.id = r.id
    left join public.categories c on c.id = p.category_id
    left join named n on n.key = public.name_key(r.e ->> 'category')),
  checked as (
    select k.*, case
      when k.id is not null and k.product_id is null then array['id', 'There is no product with this id']
      when k.id is not null and k.times > 1 then array['id', 'This product stands in the file more than once']
      when k.e ->> 'version' <> k.version then
        array['version', 'Somebody changed this product after the file was made']
      when btrim(coalesce(k.e ->> 'category', '')) <> '' and not k.is_called_so then
        array['category', 'There is no category of this name']
      when k.id is null and k.category_id is null then array['category', 'Required']
      when k.title is null then array['title', 'Required']
      when k.price is null then array['price', 'Required']
      end as problem
    from known k),
  compared as (
    select t.*, (
      select coalesce(jsonb_agg(jsonb_build_object('field', d.field, 'before', d.before, 'after', d.after)), '[]')
      from (values
        ('title', t.old_title, t.title), ('price', t.old_price::text, t.price::numeric(12, 2)::text),
        ('category', t.old_category_name, t.category_name),
        ('availability', t.old_availability, t.availability),
        ('sizes', (select string_agg(s, ' | ') from jsonb_array_elements_text(t.old_sizes) s),
          (select string_agg(s, ' | ') from jsonb_array_elements_text(t.sizes) s)),
        ('colors', (select string_agg(s, ' | ') from jsonb_array_elements_text(t.old_colors) s),
          (select string_agg(s, ' | ') from jsonb_array_elements_text(t.colors) s)),
        ('description', t.old_description, t.description)) d (field, before, after)
      where t.product_id is not null and d.before is distinct from d.after) as changes
    from checked t)
  select jsonb_agg(to_jsonb(c) - 'e' order by c.line) from compared c;
$$;
comment on function private.validate_product_rows(jsonb) is
  'Rows of a file of products as the products would be after it, each with what it changes and its first problem';

create function office.import_products(p_rows jsonb, p_dry boolean default true) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  validated jsonb;
begin
  perform private.require_admin();
  if not p_dry then
    perform 1 from public.products
      where id in (select private.as_uuid(e ->> 'id') from jsonb_array_elements(p_rows) e)
      order by id for update;
  end if;

  validated := private.validate_product_rows(p_rows);

  if not p_dry and not exists (
    select 1 from jsonb_array_elements(validated) j where j ->> 'problem' is not null) then
    update public.products p
    set title = j.title, price = j.price, description = j.description,
      availability = j.availability::public.availability, category_id = j.category_id,
      sizes = array(select jsonb_array_elements_text(j.sizes)),
      colors = array(select jsonb_array_elements_text(j.colors))
    from jsonb_to_recordset(validated) j (
      product_id uuid, title text, price numeric, description text, availability text, category_id uuid,
      sizes jsonb, colors jsonb, changes jsonb)
    where p.id = j.product_id and j.changes <> '[]';
    insert into public.products (title, price, description, availability, category_id, sizes, colors)
    select j.title, j.price, j.description, j.availability::public.availability, j.category_id,
      array(select jsonb_array_elements_text(j.sizes)), array(select jsonb_array_elements_text(j.colors))
    from jsonb_to_recordset(validated) j (
      line int, product_id uuid, title text, price numeric, description text, availability text,
      category_id uuid, sizes jsonb, colors jsonb)
    where j.product_id is null
    order by j.line;
  end if;

  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'row', j.line,
      'action', case when j.problem is not null then 'wrong' when j.product_id is null then 'create'
        when j.changes = '[]' then 'same' else 'update' end,
      'label', coalesce(j.title, ''),
      'changes', j.changes,
      'problems', case when j.problem is null then '[]'::jsonb
        else jsonb_build_array(jsonb_build_object('field', j.problem ->> 0, 'message', j.problem ->> 1)) end)
      order by j.line)
    from jsonb_to_recordset(validated) j (
      line int, product_id uuid, title text, changes jsonb, problem jsonb)), '[]');
end;
$$;
comment on function office.import_products(jsonb, boolean) is
  'Validates rows of a file of products, [{line, id?, title?, price?, category?, availability?, sizes?, colors?, description?, version?}], and unless it is dry and unless one row is wrong changes and creates them. A row with an id changes that product; what it leaves out stays. Returns [{row, action, label, changes, problems}]. Error (in detail): not_an_administrator.';

-- What the filters of a list offer, and how many products each would show.

create function public.product_facets(p_filters jsonb default null, p_query text default null) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  hits constant uuid[] := case when p_query is not null then private.search_ids(p_query, private.best_hits(), p_some => true) end;
begin
  return (
    with chosen as materialized (
      select f.facet, f.facets as tokens from private.filter_facets(p_filters) f),
    counted as (
      select c.facets, c.many from private.product_counts c where p_query is null
      union all
      select p.facets, 1 from public.products p where p.id = any (hits[:private.best_hits()])),
    -- What fits all filters counts for each of its values; what only one filter leaves out counts for the values of that one.
    compared as materialized (
      select c.facets, c.many, array(select o.facet from chosen o where not c.facets && o.tokens) as missing from counted c),
    summed as (
      select token, sum(c.many)::int as count from compared c, unnest(c.facets) token
      where c.missing = '{}' or c.missing = array[split_part(token, ':', 1)]
      group by token),
    offered as (
      select split_part(token, ':', 1) as facet, substr(token, strpos(token, ':') + 1) as value, coalesce(s.count, 0) as count
      from summed s full join (select unnest(tokens) as token from chosen) o using (token)
      where s.count > 0 or o.token is not null),
    ranked as (
      select o.*, row_number() over (partition by o.facet order by o.count desc, o.value) as place from offered o)
    select json_build_object(
      'total', (select coalesce(sum(c.many), 0)::int from compared c where c.missing = '{}'),
      'values', coalesce(json_agg(json_build_object('facet', r.facet, 'value', r.value, 'count', r.count,
          'name', (select c.name from public.categories c where r.facet = 'category' and c.id = private.as_uuid(r.value)))
        order by r.facet, r.place), '[]'))
    from ranked r where r.place <= 100);
end;
$$;
comment on function public.product_facets(jsonb, text) is
  'How many products each filter would show, in the whole shop or among the best 200 of a search: {total, values: [{facet, value, name, count}]}, at most 100 values of each facet. What is chosen of a facet does not narrow its own counts; chosen values are there even when nothing fits.';
grant execute on function public.product_facets(jsonb, text) to anon, authenticated;

-- What customers say about a product.

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products on delete cascade,
  user_id uuid not null default auth.uid() references auth.users on delete cascade,
  firstname text not null default '',
  lastname text not null default '',
  rating int not null check (rating between 1 and 5),
  comment text not null check (btrim(comment) <> '' and length(comment) <= 5000),
  created_at timestamptz not null default now(),
  constraint reviews_comment_visible check (public.is_visible(comment))
);
comment on table public.reviews is 'Reviews of products by customers';
comment on column public.reviews.id is 'Identifies the review';
comment on column public.reviews.product_id is 'The product; its reviews go with it';
comment on column public.reviews.user_id is 'Who wrote it; never shown in the shop';
comment on column public.reviews.firstname is 'First name when it was written; filled by a trigger';
comment on column public.reviews.lastname is 'Last name when it was written; filled by a trigger';
comment on column public.reviews.rating is 'One to five stars';
comment on column public.reviews.comment is 'What the customer says';
comment on column public.reviews.created_at is 'When it was written';

create index reviews_product_id_idx on public.reviews (product_id, created_at desc, id);
create index reviews_user_id_idx on public.reviews (user_id);

-- A copy, since other shoppers may not read names in profiles.
create function private.set_review_author() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  author record;
begin
  select p.firstname, p.lastname into author from public.profiles p where p.id = new.user_id;
  if found then
    new.firstname := author.firstname;
    new.lastname := author.lastname;
  end if;
  return new;
end;
$$;
comment on function private.set_review_author() is 'Writes the name of the customer into the review';

create function public.add_review(p_customer uuid, p_product uuid, p_rating int, p_comment text) returns json
language plpgsql security definer set search_path = '' as $$
declare
  written public.reviews;
begin
  perform private.act_for(p_customer);
  perform private.require_customer();
  perform 1 from public.products where id = p_product for key share;
  if not found then
    return null;
  end if;
  insert into public.reviews (product_id, user_id, rating, comment)
  values (p_product, p_customer, p_rating, p_comment) returning * into written;
  return json_build_object('id', written.id, 'rating', written.rating, 'comment', written.comment,
    'firstname', written.firstname, 'lastname', written.lastname, 'created_at', written.created_at);
end;
$$;
comment on function public.add_review(uuid, uuid, int, text) is
  'Adds a review by this customer and returns it; null when there is no such product. For the service role: the API counts reviews first. Error (in detail): not_a_customer.';

create function public.own_reviews()
returns table (id uuid, product_id uuid, title text, rating int, comment text, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select r.id, r.product_id, p.title, r.rating, r.comment, r.created_at
  from public.reviews r join public.products p on p.id = r.product_id
  where r.user_id = (select auth.uid()) order by r.created_at desc, r.id;
$$;
comment on function public.own_reviews() is 'The reviews that the signed-in customer wrote, newest first';
grant execute on function public.own_reviews() to authenticated;

-- The reviews that a page of a product shows, with the rating of all, in one call.
create function public.list_reviews(
  p_product uuid, p_limit int default 24, p_after_value timestamptz default null, p_after_id uuid default null,
  p_rated boolean default false
) returns json
language plpgsql stable security invoker set search_path = '' as $$
declare
  found json;
begin
  -- The simple comparison lets the index start at the right row, so late pages cost no more than the first. The API never asks for more than 5,001.
  select json_agg(t) into found from (
    select r.id, r.rating, r.comment, r.firstname, r.lastname, r.created_at
    from public.reviews r
    where r.product_id = p_product and r.created_at <= coalesce(p_after_value, 'infinity')
      and (p_after_id is null or r.created_at < p_after_value or r.id > p_after_id)
    order by r.created_at desc, r.id limit least(greatest(p_limit, 0), 5001)) t;
  if found is null and not exists (select 1 from public.products where id = p_product) then
    return null;
  end if;
  return json_build_object('rows', coalesce(found, '[]'), 'rating', case when p_rated then (
    select json_build_object('count', count(*), 'average', coalesce(round(avg(r.rating), 2), 0))
    from public.reviews r where r.product_id = p_product) end);
end;
$$;
comment on function public.list_reviews(uuid, int, timestamptz, uuid, boolean) is
  'Reviews of a product, newest first, from the beginning or after a row: {rows, rating: {count, average}}; rating, of all of them, only when rated; null when there is no such product';
grant execute on function public.list_reviews(uuid, int, timestamptz, uuid, boolean) to anon, authenticated;

alter table public.reviews enable row level security;
grant select (id, product_id, firstname, lastname, rating, comment, created_at)
  on public.reviews to anon, authenticated;
grant delete on public.reviews to authenticated;
create policy reviews_select_all on public.reviews for select to anon, authenticated
  using (true);
create policy reviews_delete_admin on public.reviews for delete to authenticated
  using ((select public.is_admin()));

create trigger reviews_set_author before insert on public.reviews
  for each row execute function private.set_review_author();

-- The slides of the home page.

create table public.banners (
  id uuid primary key default gen_random_uuid(),
  header text not null default '' check (length(header) <= 300),
  paragraph text not null default '' check (length(paragraph) <= 2000),
  images text[] not null default '{}' check (array_position(images, null) is null),
  created_at timestamptz not null default now(),
  link text not null default '' check (length(link) <= 1000 and (link = '' or link ~ '^(/($|[^/\\])|https://)')),
  link_text text not null default '' check (length(link_text) <= 200),
  shown boolean not null default true,
  shown_from timestamptz,
  shown_until timestamptz,
  position int not null,
  constraint banners_header_visible check (header = '' or public.is_visible(header)),
  constraint banners_paragraph_visible check (paragraph = '' or public.is_visible(paragraph)),
  constraint banners_show_something
    check (public.is_visible(header) or public.is_visible(paragraph) or cardinality(images) > 0),
  constraint banners_link_text_visible check (link_text = '' or public.is_visible(link_text)),
  constraint banners_times_in_order check (shown_from < shown_until)
);
comment on table public.banners is 'Slides of the home page';
comment on column public.banners.id is 'Identifies the banner';
comment on column public.banners.header is 'Headline of the slide';
comment on column public.banners.paragraph is 'Text under the headline';
comment on column public.banners.images is 'Paths of the pictures in the bucket images; a slide shows up to four';
comment on column public.banners.created_at is 'When the banner was made';
comment on column public.banners.link is 'Where its button leads: a path of the shop (/shop) or an address that begins with https://; empty leads to /shop';
comment on column public.banners.link_text is 'Text of the button; empty means Shop Now';
comment on column public.banners.shown is 'Whether it may stand on the home page';
comment on column public.banners.shown_from is 'When it appears; empty means at once';
comment on column public.banners.shown_until is 'When it disappears; empty means never';
comment on column public.banners.position is 'Its place among the slides, the lowest first; left empty, a new banner comes first';

create index banners_position_idx on public.banners (position, created_at desc, id);

create function private.set_banner_position() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.position := coalesce((select min(b.position) from public.banners b), 2) - 1;
  return new;
end;
$$;
comment on function private.set_banner_position() is 'Puts a new banner in front of the others';

create function public.is_current(p_shown boolean, p_from timestamptz, p_until timestamptz) returns boolean
language sql stable parallel safe set search_path = '' as $$
  select p_shown and coalesce(p_from <= now(), true) and coalesce(p_until > now(), true);
$$;
comment on function public.is_current(boolean, timestamptz, timestamptz) is
  'True when a banner with these values stands on the home page now';
grant execute on function public.is_current(boolean, timestamptz, timestamptz) to anon, authenticated;

create function office.move_banner(p_id uuid, p_place int) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('the order of the banners', 0));
  if not exists (select 1 from public.banners b where b.id = p_id) then
    return false;
  end if;
  update public.banners b set position = o.place
  from private.reordered(
    array(select id from public.banners order by position, created_at desc, id), p_id, p_place) o
  where b.id = o.id and b.position <> o.place;
  return true;
end;
$$;
comment on function office.move_banner(uuid, int) is
  'Puts a banner at this place, from 1, and those behind it one further; past the end it is the last. False where there is no such banner. Administrators only (not_an_administrator).';

alter table public.banners enable row level security;
grant select on public.banners to anon, authenticated;
grant
  insert (id, header, paragraph, images, link, link_text, shown, shown_from, shown_until),
  update (header, paragraph, images, link, link_text, shown, shown_from, shown_until), delete
  on public.banners to authenticated;
create policy banners_select_current_or_admin on public.banners for select to anon, authenticated
  using (public.is_current(shown, shown_from, shown_until) or (select public.is_admin()));
create policy banners_insert_admin on public.banners for insert to authenticated
  with check ((select public.is_admin()));
create policy banners_update_admin on public.banners for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
create policy banners_delete_admin on public.banners for delete to authenticated
  using ((select public.is_admin()));

create trigger banners_set_position before insert on public.banners
  for each row when (new.position is null) execute function private.set_banner_position();

-- The advertisement of the home page.

create table public.advertisements (
  id uuid primary key default gen_random_uuid(),
  headline text not null check (btrim(headline) <> '' and length(headline) <= 300),
  link text not null default '' check (length(link) <= 1000 and (link = '' or link ~ '^(/($|[^/\\])|https://)')),
  link_text text not null default '' check (length(link_text) <= 200),
  image text check (image <> '' and image !~ '^[a-z]+:'),
  shown boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint advertisements_headline_visible check (public.is_visible(headline)),
  constraint advertisements_link_text_visible check (link_text = '' or public.is_visible(link_text))
);
comment on table public.advertisements is
  'Advertisements for the home page. The newest one that is shown stands there; without any the built-in one does.';
comment on column public.advertisements.id is 'Identifies the advertisement';
comment on column public.advertisements.headline is 'The one line on it';
comment on column public.advertisements.link is 'Where it leads: a path of the shop (/shop) or an address that begins with https://; empty leads nowhere';
comment on column public.advertisements.link_text is 'Text of the link; empty means See more';
comment on column public.advertisements.image is 'Path of the picture in the bucket images, for instance ads/coats.webp; empty takes the built-in one';
comment on column public.advertisements.shown is 'Whether it may stand on the home page';
comment on column public.advertisements.created_at is 'When it was made';
comment on column public.advertisements.updated_at is 'When it was last changed; kept by a trigger';

create index advertisements_created_at_idx on public.advertisements (created_at desc, id);

alter table public.advertisements enable row level security;
grant select on public.advertisements to anon, authenticated;
grant
  insert (id, headline, link, link_text, image, shown),
  update (headline, link, link_text, image, shown), delete
  on public.advertisements to authenticated;
create policy advertisements_select_shown_or_admin on public.advertisements for select
  to anon, authenticated using (shown or (select public.is_admin()));
create policy advertisements_insert_admin on public.advertisements for insert to authenticated
  with check ((select public.is_admin()));
create policy advertisements_update_admin on public.advertisements for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
create policy advertisements_delete_admin on public.advertisements for delete to authenticated
  using ((select public.is_admin()));

create trigger advertisements_set_updated_at before update on public.advertisements
  for each row when (old.* is distinct from new.*) execute function private.set_updated_at();

-- The questions on the page for questions.

create table public.faqs (
  id uuid primary key default gen_random_uuid(),
  question text not null check (btrim(question) <> '' and length(question) <= 500),
  answer text not null check (btrim(answer) <> '' and length(answer) <= 10000),
  position int not null default 0 check (position >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint faqs_question_visible check (public.is_visible(question)),
  constraint faqs_answer_visible check (public.is_visible(answer))
);
comment on table public.faqs is 'Frequently asked questions, with answers; shown on the page /faqs';
comment on column public.faqs.id is 'Identifies the question';
comment on column public.faqs.question is 'The question, as a customer would ask it';
comment on column public.faqs.answer is 'The answer; an empty line begins a paragraph';
comment on column public.faqs.position is 'Place on the page, from 1; 0 puts a new one at the end';
comment on column public.faqs.created_at is 'When it was written';
comment on column public.faqs.updated_at is 'When it was last changed; kept by a trigger';

create index faqs_position_idx on public.faqs (position, created_at, id);

create function private.set_faq_position() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.position = 0 then
    new.position := coalesce((select max(f.position) from public.faqs f), 0) + 1;
  end if;
  return new;
end;
$$;
comment on function private.set_faq_position() is 'Puts a new question at the end';

create function office.move_faq(p_id uuid, p_place int) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  -- One move at a time, so that each begins with the result of the one before.
  perform pg_advisory_xact_lock(hashtextextended('the order of the questions', 0));
  if not exists (select 1 from public.faqs f where f.id = p_id) then
    return false;
  end if;
  update public.faqs f set position = o.place
  from private.reordered(array(select id from public.faqs order by position, created_at, id), p_id, p_place) o
  where f.id = o.id and f.position <> o.place;
  return true;
end;
$$;
comment on function office.move_faq(uuid, int) is
  'Puts a question at this place, from 1, and those behind it one further; past the end it is the last. False where there is no such question. Administrators only (not_an_administrator).';

alter table public.faqs enable row level security;
grant select on public.faqs to anon, authenticated;
grant insert (id, question, answer), update (question, answer), delete on public.faqs to authenticated;
create policy faqs_select_all on public.faqs for select to anon, authenticated using (true);
create policy faqs_insert_admin on public.faqs for insert to authenticated
  with check ((select public.is_admin()));
create policy faqs_update_admin on public.faqs for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
create policy faqs_delete_admin on public.faqs for delete to authenticated
  using ((select public.is_admin()));

create trigger faqs_set_position before insert on public.faqs
  for each row execute function private.set_faq_position();
create trigger faqs_set_updated_at before update on public.faqs
  for each row when (old.* is distinct from new.*) execute function private.set_updated_at();

-- Carts. Lines are added by add_to_cart; prices are always those of the catalogue.

create table public.cart_items (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users on delete cascade,
  product_id uuid not null references public.products on delete cascade,
  quantity int not null check (quantity between 1 and 999),
  size text check (size <> '' and length(size) <= 100),
  color text check (color <> '' and length(color) <= 100),
  created_at timestamptz not null default now(),
  unique nulls not distinct (user_id, product_id, size, color)
);
comment on table public.cart_items is 'Lines of the customers'' carts; a line is a product in one size and colour';
comment on column public.cart_items.id is 'Identifies the line';
comment on column public.cart_items.user_id is 'The customer whose cart it is';
comment on column public.cart_items.product_id is 'The product; a deleted product leaves the carts';
comment on column public.cart_items.quantity is 'How many pieces, 1 to 999';
comment on column public.cart_items.size is 'Chosen size; empty when none was chosen';
comment on column public.cart_items.color is 'Chosen colour; empty when none was chosen';
comment on column public.cart_items.created_at is 'When the line was put into the cart';

create index cart_items_product_id_idx on public.cart_items (product_id);
create index cart_items_user_created_idx on public.cart_items (user_id, created_at, id);

-- A cart takes as many lines as an order does: one with more could not be checked out.
create function public.add_to_cart(
  p_product uuid, p_quantity int default 1, p_size text default null, p_color text default null,
  p_grace interval default '30 minutes'
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  most_lines constant int := 200;
  chosen_size constant text := nullif(left(btrim(p_size), 100), '');
  chosen_color constant text := nullif(left(btrim(p_color), 100), '');
  product public.products;
  line public.cart_items;
begin
  perform private.require_customer();
  if p_quantity is null or p_quantity not between 1 and 999 then
    raise exception 'The quantity must be between 1 and 999.' using detail = 'bad_quantity';
  end if;
  perform private.resume_cart(p_grace);
  -- Locked until the end, so that the product still exists when the line refers to it.
  select * into product from public.products where id = p_product for key share;
  if not found then
    raise exception 'This product is no longer available.' using detail = 'unknown_product';
  end if;
  if private.availability_of(product, chosen_size, chosen_color) <> 'InStock' then
    raise exception '% is out of stock.', product.title using detail = 'out_of_stock';
  end if;

  insert into public.cart_items as c (user_id, product_id, quantity, size, color)
  values (auth.uid(), p_product, p_quantity, chosen_size, chosen_color)
  on conflict (user_id, product_id, size, color)
    do update set quantity = c.quantity + excluded.quantity
    where c.quantity + excluded.quantity <= 999
  returning * into line;
  if not found then
    raise exception 'The quantity must be between 1 and 999.' using detail = 'bad_quantity';
  end if;

  -- Only a new line still has the quantity it came with. The lock is the last one taken, so there is no deadlock; whoever
  -- gets it counts the lines that others have added meanwhile.
  if line.quantity = p_quantity then
    perform pg_advisory_xact_lock(hashtextextended('cart ' || line.user_id, 0));
    if (select count(*) from public.cart_items c where c.user_id = line.user_id) > most_lines then
      raise exception 'Your cart is full: it holds 200 different items. Please order or remove some first!'
        using detail = 'cart_full';
    end if;
  end if;
  return private.cart_lines(line.user_id);
end;
$$;
comment on function public.add_to_cart(uuid, int, text, text, interval) is
  'Adds a product to the cart of the signed-in customer, which holds at most 200 lines, and returns the cart as read_cart does. Errors (in detail): not_a_customer, unknown_product, out_of_stock, bad_quantity, cart_full.';
grant execute on function public.add_to_cart(uuid, int, text, text, interval) to authenticated;

create function private.cart_lines(p_user uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'quantity', c.quantity, 'size', c.size, 'color', c.color,
        'product', jsonb_build_object(
          'id', p.id, 'title', p.title, 'price', p.price, 'images', p.images,
          'sizes', p.sizes, 'colors', p.colors,
          'availability', private.availability_of(p, c.size, c.color))) order by c.created_at, c.id), '[]')
    from public.cart_items c join public.products p on p.id = c.product_id
    where c.user_id = p_user);
end;
$$;
comment on function private.cart_lines(uuid) is
  'Lines of a cart in the order in which they were added, each with its product and the sizes and colours to choose from; prices in dollars';

create function public.read_cart(p_grace interval default '30 minutes') returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_customer();
  perform private.resume_cart(p_grace);
  return private.cart_lines(auth.uid());
end;
$$;
comment on function public.read_cart(interval) is
  'The cart of the signed-in customer, as [{id, quantity, size, color, product}]; cancels a departure. Error (in detail): not_a_customer.';
grant execute on function public.read_cart(interval) to authenticated;

create function public.clear_cart() returns int
language plpgsql security definer set search_path = '' as $$
declare
  deleted int;
begin
  perform private.require_customer();
  delete from public.cart_items where user_id = auth.uid();
  get diagnostics deleted = row_count;
  return deleted;
end;
$$;
comment on function public.clear_cart() is
  'Empties the cart of the signed-in customer; how many lines it had. Error (in detail): not_a_customer.';
grant execute on function public.clear_cart() to authenticated;

alter table public.cart_items enable row level security;
grant select, update (quantity), delete on public.cart_items to authenticated;
create policy cart_items_select_own on public.cart_items for select to authenticated
  using (user_id = (select auth.uid()));
create policy cart_items_update_own on public.cart_items for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy cart_items_delete_own on public.cart_items for delete to authenticated
  using (user_id = (select auth.uid()));

-- Leaving the shop empties the cart, unless the customer comes back within a grace time.

create table public.cart_departures (
  user_id uuid primary key references auth.users on delete cascade,
  left_at timestamptz not null
);
comment on table public.cart_departures is 'Customers who left the shop with something in the cart. When they come back within the grace time the row is deleted; later the cart is emptied too.';
comment on column public.cart_departures.user_id is 'The customer who left';
comment on column public.cart_departures.left_at is 'When the last page was closed';

create index cart_departures_left_at_idx on public.cart_departures (left_at);

create function public.leave_cart() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  lines jsonb;
begin
  perform private.require_customer();
  lines := private.cart_lines(auth.uid());
  if lines <> '[]' then
    insert into public.cart_departures (user_id, left_at) values (auth.uid(), now())
    on conflict (user_id) do update set left_at = excluded.left_at;
  end if;
  return lines;
end;
$$;
comment on function public.leave_cart() is
  'Records that the signed-in customer left the shop with something in the cart, and returns the cart as read_cart does. Error (in detail): not_a_customer.';
grant execute on function public.leave_cart() to authenticated;

create function private.resume_cart(p_grace interval) returns void
language plpgsql set search_path = '' as $$
declare
  left_since timestamptz;
begin
  delete from public.cart_departures where user_id = auth.uid() returning left_at into left_since;
  if left_since <= now() - p_grace then
    delete from public.cart_items where user_id = auth.uid() and created_at <= left_since;
  end if;
end;
$$;
comment on function private.resume_cart(interval) is
  'Cancels the departure of the signed-in customer, and empties the cart when it was too long ago';

create function public.set_cart_quantity(
  p_line uuid, p_quantity int, p_grace interval default '30 minutes'
) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_customer();
  if p_quantity is null or p_quantity not between 1 and 999 then
    raise exception 'The quantity must be between 1 and 999.' using detail = 'bad_quantity';
  end if;
  perform private.resume_cart(p_grace);
  update public.cart_items c set quantity = p_quantity
  where c.user_id = auth.uid() and c.id = (
    select l.id from public.cart_items l
    where l.user_id = auth.uid() and p_line in (l.id, l.product_id)
    order by l.id = p_line desc, l.created_at, l.id limit 1);
  return case when found then private.cart_lines(auth.uid()) end;
end;
$$;
comment on function public.set_cart_quantity(uuid, int, interval) is
  'Sets the quantity of a line of the signed-in customer, named by its id or by its product''s, which means the oldest line of that product. Returns the cart as read_cart does; null when there is no such line. Errors (in detail): not_a_customer, bad_quantity.';
grant execute on function public.set_cart_quantity(uuid, int, interval) to authenticated;

create function public.set_cart_choice(
  p_line uuid, p_size text, p_color text, p_grace interval default '30 minutes'
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  chosen_size constant text := nullif(left(btrim(p_size), 100), '');
  chosen_color constant text := nullif(left(btrim(p_color), 100), '');
  line public.cart_items;
  product public.products;
  same int;
begin
  perform private.require_customer();
  perform private.resume_cart(p_grace);
  select * into line from public.cart_items c where c.id = p_line and c.user_id = auth.uid();
  if not found then
    return null;
  end if;
  select * into product from public.products where id = line.product_id;
  if private.availability_of(product, chosen_size, chosen_color) <> 'InStock' then
    raise exception '% is out of stock.', product.title using detail = 'out_of_stock';
  end if;
  -- Two changes of lines of one product queue here.
  perform 1 from public.cart_items c
    where c.user_id = line.user_id and c.product_id = line.product_id order by c.id for update;
  -- A line with this choice that is there already becomes part of the changed one.
  delete from public.cart_items c
    where c.user_id = line.user_id and c.product_id = line.product_id and c.id <> line.id
      and c.size is not distinct from chosen_size and c.color is not distinct from chosen_color
    returning c.quantity into same;
  update public.cart_items c
    set size = chosen_size, color = chosen_color, quantity = least(999, c.quantity + coalesce(same, 0))
    where c.id = line.id;
  return private.cart_lines(line.user_id);
end;
$$;
comment on function public.set_cart_choice(uuid, text, text, interval) is
  'Sets size and colour of a line of the signed-in customer; an equal line becomes part of it. Returns the cart as read_cart does; null when there is no such line. Errors (in detail): not_a_customer, out_of_stock.';
grant execute on function public.set_cart_choice(uuid, text, text, interval) to authenticated;

create function public.remove_from_cart(
  p_line uuid, p_grace interval default '30 minutes'
) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_customer();
  perform private.resume_cart(p_grace);
  delete from public.cart_items c where c.user_id = auth.uid() and p_line in (c.id, c.product_id);
  return case when found then private.cart_lines(auth.uid()) end;
end;
$$;
comment on function public.remove_from_cart(uuid, interval) is
  'Removes a line of the signed-in customer, or all lines of a product, and returns the cart as read_cart does; null when there is none. Error (in detail): not_a_customer.';
grant execute on function public.remove_from_cart(uuid, interval) to authenticated;

create function public.empty_abandoned_carts(p_grace interval default '30 minutes') returns int
language plpgsql security definer set search_path = '' as $$
declare
  emptied_carts int;
begin
  -- Who comes back at this moment has locked the departure, and is skipped.
  with due as (
    select user_id from public.cart_departures where left_at <= now() - p_grace
    order by left_at limit 500 for update skip locked),
  deleted as (
    delete from public.cart_departures d using due
    where d.user_id = due.user_id returning d.user_id, d.left_at),
  emptied as (
    delete from public.cart_items c using deleted
    where c.user_id = deleted.user_id and c.created_at <= deleted.left_at returning c.user_id)
  select count(distinct user_id) into emptied_carts from emptied;
  return emptied_carts;
end;
$$;
comment on function public.empty_abandoned_carts(interval) is
  'Empties the carts of customers who left the shop longer ago than this; how many there were. Called by the scheduled task.';

alter table public.cart_departures enable row level security;
create policy cart_departures_nobody on public.cart_departures for all to anon, authenticated
  using (false) with check (false);

-- Orders. Written by place_order and settle_payment only; name, address and prices are those of the moment.

create type public.order_status as enum ('Pending', 'Paid', 'Held', 'Refunded', 'Cancelled');
comment on type public.order_status is 'Where the payment of an order stands';

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete set null,
  firstname text not null default '',
  lastname text not null default '',
  email text not null default '',
  phone text not null default '',
  address text not null default '',
  postcode text not null default '',
  state text not null default '',
  country text not null default '',
  total_price numeric(12, 2) not null check (total_price >= 0),
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  status public.order_status not null default 'Pending',
  payment_reference text unique,
  idempotency_key text check (length(idempotency_key) <= 200),
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  search_words text not null default '',
  idempotency_digest text,
  unique (user_id, idempotency_key)
);
comment on table public.orders is 'Orders, each with a copy of the customer as at that moment. Lines are in order_items, payments in payment_attempts.';
comment on column public.orders.id is 'Identifies the order; the reference id that customers see';
comment on column public.orders.user_id is 'The customer; empty when deleted since, the order stays';
comment on column public.orders.firstname is 'First name of the customer when ordering';
comment on column public.orders.lastname is 'Last name of the customer when ordering';
comment on column public.orders.email is 'Mail address for this order';
comment on column public.orders.phone is 'Phone number when ordering';
comment on column public.orders.address is 'Street and number to deliver to';
comment on column public.orders.postcode is 'Postcode to deliver to';
comment on column public.orders.state is 'State or region to deliver to';
comment on column public.orders.country is 'Country to deliver to';
comment on column public.orders.total_price is 'What the order costs, in units of the currency with cents; the sum of its lines';
comment on column public.orders.currency is 'Currency of the total, three letters';
comment on column public.orders.status is 'Pending: not paid yet. Paid: settled. Held: paid with a wrong amount or currency or after it was cancelled, somebody must look. Refunded: money returned. Cancelled: given up by its customer before it was paid.';
comment on column public.orders.payment_reference is
  'Reference of its newest payment attempt; of an order that is Paid or Held, of the payment that made it so';
comment on column public.orders.idempotency_key is 'Sent by the shop with each attempt to order, so that a double click makes one order';
comment on column public.orders.created_at is 'When it was placed';
comment on column public.orders.paid_at is 'When it became Paid';
comment on column public.orders.search_words is 'Customer, address, reference, total and titles in plain lower case, for the search; kept by triggers';
comment on column public.orders.idempotency_digest is
  'Digest of what was ordered under the idempotency key; empty without a key and for orders from before there were digests';

create index orders_user_created_idx on public.orders (user_id, created_at desc, id);
create index orders_created_at_idx on public.orders (created_at desc, id);
create index orders_search_words_idx on public.orders
  using gin (search_words extensions.gin_trgm_ops);
create index orders_status_created_idx on public.orders (status, created_at desc, id);
create index orders_total_price_idx on public.orders (total_price, id);
create index orders_firstname_idx on public.orders (lower(firstname), id);
create index orders_paid_at_idx on public.orders (paid_at) include (id, total_price) where status = 'Paid';
create index orders_unpaid_of_idx on public.orders (user_id) where status = 'Pending';

-- The lines of an order, with title and price as they were.
create table public.order_items (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders on delete cascade,
  product_id uuid references public.products on delete set null,
  title text not null,
  unit_price numeric(12, 2) not null check (unit_price >= 0),
  quantity int not null check (quantity between 1 and 999),
  size text,
  color text,
  position int not null default 1
);
comment on table public.order_items is 'Lines of orders, with title and price as they were when ordering';
comment on column public.order_items.id is 'Identifies the line';
comment on column public.order_items.order_id is 'The order it belongs to';
comment on column public.order_items.product_id is 'The product; empty when deleted since, the line stays';
comment on column public.order_items.title is 'Title of the product when ordering';
comment on column public.order_items.unit_price is 'Price of one piece when ordering, in the currency of the order';
comment on column public.order_items.quantity is 'How many pieces';
comment on column public.order_items.size is 'Chosen size';
comment on column public.order_items.color is 'Chosen colour';
comment on column public.order_items.position is 'Place of the line in the order, from 1';

create index order_items_order_id_idx on public.order_items (order_id, position);
create index order_items_product_id_idx on public.order_items (product_id);

-- Someone may set an order to Paid by hand; monthly income counts by this time.
create function private.set_paid_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.status = 'Paid' and new.paid_at is null then
    new.paid_at := now();
  end if;
  return new;
end;
$$;
comment on function private.set_paid_at() is 'Writes when an order became Paid';

-- Totals stay right when lines are edited in the dashboard, and when a line is moved to another order.
create function private.update_order_total() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  order_ids uuid[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(distinct c.order_id) into order_ids
      from (select order_id from changed union all select order_id from before) c;
  else
    select array_agg(distinct c.order_id) into order_ids from changed c;
  end if;
  update public.orders o set total_price = sums.total
  from (
    select c.order_id, coalesce((
      select sum(i.unit_price * i.quantity) from public.order_items i
      where i.order_id = c.order_id), 0) as total
    from unnest(order_ids) c (order_id)) sums
  where o.id = sums.order_id and o.status = 'Pending' and o.total_price is distinct from sums.total;
  return null;
end;
$$;
comment on function private.update_order_total() is 'Updates the total of a Pending order to the sum of its lines';

create function private.check_order_total() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.total_price is distinct from old.total_price and (old.status <> 'Pending'
    or new.total_price is distinct from (
      select coalesce(sum(i.unit_price * i.quantity), 0) from public.order_items i
      where i.order_id = new.id)) then
    raise exception 'The total of an order is the sum of its lines and follows them while it is Pending: edit order_items. What was paid stays as it was paid.'
      using errcode = 'check_violation';
  end if;
  return new;
end;
$$;
comment on function private.check_order_total() is
  'Refuses a total that is not the sum of the lines, and any other total once an order was paid';

create function private.order_words(p_order public.orders, p_titles text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return private.plain_words(concat_ws(' ',
    p_order.firstname, p_order.lastname, p_order.email, p_order.phone, p_order.address,
    p_order.postcode, p_order.state, p_order.country, p_order.status, p_order.total_price,
    p_order.payment_reference, p_order.id, p_titles));
end;
$$;
comment on function private.order_words(public.orders, text) is
  'The search words of an order whose lines have these titles';

create function private.order_titles(p_order uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select string_agg(i.title, ' ' order by i.position)
    from public.order_items i where i.order_id = p_order);
end;
$$;
comment on function private.order_titles(uuid) is 'The titles of all lines of an order';

-- An order may bring the titles of its lines with it, marked by "titles: ", which plain words never contain.
create function private.set_order_search_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.search_words := private.order_words(new, case
    when tg_op = 'INSERT' and starts_with(new.search_words, 'titles: ')
      then substr(new.search_words, length('titles: ') + 1)
    else private.order_titles(new.id) end);
  return new;
end;
$$;
comment on function private.set_order_search_words() is 'Writes the search words of an order';

create function private.update_search_words_of_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.orders o set search_words = ''
  where o.id in (select order_id from added)
    and o.search_words is distinct from private.order_words(o, private.order_titles(o.id));
  return null;
end;
$$;
comment on function private.update_search_words_of_orders() is 'Adds the titles of new lines to the search words of their orders';

create function private.update_search_words_of_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.orders set search_words = '' where id = new.order_id;
  return null;
end;
$$;
comment on function private.update_search_words_of_order() is 'Updates the search words of an order when the title of a line changes';

create function private.order_with_lines(p_order uuid) returns json
language plpgsql stable set search_path = '' as $$
begin
  return (
    select to_json(t) from (
      select o.id, o.user_id, o.firstname, o.lastname, o.email, o.phone, o.address, o.postcode, o.state,
        o.country, o.total_price, o.currency, o.status, o.payment_reference, o.created_at, o.paid_at, (
          select coalesce(json_agg(l), '[]') from (
            select i.id, i.title, i.unit_price, i.quantity, i.size, i.color, i.position,
              case when p.id is not null then
                json_build_object('id', p.id, 'title', p.title, 'images', p.images,
                  'sizes', p.sizes, 'colors', p.colors) end as product
            from public.order_items i left join public.products p on p.id = i.product_id
            where i.order_id = o.id order by i.position) l) as order_items
      from public.orders o where o.id = p_order) t);
end;
$$;
comment on function private.order_with_lines(uuid) is
  'An order with its lines and what they show of their products; prices in dollars';

create function public.cancel_order(p_order uuid) returns json
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
begin
  perform private.require_customer();
  select * into ordered from public.orders where id = p_order and user_id = auth.uid() for no key update;
  if not found then
    return null;
  end if;
  if ordered.status <> 'Pending' then
    raise exception 'This order can no longer be cancelled.' using detail = 'not_pending';
  end if;
  -- The same lines under the same key are another order from now on.
  update public.orders set status = 'Cancelled', idempotency_key = null where id = ordered.id;
  return private.order_with_lines(ordered.id);
end;
$$;
comment on function public.cancel_order(uuid) is
  'Cancels a Pending order of the signed-in customer and returns it; null when there is no such order. What is paid for it later is Held. Errors (in detail): not_a_customer, not_pending.';
grant execute on function public.cancel_order(uuid) to authenticated;

create function public.order_count() returns int
language sql stable security invoker set search_path = '' as $$
  select count(*)::int from public.orders where user_id = (select auth.uid());
$$;
comment on function public.order_count() is 'How many orders the signed-in customer has placed';
grant execute on function public.order_count() to authenticated;

alter table public.orders enable row level security;
grant select, delete on public.orders to authenticated;
create policy orders_select_own_or_admin on public.orders for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_admin()));
create policy orders_delete_admin on public.orders for delete to authenticated
  using ((select public.is_admin()));

alter table public.order_items enable row level security;
grant select on public.order_items to authenticated;
-- Whoever may read the order may read its lines: the policy of orders decides.
create policy order_items_select_with_order on public.order_items for select to authenticated
  using (exists (select 1 from public.orders o where o.id = order_id));

create trigger orders_set_paid_at before insert or update of status, paid_at on public.orders
  for each row execute function private.set_paid_at();
create trigger orders_set_search_words
  before insert or update of firstname, lastname, email, phone, address, postcode, state, country,
    status, total_price, payment_reference, search_words
  on public.orders for each row execute function private.set_order_search_words();
create trigger order_items_update_search_words after insert on public.order_items
  referencing new table as added
  for each statement execute function private.update_search_words_of_orders();
create trigger order_items_update_changed_search_words after update of title on public.order_items
  for each row when (old.title is distinct from new.title)
  execute function private.update_search_words_of_order();
create trigger order_items_total_insert after insert on public.order_items
  referencing new table as changed for each statement execute function private.update_order_total();
create trigger order_items_total_delete after delete on public.order_items
  referencing old table as changed for each statement execute function private.update_order_total();
create trigger order_items_total_update after update on public.order_items
  referencing old table as before new table as changed
  for each statement execute function private.update_order_total();
create trigger orders_check_total before update of total_price on public.orders
  for each row execute function private.check_order_total();

-- Placing an order: priced here, in one transaction.

create function private.has_bad_quantity(p_products jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return exists (
    select 1 from jsonb_array_elements(p_products) e
    where case when jsonb_typeof(e -> 'quantity') = 'number'
      then (e ->> 'quantity')::numeric not between 1 and 999
        or (e ->> 'quantity')::numeric <> trunc((e ->> 'quantity')::numeric)
      else true end);
end;
$$;
comment on function private.has_bad_quantity(jsonb) is 'True when a line has no whole quantity from 1 to 999';

-- One statement, so that all prices are from one snapshot. Lines of the same product, size and colour become one.
create function private.price_lines(p_products jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with asked as (
      select private.as_uuid(e ->> 'product') as product_id,
        nullif(left(btrim(e ->> 'size'), 100), '') as size,
        nullif(left(btrim(e ->> 'color'), 100), '') as color,
        sum((e ->> 'quantity')::numeric::int) as quantity, min(position) as position
      from jsonb_array_elements(p_products) with ordinality as line (e, position)
      group by 1, 2, 3)
    select jsonb_agg(jsonb_build_object(
      'product_id', p.id, 'title', p.title, 'unit_price', p.price,
      'availability', private.availability_of(p, a.size, a.color),
      'quantity', a.quantity, 'size', a.size, 'color', a.color) order by a.position)
    from asked a left join public.products p on p.id = a.product_id);
end;
$$;
comment on function private.price_lines(jsonb) is 'Lines of an order with title and price from the catalogue';

create function private.order_digest(p_products jsonb, p_amount numeric, p_email text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return encode(sha256(convert_to(jsonb_build_array(trim_scale(p_amount), btrim(p_email), case
    when jsonb_typeof(p_products) = 'array' then (
      select jsonb_agg(line order by line)
      from (select jsonb_strip_nulls(e) as line from jsonb_array_elements(p_products) e) lines)
    else p_products end)::text, 'utf8')), 'hex');
end;
$$;
comment on function private.order_digest(jsonb, numeric, text) is
  'Hash of what is ordered, the same whatever the order of the lines; lines may be any JSON';

create function private.require_order_rate(p_what text, p_customer uuid) returns void
language plpgsql set search_path = '' as $$
declare
  wait constant int := public.consume_rate_limit(
    concat(p_what, ':account:', p_customer), private.function_setting('LIMIT_ORDER')::int, '1 minute');
begin
  if wait > 0 then
    raise exception 'Too many tries. Please wait a moment!'
      using errcode = 'PT429', detail = 'too_many_tries', hint = wait::text;
  end if;
end;
$$;
comment on function private.require_order_rate(text, uuid) is
  'Counts an order or a payment attempt of a customer; refuses it (PT429, seconds to wait as hint) beyond LIMIT_ORDER a minute';

create function private.require_payable(p_total numeric, p_currency text) returns void
language plpgsql stable set search_path = '' as $$
declare
  least constant numeric := (private.function_setting('PAYMENT_MINIMUMS') ->> p_currency)::numeric;
begin
  if p_total < least then
    raise exception 'The smallest amount that can be paid by card is %.',
      case p_currency when 'USD' then '$' else p_currency || ' ' end || to_char(least, 'FM9999999990.00')
      using detail = 'below_minimum';
  end if;
end;
$$;
comment on function private.require_payable(numeric, text) is
  'Refuses a total that the payment provider would not take (below_minimum)';

create function private.validate_order_lines(p_products jsonb, p_amount numeric) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  lines jsonb;
  sold_out text;
begin
  if p_products is null or jsonb_typeof(p_products) <> 'array' or p_products = '[]' then
    raise exception 'The order is empty.' using detail = 'empty_order';
  end if;
  if jsonb_array_length(p_products) > 200 or private.has_bad_quantity(p_products) then
    raise exception 'The quantity must be between 1 and 999.' using detail = 'bad_quantity';
  end if;

  -- Locked only against deletion, and in the order of their ids: shoppers never wait for each other.
  perform 1 from public.products
    where id in (select private.as_uuid(e ->> 'product') from jsonb_array_elements(p_products) e)
    order by id for key share;
  lines := private.price_lines(p_products);

  if exists (select 1 from jsonb_array_elements(lines) l where l ->> 'product_id' is null) then
    raise exception 'A product of this order is no longer available.' using detail = 'unknown_product';
  end if;
  if exists (select 1 from jsonb_array_elements(lines) l where (l ->> 'quantity')::int > 999) then
    raise exception 'The quantity must be between 1 and 999.' using detail = 'bad_quantity';
  end if;
  select l ->> 'title' into sold_out
    from jsonb_array_elements(lines) l where l ->> 'availability' <> 'InStock' limit 1;
  if found then
    raise exception '% is out of stock.', sold_out using detail = 'out_of_stock';
  end if;
  if p_amount is distinct from (
    select sum((l ->> 'unit_price')::numeric * (l ->> 'quantity')::int) from jsonb_array_elements(lines) l) then
    raise exception 'Prices have changed. Please look at your cart again.' using detail = 'amount_differs';
  end if;
  return lines;
end;
$$;
comment on function private.validate_order_lines(jsonb, numeric) is
  'The lines of an order as price_lines returns them, with their products locked against deletion. Refuses lines that cannot be bought, and an amount that is not their sum.';

create function private.require_deliverable(p_buyer public.profiles, p_lines jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  undecided text;
begin
  if btrim(p_buyer.address) = '' or btrim(p_buyer.country) = '' then
    raise exception 'Please give the address to deliver to.' using detail = 'no_address';
  end if;
  select p.title into undecided
    from jsonb_array_elements(p_lines) l join public.products p on p.id = (l ->> 'product_id')::uuid
    where (l ->> 'size' is null and cardinality(p.sizes) > 0)
      or (l ->> 'color' is null and cardinality(p.colors) > 0)
    limit 1;
  if found then
    raise exception 'Please choose size and color of %.', undecided using detail = 'choice_missing';
  end if;
end;
$$;
comment on function private.require_deliverable(public.profiles, jsonb) is
  'Refuses an order that could not be sent: without an address (no_address), or with a size or colour that was not chosen (choice_missing)';

create function private.place_order(
  p_products jsonb, p_amount numeric, p_email text, p_idempotency_key text, p_to_pay boolean,
  p_checkout boolean
) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  buyer public.profiles;
  key text := nullif(btrim(p_idempotency_key), '');
  digest text;
  new_id constant uuid := gen_random_uuid();
  placed public.orders;
  lines jsonb;
  total constant numeric := p_amount;
begin
  perform private.require_customer();
  select * into buyer from public.profiles where id = auth.uid();

  -- One attempt at a time per customer and key; a repeat finds what the first one made.
  if key is not null then
    digest := private.order_digest(p_products, p_amount, p_email);
    perform pg_advisory_xact_lock(hashtextextended(buyer.id || ' ' || key, 0));
    select * into placed from public.orders where user_id = buyer.id and idempotency_key = key;
    if found then
      if placed.idempotency_digest <> digest then
        raise exception 'This Idempotency-Key belongs to another order. Please order again with a new one!'
          using detail = 'key_reused';
      end if;
      return placed;
    end if;
  end if;

  -- A refusal from here on rolls this count back: only orders that are placed count.
  perform private.require_order_rate('order', buyer.id);
  lines := private.validate_order_lines(p_products, p_amount);
  if p_checkout then
    perform private.require_deliverable(buyer, lines);
    perform pg_advisory_xact_lock(hashtextextended('checkout ' || buyer.id, 0));
    -- Whoever comes back to the same cart pays the order that is open.
    select * into placed from public.orders o
      where o.user_id = buyer.id and o.status = 'Pending' and o.idempotency_digest = digest
        and (o.firstname, o.lastname, o.phone, o.address, o.postcode, o.state, o.country)
          = (buyer.firstname, buyer.lastname, buyer.phone, buyer.address, buyer.postcode, buyer.state, buyer.country)
      order by o.created_at desc limit 1;
    if found then
      return placed;
    end if;
  end if;

  insert into public.orders (
    id, user_id, firstname, lastname, email, phone, address, postcode, state, country,
    total_price, status, payment_reference, idempotency_key, idempotency_digest, search_words)
  values (
    new_id, buyer.id, buyer.firstname, buyer.lastname,
    left(coalesce(nullif(btrim(p_email), ''), buyer.email), 320), buyer.phone, buyer.address,
    buyer.postcode, buyer.state, buyer.country,
    total, case when total = 0 then 'Paid' else 'Pending' end::public.order_status,
    case when p_to_pay or total = 0 then new_id || '.1' end, key, digest,
    'titles: ' || (
      select string_agg(l ->> 'title', ' ' order by n)
      from jsonb_array_elements(lines) with ordinality as line (l, n)))
  returning * into placed;
  -- Checked after the insert, since the currency is the default of the table.
  if total > 0 then
    perform private.require_payable(total, placed.currency);
  end if;

  insert into public.order_items (
    order_id, product_id, title, unit_price, quantity, size, color, position)
  select placed.id, (l ->> 'product_id')::uuid, l ->> 'title', (l ->> 'unit_price')::numeric,
    (l ->> 'quantity')::int, l ->> 'size', l ->> 'color', n
  from jsonb_array_elements(lines) with ordinality as line (l, n);
  if total = 0 then
    insert into public.payment_attempts (reference, order_id, amount_minor, currency, status)
    values (placed.payment_reference, placed.id, 0, placed.currency, 'paid');
    perform private.remove_bought_from_cart(placed);
  end if;
  return placed;
end;
$$;
comment on function private.place_order(jsonb, numeric, text, text, boolean, boolean) is
  'What place_order does; p_to_pay when the first payment attempt follows in the same transaction, under the reference that the order is given; p_checkout for the shop''s own checkout, which places one order per cart and none that could not be sent';

create function public.place_order(
  p_products jsonb, p_amount numeric, p_email text, p_idempotency_key text default null
) returns public.orders
language plpgsql security definer set search_path = '' as $$
begin
  return private.place_order(p_products, p_amount, p_email, p_idempotency_key, false, false);
end;
$$;
comment on function public.place_order(jsonb, numeric, text, text) is
  'Places an order of the signed-in customer: products as [{product, quantity, size?, color?}], the amount in dollars that the customer saw. The same key with the same order again returns that order. An order that costs nothing is Paid at once. Errors (in detail): not_a_customer, key_reused, empty_order, bad_quantity, unknown_product, out_of_stock, amount_differs, below_minimum; with SQLSTATE PT429 too_many_tries, seconds to wait as hint.';
grant execute on function public.place_order(jsonb, numeric, text, text) to authenticated;

-- Payments: one row for each time a customer was sent to the card page, and what the payment provider sent us.

create table public.payment_attempts (
  reference text primary key check (reference ~ '^[A-Za-z0-9.=-]{1,100}$'),
  order_id uuid not null references public.orders on delete cascade,
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  authorization_url text,
  status text not null default 'started' check (status <> '' and length(status) <= 50),
  created_at timestamptz not null default now(),
  asked_at timestamptz
);
comment on table public.payment_attempts is 'Attempts to pay an order through the payment provider, one row each';
comment on column public.payment_attempts.reference is 'Reference at the payment provider';
comment on column public.payment_attempts.order_id is 'The order to be paid';
comment on column public.payment_attempts.amount_minor is 'Amount asked for, in the smallest unit of the currency (cents)';
comment on column public.payment_attempts.currency is 'Currency asked for, three letters';
comment on column public.payment_attempts.authorization_url is 'Address of the card page; for one use';
comment on column public.payment_attempts.status is 'started, authorized (card page is open), paid, held (wrong amount or currency), duplicate (order was paid already: refund it), or what the provider said when it failed';
comment on column public.payment_attempts.created_at is 'When the attempt began';
comment on column public.payment_attempts.asked_at is
  'When the provider was last asked about it because its end was not known; empty before the first time';

create index payment_attempts_order_id_idx on public.payment_attempts (order_id, created_at desc);
create index payment_attempts_created_at_idx on public.payment_attempts (created_at);

create table public.payment_events (
  id text primary key check (id <> '' and length(id) <= 300),
  reference text not null default '',
  event text not null default '',
  payload jsonb not null default '{}',
  created_at timestamptz not null default now()
);
comment on table public.payment_events is 'Messages of the payment provider about payments. Kept even when no order fits, so that money without an order can be found.';
comment on column public.payment_events.id is 'Unique key of the message; a repeated message is stored once';
comment on column public.payment_events.reference is 'Payment reference the message is about';
comment on column public.payment_events.event is 'Kind of message, for instance charge.success';
comment on column public.payment_events.payload is 'The message as it came';
comment on column public.payment_events.created_at is 'When it first came';

create index payment_events_reference_idx on public.payment_events (reference);

create function public.place_order_to_pay(
  p_products jsonb, p_amount numeric, p_email text, p_idempotency_key text default null,
  p_checkout boolean default false
) returns json
language plpgsql security definer set search_path = '' as $$
declare
  placed public.orders :=
    private.place_order(p_products, p_amount, p_email, p_idempotency_key, true, p_checkout);
  attempt public.payment_attempts;
begin
  if placed.status = 'Pending' then
    -- An order of place_order has no payment reference yet.
    if placed.payment_reference is null then
      update public.orders set payment_reference = placed.id || '.1'
        where id = placed.id and payment_reference is null;
    end if;
    -- Of two requests for the same order only one starts its first payment attempt.
    insert into public.payment_attempts (reference, order_id, amount_minor, currency)
    values (placed.id || '.1', placed.id, (placed.total_price * 100)::bigint, placed.currency)
    on conflict do nothing returning * into attempt;
  end if;
  return json_build_object('order', private.order_with_lines(placed.id),
    'attempt', case when attempt.reference is not null then to_json(attempt) end);
end;
$$;
comment on function public.place_order_to_pay(jsonb, numeric, text, text, boolean) is
  'Places an order as place_order does and starts its first payment attempt: {order, attempt}; attempt is null when it was started before, and for an order that costs nothing, which is Paid. p_checkout, for the shop''s own checkout: a Pending order of the same lines to the same address is returned instead of a second one. Errors as those of place_order, and with p_checkout no_address, choice_missing.';
grant execute on function public.place_order_to_pay(jsonb, numeric, text, text, boolean) to authenticated;

create function public.read_own_payment(p_reference text) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_customer();
  return (
    select private.order_with_lines(o.id)
    from public.payment_attempts a join public.orders o on o.id = a.order_id
    where a.reference = p_reference and o.user_id = auth.uid());
end;
$$;
comment on function public.read_own_payment(text) is
  'The order of the signed-in customer that this payment is for, with its lines; null for a payment of anybody else. Error (in detail): not_a_customer.';
grant execute on function public.read_own_payment(text) to authenticated;

-- The order names the newest attempt from its beginning, attempts are counted as orders are, and what costs nothing needs no provider.
create function public.start_payment_attempt(p_order_id uuid, p_reference text)
returns public.payment_attempts
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
  attempt public.payment_attempts;
begin
  -- Attempts and settlements of one order queue here, since each of them changes the order.
  select * into ordered from public.orders where id = p_order_id for no key update;
  if not found then
    raise exception 'This order does not exist.' using detail = 'unknown_order';
  end if;
  if ordered.status <> 'Pending' then
    raise exception 'This order needs no payment.' using detail = 'not_pending';
  end if;
  if ordered.total_price > 0 then
    perform private.require_payable(ordered.total_price, ordered.currency);
    perform private.require_order_rate('payment', ordered.user_id);
  end if;
  insert into public.payment_attempts (reference, order_id, amount_minor, currency, status)
  values (p_reference, ordered.id, (ordered.total_price * 100)::bigint, ordered.currency,
    case when ordered.total_price > 0 then 'started' else 'paid' end)
  returning * into attempt;
  update public.orders set payment_reference = p_reference,
    status = case when total_price > 0 then status else 'Paid' end
    where id = ordered.id returning * into ordered;
  if ordered.status = 'Paid' then
    perform private.remove_bought_from_cart(ordered);
  end if;
  return attempt;
end;
$$;
comment on function public.start_payment_attempt(uuid, text) is
  'Starts an attempt to pay an order; one that costs nothing is Paid by it. Errors (in detail): unknown_order, not_pending, below_minimum; with SQLSTATE PT429 too_many_tries, seconds to wait as hint.';

create function public.save_authorization(p_reference text, p_url text)
returns public.payment_attempts
language plpgsql security definer set search_path = '' as $$
declare
  attempt public.payment_attempts;
begin
  update public.payment_attempts
    set authorization_url = p_url, status = case status when 'started' then 'authorized' else status end
    where reference = p_reference returning * into attempt;
  if not found then
    raise exception 'This payment does not exist.' using detail = 'unknown_payment';
  end if;
  return attempt;
end;
$$;
comment on function public.save_authorization(text, text) is
  'Saves the address of the card page. Error (in detail): unknown_payment.';

create function public.fail_payment_attempt(p_reference text, p_status text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.payment_attempts set status = left(coalesce(nullif(p_status, ''), 'failed'), 50)
    where reference = p_reference and status not in ('paid', 'held', 'duplicate');
  return found;
end;
$$;
comment on function public.fail_payment_attempt(text, text) is
  'Records that a payment attempt failed; true when it was still open. The order stays Pending.';

-- The older an attempt is, the longer until the provider is asked again. Attempts of paid orders too: who had two card pages
-- open may have paid on both.
create function public.unconfirmed_payments(p_older_than interval)
returns setof public.payment_attempts
language sql stable security definer set search_path = '' as $$
  -- An abandoned card page can still be paid for a while: the provider repeats itself for 72 hours.
  select a.* from public.payment_attempts a
  where a.status not in ('paid', 'held', 'duplicate')
    and a.created_at < now() - p_older_than and a.created_at > now() - interval '7 days'
    and (a.asked_at is null
      or a.asked_at < now() - greatest(p_older_than, (now() - a.created_at) / 12))
  order by coalesce(a.asked_at, a.created_at) limit 200;
$$;
comment on function public.unconfirmed_payments(interval) is
  'Payment attempts that began longer ago than this, up to a week, whose end is not known and about which the provider was not asked lately; the longest unasked first, 200 at most';

create function public.claim_unconfirmed_payments(p_older_than interval, p_limit int)
returns setof public.payment_attempts
language sql volatile security definer set search_path = '' as $$
  update public.payment_attempts a set asked_at = now()
  from (
    select l.reference from public.payment_attempts l
    where l.reference in (
      select q.reference from public.unconfirmed_payments(p_older_than) q limit p_limit)
    -- What is being settled right now is skipped.
    for update skip locked) due
  where a.reference = due.reference
  returning a.*;
$$;
comment on function public.claim_unconfirmed_payments(interval, int) is
  'Returns the first of what unconfirmed_payments lists, and records that the provider is asked about it now: whoever gets a row asks';

create function public.payment_figures() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'orders', coalesce((
      select jsonb_object_agg(status, count) from (
        select o.status, count(*) from public.orders o
        where o.created_at > now() - interval '24 hours' group by o.status) by_status), '{}'),
    'payments', coalesce((
      select jsonb_object_agg(outcome, count) from (
        select case
            when a.status in ('started', 'authorized') then 'open'
            when a.status in ('paid', 'held', 'duplicate', 'refunded') then a.status
            else 'failed'
          end as outcome, count(*)
        from public.payment_attempts a
        where a.created_at > now() - interval '24 hours' group by 1) by_outcome), '{}'),
    'quiet', (select count(*) from public.unconfirmed_payments('15 minutes')));
$$;
comment on function public.payment_figures() is
  'Counts for monitoring: orders by status and payments by outcome of the last 24 hours, and unconfirmed payments (200 at most)';

alter table public.payment_attempts enable row level security;
grant select on public.payment_attempts to authenticated;
create policy payment_attempts_select_admin on public.payment_attempts for select to authenticated
  using ((select public.is_admin()));

alter table public.payment_events enable row level security;
grant select on public.payment_events to authenticated;
create policy payment_events_select_admin on public.payment_events for select to authenticated
  using ((select public.is_admin()));

-- Settling a payment exactly once, whether webhook, callback or the reconciling job comes first.

-- Lines added after the order was placed stay, and so do pieces beyond the bought quantity.
-- An order line without size and colour stands for any line of its product.
create function private.remove_bought_from_cart(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  line record;
begin
  for line in
    select c.id, c.quantity - i.quantity as rest
    from public.cart_items c
    join lateral (
      select * from public.order_items i
      where i.order_id = p_order.id and i.product_id = c.product_id
        and ((i.size is not distinct from c.size and i.color is not distinct from c.color)
          or (i.size is null and i.color is null and c.created_at <= p_order.created_at))
      order by i.size nulls last, i.color nulls last limit 1) i on true
    where c.user_id = p_order.user_id
    order by c.id for update of c
  loop
    if line.rest > 0 then
      update public.cart_items set quantity = line.rest where id = line.id;
    else
      delete from public.cart_items where id = line.id;
    end if;
  end loop;
end;
$$;
comment on function private.remove_bought_from_cart(public.orders) is
  'Removes what a paid order bought from the cart of its customer';

create function public.settle_payment(
  p_event_key text, p_event text, p_reference text, p_amount_minor bigint, p_currency text,
  p_payload jsonb
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
begin
  -- The webhook was quicker than our own verification: there is nothing left to do.
  if p_event = 'verify' and exists (
    select 1 from public.orders o join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference and o.status = 'Paid' and o.payment_reference = p_reference)
  then
    return 'already_paid';
  end if;

  -- The order is locked before its payments, as when an order is deleted; settlements queue here.
  select o.* into ordered from public.orders o
    join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference for update of o;

  insert into public.payment_events (id, reference, event, payload)
  values (p_event_key, coalesce(p_reference, ''), coalesce(p_event, ''), coalesce(p_payload, '{}'))
  on conflict (id) do nothing;

  if ordered.id is null then
    return 'unknown';
  end if;

  if ordered.status in ('Paid', 'Refunded') then
    if ordered.payment_reference is distinct from p_reference then
      update public.payment_attempts set status = 'duplicate' where reference = p_reference;
    end if;
    return 'already_paid';
  end if;

  -- What was cancelled is not sent: a person gives the money back.
  if ordered.status in ('Held', 'Cancelled')
    or p_amount_minor is distinct from (ordered.total_price * 100)::bigint
    or upper(p_currency) is distinct from ordered.currency
  then
    update public.orders set status = 'Held', payment_reference = p_reference
      where id = ordered.id and status in ('Pending', 'Cancelled');
    update public.payment_attempts set status = 'held' where reference = p_reference;
    return 'held';
  end if;

  update public.orders
    set status = 'Paid', payment_reference = p_reference, paid_at = now()
    where id = ordered.id and status = 'Pending' returning * into ordered;
  update public.payment_attempts set status = 'paid' where reference = p_reference;
  perform private.remove_bought_from_cart(ordered);
  return 'paid';
end;
$$;
comment on function public.settle_payment(text, text, text, bigint, text, jsonb) is
  'Settles a successful payment (amount in the smallest unit): paid when this call changed the order, already_paid, held when amount or currency differ or the order was cancelled, unknown when there is no such payment';

-- Refunds through the payment provider: one for each payment, and each exactly once.

create type public.refund_status as enum ('requested', 'pending', 'processing', 'processed', 'failed');
comment on type public.refund_status is 'Where a refund stands';

create table public.refunds (
  reference text primary key references public.payment_attempts on delete cascade,
  order_id uuid not null references public.orders on delete cascade,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  status public.refund_status not null default 'requested',
  note text not null default '' check (length(note) <= 500),
  asked_by uuid references auth.users on delete set null,
  asked_at timestamptz not null default now(),
  processed_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table public.refunds is 'Payments that are refunded in full, at most once each';
comment on column public.refunds.reference is 'The payment that is refunded';
comment on column public.refunds.order_id is 'The order that it paid';
comment on column public.refunds.amount_minor is 'Amount refunded, in the smallest unit of the currency (cents)';
comment on column public.refunds.currency is 'Currency, three letters';
comment on column public.refunds.status is 'requested (the provider has not confirmed it yet), pending, processing, processed (the money is on its way to the customer), failed (may be asked for again)';
comment on column public.refunds.note is 'What the provider said when it refused';
comment on column public.refunds.asked_by is 'The administrator who asked for it; empty when it was made at the provider';
comment on column public.refunds.asked_at is 'When it was last asked for';
comment on column public.refunds.processed_at is 'When the provider reported it as done';
comment on column public.refunds.created_at is 'When it was first asked for';

create index refunds_order_id_idx on public.refunds (order_id);
create index refunds_asked_by_idx on public.refunds (asked_by);
create index refunds_open_idx on public.refunds (asked_at)
  where status in ('requested', 'pending', 'processing');

create function public.start_refund(
  p_reference text, p_amount_minor bigint, p_currency text, p_asked_by uuid
) returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  attempt public.payment_attempts;
  refund public.refunds;
begin
  -- As in settle_payment, the order is locked first: refunds and settlements of one order queue here.
  perform 1 from public.orders o join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference for update of o;
  select * into attempt from public.payment_attempts where reference = p_reference;
  if not found then
    raise exception 'This payment does not exist.' using detail = 'unknown_payment';
  end if;
  if attempt.status not in ('paid', 'held', 'duplicate')
    or (attempt.status = 'paid' and attempt.amount_minor = 0)
  then
    raise exception 'Nothing was paid here that could be given back.' using detail = 'not_refundable';
  end if;
  insert into public.refunds (reference, order_id, amount_minor, currency, asked_by)
  values (attempt.reference, attempt.order_id, p_amount_minor, p_currency, p_asked_by)
  on conflict (reference) do nothing returning * into refund;
  if found then
    return refund;
  end if;
  -- It may be asked for again after a refusal, and a minute after a request that was cut off.
  update public.refunds
    set status = 'requested', note = '', asked_by = p_asked_by, asked_at = clock_timestamp()
    where reference = p_reference
      and (status = 'failed'
        or (status = 'requested' and asked_at < clock_timestamp() - interval '1 minute'))
    returning * into refund;
  if found then
    return refund;
  end if;
  raise exception 'This payment is being given back, or has been already.'
    using detail = 'already_refunded';
end;
$$;
comment on function public.start_refund(text, bigint, text, uuid) is
  'Records that a payment is to be refunded in full; only who gets the row may ask the provider. Errors (in detail): unknown_payment, not_refundable, already_refunded.';

create function public.update_refund(p_reference text, p_status text, p_note text default '')
returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  refund public.refunds;
  reached public.refund_status := p_status;
begin
  perform 1 from public.orders o join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference for update of o;
  select * into refund from public.refunds where reference = p_reference;
  if not found then
    raise exception 'This refund does not exist.' using detail = 'unknown_refund';
  end if;
  -- A refund that is processed stays so, and late messages never move it backwards.
  if refund.status = 'processed'
    or (reached not in ('processed', 'failed')
      and (refund.status = 'failed' or reached <= refund.status))
  then
    return refund;
  end if;
  update public.refunds
    set status = reached, note = left(coalesce(p_note, ''), 500),
      processed_at = case when reached = 'processed' then now() end
    where reference = p_reference returning * into refund;
  if reached = 'processed' then
    -- The order stays Paid when a duplicate is refunded, and Held while another held payment is not.
    update public.orders o set status = 'Refunded'
      where o.id = refund.order_id and o.status in ('Paid', 'Held')
        and not exists (
          select 1 from public.payment_attempts a left join public.refunds r using (reference)
          where a.order_id = o.id and a.status in ('paid', 'held')
            and r.status is distinct from 'processed');
  end if;
  return refund;
end;
$$;
comment on function public.update_refund(text, text, text) is
  'Moves a refund forward, never back; when the last payment is refunded the order is Refunded. Error (in detail): unknown_refund.';

create function public.settle_refund(
  p_event_key text, p_event text, p_reference text, p_amount_minor bigint, p_status text,
  p_payload jsonb
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  attempt public.payment_attempts;
  refund public.refunds;
begin
  insert into public.payment_events (id, reference, event, payload)
  values (p_event_key, coalesce(p_reference, ''), coalesce(p_event, ''), coalesce(p_payload, '{}'))
  on conflict (id) do nothing;
  perform 1 from public.orders o join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference for update of o;
  select * into attempt from public.payment_attempts
    where reference = p_reference and status in ('paid', 'held', 'duplicate');
  if not found then
    return 'unknown';
  end if;
  -- Refunds can also be made in the provider's own dashboard.
  if p_amount_minor = attempt.amount_minor then
    insert into public.refunds (reference, order_id, amount_minor, currency)
    values (attempt.reference, attempt.order_id, attempt.amount_minor, attempt.currency)
    on conflict (reference) do nothing;
  end if;
  select * into refund from public.refunds where reference = p_reference;
  if refund.reference is null or refund.amount_minor is distinct from p_amount_minor then
    return 'noted';
  end if;
  refund := public.update_refund(p_reference, p_status, '');
  return refund.status::text;
end;
$$;
comment on function public.settle_refund(text, text, text, bigint, text, jsonb) is
  'Handles a message of the provider about a refund (amount in the smallest unit): the status of the refund, noted when only a part was refunded, unknown when there is no such payment';

create function public.unconfirmed_refunds(p_older_than interval) returns setof public.refunds
language sql stable security definer set search_path = '' as $$
  select * from public.refunds
  where status in ('requested', 'pending', 'processing')
    and asked_at < now() - p_older_than and asked_at > now() - interval '30 days'
  order by asked_at limit 100;
$$;
comment on function public.unconfirmed_refunds(interval) is
  'Refunds that are not done and were asked for longer ago than this, up to a month: ask the provider about them';

alter table public.refunds enable row level security;
grant select on public.refunds to authenticated;
create policy refunds_select_admin on public.refunds for select to authenticated
  using ((select public.is_admin()));

-- Messages from the contact form.

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  firstname text not null default '' check (length(firstname) <= 200),
  lastname text not null default '' check (length(lastname) <= 200),
  email text not null check (btrim(email) <> '' and length(email) <= 320),
  message text not null check (btrim(message) <> '' and length(message) <= 10000),
  created_at timestamptz not null default now(),
  read_at timestamptz,
  answer text not null default '' check (length(answer) <= 10000),
  answered_at timestamptz,
  constraint contact_messages_message_visible check (public.is_visible(message)),
  constraint contact_messages_firstname_visible check (firstname = '' or public.is_visible(firstname)),
  constraint contact_messages_lastname_visible check (lastname = '' or public.is_visible(lastname)),
  constraint contact_messages_answer_visible check (answer = '' or public.is_visible(answer))
);
comment on table public.contact_messages is 'Messages from the contact form';
comment on column public.contact_messages.id is 'Identifies the message';
comment on column public.contact_messages.firstname is 'First name of the writer';
comment on column public.contact_messages.lastname is 'Last name of the writer';
comment on column public.contact_messages.email is 'Where to answer';
comment on column public.contact_messages.message is 'What was written';
comment on column public.contact_messages.created_at is 'When it came';
comment on column public.contact_messages.read_at is 'When an administrator read it; empty while unread';
comment on column public.contact_messages.answer is 'What an administrator answered, by mail';
comment on column public.contact_messages.answered_at is 'When it was marked as answered; empty until then';

create index contact_messages_created_at_idx on public.contact_messages (created_at desc, id);
create index contact_messages_unread_idx on public.contact_messages (created_at desc)
  where read_at is null;
create index contact_messages_words_idx on public.contact_messages using gin
  (lower(firstname || ' ' || lastname || ' ' || email || ' ' || message) extensions.gin_trgm_ops);
create index contact_messages_read_idx on public.contact_messages (created_at desc, id)
  where read_at is not null;

create function public.add_contact_message(p_firstname text, p_lastname text, p_email text, p_message text)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.act_for(null);
  insert into public.contact_messages (firstname, lastname, email, message)
  values (p_firstname, p_lastname, p_email, p_message);
end;
$$;
comment on function public.add_contact_message(text, text, text, text) is
  'Adds a message from the contact form. For the service role: the API counts messages first.';

create function office.mark_contact_messages(
  p_ids uuid[], p_read boolean default null, p_answered boolean default null
) returns int
language plpgsql security definer set search_path = '' as $$
declare
  changed int;
begin
  perform private.require_admin();
  -- What was answered was read.
  update public.contact_messages m
  set answered_at = case when coalesce(p_answered, m.answered_at is not null) then coalesce(m.answered_at, now()) end,
    read_at = case when coalesce(p_read, p_answered or m.read_at is not null) then coalesce(m.read_at, now()) end
  where id = any (p_ids)
    and ((read_at is not null) is distinct from coalesce(p_read, p_answered or read_at is not null)
      or (answered_at is not null) is distinct from coalesce(p_answered, answered_at is not null));
  get diagnostics changed = row_count;
  return changed;
end;
$$;
comment on function office.mark_contact_messages(uuid[], boolean, boolean) is
  'Marks contact messages as read or unread, answered or not; null leaves that as it is. How many changed. Administrators only (not_an_administrator).';

create function office.answer_contact_message(p_id uuid, p_answer text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update public.contact_messages
  set answer = p_answer, answered_at = now(), read_at = coalesce(read_at, now()) where id = p_id;
  return found;
end;
$$;
comment on function office.answer_contact_message(uuid, text) is
  'Writes the answer to a contact message and marks it as answered. False where there is no such message. Administrators only (not_an_administrator).';

alter table public.contact_messages enable row level security;
grant select, update (read_at), delete on public.contact_messages to authenticated;
create policy contact_messages_select_admin on public.contact_messages for select to authenticated
  using ((select public.is_admin()));
create policy contact_messages_update_admin on public.contact_messages for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
create policy contact_messages_delete_admin on public.contact_messages for delete to authenticated
  using ((select public.is_admin()));

-- The audit trail: who changed what, when, before and after. Written by triggers, so that it has changes by hand too.

create table public.audit_log (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  actor_role text not null
    check (actor_role in ('administrator', 'customer', 'visitor', 'service', 'database')),
  actor text not null,
  table_name text not null,
  action text not null check (action in ('insert', 'update', 'delete', 'truncate')),
  record_id text,
  label text not null default '',
  before jsonb,
  after jsonb,
  request_id text default private.request_id()
);
comment on table public.audit_log is
  'Audit trail: every change of the shop''s records, newest with the highest number. Written by triggers only. Values of deleted customers and messages are erased.';
comment on column public.audit_log.id is 'Number of the entry, rising';
comment on column public.audit_log.happened_at is 'When it was changed';
comment on column public.audit_log.actor_id is 'The signed-in user (auth.users) who did it; empty for others';
comment on column public.audit_log.actor_role is 'Who did it: administrator, customer, visitor, service (the shop''s own functions), database (SQL by hand, migrations)';
comment on column public.audit_log.actor is 'Name of who did it, as it was then; for the database its role';
comment on column public.audit_log.table_name is 'The table that was changed';
comment on column public.audit_log.action is 'insert, update, delete or truncate';
comment on column public.audit_log.record_id is 'Key of the record; empty when a whole table was emptied';
comment on column public.audit_log.label is 'Title or name of the record, for people';
comment on column public.audit_log.before is 'Values before: of an update only what changed, of a delete all';
comment on column public.audit_log.after is 'Values after: of an update only what changed, of an insert all';
comment on column public.audit_log.request_id is
  'The request of the API that made the change, as the logs of the site, the functions and the database name it; empty for SQL by hand and for the time before it was noted';

create index audit_log_record_idx on public.audit_log (record_id, id desc);
-- For the notifications, which cannot use updated_at: any later edit of the product changes it.
create index audit_log_out_of_stock_idx on public.audit_log (happened_at desc, record_id)
  where table_name = 'products' and action in ('insert', 'update') and after ->> 'availability' = 'OutofStock';
create index audit_log_request_idx on public.audit_log (request_id) where request_id is not null;
-- A kind of entry is its table, action and role; there are a few dozen.
create index audit_log_kind_idx on public.audit_log (table_name, action, actor_role, happened_at, id);
-- For the deletion of old entries, which are stored together.
create index audit_log_happened_at_idx on public.audit_log using brin (happened_at);
-- A search reads the whole pending list of this index, so it is kept short.
create index audit_log_search_idx on public.audit_log using gin (
    (id >> 12), table_name, action, actor_role, lower(label) extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 256);

-- The claims say for whom the service role acts; a direct connection has none.
create function private.current_actor(out id uuid, out kind text, out name text)
language plpgsql stable security definer set search_path = '' as $$
declare
  asked_as text := coalesce(
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role',
    nullif(current_setting('role', true), 'none'));
begin
  id := auth.uid();
  name := coalesce(asked_as, session_user);
  if id is null then
    kind := case asked_as when 'anon' then 'visitor' when 'service_role' then 'service' else 'database' end;
    return;
  end if;
  select 'administrator', coalesce(nullif(a.firstname, ''), a.email) into kind, name
    from public.administrators a where a.id = current_actor.id;
  if not found then
    kind := 'customer';
    name := coalesce((
      select nullif(btrim(p.firstname || ' ' || p.lastname), '')
      from public.profiles p where p.id = current_actor.id), 'A customer');
  end if;
end;
$$;
comment on function private.current_actor() is 'Who makes the current change: user, kind and name';

create function private.act_for(p_user uuid) returns void
language sql set search_path = '' as $$
  select set_config('request.jwt.claims', json_build_object(
    'role', case when p_user is null then 'anon' else 'authenticated' end, 'sub', p_user)::text, true);
$$;
comment on function private.act_for(uuid) is
  'For the rest of the transaction auth.uid() and the audit trail name this user, or a visitor for null. Only for functions of the service role.';

create function private.audit_label(p_row jsonb) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return left(coalesce(
    p_row ->> 'title', p_row ->> 'name', p_row ->> 'header', p_row ->> 'question', p_row ->> 'headline',
    (select string_agg(w, ', ') from jsonb_array_elements_text(p_row -> 'words') w),
    nullif(btrim(concat_ws(' ', p_row ->> 'firstname', p_row ->> 'lastname')), ''),
    p_row ->> 'email', p_row ->> 'reference', p_row ->> 'note', ''), 200);
end;
$$;
comment on function private.audit_label(jsonb) is 'Title or name of a record, whatever its table';

create function private.erased(p_values jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(key, '[erased]'::text) from jsonb_object_keys(p_values) key;
$$;
comment on function private.erased(jsonb) is 'The same fields without their values';

create function private.write_audit_log() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  key_column constant text := tg_argv[0];
  -- Columns that triggers fill are no change of their own.
  left_out constant text[] := tg_argv[1]::text[] || '{updated_at, search, search_words, shuffle, facets, lexemes, expansion}'::text[];
  erases constant boolean := tg_argv[2]::boolean;
  who record;
begin
  -- A statement that found no row has changed nothing.
  if tg_op = 'DELETE' then
    if not exists (select from old_rows) then
      return null;
    end if;
  elsif tg_op <> 'TRUNCATE' then
    if not exists (select from new_rows) then
      return null;
    end if;
  end if;
  who := private.current_actor();
  if tg_op = 'TRUNCATE' then
    insert into public.audit_log (actor_id, actor_role, actor, table_name, action)
    values (who.id, who.kind, who.name, tg_table_name, 'truncate');
  elsif tg_op = 'INSERT' then
    insert into public.audit_log
      (actor_id, actor_role, actor, table_name, action, record_id, label, after)
    select who.id, who.kind, who.name, tg_table_name, 'insert', r.row ->> key_column,
      private.audit_label(r.row), r.row - left_out
    from (select to_jsonb(n) as row from new_rows n offset 0) r;
  elsif tg_op = 'DELETE' then
    insert into public.audit_log
      (actor_id, actor_role, actor, table_name, action, record_id, label, before)
    select who.id, who.kind, who.name, tg_table_name, 'delete', r.row ->> key_column,
      private.audit_label(r.row), r.row - left_out
    from (select to_jsonb(o) as row from old_rows o offset 0) r;
    if erases then
      update public.audit_log a
      set label = '', before = private.erased(a.before), after = private.erased(a.after)
      where a.table_name = tg_table_name
        and a.record_id in (select to_jsonb(o) ->> key_column from old_rows o);
    end if;
  else
    -- A row whose key changed shows as one deleted and one inserted.
    insert into public.audit_log
      (actor_id, actor_role, actor, table_name, action, record_id, label, before, after)
    select who.id, who.kind, who.name, tg_table_name,
      case when o.row is null then 'insert' when n.row is null then 'delete' else 'update' end,
      coalesce(n.key, o.key), private.audit_label(coalesce(n.row, o.row)), d.before, d.after
    from (select to_jsonb(r) ->> key_column as key, to_jsonb(r) - left_out as row from old_rows r) o
    full join (select to_jsonb(r) ->> key_column as key, to_jsonb(r) - left_out as row from new_rows r) n
      on n.key = o.key
    cross join lateral (
      select jsonb_object_agg(f.key, o.row -> f.key) filter (where o.row ? f.key) as before,
        jsonb_object_agg(f.key, n.row -> f.key) filter (where n.row ? f.key) as after
      from jsonb_object_keys(coalesce(n.row, o.row)) f (key)
      where o.row -> f.key is distinct from n.row -> f.key) d
    where o.row is distinct from n.row;
  end if;
  return null;
end;
$$;
comment on function private.write_audit_log() is 'Writes what a statement changed into the audit trail';

create function private.audit_table(
  p_table regclass, p_key text default 'id', p_left_out text[] default '{}', p_erase boolean default false
) returns void
language sql set search_path = '' as $$
  select private.add_change_triggers(p_table, 'audit',
    format('private.write_audit_log(%L, %L, %L)', p_key, p_left_out, p_erase));
$$;
comment on function private.audit_table(regclass, text, text[], boolean) is
  'Puts a table under the audit trail: its key, columns that must not be written (secrets, card data), and whether a deletion erases the written values';

alter table public.audit_log enable row level security;
revoke all on public.audit_log from service_role;
grant select on public.audit_log to authenticated, service_role;
create policy audit_log_select_admin on public.audit_log for select to authenticated
  using ((select public.is_admin()));

select private.audit_table('public.administrators');
select private.audit_table('public.profiles', p_erase => true);
select private.audit_table('public.customer_notes', p_erase => true);
select private.audit_table('public.categories');
select private.audit_table('public.products');
select private.audit_table('public.banners');
select private.audit_table('public.advertisements');
select private.audit_table('public.faqs');
select private.audit_table('public.search_synonyms');
select private.audit_table('public.reviews', p_left_out => '{firstname, lastname}');
select private.audit_table('public.orders', p_left_out => '{idempotency_key,idempotency_digest}');
select private.audit_table('public.order_items');
-- asked_at is no change of the payment.
select private.audit_table('public.payment_attempts', 'reference', '{authorization_url,asked_at}');
-- The provider's messages contain card data.
select private.audit_table('public.payment_events', p_left_out => '{payload}');
select private.audit_table('public.refunds', 'reference');
select private.audit_table('public.contact_messages', p_erase => true);

-- The back office's list of the audit trail, and of the changes of an order.

create function private.audit_kinds(p_table text, p_action text, p_role text)
returns table (table_name text, action text, actor_role text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
    with recursive kinds as (
      (select a.table_name, a.action, a.actor_role from public.audit_log a
        order by a.table_name, a.action, a.actor_role limit 1)
      union all
      select n.table_name, n.action, n.actor_role from kinds k cross join lateral (
        select a.table_name, a.action, a.actor_role from public.audit_log a
        where (a.table_name, a.action, a.actor_role) > (k.table_name, k.action, k.actor_role)
        order by a.table_name, a.action, a.actor_role limit 1) n)
    select k.table_name, k.action, k.actor_role from kinds k
    where p_table in ('', k.table_name) and p_action in ('', k.action) and p_role in ('', k.actor_role);
end;
$$;
comment on function private.audit_kinds(text, text, text) is
  'The kinds of entries that the audit trail has, found by a loose index scan; empty arguments filter nothing';

create function private.audit_of_kinds(
  p_table text, p_action text, p_role text, p_from timestamptz, p_to timestamptz, p_size int, p_page int,
  out ids bigint[], out total bigint, out total_is_least boolean
)
language plpgsql stable security definer set search_path = '' as $$
declare
  counted constant int := 2000;
  reach constant int := 10000;
  far_enough constant int := least(reach,
    greatest(counted, (greatest(coalesce(p_page, 1), 1)::bigint + 1) * p_size));
  tables text[];
  actions text[];
  roles text[];
  skipped int;
begin
  select array_agg(k.table_name), array_agg(k.action), array_agg(k.actor_role) into tables, actions, roles
    from private.audit_kinds(p_table, p_action, p_role) k;
  select count(*) into total from (
    select from unnest(tables, actions, roles) k (table_name, action, actor_role)
    cross join lateral (
      select from public.audit_log a
      where a.table_name = k.table_name and a.action = k.action and a.actor_role = k.actor_role
        and a.happened_at >= p_from and a.happened_at < p_to
      limit far_enough + 1) a
    limit far_enough + 1) c;
  total_is_least := total > far_enough;
  total := least(total, far_enough);
  skipped := private.page_start(p_page, p_size, total::int);
  -- Each kind is read from its newest entry, no further than the page reaches.
  ids := array(
    select a.id from unnest(tables, actions, roles) k (table_name, action, actor_role)
    cross join lateral (
      select a.id, a.happened_at from public.audit_log a
      where a.table_name = k.table_name and a.action = k.action and a.actor_role = k.actor_role
        and a.happened_at >= p_from and a.happened_at < p_to
      order by a.happened_at desc, a.id desc limit skipped + p_size) a
    order by a.happened_at desc, a.id desc limit p_size offset skipped);
end;
$$;
comment on function private.audit_of_kinds(text, text, text, timestamptz, timestamptz, int, int) is
  'One page of the entries of the audit trail of a table, an action, a role if given, from p_from and before p_to, newest first, and how many there are, counted up to 2,000; pages by number reach 10,000';

create function private.search_audit(
  p_text text, p_table text, p_action text, p_role text, p_from timestamptz, p_to timestamptz,
  p_size int, p_page int, out ids bigint[], out total bigint, out total_is_least boolean
)
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan as $$
declare
  few constant int := 1000;
  reach constant int := 10000;
  far_enough constant int := least(reach, (greatest(coalesce(p_page, 1), 1)::bigint + 1) * p_size);
  pattern constant text := private.search_pattern(p_text);
  indexed constant text := private.index_pattern(pattern);
  named constant bigint[] := array(
    select it.id from public.audit_log it
    where (it.record_id = p_text or it.request_id = p_text)
      and (p_table = '' or it.table_name = p_table) and (p_action = '' or it.action = p_action)
      and (p_role = '' or it.actor_role = p_role) and it.happened_at >= p_from and it.happened_at < p_to);
  block bigint;
  oldest bigint;
  skipped int;
begin
  -- Without any entry in these days there is nothing to search.
  select (max(n.id) >> 12) + 1, (min(o.id) >> 12) - 1 into block, oldest
  from private.audit_kinds(p_table, p_action, p_role) k
  cross join lateral (
    select a.id from public.audit_log a
    where a.table_name = k.table_name and a.action = k.action and a.actor_role = k.actor_role and a.happened_at < p_to
    order by a.happened_at desc, a.id desc limit 1) n
  cross join lateral (
    select a.id from public.audit_log a
    where a.table_name = k.table_name and a.action = k.action and a.actor_role = k.actor_role and a.happened_at >= p_from
    order by a.happened_at, a.id limit 1) o;
  if block >= oldest then
    ids := array(
      select it.id from public.audit_log it
      where it.id >= oldest << 12 and it.id < (block + 1) << 12
        and (indexed = '%' or lower(it.label) like indexed) and ' ' || lower(it.label) like pattern
        and (p_table = '' or it.table_name = p_table) and (p_action = '' or it.action = p_action)
        and (p_role = '' or it.actor_role = p_role) and it.happened_at >= p_from and it.happened_at < p_to
      limit few + 1);
  end if;
  if block is null or cardinality(ids) <= few then
    block := null;
    ids := array(select id from unnest(ids || named) id group by id order by id desc);
  else
    -- Block by block of 4,096 numbers from the newest, each answered by one index, until the page is full. Sessions write side by
    -- side: what is a moment newer may have a lower number, but not by a block.
    ids := '{}';
    while block >= oldest and cardinality(ids) <= far_enough loop
      ids := ids || array(
        select it.id from public.audit_log it
        where it.id >> 12 = block and (indexed = '%' or lower(it.label) like indexed) and ' ' || lower(it.label) like pattern
          and (p_table = '' or it.table_name = p_table) and (p_action = '' or it.action = p_action)
          and (p_role = '' or it.actor_role = p_role) and it.happened_at >= p_from and it.happened_at < p_to
        union
        select n from unnest(named) n where n >> 12 = block
        order by 1 desc);
      block := (select max(a.id) >> 12 from public.audit_log a where a.id < block << 12);
    end loop;
  end if;
  total_is_least := coalesce(block >= oldest, false) or cardinality(ids) > reach;
  total := least(cardinality(ids), reach);
  skipped := private.page_start(p_page, p_size, total);
  ids := ids[skipped + 1 : least(skipped + p_size, total)];
end;
$$;
comment on function private.search_audit(text, text, text, text, timestamptz, timestamptz, int, int) is
  'One page of the entries of the audit trail with the text in their label, or as the key of their record or the id of their request, of a table, an action, a role if given, from p_from and before p_to, newest first, and how many there are; total_is_least where older ones were not looked at';

create function office.list_audit(
  p_query text default '', p_table text default '', p_action text default '', p_role text default '',
  p_from date default null, p_to date default null, p_limit int default 25, p_page int default 1
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  named constant text := btrim(coalesce(p_query, ''));
  since constant timestamptz := coalesce(p_from::timestamp at time zone 'UTC', '-infinity');
  before constant timestamptz := coalesce((p_to + 1)::timestamp at time zone 'UTC', 'infinity');
  page record;
begin
  perform private.require_admin();
  if named <> '' then
    page := private.search_audit(named, coalesce(p_table, ''), coalesce(p_action, ''), coalesce(p_role, ''),
      since, before, page_size, p_page);
  else
    page := private.audit_of_kinds(coalesce(p_table, ''), coalesce(p_action, ''), coalesce(p_role, ''),
      since, before, page_size, p_page);
  end if;
  return jsonb_build_object('total', page.total, 'total_is_least', page.total_is_least,
    'entries', coalesce((
      select jsonb_agg(to_jsonb(a) || jsonb_build_object('restored', a.action = 'insert' and exists (
        select from public.audit_log d where d.record_id = a.record_id and d.id < a.id
          and d.table_name = a.table_name and d.action = 'delete')) order by f.place)
      from unnest(page.ids) with ordinality f (id, place)
      join public.audit_log a on a.id = f.id), '[]'));
end;
$$;
comment on function office.list_audit(text, text, text, text, date, date, int, int) is
  'One page of the audit trail, newest first, as {total, total_is_least, entries}, each entry with restored, true where a deleted record came back; empty arguments filter nothing, the query is part of a title or name, the key of a record, or the id of a request. Administrators only (not_an_administrator).';

create function office.order_changes(p_order uuid) returns setof public.audit_log
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select * from public.audit_log where record_id = p_order::text and table_name = 'orders'
    order by id desc limit 100;
end;
$$;
comment on function office.order_changes(uuid) is
  'The latest hundred entries of the audit trail about one order, newest first. Administrators only (not_an_administrator).';

-- What is deleted is kept for a while, so that a mistake can be undone with everything that belonged to the record.

create table public.trash (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind <> ''),
  record_id uuid not null,
  label text not null default '',
  contents jsonb not null,
  deleted_by uuid,
  deleted_at timestamptz not null default now()
);
comment on table public.trash is 'What was deleted, with what belonged to it, kept for 30 days. Written by triggers, whoever deletes; restore_trash brings a record back as it was. Customers are not here: a login that was deleted is gone.';
comment on column public.trash.id is 'Identifies the deletion';
comment on column public.trash.kind is 'Table that the record was in: products, categories, orders, banners, advertisements, faqs, search_synonyms, contact_messages, customer_notes';
comment on column public.trash.record_id is 'Id of the record; it comes back with the same';
comment on column public.trash.label is 'Title or name of the record';
comment on column public.trash.contents is 'The row, and what went or was cut off with it: reviews, lines of carts and orders, products of a category, lines, payments and refunds of an order';
comment on column public.trash.deleted_by is 'Who deleted it; empty when it was done in the database itself';
comment on column public.trash.deleted_at is 'When it was deleted';

create index trash_kind_idx on public.trash (kind, deleted_at desc, id);
create index trash_record_idx on public.trash (record_id);
create index trash_deleted_at_idx on public.trash (deleted_at);
-- To find the records in the trash that belong to a product, a category or a customer.
create index trash_order_lines_idx on public.trash using gin ((contents -> 'items') jsonb_path_ops)
  where kind = 'orders';
create index trash_customer_idx on public.trash ((contents #>> '{row,user_id}')) where kind in ('orders', 'customer_notes');
create index trash_writer_idx on public.trash (lower(contents #>> '{row,email}')) where kind = 'contact_messages';
create index trash_category_idx on public.trash ((contents #>> '{row,category_id}')) where kind = 'products';

-- Before the deletion, since what belongs to the record is still there then. A line or a product that is in the trash itself is found
-- there, so records may be restored in any order.
create function private.move_to_trash() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deleted jsonb := to_jsonb(old);
  label text := private.audit_label(deleted);
  related jsonb := '{}';
begin
  case tg_table_name
  when 'products' then
    deleted := deleted - 'search' - 'search_words' - 'facets';
    label := deleted ->> 'title';
    related := jsonb_build_object(
      'reviews', (select coalesce(jsonb_agg(r), '[]') from public.reviews r where r.product_id = old.id),
      'cart_items', (select coalesce(jsonb_agg(i), '[]') from public.cart_items i where i.product_id = old.id),
      'order_items', (select coalesce(jsonb_agg(i.id), '[]') from (
        select o.id::text from public.order_items o where o.product_id = old.id
        union all
        select line ->> 'id' from public.trash t, jsonb_array_elements(t.contents -> 'items') line
        where t.kind = 'orders' and line ->> 'product_id' = old.id::text
          and t.contents -> 'items' @> jsonb_build_array(jsonb_build_object('product_id', old.id))) i));
  when 'categories' then
    related := jsonb_build_object('products', (select coalesce(jsonb_agg(p.id), '[]') from (
      select id from public.products where category_id = old.id
      union all
      select record_id from public.trash
      where kind = 'products' and contents #>> '{row,category_id}' = old.id::text) p));
  when 'orders' then
    label := left(concat_ws(', ',
      nullif(btrim(concat_ws(' ', old.firstname, old.lastname)), ''), nullif(old.email, ''),
      concat(case old.currency when 'USD' then '$' else old.currency || ' ' end, old.total_price)), 200);
    related := jsonb_build_object(
      'items', (select coalesce(jsonb_agg(i), '[]') from public.order_items i where i.order_id = old.id),
      'attempts', (select coalesce(jsonb_agg(a), '[]') from public.payment_attempts a where a.order_id = old.id),
      'refunds', (select coalesce(jsonb_agg(r), '[]') from public.refunds r where r.order_id = old.id));
  else
    -- Nothing belongs to records of other tables.
  end case;
  insert into public.trash (kind, record_id, label, contents, deleted_by)
  values (tg_table_name, old.id, label, jsonb_build_object('row', deleted) || related, auth.uid());
  return old;
end;
$$;
comment on function private.move_to_trash() is
  'Puts a record that is deleted into the trash: a product with its reviews and lines of carts and orders, a category with the ids of its products, an order with its lines, payments and refunds';

-- A deleted customer is deleted from the trash too.
create function private.delete_customer_from_trash() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.trash
    where kind in ('orders', 'customer_notes') and contents #>> '{row,user_id}' = old.id::text;
  delete from public.trash
    where kind = 'contact_messages' and lower(contents #>> '{row,email}') = lower(old.email);
  update public.trash t
  set contents = t.contents || jsonb_build_object(
    'reviews', (select coalesce(jsonb_agg(r), '[]') from jsonb_array_elements(t.contents -> 'reviews') r
      where r ->> 'user_id' <> old.id::text),
    'cart_items', (select coalesce(jsonb_agg(i), '[]') from jsonb_array_elements(t.contents -> 'cart_items') i
      where i ->> 'user_id' <> old.id::text))
  where t.kind = 'products'
    and (t.contents -> 'reviews' @> jsonb_build_array(jsonb_build_object('user_id', old.id))
      or t.contents -> 'cart_items' @> jsonb_build_array(jsonb_build_object('user_id', old.id)));
  return null;
end;
$$;
comment on function private.delete_customer_from_trash() is 'Deletes from the trash what a deleted customer wrote or ordered';

create function office.delete_records(p_kind text, p_ids uuid[]) returns setof uuid
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if p_kind <> all ('{orders,banners,advertisements,faqs,search_synonyms,contact_messages,customer_notes}'::text[]) then
    raise exception 'Nothing of this kind can be deleted here.' using errcode = '22023';
  end if;
  -- In the order of their ids, so that two administrators never deadlock.
  execute format('delete from public.%1$I where id in (
    select id from public.%1$I where id = any ($1) order by id for update)', p_kind) using p_ids;
  return query select t.id from public.trash t
    where t.record_id = any (p_ids) and t.kind = p_kind and t.deleted_at = now();
end;
$$;
comment on function office.delete_records(text, uuid[]) is
  'Deletes orders, banners, advertisements, faqs, search_synonyms, contact_messages or customer_notes, those that are still there, and returns the ids that restore_trash takes. Error (in detail): not_an_administrator.';

create function office.purge_trash() returns setof text
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    with purged as (
      delete from public.trash where deleted_at < now() - interval '30 days' returning contents -> 'row' as deleted)
    select path from purged, lateral (
      select jsonb_array_elements_text(deleted -> 'images') as path
        where jsonb_typeof(deleted -> 'images') = 'array'
      union all select deleted ->> 'image') paths
    where path is not null;
end;
$$;
comment on function office.purge_trash() is
  'Deletes for good what was deleted more than 30 days ago and returns the paths of its pictures, which the caller removes. Error (in detail): not_an_administrator.';

create function public.purge_personal_trash() returns int
language sql security definer set search_path = '' as $$
  with purged as (
    delete from public.trash
    where kind in ('orders', 'contact_messages', 'customer_notes') and deleted_at < now() - interval '30 days' returning 1)
  select count(*)::int from purged;
$$;
comment on function public.purge_personal_trash() is
  'Deletes for good the orders, messages and notes that were deleted more than 30 days ago, and returns their number; called by the scheduled task, so that it does not wait for the next deletion';

alter table public.trash enable row level security;
create policy trash_nobody on public.trash for all to anon, authenticated
  using (false) with check (false);

create trigger products_move_to_trash before delete on public.products
  for each row execute function private.move_to_trash();
create trigger categories_move_to_trash before delete on public.categories
  for each row execute function private.move_to_trash();
create trigger profiles_delete_from_trash after delete on public.profiles
  for each row execute function private.delete_customer_from_trash();
create trigger orders_move_to_trash before delete on public.orders
  for each row execute function private.move_to_trash();
create trigger banners_move_to_trash before delete on public.banners
  for each row execute function private.move_to_trash();
create trigger advertisements_move_to_trash before delete on public.advertisements
  for each row execute function private.move_to_trash();
create trigger faqs_move_to_trash before delete on public.faqs
  for each row execute function private.move_to_trash();
create trigger search_synonyms_move_to_trash before delete on public.search_synonyms
  for each row execute function private.move_to_trash();
create trigger contact_messages_move_to_trash before delete on public.contact_messages
  for each row execute function private.move_to_trash();
create trigger customer_notes_move_to_trash before delete on public.customer_notes
  for each row execute function private.move_to_trash();

-- Restoring records from the trash, with the same id and what belonged to them.

-- Dynamic, for the columns that the table had when the records were deleted and still has.
create function private.insert_rows(p_table regclass, p_rows jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  columns constant text := (
    select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_catalog.pg_attribute a
    where a.attrelid = p_table and a.attnum > 0 and a.attgenerated = '' and p_rows -> 0 ? a.attname::text);
begin
  if columns is not null then
    execute format('insert into %1$s (%2$s) select %2$s from jsonb_populate_recordset(null::%1$s, $1)',
      p_table, columns) using p_rows;
  end if;
end;
$$;
comment on function private.insert_rows(regclass, jsonb) is
  'Inserts records that were kept as JSON; columns added since get their defaults, those removed are left out';

create function private.restore_product(p_contents jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  product jsonb := p_contents -> 'row';
  its_id constant uuid := product ->> 'id';
  lines constant text[] := array(select jsonb_array_elements_text(p_contents -> 'order_items'));
begin
  if not exists (select 1 from public.categories c where c.id = (product ->> 'category_id')::uuid) then
    product := product || '{"category_id": null}';
  end if;
  perform private.insert_rows('public.products', jsonb_build_array(product));
  perform private.insert_rows('public.reviews', (
    select jsonb_agg(r) from jsonb_array_elements(p_contents -> 'reviews') r
    join auth.users u on u.id = (r ->> 'user_id')::uuid));
  perform private.insert_rows('public.cart_items', (
    select jsonb_agg(i) from jsonb_array_elements(p_contents -> 'cart_items') i
    join auth.users u on u.id = (i ->> 'user_id')::uuid));
  update public.order_items i set product_id = its_id
    where i.product_id is null and i.id = any (lines::uuid[]);
  update public.trash t set contents = jsonb_set(t.contents, '{items}', (
    select jsonb_agg(case when line ->> 'id' = any (lines)
      then line || jsonb_build_object('product_id', its_id) else line end)
    from jsonb_array_elements(t.contents -> 'items') line))
  where t.kind = 'orders' and t.contents -> 'items' @> any (array(
    select jsonb_build_array(jsonb_build_object('id', line, 'product_id', null)) from unnest(lines) line));
end;
$$;
comment on function private.restore_product(jsonb) is 'Restores a product with its reviews and the lines of carts and orders, those in the trash too; without its category if that was deleted';

create function private.restore_category(p_contents jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  its_id constant uuid := p_contents #>> '{row,id}';
  its_products constant uuid[] := array(select jsonb_array_elements_text(p_contents -> 'products')::uuid);
begin
  perform private.insert_rows('public.categories', jsonb_build_array(p_contents -> 'row'));
  update public.products set category_id = its_id
    where category_id is null and id = any (its_products);
  update public.trash set contents = jsonb_set(contents, '{row,category_id}', to_jsonb(its_id))
    where kind = 'products' and record_id = any (its_products)
      and contents #>> '{row,category_id}' is null;
end;
$$;
comment on function private.restore_category(jsonb) is 'Restores a category; its products return to it unless they have got another, those in the trash too';

create function private.restore_order(p_contents jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ordered jsonb := p_contents -> 'row';
begin
  if not exists (select 1 from auth.users where id = (ordered ->> 'user_id')::uuid) then
    ordered := ordered || '{"user_id": null}';
  end if;
  if exists (select 1 from public.orders where user_id = (ordered ->> 'user_id')::uuid
    and idempotency_key = ordered ->> 'idempotency_key') then
    ordered := ordered || '{"idempotency_key": null}';
  end if;
  perform private.insert_rows('public.orders', jsonb_build_array(ordered));
  perform private.insert_rows('public.order_items', (
    select jsonb_agg(i || jsonb_build_object('product_id', p.id))
    from jsonb_array_elements(p_contents -> 'items') i
    left join public.products p on p.id = (i ->> 'product_id')::uuid));
  perform private.insert_rows('public.payment_attempts', p_contents -> 'attempts');
  perform private.insert_rows('public.refunds', (
    select jsonb_agg(r || jsonb_build_object('asked_by', u.id))
    from jsonb_array_elements(p_contents -> 'refunds') r
    left join auth.users u on u.id = (r ->> 'asked_by')::uuid));
end;
$$;
comment on function private.restore_order(jsonb) is
  'Restores an order; customers, products and administrators that were deleted since are left out';

create function office.restore_trash(p_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  deleted public.trash;
  restored int := 0;
begin
  perform private.require_admin();
  for deleted in
    delete from public.trash
    where id = any (p_ids) and deleted_at > now() - interval '30 days' returning *
  loop
    case deleted.kind
      when 'products' then perform private.restore_product(deleted.contents);
      when 'categories' then perform private.restore_category(deleted.contents);
      when 'orders' then perform private.restore_order(deleted.contents);
      else perform private.insert_rows(format('public.%I', deleted.kind)::regclass, jsonb_build_array(deleted.contents -> 'row'));
    end case;
    restored := restored + 1;
  end loop;
  if restored < (select count(distinct i) from unnest(p_ids) i) then
    raise exception 'This is no longer in the trash.' using detail = 'unknown_trash';
  end if;
  return restored;
end;
$$;
comment on function office.restore_trash(uuid[]) is
  'Restores deleted records as they were, all or none. Administrators only. Errors (in detail): not_an_administrator, unknown_trash.';

create function office.list_trash(p_kind text, p_limit int default 25, p_page int default 1)
returns table (id uuid, label text, deleted_at timestamptz, total bigint, total_is_least boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  since constant timestamptz := now() - interval '30 days';
  many bigint;
begin
  perform private.require_admin();
  select count(*) into many from public.trash t where t.kind = p_kind and t.deleted_at > since;
  return query
    select t.id, t.label, t.deleted_at, many, false
    from public.trash t
    where t.kind = p_kind and t.deleted_at > since
    order by t.deleted_at desc, t.id
    limit page_size offset private.page_start(p_page, page_size, many);
end;
$$;
comment on function office.list_trash(text, int, int) is
  'One page of what was deleted of a kind and can be brought back, latest first, each with the count of all. Error (in detail): not_an_administrator.';

-- The change feed: every write to the catalogue leaves tags by which the site purges cached pages.

create table public.catalogue_changes (
  id bigint generated always as identity primary key,
  tag text not null,
  transaction_id xid8 not null default pg_current_xact_id(),
  changed_at timestamptz not null default clock_timestamp()
);
comment on table public.catalogue_changes is 'Feed of catalogue changes, from which the site learns which pages are stale. Written by triggers, kept for a day.';
comment on column public.catalogue_changes.id is 'Number of the change';
comment on column public.catalogue_changes.tag is 'What changed: products, product:<id>, categories, category:<id>, banners, ads, faqs, search_synonyms, reviews:<product id>, or everything';
comment on column public.catalogue_changes.transaction_id is 'Transaction that made the change; lets a reader miss nothing';
comment on column public.catalogue_changes.changed_at is 'When it was changed';

create index catalogue_changes_transaction_id_idx on public.catalogue_changes (transaction_id);
create index catalogue_changes_changed_at_idx on public.catalogue_changes (changed_at);

-- Beyond 500 tags one tag for everything is cheaper, here and for the site.
create function private.record_catalogue_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed jsonb[];
  tags text[] := '{everything}';
begin
  if tg_op = 'INSERT' then
    changed := array(select to_jsonb(n) from new_rows n limit 1001);
  elsif tg_op = 'DELETE' then
    changed := array(select to_jsonb(o) from old_rows o limit 1001);
  elsif tg_op = 'UPDATE' then
    changed := array(select to_jsonb(c) from (
      (select * from old_rows except all select * from new_rows)
      union all
      (select * from new_rows except all select * from old_rows) limit 1001) c);
  end if;
  if cardinality(changed) <= 1000 then
    tags := array(
      select distinct tag from unnest(changed) c (row), unnest(case tg_table_name
        when 'products' then array['products', 'product:' || (c.row ->> 'id'), 'category:' || (c.row ->> 'category_id')]
        when 'categories' then array['categories', 'category:' || (c.row ->> 'id')]
        when 'reviews' then array['reviews:' || (c.row ->> 'product_id')]
        when 'advertisements' then array['ads']
        else array[tg_table_name::text] end) tag
      where tag is not null);
  end if;
  if tags = '{}' then
    return null;
  end if;
  insert into public.catalogue_changes (tag)
    select unnest(case when cardinality(tags) > 500 then array['everything'] else tags end);
  -- Skips rows that another writer is deleting, so that two writers never wait for each other.
  delete from public.catalogue_changes where id in (
    select id from public.catalogue_changes where changed_at < now() - interval '1 day'
    order by changed_at limit 1000 for update skip locked);
  return null;
end;
$$;
comment on function private.record_catalogue_changes() is
  'Writes the tags of what a statement changed into the change feed, and trims what is older than a day';

-- A banner that is planned appears and disappears without a write. Its times are reported for a day, with ids below zero.
create function private.planned_changes() returns table (id bigint, tag text)
language sql stable set search_path = '' as $$
  select distinct (extract(epoch from at) * -1000)::bigint, 'banners'
  from public.banners b, unnest(array[b.shown_from, b.shown_until]) at
  where b.shown and at between now() - interval '1 day' and now();
$$;
comment on function private.planned_changes() is 'Changes of the last day that were planned before, with the ids and tags of the change feed';

-- Returns the database's clock before and after the query, so that instances of the site can be compared. Definer, as visitors
-- do not see banners that have ended.
create function public.catalogue_changes_since(p_cursor text default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    -- A transaction begins before its snapshots are taken; a statement's time may be later than that of its snapshot.
    'from', floor(extract(epoch from transaction_timestamp()) * 1000),
    'cursor', pg_snapshot_xmin(pg_current_snapshot())::text,
    'changes', case
      when p_cursor is null then '[]'::jsonb
      when p_cursor !~ '^\d{1,19}$' or p_cursor::numeric > pg_snapshot_xmax(pg_current_snapshot())::text::numeric
        then jsonb_build_array(jsonb_build_object('id', 0, 'tag', 'everything'))
      else coalesce((
        select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', c.id, 'tag', c.tag,
          'age', round(extract(epoch from statement_timestamp() - c.changed_at), 3))) order by c.id)
        from (
          select l.id, l.tag, l.changed_at from public.catalogue_changes l where l.transaction_id >= p_cursor::xid8
          union all select p.id, p.tag, null from private.planned_changes() p) c), '[]'::jsonb)
    end,
    'until', ceil(extract(epoch from clock_timestamp()) * 1000));
$$;
comment on function public.catalogue_changes_since(text) is
  'Changes since the cursor of the last answer, as {cursor, changes: [{id, tag, age in seconds}], from, until}. A change may come twice (compare ids), none is left out. A cursor of another database answers with the tag everything. from and until are the clock before and after the query, in milliseconds since 1970.';
grant execute on function public.catalogue_changes_since(text) to anon, authenticated;

alter table public.catalogue_changes enable row level security;
grant select on public.catalogue_changes to anon, authenticated;
create policy catalogue_changes_select_all on public.catalogue_changes for select
  to anon, authenticated using (true);

select private.add_change_triggers('public.products', 'changes', 'private.record_catalogue_changes()');
select private.add_change_triggers('public.categories', 'changes', 'private.record_catalogue_changes()');
select private.add_change_triggers('public.banners', 'changes', 'private.record_catalogue_changes()');
select private.add_change_triggers('public.reviews', 'changes', 'private.record_catalogue_changes()');
select private.add_change_triggers('public.advertisements', 'changes', 'private.record_catalogue_changes()');
select private.add_change_triggers('public.faqs', 'changes', 'private.record_catalogue_changes()');
select private.add_change_triggers('public.search_synonyms', 'changes', 'private.record_catalogue_changes()');

-- How many products there are, in all, in each category and with each combination of facets, without counting them: the shop's
-- lists say so on each page. Who writes adds a row, so that no writer waits for another, and merges those that no other transaction has locked.

create table private.product_counts (
  category_id uuid,
  many bigint not null,
  id bigint generated always as identity primary key,
  facets text[] not null default '{}'
);
comment on table private.product_counts is
  'How many products each combination of facets has, as the sum of its rows: writers add a row each, so that none waits for another';
comment on column private.product_counts.category_id is 'Category; empty for products without one';
comment on column private.product_counts.many is 'How many came; below zero for those that went';
comment on column private.product_counts.id is 'Numbers the row';
comment on column private.product_counts.facets is 'What these products are filtered by, as in products.facets';

create index product_counts_category_id_idx on private.product_counts (category_id);

create function private.count_products_by_category() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  counts jsonb := '[]';
  changed record;
  merged bigint;
begin
  if tg_op = 'TRUNCATE' then
    delete from private.product_counts;
  elsif tg_op = 'INSERT' then
    counts := (select jsonb_agg(n) from (select category_id, facets, count(*) as many from new_rows group by 1, 2) n);
  elsif tg_op = 'DELETE' then
    counts := (select jsonb_agg(o) from (select category_id, facets, -count(*) as many from old_rows group by 1, 2) o);
  else
    counts := (select jsonb_agg(m) from (
      select category_id, facets, count(*) as many from new_rows group by 1, 2
      union all
      select category_id, facets, -count(*) from old_rows group by 1, 2) m);
  end if;
  for changed in
    select c.category_id, c.facets, sum(c.many)::bigint as many
    from jsonb_to_recordset(counts) c (category_id uuid, facets text[], many bigint)
    group by 1, 2 having sum(c.many) <> 0
  loop
    -- Rows of open transactions are invisible, and what another one merges is skipped.
    with earlier as (
      delete from private.product_counts c where c.ctid in (
        select o.ctid from private.product_counts o
        where o.category_id is not distinct from changed.category_id and o.facets = changed.facets for update skip locked)
      returning c.many)
    select coalesce(sum(earlier.many), 0) into merged from earlier;
    insert into private.product_counts (category_id, facets, many)
      select changed.category_id, changed.facets, merged + changed.many where merged + changed.many <> 0;
  end loop;
  return null;
end;
$$;
comment on function private.count_products_by_category() is
  'Counts products that come, go and change their facets; none where all are taken away at once';

alter table private.product_counts enable row level security;
create policy product_counts_nobody on private.product_counts for all to anon, authenticated
  using (false) with check (false);

select private.add_change_triggers('public.products', 'count', 'private.count_products_by_category()');

-- Helpers of the back office's lists. Each list counts what fits, then reads one page. Its function has force_custom_plan,
-- so that filters and sortings that were not chosen leave the plan; in a search, indexes of sortings are
-- turned off: Postgres would walk one of them, hoping to meet rare words soon.

create function private.query_words(p_query text) returns text[]
language sql stable set search_path = '' as $$
  select case when btrim(coalesce(p_query, '')) <> ''
    then (string_to_array(private.plain_words(left(p_query, 200)), ' '))[1:8] end;
$$;
comment on function private.query_words(text) is
  'The words of a search, at most eight; null where nothing was typed, none where it had only symbols';

create function private.contains_words(p_text text, p_words text[]) returns boolean
language sql stable set search_path = '' as $$
  select p_words is null or p_words <> '{}' and not exists (
    select 1 from unnest(p_words) w where position(w in private.plain_words(p_text)) = 0);
$$;
comment on function private.contains_words(text, text[]) is
  'Whether every word of a search stands somewhere in the text; always true where nothing was typed';

create function private.page_start(p_page int, p_size int, p_total bigint) returns bigint
language sql immutable set search_path = '' as $$
  select (least(greatest(coalesce(p_page, 1), 1), greatest((p_total + p_size - 1) / p_size, 1)) - 1) * p_size;
$$;
comment on function private.page_start(int, int, bigint) is
  'How many rows stand before a page; a page past the end is the last one';

-- One or two letters must begin a word, as no index finds them within one.
create function private.search_pattern(p_text text) returns text
language sql immutable set search_path = '' as $$
  select case when length(t.part) < 3 then '% ' else '%' end || t.part || '%'
  from (select regexp_replace(lower(btrim(p_text)), '([\\%_])', '\\\1', 'g') as part) t;
$$;
comment on function private.search_pattern(text) is
  'A pattern for texts in lower case, with a space before them, that hold this one';

-- "ada@x.com" stays one phrase.
create function private.search_patterns(p_query text) returns text[]
language sql stable set search_path = '' as $$
  select case when btrim(coalesce(p_query, '')) <> '' then coalesce(
    (array_agg(private.search_pattern(phrase) order by length(phrase) desc, phrase))[1:8], '{}') end
  from (
    select distinct left(private.plain_words(w), 80) as phrase
    from regexp_split_to_table(left(p_query, 200), '\s+') w) phrases
  where phrase <> '';
$$;
comment on function private.search_patterns(text) is
  'Patterns for the search_words of what a query looks for, at most eight, the longest first; null where nothing was typed, none where it had only symbols';

create function private.index_pattern(p_pattern text) returns text
language sql immutable set search_path = '' as $$
  select case when p_pattern like '\% %' then '%' else p_pattern end;
$$;
comment on function private.index_pattern(text) is
  'The pattern where a trigram index can look it up, else one that everything fits';

-- The back office's lists of products, categories, banners, advertisements and questions.

create function private.search_product_table(p_query text, p_page int, p_size int, out ids uuid[], out total bigint, out total_is_least boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  -- The best of the search are ranked, as in the shop: of very many no more than the page and the next two need.
  ranked constant int := 200;
  reach constant int := least(ranked, (greatest(coalesce(p_page, 1), 1)::bigint + 2) * p_size);
  best constant uuid[] := coalesce(private.search_ids(p_query, reach + 1, ranked + 1), '{}');
  skipped int;
begin
  -- Few products are known in full; of many no more than reach were looked for.
  total := least(cardinality(best), case when cardinality(best) > reach + 1 then ranked else reach end);
  total_is_least := cardinality(best) > total;
  skipped := private.page_start(p_page, p_size, total);
  ids := best[skipped + 1 : least(skipped + p_size, total)];
end;
$$;
comment on function private.search_product_table(text, int, int) is
  'One page of the products that a text fits, best first, and how many there are, or at least are, of the 200 that are ranked';

create function private.filter_products(
  p_page int, p_size int, p_sort text, p_category uuid, p_without_category boolean,
  p_availability public.availability, p_without_pictures boolean, p_words text[], p_lexemes tsquery[], p_among uuid[],
  out ids uuid[], out total bigint)
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set enable_indexscan = on as $$
declare
  searched constant boolean := p_words is not null;
  -- So many are ranked by relevance; of more, the newest come first.
  comparable constant int := 1000;
  every_word tsquery;
  lexeme tsquery;
begin
  perform set_config('enable_indexscan', case when searched then 'off' else 'on' end, true);
  select count(*) into total from public.products it
  where (p_category is null or it.category_id = p_category)
    and (not p_without_category or it.category_id is null)
    and (p_availability is null or it.availability = p_availability)
    and (not p_without_pictures or it.images = '{}')
    and (p_among is null or it.id = any (p_among))
    and (not searched or (it.search @@ p_lexemes[1] or it.search_words like '%' || p_words[1] || '%')
      and not exists (select from unnest(p_words, p_lexemes) t (word, lexeme)
        where not it.search @@ t.lexeme and strpos(it.search_words, t.word) = 0));
  foreach lexeme in array coalesce(p_lexemes, '{}') loop
    every_word := case when every_word is null then lexeme else every_word && lexeme end;
  end loop;
  ids := array(
    select it.id from public.products it
    left join public.categories c on c.id = it.category_id and p_sort like 'category-%'
    where (p_category is null or it.category_id = p_category)
      and (not p_without_category or it.category_id is null)
      and (p_availability is null or it.availability = p_availability)
      and (not p_without_pictures or it.images = '{}')
      and (p_among is null or it.id = any (p_among))
      and (not searched or (it.search @@ p_lexemes[1] or it.search_words like '%' || p_words[1] || '%')
        and not exists (select from unnest(p_words, p_lexemes) t (word, lexeme)
          where not it.search @@ t.lexeme and strpos(it.search_words, t.word) = 0))
    order by
      case when p_sort = 'created-asc' then it.created_at end,
      case when p_sort = 'title-asc' then lower(it.title) end,
      case when p_sort = 'title-desc' then lower(it.title) end desc,
      case when p_sort = 'price-asc' then it.price end,
      case when p_sort = 'price-desc' then it.price end desc,
      case when p_sort = 'category-asc' then lower(c.name) end,
      case when p_sort = 'category-desc' then lower(c.name) end desc nulls last,
      case when p_sort like 'category-%' then c.id end,
      case when p_sort in ('created-asc', 'title-desc', 'price-desc') then it.id end desc,
      case when p_sort = '' and p_among is not null then array_position(p_among, it.id) end,
      case when p_sort = '' and searched and total <= comparable
        then ts_rank_cd('{0.05, 0.2, 0.5, 1}', it.search, every_word) end desc,
      case when p_sort !~ '^(title|price)' then it.created_at end desc,
      it.id
    limit p_size offset private.page_start(p_page, p_size, total));
end;
$$;
comment on function private.filter_products(int, int, text, uuid, boolean, public.availability, boolean, text[], tsquery[], uuid[]) is
  'One page of the products that all of these fit, and how many there are: words with their lexemes, and ids, best first, may be null';

create function private.find_admin_products(
  p_page int, p_size int, p_sort text, p_query text, p_category uuid, p_without_category boolean,
  p_availability public.availability, p_without_pictures boolean,
  out ids uuid[], out total bigint, out total_is_least boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  sorting constant text := coalesce(substring(p_sort from '^(?:title|category|price|created)-(?:asc|desc)$'), '');
  searched constant boolean := btrim(coalesce(p_query, '')) <> '';
  words text[];
  lexemes tsquery[];
begin
  total_is_least := false;
  if searched then
    select array_agg(t.word order by length(t.word) desc, t.word),
        array_agg(t.lexeme order by length(t.word) desc, t.word)
      into words, lexemes from private.search_terms(p_query) t;
    if words is null then
      return;
    end if;
  end if;
  if searched and sorting = '' and p_category is null and not p_without_category
    and p_availability is null and not p_without_pictures then
    select f.ids, f.total, f.total_is_least into ids, total, total_is_least
      from private.search_product_table(p_query, p_page, p_size) f;
    return;
  end if;
  select f.ids, f.total into ids, total from private.filter_products(p_page, p_size, sorting, p_category,
    p_without_category, p_availability, p_without_pictures, words, lexemes, null) f;
  -- Mistyped words find what the shop's own search finds for them.
  if searched and total = 0 then
    select f.ids, f.total into ids, total from private.filter_products(p_page, p_size, sorting, p_category,
      p_without_category, p_availability, p_without_pictures, null, null, private.search_ids(p_query, 200)) f;
  end if;
end;
$$;
comment on function private.find_admin_products(int, int, text, text, uuid, boolean, public.availability, boolean) is
  'One page of the products that a search and filters of the back office fit, and how many there are, or at least are';

create function office.list_admin_products(
  p_limit int default 25, p_page int default 1, p_sort text default '', p_query text default '',
  p_category uuid default null, p_without_category boolean default false,
  p_availability public.availability default null, p_without_pictures boolean default false
) returns table (
  id uuid, title text, description text, price numeric, images text[], category_id uuid,
  category_name text, availability public.availability, sizes text[], colors text[],
  created_at timestamptz, updated_at timestamptz, total bigint, total_is_least boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select p.id, p.title, p.description, p.price, p.images, p.category_id, c.name, p.availability,
      p.sizes, p.colors, p.created_at, p.updated_at, page.total, page.total_is_least
    from private.find_admin_products(p_page, least(greatest(coalesce(p_limit, 25), 1), 100), p_sort, p_query,
      p_category, p_without_category, p_availability, p_without_pictures) page
    cross join unnest(page.ids) with ordinality f (id, place)
    join public.products p on p.id = f.id
    left join public.categories c on c.id = p.category_id
    order by f.place;
end;
$$;
comment on function office.list_admin_products(int, int, text, text, uuid, boolean, public.availability, boolean) is
  'One page of products as administrators see them, each row with the count of all that fit, or of at least so many. Sorts: title, category, price, created with -asc or -desc; else newest first, in a search best first, of which there are 200. A page past the end is the last one. Error (in detail): not_an_administrator.';

create function office.list_product_ids(
  p_limit int default 1000, p_sort text default '', p_query text default '',
  p_category uuid default null, p_without_category boolean default false,
  p_availability public.availability default null, p_without_pictures boolean default false
) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select unnest(f.ids) from private.find_admin_products(1, greatest(p_limit, 1), p_sort, p_query,
      p_category, p_without_category, p_availability, p_without_pictures) f;
end;
$$;
comment on function office.list_product_ids(int, text, text, uuid, boolean, public.availability, boolean) is
  'The ids of the products that list_admin_products finds, on all its pages, in the same order and at most p_limit. Error (in detail): not_an_administrator.';

create function office.list_admin_categories(
  p_limit int default 25, p_page int default 1, p_sort text default '', p_query text default ''
) returns table (
  id uuid, name text, image text, created_at timestamptz, updated_at timestamptz, products bigint, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text[] := private.query_words(p_query);
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
begin
  perform private.require_admin();
  return query
    with fitting as (
      select c.* from public.categories c where private.contains_words(c.name, words))
    select f.id, f.name, f.image, f.created_at, f.updated_at, (
        select coalesce(sum(n.many), 0)::bigint from private.product_counts n where n.category_id = f.id),
      (select count(*) from fitting)
    from fitting f
    order by
      case when p_sort = 'name-asc' then lower(f.name) end,
      case when p_sort = 'name-desc' then lower(f.name) end desc,
      case when p_sort = 'created-asc' then f.created_at end,
      f.created_at desc, f.id
    limit page_size
    offset (select private.page_start(p_page, page_size, count(*)) from fitting);
end;
$$;
comment on function office.list_admin_categories(int, int, text, text) is
  'One page of categories as administrators see them, each with how many products it has and the count of all that fit. Sorts: name, created with -asc or -desc; else newest first. Error (in detail): not_an_administrator.';

create function office.list_admin_banners(
  p_limit int default 25, p_page int default 1, p_sort text default '', p_query text default ''
) returns table (
  id uuid, header text, paragraph text, images text[], created_at timestamptz, link text, link_text text,
  shown boolean, shown_from timestamptz, shown_until timestamptz, place int, state text, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text[] := private.query_words(p_query);
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
begin
  perform private.require_admin();
  return query
    with placed as (
      select b.*, row_number() over (order by b.position, b.created_at desc, b.id)::int as place
      from public.banners b),
    fitting as (
      select p.* from placed p where private.contains_words(p.header || ' ' || p.paragraph, words))
    select f.id, f.header, f.paragraph, f.images, f.created_at, f.link, f.link_text,
      f.shown, f.shown_from, f.shown_until, f.place,
      case when not f.shown then 'hidden' when f.shown_until <= now() then 'ended'
        when f.shown_from > now() then 'planned' else 'current' end,
      (select count(*) from fitting)
    from fitting f
    order by
      case when p_sort = 'header-asc' then lower(f.header) end,
      case when p_sort = 'header-desc' then lower(f.header) end desc,
      case when p_sort = 'created-asc' then f.created_at end,
      case when p_sort = 'created-desc' then f.created_at end desc,
      f.place
    limit page_size
    offset (select private.page_start(p_page, page_size, count(*)) from fitting);
end;
$$;
comment on function office.list_admin_banners(int, int, text, text) is
  'One page of banners as administrators see them, each with its place among the slides, from 1, its state (current, planned, ended or hidden) and the count of all that fit. Sorts: header, created with -asc or -desc; else in the order of the slides. A page past the end is the last one. Error (in detail): not_an_administrator.';

create function office.list_admin_advertisements(
  p_limit int default 25, p_page int default 1, p_sort text default '', p_query text default ''
) returns table (
  id uuid, headline text, link text, link_text text, image text, shown boolean, current boolean,
  created_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text[] := private.query_words(p_query);
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  on_home_page uuid;
begin
  perform private.require_admin();
  select a.id into on_home_page from public.advertisements a
    where a.shown order by a.created_at desc, a.id limit 1;
  return query
    with fitting as (
      select a.* from public.advertisements a
      where private.contains_words(a.headline || ' ' || a.link || ' ' || a.link_text, words))
    select f.id, f.headline, f.link, f.link_text, f.image, f.shown,
      f.id is not distinct from on_home_page, f.created_at, (select count(*) from fitting)
    from fitting f
    order by
      case when p_sort = 'text-asc' then lower(f.headline) end,
      case when p_sort = 'text-desc' then lower(f.headline) end desc,
      case when p_sort = 'created-asc' then f.created_at end,
      f.created_at desc, f.id
    limit page_size
    offset (select private.page_start(p_page, page_size, count(*)) from fitting);
end;
$$;
comment on function office.list_admin_advertisements(int, int, text, text) is
  'One page of advertisements as administrators see them, each with whether it is the one on the home page, and the count of all that fit. Sorts: text, created with -asc or -desc; else newest first. A page past the end is the last one. Error (in detail): not_an_administrator.';

create function office.list_admin_faqs(
  p_limit int default 25, p_page int default 1, p_sort text default '', p_query text default ''
) returns table (
  id uuid, question text, answer text, place int, created_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text[] := private.query_words(p_query);
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
begin
  perform private.require_admin();
  return query
    with placed as (
      select q.id, q.question, q.answer, q.created_at,
        row_number() over (order by q.position, q.created_at, q.id)::int as place
      from public.faqs q),
    fitting as (
      select p.* from placed p where private.contains_words(p.question || ' ' || p.answer, words))
    select f.id, f.question, f.answer, f.place, f.created_at, (select count(*) from fitting)
    from fitting f
    order by
      case when p_sort = 'question-asc' then lower(f.question) end,
      case when p_sort = 'question-desc' then lower(f.question) end desc,
      case when p_sort = 'created-asc' then f.created_at end,
      case when p_sort = 'created-desc' then f.created_at end desc,
      f.place
    limit page_size
    offset (select private.page_start(p_page, page_size, count(*)) from fitting);
end;
$$;
comment on function office.list_admin_faqs(int, int, text, text) is
  'One page of questions as administrators see them, each with its place among all on the page for questions, from 1, and the count of all that fit. Sorts: question, created with -asc or -desc; else in the order of that page. A page past the end is the last one. Error (in detail): not_an_administrator.';

-- The back office's lists of orders, customers and messages.

create function office.find_orders(
  p_q text default '', p_statuses text default '', p_from timestamptz default null,
  p_to timestamptz default null, p_user uuid default null, p_sort text default 'created-desc',
  p_limit int default 25, p_offset int default 0,
  p_after_at timestamptz default null, p_after_id uuid default null
) returns table (ids uuid[], total int, total_is_least boolean)
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set enable_indexscan = on as $$
declare
  statuses constant public.order_status[] := string_to_array(nullif(p_statuses, ''), ',');
  page_size constant int := least(greatest(p_limit, 1), 500);
  patterns constant text[] := private.search_patterns(p_q);
  pattern constant text := private.index_pattern(patterns[1]);
  skipped bigint := 0;
begin
  perform private.require_admin();
  perform set_config('enable_indexscan', case when patterns is null then 'on' else 'off' end, true);
  if p_after_id is null then
    select count(*), false into total, total_is_least
    from public.orders it
    where (statuses is null or it.status = any (statuses))
      and (p_from is null or it.created_at >= p_from) and (p_to is null or it.created_at < p_to)
      and (p_user is null or it.user_id = p_user)
      and (patterns is null or patterns <> '{}' and it.search_words like pattern
        and ' ' || it.search_words like all (patterns));
    skipped := private.page_start((greatest(p_offset, 0) / page_size + 1)::int, page_size, total);
  end if;
  ids := array(
    select it.id from public.orders it
    where (statuses is null or it.status = any (statuses))
      and (p_from is null or it.created_at >= p_from) and (p_to is null or it.created_at < p_to)
      and (p_user is null or it.user_id = p_user)
      and (patterns is null or patterns <> '{}' and it.search_words like pattern
        and ' ' || it.search_words like all (patterns))
      and (p_after_id is null or it.created_at <= p_after_at
        and (it.created_at < p_after_at or it.id > p_after_id))
    order by
      case when p_sort = 'created-asc' then it.created_at end,
      case when p_sort = 'price-asc' then it.total_price end,
      case when p_sort = 'price-desc' then it.total_price end desc,
      case when p_sort = 'user-asc' then lower(it.firstname) end,
      case when p_sort = 'user-desc' then lower(it.firstname) end desc,
      case when p_sort = 'status-asc' then it.status end,
      case when p_sort = 'status-desc' then it.status end desc,
      case when p_sort in ('created-asc', 'price-desc', 'user-desc') then it.id end desc,
      case when p_sort !~ '^(price|user)' then it.created_at end desc,
      it.id
    limit page_size offset skipped);
  return next;
end;
$$;
comment on function office.find_orders(text, text, timestamptz, timestamptz, uuid, text, int, int, timestamptz, uuid) is
  'Ids of one page of orders (at most 500; past the end the last one) and how many there are in all; administrators only (not_an_administrator). p_statuses joined by commas, p_to exclusive, p_sort created, price, user or status with -asc or -desc, p_offset a whole number of pages. With p_after_at and p_after_id, newest first: those that follow that order, uncounted.';

create function office.find_customers(
  p_q text default '', p_from timestamptz default null, p_to timestamptz default null,
  p_orders text default '', p_sort text default 'created-desc',
  p_limit int default 25, p_offset int default 0
) returns table (ids uuid[], total int, total_is_least boolean)
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set enable_indexscan = on as $$
declare
  page_size constant int := least(greatest(p_limit, 1), 500);
  patterns constant text[] := private.search_patterns(p_q);
  pattern constant text := private.index_pattern(patterns[1]);
begin
  perform private.require_admin();
  perform set_config('enable_indexscan', case when patterns is null then 'on' else 'off' end, true);
  select count(*), false into total, total_is_least
  from public.profiles it
  where (p_from is null or it.created_at >= p_from) and (p_to is null or it.created_at < p_to)
    and (p_orders is distinct from 'none' or it.id not in (select o.user_id from public.orders o where o.user_id is not null))
    and (p_orders is distinct from 'some' or it.id in (select o.user_id from public.orders o))
    and (p_orders is distinct from 'unpaid' or it.id in (select o.user_id from public.orders o where o.status = 'Pending'))
    and (patterns is null or patterns <> '{}' and it.search_words like pattern
      and ' ' || it.search_words like all (patterns));
  ids := array(
    select it.id from public.profiles it
    where (p_from is null or it.created_at >= p_from) and (p_to is null or it.created_at < p_to)
      and (p_orders is distinct from 'none' or it.id not in (select o.user_id from public.orders o where o.user_id is not null))
      and (p_orders is distinct from 'some' or it.id in (select o.user_id from public.orders o))
      and (p_orders is distinct from 'unpaid' or it.id in (select o.user_id from public.orders o where o.status = 'Pending'))
      and (patterns is null or patterns <> '{}' and it.search_words like pattern
        and ' ' || it.search_words like all (patterns))
    order by
      case when p_sort = 'created-asc' then it.created_at end,
      case when p_sort = 'name-asc' then lower(it.firstname) end,
      case when p_sort = 'name-asc' then lower(it.lastname) end,
      case when p_sort = 'name-desc' then lower(it.firstname) end desc,
      case when p_sort = 'name-desc' then lower(it.lastname) end desc,
      case when p_sort = 'email-asc' then lower(it.email) end,
      case when p_sort = 'email-desc' then lower(it.email) end desc,
      case when p_sort = 'location-asc' then lower(it.country) end,
      case when p_sort = 'location-asc' then lower(it.state) end,
      case when p_sort = 'location-desc' then lower(it.country) end desc,
      case when p_sort = 'location-desc' then lower(it.state) end desc,
      case when p_sort = 'created-asc' or p_sort ~ '^(name|email|location)-desc$' then it.id end desc,
      case when p_sort !~ '^(name|email|location)' then it.created_at end desc,
      it.id
    limit page_size offset private.page_start((greatest(p_offset, 0) / page_size + 1)::int, page_size, total));
  return next;
end;
$$;
comment on function office.find_customers(text, timestamptz, timestamptz, text, text, int, int) is
  'Ids of one page of customers (at most 500; past the end the last one) and how many there are in all; administrators only (not_an_administrator). p_to exclusive, p_orders none, some or unpaid, p_sort created, name, email or location with -asc or -desc, p_offset a whole number of pages.';

create function office.list_contact_messages(
  p_query text default '', p_state text default '', p_oldest_first boolean default false,
  p_limit int default 25, p_page int default 1
) returns jsonb
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set enable_indexscan = on as $$
declare
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  searched constant boolean := btrim(coalesce(p_query, '')) <> '';
  pattern constant text := private.search_pattern(p_query);
  indexed constant text := private.index_pattern(pattern);
  total bigint;
begin
  perform private.require_admin();
  perform set_config('enable_indexscan', case when searched then 'off' else 'on' end, true);
  select count(*) into total from public.contact_messages m
  where (p_state is distinct from 'read' or m.read_at is not null)
    and (p_state is distinct from 'unread' or m.read_at is null)
    and (p_state is distinct from 'answered' or m.answered_at is not null)
    and (p_state is distinct from 'unanswered' or m.answered_at is null)
    and (not searched or lower(m.firstname || ' ' || m.lastname || ' ' || m.email || ' ' || m.message) like indexed
      and ' ' || lower(m.firstname || ' ' || m.lastname || ' ' || m.email || ' ' || m.message) like pattern);
  return jsonb_build_object('total', total, 'total_is_least', false, 'messages', coalesce((
    select jsonb_agg(f) from (
      select m.id, m.firstname, m.lastname, m.email, m.message, m.created_at, m.read_at, m.answer, m.answered_at
      from public.contact_messages m
      where (p_state is distinct from 'read' or m.read_at is not null)
        and (p_state is distinct from 'unread' or m.read_at is null)
        and (p_state is distinct from 'answered' or m.answered_at is not null)
        and (p_state is distinct from 'unanswered' or m.answered_at is null)
        and (not searched or lower(m.firstname || ' ' || m.lastname || ' ' || m.email || ' ' || m.message) like indexed
          and ' ' || lower(m.firstname || ' ' || m.lastname || ' ' || m.email || ' ' || m.message) like pattern)
      order by case when p_oldest_first then m.created_at end, case when p_oldest_first then m.id end desc,
        m.created_at desc, m.id
      limit page_size offset private.page_start(p_page, page_size, total)) f), '[]'));
end;
$$;
comment on function office.list_contact_messages(text, text, boolean, int, int) is
  'One page of contact messages as {total, total_is_least, messages}; state is read, unread, answered, unanswered or empty for all. Administrators only (not_an_administrator).';

-- The dashboard and the notifications.

-- When each administrator last opened the notifications.
create table public.notifications_seen (
  administrator_id uuid primary key references public.administrators on delete cascade,
  seen_at timestamptz not null default now()
);
comment on table public.notifications_seen is 'When each administrator last looked at the notifications. Safe to empty: all are new again.';
comment on column public.notifications_seen.administrator_id is 'The administrator';
comment on column public.notifications_seen.seen_at is 'When the notifications were last opened';

create function office.total_users() returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (select count(*) from public.profiles);
end;
$$;
comment on function office.total_users() is 'How many customers there are; administrators only (not_an_administrator)';

create function office.total_orders() returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (select count(*) from public.orders);
end;
$$;
comment on function office.total_orders() is 'How many orders there are; administrators only (not_an_administrator)';

create function office.monthly_income() returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select coalesce(sum(total_price), 0.00) from public.orders
    where status = 'Paid'
      and paid_at >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC');
end;
$$;
comment on function office.monthly_income() is
  'What was paid in the current calendar month (UTC), in dollars; administrators only (not_an_administrator)';

create function office.open_tasks() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'unpaidOrders', (select count(*) from public.orders where status = 'Pending'),
    'heldOrders', (select count(*) from public.orders where status = 'Held'),
    'withoutPictures', (select count(*) from public.products where images = '{}'),
    'outOfStock', (select count(*) from public.products where availability = 'OutofStock'),
    'unreadMessages', (select count(*) from public.contact_messages where read_at is null));
end;
$$;
comment on function office.open_tasks() is
  'How many orders and products need a person, as {unpaidOrders, heldOrders, withoutPictures, outOfStock, unreadMessages}. Administrators only (not_an_administrator).';

-- Reads the last thousand entries of the trail, newest first, and stops when it has enough; joined with the products,
-- Postgres would read all that are out of stock first.
create function private.out_of_stock(p_since timestamptz, p_limit int)
returns table (id uuid, title text, since timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  entry record;
  listed uuid[] := '{}';
begin
  for entry in
    select a.record_id::uuid as product, a.happened_at
    from public.audit_log a
    where a.table_name = 'products' and a.action in ('insert', 'update')
      and a.after ->> 'availability' = 'OutofStock' and a.happened_at > p_since
    order by a.happened_at desc limit 1000
  loop
    exit when cardinality(listed) >= p_limit;
    continue when entry.product = any (listed);
    select p.id, p.title, entry.happened_at into id, title, since from public.products p
      where p.id = entry.product and p.availability = 'OutofStock';
    if found then
      listed := listed || id;
      return next;
    end if;
  end loop;
end;
$$;
comment on function private.out_of_stock(timestamptz, int) is
  'Products that went out of stock after this time and still are, latest first, with the time';

create function office.notifications(p_limit int default 12) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant int := least(greatest(coalesce(p_limit, 12), 1), 50);
  seen constant timestamptz := coalesce((
    select n.seen_at from public.notifications_seen n where n.administrator_id = auth.uid()), '-infinity');
  -- Counted up to a hundred: more is shown as 99+.
  enough constant int := 100;
begin
  perform private.require_admin();
  return jsonb_build_object(
    'unseen', least(enough, (
      select sum(c.n) from (
        select count(*) as n from (select 1 from public.orders where created_at > seen limit enough) o
        union all
        select count(*) from (select 1 from public.contact_messages where created_at > seen and read_at is null limit enough) m
        union all
        select count(*) from private.out_of_stock(seen, enough)) c)),
    'items', coalesce((
      select jsonb_agg(to_jsonb(n) order by n.at desc, n.id) from (
        select * from (
          (select 'order' as kind, o.id, btrim(o.firstname || ' ' || o.lastname) as title, o.total_price as amount,
              o.status::text as status, o.created_at as at, o.created_at > seen as new
            from public.orders o order by o.created_at desc, o.id limit most)
          union all
          (select 'message', m.id, btrim(m.firstname || ' ' || m.lastname), null, null, m.created_at, m.created_at > seen
            from public.contact_messages m where m.read_at is null order by m.created_at desc limit most)
          union all
          (select 'out-of-stock', p.id, p.title, null, null, p.since, p.since > seen
            from private.out_of_stock('-infinity', most) p)) happened
        order by at desc, id limit most) n), '[]'));
end;
$$;
comment on function office.notifications(int) is
  'What happened last, as {unseen, items: [{kind, id, title, amount, status, at, new}]}: orders, unread messages, products out of stock; unseen at most 100. Administrators only (not_an_administrator).';

create function office.mark_notifications_seen() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  insert into public.notifications_seen (administrator_id) values (auth.uid())
  on conflict (administrator_id) do update set seen_at = now();
end;
$$;
comment on function office.mark_notifications_seen() is
  'Records that the signed-in administrator has seen the notifications. Administrators only (not_an_administrator).';

alter table public.notifications_seen enable row level security;
create policy notifications_seen_nobody on public.notifications_seen for all to anon, authenticated
  using (false) with check (false);

-- Sales reports: of the dashboard, and by month of a product or a category. Days and months are those of UTC.

-- A week reads few orders and two years read all, so each call is planned for itself. Grouping by product takes memory.
create function office.sales_figures(p_from date, p_to date, p_by text default 'day') returns jsonb
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set work_mem = '64MB' as $$
declare
  unit constant text := case when p_by = 'month' then 'month' else 'day' end;
  first_day constant timestamp := date_trunc(unit, p_from::timestamp);
  first_moment constant timestamptz := first_day at time zone 'UTC';
  end_moment constant timestamptz := (p_to + 1)::timestamp at time zone 'UTC';
begin
  perform private.require_admin();
  return jsonb_build_object(
    'income', coalesce((
      with periods as (
        select moment from generate_series(first_day, p_to::timestamp, ('1 ' || unit)::interval) moment limit 1500),
      paid as (
        select date_trunc(unit, o.paid_at at time zone 'UTC') as moment, sum(o.total_price) as income,
          count(*)::int as orders
        from public.orders o
        where o.status = 'Paid' and o.paid_at >= first_moment and o.paid_at < end_moment
        group by 1)
      select jsonb_agg(jsonb_build_object(
        'period', to_char(periods.moment, 'YYYY-MM-DD'),
        'income', coalesce(paid.income, 0),
        'orders', coalesce(paid.orders, 0)) order by periods.moment)
      from periods left join paid on paid.moment = periods.moment), '[]'),
    'bestSellers', coalesce((
      select jsonb_agg(to_jsonb(b) order by b.pieces desc, b.income desc, b.title) from (
        select s.product_id, coalesce(p.title, s.title) as title, p.images[1] as image, s.pieces,
          (s.cents / 100)::numeric(12, 2) as income
        from (
          -- Lines of a deleted product go by the title that they keep. Whole cents as float8 are exact, and added up in half
          -- the time that numeric takes.
          select i.product_id, case when i.product_id is null then i.title end as title, sum(i.quantity)::int as pieces,
            sum(i.quantity * round(i.unit_price::float8 * 100)) as cents
          from public.orders o
          join public.order_items i on i.order_id = o.id
          where o.status = 'Paid' and o.paid_at >= first_moment and o.paid_at < end_moment
          group by 1, 2 order by 3 desc, 4 desc, 2, 1 limit 8) s
        left join public.products p on p.id = s.product_id) b), '[]'));
end;
$$;
comment on function office.sales_figures(date, date, text) is
  'What was paid from one day to another (UTC), by day or month, in dollars, and the products that sold best, as {income: [{period, income, orders}], bestSellers: [{product_id, title, image, pieces, income}]}. A month is counted from its first day. Administrators only (not_an_administrator).';

create function office.sales_by_month(p_product uuid default null, p_category uuid default null)
returns table (month date, pieces bigint, income numeric, orders bigint)
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set work_mem = '64MB' as $$
begin
  perform private.require_admin();
  return query
    select date_trunc('month', o.paid_at at time zone 'UTC')::date, sum(i.quantity)::bigint,
      sum(i.unit_price * i.quantity), count(distinct o.id)
    from public.order_items i
    join public.orders o on o.id = i.order_id
    where o.status = 'Paid' and o.paid_at is not null
      and i.product_id in (select p.id from public.products p where p.id = p_product or p.category_id = p_category)
    group by 1 order by 1;
end;
$$;
comment on function office.sales_by_month(uuid, uuid) is
  'Pieces, income in dollars and orders of a product, or of the products now in a category, for each month (UTC) in which one was paid. Error (in detail): not_an_administrator.';

-- The bucket for pictures: everybody may look at them, administrators may change them.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('images', 'images', true, 10485760, array['image/webp', 'image/jpeg', 'image/png', 'image/avif', 'image/gif'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- Pictures of a public bucket are served without a policy; select is for listing and replacing.
create policy images_select_admin on storage.objects for select to authenticated
  using (bucket_id = 'images' and (select public.is_admin()));
create policy images_insert_admin on storage.objects for insert to authenticated
  with check (bucket_id = 'images' and (select public.is_admin()));
create policy images_update_admin on storage.objects for update to authenticated
  using (bucket_id = 'images' and (select public.is_admin()))
  with check (bucket_id = 'images' and (select public.is_admin()));
create policy images_delete_admin on storage.objects for delete to authenticated
  using (bucket_id = 'images' and (select public.is_admin()));

-- Rate limits; counted in the database so that all servers count together.

-- Unlogged: quick to write, and nothing is lost when a crash empties it.
create unlogged table public.rate_limits (
  key text primary key check (length(key) <= 500),
  hits int not null,
  ends_at timestamptz not null
);
comment on table public.rate_limits is 'Counters of attempts, for instance logins of an address in a minute. Safe to empty.';
comment on column public.rate_limits.key is 'What is counted, for instance login:203.0.113.7';
comment on column public.rate_limits.hits is 'Attempts since the window began';
comment on column public.rate_limits.ends_at is 'When the window ends and counting starts again';

create index rate_limits_ends_at_idx on public.rate_limits (ends_at);

create function public.consume_rate_limit(p_key text, p_limit int, p_window interval) returns int
language plpgsql security definer set search_path = '' as $$
declare
  moment timestamptz := clock_timestamp();
  counter public.rate_limits;
begin
  insert into public.rate_limits as r (key, hits, ends_at)
  values (left(p_key, 500), 1, moment + p_window)
  on conflict (key) do update set
    hits = case when r.ends_at <= moment then 1 else least(r.hits + 1, p_limit + 1) end,
    ends_at = case when r.ends_at <= moment then excluded.ends_at else r.ends_at end
  returning * into counter;
  -- Each call also deletes a few expired counters; those that others have locked are skipped.
  delete from public.rate_limits where key in (
    select key from public.rate_limits where ends_at < moment - interval '1 hour'
    order by ends_at limit 20 for update skip locked);
  if counter.hits <= p_limit then
    return 0;
  end if;
  return greatest(1, ceil(extract(epoch from counter.ends_at - moment))::int);
end;
$$;
comment on function public.consume_rate_limit(text, int, interval) is
  'Counts an attempt; 0 when it is allowed, else the seconds to wait. At most the given number in each window.';

alter table public.rate_limits enable row level security;
-- Nobody reaches these rows through the API. Stated, so that it does not look like an oversight.
create policy rate_limits_nobody on public.rate_limits for all to anon, authenticated
  using (false) with check (false);

-- Views for operators in the Supabase dashboard.

create view public.income_by_month with (security_invoker = true) as
  select date_trunc('month', o.paid_at at time zone 'UTC')::date as month, o.currency,
    count(*)::int as orders, sum(o.total_price) as income
  from public.orders o where o.status = 'Paid' and o.paid_at is not null
  group by 1, 2 order by 1 desc, 2;
comment on view public.income_by_month is 'What was paid in each calendar month (UTC); refunded orders are left out';
comment on column public.income_by_month.month is 'First day of the month';
comment on column public.income_by_month.currency is 'Currency, three letters';
comment on column public.income_by_month.orders is 'How many orders were paid';
comment on column public.income_by_month.income is 'Their sum, in units of the currency with cents';

create view public.unpaid_orders with (security_invoker = true) as
  select o.id, o.status, o.created_at, o.firstname, o.lastname, o.email, o.total_price, o.currency,
    a.tries, a.last_status, a.last_try
  from public.orders o
  left join lateral (
    select count(*)::int as tries, max(p.created_at) as last_try,
      (array_agg(p.status order by p.created_at desc))[1] as last_status
    from public.payment_attempts p where p.order_id = o.id) a on true
  where o.status in ('Pending', 'Held') order by o.created_at desc;
comment on view public.unpaid_orders is 'Orders that wait for money (Pending) or for a person (Held), newest first, with how often the customer tried to pay';
comment on column public.unpaid_orders.id is 'The order';
comment on column public.unpaid_orders.status is 'Pending or Held';
comment on column public.unpaid_orders.created_at is 'When it was placed';
comment on column public.unpaid_orders.firstname is 'First name of the customer';
comment on column public.unpaid_orders.lastname is 'Last name of the customer';
comment on column public.unpaid_orders.email is 'Mail address for this order';
comment on column public.unpaid_orders.total_price is 'What it costs';
comment on column public.unpaid_orders.currency is 'Currency of the total, three letters';
comment on column public.unpaid_orders.tries is 'How often the customer was sent to the card page';
comment on column public.unpaid_orders.last_status is 'Status of the last attempt';
comment on column public.unpaid_orders.last_try is 'When it began';

create view public.payments_without_order with (security_invoker = true) as
  select e.id as event_id, e.reference, e.event, e.created_at,
    coalesce(e.payload #>> '{data,amount}', e.payload ->> 'amount') as amount_minor,
    coalesce(e.payload #>> '{data,currency}', e.payload ->> 'currency') as currency
  from public.payment_events e
  where e.event in ('charge.success', 'verify')
    and not exists (select 1 from public.payment_attempts a where a.reference = e.reference)
  order by e.created_at desc;
comment on view public.payments_without_order is 'Payments without an order, for instance because it was deleted: refund it at the payment provider';
comment on column public.payments_without_order.event_id is 'The message of the provider, in payment_events';
comment on column public.payments_without_order.reference is 'Reference of the payment at the provider';
comment on column public.payments_without_order.event is 'Kind of message';
comment on column public.payments_without_order.created_at is 'When it came';
comment on column public.payments_without_order.amount_minor is 'Amount as the provider wrote it, in the smallest unit (cents)';
comment on column public.payments_without_order.currency is 'Currency as the provider wrote it';

create view public.paid_orders_without_payment with (security_invoker = true) as
  select o.id, o.paid_at, o.firstname, o.lastname, o.email, o.total_price, o.currency,
    o.payment_reference
  from public.orders o
  where o.status = 'Paid' and o.total_price > 0
    and not exists (
      select 1 from public.payment_events e
      where e.reference = o.payment_reference and e.event in ('charge.success', 'verify'))
  order by o.paid_at desc;
comment on view public.paid_orders_without_payment is 'Orders that cost something and are Paid, of which the payment provider sent no message, for instance because the status was set by hand';
comment on column public.paid_orders_without_payment.id is 'The order';
comment on column public.paid_orders_without_payment.paid_at is 'When it became Paid';
comment on column public.paid_orders_without_payment.firstname is 'First name of the customer';
comment on column public.paid_orders_without_payment.lastname is 'Last name of the customer';
comment on column public.paid_orders_without_payment.email is 'Mail address for this order';
comment on column public.paid_orders_without_payment.total_price is 'What it costs';
comment on column public.paid_orders_without_payment.currency is 'Currency of the total, three letters';
comment on column public.paid_orders_without_payment.payment_reference is 'Reference of the payment that is said to have paid it; empty when there was no payment attempt';
