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

-- What administrators note about customers, who read it only among all that the shop keeps about them.
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

create function public.own_notes() returns table (note text, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select c.note, c.created_at from public.customer_notes c
  where c.user_id = (select auth.uid()) order by c.created_at desc, c.id;
$$;
comment on function public.own_notes() is 'What the shop noted about the signed-in customer, newest first; notes are personal data';
grant execute on function public.own_notes() to authenticated;

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
      'company', (
        select jsonb_build_object('id', c.id, 'name', c.name, 'role', m.role)
        from public.company_members m join public.companies c on c.id = m.company_id where m.user_id = p.id),
      'notes', (
        select coalesce(jsonb_agg(n order by n.created_at desc, n.id), '[]') from (
          select c.id, c.note, coalesce(a.firstname, '') as author, c.created_at
          from public.customer_notes c left join public.administrators a on a.id = c.author_id
          where c.user_id = p.id order by c.created_at desc, c.id limit 200) n))
    from public.profiles p where p.id = p_user);
end;
$$;
comment on function office.read_customer(uuid) is
  'A customer as {customer, totals: {orders, paid_orders, spent in dollars, last_order_at}, company: {id, name, role} or null, notes: the newest 200}; null where there is none. Administrators only (not_an_administrator).';

alter table public.customer_notes enable row level security;
grant select, insert (user_id, note) on public.customer_notes to authenticated;
create policy customer_notes_select_admin on public.customer_notes for select to authenticated
  using ((select public.is_admin()));
create policy customer_notes_insert_admin on public.customer_notes for insert to authenticated
  with check ((select public.is_admin()));

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

-- What administrators set for the whole shop, one row for each setting.

create function public.is_shop_setting(p_name text, p_value jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(case regexp_replace(p_name, '^(invoice|credit_note)_number', 'order_number')
    when 'sku_pattern' then p_value #>> '{}' ~ '^[A-Z0-9._/{}a-z-]{1,60}$' and p_value #>> '{}' like all (array['%{number}%', '%{color}%', '%{size}%'])
    when 'order_number_pattern' then p_value #>> '{}' ~ '^[A-Za-z0-9./-]{0,12}\{number\}[A-Za-z0-9./-]{0,12}$'
    when 'few_left' then p_value::text ~ '^\d{1,2}$'
    when 'running_low' then p_value::text ~ '^\d{1,3}$'
    when 'hold_minutes' then p_value::text ~ '^\d{1,4}$' and p_value::int between 5 and 1440
    when 'carriers' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 2000
    when 'return_days' then p_value::text ~ '^\d{1,3}$'
    when 'prices_include_tax' then jsonb_typeof(p_value) = 'boolean'
    when 'seller_name' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 100 and public.is_visible(p_value #>> '{}')
    when 'seller_address' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 300
    when 'seller_country' then p_value #>> '{}' ~ '^([A-Z]{2})?$'
    when 'seller_tax_id' then jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= 60
  end, false);
end;
$$;
comment on function public.is_shop_setting(text, jsonb) is 'Whether there is such a setting, and it may have this value';
grant execute on function public.is_shop_setting(text, jsonb) to authenticated;

create table public.shop_settings (
  name text primary key,
  value jsonb not null,
  constraint shop_settings_valid check (public.is_shop_setting(name, value))
);
comment on table public.shop_settings is 'Settings of the shop: order_number_pattern (how orders are numbered, with {number} in it), sku_pattern (how new SKUs are made: {number} is the product''s, {color} and {size} the variant''s), few_left (shoppers read how many pieces are left from this number on; 0 never shows it), running_low (a variant with at most so many free pieces is running low), hold_minutes (for how long an unpaid order keeps its pieces), return_days (for how long after its delivery a piece can be returned), carriers (those of the shop beside the known ones, one a line: the name and the page that follows a parcel, with {number} in it), prices_include_tax (whether the prices of products and shipping have the tax in them), invoice_number_pattern and credit_note_number_pattern (how invoices and credit notes are numbered, with {number} in it), seller_name, seller_address and seller_tax_id (the seller as new invoices name it), seller_country (code of its country, empty where that is not said: companies of the EU then pay tax)';
comment on column public.shop_settings.name is 'Name of the setting';
comment on column public.shop_settings.value is 'Its value';
insert into public.shop_settings (name, value)
values ('order_number_pattern', '"HM-{number}"'), ('sku_pattern', '"HM{number}-{color}-{size}"'), ('few_left', '3'), ('running_low', '5'), ('hold_minutes', '30'), ('return_days', '30'), ('carriers', '""'), ('prices_include_tax', 'true'),
  ('invoice_number_pattern', '"INV-{number}"'), ('credit_note_number_pattern', '"CN-{number}"'), ('seller_name', '"Hemline"'), ('seller_address', '""'), ('seller_tax_id', '""'), ('seller_country', '""');

create function private.shop_setting(p_name text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select s.value from public.shop_settings s where s.name = p_name);
end;
$$;
comment on function private.shop_setting(text) is 'The value of a setting of the shop';

alter table public.shop_settings enable row level security;
grant select, update (value) on public.shop_settings to authenticated;
create policy shop_settings_select_admin on public.shop_settings for select to authenticated
  using ((select public.is_admin()));
create policy shop_settings_update_admin on public.shop_settings for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

-- Countries, by which delivery and tax are priced. People write a country in their own words, so it is looked up by its names.

create table public.countries (
  code text primary key check (code ~ '^[A-Z]{2}$'),
  name text not null unique,
  names text[] not null default '{}',
  in_eu boolean not null default false
);
comment on table public.countries is 'The countries of ISO 3166-1';
comment on column public.countries.code is 'Two letters of ISO 3166-1';
comment on column public.countries.name is 'Name in English';
comment on column public.countries.names is 'All that it is called, in plain lower case: code, name, and other names';
comment on column public.countries.in_eu is 'Whether it is in the European Union, within which VAT passes to the recipient';
create index countries_names_idx on public.countries using gin (names);

insert into public.countries (code, name)
select left(line, 2), substr(line, 4) from string_to_table(
  'AD Andorra;AE United Arab Emirates;AF Afghanistan;AG Antigua & Barbuda;AI Anguilla;AL Albania;AM Armenia;AO Angola;AQ Antarctica;AR Argentina;'
  'AS American Samoa;AT Austria;AU Australia;AW Aruba;AX Åland Islands;AZ Azerbaijan;BA Bosnia & Herzegovina;BB Barbados;BD Bangladesh;BE Belgium;'
  'BF Burkina Faso;BG Bulgaria;BH Bahrain;BI Burundi;BJ Benin;BL St. Barthélemy;BM Bermuda;BN Brunei;BO Bolivia;BQ Caribbean Netherlands;BR Brazil;'
  'BS Bahamas;BT Bhutan;BV Bouvet Island;BW Botswana;BY Belarus;BZ Belize;CA Canada;CC Cocos (Keeling) Islands;CD Congo - Kinshasa;'
  'CF Central African Republic;CG Congo - Brazzaville;CH Switzerland;CI Côte d’Ivoire;CK Cook Islands;CL Chile;CM Cameroon;CN China;CO Colombia;'
  'CR Costa Rica;CU Cuba;CV Cape Verde;CW Curaçao;CX Christmas Island;CY Cyprus;CZ Czechia;DE Germany;DJ Djibouti;DK Denmark;DM Dominica;'
  'DO Dominican Republic;DZ Algeria;EC Ecuador;EE Estonia;EG Egypt;EH Western Sahara;ER Eritrea;ES Spain;ET Ethiopia;FI Finland;FJ Fiji;'
  'FK Falkland Islands;FM Micronesia;FO Faroe Islands;FR France;GA Gabon;GB United Kingdom;GD Grenada;GE Georgia;GF French Guiana;GG Guernsey;'
  'GH Ghana;GI Gibraltar;GL Greenland;GM Gambia;GN Guinea;GP Guadeloupe;GQ Equatorial Guinea;GR Greece;GS South Georgia & South Sandwich Islands;'
  'GT Guatemala;GU Guam;GW Guinea-Bissau;GY Guyana;HK Hong Kong;HM Heard & McDonald Islands;HN Honduras;HR Croatia;HT Haiti;HU Hungary;ID Indonesia;'
  'IE Ireland;IL Israel;IM Isle of Man;IN India;IO British Indian Ocean Territory;IQ Iraq;IR Iran;IS Iceland;IT Italy;JE Jersey;JM Jamaica;JO Jordan;'
  'JP Japan;KE Kenya;KG Kyrgyzstan;KH Cambodia;KI Kiribati;KM Comoros;KN St. Kitts & Nevis;KP North Korea;KR South Korea;KW Kuwait;KY Cayman Islands;'
  'KZ Kazakhstan;LA Laos;LB Lebanon;LC St. Lucia;LI Liechtenstein;LK Sri Lanka;LR Liberia;LS Lesotho;LT Lithuania;LU Luxembourg;LV Latvia;LY Libya;'
  'MA Morocco;MC Monaco;MD Moldova;ME Montenegro;MF St. Martin;MG Madagascar;MH Marshall Islands;MK North Macedonia;ML Mali;MM Myanmar;MN Mongolia;'
  'MO Macao;MP Northern Mariana Islands;MQ Martinique;MR Mauritania;MS Montserrat;MT Malta;MU Mauritius;MV Maldives;MW Malawi;MX Mexico;MY Malaysia;'
  'MZ Mozambique;NA Namibia;NC New Caledonia;NE Niger;NF Norfolk Island;NG Nigeria;NI Nicaragua;NL Netherlands;NO Norway;NP Nepal;NR Nauru;NU Niue;'
  'NZ New Zealand;OM Oman;PA Panama;PE Peru;PF French Polynesia;PG Papua New Guinea;PH Philippines;PK Pakistan;PL Poland;PM St. Pierre & Miquelon;'
  'PN Pitcairn Islands;PR Puerto Rico;PS Palestinian Territories;PT Portugal;PW Palau;PY Paraguay;QA Qatar;RE Réunion;RO Romania;RS Serbia;RU Russia;'
  'RW Rwanda;SA Saudi Arabia;SB Solomon Islands;SC Seychelles;SD Sudan;SE Sweden;SG Singapore;SH St. Helena;SI Slovenia;SJ Svalbard & Jan Mayen;'
  'SK Slovakia;SL Sierra Leone;SM San Marino;SN Senegal;SO Somalia;SR Suriname;SS South Sudan;ST São Tomé & Príncipe;SV El Salvador;SX Sint Maarten;'
  'SY Syria;SZ Eswatini;TC Turks & Caicos Islands;TD Chad;TF French Southern Territories;TG Togo;TH Thailand;TJ Tajikistan;TK Tokelau;TL Timor-Leste;'
  'TM Turkmenistan;TN Tunisia;TO Tonga;TR Türkiye;TT Trinidad & Tobago;TV Tuvalu;TW Taiwan;TZ Tanzania;UA Ukraine;UG Uganda;UM U.S. Outlying Islands;'
  'US United States;UY Uruguay;UZ Uzbekistan;VA Vatican City;VC St. Vincent & Grenadines;VE Venezuela;VG British Virgin Islands;'
  'VI U.S. Virgin Islands;VN Vietnam;VU Vanuatu;WF Wallis & Futuna;WS Samoa;XK Kosovo;YE Yemen;YT Mayotte;ZA South Africa;ZM Zambia;ZW Zimbabwe', ';') line;
update public.countries c set names = array[lower(c.code), private.plain_words(c.name), private.plain_words(replace(c.name, '&', 'and'))] || coalesce((
  select string_to_array(w.names, ',') from (values
    ('US', 'usa,u s a,u s,united states of america,america'), ('GB', 'uk,u k,great britain,britain,england,scotland,wales,northern ireland'),
    ('NL', 'the netherlands,holland'), ('TR', 'turkey'), ('CZ', 'czech republic'), ('AE', 'uae,emirates'), ('CI', 'ivory coast'),
    ('CD', 'democratic republic of the congo,dr congo'), ('CG', 'republic of the congo,congo'), ('SZ', 'swaziland'), ('KR', 'korea'),
    ('VA', 'vatican'), ('RU', 'russian federation'), ('VN', 'viet nam'), ('MK', 'macedonia'), ('CV', 'cabo verde'), ('MM', 'burma'),
    ('DE', 'deutschland'), ('AT', 'osterreich'), ('CH', 'schweiz,suisse,svizzera'), ('ES', 'espana'), ('IT', 'italia'), ('BE', 'belgie,belgique'),
    ('SE', 'sverige'), ('NO', 'norge'), ('DK', 'danmark'), ('FI', 'suomi'), ('PL', 'polska'), ('BR', 'brasil')
  ) w (code, names) where w.code = c.code), '{}');

update public.countries set in_eu = true
  where code in ('AT', 'BE', 'BG', 'HR', 'CY', 'CZ', 'DK', 'EE', 'FI', 'FR', 'DE', 'GR', 'HU', 'IE', 'IT', 'LV', 'LT', 'LU', 'MT', 'NL', 'PL', 'PT', 'RO', 'SK', 'SI', 'ES', 'SE');

create function private.country_code(p_text text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (select c.code from public.countries c where c.names @> array[private.plain_words(p_text)]);
end;
$$;
comment on function private.country_code(text) is 'The code of the country that has this name or code; null where none has';

alter table public.countries enable row level security;
grant select on public.countries to anon, authenticated;
create policy countries_select_all on public.countries for select to anon, authenticated
  using (true);

-- Companies that buy wholesale, their members, and the price lists that they buy by.

create table public.price_lists (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (length(name) <= 100),
  percent numeric(5, 2) not null default 0 check (percent between 0 and 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint price_lists_name_visible check (public.is_visible(name))
);
comment on table public.price_lists is 'Price lists of wholesale; prices of single products are in price_list_items';
comment on column public.price_lists.id is 'Identifies the price list';
comment on column public.price_lists.name is 'Its name, which companies read too';
comment on column public.price_lists.percent is 'What it takes off every price of the shop, in percent';
comment on column public.price_lists.created_at is 'When it was made';
comment on column public.price_lists.updated_at is 'When it was last changed; kept by a trigger';

create type public.company_status as enum ('requested', 'approved', 'refused', 'suspended');
comment on type public.company_status is 'Whether a company buys wholesale: requested waits for an answer, approved does, refused and suspended do not';
create type public.company_role as enum ('buyer', 'manager');
comment on type public.company_role is 'What a member of a company may do: a buyer orders, a manager keeps its members too';

create table public.companies (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) <= 200),
  vat_id text not null default '' check (vat_id ~ '^([A-Z]{2}[A-Z0-9+*]{2,13})?$'),
  address text not null default '' check (length(address) <= 500),
  postcode text not null default '' check (length(postcode) <= 50),
  city text not null default '' check (length(city) <= 200),
  country text not null references public.countries,
  phone text not null default '' check (length(phone) <= 50),
  about text not null default '' check (length(about) <= 2000),
  status public.company_status not null default 'requested',
  price_list_id uuid references public.price_lists on delete set null,
  terms_days int not null default 0 check (terms_days between 0 and 365),
  credit_limit numeric(12, 2) not null default 0 check (credit_limit >= 0),
  order_minimum numeric(12, 2) not null default 0 check (order_minimum >= 0),
  tax_free boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint companies_name_visible check (public.is_visible(name)),
  constraint companies_tax_free_check check (not tax_free or vat_id <> '')
);
comment on table public.companies is 'Companies that buy wholesale, or asked to';
comment on column public.companies.id is 'Identifies the company';
comment on column public.companies.name is 'Its name, as on invoices';
comment on column public.companies.vat_id is 'VAT number with the country in front; empty when it has none';
comment on column public.companies.address is 'Street and number';
comment on column public.companies.postcode is 'Postcode';
comment on column public.companies.city is 'City';
comment on column public.companies.country is 'Code of its country';
comment on column public.companies.phone is 'Phone number, as typed';
comment on column public.companies.about is 'What it sells, in its own words';
comment on column public.companies.status is 'Whether it buys wholesale';
comment on column public.companies.price_list_id is 'Its price list; without one it pays the prices of the shop';
comment on column public.companies.terms_days is 'Within how many days it pays an order on terms; 0 when it pays by card only';
comment on column public.companies.credit_limit is 'What its unpaid orders on terms may come to, in dollars';
comment on column public.companies.order_minimum is 'What the goods of an order have to cost at least, in dollars';
comment on column public.companies.tax_free is 'Whether its VAT number was checked, so that deliveries to other countries of the EU are without tax';
comment on column public.companies.created_at is 'When it asked for wholesale';
comment on column public.companies.updated_at is 'When it was last changed; kept by a trigger';
create index companies_status_idx on public.companies (status, created_at desc, id);
create index companies_name_idx on public.companies (lower(name), id);
create index companies_country_idx on public.companies (country);
create index companies_price_list_idx on public.companies (price_list_id);

create table public.company_members (
  user_id uuid primary key references public.profiles on delete cascade,
  company_id uuid not null references public.companies on delete cascade,
  role public.company_role not null default 'buyer',
  created_at timestamptz not null default now()
);
comment on table public.company_members is 'The customers that buy for a company; a customer buys for one company at most';
comment on column public.company_members.user_id is 'The customer';
comment on column public.company_members.company_id is 'The company';
comment on column public.company_members.role is 'buyer or manager';
comment on column public.company_members.created_at is 'Since when';
create index company_members_company_idx on public.company_members (company_id, created_at, user_id);

create function public.own_company() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select m.company_id from public.company_members m where m.user_id = auth.uid());
end;
$$;
comment on function public.own_company() is 'The company of the signed-in customer, approved or not; null without one';
grant execute on function public.own_company() to authenticated;

create function private.company_of(p_customer uuid) returns public.companies
language plpgsql stable security definer set search_path = '' as $$
declare
  found_company public.companies;
begin
  select c.* into found_company from public.company_members m join public.companies c on c.id = m.company_id
    where m.user_id = p_customer and c.status = 'approved';
  return found_company;
end;
$$;
comment on function private.company_of(uuid) is 'The company by whose prices and terms a customer buys; null without an approved one';

alter table public.price_lists enable row level security;
grant select, insert (id, name, percent), update (name, percent) on public.price_lists to authenticated;
create policy price_lists_select_own_or_admin on public.price_lists for select to authenticated
  using ((select public.is_admin()) or id = (
    select c.price_list_id from public.companies c where c.id = (select public.own_company()) and c.status = 'approved'));
create policy price_lists_insert_admin on public.price_lists for insert to authenticated
  with check ((select public.is_admin()));
create policy price_lists_update_admin on public.price_lists for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

alter table public.companies enable row level security;
grant select,
  update (name, vat_id, address, postcode, city, country, phone, about, status, price_list_id, terms_days, credit_limit, order_minimum, tax_free)
  on public.companies to authenticated;
create policy companies_select_own_or_admin on public.companies for select to authenticated
  using (id = (select public.own_company()) or (select public.is_admin()));
create policy companies_update_admin on public.companies for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

alter table public.company_members enable row level security;
grant select on public.company_members to authenticated;
create policy company_members_select_own_or_admin on public.company_members for select to authenticated
  using (company_id = (select public.own_company()) or (select public.is_admin()));

create trigger price_lists_set_updated_at before update on public.price_lists
  for each row execute function private.set_updated_at();
create trigger companies_set_updated_at before update on public.companies
  for each row execute function private.set_updated_at();

-- Who buys for a company: asking for wholesale, invitations, and what members may do.

create table public.company_invitations (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies on delete cascade,
  email text not null check (email like '%_@_%' and length(email) <= 254),
  role public.company_role not null default 'buyer',
  created_at timestamptz not null default now(),
  ends_at timestamptz not null default now() + interval '14 days',
  constraint company_invitations_once unique (company_id, email)
);
comment on table public.company_invitations is 'Invitations to buy for a company, until they are accepted or end. The link in the mail is signed, and kept nowhere.';
comment on column public.company_invitations.id is 'Identifies the invitation; another one to the same address has another';
comment on column public.company_invitations.company_id is 'The company';
comment on column public.company_invitations.email is 'The address that the mail goes to, and that of the account that may accept it';
comment on column public.company_invitations.role is 'What the new member will be: buyer or manager';
comment on column public.company_invitations.created_at is 'When it was sent';
comment on column public.company_invitations.ends_at is 'Until when it can be accepted';

create function public.managed_company() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select m.company_id from public.company_members m where m.user_id = auth.uid() and m.role = 'manager');
end;
$$;
comment on function public.managed_company() is 'The company that the signed-in customer manages, approved or not; null without one';
grant execute on function public.managed_company() to authenticated;

create function public.request_company(
  p_name text, p_vat_id text, p_address text, p_postcode text, p_city text, p_country text, p_phone text, p_about text
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := public.own_company();
begin
  perform private.require_customer();
  if company is null then
    insert into public.companies (name, vat_id, address, postcode, city, country, phone, about)
    values (p_name, p_vat_id, p_address, p_postcode, p_city, p_country, p_phone, p_about) returning id into company;
    insert into public.company_members (user_id, company_id, role) values (auth.uid(), company, 'manager');
    return company;
  end if;
  -- The number may be another one now, which nobody has checked yet.
  update public.companies
    set name = p_name, vat_id = p_vat_id, address = p_address, postcode = p_postcode, city = p_city, country = p_country,
      phone = p_phone, about = p_about, status = 'requested', tax_free = false
    where id = company and id = public.managed_company() and status = 'refused';
  if not found then
    raise exception 'You belong to a company already.' using detail = 'has_company';
  end if;
  return company;
end;
$$;
comment on function public.request_company(text, text, text, text, text, text, text, text) is
  'Asks for wholesale: the signed-in customer becomes manager of a company that waits for an answer. A refused company may ask again. Returns its id. Errors (in detail): not_a_customer, has_company.';
grant execute on function public.request_company(text, text, text, text, text, text, text, text) to authenticated;

create function private.company_json(p_company uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select to_jsonb(c) || jsonb_build_object(
      'country_name', (select l.name from public.countries l where l.code = c.country),
      'price_list', coalesce((select l.name from public.price_lists l where l.id = c.price_list_id), ''),
      'members', (
        select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'firstname', p.firstname, 'lastname', p.lastname,
          'email', p.email, 'role', m.role, 'created_at', m.created_at) order by m.created_at, p.id), '[]')
        from public.company_members m join public.profiles p on p.id = m.user_id where m.company_id = c.id))
    from public.companies c where c.id = p_company);
end;
$$;
comment on function private.company_json(uuid) is
  'A company with country_name, the name of its price_list, and members: [{id, firstname, lastname, email, role, created_at}]';

create function public.read_own_company() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.company_json(public.own_company()) || jsonb_build_object(
    'role', (select m.role from public.company_members m where m.user_id = auth.uid()),
    'invitations', (
      select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'email', i.email, 'role', i.role, 'ends_at', i.ends_at)
        order by i.created_at, i.id), '[]')
      from public.company_invitations i where i.company_id = public.managed_company() and i.ends_at > now()));
end;
$$;
comment on function public.read_own_company() is
  'The company of the signed-in customer as company_json, with their role and, for managers, its open invitations: [{id, email, role, ends_at}]; null without one';
grant execute on function public.read_own_company() to authenticated;

create function public.company_orders(p_limit int default 20, p_page int default 1) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant int := least(greatest(coalesce(p_limit, 20), 1), 100);
  company constant uuid := public.own_company();
  all_of_it constant boolean := public.managed_company() is not null;
  fitting constant bigint := (
    select count(*) from public.orders o where o.company_id = company and (all_of_it or o.user_id = auth.uid()));
begin
  return jsonb_build_object('total', fitting, 'orders', (
    select coalesce(jsonb_agg(listed), '[]') from (
      select o.id, o.number, o.created_at, o.status, o.total_price, o.currency, o.po_number, o.due_at,
        btrim(o.firstname || ' ' || o.lastname) as buyer
      from public.orders o where o.company_id = company and (all_of_it or o.user_id = auth.uid())
      order by o.created_at desc, o.id limit page_size offset private.page_start(p_page, page_size, fitting)) listed));
end;
$$;
comment on function public.company_orders(int, int) is
  'One page of the orders for the company of the signed-in customer, newest first, as {total, orders: [{id, number, created_at, status, total_price in dollars, currency, po_number, due_at: until when one on terms is to be paid, buyer}]}: managers see all of them, buyers their own';
grant execute on function public.company_orders(int, int) to authenticated;

create function private.require_manager() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  company constant uuid := public.managed_company();
begin
  perform private.require_customer();
  if company is null then
    raise exception 'Only managers of a company may do this.' using detail = 'not_a_manager';
  end if;
  return company;
end;
$$;
comment on function private.require_manager() is 'The company that the signed-in customer manages; refuses anybody else (not_a_customer, not_a_manager)';

create function public.invite_member(p_email text, p_role public.company_role) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  company constant public.companies := private.company_of(auth.uid());
  invited constant text := lower(btrim(p_email));
  made uuid;
begin
  perform private.require_manager();
  if company.id is null then
    raise exception 'Your company is not approved yet.' using detail = 'not_approved';
  end if;
  -- A mail to an address that may be anybody's.
  perform private.require_order_rate('invitation', auth.uid());
  if exists (select from public.company_members m join public.profiles p on p.id = m.user_id
    where m.company_id = company.id and lower(p.email) = invited) then
    raise exception 'This person is a member already.' using detail = 'is_member';
  end if;
  delete from public.company_invitations i where i.company_id = company.id and (i.email = invited or i.ends_at <= now());
  insert into public.company_invitations (company_id, email, role) values (company.id, invited, p_role) returning id into made;
  insert into public.mail_outbox (record_id, recipient, kind, data)
  select made, invited, 'company_invitation', jsonb_build_object('invitation', made, 'company', company.name,
    'invitedBy', btrim(p.firstname || ' ' || p.lastname))
  from public.profiles p where p.id = auth.uid();
  return made;
end;
$$;
comment on function public.invite_member(text, public.company_role) is
  'Invites somebody by mail to buy for the company that the signed-in customer manages, in place of an earlier invitation to this address. Returns the id of the invitation. Errors (in detail): not_a_customer, not_a_manager, not_approved, is_member; with SQLSTATE PT429 too_many_tries.';
grant execute on function public.invite_member(text, public.company_role) to authenticated;

create function private.change_member(p_company uuid, p_member uuid, p_role public.company_role) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  before public.company_role;
begin
  -- Two managers who take the role from each other queue here.
  perform from public.companies c where c.id = p_company for no key update;
  select m.role into before from public.company_members m where m.user_id = p_member and m.company_id = p_company;
  if before is null then
    return false;
  end if;
  if before = 'manager' and p_role is distinct from 'manager' and not exists (
    select from public.company_members m where m.company_id = p_company and m.role = 'manager' and m.user_id <> p_member) then
    raise exception 'A company needs a manager. Make somebody else one first!' using detail = 'last_manager';
  end if;
  if p_role is null then
    delete from public.company_members where user_id = p_member;
  else
    update public.company_members set role = p_role where user_id = p_member;
  end if;
  return true;
end;
$$;
comment on function private.change_member(uuid, uuid, public.company_role) is
  'Changes the role of a member of a company, or removes them where it is null; false where they are none. Refuses to take the last manager away (last_manager).';

create function public.change_member(p_member uuid, p_role public.company_role default null) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  leaves constant boolean := p_role is null and p_member is not distinct from auth.uid();
begin
  return private.change_member(case when leaves then public.own_company() else private.require_manager() end, p_member, p_role);
end;
$$;
comment on function public.change_member(uuid, public.company_role) is
  'Changes the role of a member of the company that the signed-in customer manages, or removes them where it is null; everybody may remove themselves. False where there is no such member. Errors (in detail): not_a_customer, not_a_manager, last_manager.';
grant execute on function public.change_member(uuid, public.company_role) to authenticated;

create function public.accept_invitation(p_invitation uuid, p_customer uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  invited public.company_invitations;
  company public.companies;
begin
  perform private.act_for(p_customer);
  perform private.require_customer();
  delete from public.company_invitations where id = p_invitation and ends_at > now() returning * into invited;
  select * into company from public.companies where id = invited.company_id and status = 'approved';
  if company.id is null then
    raise exception 'This invitation has ended.' using detail = 'invitation_ended';
  end if;
  -- The link may have been sent on.
  if not exists (select from public.profiles p where p.id = p_customer and lower(p.email) = invited.email) then
    raise exception 'This invitation is for %. Please sign in with that address.', invited.email using detail = 'other_address';
  end if;
  delete from public.company_members m using public.companies c
    where m.user_id = p_customer and c.id = m.company_id and c.status = 'refused';
  if public.own_company() is not null then
    raise exception 'You belong to a company already.' using detail = 'has_company';
  end if;
  insert into public.company_members (user_id, company_id, role) values (p_customer, company.id, invited.role);
  return company.name;
end;
$$;
comment on function public.accept_invitation(uuid, uuid) is
  'Makes this customer a member of the company that invited them, and returns its name. For the service role: the API checks the signed link first. Errors (in detail): not_a_customer, invitation_ended, other_address, has_company.';

alter table public.company_invitations enable row level security;
grant select, delete on public.company_invitations to authenticated;
create policy company_invitations_select_manager_or_admin on public.company_invitations for select to authenticated
  using (company_id = (select public.managed_company()) or (select public.is_admin()));
create policy company_invitations_delete_manager on public.company_invitations for delete to authenticated
  using (company_id = (select public.managed_company()));

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
grant insert (id, words), update (words) on public.search_synonyms to authenticated;
create policy search_synonyms_select_all on public.search_synonyms for select to anon, authenticated
  using (true);
create policy search_synonyms_insert_admin on public.search_synonyms for insert to authenticated
  with check ((select public.is_admin()));
create policy search_synonyms_update_admin on public.search_synonyms for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

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
grant insert (id, name, image), update (name, image) on public.categories to authenticated;
create policy categories_select_all on public.categories for select to anon, authenticated
  using (true);
create policy categories_insert_admin on public.categories for insert to authenticated
  with check ((select public.is_admin()));
create policy categories_update_admin on public.categories for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

create trigger categories_set_updated_at before update on public.categories
  for each row when (old.* is distinct from new.*) execute function private.set_updated_at();

-- The garments on sale.

create type public.availability as enum ('InStock', 'OutofStock');
comment on type public.availability is 'Whether a product can be bought';

create type public.product_status as enum ('published', 'draft');
comment on type public.product_status is 'Whether shoppers see a product';

create type public.tax_class as enum ('standard', 'reduced', 'zero');
comment on type public.tax_class is 'Which of the rates of a country a product has';

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
  status public.product_status not null default 'published',
  composition text not null default '' check (length(composition) <= 500),
  care text not null default '' check (length(care) <= 500),
  fit text not null default '' check (length(fit) <= 500),
  origin text not null default '' check (length(origin) <= 500),
  delivery text not null default '' check (length(delivery) <= 500),
  compare_at_price numeric(12, 2),
  weight int not null default 0 check (weight between 0 and 100000),
  tax_class public.tax_class not null default 'standard',
  constraint products_title_visible check (public.is_visible(title)),
  constraint products_sizes_visible check (public.are_visible(sizes)),
  constraint products_colors_visible check (public.are_visible(colors)),
  constraint products_compare_at_price_above check (compare_at_price > price and compare_at_price < 1000000)
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
comment on column public.products.created_at is 'When the product was put on sale, or a draft was written; kept by a trigger';
comment on column public.products.updated_at is 'When what shoppers see was last changed; kept by a trigger';
comment on column public.products.search is 'Words for the search, weighted: title, category, colours, description; kept by a trigger';
comment on column public.products.search_words is 'Title, category and colours in plain lower case, for parts of words and typing mistakes; kept by a trigger';
comment on column public.products.shuffle is 'Random number by which random products are picked; means nothing else';
comment on column public.products.facets is 'What lists are filtered by, such as size:M and color:red, and status:draft; kept by a trigger';
comment on column public.products.status is 'A draft is seen only by administrators';
comment on column public.products.composition is 'What it is made of; empty when nothing is said';
comment on column public.products.care is 'How to wash and keep it; empty when nothing is said';
comment on column public.products.fit is 'How it falls, and how to choose a size; empty when nothing is said';
comment on column public.products.origin is 'Where cloth and garment are made; empty when nothing is said';
comment on column public.products.delivery is 'Delivery and returns where they differ from what the shop promises; else empty';
comment on column public.products.compare_at_price is 'Higher price that is shown struck through beside the price, in dollars; empty when the product is not on sale';
comment on column public.products.weight is 'Weight of a piece with its wrapping in grams, for the price of sending it';
comment on column public.products.tax_class is 'Which tax rate it has';

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
create index products_drafts_idx on public.products (created_at desc, id) where status = 'draft';
-- Highest price first, in the shop and in a category; a plain index read backwards would have the ids backwards too.
create index products_price_desc_idx on public.products (price desc, id);
create index products_category_price_desc_idx on public.products (category_id, price desc, id);

alter table public.products enable row level security;
grant select on public.products to anon, authenticated;
grant
  insert (id, title, description, price, images, category_id, availability, sizes, colors, status, composition, care, fit, origin,
    delivery, compare_at_price, weight, tax_class),
  update (title, description, price, images, category_id, availability, sizes, colors, status, composition, care, fit, origin,
    delivery, compare_at_price, weight, tax_class)
  on public.products to authenticated;
create policy products_select_published on public.products for select to anon
  using (status = 'published');
create policy products_select_published_or_admin on public.products for select to authenticated
  using (status = 'published' or (select public.is_admin()));
create policy products_insert_admin on public.products for insert to authenticated
  with check ((select public.is_admin()));
create policy products_update_admin on public.products for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

-- Not on every write: a renamed category rewrites the search words, which is no edit of the product.
create trigger products_set_updated_at before update on public.products
  for each row when (
    (new.title, new.description, new.price, new.images, new.category_id, new.availability, new.sizes, new.colors, new.status,
      new.composition, new.care, new.fit, new.origin, new.delivery, new.compare_at_price, new.weight, new.tax_class)
    is distinct from
    (old.title, old.description, old.price, old.images, old.category_id, old.availability, old.sizes, old.colors, old.status,
      old.composition, old.care, old.fit, old.origin, old.delivery, old.compare_at_price, old.weight, old.tax_class))
  execute function private.set_updated_at();

-- Only what was asked before: a product whose price never changed has no row.
create table public.product_prices (
  product_id uuid not null references public.products on delete cascade on update cascade,
  price numeric(12, 2) not null,
  until timestamptz not null default now(),
  primary key (product_id, until)
);
comment on table public.product_prices is 'Earlier prices of products: those of the 30 days before the price that a product has now. Written by a trigger, whoever changes the price.';
comment on column public.product_prices.product_id is 'The product';
comment on column public.product_prices.price is 'What shoppers were asked for one piece, in dollars';
comment on column public.product_prices.until is 'When they were asked it last';

-- What ended 30 days before the newest price began can no longer be the lowest price of these days.
create function private.keep_earlier_price() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.product_prices e where e.product_id = new.id and e.until <= now() - interval '30 days';
  -- Of several changes in one transaction, shoppers saw only the price before the first.
  insert into public.product_prices (product_id, price) values (new.id, old.price) on conflict do nothing;
  return null;
end;
$$;
comment on function private.keep_earlier_price() is
  'Keeps the price that a product had, and deletes what was asked more than 30 days ago';

alter table public.product_prices enable row level security;
grant select on public.product_prices to anon, authenticated;
create policy product_prices_select_with_product on public.product_prices for select to anon, authenticated
  using (exists (select from public.products p where p.id = product_id));

-- Nobody was asked the price of a draft.
create trigger products_keep_earlier_price after update of price, status on public.products
  for each row when (old.status = 'published' and (new.price, new.status) is distinct from (old.price, old.status))
  execute function private.keep_earlier_price();

-- A product that was on sale before has an earlier price, and keeps its date.
create function private.date_publication() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.created_at := case when exists (select from public.product_prices e where e.product_id = new.id) then old.created_at else now() end;
  return new;
end;
$$;
comment on function private.date_publication() is 'Dates a draft when it is published for the first time, so that it is among the newest products';

create trigger products_date_publication before update of status on public.products
  for each row when (old.status = 'draft' and new.status = 'published') execute function private.date_publication();

-- How the storefront reads products: one, a list, and recommendations.

create view public.product_details with (security_invoker = true) as
  select p.id, p.title, p.description, p.price, p.images, p.category_id, p.availability, p.sizes, p.colors,
    p.created_at, p.updated_at,
    case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end as category, p.status,
    p.compare_at_price
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
comment on column public.product_details.status is 'A draft is seen only by administrators';
comment on column public.product_details.compare_at_price is 'Higher price that is shown struck through beside the price, in dollars; empty when the product is not on sale';
grant select on public.product_details to anon, authenticated;

create function public.read_product(p_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select to_json(t) from (
      select d.*, p.composition, p.care, p.fit, p.origin, p.delivery, p.weight, p.tax_class, case when p.compare_at_price is not null then (
        select coalesce(min(e.price), p.price) from public.product_prices e where e.product_id = p.id)
      end as lowest_price_30_days, (
        select coalesce(json_agg(json_build_object('size', v.size, 'color', v.color, 'sku', v.sku, 'price', p.price + v.price_delta,
          'level', case p.availability when 'InStock' then private.stock_level(v.policy, v.on_hand - v.held) else 'out' end) order by v.sku), '[]')
        from public.product_variants v where v.product_id = p.id and v.archived_at is null) as variants
      from public.product_details d join public.products p on p.id = d.id
      where d.id = p_id and (d.status = 'published' or public.is_admin())) t);
end;
$$;
comment on function public.read_product(uuid) is
  'One product with its category, facts, variants, [{size, color, sku, price in dollars, level}], and, on sale, the lowest price of the 30 days before its price began; null when there is none';
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
    select concat('p.status = ''published''', string_agg(format(' and p.facets && %L::text[]',
      array(select f.key || ':' || v from jsonb_array_elements_text(f.value) v)), '')) from jsonb_each(p_filters) f);
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

-- Everybody may see all products but drafts, so everybody may know how many there are.
create function public.count_products(p_categories jsonb default null, p_filters jsonb default null) returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_categories is null then
    return (select coalesce(sum(c.many), 0)::int from private.product_counts c
      where not c.facets @> '{status:draft}' and not exists (select from private.filter_facets(p_filters) f where not c.facets && f.facets));
  end if;
  return (
    select coalesce(sum(c.many), 0)::int from private.product_counts c
    where c.category_id in (select e::uuid from jsonb_array_elements_text(p_categories) e)
      and not c.facets @> '{status:draft}' and not exists (select from private.filter_facets(p_filters) f where not c.facets && f.facets));
end;
$$;
comment on function public.count_products(jsonb, jsonb) is
  'How many products there are, without drafts, or how many in the categories with these ids and with these filters; costs about the same in a shop of any size';
grant execute on function public.count_products(jsonb, jsonb) to anon, authenticated;

create function public.random_products(p_limit int default 8) returns setof public.products
language sql volatile security invoker set search_path = '' as $$
  with
  wanted as (select least(greatest(coalesce(p_limit, 8), 0), 100) as n),
  places as materialized (
    select random() as place from generate_series(1, (select n * 3 from wanted))),
  picked as materialized (
    select distinct found.id from places cross join lateral (
      select p.id from public.products p where p.shuffle >= places.place and p.status = 'published'
      order by p.shuffle limit 1) found),
  -- A small shop has fewer rows than random places: fill up from the beginning.
  filled as materialized (
    select id from picked
    union
    (select p.id from public.products p where p.status = 'published' order by p.shuffle limit (select n * 2 from wanted)))
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
      where d.category_id = same and d.id <> p_product and d.status = 'published'
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
  'Words of titles, categories and colours of published products, from which mistyped words are corrected; words that no product has any more may stay';
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
      array['category:' || new.category_id, 'price:' || private.price_band(new.price), 'availability:' || new.availability,
        case new.status when 'draft' then 'status:draft' end]
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
    where n.status = 'published' and length(w.word) between 3 and 40 and w.word !~ '\d'
      and not exists (select 1 from private.search_vocabulary v where v.word = w.word);
  return null;
end;
$$;
comment on function private.add_search_vocabulary() is 'Adds new words of products to the vocabulary of the search';

alter table private.search_vocabulary enable row level security;
create policy search_vocabulary_nobody on private.search_vocabulary for all to anon, authenticated
  using (false) with check (false);

create trigger products_set_search_words
  before insert or update of title, description, price, category_id, availability, sizes, colors, status, search, search_words,
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

-- Each call is planned for its own words, and what was not asked leaves the plan. How common a prefix is the planner cannot
-- estimate, so there are two plans to choose from. By the word indexes: good for what few products have.
create function private.find_by_words(p_query tsquery, p_titled boolean, p_drafts boolean, p_limit int, p_newest boolean default false)
returns uuid[]
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_indexscan = off as $$
begin
  return array(
    select hits.id from (
      select p.id, p.created_at from public.products p
      where (p_drafts or p.status = 'published') and case when p_titled then ts_filter(p.search, '{a,c}') else p.search end @@ p_query
      limit p_limit) hits
    order by case when p_newest then hits.created_at end desc, case when p_newest then hits.id end);
end;
$$;
comment on function private.find_by_words(tsquery, boolean, boolean, int, boolean) is
  'Ids of products with these words, in title or colours if p_titled, found by the indexes of words, p_limit at the most; these newest first if p_newest';

create function private.count_newest(p_query tsquery, p_titled boolean, p_drafts boolean) returns bigint
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  return (
    select count(*) from (select * from public.products order by created_at desc, id limit 300) p
    where (p_drafts or p.status = 'published') and case when p_titled then ts_filter(p.search, '{a,c}') else p.search end @@ p_query);
end;
$$;
comment on function private.count_newest(tsquery, boolean, boolean) is
  'How many of the 300 newest products have these words, in title or colours if p_titled';

-- From the newest product backwards until there are enough: good for what many products have.
create function private.find_by_age(p_query tsquery, p_titled boolean, p_drafts boolean, p_limit int) returns uuid[]
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  ids uuid[];
  depth int := 300;
begin
  loop
    ids := array(
      select p.id from (select * from public.products order by created_at desc, id limit depth) p
      where (p_drafts or p.status = 'published') and case when p_titled then ts_filter(p.search, '{a,c}') else p.search end @@ p_query
      order by p.created_at desc, p.id limit p_limit);
    exit when cardinality(ids) >= p_limit or depth > 40000;
    depth := depth * 4;
  end loop;
  return ids;
end;
$$;
comment on function private.find_by_age(tsquery, boolean, boolean, int) is
  'Ids of the newest products with these words, looking no further than some ten thousand back';

create function private.find_newest(p_query tsquery, p_titled boolean, p_drafts boolean, p_limit int, p_is_rare boolean default false)
returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  sortable constant int := 2000;
  ids uuid[];
begin
  if p_is_rare or private.count_newest(p_query, p_titled, p_drafts) < 15 then
    ids := private.find_by_words(p_query, p_titled, p_drafts, sortable, true);
    if cardinality(ids) < sortable then
      return ids[:p_limit];
    end if;
  end if;
  return private.find_by_age(p_query, p_titled, p_drafts, p_limit);
end;
$$;
comment on function private.find_newest(tsquery, boolean, boolean, int, boolean) is
  'Ids of the newest products with these words, by the cheaper of the two plans; p_is_rare: it is known that few of the newest have them';

-- A word that many products have is looked for as a whole word only: that finds enough. A word that some have is looked for as
-- the beginning of a word in titles, categories and colours, but not in descriptions.
create function private.narrow_common_words(p_lexemes text[], p_drafts boolean) returns text[]
language sql stable security definer set search_path = '' as $$
  with recent as materialized (
    select r.search from public.products r order by r.created_at desc, r.id limit 300)
  select array_agg(
    case
      when l.lexeme = '' then ''
      when (select count(*) from recent where recent.search @@ w.whole::tsquery) >= 15 then w.whole
      when private.find_by_words(w.whole::tsquery, false, p_drafts, 1) <> '{}' then w.whole || ' | ' || replace(l.lexeme, ':*', ':*ABC')
      else l.lexeme end order by l.place)
  from unnest(p_lexemes) with ordinality l (lexeme, place)
  cross join lateral (select replace(l.lexeme, ':*', '') as whole) w;
$$;
comment on function private.narrow_common_words(text[], boolean) is
  'The lexemes, those that products have as whole words with fewer or no beginnings of words';

create function private.ranked_search(
  p_terms tsquery[], p_operator text, p_phrase text, p_limit int, p_of_few int, p_drafts boolean
) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  -- So many are compared letter by letter; where more fit, the newest with the words in title or colours are best.
  comparable constant int := 300;
  query constant tsquery := format('(%s)', array_to_string(p_terms, format(') %s (', p_operator)));
  recent constant bigint := private.count_newest(query, false, p_drafts);
  ids uuid[];
  few uuid[];
begin
  -- Four times too many by this estimate are surely too many.
  if recent >= 100 or (recent >= 15 and recent * public.count_products() >= 4 * comparable * 300) then
    ids := private.find_newest(query, true, p_drafts, p_limit);
  else
    -- Whatever has the words in its title fits, and may be too many by itself, but hardly where none of the newest does.
    if recent > 0 then
      ids := private.find_newest(query, true, p_drafts, greatest(p_limit, comparable + 1), true);
    end if;
    if ids is null or cardinality(ids) <= comparable then
      few := private.find_by_words(query, false, p_drafts, comparable + 1);
      if cardinality(few) <= comparable then
        return array(
          select p.id from public.products p cross join lateral (
            -- Each term counts where it stands, however often the text repeats it: 1 for the title, half for category or colours.
            select sum(case when p.search @@ t then 0.1 + case when ts_filter(p.search, '{a}') @@ t then 1 else 0 end
              + case when ts_filter(p.search, '{b,c}') @@ t then 0.5 else 0 end else 0 end) as words from unnest(p_terms) t) score
          where p.id = any (few)
          order by score.words + 0.4 * extensions.word_similarity(p_phrase, p.search_words) desc, p.created_at desc, p.id
          limit greatest(p_limit, p_of_few));
      end if;
    end if;
    ids := (coalesce(ids, private.find_newest(query, true, p_drafts, p_limit, true)))[:p_limit];
  end if;
  if cardinality(ids) < p_limit then
    ids := ids || array(
      select m.id from unnest(private.find_newest(query, false, p_drafts, p_limit)) with ordinality m (id, place)
      where m.id <> all (ids) order by m.place limit p_limit - cardinality(ids));
  end if;
  return ids;
end;
$$;
comment on function private.ranked_search(tsquery[], text, text, int, int, boolean) is
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

create function private.search_ids(
  p_query text, p_limit int, p_of_few int default 0, p_some boolean default false, p_drafts boolean default false
) returns uuid[]
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
  lexemes := private.narrow_common_words(lexemes, p_drafts);
  phrase := array_to_string(words, ' ');
  if array_position(lexemes, '') is null then
    found_ids := private.ranked_search(lexemes::tsquery[], '&', phrase, p_limit, p_of_few, p_drafts);
    if cardinality(found_ids) > 0 then
      return found_ids;
    end if;
  end if;

  -- Nothing fits: each word that no product knows is replaced by those that may be meant, in titles, categories and colours.
  for i in 1..cardinality(words) loop
    -- A stop word like "over" has no lexeme at all; what was narrowed is known.
    if lexemes[i] <> '' and (lexemes[i] !~ ':\*(?!A)'
      or private.find_by_words(lexemes[i]::tsquery, false, p_drafts, 1) <> '{}') then
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
    found_ids := private.ranked_search(lexemes::tsquery[], '&', phrase, p_limit, p_of_few, p_drafts);
  end if;
  if p_some and coalesce(cardinality(found_ids), 0) = 0 and cardinality(words) > 1 and known <> '{}' then
    found_ids := private.ranked_search(known::tsquery[], '|', phrase, p_limit, p_of_few, p_drafts);
  end if;
  return coalesce(found_ids, '{}');
end;
$$;
comment on function private.search_ids(text, int, int, boolean, boolean) is
  'Ids of the products that fit the text, best first; of those that fit it with typing mistakes corrected where none does; of those that fit some of its words where none fits all, if p_some. p_limit of many, where few fit p_of_few if that is more; without drafts unless p_drafts';

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

create function office.change_products(
  p_ids uuid[], p_availability public.availability default null, p_status public.product_status default null,
  p_category uuid default null
) returns int
language plpgsql security definer set search_path = '' as $$
declare
  changed constant int := private.lock_products(p_ids);
begin
  perform 1 from public.categories where id = p_category for key share;
  if p_category is not null and not found then
    raise exception 'This category does not exist. Nothing was changed.' using detail = 'unknown_category';
  end if;
  update public.products set availability = coalesce(p_availability, availability), status = coalesce(p_status, status),
    category_id = coalesce(p_category, category_id) where id = any (p_ids);
  return changed;
end;
$$;
comment on function office.change_products(uuid[], public.availability, public.product_status, uuid) is
  'Makes products available or not, publishes them or makes drafts of them, or puts them into a category, and returns their number. Errors (in detail): not_an_administrator, unknown_product, unknown_category.';

create function private.new_prices(p_ids uuid[], p_percent numeric, p_amount numeric)
returns table (product public.products, new_price numeric)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_products(p_ids);
  if num_nonnulls(p_percent, p_amount) <> 1 or p_percent < -100 or p_percent > 1000 then
    raise exception 'The percentage must be between -100 and 1000.' using detail = 'bad_percent';
  end if;
  return query
    select p, coalesce(round(p.price * (100 + p_percent) / 100, 2), p.price + p_amount)
    from public.products p where p.id = any (p_ids) order by lower(p.title), p.id;
end;
$$;
comment on function private.new_prices(uuid[], numeric, numeric) is
  'Locks products and returns what a percentage, rounded to the cent, or an amount would make of their prices';

create function private.check_new_price(p_product public.products, p_price numeric) returns numeric
language plpgsql stable set search_path = '' as $$
begin
  if p_price >= 1000000 then
    raise exception '% would cost too much. Nothing was changed.', p_product.title using detail = 'price_too_high';
  end if;
  if p_price < 0 then
    raise exception '% would cost less than nothing. Nothing was changed.', p_product.title using detail = 'price_too_low';
  end if;
  if p_price >= p_product.compare_at_price then
    raise exception '% is on sale and would cost no less than its compare-at price. Nothing was changed.', p_product.title
      using detail = 'price_too_high';
  end if;
  return p_price;
end;
$$;
comment on function private.check_new_price(public.products, numeric) is 'The price, or an error that names the product that it does not suit';

create function office.preview_product_prices(p_ids uuid[], p_percent numeric default null, p_amount numeric default null)
returns table (id uuid, title text, price numeric, new_price numeric)
language plpgsql security definer set search_path = '' as $$
begin
  return query
    select (n.product).id, (n.product).title, (n.product).price, private.check_new_price(n.product, n.new_price)
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
  update public.products p set price = private.check_new_price(n.product, n.new_price)
    from private.new_prices(p_ids, p_percent, p_amount) n where (n.product).id = p.id;
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
  update public.products p set price = private.check_new_price(p, n.new_price)
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
  perform private.lock_variants(array(select v.id from public.product_variants v where v.product_id = any (p_ids)));
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
  p_sizes text[] default null, p_colors text[] default null, p_known timestamptz default null,
  p_status public.product_status default null, p_composition text default null, p_care text default null,
  p_fit text default null, p_origin text default null, p_delivery text default null, p_compare_at_price numeric default null,
  p_weight int default null, p_tax_class public.tax_class default null
) returns json
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if num_nonnulls(p_sizes, p_colors) > 0 then
    perform private.lock_variants(array(select v.id from public.product_variants v where v.product_id = p_id));
  end if;
  update public.products p set
    title = coalesce(p_title, p.title),
    description = coalesce(p_description, p.description),
    price = coalesce(p_price, p.price),
    category_id = coalesce(p_category, p.category_id),
    availability = coalesce(p_availability, p.availability),
    sizes = coalesce(p_sizes, p.sizes),
    colors = coalesce(p_colors, p.colors),
    status = coalesce(p_status, p.status),
    composition = coalesce(p_composition, p.composition),
    care = coalesce(p_care, p.care),
    fit = coalesce(p_fit, p.fit),
    origin = coalesce(p_origin, p.origin),
    delivery = coalesce(p_delivery, p.delivery),
    compare_at_price = nullif(coalesce(p_compare_at_price, p.compare_at_price), 0),
    weight = coalesce(p_weight, p.weight),
    tax_class = coalesce(p_tax_class, p.tax_class)
  where p.id = p_id and (p_known is null or p.updated_at = p_known);
  if not found and exists (select from public.products p where p.id = p_id) then
    raise exception 'Somebody else changed this product in the meantime. Nothing was saved.'
      using detail = 'changed_meanwhile';
  end if;
  return public.read_product(p_id);
end;
$$;
comment on function office.update_product(uuid, text, text, numeric, uuid, public.availability, text[], text[], timestamptz, public.product_status, text, text, text, text, text, numeric, int, public.tax_class) is
  'Changes the given fields of a product and returns it as read_product does; null when there is none. A compare-at price of 0 ends the sale. p_known is the updated_at that the caller has seen. Errors (in detail): not_an_administrator, changed_meanwhile.';

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

create function office.rename_product_image(p_id uuid, p_from text, p_to text, p_known timestamptz default null) returns json
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update public.products p set images = array_replace(p.images, p_from, p_to)
    where p.id = p_id and p_from = any (p.images) and (p_known is null or p.updated_at = p_known);
  if not found and exists (select from public.products p where p.id = p_id) then
    raise exception 'Somebody else changed this product in the meantime. Nothing was saved.'
      using detail = 'changed_meanwhile';
  end if;
  return public.read_product(p_id);
end;
$$;
comment on function office.rename_product_image(uuid, text, text, timestamptz) is
  'Replaces the path of one of a product''s pictures in its place and returns the product as read_product does; null when there is none. p_known is the updated_at that the caller has seen. Errors (in detail): not_an_administrator, changed_meanwhile.';

-- Export and import of products as a file.

create function private.product_version(p_updated_at timestamptz) returns text
language sql immutable set search_path = '' as $$
  select 'v' || (extract(epoch from p_updated_at) * 1000000)::bigint;
$$;
comment on function private.product_version(timestamptz) is 'The time of a product''s last change as text that spreadsheets leave as it is';

-- The order is that of the columns of a file.
create function private.file_facts(p_product public.products) returns table (field text, value text)
language sql immutable rows 8 set search_path = '' as $$
  values ('status', coalesce(p_product.status::text, 'published')), ('composition', coalesce(p_product.composition, '')),
    ('care', coalesce(p_product.care, '')), ('fit', coalesce(p_product.fit, '')),
    ('origin', coalesce(p_product.origin, '')), ('delivery', coalesce(p_product.delivery, '')),
    ('weight', coalesce(p_product.weight, 0)::text), ('taxClass', coalesce(p_product.tax_class, 'standard')::text);
$$;
comment on function private.file_facts(public.products) is 'Status and facts of a product as fields of a file; of no product, what a new one begins with';

create function office.export_products(p_ids uuid[])
returns table (
  id uuid, title text, price numeric, category text, availability public.availability, sizes text[],
  colors text[], description text, created_at timestamptz, version text, status public.product_status, composition text,
  care text, fit text, origin text, delivery text, compare_at_price numeric, weight int,
  tax_class public.tax_class)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select p.id, p.title, p.price, c.name, p.availability, p.sizes, p.colors, p.description,
      p.created_at, private.product_version(p.updated_at), p.status, p.composition, p.care, p.fit, p.origin, p.delivery,
      p.compare_at_price, p.weight, p.tax_class
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
      p.title as old_title, p.price as old_price, p.compare_at_price as old_compare, p.description as old_description,
      p.availability::text as old_availability, to_jsonb(p.sizes) as old_sizes, to_jsonb(p.colors) as old_colors,
      p.category_id as old_category, c.name as old_category_name,
      coalesce(r.e ->> 'title', p.title) as title,
      coalesce((r.e ->> 'price')::numeric, p.price) as price,
      nullif(coalesce(r.e ->> 'compareAtPrice', p.compare_at_price::text), '')::numeric(12, 2) as compare_at_price,
      coalesce(r.e ->> 'description', p.description, '') as description,
      coalesce(r.e ->> 'availability', p.availability::text, 'InStock') as availability,
      coalesce(r.e -> 'sizes', to_jsonb(p.sizes), '[]') as sizes,
      coalesce(r.e -> 'colors', to_jsonb(p.colors), '[]') as colors,
      (select jsonb_agg(jsonb_build_object('field', f.field, 'before', f.value, 'after', coalesce(r.e ->> f.field, f.value)))
        from private.file_facts(p) f) as facts,
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
      when k.compare_at_price <= k.price then array['compareAtPrice', 'Has to be higher than the price']
      end as problem
    from known k),
  compared as (
    select t.*, (
      select coalesce(jsonb_agg(jsonb_build_object('field', d.field, 'before', d.before, 'after', d.after)), '[]')
      from (values
        ('title', t.old_title, t.title), ('price', t.old_price::text, t.price::numeric(12, 2)::text),
        ('compareAtPrice', t.old_compare::text, t.compare_at_price::text),
        ('category', t.old_category_name, t.category_name),
        ('availability', t.old_availability, t.availability),
        ('sizes', (select string_agg(s, ' | ') from jsonb_array_elements_text(t.old_sizes) s),
          (select string_agg(s, ' | ') from jsonb_array_elements_text(t.sizes) s)),
        ('colors', (select string_agg(s, ' | ') from jsonb_array_elements_text(t.old_colors) s),
          (select string_agg(s, ' | ') from jsonb_array_elements_text(t.colors) s)),
        ('description', t.old_description, t.description)
        union all
        select f.field, f.before, f.after from jsonb_to_recordset(t.facts) f (field text, before text, after text)
        ) d (field, before, after)
      where t.product_id is not null and d.before is distinct from d.after) as changes
    from checked t)
  select jsonb_agg(to_jsonb(c) - 'e' || (select jsonb_object_agg(f.field, f.after)
    from jsonb_to_recordset(c.facts) f (field text, after text)) order by c.line) from compared c;
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
    set title = j.title, price = j.price, compare_at_price = j.compare_at_price, description = j.description,
      availability = j.availability::public.availability, category_id = j.category_id,
      sizes = array(select jsonb_array_elements_text(j.sizes)),
      colors = array(select jsonb_array_elements_text(j.colors)),
      status = j.status, composition = j.composition, care = j.care, fit = j.fit, origin = j.origin, delivery = j.delivery,
      weight = j.weight, tax_class = j."taxClass"
    from jsonb_to_recordset(validated) j (
      product_id uuid, title text, price numeric, compare_at_price numeric, description text, availability text, category_id uuid,
      sizes jsonb, colors jsonb, changes jsonb, status public.product_status, composition text, care text, fit text,
      origin text, delivery text, weight int, "taxClass" public.tax_class)
    where p.id = j.product_id and j.changes <> '[]';
    insert into public.products (title, price, description, availability, category_id, sizes, colors, status, composition, care,
      fit, origin, delivery, compare_at_price, weight, tax_class)
    select j.title, j.price, j.description, j.availability::public.availability, j.category_id,
      array(select jsonb_array_elements_text(j.sizes)), array(select jsonb_array_elements_text(j.colors)),
      j.status, j.composition, j.care, j.fit, j.origin, j.delivery, j.compare_at_price, j.weight, j."taxClass"
    from jsonb_to_recordset(validated) j (
      line int, product_id uuid, title text, price numeric, compare_at_price numeric, description text, availability text,
      category_id uuid, sizes jsonb, colors jsonb, status public.product_status, composition text, care text, fit text,
      origin text, delivery text, weight int, "taxClass" public.tax_class)
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
  'Validates rows of a file of products, [{line, id?, title?, price?, compareAtPrice?, category?, availability?, sizes?, colors?, description?, status?, composition?, care?, fit?, origin?, delivery?, weight?, taxClass?, version?}], and unless it is dry and unless one row is wrong changes and creates them. A row with an id changes that product; what it leaves out stays. Returns [{row, action, label, changes, problems}]. Error (in detail): not_an_administrator.';

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
      select c.facets, c.many from private.product_counts c where p_query is null and not c.facets @> '{status:draft}'
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

-- Size guides: what a size of a category measures, in centimetres. Inches are calculated where they are shown.

create table public.size_guides (
  category_id uuid primary key references public.categories on delete cascade,
  measures text[] not null check (cardinality(measures) between 1 and 8 and array_position(measures, null) is null),
  sizes jsonb not null check (
    jsonb_typeof(sizes) = 'array' and jsonb_array_length(sizes) between 1 and 40 and length(sizes::text) <= 20000
    and not jsonb_path_exists(sizes, '$[*] ? (!(@.size.type() == "string" && @.eu.type() == "string" && @.uk.type() == "string"
      && @.us.type() == "string" && @.cm.type() == "array"))')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint size_guides_measures_visible check (public.are_visible(measures))
);
comment on table public.size_guides is 'Size guides of categories; a guide goes into the trash, and comes back, with its category';
comment on column public.size_guides.category_id is 'The category that the guide is for';
comment on column public.size_guides.measures is 'What is measured, such as Chest and Waist';
comment on column public.size_guides.sizes is 'The sizes in their order, as [{size, eu, uk, us, cm}]: eu, uk and us are the same size elsewhere, cm has a text for each measure, such as 85–90';
comment on column public.size_guides.created_at is 'When it was made';
comment on column public.size_guides.updated_at is 'When it was last changed; kept by a trigger';

alter table public.size_guides enable row level security;
grant select on public.size_guides to anon, authenticated;
grant insert (category_id, measures, sizes), update (measures, sizes), delete on public.size_guides to authenticated;
create policy size_guides_select_all on public.size_guides for select to anon, authenticated
  using (true);
create policy size_guides_insert_admin on public.size_guides for insert to authenticated
  with check ((select public.is_admin()));
create policy size_guides_update_admin on public.size_guides for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
create policy size_guides_delete_admin on public.size_guides for delete to authenticated
  using ((select public.is_admin()));

create trigger size_guides_set_updated_at before update on public.size_guides
  for each row when (old.* is distinct from new.*) execute function private.set_updated_at();

-- What a search answers: its hits as products, sorted and filtered.

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
  perform 1 from public.products where id = p_product and status = 'published' for key share;
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
-- Of products that the reader sees, by the policies of those.
create policy reviews_select_of_seen on public.reviews for select to anon, authenticated
  using (exists (select from public.products p where p.id = product_id));

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
  update (header, paragraph, images, link, link_text, shown, shown_from, shown_until)
  on public.banners to authenticated;
create policy banners_select_current_or_admin on public.banners for select to anon, authenticated
  using (public.is_current(shown, shown_from, shown_until) or (select public.is_admin()));
create policy banners_insert_admin on public.banners for insert to authenticated
  with check ((select public.is_admin()));
create policy banners_update_admin on public.banners for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

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
  update (headline, link, link_text, image, shown)
  on public.advertisements to authenticated;
create policy advertisements_select_shown_or_admin on public.advertisements for select
  to anon, authenticated using (shown or (select public.is_admin()));
create policy advertisements_insert_admin on public.advertisements for insert to authenticated
  with check ((select public.is_admin()));
create policy advertisements_update_admin on public.advertisements for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

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
grant insert (id, question, answer), update (question, answer) on public.faqs to authenticated;
create policy faqs_select_all on public.faqs for select to anon, authenticated using (true);
create policy faqs_insert_admin on public.faqs for insert to authenticated
  with check ((select public.is_admin()));
create policy faqs_update_admin on public.faqs for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

create trigger faqs_set_position before insert on public.faqs
  for each row execute function private.set_faq_position();
create trigger faqs_set_updated_at before update on public.faqs
  for each row when (old.* is distinct from new.*) execute function private.set_updated_at();

-- Drafts: carts kept under a name.

create table public.cart_drafts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users on delete cascade,
  name text not null check (length(name) <= 100),
  lines jsonb not null check (jsonb_typeof(lines) = 'array' and lines <> '[]'),
  created_at timestamptz not null default now(),
  constraint cart_drafts_name_visible check (public.is_visible(name))
);
comment on table public.cart_drafts is 'Carts that customers kept under a name; only they see them';
comment on column public.cart_drafts.id is 'Identifies the draft';
comment on column public.cart_drafts.user_id is 'The customer whose draft it is';
comment on column public.cart_drafts.name is 'What the customer called it';
comment on column public.cart_drafts.lines is 'What was in the cart: [{product, title, size, color, quantity}]';
comment on column public.cart_drafts.created_at is 'When it was saved';

create unique index cart_drafts_name_key on public.cart_drafts (user_id, lower(name));

create function public.save_cart_draft(p_name text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  most_drafts constant int := 50;
  kept constant jsonb := (
    select jsonb_agg(jsonb_build_object('product', p.id, 'title', p.title, 'size', c.size, 'color', c.color, 'quantity', c.quantity)
      order by c.created_at, c.id)
    from public.cart_items c join public.products p on p.id = c.product_id where c.user_id = auth.uid());
  saved uuid;
begin
  perform private.require_customer();
  if kept is null then
    raise exception 'Your cart is empty.' using detail = 'empty_order';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('cart drafts ' || auth.uid(), 0));
  insert into public.cart_drafts (user_id, name, lines) values (auth.uid(), btrim(p_name), kept)
  on conflict (user_id, lower(name)) do update set name = excluded.name, lines = excluded.lines, created_at = now()
  returning id into saved;
  if (select count(*) from public.cart_drafts d where d.user_id = auth.uid()) > most_drafts then
    raise exception 'You have 50 drafts already. Please delete one first.' using detail = 'too_many_drafts';
  end if;
  return saved;
end;
$$;
comment on function public.save_cart_draft(text) is
  'Keeps the cart of the signed-in customer under a name, in the place of a draft that had it; at most 50. Errors (in detail): not_a_customer, empty_order, too_many_drafts.';
grant execute on function public.save_cart_draft(text) to authenticated;

create function public.load_cart_draft(p_draft uuid, p_grace interval default '30 minutes') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  kept constant jsonb := (select d.lines from public.cart_drafts d where d.id = p_draft and d.user_id = auth.uid());
begin
  perform private.require_customer();
  return case when kept is not null then public.add_lines_to_cart(kept, true, p_grace) end;
end;
$$;
comment on function public.load_cart_draft(uuid, interval) is
  'Adds the lines of a draft to the cart of the signed-in customer, as add_lines_to_cart does, without those that cannot be had; null when there is no such draft. Errors (in detail): not_a_customer, cart_full.';
grant execute on function public.load_cart_draft(uuid, interval) to authenticated;

alter table public.cart_drafts enable row level security;
grant select, delete on public.cart_drafts to authenticated;
create policy cart_drafts_select_own on public.cart_drafts for select to authenticated
  using (user_id = (select auth.uid()));
create policy cart_drafts_delete_own on public.cart_drafts for delete to authenticated
  using (user_id = (select auth.uid()));

-- Variants: each size and colour of a product, with an SKU and a stock of its own. Nothing is counted until an administrator says so.

create type public.stock_policy as enum ('untracked', 'deny', 'backorder');
comment on type public.stock_policy is 'What the stock means for selling: untracked is not counted, deny is sold while stock lasts, backorder is counted and sold without stock too';

create sequence private.sku_number start 1001;

create function public.is_barcode(p_text text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return p_text ~ '^(\d{8}|\d{12,14})$' and (
    select sum(substr(lpad(p_text, 14, '0'), i, 1)::int * case when i % 2 = 1 then 3 else 1 end) % 10 = 0
    from generate_series(1, 14) i);
end;
$$;
comment on function public.is_barcode(text) is 'Whether a text is a GTIN (EAN-8, UPC-A, EAN-13 or GTIN-14) with the right check digit';
grant execute on function public.is_barcode(text) to authenticated;

create table public.product_variants (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products on delete cascade on update cascade,
  size text,
  color text,
  number int not null,
  sku text collate "C" not null check (sku ~ '^[A-Z0-9][A-Z0-9._/-]{0,63}$'),
  barcode text check (public.is_barcode(barcode)),
  price_delta numeric(12, 2) not null default 0 check (abs(price_delta) < 1000000),
  policy public.stock_policy not null default 'untracked',
  on_hand int not null default 0 check (on_hand >= 0),
  held int not null default 0 check (held >= 0),
  archived_at timestamptz,
  updated_at timestamptz not null default now(),
  -- Deferrable, so that one statement may exchange the SKUs of two variants.
  constraint product_variants_sku_key unique (sku) deferrable,
  constraint product_variants_barcode_key unique (barcode) deferrable,
  constraint product_variants_choice_key unique nulls not distinct (product_id, size, color),
  constraint product_variants_never_oversold check (policy <> 'deny' or held <= on_hand)
);
comment on table public.product_variants is 'Sizes and colours of products, one row for each combination, with SKU and stock. Rows follow the sizes and colours of the product; what it no longer has is archived.';
comment on column public.product_variants.id is 'Identifies the variant';
comment on column public.product_variants.product_id is 'The product';
comment on column public.product_variants.size is 'Size; empty where the product has none';
comment on column public.product_variants.color is 'Colour; empty where the product has none';
comment on column public.product_variants.number is 'Number of the product in its SKUs';
comment on column public.product_variants.sku is 'Stock keeping unit: names this variant in the shop, unique';
comment on column public.product_variants.barcode is 'GTIN with its check digit; empty when there is none';
comment on column public.product_variants.price_delta is 'What it costs more (or less) than the product, in dollars with cents';
comment on column public.product_variants.policy is 'Whether it is counted, and sold without stock';
comment on column public.product_variants.on_hand is 'Pieces in stock: the sum of its stock_movements; kept by a trigger';
comment on column public.product_variants.held is 'Pieces of them that orders hold: the sum of its stock_holds; kept by a trigger';
comment on column public.product_variants.archived_at is 'Since when the product no longer has this size or colour; empty while it has';
comment on column public.product_variants.updated_at is 'When anything but its stock was last changed; kept by a trigger';

create index product_variants_differing_idx on public.product_variants (product_id) where policy <> 'untracked' or price_delta <> 0;
create index product_variants_counted_idx on public.product_variants (product_id) where policy <> 'untracked';
create index product_variants_free_idx on public.product_variants ((on_hand - held), sku) where policy <> 'untracked' and archived_at is null;

-- Variants are locked before holds and products, in the order of their ids, to avoid deadlocks.
create function private.lock_variants(p_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.product_variants where id = any (p_ids) order by id for no key update;
end;
$$;
comment on function private.lock_variants(uuid[]) is 'Locks variants against changes of their stock';

create function private.make_sku(p_pattern text, p_number int, p_size text, p_color text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  made text := replace(p_pattern, '{number}', p_number::text);
begin
  made := replace(made, '{color}', left(regexp_replace(coalesce(p_color, ''), '[^[:alnum:]]', '', 'g'), 16));
  made := replace(made, '{size}', left(regexp_replace(coalesce(p_size, ''), '[^[:alnum:]]', '', 'g'), 10));
  made := regexp_replace(upper(extensions.unaccent(made)), '[^A-Z0-9._/-]', '', 'g');
  return btrim(regexp_replace(made, '([._/-])[._/-]+', '\1', 'g'), '._/-');
end;
$$;
comment on function private.make_sku(text, int, text, text) is 'The SKU of a variant by a pattern';

create function private.sync_variants(p_products uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  pattern constant text := private.shop_setting('sku_pattern') #>> '{}';
begin
  with numbered as materialized (
    select p.id, p.sizes, p.colors, coalesce(
      (select v.number from public.product_variants v where v.product_id = p.id limit 1),
      nextval('private.sku_number')::int) as number
    from public.products p where p.id = any (p_products)),
  wanted as (
    select n.id, s.size, c.color, n.number,
      private.make_sku(pattern, n.number, s.size, c.color) as sku,
      row_number() over (partition by n.number, private.make_sku(pattern, n.number, s.size, c.color)) as same
    from numbered n
    cross join lateral (select distinct nullif(btrim(e), '') as size from unnest(n.sizes || case when n.sizes = '{}' then '{""}' end::text[]) e) s
    cross join lateral (select distinct nullif(btrim(e), '') as color from unnest(n.colors || case when n.colors = '{}' then '{""}' end::text[]) e) c)
  insert into public.product_variants as v (product_id, size, color, number, sku)
  select w.id, w.size, w.color, w.number,
    case when w.same > 1 or exists (select from public.product_variants o
        where o.sku = w.sku and (o.product_id, o.size, o.color) is distinct from (w.id, w.size, w.color))
      then left(w.sku, 50) || '-' || nextval('private.sku_number') else w.sku end
  from wanted w
  on conflict on constraint product_variants_choice_key do update set archived_at = null where v.archived_at is not null;

  update public.product_variants v set archived_at = now()
  from public.products p
  where p.id = any (p_products) and v.product_id = p.id and v.archived_at is null
    and not ((v.size is null and p.sizes = '{}' or v.size = any (select btrim(e) from unnest(p.sizes) e))
      and (v.color is null and p.colors = '{}' or v.color = any (select btrim(e) from unnest(p.colors) e)));
end;
$$;
comment on function private.sync_variants(uuid[]) is
  'Makes the variants of products follow their sizes and colours: new ones are added, those that are gone are archived, those that are back are used again';

create function private.sync_variants_of_new() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.sync_variants(array(select id from new_rows));
  return null;
end;
$$;
comment on function private.sync_variants_of_new() is 'Adds the variants of new products';

create function private.sync_variants_of_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.sync_variants(array[new.id]);
  return null;
end;
$$;
comment on function private.sync_variants_of_changed() is 'Makes the variants of a product follow its sizes and colours';

-- What shoppers read: in, out, or how many are left.
create function private.stock_level(p_policy public.stock_policy, p_free int) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case when p_policy <> 'deny' then 'in' when p_free <= 0 then 'out'
    when p_free <= private.shop_setting('few_left')::int then p_free::text else 'in' end;
end;
$$;
comment on function private.stock_level(public.stock_policy, int) is
  'What shoppers see of a variant with so many free pieces: in, out, or the number when it is small';

-- A draft, and a size or colour that the product does not have, or has no longer, is as good as out of stock, in a cart that was
-- filled before too. Nothing chosen is always taken, and whatever was chosen of a product without such choices. Where stock is counted,
-- what an unpaid order of the caller holds is there for the caller.
create function private.availability_of(p_product public.products, p_size text, p_color text)
returns public.availability
language plpgsql stable security definer set search_path = '' as $$
declare
  variant public.product_variants;
begin
  select * into variant from public.product_variants v
    where v.product_id = p_product.id and v.size is not distinct from p_size and v.color is not distinct from p_color
      and v.policy <> 'untracked' and v.archived_at is null;
  if found then
    return case when p_product.status = 'published' and (variant.policy = 'backorder' or variant.held < variant.on_hand or exists (
        select from public.stock_holds h join public.orders o on o.id = h.order_id
        where h.variant_id = variant.id and h.expires_at is not null and o.user_id = auth.uid() and o.status = 'Pending'))
      then 'InStock' else 'OutofStock' end;
  end if;
  return case
    when (p_size is null or cardinality(p_product.sizes) = 0 or p_size = any (p_product.sizes))
      and (p_color is null or cardinality(p_product.colors) = 0 or p_color = any (p_product.colors))
      and p_product.status = 'published'
    then p_product.availability else 'OutofStock' end;
end;
$$;
comment on function private.availability_of(public.products, text, text) is
  'Whether a product can be bought by the caller in this size and colour; null where none was chosen';

create function private.counted_availability(p_product uuid) returns public.availability
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case when bool_or(v.policy <> 'deny' or v.held < v.on_hand) then 'InStock' else 'OutofStock' end::public.availability
    from public.product_variants v where v.product_id = p_product and v.archived_at is null
    having bool_or(v.policy <> 'untracked'));
end;
$$;
comment on function private.counted_availability(uuid) is
  'The availability of a product that follows from its stock; null where nothing of it is counted';

create function private.set_counted_availability() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.availability := coalesce(private.counted_availability(new.id), new.availability);
  return new;
end;
$$;
comment on function private.set_counted_availability() is 'Where stock is counted, the availability follows from it';

-- Beyond 500 tags one tag for everything is cheaper, as in record_catalogue_changes.
create function private.purge_product_pages(p_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.catalogue_changes (tag)
  select unnest(case when cardinality(p_ids) > 500 then '{everything}'
    else array(select 'product:' || i from unnest(p_ids) i) end);
end;
$$;
comment on function private.purge_product_pages(uuid[]) is 'Makes the site purge the pages of products';

-- A sale purges a page only where what shoppers read changes.
create function private.publish_stock_levels() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed constant uuid[] := array(
    select distinct n.product_id from new_rows n join old_rows o using (id)
    where (n.price_delta, n.archived_at is null, n.policy = 'untracked', private.stock_level(n.policy, n.on_hand - n.held))
      is distinct from (o.price_delta, o.archived_at is null, o.policy = 'untracked', private.stock_level(o.policy, o.on_hand - o.held)));
begin
  if changed <> '{}' then
    update public.products p set availability = private.counted_availability(p.id)
      where p.id = any (changed) and p.availability <> private.counted_availability(p.id);
    perform private.purge_product_pages(changed);
  end if;
  return null;
end;
$$;
comment on function private.publish_stock_levels() is
  'Purges the pages of products whose stock shoppers see changed, and updates their availability';

create function private.publish_few_left() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.purge_product_pages(array(
    select distinct v.product_id from public.product_variants v
    where v.policy = 'deny' and v.archived_at is null
      and v.on_hand - v.held > least(old.value::int, new.value::int)
      and v.on_hand - v.held <= greatest(old.value::int, new.value::int)));
  return null;
end;
$$;
comment on function private.publish_few_left() is 'Purges the pages on which the setting few_left changes what shoppers read';

create function private.guard_variant_prices() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.product_variants v where v.product_id = new.id and v.archived_at is null and v.price_delta < -new.price) then
    raise exception 'A size or color of % would cost less than nothing. Nothing was changed.', new.title using detail = 'price_too_low';
  end if;
  return new;
end;
$$;
comment on function private.guard_variant_prices() is 'Refuses a price of a product by which one of its variants would cost less than nothing';

create function private.guard_stock() returns trigger
language plpgsql set search_path = '' as $$
begin
  if pg_trigger_depth() = 1 then
    raise exception 'Stock follows its movements and holds: add a row to stock_movements.' using errcode = 'check_violation';
  end if;
  return new;
end;
$$;
comment on function private.guard_stock() is 'Refuses stock that is written past the ledger';

alter table public.product_variants enable row level security;
grant select on public.product_variants to authenticated;
create policy product_variants_select_admin on public.product_variants for select to authenticated
  using ((select public.is_admin()));

create trigger products_sync_variants_insert after insert on public.products
  referencing new table as new_rows for each statement execute function private.sync_variants_of_new();
create trigger products_sync_variants_update after update of sizes, colors on public.products
  for each row when ((new.sizes, new.colors) is distinct from (old.sizes, old.colors))
  execute function private.sync_variants_of_changed();
create trigger products_set_counted_availability before update of availability on public.products
  for each row when (new.availability is distinct from old.availability)
  execute function private.set_counted_availability();
create trigger products_guard_variant_prices before update of price on public.products
  for each row when (new.price < old.price) execute function private.guard_variant_prices();
-- Not with each hold and sale, so that they do not look like somebody else's edit.
create trigger product_variants_set_updated_at before update on public.product_variants
  for each row when ((new.sku, new.barcode, new.price_delta, new.policy, new.archived_at)
    is distinct from (old.sku, old.barcode, old.price_delta, old.policy, old.archived_at))
  execute function private.set_updated_at();
create trigger shop_settings_publish_few_left after update on public.shop_settings
  for each row when (new.name = 'few_left' and new.value <> old.value) execute function private.publish_few_left();
create trigger product_variants_guard_stock before update of on_hand, held on public.product_variants
  for each row execute function private.guard_stock();
create trigger product_variants_publish_levels after update on public.product_variants
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.publish_stock_levels();

-- The ledger of stock: every piece that came or went. The stock of a variant is the sum of its movements, by a trigger.

create table public.stock_movements (
  id bigint generated always as identity primary key,
  variant_id uuid not null,
  quantity int not null check (quantity <> 0),
  reason text not null check (reason in ('received', 'counted', 'damaged', 'returned', 'sent', 'correction')),
  note text not null default '' check (length(note) <= 500),
  order_id uuid,
  actor_id uuid default auth.uid(),
  happened_at timestamptz not null default clock_timestamp()
);
comment on table public.stock_movements is 'Ledger of stock: one row for every change, never changed or deleted. It outlives variants and orders that are deleted, so it refers to them without foreign keys.';
comment on column public.stock_movements.id is 'Number of the change, rising';
comment on column public.stock_movements.variant_id is 'The variant';
comment on column public.stock_movements.quantity is 'Pieces that came; below zero those that went';
comment on column public.stock_movements.reason is 'Why: received, counted, damaged, returned, sent or correction';
comment on column public.stock_movements.note is 'What the administrator wrote about it';
comment on column public.stock_movements.order_id is 'The order that was sent or came back; empty for others';
comment on column public.stock_movements.actor_id is 'The signed-in user who did it; empty for the shop''s own functions';
comment on column public.stock_movements.happened_at is 'When';
create index stock_movements_variant_idx on public.stock_movements (variant_id, id desc);

create function private.add_to_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_variants(array(select variant_id from new_rows));
  update public.product_variants v set on_hand = v.on_hand + m.quantity
  from (select variant_id, sum(quantity) as quantity from new_rows group by variant_id) m
  where v.id = m.variant_id;
  return null;
end;
$$;
comment on function private.add_to_stock() is 'Adds new movements to the stock of their variants';

create function private.refuse_change_of_ledger() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'The ledger of stock is only added to: write a correction.' using errcode = 'check_violation';
end;
$$;
comment on function private.refuse_change_of_ledger() is 'Refuses changes and deletions';

create function private.refuse_at(p_detail text, p_message text, p_paths text[]) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_paths <> '{}' then
    raise exception '%', p_message using detail = p_detail, hint = array_to_string(p_paths[:20], ',');
  end if;
end;
$$;
comment on function private.refuse_at(text, text, text[]) is
  'Refuses a request because of the fields at these paths, which the API names (the first 20, as hint)';

create function private.change_stock(p_changes jsonb) returns int
language plpgsql security definer set search_path = '' as $$
declare
  short record;
  changed int;
begin
  select v.sku, c.at, v.on_hand - case v.policy when 'deny' then v.held else 0 end as most into short
    from public.product_variants v join (
      select c.variant, sum(c.by) as by, min(c.at) as at
      from jsonb_to_recordset(p_changes) c (at text, variant uuid, by int) group by 1) c on c.variant = v.id
    where c.by < 0 and v.on_hand + c.by < case v.policy when 'deny' then v.held else 0 end limit 1;
  if found then
    raise exception '% has only % pieces that can be taken out. Nothing was changed.', short.sku, greatest(short.most, 0)
      using detail = 'stock_too_low', hint = short.at || '.by';
  end if;
  insert into public.stock_movements (variant_id, quantity, reason, note)
  select c.variant, c.by, c.reason, coalesce(c.note, '')
  from jsonb_to_recordset(p_changes) c (variant uuid, by int, reason text, note text) where c.by <> 0;
  get diagnostics changed = row_count;
  return changed;
end;
$$;
comment on function private.change_stock(jsonb) is
  'Changes stock of locked variants by differences, all or none: [{at, variant, by, reason, note}], at being the path of the change in the request; returns the number of changes. Refuses (stock_too_low) what would take out pieces that orders hold.';

create function office.adjust_stock(p_changes jsonb) returns int
language plpgsql security definer set search_path = '' as $$
declare
  changes constant jsonb := (
    select jsonb_agg(c || jsonb_build_object('at', 'changes.' || n - 1))
    from jsonb_array_elements(p_changes) with ordinality l (c, n));
begin
  perform private.require_admin();
  perform private.lock_variants(array(select c.variant from jsonb_to_recordset(changes) c (variant uuid)));
  perform private.refuse_at('unknown_variant', 'This size and color no longer exists. Nothing was changed.', array(
    select c.at || '.variant' from jsonb_to_recordset(changes) c (at text, variant uuid)
    where not exists (select from public.product_variants v where v.id = c.variant)));
  return private.change_stock(changes);
end;
$$;
comment on function office.adjust_stock(jsonb) is
  'Changes stock by differences, all or none: [{variant, by, reason, note}]; returns the number of changes. Errors (in detail, with the paths of what is wrong as hint): unknown_variant, stock_too_low; not_an_administrator.';

alter table public.stock_movements enable row level security;
grant select on public.stock_movements to authenticated;
create policy stock_movements_select_admin on public.stock_movements for select to authenticated
  using ((select public.is_admin()));

create trigger stock_movements_add_to_stock after insert on public.stock_movements
  referencing new table as new_rows for each statement execute function private.add_to_stock();
create trigger stock_movements_refuse_change before update or delete on public.stock_movements
  for each statement execute function private.refuse_change_of_ledger();

-- Sizes and stock in the back office: the variants of a product, the ledger of a variant, and what is running low.

create function private.office_variant(v public.product_variants) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_build_object('id', v.id, 'size', v.size, 'color', v.color, 'sku', v.sku, 'barcode', v.barcode,
    'price_delta', v.price_delta, 'policy', v.policy, 'on_hand', v.on_hand, 'held', v.held,
    'waiting', (select count(*) from public.stock_requests r where r.variant_id = v.id), 'updated_at', v.updated_at);
end;
$$;
comment on function private.office_variant(public.product_variants) is
  'A variant as administrators see it; waiting is the number of shoppers who want a mail when it is back';

create function office.read_variants(p_product uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(private.office_variant(v)
      order by array_position(p.colors, v.color), array_position(p.sizes, v.size), v.sku) filter (where v.id is not null), '[]')
    from public.products p left join public.product_variants v on v.product_id = p.id and v.archived_at is null
    where p.id = p_product group by p.id);
end;
$$;
comment on function office.read_variants(uuid) is
  'The variants of a product in the order of its colours and sizes; null when there is no such product. Error (in detail): not_an_administrator.';

create function private.wanted_variants(p_variants jsonb)
returns table (
  at text, id uuid, known timestamptz, sku text, barcode text, price_delta numeric, policy public.stock_policy,
  by int, changed boolean, variant public.product_variants)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select w.*, v.id is not null and (w.sku, w.barcode, w.price_delta, w.policy)
      is distinct from (v.sku, v.barcode, v.price_delta, v.policy), v
    from jsonb_array_elements(p_variants) with ordinality l (e, n)
    left join public.product_variants v on v.id = (l.e ->> 'id')::uuid
    cross join lateral (select 'variants.' || l.n - 1 as at, (l.e ->> 'id')::uuid as id,
      (l.e ->> 'known')::timestamptz as known, coalesce(l.e ->> 'sku', v.sku) as sku,
      case when l.e ? 'barcode' then l.e ->> 'barcode' else v.barcode end as barcode,
      coalesce((l.e ->> 'price_delta')::numeric, v.price_delta) as price_delta,
      coalesce((l.e ->> 'policy')::public.stock_policy, v.policy) as policy,
      coalesce((l.e ->> 'by')::int, 0) as by) w;
end;
$$;
comment on function private.wanted_variants(jsonb) is
  'What save_variants is to make of variants, each with its path in the request, whether anything but its stock changes, and what it is now';

create function private.check_wanted_variants(p_product public.products, p_variants jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  ids constant uuid[] := array(select (e ->> 'id')::uuid from jsonb_array_elements(p_variants) e);
begin
  perform private.refuse_at('validation_failed', 'This product does not have this size and color. Nothing was saved.', array(
    select w.at || '._id' from private.wanted_variants(p_variants) w
    where (w.variant).product_id is distinct from p_product.id));
  perform private.refuse_at('changed_meanwhile', 'Somebody else changed these sizes in the meantime. Nothing was saved.', array(
    select w.at from private.wanted_variants(p_variants) w where w.changed and (w.variant).updated_at <> w.known));
  perform private.refuse_at('validation_failed', 'The price would be below zero.', array(
    select w.at || '.priceDelta' from private.wanted_variants(p_variants) w
    where w.changed and p_product.price + w.price_delta < 0));
  perform private.refuse_at('sku_taken', 'Another size and color has this SKU.', array(
    select w.at || '.sku'
    from (select *, count(*) over (partition by sku) as many from private.wanted_variants(p_variants)) w
    where w.changed and (w.many > 1 or exists (
      select from public.product_variants o where o.sku = w.sku and o.id <> all (ids)))));
  perform private.refuse_at('barcode_taken', 'Another size and color has this barcode.', array(
    select w.at || '.barcode'
    from (select *, count(*) over (partition by barcode) as many from private.wanted_variants(p_variants)) w
    where w.changed and w.barcode is not null and (w.many > 1 or exists (
      select from public.product_variants o where o.barcode = w.barcode and o.id <> all (ids)))));
  perform private.refuse_at('stock_too_low', 'Orders hold more pieces than there are.', array(
    select w.at || case when w.by = 0 then '.policy' else '.by' end from private.wanted_variants(p_variants) w
    where w.changed and w.policy = 'deny' and (w.variant).on_hand + w.by < (w.variant).held));
end;
$$;
comment on function private.check_wanted_variants(public.products, jsonb) is
  'Refuses what save_variants cannot save, with the paths of all rows that are wrong in the same way';

create function office.save_variants(p_product uuid, p_variants jsonb, p_reason text, p_note text default '') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  product public.products;
begin
  perform private.require_admin();
  perform private.lock_variants(array(select (e ->> 'id')::uuid from jsonb_array_elements(p_variants) e));
  select * into product from public.products p where p.id = p_product for no key update;
  if not found then
    return null;
  end if;
  perform private.check_wanted_variants(product, p_variants);
  -- What comes is added before the policies change and what goes is taken out after, so that each step keeps within the stock.
  perform private.change_stock((
    select jsonb_agg(jsonb_build_object('at', w.at, 'variant', w.id, 'by', w.by, 'reason', p_reason, 'note', p_note))
    from private.wanted_variants(p_variants) w where w.by > 0));
  update public.product_variants v
    set sku = w.sku, barcode = w.barcode, price_delta = w.price_delta, policy = w.policy
    from private.wanted_variants(p_variants) w where v.id = w.id and w.changed;
  perform private.change_stock((
    select jsonb_agg(jsonb_build_object('at', w.at, 'variant', w.id, 'by', w.by, 'reason', p_reason, 'note', p_note))
    from private.wanted_variants(p_variants) w where w.by < 0));
  return office.read_variants(p_product);
end;
$$;
comment on function office.save_variants(uuid, jsonb, text, text) is
  'Changes variants of a product, [{id, known, sku, barcode, price_delta in dollars, policy, by}], all or none, and returns them as read_variants does; null when there is no such product. What is left out stays; by is a difference of its stock, known the updated_at that the caller has seen. Errors (in detail, with the paths of what is wrong as hint): validation_failed, changed_meanwhile, sku_taken, barcode_taken, stock_too_low; not_an_administrator.';

create function office.list_movements(p_variant uuid, p_before bigint default null, p_limit int default 25) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  stock int;
begin
  perform private.require_admin();
  select v.on_hand - coalesce((
      select sum(m.quantity) from public.stock_movements m where m.variant_id = v.id and m.id >= p_before), 0)
    into stock from public.product_variants v where v.id = p_variant;
  if not found then
    return null;
  end if;
  return (
    select coalesce(jsonb_agg(to_jsonb(l) order by l.id desc), '[]') from (
      select m.id, m.quantity, m.reason, m.note, m.order_id, m.happened_at,
        stock - coalesce(sum(m.quantity) over (order by m.id desc rows between unbounded preceding and 1 preceding), 0) as stock,
        coalesce((select nullif(a.firstname, '') from public.administrators a where a.id = m.actor_id),
          private.name_of(m.actor_id)) as actor
      from public.stock_movements m
      where m.variant_id = p_variant and (p_before is null or m.id < p_before)
      order by m.id desc limit least(greatest(p_limit, 1), 101)) l);
end;
$$;
comment on function office.list_movements(uuid, bigint, int) is
  'The movements of a variant, newest first, each with the stock after it and the name of who did it; those before p_before, if given. Null when there is no such variant. Error (in detail): not_an_administrator.';

create function private.find_low_variants(p_query text, p_limit int) returns uuid[]
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan as $$
declare
  few constant int := 1000;
  bound constant int := private.shop_setting('running_low')::int;
  patterns constant text[] := private.search_patterns(p_query);
  typed constant text := upper(btrim(p_query));
  named uuid[];
begin
  if patterns is not null then
    named := array(
      select p.id from public.products p
      where p.search_words like private.index_pattern(patterns[1]) and ' ' || p.search_words like all (patterns) limit few + 1);
    -- Few products are known in full; words of many are met soon on the way through what is running low.
    if cardinality(named) <= few then
      return array(
        select v.id from public.product_variants v
        where (v.product_id = any (named) or v.sku like regexp_replace(typed, '([\\%_])', '\\\1', 'g') || '%' or v.barcode = typed)
          and v.policy <> 'untracked' and v.archived_at is null and v.on_hand - v.held <= bound
        order by v.on_hand - v.held, v.sku limit p_limit);
    end if;
  end if;
  return array(
    select v.id from public.product_variants v
    where v.policy <> 'untracked' and v.archived_at is null and v.on_hand - v.held <= bound
      and (named is null or exists (
        select from public.products p where p.id = v.product_id and ' ' || p.search_words like all (patterns)))
    order by v.on_hand - v.held, v.sku limit p_limit);
end;
$$;
comment on function private.find_low_variants(text, int) is
  'The counted variants with at most running_low free pieces, the fewest first; of a search those whose product has all its words, whose SKU begins with it, or whose barcode it is';

create function office.list_low_stock(p_query text default '', p_limit int default 25, p_page int default 1) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  reach constant int := 10000;
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  low uuid[];
  total int;
  skipped int;
begin
  perform private.require_admin();
  low := private.find_low_variants(p_query, reach + 1);
  total := least(cardinality(low), reach);
  skipped := private.page_start(p_page, page_size, total);
  return jsonb_build_object('total', total, 'total_is_least', cardinality(low) > reach, 'variants', coalesce((
    select jsonb_agg(private.office_variant(v) || jsonb_build_object(
      'product', jsonb_build_object('id', p.id, 'title', p.title, 'images', p.images)) order by l.place)
    from unnest(low[skipped + 1 : least(skipped + page_size, total)]) with ordinality l (id, place)
    join public.product_variants v on v.id = l.id join public.products p on p.id = v.product_id), '[]'));
end;
$$;
comment on function office.list_low_stock(text, int, int) is
  'One page of the counted variants with at most running_low free pieces, the fewest first, as {total, total_is_least, variants}, each with its product; of all, or of a search by words of the product, the beginning of an SKU, or a barcode. Error (in detail): not_an_administrator.';

-- Shoppers who want a mail when a size and colour is in stock again. One mail is sent, and the request is deleted with it.

create table public.stock_requests (
  id uuid primary key default gen_random_uuid(),
  variant_id uuid not null references public.product_variants on delete cascade,
  email text not null check (email = lower(btrim(email)) and length(email) between 3 and 254),
  created_at timestamptz not null default now(),
  constraint stock_requests_variant_email_key unique (variant_id, email)
);
comment on table public.stock_requests is 'Email addresses to write to, once, when a variant is in stock again; deleted when the mail is queued';
comment on column public.stock_requests.id is 'Identifies the request';
comment on column public.stock_requests.variant_id is 'The variant that is sold out';
comment on column public.stock_requests.email is 'Where the mail goes, in lower case';
comment on column public.stock_requests.created_at is 'When it was asked for';
create index stock_requests_email_idx on public.stock_requests (email);

create function public.add_stock_request(
  p_product uuid, p_email text, p_size text default null, p_color text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  most_requests constant int := 100;
  product public.products;
  variant uuid;
begin
  perform private.act_for(null);
  select * into product from public.products where id = p_product and status = 'published' for key share;
  select v.id into variant from public.product_variants v
    where v.product_id = product.id and v.size is not distinct from p_size and v.color is not distinct from p_color
      and v.archived_at is null
    for key share;
  if not found then
    raise exception 'This product is no longer available in this size and color.' using detail = 'unknown_product';
  end if;
  if private.availability_of(product, p_size, p_color) = 'InStock' then
    raise exception '% is in stock again.', product.title using detail = 'in_stock';
  end if;
  -- Nobody learns whether an address is on the list already, or is on too many.
  if (select count(*) from public.stock_requests r where r.email = lower(btrim(p_email))) < most_requests then
    insert into public.stock_requests (variant_id, email) values (variant, lower(btrim(p_email)))
    on conflict on constraint stock_requests_variant_email_key do nothing;
  end if;
end;
$$;
comment on function public.add_stock_request(uuid, text, text, text) is
  'Notes that somebody wants a mail when this size and colour is in stock again; null where the product has none. At most 100 for an address; further ones are ignored. For the service role: the API counts requests first. Errors (in detail): unknown_product, in_stock.';

create function public.own_stock_requests()
returns table (title text, size text, color text, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select p.title, v.size, v.color, r.created_at
  from public.profiles c join public.stock_requests r on r.email = lower(c.email)
  join public.product_variants v on v.id = r.variant_id join public.products p on p.id = v.product_id
  where c.id = (select auth.uid()) order by r.created_at desc, r.id;
$$;
comment on function public.own_stock_requests() is
  'What the signed-in customer''s address wants a mail about when it is in stock again, newest first';
grant execute on function public.own_stock_requests() to authenticated;

create function private.delete_stock_requests() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.stock_requests where email = lower(old.email);
  return null;
end;
$$;
comment on function private.delete_stock_requests() is 'Deletes the requests of a deleted customer''s address';

alter table public.stock_requests enable row level security;
create policy stock_requests_nobody on public.stock_requests for all to anon, authenticated
  using (false) with check (false);

create trigger profiles_delete_stock_requests after delete on public.profiles
  for each row execute function private.delete_stock_requests();

-- Export and import of stock as a file with one row for each variant, and the policy of many products at once.

-- It holds the stock that the file says, so that what was sold since is not lost; and tells whether anybody edited the variant.
create function private.variant_version(p_variant public.product_variants) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return format('v%s.%s.%s', left(md5(format('%s|%s|%s', p_variant.barcode, p_variant.price_delta, p_variant.policy)), 8),
    coalesce((select m.id from public.stock_movements m
      where m.variant_id = p_variant.id and m.order_id is null order by m.id desc limit 1), 0),
    p_variant.on_hand);
end;
$$;
comment on function private.variant_version(public.product_variants) is
  'The fields, the last change of stock that no order made, and the stock of a variant, as text that spreadsheets leave as it is';

create function office.export_variants(p_ids uuid[])
returns table (
  sku text, product text, size text, color text, barcode text, price_delta numeric, policy public.stock_policy, stock int,
  version text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select v.sku, p.title, v.size, v.color, v.barcode, v.price_delta, v.policy, v.on_hand, private.variant_version(v)
    from unnest(p_ids) with ordinality f (id, place)
    join public.products p on p.id = f.id
    join public.product_variants v on v.product_id = p.id and v.archived_at is null
    order by f.place, array_position(p.colors, v.color), array_position(p.sizes, v.size), v.sku;
end;
$$;
comment on function office.export_variants(uuid[]) is
  'Variants as rows of a file, in the order of these ids of products and of their colors and sizes. Error (in detail): not_an_administrator.';

create function private.validate_stock_rows(p_rows jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with rows as (
    select (e ->> 'line')::int as line, e ->> 'sku' as sku, e,
      split_part(e ->> 'version', '.', 1) as fields, split_part(e ->> 'version', '.', 2) as movement,
      nullif(split_part(e ->> 'version', '.', 3), '')::int as stock_before
    from jsonb_array_elements(p_rows) e),
  known as (
    select r.*, v.id, v.archived_at, v.held, v.on_hand, p.price, private.variant_version(v) as version,
      concat_ws(', ', p.title, v.color, v.size) as title,
      v.barcode as old_barcode, v.price_delta as old_delta, v.policy::text as old_policy,
      -- A spreadsheet takes the zeros off its beginning.
      case when not r.e ? 'barcode' or lpad(r.e ->> 'barcode', 14, '0') = lpad(v.barcode, 14, '0') then v.barcode
        else r.e ->> 'barcode' end as barcode,
      coalesce((r.e ->> 'priceDelta')::numeric(12, 2), v.price_delta) as price_delta,
      coalesce(r.e ->> 'policy', v.policy::text) as policy,
      v.on_hand + coalesce((r.e ->> 'stock')::int - coalesce(r.stock_before, v.on_hand), 0) as stock
    from rows r
    left join public.product_variants v on v.sku = r.sku
    left join public.products p on p.id = v.product_id),
  compared as (
    select k.*, (
      select coalesce(jsonb_agg(jsonb_build_object('field', d.field, 'before', d.before, 'after', d.after)), '[]')
      from (values
        ('Barcode', k.old_barcode, k.barcode), ('Price difference', k.old_delta::text, k.price_delta::text),
        ('Policy', k.old_policy, k.policy), ('Stock', k.on_hand::text, k.stock::text)
        ) d (field, before, after)
      where d.before is distinct from d.after) as changes,
      count(*) over (partition by k.sku) as same_sku, count(*) over (partition by k.barcode) as same_barcode
    from known k)
  select jsonb_agg(jsonb_build_object('line', c.line, 'id', c.id, 'label', concat_ws(' ', c.sku, c.title), 'barcode', c.barcode,
    'price_delta', c.price_delta, 'policy', c.policy, 'by', c.stock - c.on_hand,
    'changes', case when c.id is null then '[]' else c.changes end, 'problem', case
      when c.id is null then array['SKU', 'There is no variant with this SKU']
      when c.same_sku > 1 then array['SKU', 'This SKU stands in the file more than once']
      when c.archived_at is not null then array['SKU', 'The product no longer has this size and color']
      when c.changes = '[]' then null
      when (c.fields, c.movement) is distinct from (split_part(c.version, '.', 1), split_part(c.version, '.', 2))
        and c.e ? 'version' then array['Version', 'Somebody changed this variant after the file was made']
      when c.barcode <> '' and not public.is_barcode(c.barcode) then array['Barcode', 'Its length or check digit is wrong']
      when c.barcode <> '' and c.same_barcode > 1 or exists (
        select from public.product_variants o where o.barcode = c.barcode and o.id <> c.id
          and not exists (select from known k where k.id = o.id and k.barcode is distinct from o.barcode))
        then array['Barcode', 'Another variant has this barcode']
      when c.price + c.price_delta < 0 then array['Price difference', 'It would cost less than nothing']
      when c.price + c.price_delta >= 1000000 then array['Price difference', 'It would cost too much']
      when c.stock < 0 then array['Stock', format('Only %s are there now', c.on_hand)]
      when c.stock > 100000000 then array['Stock', 'Too many']
      when c.policy = 'deny' and c.stock < c.held then array['Stock', format('Orders hold %s of them', c.held)]
    end) order by c.line) from compared c;
$$;
comment on function private.validate_stock_rows(jsonb) is
  'Rows of a file of stock as the variants would be after it, each with what it changes and its first problem';

create function private.write_stock_rows(p_validated jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Two variants may exchange their barcodes.
  update public.product_variants v set barcode = null
  from jsonb_to_recordset(p_validated) j (id uuid, barcode text, changes jsonb)
  where v.id = j.id and j.changes <> '[]' and v.barcode is distinct from j.barcode;
  -- Stock that may be oversold comes before less of it, and more of it before stock that may not.
  update public.product_variants v set barcode = j.barcode, price_delta = j.price_delta,
    policy = case j.policy when 'deny' then v.policy else j.policy end
  from jsonb_to_recordset(p_validated) j (id uuid, barcode text, price_delta numeric, policy public.stock_policy, changes jsonb)
  where v.id = j.id and j.changes <> '[]';
  insert into public.stock_movements (variant_id, quantity, reason, note)
  select j.id, j.by, 'counted', 'From a file' from jsonb_to_recordset(p_validated) j (id uuid, by int, line int)
  where j.by <> 0 order by j.line;
  update public.product_variants v set policy = 'deny'
  from jsonb_to_recordset(p_validated) j (id uuid, policy public.stock_policy)
  where v.id = j.id and j.policy = 'deny' and v.policy <> 'deny';
end;
$$;
comment on function private.write_stock_rows(jsonb) is 'Makes variants as validated rows of a file say';

create function office.import_stock(p_rows jsonb, p_dry boolean default true) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  validated jsonb;
begin
  perform private.require_admin();
  if not p_dry then
    perform private.lock_variants(array(select v.id from public.product_variants v
      where v.sku = any (array(select e ->> 'sku' from jsonb_array_elements(p_rows) e))));
  end if;
  validated := coalesce(private.validate_stock_rows(p_rows), '[]');
  if not p_dry and not exists (select from jsonb_array_elements(validated) j where j ->> 'problem' is not null) then
    perform private.write_stock_rows(validated);
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'row', j.line,
      'action', case when j.problem is not null then 'wrong' when j.changes = '[]' then 'same' else 'update' end,
      'label', j.label,
      'changes', j.changes,
      'problems', case when j.problem is null then '[]'::jsonb
        else jsonb_build_array(jsonb_build_object('field', j.problem[1], 'message', j.problem[2])) end)
      order by j.line), '[]')
    from jsonb_to_recordset(validated) j (line int, label text, changes jsonb, problem text[]));
end;
$$;
comment on function office.import_stock(jsonb, boolean) is
  'Validates rows of a file of stock, [{line, sku, barcode?, priceDelta?, policy?, stock?, version?}], and unless it is dry and unless one row is wrong changes the variants. What a row leaves out stays. The stock of a row with a version is applied as the difference to the stock that the version tells. Returns [{row, action, label, changes, problems}]. Error (in detail): not_an_administrator.';

create function office.set_products_policy(p_ids uuid[], p_policy public.stock_policy) returns int
language plpgsql security definer set search_path = '' as $$
declare
  changed int;
  short text;
begin
  perform private.require_admin();
  perform private.lock_variants(array(select v.id from public.product_variants v where v.product_id = any (p_ids)));
  changed := private.lock_products(p_ids);
  select v.sku into short from public.product_variants v
    where p_policy = 'deny' and v.product_id = any (p_ids) and v.archived_at is null and v.held > v.on_hand limit 1;
  if found then
    raise exception 'Of % there are not so many that no order holds. Nothing was changed.', short using detail = 'stock_too_low';
  end if;
  update public.product_variants v set policy = p_policy
    where v.product_id = any (p_ids) and v.archived_at is null and v.policy <> p_policy;
  return changed;
end;
$$;
comment on function office.set_products_policy(uuid[], public.stock_policy) is
  'Sets whether all sizes and colors of products are counted, and returns the number of products. Errors (in detail): not_an_administrator, unknown_product, stock_too_low.';

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
  select * into product from public.products where id = p_product and status = 'published' for key share;
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

-- What an unpaid order of the customer holds is there for the customer.
create function private.free_pieces(p_variant public.product_variants, p_customer uuid) returns int
language plpgsql stable set search_path = '' as $$
begin
  return p_variant.on_hand - p_variant.held + (
    select coalesce(sum(h.quantity), 0) from public.stock_holds h join public.orders o on o.id = h.order_id
    where h.variant_id = p_variant.id and h.expires_at is not null and o.user_id = p_customer and o.status = 'Pending');
end;
$$;
comment on function private.free_pieces(public.product_variants, uuid) is 'How many pieces of a variant a customer can order';

create function private.cart_variants(
  p_product public.products, p_customer uuid, p_list public.price_lists, p_off jsonb, p_quantity int, p_size text, p_color text
) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if not exists (select from public.product_variants v
    where v.product_id = p_product.id and (v.policy <> 'untracked' or v.price_delta <> 0))
    and not exists (select from public.price_list_items i where i.price_list_id = p_list.id and i.product_id = p_product.id and i.variant_id is not null) then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('size', v.size, 'color', v.color, 'sku', v.sku, 'price', private.price_for(p_off, p_product.tax_class, private.unit_price(p_list, p_product, v, p_quantity)),
      'level', case when v.policy = 'deny' then private.stock_level(v.policy, private.free_pieces(v, p_customer))
        when v.policy = 'untracked' and p_product.availability <> 'InStock' then 'out' else 'in' end) order by v.sku), '[]')
    from public.product_variants v where v.product_id = p_product.id and v.archived_at is null
      -- A line changes its size or its colour: a cart of a whole grid does not carry the grid in each line.
      and (p_size is null or p_color is null or v.size is null or v.color is null or v.size = p_size or v.color = p_color));
end;
$$;
comment on function private.cart_variants(public.products, uuid, public.price_lists, jsonb, int, text, text) is
  'The variants of a product with the size or the color of a line, in a cart with so many pieces of it, as those of read_product; none where no stock is counted and all cost the same';

create function private.cart_lines(p_user uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  list constant public.price_lists := private.price_list_of(p_user);
  tax_off constant jsonb := private.tax_off(p_user);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'quantity', c.quantity, 'size', c.size, 'color', c.color,
        'enough', case v.policy when 'deny' then private.free_pieces(v, p_user) >= c.quantity else true end,
        'product', jsonb_build_object(
          'id', p.id, 'title', p.title, 'price', private.price_for(tax_off, p.tax_class, private.unit_price(list, p, v, c.of_product)), 'images', p.images,
          'sizes', p.sizes, 'colors', p.colors, 'variants', private.cart_variants(p, p_user, list, tax_off, c.of_product, c.size, c.color),
          'availability', private.availability_of(p, c.size, c.color), 'published', p.status = 'published')) order by c.created_at, c.id), '[]')
    from (
      select i.*, (sum(i.quantity) over (partition by i.product_id))::int as of_product from public.cart_items i where i.user_id = p_user) c
    join public.products p on p.id = c.product_id
    left join public.product_variants v
      on v.product_id = p.id and v.size is not distinct from c.size and v.color is not distinct from c.color);
end;
$$;
comment on function private.cart_lines(uuid) is
  'Lines of a cart in the order in which they were added, each with its product, the sizes and colours to choose from, and whether there are enough pieces; prices in dollars';

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
create policy cart_items_nobody on public.cart_items for all to anon, authenticated
  using (false) with check (false);

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

-- Many lines go into the cart at once: a grid of sizes and colours, a list of SKUs, an order again.

create function private.cart_batch(p_lines jsonb, p_customer uuid)
returns table (n int, product_id uuid, size text, color text, quantity int, at text, code text, message text)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  with asked as (
    select e, (place - 1)::int as n, left(e ->> 'title', 300) as title, upper(btrim(e ->> 'sku')) as sku, private.as_uuid(e ->> 'product') as product,
      nullif(left(btrim(e ->> 'size'), 100), '') as size, nullif(left(btrim(e ->> 'color'), 100), '') as color,
      case when private.has_bad_quantity(jsonb_build_array(e)) then null else (e ->> 'quantity')::numeric::int end as quantity
    from jsonb_array_elements(p_lines) with ordinality line (e, place)),
  found as (
    select a.n, a.sku, a.title, a.quantity, p, v, case when a.sku is null then a.size else v.size end as size,
      case when a.sku is null then a.color else v.color end as color
    from asked a
    left join public.product_variants s on s.sku = a.sku collate "C"
    left join public.products p on p.id = coalesce(s.product_id, a.product) and p.status = 'published'
    left join public.product_variants v on v.product_id = p.id and v.archived_at is null
      and case when a.sku is null then v.size is not distinct from a.size and v.color is not distinct from a.color else v.id = s.id end),
  summed as (
    select f.*, (sum(f.quantity) over (partition by (f.v).id order by f.n) + coalesce((
        select c.quantity from public.cart_items c where c.user_id = p_customer and c.product_id = (f.p).id
          and c.size is not distinct from f.size and c.color is not distinct from f.color), 0))::int as in_cart,
      concat_ws(', ', (f.p).title, f.color, f.size) as name
    from found f),
  judged as (
    select s.*, case
      when s.sku is not null and (s.v).id is null then array['sku', 'unknown_product', 'There is no article ' || left(s.sku, 64) || '.']
      when (s.p).id is null then array['product', 'unknown_product', coalesce(nullif(s.title, ''), 'This product') || ' is no longer available.']
      when (s.v).id is null and (s.size is null and (s.p).sizes <> '{}' or s.color is null and (s.p).colors <> '{}')
        then array['size', 'choice_missing', format('Please choose size and color of %s.', (s.p).title)]
      when (s.v).id is null then array['size', 'unknown_variant', format('There is no %s.', s.name)]
      when s.quantity is null or s.in_cart > 999 then array['quantity', 'bad_quantity', 'The quantity must be between 1 and 999.']
      when private.availability_of(s.p, s.size, s.color) <> 'InStock' then array['quantity', 'out_of_stock', s.name || ' is out of stock.']
      when (s.v).policy = 'deny' and private.free_pieces(s.v, p_customer) < s.in_cart then array['quantity', 'out_of_stock', format(
        case when private.stock_level((s.v).policy, private.free_pieces(s.v, p_customer)) = 'in' then 'Fewer than %s pieces of %s are left.' else 'Only %s of %s left.' end,
        case when private.stock_level((s.v).policy, private.free_pieces(s.v, p_customer)) = 'in' then s.in_cart else private.free_pieces(s.v, p_customer) end, s.name)]
      end as problem
    from summed s)
  select j.n, (j.p).id, j.size, j.color, j.quantity, concat('lines.', j.n, '.', j.problem[1]), j.problem[2], j.problem[3]
  from judged j;
end;
$$;
comment on function private.cart_batch(jsonb, uuid) is
  'Lines for a cart, [{product, size?, color?, quantity, title?: for who reads that it is gone}] or [{sku, quantity}], with what is wrong with each: the path of its field, a code and a text; null where it can be added';

create function public.add_lines_to_cart(p_lines jsonb, p_leave_out boolean default false, p_grace interval default '30 minutes') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  most_lines constant int := 200;
  customer constant uuid := auth.uid();
  batch jsonb;
  wrong jsonb;
begin
  perform private.require_customer();
  if jsonb_typeof(p_lines) is distinct from 'array' or p_lines = '[]' then
    raise exception 'There is nothing to add.' using detail = 'empty_order';
  end if;
  if jsonb_array_length(p_lines) > most_lines then
    raise exception 'At most % lines can be added at once.', most_lines using detail = 'validation_failed';
  end if;
  perform private.resume_cart(p_grace);
  -- One batch of a customer at a time, so that two never wait for each other's lines.
  perform pg_advisory_xact_lock(hashtextextended('cart batch ' || customer, 0));
  -- Locked until the end, in the order of their ids, so that the products still exist when the lines refer to them.
  perform 1 from public.products p
    where p.id = any (array(select private.as_uuid(e ->> 'product') from jsonb_array_elements(p_lines) e)
      || array(select v.product_id from public.product_variants v
        where v.sku = any (array(select upper(btrim(e ->> 'sku')) from jsonb_array_elements(p_lines) e))))
    order by p.id for key share;
  perform 1 from public.cart_items c where c.user_id = customer order by c.id for update;

  batch := (select jsonb_agg(b order by b.n) from private.cart_batch(p_lines, customer) b);
  select coalesce(jsonb_agg(b), '[]') into wrong from jsonb_array_elements(batch) b where b ->> 'code' is not null;
  if wrong <> '[]' and not p_leave_out then
    perform private.refuse_at(wrong -> 0 ->> 'code', wrong -> 0 ->> 'message', array[wrong -> 0 ->> 'at']);
  end if;
  -- In the order of the request, though all were added at the same moment.
  insert into public.cart_items as c (user_id, product_id, quantity, size, color, created_at)
  select customer, (b ->> 'product_id')::uuid, sum((b ->> 'quantity')::int), b ->> 'size', b ->> 'color',
    now() + min((b ->> 'n')::int) * interval '1 microsecond'
  from jsonb_array_elements(batch) b where b ->> 'code' is null group by 2, 4, 5 order by 2, 4, 5
  on conflict (user_id, product_id, size, color) do update set quantity = c.quantity + excluded.quantity;

  -- As in add_to_cart, the lock is the last one taken.
  perform pg_advisory_xact_lock(hashtextextended('cart ' || customer, 0));
  if (select count(*) from public.cart_items c where c.user_id = customer) > most_lines then
    raise exception 'Your cart is full: it holds 200 different items. Please order or remove some first!'
      using detail = 'cart_full';
  end if;
  return jsonb_build_object('lines', private.cart_lines(customer), 'problems', (
    select coalesce(jsonb_agg(jsonb_build_object('line', b -> 'n', 'at', b -> 'at', 'code', b -> 'code', 'message', b -> 'message')), '[]')
    from jsonb_array_elements(wrong) b));
end;
$$;
comment on function public.add_lines_to_cart(jsonb, boolean, interval) is
  'Adds up to 200 lines, [{product, size?, color?, quantity}] or [{sku, quantity}], to the cart of the signed-in customer, all or none; with p_leave_out those that can be added. Returns {lines: the cart as read_cart does, problems: [{line, from 0, at: the path of its field, code, message}] of those left out}. Errors (in detail, with the path of the field as hint): not_a_customer, empty_order, validation_failed, unknown_product, unknown_variant, choice_missing, bad_quantity, out_of_stock, cart_full.';
grant execute on function public.add_lines_to_cart(jsonb, boolean, interval) to authenticated;

create function public.find_articles(p_sku text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  beginning constant text := upper(btrim(p_sku));
begin
  -- Every sign of an SKU sorts before ~.
  return (
    select coalesce(jsonb_agg(jsonb_build_object('sku', f.sku, 'title', f.title, 'size', f.size, 'color', f.color) order by f.sku), '[]')
    from (
      select v.sku, p.title, v.size, v.color
      from public.product_variants v join public.products p on p.id = v.product_id and p.status = 'published'
      where beginning <> '' and v.sku >= beginning collate "C" and v.sku < (beginning || '~') collate "C" and v.archived_at is null
      order by v.sku limit 10) f);
end;
$$;
comment on function public.find_articles(text) is
  'The first ten articles whose SKU begins so: [{sku, title, size, color}]';
grant execute on function public.find_articles(text) to authenticated;

-- Shipping: zones of countries, and the methods by which orders are sent there. Without any method, shipping is free everywhere.

create table public.shipping_zones (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) <= 100),
  countries text[] not null default '{}' check (array_position(countries, null) is null and cardinality(countries) <= 300),
  created_at timestamptz not null default now(),
  constraint shipping_zones_name_visible check (public.is_visible(name))
);
comment on table public.shipping_zones is 'Zones of countries to which the shop sends at the same prices';
comment on column public.shipping_zones.id is 'Identifies the zone';
comment on column public.shipping_zones.name is 'Name for administrators, such as Europe';
comment on column public.shipping_zones.countries is 'Codes of its countries; empty for all countries that are in no other zone';
comment on column public.shipping_zones.created_at is 'When it was made';

-- After the row is written, so that policies have had their say; one at a time, so that two zones cannot take a country at once.
create function private.check_shipping_zone() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wrong record;
begin
  perform pg_advisory_xact_lock(hashtextextended('shipping zones', 0));
  if new.countries = '{}' then
    select z.name into wrong from public.shipping_zones z where z.countries = '{}' and z.id <> new.id limit 1;
    if found then
      perform private.refuse_at('country_taken',
        format('The zone %s is for everywhere else already. Please choose countries.', wrong.name), '{countries.0}');
    end if;
    return null;
  end if;
  select n.code, c.name, z.name as zone, n.place - 1 as place into wrong
    from unnest(new.countries) with ordinality n (code, place)
    left join public.countries c on c.code = n.code
    left join public.shipping_zones z on n.code = any (z.countries) and z.id <> new.id
    where c.code is null or z.id is not null order by n.place limit 1;
  if found and wrong.name is null then
    perform private.refuse_at('validation_failed', format('%s is no code of a country.', wrong.code), array['countries.' || wrong.place]);
  elsif found then
    perform private.refuse_at('country_taken', format('%s is in the zone %s already.', wrong.name, wrong.zone), array['countries.' || wrong.place]);
  end if;
  return null;
end;
$$;
comment on function private.check_shipping_zone() is
  'Refuses a zone with a country of another zone, a second zone for everywhere else (country_taken), and codes of no country (validation_failed)';

create table public.shipping_methods (
  id uuid primary key default gen_random_uuid(),
  zone_id uuid not null references public.shipping_zones on delete cascade,
  name text not null check (length(name) <= 100),
  price numeric(12, 2) not null check (price >= 0 and price < 1000000),
  free_from numeric(12, 2) check (free_from > 0 and free_from < 1000000),
  weight_bands jsonb not null default '[]' check (
    jsonb_typeof(weight_bands) = 'array' and jsonb_array_length(weight_bands) <= 20
    and not jsonb_path_exists(weight_bands, '$[*] ? (!(@.over >= 0 && @.price >= 0 && @.price < 1000000))')),
  max_weight int check (max_weight > 0),
  days_from int not null default 0 check (days_from between 0 and 365),
  days_to int not null default 0 check (days_to between 0 and 365),
  position int not null default 1,
  created_at timestamptz not null default now(),
  constraint shipping_methods_name_visible check (public.is_visible(name)),
  constraint shipping_methods_days_check check (days_to >= days_from)
);
comment on table public.shipping_methods is 'How orders are sent to the countries of a zone, and what it costs';
comment on column public.shipping_methods.id is 'Identifies the method';
comment on column public.shipping_methods.zone_id is 'The zone';
comment on column public.shipping_methods.name is 'What shoppers read, such as Standard';
comment on column public.shipping_methods.price is 'Price of sending an order in dollars';
comment on column public.shipping_methods.free_from is 'Free for orders whose goods cost this much after discounts, in dollars; empty when never free';
comment on column public.shipping_methods.weight_bands is 'Prices of heavier orders, as [{over, price}]: what weighs more than so many grams costs so much, in dollars';
comment on column public.shipping_methods.max_weight is 'The heaviest order that it takes, in grams; empty when there is no bound';
comment on column public.shipping_methods.days_from is 'How many days it takes at least';
comment on column public.shipping_methods.days_to is 'How many days it takes at most; 0 says nothing to shoppers';
comment on column public.shipping_methods.position is 'Its place among the methods of its zone';
comment on column public.shipping_methods.created_at is 'When it was made';
create index shipping_methods_zone_idx on public.shipping_methods (zone_id, position);

create function private.shipping_price(p_method public.shipping_methods, p_goods numeric, p_weight bigint) returns numeric
language plpgsql stable set search_path = '' as $$
begin
  return case when p_goods >= p_method.free_from then 0 else coalesce((
    select (w ->> 'price')::numeric from jsonb_array_elements(p_method.weight_bands) w
    where (w ->> 'over')::numeric < p_weight order by (w ->> 'over')::numeric desc limit 1), p_method.price) end;
end;
$$;
comment on function private.shipping_price(public.shipping_methods, numeric, bigint) is
  'What a method costs, in dollars, for goods of this price after discounts, in dollars, and this weight in grams';

create function private.shipping_methods_for(p_country text, p_goods numeric, p_weight bigint)
returns table (id uuid, name text, price numeric, days_from int, days_to int)
language plpgsql stable set search_path = '' as $$
begin
  return query
    select m.id, m.name, private.shipping_price(m, p_goods, p_weight), m.days_from, m.days_to
    from public.shipping_methods m
    where m.zone_id = (
        select z.id from public.shipping_zones z where p_country = any (z.countries) or z.countries = '{}'
        order by z.countries = '{}', z.created_at, z.id limit 1)
      and (m.max_weight is null or p_weight <= m.max_weight)
    order by 3, m.position, m.id;
end;
$$;
comment on function private.shipping_methods_for(text, numeric, bigint) is
  'The methods that take an order to a country, given by its code, cheapest first, with their prices in dollars';

alter table public.shipping_zones enable row level security;
grant select, insert (id, name, countries), update (name, countries), delete on public.shipping_zones to authenticated;
create policy shipping_zones_all_admin on public.shipping_zones for all to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

create trigger shipping_zones_check after insert or update of countries on public.shipping_zones
  for each row execute function private.check_shipping_zone();

alter table public.shipping_methods enable row level security;
grant select, delete,
  insert (id, zone_id, name, price, free_from, weight_bands, max_weight, days_from, days_to, position),
  update (name, price, free_from, weight_bands, max_weight, days_from, days_to, position)
  on public.shipping_methods to authenticated;
create policy shipping_methods_all_admin on public.shipping_methods for all to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

-- Taxes: a rate for each country and class of goods. Without rates there is no tax.

create table public.tax_rates (
  id uuid primary key default gen_random_uuid(),
  country text references public.countries,
  class public.tax_class not null default 'standard',
  rate numeric(6, 3) not null check (rate between 0 and 100),
  unique nulls not distinct (country, class)
);
comment on table public.tax_rates is 'Tax rates of countries, for what is delivered there';
comment on column public.tax_rates.id is 'Identifies the rate';
comment on column public.tax_rates.country is 'Code of the country; empty for all countries that have no rates of their own';
comment on column public.tax_rates.class is 'Class of the goods; shipping is taxed by the class standard';
comment on column public.tax_rates.rate is 'Rate in percent';

create function private.tax_rate(p_country text, p_class public.tax_class) returns numeric
language plpgsql stable set search_path = '' as $$
begin
  return coalesce((
    select r.rate from public.tax_rates r
    where r.class = p_class and r.country is not distinct from (
      select t.country from public.tax_rates t where t.country = p_country limit 1)), 0);
end;
$$;
comment on function private.tax_rate(text, public.tax_class) is
  'The rate in percent of a class in a country, given by its code; 0 where the country has rates, but none for this class';

-- Each part is the difference of two rounded sums, so that the parts of a rate add up to its tax, rounded once.
create function private.tax_of(p_before numeric, p_amount numeric, p_rate numeric, p_included boolean) returns numeric
language plpgsql immutable set search_path = '' as $$
declare
  divisor constant numeric := 100 + case when p_included then p_rate else 0 end;
begin
  return round((p_before + p_amount) * p_rate / divisor, 2) - round(p_before * p_rate / divisor, 2);
end;
$$;
comment on function private.tax_of(numeric, numeric, numeric, boolean) is
  'The tax on an amount in dollars that follows p_before dollars of the same rate in percent; p_included when the amounts have the tax in them';

create function private.tax_off(p_customer uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  company constant public.companies := private.company_of(p_customer);
  seller constant text := private.shop_setting('seller_country') #>> '{}';
  country text;
begin
  if company.tax_free is not true then
    return null;
  end if;
  country := (select private.country_code(p.country) from public.profiles p where p.id = p_customer);
  if country = seller or (select count(*) from public.countries c where c.code in (country, seller) and c.in_eu) < 2 then
    return null;
  end if;
  return (
    select jsonb_object_agg(c, case when private.shop_setting('prices_include_tax')::boolean then private.tax_rate(country, c) else 0 end)
    from unnest(enum_range(null::public.tax_class)) c);
end;
$$;
comment on function private.tax_off(uuid) is
  'For a company that pays no tax, with a VAT number and in another country of the EU than the seller: the rate by class, in percent, that the prices of the shop have in them; null for everybody else';

create function private.price_for(p_off jsonb, p_class public.tax_class, p_price numeric) returns numeric
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(round(p_price * 100 / (100 + (p_off ->> p_class::text)::numeric), 2), p_price);
end;
$$;
comment on function private.price_for(jsonb, public.tax_class, numeric) is
  'A price in dollars without the tax that tax_off returned; the same where that is null';

alter table public.tax_rates enable row level security;
grant select, insert (country, class, rate), delete, update (rate) on public.tax_rates to authenticated;
create policy tax_rates_all_admin on public.tax_rates for all to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

-- Vouchers: codes that take a percentage or an amount off an order.

create type public.voucher_kind as enum ('percent', 'amount');
comment on type public.voucher_kind is 'What a voucher takes off';

create table public.vouchers (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[A-Z0-9-]{3,40}$'),
  kind public.voucher_kind not null,
  value numeric(12, 2) not null check (value > 0 and value < 1000000),
  starts_at timestamptz,
  ends_at timestamptz,
  minimum numeric(12, 2) not null default 0 check (minimum >= 0 and minimum < 1000000),
  categories uuid[] not null default '{}' check (array_position(categories, null) is null and cardinality(categories) <= 100),
  once_per_customer boolean not null default false,
  max_uses int check (max_uses > 0),
  uses int not null default 0,
  created_at timestamptz not null default now(),
  constraint vouchers_percent_check check (kind <> 'percent' or value <= 100),
  constraint vouchers_ends_check check (ends_at > starts_at),
  constraint vouchers_uses_check check (uses >= 0 and uses <= max_uses)
);
comment on table public.vouchers is 'Codes that take a percentage or an amount off an order';
comment on column public.vouchers.id is 'Identifies the voucher';
comment on column public.vouchers.code is 'What customers type, in capital letters; they may type small ones';
comment on column public.vouchers.kind is 'percent or amount';
comment on column public.vouchers.value is 'Percentage, or amount in dollars, that is taken off the goods';
comment on column public.vouchers.starts_at is 'From when on it is valid; empty for always';
comment on column public.vouchers.ends_at is 'Until when it is valid; empty for ever';
comment on column public.vouchers.minimum is 'What the goods that it is for must cost at least, in dollars';
comment on column public.vouchers.categories is 'The categories whose goods it is for; empty for all goods';
comment on column public.vouchers.once_per_customer is 'Whether a customer can use it once only';
comment on column public.vouchers.max_uses is 'How many orders can use it in all; empty for any number';
comment on column public.vouchers.uses is 'How many orders use it: its rows in voucher_uses; kept by a trigger';
comment on column public.vouchers.created_at is 'When it was made';

create function office.list_admin_vouchers(p_limit int default 25, p_page int default 1, p_query text default '')
returns table (
  id uuid, code text, kind public.voucher_kind, value numeric, starts_at timestamptz, ends_at timestamptz, minimum numeric,
  categories uuid[], category_names text[], once_per_customer boolean, max_uses int, uses int, state text, created_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  looked_for constant text := upper(btrim(coalesce(p_query, '')));
  fitting bigint;
begin
  perform private.require_admin();
  select count(*) into fitting from public.vouchers v where strpos(v.code, looked_for) > 0;
  return query
    select v.id, v.code, v.kind, v.value, v.starts_at, v.ends_at, v.minimum, v.categories,
      array(select c.name from public.categories c where c.id = any (v.categories) order by c.name),
      v.once_per_customer, v.max_uses, v.uses, case
        when v.ends_at <= now() then 'ended'
        when v.uses >= v.max_uses then 'used up'
        when v.starts_at > now() then 'planned'
        else 'valid' end,
      v.created_at, fitting
    from public.vouchers v where strpos(v.code, looked_for) > 0
    order by v.created_at desc, v.id
    limit page_size offset private.page_start(p_page, page_size, fitting);
end;
$$;
comment on function office.list_admin_vouchers(int, int, text) is
  'One page of the vouchers whose codes contain these letters, newest first, each with its state: valid, planned, ended or used up. Administrators only (not_an_administrator).';

alter table public.vouchers enable row level security;
grant select,
  insert (id, code, kind, value, starts_at, ends_at, minimum, categories, once_per_customer, max_uses),
  update (code, kind, value, starts_at, ends_at, minimum, categories, once_per_customer, max_uses)
  on public.vouchers to authenticated;
create policy vouchers_all_admin on public.vouchers for all to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

-- What an order costs: its goods, less a voucher, with shipping and tax. The cart, the checkout and place_order ask the same function.

create type private.order_options as (
  checkout boolean, replaces uuid[], method uuid, voucher text, po_number text, terms boolean, quote uuid
);
comment on type private.order_options is 'What can be said of an order beside its lines: checkout for the shop''s own checkout, which places one order per cart, in the place of those in replaces, and none that could not be sent; the shipping method; the code of a voucher; the purchase order number of a company; terms for an order that it pays within its terms; the quote at whose prices it is, for accept_quote alone';

create function private.order_digest(p_products jsonb, p_amount numeric, p_email text, p_options private.order_options) returns text
language plpgsql stable set search_path = '' as $$
begin
  return encode(sha256(convert_to(jsonb_build_array(trim_scale(p_amount), btrim(p_email), p_options.method, upper(btrim(p_options.voucher)), btrim(p_options.po_number), case
    when jsonb_typeof(p_products) = 'array' then (
      select jsonb_agg(line order by line)
      from (select jsonb_strip_nulls(e) as line from jsonb_array_elements(p_products) e) lines)
    else p_products end)::text || case when p_options.terms then ' on terms' else '' end, 'utf8')), 'hex');
end;
$$;
comment on function private.order_digest(jsonb, numeric, text, private.order_options) is
  'Hash of what is ordered, the same whatever the order of the lines; lines may be any JSON';

-- One statement, so that all prices are from one snapshot. Lines of the same product, size and colour become one.
create function private.price_lines(p_products jsonb, p_customer uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  list constant public.price_lists := private.price_list_of(p_customer);
  tax_off constant jsonb := private.tax_off(p_customer);
begin
  return (
    with lines as (
      select private.as_uuid(e ->> 'product') as product_id,
        nullif(left(btrim(e ->> 'size'), 100), '') as size,
        nullif(left(btrim(e ->> 'color'), 100), '') as color,
        sum((e ->> 'quantity')::numeric::int) as quantity, min(position) as position
      from jsonb_array_elements(p_products) with ordinality as line (e, position)
      group by 1, 2, 3),
    asked as (
      select *, (sum(quantity) over (partition by product_id))::int as of_product from lines)
    select jsonb_agg(jsonb_build_object(
      'product_id', p.id, 'title', p.title, 'unit_price', private.price_for(tax_off, p.tax_class, private.unit_price(list, p, v.variant, a.of_product)),
      'availability', private.availability_of(p, a.size, a.color),
      'quantity', a.quantity, 'size', a.size, 'color', a.color,
      'weight', p.weight, 'tax_class', p.tax_class, 'category_id', p.category_id, 'at', 'products.' || a.position - 1) order by a.position)
    from asked a
    left join lateral (select * from public.products p where p.id = a.product_id limit 1) p on true
    left join lateral (
      select v as variant from public.product_variants v
      where v.product_id = p.id and v.size is not distinct from a.size and v.color is not distinct from a.color limit 1) v on true);
end;
$$;
comment on function private.price_lines(jsonb, uuid) is 'Lines of an order with title and price from the catalogue, or the price list of the customer, without tax where that is off, each with its path in the request';

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

create function private.voucher_for(p_code text, p_lines jsonb, p_customer uuid) returns public.vouchers
language plpgsql stable security definer set search_path = '' as $$
declare
  voucher public.vouchers;
  goods numeric;
  problem text;
begin
  select * into voucher from public.vouchers v where v.code = upper(btrim(p_code));
  goods := (
    select sum((l ->> 'unit_price')::numeric * (l ->> 'quantity')::int) from jsonb_array_elements(p_lines) l
    where voucher.categories = '{}' or (l ->> 'category_id')::uuid = any (voucher.categories));
  problem := case
    when voucher.id is null then 'We do not know this voucher code.'
    when voucher.starts_at > now() then 'This voucher is not valid yet.'
    when voucher.ends_at <= now() then 'This voucher is no longer valid.'
    when goods is null then 'This voucher is for other products.'
    when goods < voucher.minimum then format('This voucher is for products worth $%s or more.', to_char(voucher.minimum, 'FM9,999,990.00'))
    when voucher.once_per_customer and exists (
      select from public.voucher_uses u join public.orders o on o.id = u.order_id
      where u.voucher_id = voucher.id and u.user_id = p_customer and o.status <> 'Pending') then 'You have used this voucher before.'
  end;
  if problem is not null then
    raise exception '%', problem using detail = 'voucher_refused';
  end if;
  return voucher;
end;
$$;
comment on function private.voucher_for(text, jsonb, uuid) is
  'The voucher with this code, in whatever letters, for lines as price_lines returns them. Refuses (voucher_refused) one that is not valid for them and this customer.';

-- Each discount is the difference of two rounded sums, so that all of them add up to what the voucher takes off.
create function private.discount_lines(p_lines jsonb, p_voucher public.vouchers) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with lines as (
      select l, position, case when p_voucher.categories = '{}' or (l ->> 'category_id')::uuid = any (p_voucher.categories)
        then (l ->> 'unit_price')::numeric * (l ->> 'quantity')::int else 0 end as price
      from jsonb_array_elements(p_lines) with ordinality as line (l, position)),
    sums as (
      select *, sum(price) over (order by position) as running, sum(price) over () as goods from lines),
    off as (
      select case p_voucher.kind when 'percent' then round(max(goods) * p_voucher.value / 100, 2)
        else least(p_voucher.value, max(goods)) end as amount from sums)
    select jsonb_agg(l || jsonb_build_object('discount', coalesce(
      round(running * amount / nullif(goods, 0), 2) - round((running - price) * amount / nullif(goods, 0), 2), 0)) order by position)
    from sums, off);
end;
$$;
comment on function private.discount_lines(jsonb, public.vouchers) is
  'Lines as price_lines returns them with what a voucher takes off each, in dollars';

create function private.tax_lines(p_lines jsonb, p_country text, p_included boolean) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  rates constant jsonb := (
    select jsonb_object_agg(c, private.tax_rate(p_country, c)) from unnest(enum_range(null::public.tax_class)) c);
begin
  return (
    with lines as (
      select l, position, (rates ->> (l ->> 'tax_class'))::numeric as rate,
        (l ->> 'unit_price')::numeric * (l ->> 'quantity')::int - coalesce((l ->> 'discount')::numeric, 0) as price
      from jsonb_array_elements(p_lines) with ordinality as line (l, position)),
    sums as (
      select *, sum(price) over (partition by rate order by position) as running from lines)
    select jsonb_agg(l || jsonb_build_object('tax_rate', rate, 'tax', private.tax_of(
      running - price, price, rate, p_included)) order by position) from sums);
end;
$$;
comment on function private.tax_lines(jsonb, text, boolean) is
  'Lines as price_lines and discount_lines return them with the rate, in percent, and the tax of each, in dollars, for a country given by its code';

create function private.shipping_method_of(p_methods jsonb, p_chosen uuid) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  if p_chosen is not null and not p_methods @> jsonb_build_array(jsonb_build_object('id', p_chosen)) then
    raise exception 'This way of delivery is no longer available. Please choose another.' using detail = 'shipping_gone';
  end if;
  return (
    select m from jsonb_array_elements(p_methods) with ordinality w (m, place)
    order by (m ->> 'id')::uuid is distinct from p_chosen, place limit 1);
end;
$$;
comment on function private.shipping_method_of(jsonb, uuid) is
  'The chosen one of these methods, or else the first; null where there is none. Error (in detail): shipping_gone.';

create function private.price_order(p_lines jsonb, p_country text, p_method uuid, p_voucher text, p_customer uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  included constant boolean := private.shop_setting('prices_include_tax')::boolean;
  tax_off constant jsonb := private.tax_off(p_customer);
  country text;
  voucher public.vouchers;
  lines jsonb := p_lines;
  sums record;
  methods jsonb := '[]';
  method jsonb;
  free constant boolean := not exists (select from public.shipping_methods);
  shipping jsonb := '{"unit_price": 0, "tax_rate": 0, "tax": 0}';
  tax numeric := 0;
begin
  if nullif(btrim(p_voucher), '') is not null then
    voucher := private.voucher_for(p_voucher, lines, p_customer);
    lines := private.discount_lines(lines, voucher);
  end if;
  select sum((l ->> 'unit_price')::numeric * (l ->> 'quantity')::int) as goods, sum(coalesce((l ->> 'discount')::numeric, 0)) as discount,
    sum((l ->> 'weight')::bigint * (l ->> 'quantity')::int)::bigint as weight into sums from jsonb_array_elements(lines) l;
  if not free then
    country := private.country_code(p_country);
    methods := (
      select coalesce(jsonb_agg(to_jsonb(m) || jsonb_build_object('price', private.price_for(tax_off, 'standard', m.price))), '[]')
      from private.shipping_methods_for(country, sums.goods - sums.discount, sums.weight) m);
    method := private.shipping_method_of(methods, p_method);
    shipping := shipping || jsonb_build_object('unit_price', coalesce(method -> 'price', '0'));
  end if;
  if tax_off is null and exists (select from public.tax_rates) then
    lines := private.tax_lines(lines || (shipping || '{"quantity": 1, "tax_class": "standard"}'),
      coalesce(country, private.country_code(p_country)), included);
    shipping := lines -> -1;
    lines := lines - -1;
    tax := (shipping ->> 'tax')::numeric + (select sum((l ->> 'tax')::numeric) from jsonb_array_elements(lines) l);
  end if;
  return jsonb_build_object('lines', lines, 'goods', sums.goods, 'discount', sums.discount, 'voucher_id', voucher.id,
    'voucher_code', coalesce(voucher.code, ''), 'methods', methods, 'delivered', free or methods <> '[]', 'shipping_method', coalesce(method -> 'name', '""'),
    'shipping_method_id', method -> 'id', 'shipping', shipping -> 'unit_price', 'shipping_tax_rate', shipping -> 'tax_rate',
    'shipping_tax', shipping -> 'tax', 'tax', tax, 'tax_included', included, 'tax_free', tax_off is not null,
    'total_price', sums.goods - sums.discount + (shipping ->> 'unit_price')::numeric + case when included then 0 else tax end);
end;
$$;
comment on function private.price_order(jsonb, text, uuid, text, uuid) is
  'What lines, as price_lines returns them, cost a customer when they are sent to a country, in dollars: {lines, with discount, tax_rate (percent) and tax of each, goods, discount, voucher_id, voucher_code, methods: [{id, name, price, days_from, days_to}], delivered: whether there is any way to send it, shipping_method, shipping_method_id, shipping, shipping_tax_rate, shipping_tax, tax, tax_included, tax_free: whether tax_off took it off, total_price}. Errors (in detail): voucher_refused, shipping_gone.';

create function private.require_price(p_price jsonb, p_amount numeric) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if not (p_price -> 'delivered')::boolean then
    raise exception 'We cannot deliver this order to your country.' using detail = 'not_delivered';
  end if;
  if p_amount is distinct from (p_price ->> 'total_price')::numeric then
    raise exception 'Prices have changed. Please look at your cart again.' using detail = 'amount_differs';
  end if;
end;
$$;
comment on function private.require_price(jsonb, numeric) is
  'Refuses a price of price_order that is not what the customer saw (amount_differs), and an order that cannot be sent (not_delivered)';

create function public.price_cart(p_method uuid default null, p_voucher text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  lines constant jsonb := private.price_lines((
    select coalesce(jsonb_agg(jsonb_build_object('product', c.product_id, 'quantity', c.quantity, 'size', c.size, 'color', c.color)
      order by c.created_at, c.id), '[]')
    from public.cart_items c where c.user_id = auth.uid()), auth.uid());
  company constant public.companies := private.company_of(auth.uid());
  country constant text := (select p.country from public.profiles p where p.id = auth.uid());
  price jsonb;
  voucher text := nullif(btrim(p_voucher), '');
  method uuid := p_method;
  problem text := '';
  reason text;
begin
  perform private.require_customer();
  if lines is null then
    return null;
  end if;
  if voucher is not null then
    perform private.require_order_rate('voucher', auth.uid());
  end if;
  -- The cart is priced without what cannot be had, and says what that is.
  loop
    begin
      price := private.price_order(lines, country, method, voucher, auth.uid());
      exit;
    exception when raise_exception then
      get stacked diagnostics problem = message_text, reason = pg_exception_detail;
      case reason
        when 'voucher_refused' then voucher := null;
        when 'shipping_gone' then method := null;
        else raise;
      end case;
    end;
  end loop;
  return price - 'lines' || jsonb_build_object('problem', problem, 'country', private.country_code(country),
    'takes_vouchers', exists (select from public.vouchers), 'company', coalesce(company.name, ''), 'terms', private.terms_of(company),
    'quantity_problem', coalesce((select w.problem from private.wholesale_problem(lines, company) w), ''));
end;
$$;
comment on function public.price_cart(uuid, text) is
  'What the cart of the signed-in customer costs, as price_order has it without the lines, with {problem: why the voucher or the method is left out, else empty, country: the code of the customer''s, takes_vouchers, company: the name of the customer''s, terms: {days, credit_left in dollars} on which it orders or null, quantity_problem: why it cannot order in these quantities; both else empty}; null for an empty cart. Tries of vouchers count as orders do. Errors (in detail): not_a_customer, too_many_tries.';
grant execute on function public.price_cart(uuid, text) to authenticated;

-- The lines of an order are checked before it is placed.

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

-- What is not counted is taken as it is written; a piece that is counted must be known to be held.
create function private.require_choices(p_lines jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  wrong record;
begin
  select l ->> 'title' as title, l ->> 'at' as at, f.field, l ->> f.field as chosen into wrong
    from jsonb_array_elements(p_lines) l
    cross join lateral (select v.product_id as id from public.product_variants v
      where v.product_id = (l ->> 'product_id')::uuid and v.policy <> 'untracked' and v.archived_at is null limit 1) counted
    cross join lateral (select case when exists (
        select from public.product_variants v where v.product_id = counted.id and v.archived_at is null
          and v.size is not distinct from l ->> 'size') then 'color' else 'size' end as field) f
    where not exists (
      select from public.product_variants v where v.product_id = counted.id and v.archived_at is null
        and v.size is not distinct from l ->> 'size' and v.color is not distinct from l ->> 'color')
    limit 1;
  if found then
    perform private.refuse_at(case when wrong.chosen is null then 'choice_missing' else 'validation_failed' end,
      case when wrong.chosen is null then format('Please choose size and color of %s.', wrong.title)
        else format('%s does not come in this %s.', wrong.title, wrong.field) end,
      array[wrong.at || '.' || wrong.field]);
  end if;
end;
$$;
comment on function private.require_choices(jsonb) is
  'Refuses lines of counted products without size or color (choice_missing), or with one that the product does not have (validation_failed)';

create function private.validate_order_lines(p_products jsonb, p_customer uuid) returns jsonb
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
    where id = any (array(select private.as_uuid(e ->> 'product') from jsonb_array_elements(p_products) e))
    order by id for key share;
  lines := private.price_lines(p_products, p_customer);

  if exists (select 1 from jsonb_array_elements(lines) l where l ->> 'product_id' is null) then
    raise exception 'A product of this order is no longer available.' using detail = 'unknown_product';
  end if;
  if exists (select 1 from jsonb_array_elements(lines) l where (l ->> 'quantity')::int > 999) then
    raise exception 'The quantity must be between 1 and 999.' using detail = 'bad_quantity';
  end if;
  perform private.require_choices(lines);
  select l ->> 'title' into sold_out
    from jsonb_array_elements(lines) l where l ->> 'availability' <> 'InStock' limit 1;
  if found then
    raise exception '% is out of stock.', sold_out using detail = 'out_of_stock';
  end if;
  return lines;
end;
$$;
comment on function private.validate_order_lines(jsonb, uuid) is
  'The lines of an order as price_lines returns them, with their products locked against deletion. Refuses lines that cannot be bought.';

create function private.require_deliverable(p_buyer public.profiles, p_lines jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  undecided record;
begin
  if btrim(p_buyer.address) = '' or btrim(p_buyer.country) = '' then
    raise exception 'Please give the address to deliver to.' using detail = 'no_address';
  end if;
  select p.title, concat(l ->> 'at', case when l ->> 'size' is null and cardinality(p.sizes) > 0 then '.size' else '.color' end) as at
    into undecided
    from jsonb_array_elements(p_lines) l join public.products p on p.id = (l ->> 'product_id')::uuid
    where (l ->> 'size' is null and cardinality(p.sizes) > 0)
      or (l ->> 'color' is null and cardinality(p.colors) > 0)
    limit 1;
  if found then
    raise exception 'Please choose size and color of %.', undecided.title using detail = 'choice_missing', hint = undecided.at;
  end if;
end;
$$;
comment on function private.require_deliverable(public.profiles, jsonb) is
  'Refuses an order that could not be sent: without an address (no_address), or with a size or colour that was not chosen (choice_missing)';

-- What a company pays, and in which quantities it buys: one function for product page, cart, order and quote.

create table public.price_list_items (
  id uuid primary key default gen_random_uuid(),
  price_list_id uuid not null references public.price_lists on delete cascade,
  product_id uuid not null references public.products on delete cascade on update cascade,
  variant_id uuid references public.product_variants on delete cascade,
  min_quantity int not null default 1 check (min_quantity between 1 and 9999),
  price numeric(12, 2) not null check (price >= 0 and price < 1000000),
  constraint price_list_items_once unique nulls not distinct (price_list_id, product_id, variant_id, min_quantity)
);
comment on table public.price_list_items is 'Prices of single products in a price list; further rows are for larger quantities';
comment on column public.price_list_items.id is 'Identifies the row';
comment on column public.price_list_items.price_list_id is 'The price list';
comment on column public.price_list_items.product_id is 'The product';
comment on column public.price_list_items.variant_id is 'The size and colour; empty for all of them, which then cost as much more as they do in the shop';
comment on column public.price_list_items.min_quantity is 'From how many pieces on, all sizes and colours of the product in the order together';
comment on column public.price_list_items.price is 'Price of one piece in dollars';
create index price_list_items_product_idx on public.price_list_items (product_id);
create index price_list_items_variant_idx on public.price_list_items (variant_id);

create table public.order_quantities (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products on delete cascade on update cascade,
  price_list_id uuid references public.price_lists on delete cascade,
  minimum int not null default 1 check (minimum between 1 and 9999),
  multiple int not null default 1 check (multiple between 1 and 9999),
  constraint order_quantities_once unique nulls not distinct (product_id, price_list_id)
);
comment on table public.order_quantities is 'In which quantities companies order a product, all sizes and colours together';
comment on column public.order_quantities.id is 'Identifies the row';
comment on column public.order_quantities.product_id is 'The product';
comment on column public.order_quantities.price_list_id is 'The price list; empty for all that have no row of their own';
comment on column public.order_quantities.minimum is 'The least number of pieces';
comment on column public.order_quantities.multiple is 'Size of a pack: the number of pieces is a multiple of it';
create index order_quantities_list_idx on public.order_quantities (price_list_id);

create function private.price_list_of(p_customer uuid) returns public.price_lists
language plpgsql stable security definer set search_path = '' as $$
declare
  found_list public.price_lists;
begin
  select l.* into found_list from public.company_members m join public.companies c on c.id = m.company_id and c.status = 'approved'
    join public.price_lists l on l.id = c.price_list_id where m.user_id = p_customer;
  return found_list;
end;
$$;
comment on function private.price_list_of(uuid) is 'The price list that a customer buys by; null for who pays the prices of the shop';

create function private.listed_price(p_retail numeric, p_more numeric, p_percent numeric, p_item public.price_list_items) returns numeric
language plpgsql immutable set search_path = '' as $$
begin
  return least(p_retail, greatest(0, case
    when p_item.id is null then round(p_retail * (100 - p_percent) / 100, 2)
    when p_item.variant_id is null then p_item.price + p_more
    else p_item.price end));
end;
$$;
comment on function private.listed_price(numeric, numeric, numeric, public.price_list_items) is
  'What a piece costs, in dollars, that costs p_retail in the shop, p_more of it for its size and colour, by a price of a list, or where that is null by the percentage of the list; never more than in the shop';

-- Of several rows that apply, the one from the largest quantity on wins, and one for the size and colour over one for all.
create function private.unit_price(
  p_list public.price_lists, p_product public.products, p_variant public.product_variants, p_quantity int
) returns numeric
language plpgsql stable security definer set search_path = '' as $$
declare
  more constant numeric := coalesce(p_variant.price_delta, 0);
  retail constant numeric := p_product.price + more;
  item public.price_list_items;
begin
  if p_list.id is null then
    return retail;
  end if;
  select i.* into item from public.price_list_items i
    where i.price_list_id = p_list.id and i.product_id = p_product.id and (i.variant_id is null or i.variant_id = p_variant.id)
      and i.min_quantity <= p_quantity
    order by i.min_quantity desc, i.variant_id nulls last limit 1;
  return private.listed_price(retail, more, p_list.percent, item);
end;
$$;
comment on function private.unit_price(public.price_lists, public.products, public.product_variants, int) is
  'What a piece of a variant costs by a price list, in dollars, when so many pieces of the product are ordered, of all sizes and colours; never more than in the shop. The list is null for the prices of the shop, the variant where none was chosen.';

create function private.order_quantity(p_list uuid, p_product uuid) returns public.order_quantities
language plpgsql stable security definer set search_path = '' as $$
declare
  its public.order_quantities;
begin
  select q.* into its from public.order_quantities q
    where q.product_id = p_product and (q.price_list_id = p_list or q.price_list_id is null) order by q.price_list_id nulls last limit 1;
  return its;
end;
$$;
comment on function private.order_quantity(uuid, uuid) is 'In which quantities a product is ordered by a price list; null where any will do';

create function private.wholesale_problem(p_lines jsonb, p_company public.companies, out problem text, out at text)
language plpgsql stable security definer set search_path = '' as $$
declare
  goods constant numeric := (select sum((l ->> 'unit_price')::numeric * (l ->> 'quantity')::int) from jsonb_array_elements(p_lines) l);
begin
  if p_company.id is null then
    return;
  end if;
  select case when s.quantity < q.minimum then format('Please order at least %s pieces of %s, of all sizes and colors together.', q.minimum, s.title)
      else format('%s comes in packs of %s. You have %s pieces of it.', s.title, q.multiple, s.quantity) end, s.at
    into problem, at
    from (
      select l ->> 'product_id' as product, min(l ->> 'title') as title, sum((l ->> 'quantity')::int) as quantity, min(l ->> 'at') as at, min(place) as place
      from jsonb_array_elements(p_lines) with ordinality line (l, place) group by 1) s
    cross join lateral private.order_quantity(p_company.price_list_id, s.product::uuid) q
    where s.quantity < q.minimum or s.quantity % q.multiple <> 0
    order by s.place limit 1;
  if problem is null and goods < p_company.order_minimum then
    problem := format('The products of an order have to cost $%s or more.', to_char(p_company.order_minimum, 'FM9,999,999,990.00'));
    at := 'products';
  end if;
end;
$$;
comment on function private.wholesale_problem(jsonb, public.companies) is
  'Why a company cannot order lines, as price_lines returns them, in these quantities, and the path of the field; null where it can';

create function private.require_order_quantities(p_lines jsonb, p_company public.companies) returns void
language plpgsql stable set search_path = '' as $$
declare
  wrong record;
begin
  select * into wrong from private.wholesale_problem(p_lines, p_company);
  if wrong.problem is not null then
    perform private.refuse_at('order_quantity', wrong.problem, array[wrong.at]);
  end if;
end;
$$;
comment on function private.require_order_quantities(jsonb, public.companies) is
  'Refuses lines in quantities in which the company does not order (order_quantity)';

create function private.prices_by_quantity(p_list public.price_lists, p_product public.products, p_variant public.product_variants, p_off jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  more constant numeric := coalesce(p_variant.price_delta, 0);
  retail constant numeric := p_product.price + more;
begin
  return (
    select jsonb_agg(jsonb_build_object('quantity', s.quantity, 'price', private.price_for(p_off, p_product.tax_class, s.price)) order by s.quantity)
    from (
      select r.quantity, r.price, lag(r.price) over (order by r.quantity) as before
      from (
        select 1 as quantity, private.unit_price(p_list, p_product, p_variant, 1) as price
        union all
        select q.min_quantity, private.listed_price(retail, more, p_list.percent, q)
        from (
          select distinct on (i.min_quantity) i.* from public.price_list_items i
          where i.price_list_id = p_list.id and i.product_id = p_product.id and (i.variant_id is null or i.variant_id = p_variant.id)
            and i.min_quantity > 1
          order by i.min_quantity, i.variant_id nulls last) q) r) s
    where s.price is distinct from s.before);
end;
$$;
comment on function private.prices_by_quantity(public.price_lists, public.products, public.product_variants, jsonb) is
  'What a piece costs from which quantity on: [{quantity, price in dollars}], the first from 1; without the tax that tax_off returned, if any';

create function public.own_prices(p_products uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  company constant public.companies := private.company_of(auth.uid());
  list constant public.price_lists := private.price_list_of(auth.uid());
  tax_off constant jsonb := private.tax_off(auth.uid());
begin
  if company.id is null then
    return null;
  end if;
  return jsonb_build_object('company', company.name, 'price_list', coalesce(list.name, ''), 'tax_free', tax_off is not null, 'products', (
    select coalesce(jsonb_agg(jsonb_build_object('product', p.id, 'retail', p.price,
      'prices', private.prices_by_quantity(list, p, null, tax_off),
      'minimum', coalesce(q.minimum, 1), 'multiple', coalesce(q.multiple, 1),
      'variants', (
        select coalesce(jsonb_agg(jsonb_build_object('size', v.size, 'color', v.color, 'prices', private.prices_by_quantity(list, p, v, tax_off)) order by v.sku), '[]')
        from public.product_variants v
        where v.product_id = p.id and v.archived_at is null and (v.price_delta <> 0 or exists (
          select from public.price_list_items i where i.variant_id = v.id and i.price_list_id = list.id)))) order by p.id), '[]')
    from public.products p cross join lateral private.order_quantity(list.id, p.id) q
    where p.id = any (p_products) and p.status = 'published'));
end;
$$;
comment on function public.own_prices(uuid[]) is
  'What products cost the company of the signed-in customer, in dollars: {company, price_list, tax_free, products: [{product, retail, prices: [{quantity, price}], minimum, multiple, variants: [{size, color, prices}], only those that differ}]}, the prices without tax where tax_free is true; null for who pays the prices of the shop';
grant execute on function public.own_prices(uuid[]) to authenticated;

alter table public.price_list_items enable row level security;
create policy price_list_items_nobody on public.price_list_items for all to anon, authenticated
  using (false) with check (false);

alter table public.order_quantities enable row level security;
create policy order_quantities_nobody on public.order_quantities for all to anon, authenticated
  using (false) with check (false);

-- Numbers that name orders, and how far their parcels are.

create type public.fulfilment as enum ('to_send', 'packed', 'sent', 'delivered', 'cancelled');
comment on type public.fulfilment is 'How far the parcels of an order are';

-- Numbers look random, so that they do not tell how many orders there are: a sequence is run through a keyed permutation of all
-- numbers with five digits, then six, and so on.
create sequence private.order_numbers;
create table private.order_number_key (
  only_row boolean primary key default true check (only_row),
  key bigint not null default hashtextextended(gen_random_uuid()::text, 0)
);
comment on table private.order_number_key is 'The key by which order numbers are mixed, from the first order on';
comment on column private.order_number_key.only_row is 'There is one row';
comment on column private.order_number_key.key is 'A random number, different in each shop';

create function private.mix_number(p_number bigint, p_key bigint) returns bigint
language plpgsql immutable set search_path = '' as $$
declare
  digits int := 5;
  before bigint := 0;
  many bigint := 90000;
  half int;
  mixed bigint;
  "left" bigint;
  "right" bigint;
begin
  while p_number - before >= many loop
    before := before + many;
    many := many * 10;
    digits := digits + 1;
  end loop;
  half := ceil(log(2, many) / 2);
  mixed := p_number - before;
  -- A Feistel network permutes a power of four; what falls outside is mixed again.
  loop
    "left" := mixed >> half;
    "right" := mixed & ((1 << half) - 1);
    for round in 1 .. 4 loop
      mixed := "left" # (hashint8extended("right", p_key + round) & ((1 << half) - 1));
      "left" := "right";
      "right" := mixed;
    end loop;
    mixed := ("left" << half) | "right";
    exit when mixed < many;
  end loop;
  return (10 ^ (digits - 1))::bigint + mixed;
end;
$$;
comment on function private.mix_number(bigint, bigint) is
  'Another number for each, from 0: of five digits for the first 90,000, of six for the next 900,000, and so on';

create function private.next_order_number() returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  its_key bigint := (select k.key from private.order_number_key k);
  pattern constant text := private.shop_setting('order_number_pattern') #>> '{}';
  drawn text;
begin
  if its_key is null then
    insert into private.order_number_key default values on conflict do nothing;
    select k.key into its_key from private.order_number_key k;
  end if;
  -- Only a restored backup has numbers that the sequence does not know.
  loop
    drawn := replace(pattern, '{number}', private.mix_number(nextval('private.order_numbers') - 1, its_key)::text);
    exit when not exists (select from public.orders o where o.number = drawn);
  end loop;
  return drawn;
end;
$$;
comment on function private.next_order_number() is 'A number for a new order, such as HM-48213';

-- Orders. Written by private.place_order and settle_payment only; name, address and prices are those of the moment.

create type public.order_status as enum ('Pending', 'OnTerms', 'Paid', 'Held', 'Refunded', 'Cancelled');
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
  from_cart boolean not null default false,
  number text not null unique default private.next_order_number(),
  fulfilment public.fulfilment not null default 'to_send',
  refunded numeric(12, 2) not null default 0 check (refunded >= 0),
  discount numeric(12, 2) not null default 0 check (discount >= 0),
  voucher_code text not null default '',
  shipping numeric(12, 2) not null default 0 check (shipping >= 0),
  shipping_method text not null default '',
  shipping_tax_rate numeric(6, 3) not null default 0,
  shipping_tax numeric(12, 2) not null default 0,
  tax numeric(12, 2) not null default 0 check (tax >= 0),
  tax_included boolean not null default true,
  company_id uuid references public.companies on delete set null,
  company_name text not null default '',
  company_vat_id text not null default '',
  po_number text not null default '' check (length(po_number) <= 60),
  due_at timestamptz,
  tax_free boolean not null default false,
  by_office boolean not null default false,
  constraint orders_due_check check (status <> 'OnTerms' or due_at is not null),
  unique (user_id, idempotency_key)
);
comment on table public.orders is 'Orders, each with a copy of the customer as at that moment. Lines are in order_items, payments in payment_attempts.';
comment on column public.orders.id is 'Identifies the order';
comment on column public.orders.user_id is 'The customer; empty when deleted since, the order stays';
comment on column public.orders.firstname is 'First name of the customer when ordering';
comment on column public.orders.lastname is 'Last name of the customer when ordering';
comment on column public.orders.email is 'Mail address for this order';
comment on column public.orders.phone is 'Phone number when ordering';
comment on column public.orders.address is 'Street and number to deliver to';
comment on column public.orders.postcode is 'Postcode to deliver to';
comment on column public.orders.state is 'State or region to deliver to';
comment on column public.orders.country is 'Country to deliver to';
comment on column public.orders.total_price is 'What the order costs, in units of the currency with cents: its lines less the discount, shipping, and the tax unless it is included';
comment on column public.orders.currency is 'Currency of the total, three letters';
comment on column public.orders.status is 'Pending: not paid yet. OnTerms: sent before it is paid, by due_at. Paid: settled. Held: paid with a wrong amount or currency, after it was cancelled, or after its pieces were sold; somebody must look. Refunded: money returned. Cancelled: given up before it was paid, by its customer, by a newer order of the same cart, or in the back office.';
comment on column public.orders.payment_reference is
  'Reference of its newest payment attempt; of an order that is Paid or Held, of the payment that made it so';
comment on column public.orders.idempotency_key is 'Sent by the shop with each attempt to order, so that a double click makes one order';
comment on column public.orders.created_at is 'When it was placed';
comment on column public.orders.paid_at is 'When it became Paid';
comment on column public.orders.search_words is 'Customer, address, reference, total and titles in plain lower case, for the search; kept by triggers';
comment on column public.orders.idempotency_digest is
  'Digest of what was ordered under the idempotency key or at the checkout; empty for other orders and those from before there were digests';
comment on column public.orders.from_cart is
  'Placed at the shop''s own checkout, from the cart; a customer has one such order that is Pending at most';
comment on column public.orders.number is 'Number that customers and the office name it by, such as HM-48213';
comment on column public.orders.fulfilment is 'How far its parcels are; kept by triggers. What is to be sent is Paid or OnTerms, and to_send or packed.';
comment on column public.orders.refunded is 'What was refunded of it, in units of the currency with cents, without payments that came twice; kept by triggers';
comment on column public.orders.discount is 'What the voucher takes off its lines, in units of the currency with cents';
comment on column public.orders.voucher_code is 'Code of the voucher; empty when there is none';
comment on column public.orders.shipping is 'What sending it costs, in units of the currency with cents';
comment on column public.orders.shipping_method is 'Name of the shipping method when ordering; empty where shipping was free everywhere';
comment on column public.orders.shipping_tax_rate is 'Tax rate of shipping in percent';
comment on column public.orders.shipping_tax is 'Tax on shipping, in units of the currency with cents';
comment on column public.orders.tax is 'Tax on its lines and on shipping, in units of the currency with cents';
comment on column public.orders.tax_included is 'Whether the prices have the tax in them';
comment on column public.orders.company_id is 'The company that it was placed for; empty for retail, and when deleted since';
comment on column public.orders.company_name is 'Name of the company when ordering';
comment on column public.orders.company_vat_id is 'VAT number of the company when ordering';
comment on column public.orders.po_number is 'Purchase order number, by which the company knows it; empty when it gave none';
comment on column public.orders.due_at is 'Until when an order on terms is to be paid; kept when it is paid, empty for others';
comment on column public.orders.tax_free is 'Whether it is without tax, since its company pays the VAT itself (reverse charge)';
comment on column public.orders.by_office is 'Placed in the back office; the link in its mail pays it without signing in';

create index orders_user_created_idx on public.orders (user_id, created_at desc, id);
create index orders_created_at_idx on public.orders (created_at desc, id);
create index orders_search_words_idx on public.orders
  using gin (search_words extensions.gin_trgm_ops);
create index orders_status_created_idx on public.orders (status, created_at desc, id);
create index orders_total_price_idx on public.orders (total_price, id);
create index orders_firstname_idx on public.orders (lower(firstname), id);
create index orders_paid_at_idx on public.orders (paid_at) include (id, total_price, company_id) where status = 'Paid';
create index orders_to_send_idx on public.orders (created_at, id) where status in ('OnTerms', 'Paid') and fulfilment in ('to_send', 'packed');
create index orders_company_idx on public.orders (company_id);
create index orders_on_terms_idx on public.orders (company_id, due_at) include (total_price) where status = 'OnTerms';
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
  position int not null default 1,
  refunded int not null default 0,
  not_to_send int not null default 0,
  discount numeric(12, 2) not null default 0,
  tax_rate numeric(6, 3) not null default 0,
  tax numeric(12, 2) not null default 0,
  constraint order_items_refunded_check check (refunded between 0 and quantity),
  constraint order_items_discount_check check (discount between 0 and unit_price * quantity)
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
comment on column public.order_items.refunded is 'Pieces that were refunded, or for which a refund is on its way; kept by triggers';
comment on column public.order_items.not_to_send is 'Pieces of these that are not to be sent; kept by triggers';
comment on column public.order_items.discount is 'What the voucher takes off the line, in the currency of the order';
comment on column public.order_items.tax_rate is 'Tax rate in percent when ordering';
comment on column public.order_items.tax is 'Tax on the line after the discount, in the currency of the order';

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

create function private.sums_of(
  p_order public.orders, out discount numeric, out shipping_tax numeric, out tax numeric, out total numeric
)
language plpgsql stable set search_path = '' as $$
begin
  select coalesce(sum(i.discount), 0), coalesce(sum(i.tax), 0), coalesce(sum(i.unit_price * i.quantity - i.discount), 0) + p_order.shipping,
      private.tax_of(coalesce(sum(i.unit_price * i.quantity - i.discount) filter (where i.tax_rate = p_order.shipping_tax_rate), 0),
        p_order.shipping, p_order.shipping_tax_rate, p_order.tax_included)
    into discount, tax, total, shipping_tax from public.order_items i where i.order_id = p_order.id;
  tax := tax + shipping_tax;
  if not p_order.tax_included then
    total := total + tax;
  end if;
end;
$$;
comment on function private.sums_of(public.orders) is 'Discount, tax on shipping, tax and total of an order by its lines, in its currency';

create function private.tax_order_lines(p_orders uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.order_items i set tax = t.tax
  from (
    select l.id, private.tax_of(sum(l.price) over (partition by l.order_id, l.tax_rate order by l.position, l.id) - l.price,
      l.price, l.tax_rate, l.tax_included) as tax
    from (
      select s.id, s.order_id, s.position, s.tax_rate, s.unit_price * s.quantity - s.discount as price, o.tax_included
      from public.order_items s join public.orders o on o.id = s.order_id
      where o.id = any (p_orders) and o.status = 'Pending') l) t
  where i.id = t.id and i.tax <> t.tax;
end;
$$;
comment on function private.tax_order_lines(uuid[]) is 'Updates the tax of the lines of Pending orders, which adds up to that of each rate, rounded once';

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
  perform private.tax_order_lines(order_ids) from changed c where c.tax_rate <> 0 or c.tax <> 0 limit 1;
  update public.orders o set discount = s.discount, shipping_tax = s.shipping_tax, tax = s.tax, total_price = s.total
  from public.orders w cross join lateral private.sums_of(w) s
  where w.id = any (order_ids) and o.id = w.id and o.status = 'Pending'
    and (o.discount, o.shipping_tax, o.tax, o.total_price) <> (s.discount, s.shipping_tax, s.tax, s.total);
  return null;
end;
$$;
comment on function private.update_order_total() is 'Updates taxes, discount and total of a Pending order to those of its lines';

create function private.check_order_total() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (new.total_price, new.discount, new.tax, new.shipping, new.shipping_tax, new.tax_included)
    <> (old.total_price, old.discount, old.tax, old.shipping, old.shipping_tax, old.tax_included) and (old.status <> 'Pending'
    or exists (select from private.sums_of(new) s where (new.total_price, new.discount, new.tax, new.shipping_tax) <> (s.total, s.discount, s.tax, s.shipping_tax))) then
    raise exception 'The total of an order is that of its lines and follows them while it is Pending: edit order_items. What was paid stays as it was paid.'
      using errcode = 'check_violation';
  end if;
  return new;
end;
$$;
comment on function private.check_order_total() is
  'Refuses a total that is not that of the lines, and any other total once an order was paid';

create function private.order_with_lines(p_order uuid) returns json
language plpgsql stable set search_path = '' as $$
begin
  return (
    select to_json(t) from (
      select o.id, o.user_id, o.firstname, o.lastname, o.email, o.phone, o.address, o.postcode, o.state,
        o.country, o.total_price, o.currency, o.status, o.payment_reference, o.created_at, o.paid_at, o.number, o.fulfilment, o.refunded,
        o.discount, o.voucher_code, o.shipping, o.shipping_method, o.shipping_tax_rate, o.shipping_tax, o.tax, o.tax_included,
        o.company_id, o.company_name, o.company_vat_id, o.po_number, o.due_at, o.tax_free,
        public.parcels_of(o.id) as parcels,
        public.returns_of(o.id) as returns, public.returnable_of(o.id) as returnable, (
          select coalesce(json_agg(l), '[]') from (
            select i.id, i.title, i.unit_price, i.quantity, i.size, i.color, i.position, i.refunded, i.not_to_send,
              i.discount, i.tax_rate, i.tax,
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

create function public.order_count() returns int
language sql stable security invoker set search_path = '' as $$
  select count(*)::int from public.orders where user_id = (select auth.uid());
$$;
comment on function public.order_count() is 'How many orders the signed-in customer has placed';
grant execute on function public.order_count() to authenticated;

alter table public.orders enable row level security;
grant select on public.orders to authenticated;
create policy orders_select_own_or_admin on public.orders for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_admin()));

alter table public.order_items enable row level security;
grant select on public.order_items to authenticated;
-- Whoever may read the order may read its lines: the policy of orders decides.
create policy order_items_select_with_order on public.order_items for select to authenticated
  using (exists (select 1 from public.orders o where o.id = order_id));

create trigger orders_set_paid_at before insert or update of status, paid_at on public.orders
  for each row execute function private.set_paid_at();
create trigger order_items_total_insert after insert on public.order_items
  referencing new table as changed for each statement execute function private.update_order_total();
create trigger order_items_total_delete after delete on public.order_items
  referencing old table as changed for each statement execute function private.update_order_total();
create trigger order_items_total_update after update on public.order_items
  referencing old table as before new table as changed
  for each statement execute function private.update_order_total();
create trigger orders_check_total before update of total_price, discount, tax, shipping, shipping_tax, tax_included on public.orders
  for each row execute function private.check_order_total();

-- Placing an order: priced here, in one transaction.

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

-- Whoever comes back to the same cart pays the order that is open. Locked, since it may be paid at this moment.
create function private.same_open_order(p_buyer public.profiles, p_digest text) returns public.orders
language plpgsql set search_path = '' as $$
begin
  return (
    select o from public.orders o
    where o.user_id = p_buyer.id and o.status = 'Pending' and o.idempotency_digest = p_digest
      and (o.firstname, o.lastname, o.phone, o.address, o.postcode, o.state, o.country)
        = (p_buyer.firstname, p_buyer.lastname, p_buyer.phone, p_buyer.address, p_buyer.postcode, p_buyer.state, p_buyer.country)
    order by o.created_at desc limit 1 for no key update);
end;
$$;
comment on function private.same_open_order(public.profiles, text) is
  'Locks the newest Pending order of a customer with this digest, to the address of today, and returns it; null when there is none';

-- A payment on its way should not find its order cancelled, so whoever calls asks the provider first.
create function private.lock_open_orders(p_customer uuid, p_replaces uuid[]) returns uuid[]
language plpgsql set search_path = '' as $$
declare
  unpaid constant uuid[] := array(
    select o.id from public.orders o
    where o.user_id = p_customer and o.from_cart and o.status = 'Pending'
    order by o.id for no key update);
begin
  if not unpaid <@ p_replaces then
    raise exception 'An order of this cart is still open. Please try again!'
      using detail = 'open_order', hint = array_to_string(unpaid, ',');
  end if;
  return unpaid;
end;
$$;
comment on function private.lock_open_orders(uuid, uuid[]) is
  'Locks the Pending orders from the cart of a customer and returns them. Refuses (open_order, their ids as hint) where one is not among p_replaces.';

create function private.settle_free_order(p_order public.orders) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.payment_attempts (reference, order_id, amount_minor, currency, status)
  values (p_order.payment_reference, p_order.id, 0, p_order.currency, 'paid');
  perform private.remove_bought_from_cart(p_order);
end;
$$;
comment on function private.settle_free_order(public.orders) is 'Notes that nothing is to be paid for an order';

create function private.add_order(
  p_id uuid, p_buyer public.profiles, p_company public.companies, p_email text, p_price jsonb, p_options private.order_options,
  p_key text, p_digest text, p_reference text
) returns public.orders
language plpgsql set search_path = '' as $$
declare
  total constant numeric := (p_price ->> 'total_price')::numeric;
  due constant timestamptz := private.require_credit(p_company, p_options.terms, total);
  placed public.orders;
begin
  insert into public.orders (
    id, user_id, firstname, lastname, email, phone, address, postcode, state, country,
    total_price, discount, voucher_code, shipping, shipping_method, shipping_tax_rate, shipping_tax, tax, tax_included,
    status, payment_reference, idempotency_key, idempotency_digest, from_cart, company_id, company_name, company_vat_id, po_number, due_at, tax_free, search_words)
  values (
    p_id, p_buyer.id, p_buyer.firstname, p_buyer.lastname,
    left(coalesce(nullif(btrim(p_email), ''), p_buyer.email), 320), p_buyer.phone, p_buyer.address,
    p_buyer.postcode, p_buyer.state, p_buyer.country,
    total, (p_price ->> 'discount')::numeric, p_price ->> 'voucher_code', (p_price ->> 'shipping')::numeric, p_price ->> 'shipping_method',
    (p_price ->> 'shipping_tax_rate')::numeric, (p_price ->> 'shipping_tax')::numeric, (p_price ->> 'tax')::numeric,
    (p_price ->> 'tax_included')::boolean, case when total = 0 then 'Paid' when due is not null then 'OnTerms' else 'Pending' end::public.order_status,
    case when due is null then p_reference end, p_key, p_digest, coalesce(p_options.checkout, false),
    p_company.id, coalesce(p_company.name, ''), coalesce(p_company.vat_id, ''), left(coalesce(btrim(p_options.po_number), ''), 60), due, (p_price ->> 'tax_free')::boolean,
    'titles: ' || (
      select string_agg(l ->> 'title', ' ' order by n)
      from jsonb_array_elements(p_price -> 'lines') with ordinality as line (l, n)))
  returning * into placed;
  return placed;
end;
$$;
comment on function private.add_order(uuid, public.profiles, public.companies, text, jsonb, private.order_options, text, text, text) is
  'Adds an order without its lines, at a price as price_order returns it; on terms where the company has the credit for it (no_terms, credit_exceeded)';

create function private.add_order_lines(p_order uuid, p_lines jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.order_items (order_id, product_id, title, unit_price, quantity, size, color, discount, tax_rate, tax, position)
  select p_order, (l ->> 'product_id')::uuid, l ->> 'title', (l ->> 'unit_price')::numeric,
    (l ->> 'quantity')::int, l ->> 'size', l ->> 'color', coalesce((l ->> 'discount')::numeric, 0),
    coalesce((l ->> 'tax_rate')::numeric, 0), coalesce((l ->> 'tax')::numeric, 0), n
  from jsonb_array_elements(p_lines) with ordinality as line (l, n);
end;
$$;
comment on function private.add_order_lines(uuid, jsonb) is 'Adds lines, as price_order returns them, to an order';

-- One attempt at a time per customer and key; a repeat finds what the first one made.
create function private.order_of_key(p_customer uuid, p_key text, p_digest text) returns public.orders
language plpgsql set search_path = '' as $$
declare
  placed public.orders;
begin
  if p_key is null then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(p_customer || ' ' || p_key, 0));
  select * into placed from public.orders where user_id = p_customer and idempotency_key = p_key;
  if placed.idempotency_digest <> p_digest then
    raise exception 'This Idempotency-Key belongs to another order. Please order again with a new one!'
      using detail = 'key_reused';
  end if;
  return placed;
end;
$$;
comment on function private.order_of_key(uuid, text, text) is
  'The order that a customer placed under an idempotency key, if any; refuses a digest of other contents (key_reused)';

create function private.place_order(
  p_products jsonb, p_amount numeric, p_email text, p_idempotency_key text, p_options jsonb
) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  options constant private.order_options := jsonb_populate_record(null::private.order_options,
    case jsonb_typeof(p_options) when 'object' then p_options else '{}' end);
  checkout constant boolean := coalesce(options.checkout, false);
  buyer public.profiles;
  key text := nullif(btrim(p_idempotency_key), '');
  digest constant text := case when key is not null or checkout then
    private.order_digest(p_products, p_amount, p_email, options) end;
  new_id constant uuid := gen_random_uuid();
  placed public.orders;
  company public.companies;
  lines jsonb;
  price jsonb;
  replaced uuid[] := '{}';
begin
  perform private.require_customer();
  select * into buyer from public.profiles where id = auth.uid();

  placed := private.order_of_key(buyer.id, key, digest);
  if placed.id is not null then
    return placed;
  end if;

  -- A refusal from here on rolls this count back: only orders that are placed count.
  perform private.require_order_rate('order', buyer.id);
  lines := private.quoted_lines(private.validate_order_lines(p_products, buyer.id), options.quote);
  if checkout then
    perform private.require_deliverable(buyer, lines);
  end if;
  company := private.company_of(buyer.id);
  if options.quote is null then
    perform private.require_order_quantities(lines, company);
  end if;
  price := private.price_order(lines, buyer.country, options.method, options.voucher, buyer.id);
  perform private.require_price(price, p_amount);
  if checkout then
    perform pg_advisory_xact_lock(hashtextextended('checkout ' || buyer.id, 0));
    placed := private.same_open_order(buyer, digest);
    if placed.id is not null then
      perform private.require_stock(placed);
      perform private.require_voucher(placed);
      return placed;
    end if;
    replaced := private.lock_open_orders(buyer.id, coalesce(options.replaces, '{}'));
  end if;

  placed := private.add_order(new_id, buyer, company, p_email, price, options, key, digest,
    case when options.quote is null or p_amount = 0 then new_id || '.1' end);
  -- Checked after the insert, since the currency is the default of the table.
  if placed.status = 'Pending' then
    perform private.require_payable(p_amount, placed.currency);
  end if;

  perform private.add_order_lines(placed.id, price -> 'lines');
  if p_amount = 0 then
    perform private.settle_free_order(placed);
  elsif placed.status = 'OnTerms' then
    perform private.remove_bought_from_cart(placed);
  end if;
  perform private.require_stock(placed);
  perform private.take_voucher(placed, (price ->> 'voucher_id')::uuid, replaced);
  -- After the new order has taken over what they held, with all variants locked at once: to avoid deadlocks.
  update public.orders set status = 'Cancelled', idempotency_key = null where id = any (replaced);
  return placed;
end;
$$;
comment on function private.place_order(jsonb, numeric, text, text, jsonb) is
  'Places an order of the signed-in customer: products as [{product, quantity, size?, color?}], the amount in dollars that the customer saw, and order_options. The same key with the same order again returns that order. An order that costs nothing is Paid at once, one on terms is OnTerms, one of a quote has no payment reference yet. Errors (in detail): not_a_customer, key_reused, empty_order, bad_quantity, unknown_product, out_of_stock, choice_missing and validation_failed (with the path of the field as hint), amount_differs, below_minimum, order_quantity, no_terms, credit_exceeded; with SQLSTATE PT429 too_many_tries, seconds to wait as hint.';

-- Payments: one row for each time a customer was sent to the card page, and what the payment provider sent us.

create table public.payment_attempts (
  reference text primary key check (reference ~ '^[A-Za-z0-9.=-]{1,100}$'),
  order_id uuid not null references public.orders on delete cascade,
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  authorization_url text,
  status text not null default 'started' check (status <> '' and length(status) <= 50),
  created_at timestamptz not null default now(),
  asked_at timestamptz,
  paid_minor bigint check (paid_minor > 0),
  refunded_minor bigint not null default 0,
  transfer text check (length(transfer) <= 200),
  constraint payment_attempts_refunded_check check (refunded_minor between 0 and coalesce(paid_minor, amount_minor))
);
comment on table public.payment_attempts is 'Attempts to pay an order through the payment provider, one row each, and payments by bank transfer';
comment on column public.payment_attempts.reference is 'Reference at the payment provider';
comment on column public.payment_attempts.order_id is 'The order to be paid';
comment on column public.payment_attempts.amount_minor is 'Amount asked for, in the smallest unit of the currency (cents)';
comment on column public.payment_attempts.currency is 'Currency asked for, three letters';
comment on column public.payment_attempts.authorization_url is 'Address of the card page; for one use';
comment on column public.payment_attempts.status is 'started, authorized (card page is open), paid, held (wrong amount or currency), duplicate (order was paid already: refund it), or what the provider said when it failed';
comment on column public.payment_attempts.created_at is 'When the attempt began';
comment on column public.payment_attempts.asked_at is
  'When the provider was last asked about it because its end was not known; empty before the first time';
comment on column public.payment_attempts.paid_minor is 'What was paid, in the smallest unit; empty before it is paid, and where the amount is not known';
comment on column public.payment_attempts.refunded_minor is
  'What was refunded of it, or is on its way, in the smallest unit; kept by triggers';
comment on column public.payment_attempts.transfer is 'Of a payment by bank transfer: what the office noted of it; empty for payments through the provider';

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
  p_options jsonb default '{}'
) returns json
language plpgsql security definer set search_path = '' as $$
declare
  placed public.orders :=
    private.place_order(p_products, p_amount, p_email, p_idempotency_key,
      case jsonb_typeof(p_options) when 'object' then p_options - 'quote' end);
  attempt public.payment_attempts;
begin
  if placed.status = 'Pending' then
    -- Of two requests for the same order only one starts its first payment attempt.
    insert into public.payment_attempts (reference, order_id, amount_minor, currency)
    values (placed.id || '.1', placed.id, (placed.total_price * 100)::bigint, placed.currency)
    on conflict do nothing returning * into attempt;
  end if;
  return json_build_object('order', private.order_with_lines(placed.id),
    'attempt', case when attempt.reference is not null then to_json(attempt) end);
end;
$$;
comment on function public.place_order_to_pay(jsonb, numeric, text, text, jsonb) is
  'Places an order as private.place_order does and starts its first payment attempt: {order, attempt}; attempt is null when it was started before, for an order that costs nothing, which is Paid, and for one on terms. With checkout among the options, for the shop''s own checkout: a Pending order of the same lines to the same address is returned instead of a second one, and any other Pending order from the cart is cancelled, if replaces names it. Errors as there, and with checkout no_address, choice_missing, and open_order with the ids that replaces has to name as hint.';
grant execute on function public.place_order_to_pay(jsonb, numeric, text, text, jsonb) to authenticated;

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
  perform private.require_stock(ordered);
  perform private.require_voucher(ordered);
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
  'Starts an attempt to pay an order; one that costs nothing is Paid by it. Its pieces are held anew, and the use of its voucher. Errors (in detail): unknown_order, not_pending, below_minimum, out_of_stock, voucher_refused; with SQLSTATE PT429 too_many_tries, seconds to wait as hint.';

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
  is_due boolean;
  paid constant bigint := case when p_amount_minor > 0 then p_amount_minor end;
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
      update public.payment_attempts set status = 'duplicate', paid_minor = coalesce(paid_minor, paid) where reference = p_reference;
    end if;
    return 'already_paid';
  end if;

  -- What was cancelled is not sent, nor what was sold meanwhile or reduced by a voucher that is used up: a person decides.
  is_due := ordered.status = 'Pending' and p_amount_minor is not distinct from (ordered.total_price * 100)::bigint
    and upper(p_currency) is not distinct from ordered.currency;
  if is_due and private.hold_stock(ordered, null) is not null then
    is_due := false;
  elsif is_due and private.use_voucher(ordered, null) is not null then
    is_due := false;
    perform private.end_holds_of(array[ordered.id]);
  end if;
  if not is_due then
    update public.orders set status = 'Held', payment_reference = p_reference
      where id = ordered.id and status in ('Pending', 'Cancelled');
    update public.payment_attempts set status = 'held', paid_minor = coalesce(paid_minor, paid) where reference = p_reference;
    return 'held';
  end if;

  update public.orders
    set status = 'Paid', payment_reference = p_reference, paid_at = now()
    where id = ordered.id and status = 'Pending' returning * into ordered;
  update public.payment_attempts set status = 'paid', paid_minor = coalesce(paid_minor, paid) where reference = p_reference;
  perform private.remove_bought_from_cart(ordered);
  return 'paid';
end;
$$;
comment on function public.settle_payment(text, text, text, bigint, text, jsonb) is
  'Settles a successful payment (amount in the smallest unit): paid when this call changed the order, already_paid, held when amount or currency differ, the order was cancelled, or its pieces were sold or its voucher used up after its hold had ended, unknown when there is no such payment';

-- Refunds through the payment provider: several for each payment, never more than was paid, and each exactly once.

create type public.refund_status as enum ('requested', 'pending', 'processing', 'processed', 'failed');
comment on type public.refund_status is 'Where a refund stands';

create table public.refunds (
  reference text not null references public.payment_attempts on delete cascade,
  order_id uuid not null references public.orders on delete cascade,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  status public.refund_status not null default 'requested',
  note text not null default '' check (length(note) <= 500),
  asked_by uuid references auth.users on delete set null,
  asked_at timestamptz not null default now(),
  processed_at timestamptz,
  created_at timestamptz not null default now(),
  id uuid primary key default gen_random_uuid(),
  provider_id text unique check (length(provider_id) <= 100),
  provider_reference text unique check (length(provider_reference) <= 100),
  shipping_minor bigint not null default 0,
  constraint refunds_shipping_check check (shipping_minor between 0 and amount_minor)
);
comment on table public.refunds is 'Payments that are refunded, in full or in part';
comment on column public.refunds.reference is 'The payment that is refunded';
comment on column public.refunds.order_id is 'The order that it paid';
comment on column public.refunds.amount_minor is 'Amount refunded, in the smallest unit of the currency (cents)';
comment on column public.refunds.currency is 'Currency, three letters';
comment on column public.refunds.status is 'requested (the provider has not confirmed it yet), pending, processing, processed (the money is on its way to the customer), failed (may be asked for again)';
comment on column public.refunds.note is 'What the provider said when it refused';
comment on column public.refunds.asked_by is 'Who asked for it: an administrator, or the customer who cancelled the order; empty when it was made at the provider';
comment on column public.refunds.asked_at is 'When it was last asked for';
comment on column public.refunds.processed_at is 'When the provider reported it as done';
comment on column public.refunds.created_at is 'When it was first asked for';
comment on column public.refunds.id is 'Identifies the refund; the provider has it as merchant note';
comment on column public.refunds.provider_id is 'Its id at the provider; empty until the provider confirms it';
comment on column public.refunds.provider_reference is 'Its reference in the messages of the provider; empty before the first one that has it';
comment on column public.refunds.shipping_minor is 'What of it is for shipping, with its tax, in the smallest unit';

create index refunds_order_id_idx on public.refunds (order_id);
create index refunds_asked_by_idx on public.refunds (asked_by);
create index refunds_open_idx on public.refunds (asked_at)
  where status in ('requested', 'pending', 'processing');
create index refunds_reference_idx on public.refunds (reference, created_at);

create table public.refund_lines (
  refund_id uuid not null references public.refunds on delete cascade,
  order_item_id uuid not null references public.order_items on delete cascade,
  quantity int not null check (quantity > 0),
  not_to_send int not null default 0 check (not_to_send between 0 and quantity),
  price_minor bigint not null default 0 check (price_minor >= 0),
  primary key (refund_id, order_item_id)
);
comment on table public.refund_lines is 'The pieces that a refund is for';
comment on column public.refund_lines.refund_id is 'The refund';
comment on column public.refund_lines.order_item_id is 'Line of the order';
comment on column public.refund_lines.quantity is 'Pieces of it';
comment on column public.refund_lines.not_to_send is 'How many of them were in no parcel and are not to be sent';
comment on column public.refund_lines.price_minor is 'What was paid for them, after the discount and with tax, in the smallest unit; the refund may be of another amount';
create index refund_lines_item_idx on public.refund_lines (order_item_id);

-- Sums instead of steps, so that restored rows are not counted twice. The lock comes first: the sums have to see what it waited for.
create function private.count_refunded_pieces(p_items uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.order_items where id = any (p_items) order by id for no key update;
  update public.order_items i set refunded = c.refunded, not_to_send = c.not_to_send
  from (
    select w.id, coalesce(sum(l.quantity), 0)::int as refunded, coalesce(sum(l.not_to_send), 0)::int as not_to_send
    from unnest(p_items) w (id) left join (public.refund_lines l
      join public.refunds r on r.id = l.refund_id and r.status <> 'failed') on l.order_item_id = w.id
    group by w.id) c
  where i.id = c.id and (i.refunded, i.not_to_send) <> (c.refunded, c.not_to_send);
end;
$$;
comment on function private.count_refunded_pieces(uuid[]) is
  'Writes into lines of orders how many pieces were refunded; a constraint keeps these within what was ordered';

create function private.count_refund_line() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.count_refunded_pieces(array_remove(array[old.order_item_id, new.order_item_id], null));
  return null;
end;
$$;
comment on function private.count_refund_line() is 'Counts the pieces of a refund';

create function private.count_refund() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ordered constant uuid := coalesce(new.order_id, old.order_id);
begin
  perform 1 from public.orders where id = ordered for no key update;
  if not found then
    return null;
  end if;
  update public.payment_attempts a set refunded_minor = s.asked
  from (
    select p.reference, coalesce(sum(r.amount_minor), 0) as asked
    from public.payment_attempts p left join public.refunds r on r.reference = p.reference and r.status <> 'failed'
    where p.order_id = ordered group by p.reference) s
  where a.reference = s.reference and a.refunded_minor <> s.asked;
  update public.orders o set refunded = s.dollars
  from (
    select coalesce(sum(r.amount_minor), 0) / 100.0 as dollars
    from public.refunds r join public.payment_attempts a on a.reference = r.reference
    where r.order_id = ordered and r.status = 'processed' and a.status <> 'duplicate') s
  where o.id = ordered and o.refunded <> s.dollars;
  if tg_op = 'UPDATE' then
    perform private.count_refunded_pieces(array(select l.order_item_id from public.refund_lines l where l.refund_id = new.id));
  end if;
  return null;
end;
$$;
comment on function private.count_refund() is
  'Writes into payments and orders what was refunded; a constraint keeps this within what was paid';

-- What the refunds of a line have not taken yet of the share of all its pieces so far: however it is parted, all parts are the line.
create function private.price_of_pieces(p_item public.order_items, p_quantity int) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (
    select greatest(0, round((p_item.unit_price * p_item.quantity - p_item.discount + case when o.tax_included then 0 else p_item.tax end)
        * 100 * (p_item.refunded + p_quantity) / p_item.quantity) - coalesce((
      select sum(l.price_minor) from public.refund_lines l join public.refunds r on r.id = l.refund_id and r.status <> 'failed'
      where l.order_item_id = p_item.id), 0))
    from public.orders o where o.id = p_item.order_id);
end;
$$;
comment on function private.price_of_pieces(public.order_items, int) is
  'What was paid for so many further pieces of a line, after the discount and with tax, in the smallest unit';

create function private.shipping_to_refund(p_order uuid) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (
    select ((o.shipping + case when o.tax_included then 0 else o.shipping_tax end) * 100)::bigint from public.orders o
    where o.id = p_order and not exists (
      select from public.refunds r where r.order_id = o.id and r.status <> 'failed' and r.shipping_minor > 0));
end;
$$;
comment on function private.shipping_to_refund(uuid) is
  'What was paid for shipping, with tax, in the smallest unit; null when it was refunded, or a refund of it is on its way';

create function public.start_refund(
  p_id uuid, p_reference text, p_paid_minor bigint, p_currency text, p_asked_by uuid,
  p_amount_minor bigint default null, p_lines jsonb default null, p_not_to_send boolean default true,
  p_shipping boolean default false
) returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  attempt public.payment_attempts;
  refund public.refunds;
  rest bigint;
  wanted bigint := p_amount_minor;
  shipping bigint := 0;
  wrong int;
begin
  -- As in settle_payment, the order is locked first: refunds and settlements of one order queue here.
  perform 1 from public.orders o join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference for update of o;
  update public.payment_attempts set paid_minor = p_paid_minor
    where reference = p_reference and status in ('paid', 'held', 'duplicate')
      and p_paid_minor > 0 and paid_minor is distinct from p_paid_minor;
  select * into attempt from public.payment_attempts where reference = p_reference;
  if not found then
    raise exception 'This payment does not exist.' using detail = 'unknown_payment';
  end if;
  rest := coalesce(attempt.paid_minor, attempt.amount_minor) - attempt.refunded_minor;
  if attempt.status not in ('paid', 'held', 'duplicate') or (rest = 0 and attempt.refunded_minor = 0) then
    raise exception 'Nothing was paid here that could be given back.' using detail = 'not_refundable';
  end if;
  if (p_lines is not null or p_shipping) and attempt.status <> 'paid' then
    raise exception 'Pieces and shipping cannot be refunded from this payment, only an amount.' using detail = 'not_refundable';
  end if;
  select * into refund from public.refunds where id = p_id;
  if found and (refund.reference <> p_reference or refund.amount_minor <> p_amount_minor) then
    raise exception 'This key was used for another refund.' using detail = 'key_reused';
  elsif refund.status = 'failed' and refund.amount_minor <= rest
      and refund.provider_id is null and refund.provider_reference is null
    or refund.status = 'requested' and refund.asked_at < clock_timestamp() - interval '1 minute' then
    -- The same refund may be asked for again where the provider has no record of it.
    update public.refunds set status = 'requested', note = '', asked_by = p_asked_by, asked_at = clock_timestamp()
      where id = p_id returning * into refund;
    perform private.update_fulfilment(refund.order_id);
    return refund;
  elsif refund.id is not null or rest = 0 then
    raise exception 'This payment is being given back, or has been already.' using detail = 'already_refunded';
  end if;
  select w.place - 1 into wrong
    from jsonb_array_elements(p_lines) with ordinality w (line, place)
    left join public.order_items i on i.id = (w.line ->> 'item')::uuid and i.order_id = attempt.order_id
    where (w.line ->> 'quantity')::int > coalesce(i.quantity - i.refunded, -1) order by w.place limit 1;
  if found then
    raise exception 'There are not so many pieces left to refund.' using detail = 'too_many_pieces', hint = wrong;
  end if;
  if p_shipping or (p_lines is null and wanted is null and attempt.status = 'paid') then
    shipping := private.shipping_to_refund(attempt.order_id);
    if p_shipping and coalesce(shipping, 0) = 0 then
      raise exception 'There is no shipping left to refund.' using detail = 'shipping_refunded';
    end if;
  end if;
  if wanted is null and (p_lines is not null or p_shipping) then
    wanted := coalesce(shipping, 0) + (
      select coalesce(sum(private.price_of_pieces(i, w.quantity)), 0)
      from jsonb_to_recordset(p_lines) w (item uuid, quantity int) join public.order_items i on i.id = w.item);
  end if;
  wanted := coalesce(wanted, rest);
  if wanted not between 1 and rest then
    raise exception 'Between 0.01 and %', trim_scale(rest / 100.0) using detail = 'wrong_amount';
  end if;
  insert into public.refunds (id, reference, order_id, amount_minor, shipping_minor, currency, asked_by, asked_at)
  values (p_id, attempt.reference, attempt.order_id, wanted, least(coalesce(shipping, 0), wanted), p_currency, p_asked_by, clock_timestamp())
  returning * into refund;
  insert into public.refund_lines (refund_id, order_item_id, quantity, price_minor, not_to_send)
  select p_id, i.id, w.quantity, private.price_of_pieces(i, w.quantity),
    case when p_not_to_send then greatest(0, least(w.quantity, l.quantity)) else 0 end
  from jsonb_to_recordset(p_lines) w (item uuid, quantity int) join public.order_items i on i.id = w.item
  join private.left_to_pack(attempt.order_id) l on l.item = w.item where w.quantity > 0;
  perform private.update_fulfilment(refund.order_id);
  return case when attempt.transfer is null then refund else public.update_refund(p_id, 'processed') end;
end;
$$;
comment on function public.start_refund(uuid, text, bigint, text, uuid, bigint, jsonb, boolean, boolean) is
  'Records that an amount (smallest unit) of a payment is to be refunded, or what was paid for these lines, [{item, quantity}], and with p_shipping for shipping, or all that is left of it; only who gets the row may ask the provider. What was paid by transfer is paid back by transfer, so this is processed at once. p_paid_minor: what was paid, as the provider says. Pieces that are in no parcel are not sent with p_not_to_send. Errors (in detail): unknown_payment, not_refundable, already_refunded, key_reused, wrong_amount, shipping_refunded, too_many_pieces (hint: index of the line).';

create function public.update_refund(p_id uuid, p_status text, p_note text default '', p_provider_id text default null)
returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  refund public.refunds;
  reached public.refund_status := p_status;
begin
  perform 1 from public.orders o join public.refunds r on r.order_id = o.id where r.id = p_id for update of o;
  update public.refunds set provider_id = p_provider_id
    where id = p_id and provider_id is distinct from p_provider_id and p_provider_id is not null
      and not exists (select from public.refunds r where r.provider_id = p_provider_id);
  select * into refund from public.refunds where id = p_id;
  if not found then
    raise exception 'This refund does not exist.' using detail = 'unknown_refund';
  end if;
  -- A refund that is processed stays so, and late messages never move it backwards.
  if refund.status = 'processed' or refund.status = reached
    or (reached not in ('processed', 'failed')
      and (refund.status = 'failed' or reached <= refund.status))
  then
    return refund;
  end if;
  if refund.status = 'failed' then
    -- It was done after all, when the rest may have been refunded otherwise.
    if exists (select from public.payment_attempts a where a.reference = refund.reference
      and refund.amount_minor > coalesce(a.paid_minor, a.amount_minor) - a.refunded_minor) then
      return refund;
    end if;
    delete from public.refund_lines l using public.order_items i
      where l.refund_id = p_id and i.id = l.order_item_id and l.quantity > i.quantity - i.refunded;
  end if;
  update public.refunds
    set status = reached, note = left(coalesce(p_note, ''), 500),
      processed_at = case when reached = 'processed' then now() end
    where id = p_id returning * into refund;
  if reached = 'processed' then
    perform private.end_holds_of_refund(p_id);
    perform private.queue_refund_mail(p_id);
    -- The order stays Paid when a part or a duplicate is refunded, and Held while another held payment is not.
    update public.orders o set status = 'Refunded'
      where o.id = refund.order_id and o.status in ('Paid', 'Held')
        and not exists (
          select 1 from public.payment_attempts a
          where a.order_id = o.id and a.status in ('paid', 'held') and coalesce(a.paid_minor, a.amount_minor) > coalesce((
            select sum(r.amount_minor) from public.refunds r where r.reference = a.reference and r.status = 'processed'), 0));
  end if;
  perform private.update_fulfilment(refund.order_id);
  return refund;
end;
$$;
comment on function public.update_refund(uuid, text, text, text) is
  'Moves a refund forward, never back, and saves its id at the provider; when all that was paid is refunded the order is Refunded. Error (in detail): unknown_refund.';

alter table public.refunds enable row level security;
grant select on public.refunds to authenticated;
create policy refunds_select_admin on public.refunds for select to authenticated
  using ((select public.is_admin()));

alter table public.refund_lines enable row level security;
grant select on public.refund_lines to authenticated;
create policy refund_lines_select_admin on public.refund_lines for select to authenticated
  using ((select public.is_admin()));

create trigger refunds_count after insert or delete or update of status, amount_minor on public.refunds
  for each row execute function private.count_refund();
create trigger refund_lines_count after insert or delete or update on public.refund_lines
  for each row execute function private.count_refund_line();

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
grant select on public.contact_messages to authenticated;
create policy contact_messages_select_admin on public.contact_messages for select to authenticated
  using ((select public.is_admin()));

-- Pieces that orders hold. What is held of a variant is the sum of its holds, by triggers, and a constraint keeps it within the stock.

create table public.stock_holds (
  order_id uuid not null references public.orders on delete cascade,
  variant_id uuid not null references public.product_variants on delete cascade,
  quantity int not null check (quantity > 0),
  expires_at timestamptz,
  primary key (order_id, variant_id)
);
comment on table public.stock_holds is 'Pieces that orders hold: those of unpaid orders for a time, those of orders that are paid or on terms until they are sent';
comment on column public.stock_holds.order_id is 'The order';
comment on column public.stock_holds.variant_id is 'The variant';
comment on column public.stock_holds.quantity is 'Pieces';
comment on column public.stock_holds.expires_at is 'Until when; empty once the order is paid or on terms';
create index stock_holds_variant_idx on public.stock_holds (variant_id);
create index stock_holds_expires_idx on public.stock_holds (expires_at) where expires_at is not null;

create function private.count_new_holds() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.product_variants v set held = v.held + h.quantity
  from (select variant_id, sum(quantity) as quantity from new_rows group by variant_id) h where v.id = h.variant_id;
  return null;
end;
$$;
comment on function private.count_new_holds() is 'Adds new holds to those of their variants';

create function private.count_ended_holds() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.product_variants v set held = v.held - h.quantity
  from (select variant_id, sum(quantity) as quantity from old_rows group by variant_id) h where v.id = h.variant_id;
  return null;
end;
$$;
comment on function private.count_ended_holds() is 'Takes holds that ended from those of their variants';

-- The last thing that placing an order does, so that a popular variant is locked for the shortest time.
create function private.hold_stock(p_order public.orders, p_until timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant jsonb := (
    select jsonb_object_agg(w.id, w.quantity) from (
      select v.id, sum(i.quantity - i.not_to_send - coalesce(sent.quantity, 0)) as quantity
      from public.order_items i join public.product_variants v
        on v.product_id = i.product_id and v.size is not distinct from i.size and v.color is not distinct from i.color
      left join lateral (
        select sum(l.quantity) as quantity from public.parcel_lines l join public.parcels p on p.id = l.parcel_id
        where l.order_item_id = i.id and p.status in ('sent', 'delivered')) sent on true
      where i.order_id = p_order.id and v.policy <> 'untracked'
      group by v.id having sum(i.quantity - i.not_to_send - coalesce(sent.quantity, 0)) > 0) w);
  earlier uuid[];
  same int;
  short text;
begin
  if wanted is null then
    return null;
  end if;
  -- An unpaid order of the same customer must not block this one.
  earlier := array(
    select h.order_id from public.stock_holds h join public.orders o on o.id = h.order_id
    where h.order_id = p_order.id
      or (p_until is not null or p_order.status = 'OnTerms') and o.user_id = p_order.user_id and o.status = 'Pending' and h.expires_at is not null);
  perform private.lock_variants(array(
    select k::uuid from jsonb_object_keys(wanted) k
    union select h.variant_id from public.stock_holds h where h.order_id = any (earlier)));
  update public.stock_holds h set expires_at = p_until
    where h.order_id = p_order.id and wanted @> jsonb_build_object(h.variant_id, h.quantity);
  get diagnostics same = row_count;
  if same = (select count(*) from jsonb_object_keys(wanted)) then
    return null;
  end if;
  -- Holds of orders that were paid in the meantime stay.
  if earlier <> '{}' then
    delete from public.stock_holds h
      where h.order_id = any (earlier) and (h.order_id = p_order.id or h.expires_at is not null);
  end if;
  select p.title into short
    from jsonb_each_text(wanted) w
    join public.product_variants v on v.id = w.key::uuid join public.products p on p.id = v.product_id
    where v.policy = 'deny' and v.on_hand - v.held < w.value::int limit 1;
  if not found then
    insert into public.stock_holds (order_id, variant_id, quantity, expires_at)
    select p_order.id, w.key::uuid, w.value::int, p_until from jsonb_each_text(wanted) w;
  end if;
  return short;
end;
$$;
comment on function private.hold_stock(public.orders, timestamptz) is
  'Holds the pieces of an order until a time, or until they are sent where that is null; holds of other unpaid orders of the customer give way. Returns the title of what there is too little of, and then holds nothing; null when all is held.';

create function private.hold_until() returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return now() + make_interval(mins => private.shop_setting('hold_minutes')::int);
end;
$$;
comment on function private.hold_until() is 'Until when an order that is placed now holds its pieces';

create function private.require_stock(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  short constant text := private.hold_stock(p_order, case when p_order.status = 'Pending' then private.hold_until() end);
begin
  if short is not null then
    raise exception '% is out of stock.', short using detail = 'out_of_stock';
  end if;
end;
$$;
comment on function private.require_stock(public.orders) is
  'Holds the pieces of an order, for a time while it is Pending; refuses it where there are too few (out_of_stock)';

create function private.end_holds_of(p_orders uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_variants(array(select variant_id from public.stock_holds where order_id = any (p_orders)));
  delete from public.stock_holds where order_id = any (p_orders);
end;
$$;
comment on function private.end_holds_of(uuid[]) is 'Gives back what orders hold';

create function private.end_holds() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status in ('Cancelled', 'Refunded') then
    perform private.end_holds_of(array[new.id]);
    if new.status = 'Cancelled' and old.status not in ('Paid', 'Refunded') then
      perform private.end_voucher_uses(array[new.id]);
    end if;
  elsif new.status = 'Paid' and old.status <> 'OnTerms' then
    -- Settled by settle_payment, which has taken the stock and the voucher, or by hand.
    perform private.require_stock(new);
    perform private.require_voucher(new);
  end if;
  return null;
end;
$$;
comment on function private.end_holds() is
  'Gives back what a cancelled or refunded order held, and its voucher where it was never paid; keeps what a paid one holds until it is sent';

create function public.release_expired_holds() returns int
language plpgsql security definer set search_path = '' as $$
declare
  due constant uuid[] := array(
    select h.order_id from public.stock_holds h where h.expires_at < now() order by h.expires_at limit 1000);
  released int;
begin
  perform private.lock_variants(array(select h.variant_id from public.stock_holds h where h.order_id = any (due)));
  -- Holds of orders that were paid in the meantime stay.
  delete from public.stock_holds h where h.order_id = any (due) and h.expires_at < now();
  get diagnostics released = row_count;
  perform private.end_expired_voucher_uses();
  return released;
end;
$$;
comment on function public.release_expired_holds() is
  'Ends holds of orders that were not paid in time and returns their number, and the uses of their vouchers; called by the scheduled task';

-- What was not counted when it was ordered has no hold.
create function private.end_holds_of_refund(p_refund uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  freed record;
  kept int;
begin
  perform private.lock_variants(array(
    select h.variant_id from public.stock_holds h join public.refunds r on r.order_id = h.order_id where r.id = p_refund));
  for freed in
    select i.order_id, v.id as variant, sum(l.not_to_send)::int as quantity
    from public.refund_lines l join public.order_items i on i.id = l.order_item_id
    join public.product_variants v on v.product_id = i.product_id
      and v.size is not distinct from i.size and v.color is not distinct from i.color
    where l.refund_id = p_refund and l.not_to_send > 0 group by 1, 2
  loop
    delete from public.stock_holds h where h.order_id = freed.order_id and h.variant_id = freed.variant
      returning h.quantity into kept;
    if kept > freed.quantity then
      insert into public.stock_holds (order_id, variant_id, quantity)
      values (freed.order_id, freed.variant, kept - freed.quantity);
    end if;
  end loop;
end;
$$;
comment on function private.end_holds_of_refund(uuid) is 'Gives back the stock that pieces held which were refunded and are not sent';

alter table public.stock_holds enable row level security;
grant select on public.stock_holds to authenticated;
create policy stock_holds_select_admin on public.stock_holds for select to authenticated
  using ((select public.is_admin()));

create trigger stock_holds_count_new after insert on public.stock_holds
  referencing new table as new_rows for each statement execute function private.count_new_holds();
create trigger stock_holds_count_ended after delete on public.stock_holds
  referencing old table as old_rows for each statement execute function private.count_ended_holds();
create trigger orders_end_holds after update of status on public.orders
  for each row when (new.status is distinct from old.status) execute function private.end_holds();

-- Mails to customers: queued in the transaction that is their reason, and sent by the edge functions.

create type public.mail_kind as enum ('order_placed', 'order_on_terms', 'order_paid', 'parcel_sent', 'order_refunded',
  'return_requested', 'return_approved', 'return_refused', 'company_approved', 'company_refused', 'company_invitation', 'back_in_stock', 'message_answered',
  'quote_offered', 'quote_answered', 'order_to_pay', 'order_paid_by_transfer');
comment on type public.mail_kind is 'What a mail is about';
create type public.mail_state as enum ('queued', 'sent', 'failed');
comment on type public.mail_state is 'Where a mail stands: queued (to be sent, or tried again), sent, failed (given up)';

create table public.mail_texts (
  kind public.mail_kind primary key,
  subject text not null check (length(subject) <= 150 and subject !~ '[\r\n]' and public.is_visible(subject)),
  opening text not null check (length(opening) <= 2000 and (opening = '' or public.is_visible(opening)))
);
comment on table public.mail_texts is 'Subject and opening words of each kind of mail. {name} stands for the first name of the recipient, {product} and {company} for what a mail is about.';
comment on column public.mail_texts.kind is 'The kind of mail';
comment on column public.mail_texts.subject is 'Its subject';
comment on column public.mail_texts.opening is 'Its first paragraphs, above what the mail is about';
insert into public.mail_texts (kind, subject, opening) values
  ('order_placed', 'Your order is not paid yet', E'Dear {name},\n\nThank you for your order. We will start preparing it as soon as you have paid.'),
  ('order_on_terms', 'Thank you for your order', E'Dear {name},\n\nThank you for your order. We are preparing it. Please pay by bank transfer by the due date below, and quote the order number.'),
  ('order_paid', 'Thank you for your order', E'Dear {name},\n\nThank you. We have received your payment and are preparing your order.'),
  ('parcel_sent', 'Your parcel is on its way', E'Dear {name},\n\nWe have sent you a parcel.'),
  ('order_refunded', 'Your refund', E'Dear {name},\n\nWe have refunded the amount below. Your bank may take a few days to credit it.'),
  ('return_requested', 'We have received your return request', E'Dear {name},\n\nWe have received your request to return the items below. We will reply soon.'),
  ('return_approved', 'Your return is approved', E'Dear {name},\n\nPlease send us the items below. We will refund them once they have arrived.'),
  ('return_refused', 'About your return', E'Dear {name},\n\nWe cannot accept a return of the items below.'),
  ('company_approved', 'You can order wholesale now', E'Dear {name},\n\nWelcome. {company} is approved for wholesale. Sign in to see your prices.'),
  ('company_refused', 'Your wholesale application', E'Dear {name},\n\nThank you for your application. We cannot offer {company} wholesale prices at this time.'),
  ('company_invitation', 'Order for {company} at Hemline', E'Hello,\n\nYou have been invited to order for {company} at its own prices. This invitation expires in 14 days.'),
  ('back_in_stock', '{product} is back in stock', 'You asked us to email you when {product} is back in stock. It is available now.'),
  ('message_answered', 'Our answer to your message', E'Dear {name},\n\nThank you for your message.'),
  ('quote_offered', 'Your quote', E'Dear {name},\n\nThank you for your request. Here are our prices for you.'),
  ('quote_answered', 'A message about your quote', E'Dear {name},\n\nWe have replied to you about your quote.'),
  ('order_to_pay', 'Please pay for your order', E'Dear {name},\n\nWe have created your order, as agreed. We will start preparing it as soon as you have paid.'),
  ('order_paid_by_transfer', 'Your payment has arrived', E'Dear {name},\n\nThank you. We have received your bank transfer, and your order is paid.');

create table public.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  kind public.mail_kind not null,
  order_id uuid references public.orders on delete cascade,
  record_id uuid,
  recipient text not null check (btrim(recipient) <> '' and length(recipient) <= 320),
  data jsonb not null default '{}',
  state public.mail_state not null default 'queued',
  message_id uuid not null default gen_random_uuid(),
  attempts int not null default 0,
  queued_at timestamptz not null default now(),
  next_try_at timestamptz not null default now(),
  last_error text not null default '' check (length(last_error) <= 500),
  sent_at timestamptz,
  check (num_nonnulls(order_id, record_id) > 0),
  constraint mail_outbox_once unique nulls not distinct (order_id, record_id, kind, recipient)
);
comment on table public.mail_outbox is 'Mails to customers, each at most once for its kind, record and recipient';
comment on column public.mail_outbox.id is 'Identifies the mail';
comment on column public.mail_outbox.kind is 'What it is about';
comment on column public.mail_outbox.order_id is 'The order that it is about';
comment on column public.mail_outbox.record_id is 'The parcel, refund, return, company, invitation, contact message, stock request, quote or message of a quote that it is about; empty where that is the order';
comment on column public.mail_outbox.recipient is 'The email address';
comment on column public.mail_outbox.data is 'What it says beyond what the order keeps';
comment on column public.mail_outbox.state is 'queued, sent or failed';
comment on column public.mail_outbox.message_id is 'First part of its Message-ID, the same for each attempt, so that a mail program shows what arrives twice once';
comment on column public.mail_outbox.attempts is 'How often sending it was begun';
comment on column public.mail_outbox.queued_at is 'When it was queued, or queued again by an administrator';
comment on column public.mail_outbox.next_try_at is 'When it is to be sent, while it is queued; nobody else sends it before';
comment on column public.mail_outbox.last_error is 'Why the last attempt failed';
comment on column public.mail_outbox.sent_at is 'When the mail server last took it; empty until then';

create index mail_outbox_due_idx on public.mail_outbox (next_try_at) where state = 'queued';
create index mail_outbox_failed_idx on public.mail_outbox (queued_at desc, id) where state = 'failed';

-- The mail about an unpaid order waits, and is dropped when the order is paid or cancelled meanwhile: whoever pays at once gets one mail.
create function private.queue_order_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    delete from public.mail_outbox m
      where m.order_id = new.id and m.kind = 'order_placed' and m.state = 'queued' and m.sent_at is null;
  end if;
  if new.status in ('Pending', 'OnTerms', 'Paid') and btrim(new.email) <> '' then
    insert into public.mail_outbox (order_id, recipient, kind, next_try_at)
    values (new.id, btrim(new.email), case
      when new.status = 'Pending' then 'order_placed' when new.status = 'OnTerms' then 'order_on_terms'
      -- One on terms may be long sent.
      when new.due_at is not null then 'order_paid_by_transfer' else 'order_paid' end::public.mail_kind,
      case when new.status = 'Pending' then now() + interval '10 minutes' else now() end)
    on conflict on constraint mail_outbox_once do nothing;
  end if;
  return null;
end;
$$;
comment on function private.queue_order_mail() is 'Queues the mail about an order that was placed, on terms or not, or paid';

create function private.queue_refund_mail(p_refund uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.mail_outbox (order_id, record_id, recipient, kind, data)
  select o.id, r.id, btrim(o.email), 'order_refunded', jsonb_build_object('refund', jsonb_build_object(
    'amount', r.amount_minor / 100.0, 'shipping', r.shipping_minor / 100.0, 'currency', r.currency, 'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('item', l.order_item_id, 'quantity', l.quantity)), '[]')
      from public.refund_lines l where l.refund_id = r.id)))
  from public.refunds r join public.orders o on o.id = r.order_id where r.id = p_refund and btrim(o.email) <> ''
  on conflict on constraint mail_outbox_once do nothing;
end;
$$;
comment on function private.queue_refund_mail(uuid) is 'Queues the mail about a refund that is done, of all or of a part';

create function private.queue_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.mail_outbox as m (record_id, recipient, kind, data)
  values (new.id, new.email, 'message_answered', jsonb_build_object(
    'name', new.firstname, 'message', new.message, 'answer', new.answer))
  on conflict on constraint mail_outbox_once do update
    set data = excluded.data, state = 'queued', message_id = excluded.message_id, attempts = 0,
      queued_at = now(), next_try_at = now(), last_error = '';
  return null;
end;
$$;
comment on function private.queue_answer() is 'Queues the answer to a contact message; a corrected answer is another mail';

create function public.queue_back_in_stock(p_limit int default 500) returns int
language plpgsql security definer set search_path = '' as $$
declare
  queued int;
begin
  with asked as materialized (select distinct r.variant_id from public.stock_requests r),
  back as materialized (
    select v.id, v.size, v.color, p.id as product_id, p.title
    from asked join public.product_variants v on v.id = asked.variant_id join public.products p on p.id = v.product_id
    where v.archived_at is null and p.status = 'published' and case v.policy
      when 'deny' then v.on_hand > v.held when 'backorder' then true else p.availability = 'InStock' end),
  due as materialized (
    select r.id from public.stock_requests r where r.variant_id in (select back.id from back)
    order by r.created_at limit greatest(p_limit, 0) for update skip locked),
  claimed as (
    delete from public.stock_requests r using due where r.id = due.id returning r.id, r.variant_id, r.email)
  insert into public.mail_outbox (record_id, recipient, kind, data)
  select c.id, c.email, 'back_in_stock', jsonb_build_object('productId', b.product_id, 'product', b.title, 'size', b.size, 'color', b.color)
  from claimed c join back b on b.id = c.variant_id;
  get diagnostics queued = row_count;
  return queued;
end;
$$;
comment on function public.queue_back_in_stock(int) is
  'Queues a mail for each of the oldest requests whose variant is in stock again, instead of the request, and returns their number; called by the scheduled task';

create function private.mail_pause(p_attempts int) returns interval
language plpgsql immutable set search_path = '' as $$
begin
  return least(interval '1 minute' * 2 ^ p_attempts, interval '4 hours');
end;
$$;
comment on function private.mail_pause(int) is
  'How long a mail waits after this number of attempts: 2 minutes, 4, 8 … up to 4 hours; 13 attempts take a day';

create function public.claim_mails(p_limit int)
returns table (id uuid, kind public.mail_kind, recipient text, message_id uuid, data jsonb, subject text, opening text)
language plpgsql security definer set search_path = '' as $$
begin
  -- The last attempt neither succeeded nor failed.
  update public.mail_outbox m set state = 'failed'
    where m.state = 'queued' and m.next_try_at <= now() and m.attempts >= 13;
  return query
    with due as materialized (
      select m.id from public.mail_outbox m where m.state = 'queued' and m.next_try_at <= now()
      order by m.next_try_at limit p_limit for update skip locked),
    claimed as (
      update public.mail_outbox m
      set attempts = m.attempts + 1, next_try_at = now() + private.mail_pause(m.attempts + 1)
      from due where m.id = due.id returning m.*)
    select c.id, c.kind, c.recipient, c.message_id,
      case when c.order_id is null then c.data else private.order_with_lines(c.order_id)::jsonb || c.data end, t.subject, t.opening
    from claimed c join public.mail_texts t on t.kind = c.kind;
end;
$$;
comment on function public.claim_mails(int) is
  'Mails that are due, with the order or the data that they are about. Nobody else gets them for two minutes or longer, in which the caller sends them and calls finish_mail.';

create function public.finish_mail(p_id uuid, p_error text default null, p_is_final boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_error is null then
    -- Who asked for one mail was promised that the address is deleted with it.
    delete from public.mail_outbox where id = p_id and kind = 'back_in_stock';
    update public.mail_outbox set state = 'sent', sent_at = now(), last_error = '' where id = p_id;
  else
    update public.mail_outbox
    set last_error = left(p_error, 500), state = case when p_is_final or attempts >= 13 then 'failed' else state end
    where id = p_id and state = 'queued';
  end if;
end;
$$;
comment on function public.finish_mail(uuid, text, boolean) is
  'Notes that a mail was sent, or why not: it is tried again for a day, unless the error is final';

create function public.purge_mails() returns int
language plpgsql security definer set search_path = '' as $$
declare
  purged int;
begin
  delete from public.mail_outbox
    where order_id is null and state <> 'queued' and queued_at < now() - interval '30 days';
  get diagnostics purged = row_count;
  delete from public.company_invitations where ends_at <= now();
  return purged;
end;
$$;
comment on function public.purge_mails() is
  'Deletes mails of more than 30 days ago that are not about an order, and returns their number; deletes invitations that have ended too. Called by the scheduled task.';

create function office.send_mail_again(p_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  -- A mail program would hide a second mail with the same Message-ID.
  update public.mail_outbox
  set state = 'queued', message_id = case when state = 'sent' then gen_random_uuid() else message_id end,
    attempts = 0, queued_at = now(), next_try_at = now(), last_error = ''
  where id = p_id;
  return found;
end;
$$;
comment on function office.send_mail_again(uuid) is
  'Queues a mail once more. False where there is no such mail. Administrators only (not_an_administrator).';

alter table public.mail_texts enable row level security;
grant select, update (subject, opening) on public.mail_texts to authenticated;
create policy mail_texts_select_admin on public.mail_texts for select to authenticated
  using ((select public.is_admin()));
create policy mail_texts_update_admin on public.mail_texts for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

alter table public.mail_outbox enable row level security;
grant select on public.mail_outbox to authenticated;
create policy mail_outbox_select_admin on public.mail_outbox for select to authenticated
  using ((select public.is_admin()));

-- Not for orders that are restored from the trash or a backup.
create trigger orders_queue_first_mail after insert on public.orders
  for each row when (new.created_at = now())
  execute function private.queue_order_mail();
create trigger orders_queue_mail after update of status on public.orders
  for each row when (new.status is distinct from old.status)
  execute function private.queue_order_mail();
create trigger contact_messages_queue_answer after update of answer on public.contact_messages
  for each row when (new.answer <> '' and new.answer is distinct from old.answer)
  execute function private.queue_answer();

-- Parcels: what of an order was packed, sent and delivered. A parcel that is sent takes its pieces out of the stock.

create type public.parcel_status as enum ('packed', 'sent', 'delivered', 'cancelled');
comment on type public.parcel_status is 'Where a parcel stands';

create table public.parcels (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders on delete cascade,
  status public.parcel_status not null default 'packed',
  carrier text not null default '' check (length(carrier) <= 60),
  tracking_number text not null default '' check (length(tracking_number) <= 100),
  tracking_url text not null default '' check (tracking_url = '' or tracking_url like 'https://_%' and length(tracking_url) <= 500),
  packed_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  delivered_at timestamptz
);
comment on table public.parcels is 'Parcels of orders';
comment on column public.parcels.id is 'Identifies the parcel';
comment on column public.parcels.order_id is 'The order';
comment on column public.parcels.status is 'packed, sent, delivered, or cancelled before it was sent';
comment on column public.parcels.carrier is 'Who brings it, such as DHL; empty when nothing is said';
comment on column public.parcels.tracking_number is 'Its number at the carrier; empty when there is none';
comment on column public.parcels.tracking_url is 'Where it can be followed; empty when nowhere';
comment on column public.parcels.packed_by is 'The administrator who packed it';
comment on column public.parcels.created_at is 'When it was packed';
comment on column public.parcels.sent_at is 'When it was sent';
comment on column public.parcels.delivered_at is 'When it was delivered';
create index parcels_order_idx on public.parcels (order_id, created_at);

create table public.parcel_lines (
  parcel_id uuid not null references public.parcels on delete cascade,
  order_item_id uuid not null references public.order_items on delete cascade,
  quantity int not null check (quantity > 0),
  primary key (parcel_id, order_item_id)
);
comment on table public.parcel_lines is 'What is in a parcel';
comment on column public.parcel_lines.parcel_id is 'The parcel';
comment on column public.parcel_lines.order_item_id is 'Line of the order';
comment on column public.parcel_lines.quantity is 'Pieces of it';
create index parcel_lines_item_idx on public.parcel_lines (order_item_id);

create function private.left_to_pack(p_order uuid) returns table (item uuid, quantity int)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select i.id, i.quantity - i.not_to_send - coalesce((
      select sum(l.quantity)::int from public.parcel_lines l join public.parcels p on p.id = l.parcel_id
      where l.order_item_id = i.id and p.status <> 'cancelled'), 0)
    from public.order_items i where i.order_id = p_order order by i.position;
end;
$$;
comment on function private.left_to_pack(uuid) is 'The lines of an order with the pieces that are in no parcel yet and are to be sent';

create function private.update_fulfilment(p_order uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  reached public.fulfilment := coalesce((
    select case min(p.status) when 'packed' then 'packed' when 'sent' then 'sent' when 'delivered' then 'delivered' end
    from public.parcels p where p.order_id = p_order and p.status <> 'cancelled')::public.fulfilment, 'cancelled');
begin
  if exists (select from public.orders o where o.id = p_order and o.status in ('Cancelled', 'Refunded')) then
    reached := case when reached < 'sent' then 'cancelled' else reached end;
  elsif exists (select from private.left_to_pack(p_order) l where l.quantity > 0) then
    reached := 'to_send';
  end if;
  update public.orders set fulfilment = reached where id = p_order and fulfilment <> reached;
end;
$$;
comment on function private.update_fulfilment(uuid) is
  'Writes how far the parcels of an order are: as far as the last of them, and to_send while pieces are in none; cancelled where nothing is left to send';

create function private.follow_order_status() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status in ('Cancelled', 'Refunded') then
    update public.parcels set status = 'cancelled' where order_id = new.id and status = 'packed';
  end if;
  perform private.update_fulfilment(new.id);
  return null;
end;
$$;
comment on function private.follow_order_status() is 'Cancels what was packed of an order that is cancelled or refunded';

-- What was not counted when it was ordered, and is now, has no hold: it is taken as far as no other order holds it.
create function private.take_out_of_stock(p_parcels uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  leaving record;
  kept int;
  gone int;
begin
  for leaving in
    select p.order_id, v.id as variant, sum(l.quantity)::int as quantity
    from public.parcels p join public.parcel_lines l on l.parcel_id = p.id
    join public.order_items i on i.id = l.order_item_id
    join public.product_variants v on v.product_id = i.product_id
      and v.size is not distinct from i.size and v.color is not distinct from i.color
    where p.id = any (p_parcels) and v.policy <> 'untracked'
    group by 1, 2 order by 2, 1
  loop
    delete from public.stock_holds h where h.order_id = leaving.order_id and h.variant_id = leaving.variant
      returning h.quantity into kept;
    select least(leaving.quantity, case v.policy when 'deny' then v.on_hand - v.held else v.on_hand end) into gone
      from public.product_variants v where v.id = leaving.variant;
    if gone > 0 then
      insert into public.stock_movements (variant_id, quantity, reason, order_id)
      values (leaving.variant, -gone, 'sent', leaving.order_id);
    end if;
    if kept > leaving.quantity then
      insert into public.stock_holds (order_id, variant_id, quantity)
      values (leaving.order_id, leaving.variant, kept - leaving.quantity);
    end if;
  end loop;
end;
$$;
comment on function private.take_out_of_stock(uuid[]) is
  'Takes what is in parcels out of the stock, and ends the holds of these pieces';

-- Orders first and then variants, as everywhere, in the order of their ids.
create function private.lock_to_send(p_orders uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform 1 from public.orders where id = any (p_orders) order by id for no key update;
  perform private.lock_variants(array(
    select v.id from public.order_items i join public.product_variants v on v.product_id = i.product_id
      and v.size is not distinct from i.size and v.color is not distinct from i.color
    where i.order_id = any (p_orders) and v.policy <> 'untracked'));
end;
$$;
comment on function private.lock_to_send(uuid[]) is
  'Locks orders and their variants before parcels change; refuses anybody but administrators';

create function office.pack_order(
  p_order uuid, p_lines jsonb default null, p_carrier text default '', p_tracking_number text default '',
  p_tracking_url text default ''
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  parcel uuid;
  packed int;
begin
  perform private.lock_to_send(array[p_order]);
  if not exists (select from public.orders o where o.id = p_order and o.status in ('OnTerms', 'Paid')) then
    raise exception 'Only what is paid or on terms can be packed.' using detail = 'not_paid';
  end if;
  if exists (select from jsonb_to_recordset(p_lines) w (item uuid, quantity int)
    left join private.left_to_pack(p_order) l on l.item = w.item where w.quantity > coalesce(l.quantity, 0)) then
    raise exception 'There is not so much left to pack of this order.' using detail = 'packed_already';
  end if;
  insert into public.parcels (order_id, carrier, tracking_number, tracking_url)
  values (p_order, p_carrier, p_tracking_number, p_tracking_url) returning id into parcel;
  insert into public.parcel_lines (parcel_id, order_item_id, quantity)
  select parcel, l.item, coalesce(w.quantity, l.quantity) from private.left_to_pack(p_order) l
  left join jsonb_to_recordset(p_lines) w (item uuid, quantity int) on w.item = l.item
  where case when p_lines is null then l.quantity else w.quantity end > 0;
  get diagnostics packed = row_count;
  if packed = 0 then
    raise exception 'Nothing is left to pack of this order.' using detail = 'packed_already';
  end if;
  perform private.update_fulfilment(p_order);
  return parcel;
end;
$$;
comment on function office.pack_order(uuid, jsonb, text, text, text) is
  'Packs pieces of an order that is Paid or OnTerms into a new parcel and returns its id; lines as [{item, quantity}], all that is left where they are null. Errors (in detail): not_an_administrator, not_paid, packed_already.';

create function office.change_parcel(
  p_id uuid, p_status public.parcel_status default null, p_carrier text default null, p_tracking_number text default null,
  p_tracking_url text default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  ordered constant uuid := (select p.order_id from public.parcels p where p.id = p_id);
  before public.parcels;
begin
  perform private.lock_to_send(array[ordered]);
  select * into before from public.parcels where id = p_id for update;
  if p_status is distinct from before.status and (before.status, p_status) not in (
    ('packed', 'sent'), ('packed', 'cancelled'), ('sent', 'delivered'), ('delivered', 'sent')) then
    raise exception 'This parcel is % already.', before.status using detail = 'parcel_moved';
  end if;
  update public.parcels set status = coalesce(p_status, status), carrier = coalesce(p_carrier, carrier),
    tracking_number = coalesce(p_tracking_number, tracking_number), tracking_url = coalesce(p_tracking_url, tracking_url),
    sent_at = case when p_status = 'sent' then coalesce(sent_at, now()) else sent_at end,
    delivered_at = case p_status when 'delivered' then now() when 'sent' then null else delivered_at end
    where id = p_id;
  if before.status = 'packed' and p_status = 'sent' then
    perform private.take_out_of_stock(array[p_id]);
  end if;
  perform private.update_fulfilment(ordered);
  return ordered;
end;
$$;
comment on function office.change_parcel(uuid, public.parcel_status, text, text, text) is
  'Changes the given fields of a parcel and returns its order; null when there is no parcel. A packed one can be sent or cancelled, a sent one delivered, and a delivered one is sent again if that was a mistake. What is sent leaves the stock. Errors (in detail): not_an_administrator, parcel_moved.';

create function office.pack_orders(p_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_to_send(p_ids);
  return (
    select count(office.pack_order(o.id)) from (
      select o.id from public.orders o
      where o.id = any (p_ids) and o.status in ('OnTerms', 'Paid') and exists (select from private.left_to_pack(o.id) l where l.quantity > 0)
      order by o.id) o);
end;
$$;
comment on function office.pack_orders(uuid[]) is
  'Packs all that is left of these orders, those that are Paid or OnTerms, each into one parcel, and returns how many orders that were. Error (in detail): not_an_administrator.';

create function office.send_orders(p_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  leaving uuid[];
begin
  perform office.pack_orders(p_ids);
  leaving := array(
    select p.id from public.parcels p join public.orders o on o.id = p.order_id
    where o.id = any (p_ids) and o.status in ('OnTerms', 'Paid') and p.status = 'packed');
  update public.parcels set status = 'sent', sent_at = now() where id = any (leaving);
  perform private.take_out_of_stock(leaving);
  perform private.update_fulfilment(o.id) from public.orders o where o.id = any (p_ids);
  return (select count(distinct p.order_id) from public.parcels p where p.id = any (leaving));
end;
$$;
comment on function office.send_orders(uuid[]) is
  'Sends all that is packed, or left to pack, of these orders, those that are Paid or OnTerms, and returns how many orders that were. Error (in detail): not_an_administrator.';

create function public.parcels_of(p_order uuid) returns json
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select coalesce(json_agg(json_build_object('id', p.id, 'status', p.status, 'carrier', p.carrier,
      'tracking_number', p.tracking_number, 'tracking_url', p.tracking_url, 'created_at', p.created_at, 'sent_at', p.sent_at,
      'delivered_at', p.delivered_at, 'lines', (
        select coalesce(json_agg(json_build_object('item', l.order_item_id, 'quantity', l.quantity) order by i.position), '[]')
        from public.parcel_lines l join public.order_items i on i.id = l.order_item_id where l.parcel_id = p.id)) order by p.created_at), '[]')
    from public.parcels p where p.order_id = p_order and p.status <> 'cancelled');
end;
$$;
comment on function public.parcels_of(uuid) is
  'The parcels of an order that the caller may read, oldest first, without those that were cancelled: [{id, status, carrier, tracking_number, tracking_url, created_at, sent_at, delivered_at, lines: [{item, quantity}]}]';
grant execute on function public.parcels_of(uuid) to authenticated;

create function private.queue_parcel_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.mail_outbox (order_id, record_id, recipient, kind, data)
  select o.id, new.id, btrim(o.email), 'parcel_sent', jsonb_build_object('parcel', new.id)
  from public.orders o where o.id = new.order_id and btrim(o.email) <> ''
  on conflict on constraint mail_outbox_once do nothing;
  return null;
end;
$$;
comment on function private.queue_parcel_mail() is 'Queues the mail about a parcel that was sent';

alter table public.parcels enable row level security;
grant select on public.parcels to authenticated;
-- Whoever may read the order may read its parcels.
create policy parcels_select_with_order on public.parcels for select to authenticated
  using (exists (select 1 from public.orders o where o.id = order_id));

alter table public.parcel_lines enable row level security;
grant select on public.parcel_lines to authenticated;
create policy parcel_lines_select_with_parcel on public.parcel_lines for select to authenticated
  using (exists (select 1 from public.parcels p where p.id = parcel_id));

create trigger parcels_queue_mail after update of status on public.parcels
  for each row when (old.status = 'packed' and new.status = 'sent')
  execute function private.queue_parcel_mail();
create trigger orders_follow_status after update of status on public.orders
  for each row when (new.status is distinct from old.status
    and (new.status in ('Cancelled', 'Refunded') or old.status in ('Cancelled', 'Refunded')))
  execute function private.follow_order_status();

-- What the provider tells of refunds, by its messages and in its list, and which of ours it means.

create function private.move_refund(
  p_refund uuid, p_reference text, p_amount_minor bigint, p_status text, p_provider_id text, p_provider_reference text
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  its_id uuid := p_refund;
  refund public.refunds;
begin
  -- Refunds can also be made in the provider's own dashboard.
  if its_id is null then
    insert into public.refunds (reference, order_id, amount_minor, currency)
    select a.reference, a.order_id, p_amount_minor, a.currency from public.payment_attempts a
    where a.reference = p_reference and p_status <> 'failed'
      and p_amount_minor between 1 and coalesce(a.paid_minor, a.amount_minor) - a.refunded_minor
    returning id into its_id;
  end if;
  if its_id is null then
    return 'noted';
  end if;
  update public.refunds set provider_reference = p_provider_reference
    where id = its_id and provider_reference is null and p_provider_reference is not null;
  refund := public.update_refund(its_id, p_status, '', p_provider_id);
  return refund.status::text;
end;
$$;
comment on function private.move_refund(uuid, text, bigint, text, text, text) is
  'Moves the refund that the provider means; without one, begins it. noted when it failed or does not fit into the payment.';

create function public.settle_refund(
  p_event_key text, p_event text, p_reference text, p_amount_minor bigint, p_status text,
  p_payload jsonb, p_provider_reference text default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  its_id uuid;
  alike int;
  waiting uuid[];
begin
  insert into public.payment_events (id, reference, event, payload)
  values (p_event_key, coalesce(p_reference, ''), coalesce(p_event, ''), coalesce(p_payload, '{}'))
  on conflict (id) do nothing;
  perform 1 from public.orders o join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference for update of o;
  if not exists (select from public.payment_attempts a
    where a.reference = p_reference and a.status in ('paid', 'held', 'duplicate')) then
    return 'unknown';
  end if;
  select r.id into its_id from public.refunds r
    where r.reference = p_reference and r.provider_reference = p_provider_reference;
  if its_id is null then
    -- Messages do not name our refund: those of the same amount that no message with a reference was about.
    select count(*), array_agg(r.id order by r.asked_at, r.id) filter (where r.status in ('requested', 'pending', 'processing'))
      into alike, waiting from public.refunds r
      where r.reference = p_reference and r.amount_minor = p_amount_minor
        and (r.provider_reference is null or p_provider_reference is null);
    its_id := waiting[1];
    if alike > 0 and (its_id is null or p_provider_reference is null and alike > 1) then
      return 'ambiguous';
    end if;
  end if;
  return private.move_refund(its_id, p_reference, p_amount_minor, p_status, null, p_provider_reference);
end;
$$;
comment on function public.settle_refund(text, text, text, bigint, text, jsonb, text) is
  'Handles a message of the provider about a refund (amount in the smallest unit): the status of the refund; noted when it fits none; ambiguous when it may be about one of several, or be late: its list tells; unknown when there is no such payment';

create function public.settle_listed_refund(
  p_reference text, p_amount_minor bigint, p_status text, p_provider_id text default null, p_refund uuid default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  its_id uuid;
begin
  perform 1 from public.orders o join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference for update of o;
  select r.id into its_id from public.refunds r
    where r.reference = p_reference and (r.provider_id = p_provider_id or r.id = p_refund and r.provider_id is null)
    order by r.provider_id nulls last limit 1;
  if its_id is null and p_status <> 'failed'
    and not exists (select from public.refunds r where r.id = p_refund) then
    select r.id into its_id from public.refunds r
      where r.reference = p_reference and r.amount_minor = p_amount_minor
        and r.provider_id is null and r.status <> 'failed'
      order by r.asked_at, r.id limit 1;
  end if;
  return private.move_refund(its_id, p_reference, p_amount_minor, p_status, p_provider_id, null);
end;
$$;
comment on function public.settle_listed_refund(text, bigint, text, text, uuid) is
  'Handles a refund in the list of the provider (amount in the smallest unit); p_refund: ours, as its merchant note says, null for one that was made at the provider. Returns the status of the refund, or noted when it fits none.';

create function public.close_lost_refunds(p_reference text, p_reversed boolean) returns int
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.orders o join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference for update of o;
  return (
    select count(public.update_refund(r.id, case when p_reversed then 'processed' else 'failed' end,
      case when p_reversed then '' else 'The provider has no record of this refund.' end))
    from public.refunds r
    where r.reference = p_reference and (
      p_reversed and r.status in ('requested', 'pending', 'processing')
      -- A younger request may still be on its way.
      or r.status = 'requested' and r.provider_id is null and r.asked_at < clock_timestamp() - interval '1 minute'));
end;
$$;
comment on function public.close_lost_refunds(text, boolean) is
  'Ends refunds of a payment that the list of the provider lacks and that were asked for more than a minute ago, as failed; where the provider reversed the whole payment, all that are open are processed. Returns their number.';

create function public.unconfirmed_refunds(p_older_than interval) returns setof public.refunds
language sql stable security definer set search_path = '' as $$
  select * from public.refunds
  where status in ('requested', 'pending', 'processing')
    and asked_at < now() - p_older_than and asked_at > now() - interval '30 days'
  order by asked_at limit 100;
$$;
comment on function public.unconfirmed_refunds(interval) is
  'Refunds that are not done and were asked for longer ago than this, up to a month: ask the provider about them';

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
    p_row ->> 'email', p_row ->> 'reference', p_row ->> 'tracking_number', p_row ->> 'note', ''), 200);
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
    -- A row whose key changed shows as one deleted and one inserted. Without "offset 0" each row is converted once per column.
    insert into public.audit_log
      (actor_id, actor_role, actor, table_name, action, record_id, label, before, after)
    select who.id, who.kind, who.name, tg_table_name,
      case when o.row is null then 'insert' when n.row is null then 'delete' else 'update' end,
      coalesce(n.key, o.key), private.audit_label(coalesce(n.row, o.row)), d.before, d.after
    from (select to_jsonb(r) ->> key_column as key, to_jsonb(r) - left_out as row from old_rows r offset 0) o
    full join (select to_jsonb(r) ->> key_column as key, to_jsonb(r) - left_out as row from new_rows r offset 0) n
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

-- Stock has its ledger, so that a sale costs no entry here.
create function private.audit_variant() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  who constant record := private.current_actor();
  old_row constant jsonb := jsonb_build_object('sku', old.sku, 'barcode', old.barcode, 'price_delta', old.price_delta, 'policy', old.policy);
  new_row constant jsonb := jsonb_build_object('sku', new.sku, 'barcode', new.barcode, 'price_delta', new.price_delta, 'policy', new.policy);
begin
  insert into public.audit_log (actor_id, actor_role, actor, table_name, action, record_id, label, before, after)
  select who.id, who.kind, who.name, tg_table_name, 'update', new.id,
    left(concat_ws(', ', (select p.title from public.products p where p.id = new.product_id), new.size, new.color), 200),
    jsonb_object_agg(f.key, f.value), jsonb_object_agg(f.key, new_row -> f.key)
  from jsonb_each(old_row) f where f.value is distinct from new_row -> f.key;
  return null;
end;
$$;
comment on function private.audit_variant() is 'Writes what was changed of a variant, but for its stock, into the audit trail';

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
select private.audit_table('public.size_guides', 'category_id');
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
select private.audit_table('public.refunds');
select private.audit_table('public.parcels');
select private.audit_table('public.contact_messages', p_erase => true);
create trigger product_variants_audit after update on public.product_variants
  for each row when ((new.sku, new.barcode, new.price_delta, new.policy) is distinct from (old.sku, old.barcode, old.price_delta, old.policy))
  execute function private.audit_variant();
select private.audit_table('public.shipping_zones');
select private.audit_table('public.shipping_methods');
select private.audit_table('public.tax_rates');
select private.audit_table('public.vouchers', p_left_out => '{uses}');
select private.audit_table('public.companies');
select private.audit_table('public.company_members', 'user_id');
select private.audit_table('public.price_lists');
select private.audit_table('public.price_list_items');
select private.audit_table('public.order_quantities');
select private.audit_table('public.shop_settings', 'name');
select private.audit_table('public.mail_texts', 'kind');

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

create function private.name_of(p_id uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select left(btrim(n.name), 200) from (
      select c.name from public.categories c where c.id = p_id
      union all select p.title from public.products p where p.id = p_id
      union all select concat_ws(' ', p.firstname, p.lastname) from public.profiles p where p.id = p_id
      union all select a.firstname from public.administrators a where a.id = p_id
      union all select concat_ws(' ', o.firstname, o.lastname) from public.orders o where o.id = p_id
      union all (
        select a.label from public.audit_log a
        where a.record_id = p_id::text and a.label <> '' order by a.id desc limit 1)) n
    where btrim(n.name) <> '' limit 1);
end;
$$;
comment on function private.name_of(uuid) is
  'Name or title of a record, whatever its table; of one that is gone the last that the audit trail knows; null where there is none';

create function private.names_in(p_before jsonb, p_after jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_object_agg(r.value, r.name), '{}') from (
      select v.value, private.name_of(private.as_uuid(v.value)) as name
      from (
        select key, value from jsonb_each_text(coalesce(p_before, '{}'))
        union select key, value from jsonb_each_text(coalesce(p_after, '{}'))) v
      where v.key <> 'id' and private.as_uuid(v.value) is not null) r
    where r.name is not null);
end;
$$;
comment on function private.names_in(jsonb, jsonb) is 'The names of the records to which the values of a change refer, by their ids';

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
          and d.table_name = a.table_name and d.action = 'delete'),
        'names', private.names_in(a.before, a.after)) order by f.place)
      from unnest(page.ids) with ordinality f (id, place)
      join public.audit_log a on a.id = f.id), '[]'));
end;
$$;
comment on function office.list_audit(text, text, text, text, date, date, int, int) is
  'One page of the audit trail, newest first, as {total, total_is_least, entries}, each entry with restored, true where a deleted record came back, and names, those of the records that its values refer to, by id; empty arguments filter nothing, the query is part of a title or name, the key of a record, or the id of a request. Administrators only (not_an_administrator).';

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
comment on column public.trash.kind is 'Table that the record was in: products, categories, orders, banners, advertisements, faqs, search_synonyms, vouchers, price_lists, contact_messages, customer_notes';
comment on column public.trash.record_id is 'Id of the record; it comes back with the same';
comment on column public.trash.label is 'Title or name of the record';
comment on column public.trash.contents is 'The row, and what went or was cut off with it: reviews, earlier prices, lines of carts and orders, sizes and colours with their holds, prices in price lists, order quantities, products and size guide of a category, lines, payments, refunds, parcels, returns, holds and voucher of an order, orders that used a voucher, companies that buy by a price list';
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
      'prices', (select coalesce(jsonb_agg(e), '[]') from public.product_prices e where e.product_id = old.id),
      'cart_items', (select coalesce(jsonb_agg(i), '[]') from public.cart_items i where i.product_id = old.id),
      'variants', (select coalesce(jsonb_agg(v), '[]') from public.product_variants v where v.product_id = old.id),
      'holds', (select coalesce(jsonb_agg(h), '[]') from public.stock_holds h
        join public.product_variants v on v.id = h.variant_id where v.product_id = old.id),
      'list_prices', (select coalesce(jsonb_agg(i), '[]') from public.price_list_items i where i.product_id = old.id),
      'order_quantities', (select coalesce(jsonb_agg(q), '[]') from public.order_quantities q where q.product_id = old.id),
      'order_items', (select coalesce(jsonb_agg(i.id), '[]') from (
        select o.id::text from public.order_items o where o.product_id = old.id
        union all
        select line ->> 'id' from public.trash t, jsonb_array_elements(t.contents -> 'items') line
        where t.kind = 'orders' and line ->> 'product_id' = old.id::text
          and t.contents -> 'items' @> jsonb_build_array(jsonb_build_object('product_id', old.id))) i));
  when 'categories' then
    related := jsonb_build_object('size_guides', (select jsonb_agg(g) from public.size_guides g where g.category_id = old.id),
      'products', (select coalesce(jsonb_agg(p.id), '[]') from (
      select id from public.products where category_id = old.id
      union all
      select record_id from public.trash
      where kind = 'products' and contents #>> '{row,category_id}' = old.id::text) p));
  when 'orders' then
    perform private.lock_vouchers(array[old.id], null);
    label := left(concat_ws(', ', old.number,
      nullif(btrim(concat_ws(' ', old.firstname, old.lastname)), ''), nullif(old.email, ''),
      concat(case old.currency when 'USD' then '$' else old.currency || ' ' end, old.total_price)), 200);
    related := jsonb_build_object(
      'items', (select coalesce(jsonb_agg(i), '[]') from public.order_items i where i.order_id = old.id),
      'attempts', (select coalesce(jsonb_agg(a), '[]') from public.payment_attempts a where a.order_id = old.id),
      'refunds', (select coalesce(jsonb_agg(r), '[]') from public.refunds r where r.order_id = old.id),
      'refund_lines', (select coalesce(jsonb_agg(l), '[]') from public.refund_lines l
        join public.refunds r on r.id = l.refund_id where r.order_id = old.id),
      'parcels', (select coalesce(jsonb_agg(p), '[]') from public.parcels p where p.order_id = old.id),
      'parcel_lines', (select coalesce(jsonb_agg(l), '[]') from public.parcel_lines l
        join public.parcels p on p.id = l.parcel_id where p.order_id = old.id),
      'returns', (select coalesce(jsonb_agg(r), '[]') from public.returns r where r.order_id = old.id),
      'invoices', (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'refund_id', i.refund_id)), '[]')
        from public.invoices i where i.order_id = old.id),
      'return_lines', (select coalesce(jsonb_agg(l), '[]') from public.return_lines l
        join public.returns r on r.id = l.return_id where r.order_id = old.id),
      'holds', (select coalesce(jsonb_agg(h), '[]') from public.stock_holds h where h.order_id = old.id),
      'used_voucher', exists (select from public.voucher_uses u where u.order_id = old.id));
  when 'vouchers' then
    label := old.code;
    related := jsonb_build_object('uses', (select coalesce(jsonb_agg(u), '[]') from public.voucher_uses u where u.voucher_id = old.id));
  when 'price_lists' then
    related := jsonb_build_object(
      'list_prices', (select coalesce(jsonb_agg(i), '[]') from public.price_list_items i where i.price_list_id = old.id),
      'order_quantities', (select coalesce(jsonb_agg(q), '[]') from public.order_quantities q where q.price_list_id = old.id),
      'companies', (select coalesce(jsonb_agg(c.id), '[]') from public.companies c where c.price_list_id = old.id));
  else
    -- Nothing belongs to records of other tables.
  end case;
  insert into public.trash (kind, record_id, label, contents, deleted_by)
  values (tg_table_name, old.id, label, jsonb_build_object('row', deleted) || related, auth.uid());
  return old;
end;
$$;
comment on function private.move_to_trash() is
  'Puts a record that is deleted into the trash: a product with its reviews, earlier prices, lines of carts and orders, variants, their holds, prices in price lists and order quantities, a category with its size guide and the ids of its products, an order with its lines, payments, refunds, parcels, returns, holds and whether it used a voucher, a voucher with its uses, a price list with its prices, order quantities and companies';

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
  if p_kind <> all ('{orders,banners,advertisements,faqs,search_synonyms,vouchers,price_lists,contact_messages,customer_notes}'::text[]) then
    raise exception 'Nothing of this kind can be deleted here.' using errcode = '22023';
  end if;
  if p_kind = 'orders' then
    perform from public.orders o where o.id = any (p_ids) order by o.id for update;
    perform private.lock_variants(array(select h.variant_id from public.stock_holds h where h.order_id = any (p_ids)));
    perform private.lock_vouchers(p_ids, null);
  end if;
  -- In the order of their ids, so that two administrators never deadlock.
  execute format('delete from public.%1$I where id in (
    select id from public.%1$I where id = any ($1) order by id for update)', p_kind) using p_ids;
  return query select t.id from public.trash t
    where t.record_id = any (p_ids) and t.kind = p_kind and t.deleted_at = now();
end;
$$;
comment on function office.delete_records(text, uuid[]) is
  'Deletes orders, banners, advertisements, faqs, search_synonyms, vouchers, price_lists, contact_messages or customer_notes, those that are still there, and returns the ids that restore_trash takes. Error (in detail): not_an_administrator.';

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
create trigger vouchers_move_to_trash before delete on public.vouchers
  for each row execute function private.move_to_trash();
create trigger price_lists_move_to_trash before delete on public.price_lists
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

-- The variants keep their ids, which the ledger names. What the holds need is there: nothing of a deleted product can be sold.
create function private.restore_stock(p_product uuid, p_variants jsonb, p_holds jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.product_variants where product_id = p_product;
  perform private.insert_rows('public.product_variants', (
    select jsonb_agg(v || jsonb_build_object('held', 0,
      'on_hand', (select coalesce(sum(m.quantity), 0) from public.stock_movements m where m.variant_id = (v ->> 'id')::uuid),
      'sku', case when exists (select from public.product_variants o where o.sku = v ->> 'sku')
        then left(v ->> 'sku', 50) || '-' || nextval('private.sku_number') else v ->> 'sku' end,
      'barcode', case when not exists (select from public.product_variants o where o.barcode = v ->> 'barcode') then v ->> 'barcode' end))
    from jsonb_array_elements(p_variants) v));
  perform private.insert_rows('public.stock_holds', (
    select jsonb_agg(h || jsonb_build_object('expires_at', case o.status when 'Pending' then h ->> 'expires_at' end))
    from jsonb_array_elements(p_holds) h join public.orders o on o.id = (h ->> 'order_id')::uuid
    where o.status in ('Pending', 'OnTerms', 'Paid')));
  update public.products p set availability = private.counted_availability(p.id)
    where p.id = p_product and p.availability <> private.counted_availability(p.id);
end;
$$;
comment on function private.restore_stock(uuid, jsonb, jsonb) is
  'Restores the variants of a product, with the stock that the ledger has, and what Pending, OnTerms and Paid orders hold of them; an SKU that another variant has by now gets a number, such a barcode is left out';

-- What belongs to a product or a list that is in the trash itself waits there, so that records may be restored in any order.
create function private.restore_list_rows(p_table regclass, p_name text, p_rows jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.trash t set contents = jsonb_set(t.contents, array[p_name], (t.contents -> p_name) || r.rows)
  from (
    select t.id, jsonb_agg(e) as rows
    from jsonb_array_elements(p_rows) e join public.trash t on t.contents ? p_name and (
      t.kind = 'products' and t.record_id = (e ->> 'product_id')::uuid
      or t.kind = 'price_lists' and t.record_id = (e ->> 'price_list_id')::uuid)
    group by t.id) r
  where t.id = r.id;
  perform private.insert_rows(p_table, (
    select jsonb_agg(e) from jsonb_array_elements(p_rows) e
    join public.products p on p.id = (e ->> 'product_id')::uuid
    left join public.price_lists l on l.id = (e ->> 'price_list_id')::uuid
    left join public.product_variants v on v.id = (e ->> 'variant_id')::uuid
    where (e ->> 'price_list_id' is null or l.id is not null) and (e ->> 'variant_id' is null or v.id is not null)));
end;
$$;
comment on function private.restore_list_rows(regclass, text, jsonb) is
  'Restores prices of price lists or order quantities whose product, list and variant are there; for those in the trash, under this name of their contents';

create function private.restore_price_list(p_contents jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.insert_rows('public.price_lists', jsonb_build_array(p_contents -> 'row'));
  perform private.restore_list_rows('public.price_list_items', 'list_prices', p_contents -> 'list_prices');
  perform private.restore_list_rows('public.order_quantities', 'order_quantities', p_contents -> 'order_quantities');
  update public.companies c set price_list_id = (p_contents #>> '{row,id}')::uuid
    where c.price_list_id is null and p_contents -> 'companies' ? c.id::text;
end;
$$;
comment on function private.restore_price_list(jsonb) is
  'Restores a price list with its prices and order quantities; the companies that bought by it do so again unless they have got another';

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
  perform private.insert_rows('public.product_prices', p_contents -> 'prices');
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
  if p_contents ? 'variants' then
    perform private.restore_stock(its_id, p_contents -> 'variants', p_contents -> 'holds');
  end if;
  perform private.restore_list_rows('public.price_list_items', 'list_prices', p_contents -> 'list_prices');
  perform private.restore_list_rows('public.order_quantities', 'order_quantities', p_contents -> 'order_quantities');
end;
$$;
comment on function private.restore_product(jsonb) is 'Restores a product with its reviews, its earlier prices, its stock, its prices in price lists and the lines of carts and orders, those in the trash too; without its category if that was deleted';

create function private.restore_category(p_contents jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  its_id constant uuid := p_contents #>> '{row,id}';
  its_products constant uuid[] := array(select jsonb_array_elements_text(p_contents -> 'products')::uuid);
begin
  perform private.insert_rows('public.categories', jsonb_build_array(p_contents -> 'row'));
  perform private.insert_rows('public.size_guides', p_contents -> 'size_guides');
  update public.products set category_id = its_id
    where category_id is null and id = any (its_products);
  update public.trash set contents = jsonb_set(contents, '{row,category_id}', to_jsonb(its_id))
    where kind = 'products' and record_id = any (its_products)
      and contents #>> '{row,category_id}' is null;
end;
$$;
comment on function private.restore_category(jsonb) is 'Restores a category with its size guide; its products return to it unless they have got another, those in the trash too';

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
  perform private.insert_rows('public.refund_lines', p_contents -> 'refund_lines');
  perform private.insert_rows('public.parcels', p_contents -> 'parcels');
  perform private.insert_rows('public.parcel_lines', p_contents -> 'parcel_lines');
  perform private.insert_rows('public.returns', p_contents -> 'returns');
  perform private.insert_rows('public.return_lines', p_contents -> 'return_lines');
  update public.invoices i set order_id = (ordered ->> 'id')::uuid, refund_id = w.refund_id
    from jsonb_to_recordset(p_contents -> 'invoices') w (id uuid, refund_id uuid) where i.id = w.id;
  -- Its pieces may be sold by now; an unpaid order takes them when it is paid.
  perform private.hold_stock(o, null) from public.orders o
    where o.id = (ordered ->> 'id')::uuid and o.status in ('OnTerms', 'Paid') and jsonb_array_length(p_contents -> 'holds') > 0;
  perform private.use_voucher(o, null) from public.orders o
    where o.id = (ordered ->> 'id')::uuid and o.status in ('OnTerms', 'Paid', 'Refunded') and (p_contents -> 'used_voucher')::boolean;
end;
$$;
comment on function private.restore_order(jsonb) is
  'Restores an order, which holds its pieces and uses its voucher again if it is Paid or OnTerms and they are still there; customers, products and administrators that were deleted since are left out';

create function private.restore_voucher(p_contents jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.insert_rows('public.vouchers', jsonb_build_array(p_contents -> 'row' || '{"uses": 0}'));
  perform private.insert_rows('public.voucher_uses', (
    select jsonb_agg(u || jsonb_build_object('user_id', o.user_id))
    from jsonb_array_elements(p_contents -> 'uses') u join public.orders o on o.id = (u ->> 'order_id')::uuid
    where o.status in ('Pending', 'OnTerms', 'Paid', 'Refunded')));
end;
$$;
comment on function private.restore_voucher(jsonb) is 'Restores a voucher with its uses by the orders that are still there';

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
      when 'vouchers' then perform private.restore_voucher(deleted.contents);
      when 'price_lists' then perform private.restore_price_list(deleted.contents);
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
comment on column public.catalogue_changes.tag is 'What changed: products, product:<id>, categories, category:<id>, banners, ads, faqs, search_synonyms, size_guides, size_guide:<category id>, reviews:<product id>, or everything';
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
        when 'size_guides' then array['size_guides', 'size_guide:' || (c.row ->> 'category_id')]
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
create policy catalogue_changes_nobody on public.catalogue_changes for all to anon, authenticated
  using (false) with check (false);

select private.add_change_triggers('public.products', 'changes', 'private.record_catalogue_changes()');
select private.add_change_triggers('public.categories', 'changes', 'private.record_catalogue_changes()');
select private.add_change_triggers('public.size_guides', 'changes', 'private.record_catalogue_changes()');
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

-- The search words of orders, kept by triggers.

create function private.order_words(p_order public.orders, p_titles text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return private.plain_words(concat_ws(' ',
    p_order.firstname, p_order.lastname, p_order.email, p_order.phone, p_order.address,
    p_order.postcode, p_order.state, p_order.country, p_order.status, p_order.total_price,
    p_order.payment_reference, p_order.number, p_order.voucher_code, p_order.company_name, p_order.po_number,
    p_order.id, p_titles));
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
  where o.id = any (array(select order_id from added))
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

-- Which orders use which voucher. A trigger counts them, so that the uses of a voucher are the number of its rows here.

create table public.voucher_uses (
  order_id uuid primary key references public.orders on delete cascade,
  voucher_id uuid not null references public.vouchers on delete cascade,
  user_id uuid references auth.users on delete set null,
  once boolean not null,
  expires_at timestamptz
);
comment on table public.voucher_uses is 'The orders that use a voucher: unpaid ones for a time, those that are paid or on terms for good';
comment on column public.voucher_uses.order_id is 'The order';
comment on column public.voucher_uses.voucher_id is 'The voucher';
comment on column public.voucher_uses.user_id is 'The customer; empty when deleted since';
comment on column public.voucher_uses.once is 'Whether a customer could use the voucher once only';
comment on column public.voucher_uses.expires_at is 'Until when; empty once the order is paid';
create index voucher_uses_voucher_idx on public.voucher_uses (voucher_id);
create index voucher_uses_user_idx on public.voucher_uses (user_id);
create index voucher_uses_expires_idx on public.voucher_uses (expires_at) where expires_at is not null;
create unique index voucher_uses_once_idx on public.voucher_uses (voucher_id, user_id) where once;

create function private.count_voucher_uses() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.vouchers set uses = uses + case tg_op when 'INSERT' then 1 else -1 end
    where id = case tg_op when 'INSERT' then new.voucher_id else old.voucher_id end;
  return null;
end;
$$;
comment on function private.count_voucher_uses() is 'Keeps how many orders use a voucher';

-- In the order of their ids, and always after variants, so that two orders never wait for each other.
create function private.lock_vouchers(p_orders uuid[], p_code text) returns void
language plpgsql set search_path = '' as $$
begin
  perform from public.vouchers v
    where v.code = p_code or v.id in (select u.voucher_id from public.voucher_uses u where u.order_id = any (p_orders))
    order by v.id for no key update;
end;
$$;
comment on function private.lock_vouchers(uuid[], text) is 'Locks the voucher with a code and those that orders use';

create function private.end_voucher_uses(p_orders uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_vouchers(p_orders, null);
  delete from public.voucher_uses where order_id = any (p_orders);
end;
$$;
comment on function private.end_voucher_uses(uuid[]) is 'Gives back the uses of vouchers by orders';

-- An order that was placed keeps its price: dates and minimum were asked then, and a voucher that is gone has no uses to count.
create function private.use_voucher(p_order public.orders, p_until timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  voucher public.vouchers;
begin
  if p_order.voucher_code = '' then
    return null;
  end if;
  perform private.lock_vouchers(array[p_order.id], p_order.voucher_code);
  update public.voucher_uses set expires_at = p_until where order_id = p_order.id;
  if found then
    return null;
  end if;
  select * into voucher from public.vouchers v where v.code = p_order.voucher_code;
  if voucher.uses >= voucher.max_uses then
    return 'This voucher has been used up.';
  end if;
  if voucher.once_per_customer and exists (
    select from public.voucher_uses u where u.voucher_id = voucher.id and u.user_id = p_order.user_id) then
    return 'You have used this voucher before.';
  end if;
  insert into public.voucher_uses (order_id, voucher_id, user_id, once, expires_at)
  select p_order.id, voucher.id, p_order.user_id, voucher.once_per_customer, p_until where voucher.id is not null;
  return null;
end;
$$;
comment on function private.use_voucher(public.orders, timestamptz) is
  'Counts the use of its voucher by an order until a time, or for good where that is null. Returns why it cannot, and then counts nothing; null when it is counted, or there is no voucher.';

create function private.require_voucher(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  problem constant text := private.use_voucher(p_order, case when p_order.status = 'Pending' then private.hold_until() end);
begin
  if problem is not null then
    raise exception '%', problem using detail = 'voucher_refused';
  end if;
end;
$$;
comment on function private.require_voucher(public.orders) is
  'Counts the use of its voucher by an order, for a time while it is Pending; refuses it where none is left (voucher_refused)';

create function private.take_voucher(p_order public.orders, p_voucher uuid, p_replaces uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_vouchers(p_replaces, p_order.voucher_code);
  if p_order.voucher_code <> '' and not exists (
    select from public.vouchers v where v.id = p_voucher and v.code = p_order.voucher_code) then
    raise exception 'We do not know this voucher code.' using detail = 'voucher_refused';
  end if;
  delete from public.voucher_uses where order_id = any (p_replaces);
  perform private.require_voucher(p_order);
end;
$$;
comment on function private.take_voucher(public.orders, uuid, uuid[]) is
  'Counts the use of a voucher by a new order, after those of the orders that it replaces are given back. Error (in detail): voucher_refused.';

create function private.end_expired_voucher_uses() returns void
language plpgsql security definer set search_path = '' as $$
declare
  due constant uuid[] := array(
    select u.order_id from public.voucher_uses u where u.expires_at < now() order by u.expires_at limit 1000);
begin
  perform private.lock_vouchers(due, null);
  -- Uses of orders that were paid in the meantime stay.
  delete from public.voucher_uses u where u.order_id = any (due) and u.expires_at < now();
end;
$$;
comment on function private.end_expired_voucher_uses() is 'Gives back the uses of vouchers by orders that were not paid in time';

alter table public.voucher_uses enable row level security;
grant select on public.voucher_uses to authenticated;
create policy voucher_uses_select_admin on public.voucher_uses for select to authenticated
  using ((select public.is_admin()));

create trigger voucher_uses_count after insert or delete on public.voucher_uses
  for each row execute function private.count_voucher_uses();

-- Returns: pieces that a customer sends back. Asked for by the customer, answered and received by the office, then refunded.

create type public.return_status as enum ('requested', 'approved', 'refused', 'received', 'refunded');
comment on type public.return_status is 'Where a return stands';

create table public.returns (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders on delete cascade,
  status public.return_status not null default 'requested',
  reason text not null default '' check (length(reason) <= 500),
  note text not null default '' check (length(note) <= 500),
  refund_id uuid references public.refunds on delete set null,
  requested_at timestamptz not null default now(),
  answered_at timestamptz,
  received_at timestamptz,
  refunded_at timestamptz
);
comment on table public.returns is 'Pieces of orders that customers send back';
comment on column public.returns.id is 'Identifies the return';
comment on column public.returns.order_id is 'The order';
comment on column public.returns.status is 'requested, approved (the pieces are on their way), refused, received, or refunded';
comment on column public.returns.reason is 'Why, in the words of the customer; empty when nothing is said';
comment on column public.returns.note is 'What the office answered; the customer reads it';
comment on column public.returns.refund_id is 'Its refund; empty before there is one';
comment on column public.returns.requested_at is 'When it was asked for';
comment on column public.returns.answered_at is 'When it was approved or refused';
comment on column public.returns.received_at is 'When the pieces arrived';
comment on column public.returns.refunded_at is 'When they were refunded';
create index returns_order_idx on public.returns (order_id, requested_at);
create index returns_refund_idx on public.returns (refund_id);
create index returns_requested_idx on public.returns (order_id) where status = 'requested';

create table public.return_lines (
  return_id uuid not null references public.returns on delete cascade,
  order_item_id uuid not null references public.order_items on delete cascade,
  quantity int not null check (quantity > 0),
  received int not null default 0 check (received between 0 and quantity),
  restocked int not null default 0 check (restocked between 0 and received),
  primary key (return_id, order_item_id)
);
comment on table public.return_lines is 'The pieces of a return';
comment on column public.return_lines.return_id is 'The return';
comment on column public.return_lines.order_item_id is 'Line of the order';
comment on column public.return_lines.quantity is 'Pieces of it that the customer sends back';
comment on column public.return_lines.received is 'How many of them arrived';
comment on column public.return_lines.restocked is 'How many of these are in stock again; the others are written off';
create index return_lines_item_idx on public.return_lines (order_item_id);

create function private.left_to_return(p_order uuid) returns table (item uuid, quantity int)
language plpgsql stable security definer set search_path = '' as $$
declare
  since constant timestamptz :=
    date_trunc('day', now(), 'UTC') - make_interval(days => private.shop_setting('return_days')::int);
begin
  return query
    select i.id, greatest(0,
      -- Pieces that were refunded without being sent back stay with the customer.
      least(sent.lately, sent.pieces - greatest(0, i.refunded - i.not_to_send - coalesce((
        select sum(f.quantity) from public.returns r join public.refunds x on x.id = r.refund_id and x.status <> 'failed'
        join public.refund_lines f on f.refund_id = x.id
        where r.order_id = p_order and f.order_item_id = i.id), 0)))
      - coalesce((
        select sum(case when r.status in ('requested', 'approved') then l.quantity else l.received end)
        from public.return_lines l join public.returns r on r.id = l.return_id
        where l.order_item_id = i.id and r.status <> 'refused'), 0))::int
    from public.order_items i join (
      select l.order_item_id, sum(l.quantity) as pieces,
        coalesce(sum(l.quantity) filter (where coalesce(p.delivered_at, p.sent_at) >= since), 0) as lately
      from public.parcels p join public.parcel_lines l on l.parcel_id = p.id
      where p.order_id = p_order and p.status in ('sent', 'delivered') group by 1) sent on sent.order_item_id = i.id
    order by i.position;
end;
$$;
comment on function private.left_to_return(uuid) is
  'The lines of an order of which something was sent, with the pieces that may still be sent back: for return_days after the day on which their parcel was delivered, or sent where that is not known';

create function public.returnable_of(p_order uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_object_agg(l.item, l.quantity), '{}') from public.orders o, private.left_to_return(o.id) l
    where o.id = p_order and o.user_id = auth.uid() and o.status = 'Paid' and l.quantity > 0);
end;
$$;
comment on function public.returnable_of(uuid) is
  'The pieces that the signed-in customer may send back of this order, by line; empty for the orders of others';
grant execute on function public.returnable_of(uuid) to authenticated;

create function public.returns_of(p_order uuid) returns json
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select coalesce(json_agg(json_build_object('id', r.id, 'status', r.status, 'reason', r.reason, 'note', r.note,
      'requested_at', r.requested_at, 'answered_at', r.answered_at, 'received_at', r.received_at, 'refunded_at', r.refunded_at,
      'lines', (
        select coalesce(json_agg(json_build_object('item', l.order_item_id, 'quantity', l.quantity, 'received', l.received,
          'restocked', l.restocked) order by i.position), '[]')
        from public.return_lines l join public.order_items i on i.id = l.order_item_id where l.return_id = r.id))
      order by r.requested_at, r.id), '[]')
    from public.returns r where r.order_id = p_order);
end;
$$;
comment on function public.returns_of(uuid) is
  'The returns of an order that the caller may read, oldest first: [{id, status, reason, note, requested_at, answered_at, received_at, refunded_at, lines: [{item, quantity, received, restocked}]}]';
grant execute on function public.returns_of(uuid) to authenticated;

create function private.queue_return_mail(p_return uuid, p_kind public.mail_kind) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.mail_outbox (order_id, record_id, recipient, kind, data)
  select o.id, r.id, btrim(o.email), p_kind, jsonb_build_object('return', r.id)
  from public.returns r join public.orders o on o.id = r.order_id where r.id = p_return and btrim(o.email) <> ''
  on conflict on constraint mail_outbox_once do nothing;
end;
$$;
comment on function private.queue_return_mail(uuid, public.mail_kind) is 'Queues a mail about a return';

create function public.request_return(p_order uuid, p_lines jsonb, p_reason text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
  made uuid;
begin
  perform private.require_customer();
  -- Returns and refunds of one order queue here, so that no piece is in two.
  select * into ordered from public.orders where id = p_order and user_id = auth.uid() for no key update;
  if not found then
    return null;
  end if;
  if ordered.status <> 'Paid' or not exists (select from jsonb_to_recordset(p_lines) w (quantity int) where w.quantity > 0) then
    raise exception 'Nothing of this order can be returned.' using detail = 'not_returnable';
  end if;
  perform private.refuse_at('not_returnable', 'Not so many of these can be returned now.', array(
    select concat('lines.', w.place - 1, '.quantity') from jsonb_array_elements(p_lines) with ordinality w (line, place)
    left join private.left_to_return(p_order) l on l.item = (w.line ->> 'item')::uuid
    where (w.line ->> 'quantity')::int > coalesce(l.quantity, 0) order by w.place));
  insert into public.returns (order_id, reason) values (p_order, p_reason) returning id into made;
  insert into public.return_lines (return_id, order_item_id, quantity)
  select made, w.item, w.quantity from jsonb_to_recordset(p_lines) w (item uuid, quantity int) where w.quantity > 0;
  perform private.queue_return_mail(made, 'return_requested');
  return made;
end;
$$;
comment on function public.request_return(uuid, jsonb, text) is
  'Asks to return these pieces, [{item, quantity}], of a Paid order of the signed-in customer, queues the receipt, and returns the id of the return; null when there is no such order. Errors (in detail): not_a_customer, not_returnable (with the paths of what is wrong as hint).';
grant execute on function public.request_return(uuid, jsonb, text) to authenticated;

create function private.finish_returns(p_order uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.returns r set status = 'refunded', refunded_at = now()
  where r.order_id = p_order and r.status = 'received' and (
    exists (select from public.refunds f where f.id = r.refund_id and f.status = 'processed')
    or exists (select from public.orders o where o.id = p_order and o.status = 'Refunded'));
end;
$$;
comment on function private.finish_returns(uuid) is
  'Sets received returns to refunded whose refund is processed, and all when the whole order is Refunded';

create function private.follow_refunds() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.finish_returns(coalesce(to_jsonb(new) ->> 'order_id', to_jsonb(new) ->> 'id')::uuid);
  return null;
end;
$$;
comment on function private.follow_refunds() is 'Sets returns to refunded when their refund, or the whole order, is';

create function office.change_return(
  p_id uuid, p_status public.return_status, p_note text default null, p_lines jsonb default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  ordered constant uuid := (select r.order_id from public.returns r where r.id = p_id);
  before public.return_status;
begin
  perform private.lock_to_send(array[ordered]);
  select r.status into before from public.returns r where r.id = p_id for update;
  if (before, p_status) not in (
    ('requested', 'approved'), ('requested', 'refused'), ('approved', 'refused'), ('approved', 'received')) then
    raise exception 'This return is % already.', before using detail = 'return_moved';
  end if;
  perform private.refuse_at('not_returnable', 'Not so many of these were to come back.', array(
    select concat('lines.', w.place - 1, '.received') from jsonb_array_elements(p_lines) with ordinality w (line, place)
    left join public.return_lines l on l.return_id = p_id and l.order_item_id = (w.line ->> 'item')::uuid
    where (w.line ->> 'received')::int > coalesce(l.quantity, 0) order by w.place));
  update public.returns set status = p_status, note = coalesce(p_note, note),
    answered_at = case when p_status = 'received' then answered_at else now() end,
    received_at = case when p_status = 'received' then now() end
    where id = p_id;
  if p_status = 'received' then
    update public.return_lines l set received = w.received, restocked = w.restocked
      from jsonb_to_recordset(p_lines) w (item uuid, received int, restocked int)
      where l.return_id = p_id and l.order_item_id = w.item;
    -- What was sent has left the stock: what does not go back into it is written off.
    insert into public.stock_movements (variant_id, quantity, reason, order_id)
    select v.id, sum(l.restocked), 'returned', ordered
    from public.return_lines l join public.order_items i on i.id = l.order_item_id
    join public.product_variants v on v.product_id = i.product_id
      and v.size is not distinct from i.size and v.color is not distinct from i.color
    where l.return_id = p_id and v.policy <> 'untracked' group by v.id having sum(l.restocked) > 0;
    perform private.finish_returns(ordered);
  else
    perform private.queue_return_mail(p_id, case p_status when 'approved' then 'return_approved' else 'return_refused' end::public.mail_kind);
  end if;
  return ordered;
end;
$$;
comment on function office.change_return(uuid, public.return_status, text, jsonb) is
  'Approves or refuses a return with a word to the customer, or receives it: lines as [{item, received, restocked}]. Returns its order; null when there is no return. Errors (in detail): not_an_administrator, return_moved, not_returnable (with the paths of what is wrong as hint).';

create function public.start_refund_of_return(
  p_return uuid, p_id uuid, p_reference text, p_paid_minor bigint, p_currency text, p_asked_by uuid,
  p_amount_minor bigint default null, p_lines jsonb default null, p_shipping boolean default false
) returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  back public.returns;
  refund public.refunds;
  wrong int;
begin
  perform 1 from public.orders o join public.returns r on r.order_id = o.id where r.id = p_return for update of o;
  select r.* into back from public.returns r join public.payment_attempts a on a.order_id = r.order_id
    where r.id = p_return and a.reference = p_reference;
  if back.status is distinct from 'received' or exists (
    select from public.refunds f where f.id = back.refund_id and f.id <> p_id and f.status <> 'failed') then
    raise exception 'A return is refunded once, after it was received.' using detail = 'return_moved';
  end if;
  select w.place - 1 into wrong
    from jsonb_array_elements(p_lines) with ordinality w (line, place)
    left join public.return_lines l on l.return_id = p_return and l.order_item_id = (w.line ->> 'item')::uuid
    where (w.line ->> 'quantity')::int > coalesce(l.received, 0) order by w.place limit 1;
  if found then
    raise exception 'Not so many pieces came back.' using detail = 'too_many_pieces', hint = wrong;
  end if;
  refund := public.start_refund(p_id, p_reference, p_paid_minor, p_currency, p_asked_by, p_amount_minor, coalesce(p_lines, (
    select jsonb_agg(jsonb_build_object('item', l.order_item_id, 'quantity', l.received))
    from public.return_lines l where l.return_id = p_return)), false, p_shipping);
  update public.returns set refund_id = refund.id where id = p_return;
  perform private.finish_returns(refund.order_id);
  return refund;
end;
$$;
comment on function public.start_refund_of_return(uuid, uuid, text, bigint, text, uuid, bigint, jsonb, boolean) is
  'Begins the refund of a return that was received, as start_refund does: of these lines, [{item, quantity}], or of all that arrived. Never more pieces than arrived (too_many_pieces), and once (return_moved).';

alter table public.returns enable row level security;
grant select on public.returns to authenticated;
-- Whoever may read the order may read its returns.
create policy returns_select_with_order on public.returns for select to authenticated
  using (exists (select 1 from public.orders o where o.id = order_id));

alter table public.return_lines enable row level security;
grant select on public.return_lines to authenticated;
create policy return_lines_select_with_return on public.return_lines for select to authenticated
  using (exists (select 1 from public.returns r where r.id = return_id));

create trigger refunds_finish_returns after update of status on public.refunds
  for each row when (new.status = 'processed' and old.status <> 'processed')
  execute function private.follow_refunds();
create trigger orders_finish_returns after update of status on public.orders
  for each row when (new.status = 'Refunded' and old.status <> 'Refunded')
  execute function private.follow_refunds();
select private.audit_table('public.returns');

-- Cancelling orders: those that are not paid (on terms: in the back office only), and paid ones by refunding all of them, as long as nothing of them was sent, or packed where the customer asks.

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

create function office.cancel_orders(p_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  cancelled int;
begin
  perform private.require_admin();
  perform from public.orders o where o.id = any (p_ids) order by o.id for no key update;
  perform private.lock_variants(array(select h.variant_id from public.stock_holds h where h.order_id = any (p_ids)));
  update public.orders o set status = 'Cancelled', idempotency_key = null
    where o.id = any (p_ids) and (o.status = 'Pending' or o.status = 'OnTerms' and not exists (
      select from public.parcels p where p.order_id = o.id and p.status in ('sent', 'delivered')));
  get diagnostics cancelled = row_count;
  return cancelled;
end;
$$;
comment on function office.cancel_orders(uuid[]) is
  'Cancels those of these orders that are Pending, or OnTerms with nothing sent, and returns how many they were. What is paid for them later is Held. Administrators only (not_an_administrator).';

create function public.start_cancellation(
  p_id uuid, p_reference text, p_paid_minor bigint, p_currency text, p_asked_by uuid
) returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  ordered constant uuid := (select a.order_id from public.payment_attempts a where a.reference = p_reference);
begin
  perform 1 from public.orders where id = ordered for update;
  if exists (select from public.orders o where o.id = ordered and o.status <> 'Paid')
    or exists (select from public.parcels p where p.order_id = ordered and p.status in ('sent', 'delivered')) then
    raise exception 'Only a paid order of which nothing was sent can be cancelled.' using detail = 'sent_already';
  elsif exists (select from public.parcels p join public.orders o on o.id = p.order_id
    where o.id = ordered and p.status = 'packed' and o.user_id = p_asked_by) then
    raise exception 'This order is packed already. Please write to us.' using detail = 'sent_already';
  end if;
  update public.parcels set status = 'cancelled' where order_id = ordered and status = 'packed';
  return public.start_refund(p_id, p_reference, p_paid_minor, p_currency, p_asked_by,
    (select p_paid_minor - a.refunded_minor from public.payment_attempts a where a.reference = p_reference),
    (select coalesce(jsonb_agg(jsonb_build_object('item', i.id, 'quantity', i.quantity - i.refunded)), '[]')
      from public.order_items i where i.order_id = ordered and i.quantity > i.refunded),
    p_shipping => coalesce(private.shipping_to_refund(ordered) > 0, false));
end;
$$;
comment on function public.start_cancellation(uuid, text, bigint, text, uuid) is
  'Begins the refund of all that is left of a Paid order, as start_refund does; what was packed of it is not sent. Refuses (sent_already) an order that is not Paid, or of which something was sent, and its customer also where something is packed.';

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
  best constant uuid[] := coalesce(private.search_ids(p_query, reach + 1, ranked + 1, p_drafts => true), '{}');
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
  p_availability public.availability, p_without_pictures boolean, p_status public.product_status,
  p_words text[], p_lexemes tsquery[], p_among uuid[],
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
    and (p_status is null or it.status = p_status)
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
      and (p_status is null or it.status = p_status)
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
comment on function private.filter_products(int, int, text, uuid, boolean, public.availability, boolean, public.product_status, text[], tsquery[], uuid[]) is
  'One page of the products that all of these fit, and how many there are: words with their lexemes, and ids, best first, may be null';

create function private.find_admin_products(
  p_page int, p_size int, p_sort text, p_query text, p_category uuid, p_without_category boolean,
  p_availability public.availability, p_without_pictures boolean, p_status public.product_status,
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
    and p_availability is null and not p_without_pictures and p_status is null then
    select f.ids, f.total, f.total_is_least into ids, total, total_is_least
      from private.search_product_table(p_query, p_page, p_size) f;
    return;
  end if;
  select f.ids, f.total into ids, total from private.filter_products(p_page, p_size, sorting, p_category,
    p_without_category, p_availability, p_without_pictures, p_status, words, lexemes, null) f;
  -- Mistyped words find what the shop's own search finds for them.
  if searched and total = 0 then
    select f.ids, f.total into ids, total from private.filter_products(p_page, p_size, sorting, p_category,
      p_without_category, p_availability, p_without_pictures, p_status, null, null,
      private.search_ids(p_query, 200, p_drafts => true)) f;
  end if;
end;
$$;
comment on function private.find_admin_products(int, int, text, text, uuid, boolean, public.availability, boolean, public.product_status) is
  'One page of the products that a search and filters of the back office fit, and how many there are, or at least are';

create function office.list_admin_products(
  p_limit int default 25, p_page int default 1, p_sort text default '', p_query text default '',
  p_category uuid default null, p_without_category boolean default false,
  p_availability public.availability default null, p_without_pictures boolean default false,
  p_status public.product_status default null
) returns table (
  id uuid, title text, description text, price numeric, images text[], category_id uuid,
  category_name text, availability public.availability, sizes text[], colors text[],
  created_at timestamptz, updated_at timestamptz, status public.product_status, compare_at_price numeric, total bigint, total_is_least boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select p.id, p.title, p.description, p.price, p.images, p.category_id, c.name, p.availability,
      p.sizes, p.colors, p.created_at, p.updated_at, p.status, p.compare_at_price, page.total, page.total_is_least
    from private.find_admin_products(p_page, least(greatest(coalesce(p_limit, 25), 1), 100), p_sort, p_query,
      p_category, p_without_category, p_availability, p_without_pictures, p_status) page
    cross join unnest(page.ids) with ordinality f (id, place)
    join public.products p on p.id = f.id
    left join public.categories c on c.id = p.category_id
    order by f.place;
end;
$$;
comment on function office.list_admin_products(int, int, text, text, uuid, boolean, public.availability, boolean, public.product_status) is
  'One page of products as administrators see them, each row with the count of all that fit, or of at least so many. Sorts: title, category, price, created with -asc or -desc; else newest first, in a search best first, of which there are 200. A page past the end is the last one. Error (in detail): not_an_administrator.';

create function office.list_product_ids(
  p_limit int default 1000, p_sort text default '', p_query text default '',
  p_category uuid default null, p_without_category boolean default false,
  p_availability public.availability default null, p_without_pictures boolean default false,
  p_status public.product_status default null
) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select unnest(f.ids) from private.find_admin_products(1, greatest(p_limit, 1), p_sort, p_query,
      p_category, p_without_category, p_availability, p_without_pictures, p_status) f;
end;
$$;
comment on function office.list_product_ids(int, text, text, uuid, boolean, public.availability, boolean, public.product_status) is
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
  p_after_at timestamptz default null, p_after_id uuid default null, p_fulfilments text default '',
  p_returns text default '', p_overdue boolean default false
) returns table (ids uuid[], total int, total_is_least boolean)
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set enable_indexscan = on as $$
declare
  statuses constant public.order_status[] := string_to_array(nullif(p_statuses, ''), ',');
  fulfilments constant public.fulfilment[] := string_to_array(nullif(p_fulfilments, ''), ',');
  returned constant public.return_status[] := string_to_array(nullif(p_returns, ''), ',');
  page_size constant int := least(greatest(p_limit, 1), 500);
  patterns constant text[] := private.search_patterns(p_q);
  pattern constant text := private.index_pattern(patterns[1]);
  skipped bigint := 0;
begin
  perform private.require_admin();
  if p_after_id is null then
    select count(*), false into total, total_is_least
    from public.orders it
    where (statuses is null or it.status = any (statuses)) and (fulfilments is null or it.fulfilment = any (fulfilments))
      and (returned is null or it.id in (select r.order_id from public.returns r where r.status = any (returned)))
      and (p_from is null or it.created_at >= p_from) and (p_to is null or it.created_at < p_to)
      and (p_user is null or it.user_id = p_user)
      and (not p_overdue or it.status = 'OnTerms' and it.due_at < now())
      and (patterns is null or patterns <> '{}' and it.search_words like pattern
        and ' ' || it.search_words like all (patterns));
    skipped := private.page_start((greatest(p_offset, 0) / page_size + 1)::int, page_size, total);
  end if;
  -- Where many rows match, reading them by date ends early; Postgres cannot estimate how many match a text.
  perform set_config('enable_indexscan', case when patterns is null or total > 5000 then 'on' else 'off' end, true);
  ids := array(
    select it.id from public.orders it
    where (statuses is null or it.status = any (statuses)) and (fulfilments is null or it.fulfilment = any (fulfilments))
      and (returned is null or it.id in (select r.order_id from public.returns r where r.status = any (returned)))
      and (p_from is null or it.created_at >= p_from) and (p_to is null or it.created_at < p_to)
      and (p_user is null or it.user_id = p_user)
      and (not p_overdue or it.status = 'OnTerms' and it.due_at < now())
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
comment on function office.find_orders(text, text, timestamptz, timestamptz, uuid, text, int, int, timestamptz, uuid, text, text, boolean) is
  'Ids of one page of orders (at most 500; past the end the last one) and how many there are in all; administrators only (not_an_administrator). p_statuses, p_fulfilments and p_returns (statuses of returns) joined by commas, p_to exclusive, p_overdue for those on terms whose day has passed, p_sort created, price, user or status with -asc or -desc, p_offset a whole number of pages. With p_after_at and p_after_id, newest first: those that follow that order, uncounted.';

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
  select count(*), false into total, total_is_least
  from public.profiles it
  where (p_from is null or it.created_at >= p_from) and (p_to is null or it.created_at < p_to)
    and (p_orders is distinct from 'none' or it.id not in (select o.user_id from public.orders o where o.user_id is not null))
    and (p_orders is distinct from 'some' or it.id in (select o.user_id from public.orders o))
    and (p_orders is distinct from 'unpaid' or it.id in (select o.user_id from public.orders o where o.status = 'Pending'))
    and (patterns is null or patterns <> '{}' and it.search_words like pattern
      and ' ' || it.search_words like all (patterns));
  perform set_config('enable_indexscan', case when patterns is null or total > 5000 then 'on' else 'off' end, true);
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
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 500);
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
  'One page of contact messages (at most 500) as {total, total_is_least, messages}; state is read, unread, answered, unanswered or empty for all. Administrators only (not_an_administrator).';

-- Searches of the back office's lists that an administrator gave a name.

create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  administrator_id uuid not null default auth.uid() references public.administrators on delete cascade,
  list text not null check (list ~ '^[a-z]{1,40}$'),
  name text not null check (length(name) <= 100),
  query text not null check (length(query) <= 2000),
  created_at timestamptz not null default now(),
  constraint saved_views_name_visible check (public.is_visible(name))
);
comment on table public.saved_views is 'Searches, filters and sortings of lists in the back office, named by an administrator, who alone sees them';
comment on column public.saved_views.id is 'Identifies the view';
comment on column public.saved_views.administrator_id is 'The administrator whose view it is';
comment on column public.saved_views.list is 'The list, as its calls name it: orders, products, contact';
comment on column public.saved_views.name is 'What the administrator called it';
comment on column public.saved_views.query is 'The query of the list''s address; a day may count from today, as from=-6';
comment on column public.saved_views.created_at is 'When it was first saved';

create unique index saved_views_name_key on public.saved_views (administrator_id, list, lower(name));

alter table public.saved_views enable row level security;
grant select, insert (list, name, query), update (name, query), delete on public.saved_views to authenticated;
create policy saved_views_own on public.saved_views for all to authenticated
  using (administrator_id = (select auth.uid()))
  with check (administrator_id = (select auth.uid()) and (select public.is_admin()));

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
    'overdue', (select count(*) from public.orders where status = 'OnTerms' and due_at < now()),
    'toSend', (select count(*) from public.orders where status in ('OnTerms', 'Paid') and fulfilment in ('to_send', 'packed')),
    'returnsToAnswer', (select count(distinct order_id) from public.returns where status = 'requested'),
    'companiesToAnswer', (select count(*) from public.companies where status = 'requested'),
    'withoutPictures', (select count(*) from public.products where images = '{}'),
    'lowStock', (
      select count(*) from public.product_variants v
      where v.policy <> 'untracked' and v.archived_at is null and v.on_hand - v.held <= private.shop_setting('running_low')::int),
    'outOfStock', (select count(*) from public.products where availability = 'OutofStock'),
    'quotesToAnswer', (select count(*) from public.quotes where to_answer),
    'unreadMessages', (select count(*) from public.contact_messages where read_at is null));
end;
$$;
comment on function office.open_tasks() is
  'How many records need a person, as {unpaidOrders, heldOrders, overdue, toSend, returnsToAnswer, companiesToAnswer, withoutPictures, lowStock, outOfStock, quotesToAnswer, unreadMessages}. Administrators only (not_an_administrator).';

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
  starts constant timestamptz[] := array(
    select day at time zone 'UTC'
    from generate_series(date_trunc(unit, p_from::timestamp), p_to::timestamp, ('1 ' || unit)::interval) day);
  end_moment constant timestamptz := (p_to + 1)::timestamp at time zone 'UTC';
begin
  perform private.require_admin();
  return jsonb_build_object(
    'income', coalesce((
      with paid as (
        -- A search among the starts takes a third of what date_trunc takes.
        select width_bucket(o.paid_at, starts) as place, sum(o.total_price) as income, count(*)::int as orders
        from public.orders o
        where o.status = 'Paid' and o.paid_at >= starts[1] and o.paid_at < end_moment
        group by 1)
      select jsonb_agg(jsonb_build_object(
        'period', to_char(p.start at time zone 'UTC', 'YYYY-MM-DD'),
        'income', coalesce(paid.income, 0),
        'orders', coalesce(paid.orders, 0)) order by p.start)
      from unnest(starts) with ordinality p (start, place) left join paid using (place)), '[]'),
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
          where o.status = 'Paid' and o.paid_at >= starts[1] and o.paid_at < end_moment
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

-- Invoices of orders that are paid or on terms, and credit notes of their refunds: numbered without gaps, and kept as they were.

create type public.invoice_kind as enum ('invoice', 'credit_note');
comment on type public.invoice_kind is 'An invoice, or a credit note about a refund of what an invoice bills';

create table private.invoice_counters (
  kind public.invoice_kind primary key,
  last bigint not null
);
comment on table private.invoice_counters is 'The last number of each kind. A sequence would leave gaps where a transaction fails.';
comment on column private.invoice_counters.kind is 'invoice or credit_note';
comment on column private.invoice_counters.last is 'The last number; 0 before the first';
insert into private.invoice_counters (kind, last) values ('invoice', 0), ('credit_note', 0);

create table public.invoices (
  id uuid primary key default gen_random_uuid(),
  kind public.invoice_kind not null,
  serial bigint not null,
  number text not null,
  order_id uuid references public.orders on delete set null,
  order_number text not null,
  refund_id uuid unique references public.refunds on delete set null,
  issued_at timestamptz not null default now(),
  currency text not null,
  net numeric(12, 2) not null,
  tax numeric(12, 2) not null,
  gross numeric(12, 2) not null,
  rates jsonb not null,
  seller jsonb not null,
  unique (kind, serial),
  constraint invoices_gross_check check (gross = net + tax)
);
comment on table public.invoices is 'Invoices, one for each order that was paid or is on terms, and credit notes, one for each refund of it that is done, and one for an order on terms that was cancelled';
comment on column public.invoices.id is 'Identifies the invoice or credit note';
comment on column public.invoices.kind is 'invoice or credit_note';
comment on column public.invoices.serial is 'Its number among its kind, from 1, without gaps';
comment on column public.invoices.number is 'Its number as the pattern in the settings wrote it, such as INV-1042';
comment on column public.invoices.order_id is 'The order; empty when deleted since, the invoice stays';
comment on column public.invoices.order_number is 'Number of the order';
comment on column public.invoices.refund_id is 'The refund of a credit note; empty when deleted since, and where an order on terms was cancelled';
comment on column public.invoices.issued_at is 'When it was issued';
comment on column public.invoices.currency is 'Currency, three letters';
comment on column public.invoices.net is 'Sum without tax, in units of the currency with cents; of a credit note what is given back';
comment on column public.invoices.tax is 'Tax, in units of the currency with cents';
comment on column public.invoices.gross is 'Sum with tax, in units of the currency with cents';
comment on column public.invoices.rates is 'The sums by tax rate, as [{rate (percent), net, tax, gross}]';
comment on column public.invoices.seller is 'The seller as it was in the settings then: {name, address, tax_id}';
create unique index invoices_once_idx on public.invoices (order_id) where kind = 'invoice';
create index invoices_order_idx on public.invoices (order_id, kind, serial);

-- The counter is locked until the transaction ends, so this comes last in it.
create function private.add_invoice(p_kind public.invoice_kind, p_order public.orders, p_refund uuid, p_rates jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  its_serial bigint;
begin
  update private.invoice_counters c set last = c.last + 1 where c.kind = p_kind returning c.last into its_serial;
  insert into public.invoices (kind, serial, number, order_id, order_number, refund_id, currency, net, tax, gross, rates, seller)
  select p_kind, its_serial,
    replace(s.of ->> case p_kind when 'invoice' then 'invoice_number_pattern' else 'credit_note_number_pattern' end, '{number}', its_serial::text),
    p_order.id, p_order.number, p_refund, p_order.currency, r.net, r.tax, r.net + r.tax, p_rates,
    jsonb_build_object('name', s.of -> 'seller_name', 'address', s.of -> 'seller_address', 'tax_id', s.of -> 'seller_tax_id')
  from (select jsonb_object_agg(name, value) as of from public.shop_settings) s,
    (select coalesce(sum((e ->> 'net')::numeric), 0) as net, coalesce(sum((e ->> 'tax')::numeric), 0) as tax from jsonb_array_elements(p_rates) e) r;
end;
$$;
comment on function private.add_invoice(public.invoice_kind, public.orders, uuid, jsonb) is
  'Adds an invoice or credit note of an order with the next number of its kind';

create function private.rates_of(p_order public.orders) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('rate', trim_scale(s.rate), 'tax', s.tax,
      'net', s.price - case when p_order.tax_included then s.tax else 0 end,
      'gross', s.price + case when p_order.tax_included then 0 else s.tax end) order by s.rate desc), '[]')
    from (
      select p.rate, sum(p.price) as price, sum(p.tax) as tax
      from (
        select i.tax_rate as rate, i.unit_price * i.quantity - i.discount as price, i.tax
        from public.order_items i where i.order_id = p_order.id
        union all select p_order.shipping_tax_rate, p_order.shipping, p_order.shipping_tax) p
      group by p.rate having sum(p.price) > 0) s);
end;
$$;
comment on function private.rates_of(public.orders) is 'What an order bills by tax rate, in its currency: [{rate (percent), net, tax, gross}]';

create function private.issue_invoice() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
begin
  -- At the end of the transaction, when its lines are there.
  select * into ordered from public.orders where id = new.id and status in ('OnTerms', 'Paid');
  if found and not exists (select from public.invoices i where i.order_id = new.id and i.kind = 'invoice') then
    perform private.add_invoice('invoice', ordered, null, private.rates_of(ordered));
  end if;
  return null;
end;
$$;
comment on function private.issue_invoice() is 'Issues the invoice of an order that became Paid or OnTerms, once';

-- Amounts in cents. What pieces and shipping are refunded goes to their own rates as far as these have anything left, and the rest to
-- all rates in proportion to what they have left. Each share is a difference of two rounded sums, so no rate gets more than it has.
create function private.credit_rates(p_billed jsonb, p_credited jsonb, p_wanted jsonb, p_amount bigint) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return (
    with billed as (
      select b.rate, b.gross * 100 as gross, b.tax * 100 as tax, coalesce(c.gross, 0) * 100 as gross_before, coalesce(c.tax, 0) * 100 as tax_before,
        coalesce(w.minor, 0) as wanted
      from jsonb_to_recordset(p_billed) b (rate numeric, gross numeric, tax numeric)
      left join (
        select rate, sum(gross) as gross, sum(tax) as tax from jsonb_to_recordset(p_credited) c (rate numeric, gross numeric, tax numeric) group by rate) c
        using (rate)
      left join (select rate, sum(minor) as minor from jsonb_to_recordset(p_wanted) w (rate numeric, minor bigint) group by rate) w using (rate)),
    room as (
      select *, gross - gross_before as room, least(p_amount, sum(gross - gross_before) over ()) as amount,
        sum(wanted) over (order by rate) as running, nullif(sum(wanted) over (), 0) as all_wanted from billed),
    own as (
      select *, least(room, coalesce(round(running * least(amount, all_wanted) / all_wanted)
        - round((running - wanted) * least(amount, all_wanted) / all_wanted), 0)) as own from room),
    rest as (
      select *, amount - sum(own) over () as rest, sum(room - own) over (order by rate) as running_room, nullif(sum(room - own) over (), 0) as all_room
      from own),
    shares as (
      select *, own + coalesce(round(running_room * rest / all_room) - round((running_room - (room - own)) * rest / all_room), 0) as share from rest),
    credits as (
      select rate, share, round((gross_before + share) * tax / gross) - tax_before as tax from shares where share > 0)
    select coalesce(jsonb_agg(jsonb_build_object('rate', rate, 'net', round((share - tax) / 100, 2), 'tax', round(tax / 100, 2),
      'gross', round(share / 100, 2)) order by rate desc), '[]') from credits);
end;
$$;
comment on function private.credit_rates(jsonb, jsonb, jsonb, bigint) is
  'How an amount (smallest unit) is credited, by tax rate: of what was billed, after what was credited before, both as [{rate, tax, gross}], for what is wanted by rate, [{rate, minor}]';

create function private.issue_credit_note() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
  billed jsonb;
  rates jsonb;
begin
  select * into ordered from public.orders where id = new.order_id for no key update;
  select i.rates into billed from public.invoices i
    join public.payment_attempts a on a.reference = new.reference and a.status <> 'duplicate'
    where i.order_id = new.order_id and i.kind = 'invoice'
      and not exists (select from public.invoices c where c.refund_id = new.id);
  if not found then
    return null;
  end if;
  rates := private.credit_rates(billed, (
    select coalesce(jsonb_agg(e), '[]') from public.invoices c, jsonb_array_elements(c.rates) e
    where c.order_id = ordered.id and c.kind = 'credit_note'), (
    select coalesce(jsonb_agg(jsonb_build_object('rate', i.tax_rate, 'minor', l.price_minor)), '[]')
      || jsonb_build_object('rate', ordered.shipping_tax_rate, 'minor', new.shipping_minor)
    from public.refund_lines l join public.order_items i on i.id = l.order_item_id where l.refund_id = new.id), new.amount_minor);
  if rates <> '[]' then
    perform private.add_invoice('credit_note', ordered, new.id, rates);
  end if;
  return null;
end;
$$;
comment on function private.issue_credit_note() is 'Issues the credit note of a refund that is done, once, of an order with an invoice';

alter table public.invoices enable row level security;
grant select on public.invoices to authenticated;
-- Whoever may read the order may read its invoice; what is left of a deleted order is for administrators.
create policy invoices_select_with_order on public.invoices for select to authenticated
  using (exists (select 1 from public.orders o where o.id = order_id) or (order_id is null and (select public.is_admin())));

create constraint trigger orders_invoice after insert or update of status on public.orders
  deferrable initially deferred for each row when (new.status in ('OnTerms', 'Paid')) execute function private.issue_invoice();
create constraint trigger refunds_credit_note after update of status on public.refunds
  deferrable initially deferred for each row when (new.status = 'processed' and old.status <> 'processed')
  execute function private.issue_credit_note();

-- Companies in the back office.

create function office.list_companies(
  p_q text default '', p_statuses text default '', p_sort text default 'created-desc', p_limit int default 25, p_page int default 1
) returns table (
  id uuid, name text, vat_id text, city text, country text, status public.company_status, price_list text,
  members int, orders int, created_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  statuses constant public.company_status[] := string_to_array(nullif(p_statuses, ''), ',');
  words constant text[] := private.query_words(p_q);
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  fitting uuid[];
begin
  perform private.require_admin();
  fitting := array(
    select c.id from public.companies c join public.countries l on l.code = c.country
    where (statuses is null or c.status = any (statuses))
      and private.contains_words(concat_ws(' ', c.name, c.vat_id, c.address, c.postcode, c.city, l.name, c.phone), words)
    order by
      case when p_sort = 'created-asc' then c.created_at end,
      case when p_sort = 'name-asc' then lower(c.name) end,
      case when p_sort = 'name-desc' then lower(c.name) end desc,
      case when p_sort = 'status-asc' then c.status end,
      case when p_sort = 'status-desc' then c.status end desc,
      c.created_at desc, c.id);
  return query
    select c.id, c.name, c.vat_id, c.city, l.name, c.status, coalesce(p.name, ''),
      (select count(*)::int from public.company_members m where m.company_id = c.id),
      (select count(*)::int from public.orders o where o.company_id = c.id), c.created_at, cardinality(fitting)::bigint
    from unnest(fitting) with ordinality f (id, place) join public.companies c on c.id = f.id
    join public.countries l on l.code = c.country left join public.price_lists p on p.id = c.price_list_id
    order by f.place limit page_size offset private.page_start(p_page, page_size, cardinality(fitting));
end;
$$;
comment on function office.list_companies(text, text, text, int, int) is
  'One page of the companies with these words in name, VAT number, place or phone, with how many members and orders they have. p_statuses joined by commas; p_sort created, name or status with -asc or -desc. Administrators only (not_an_administrator).';

create function office.read_company(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.company_json(p_id) || jsonb_build_object(
    'orders', (
      select jsonb_build_object('count', count(*), 'spent', coalesce(sum(o.total_price) filter (where o.status = 'Paid'), 0),
        'unpaid', coalesce(sum(o.total_price) filter (where o.status = 'OnTerms'), 0)) from public.orders o where o.company_id = p_id),
    'price_lists', (
      select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name) order by lower(l.name), l.id), '[]')
      from public.price_lists l));
end;
$$;
comment on function office.read_company(uuid) is
  'A company as company_json, with its orders: {count, spent: dollars of those that are paid, unpaid: dollars of those on terms}, and all price_lists: [{id, name}]; null where there is none. Administrators only (not_an_administrator).';

create function office.answer_company(p_id uuid, p_status public.company_status) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  company public.companies;
begin
  perform private.require_admin();
  select * into company from public.companies where id = p_id for update;
  if company.id is null then
    return false;
  end if;
  if (company.status, p_status) not in (('requested', 'approved'), ('requested', 'refused'), ('refused', 'approved'),
    ('approved', 'suspended'), ('suspended', 'approved')) then
    raise exception 'This company is % already.', company.status using detail = 'company_moved';
  end if;
  update public.companies set status = p_status where id = p_id;
  if p_status <> 'suspended' then
    -- Who was refused may be approved, and refused once more: each answer is another mail.
    insert into public.mail_outbox (record_id, recipient, kind, data)
    select p_id, p.email, ('company_' || p_status)::public.mail_kind,
      jsonb_build_object('name', p.firstname, 'company', company.name)
    from public.company_members m join public.profiles p on p.id = m.user_id
    where m.company_id = p_id and m.role = 'manager' and btrim(p.email) <> ''
    on conflict on constraint mail_outbox_once do update
      set data = excluded.data, state = 'queued', message_id = excluded.message_id, attempts = 0,
        queued_at = now(), next_try_at = now(), last_error = '';
  end if;
  return true;
end;
$$;
comment on function office.answer_company(uuid, public.company_status) is
  'Approves, refuses or suspends a company; the first two are mailed to its managers. False where there is none. Errors (in detail): not_an_administrator, company_moved.';

create function office.change_member(p_company uuid, p_member uuid, p_role public.company_role default null) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.change_member(p_company, p_member, p_role);
end;
$$;
comment on function office.change_member(uuid, uuid, public.company_role) is
  'Changes the role of a member of a company, or removes them where it is null; false where they are none. Errors (in detail): not_an_administrator, last_manager.';

-- Price lists in the back office: the table of them, and the prices and order quantities of a product in one.

create function office.list_price_lists(p_limit int default 25, p_page int default 1, p_query text default '')
returns table (
  id uuid, name text, percent numeric, prices bigint, companies bigint, created_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  looked_for constant text := lower(btrim(coalesce(p_query, '')));
  fitting bigint;
begin
  perform private.require_admin();
  select count(*) into fitting from public.price_lists l where strpos(lower(l.name), looked_for) > 0;
  return query
    select l.id, l.name, l.percent, (select count(*) from public.price_list_items i where i.price_list_id = l.id),
      (select count(*) from public.companies c where c.price_list_id = l.id), l.created_at, fitting
    from public.price_lists l where strpos(lower(l.name), looked_for) > 0
    order by lower(l.name), l.id
    limit page_size offset private.page_start(p_page, page_size, fitting);
end;
$$;
comment on function office.list_price_lists(int, int, text) is
  'One page of the price lists whose names contain these letters, by name, each with the number of its prices and of the companies that buy by it. Error (in detail): not_an_administrator.';

create function office.list_list_products(p_list uuid, p_limit int default 25, p_page int default 1, p_query text default '')
returns table (
  id uuid, title text, price numeric, prices jsonb, variants bigint, minimum int, multiple int, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  looked_for constant text := lower(btrim(coalesce(p_query, '')));
  fitting uuid[];
begin
  perform private.require_admin();
  fitting := array(
    select p.id from public.products p
    where p.id in (
        select i.product_id from public.price_list_items i where i.price_list_id = p_list
        union select q.product_id from public.order_quantities q where q.price_list_id = p_list)
      and (looked_for = '' or strpos(lower(p.title), looked_for) > 0 or exists (
        select from public.product_variants v where v.product_id = p.id and lower(v.sku) = looked_for))
    order by lower(p.title), p.id);
  return query
    select p.id, p.title, p.price, (
        select coalesce(jsonb_agg(jsonb_build_object('quantity', i.min_quantity, 'price', i.price) order by i.min_quantity), '[]')
        from public.price_list_items i where i.price_list_id = p_list and i.product_id = p.id and i.variant_id is null),
      (select count(distinct i.variant_id) from public.price_list_items i where i.price_list_id = p_list and i.product_id = p.id),
      q.minimum, q.multiple, cardinality(fitting)::bigint
    from public.products p left join public.order_quantities q on q.product_id = p.id and q.price_list_id = p_list
    where p.id = any (fitting)
    order by lower(p.title), p.id
    limit page_size offset private.page_start(p_page, page_size, cardinality(fitting));
end;
$$;
comment on function office.list_list_products(uuid, int, int, text) is
  'One page of the products that a price list has prices or order quantities for, by title, each with its price in the shop, its prices for all sizes and colours [{quantity, price}] in dollars, how many sizes and colours have their own, and its order quantities, null where the list has none. The query is a part of the title, or an SKU. Error (in detail): not_an_administrator.';

create function private.list_prices(p_list uuid, p_product uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  its public.order_quantities;
begin
  select q.* into its from public.order_quantities q where q.product_id = p_product and q.price_list_id is not distinct from p_list;
  return jsonb_build_object('minimum', its.minimum, 'multiple', its.multiple, 'prices', (
    select coalesce(jsonb_agg(jsonb_build_object('variant', i.variant_id, 'quantity', i.min_quantity, 'price', i.price)
      order by i.variant_id nulls first, i.min_quantity), '[]')
    from public.price_list_items i where i.price_list_id = p_list and i.product_id = p_product));
end;
$$;
comment on function private.list_prices(uuid, uuid) is
  'The prices of a product in a price list, in dollars, and its order quantities, null where the list has none; without a list, the order quantities for all lists';

create function office.read_list_prices(p_product uuid, p_list uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select private.list_prices(p_list, p.id) || jsonb_build_object(
      'product', p.id, 'title', p.title, 'price', p.price, 'general', private.list_prices(null, p.id) - 'prices',
      'variants', (
        select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'sku', v.sku, 'size', v.size, 'color', v.color, 'price', p.price + v.price_delta)
          order by array_position(p.colors, v.color), array_position(p.sizes, v.size), v.sku), '[]')
        from public.product_variants v where v.product_id = p.id and v.archived_at is null))
    from public.products p
    where p.id = p_product and (p_list is null or exists (select from public.price_lists l where l.id = p_list)));
end;
$$;
comment on function office.read_list_prices(uuid, uuid) is
  'A product in a price list, or without one for all lists: {product, title, price in the shop, prices: [{variant, quantity, price}], variant null for all sizes and colours, minimum, multiple: null where the list has none, general: those for all lists, variants: [{id, sku, size, color, price}]}, in dollars; null when there is no such product or list. Error (in detail): not_an_administrator.';

create function private.require_known_prices(p_now jsonb, p_known jsonb, p_prices jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  changed jsonb;
  at text;
begin
  if p_now @> p_known and p_known @> p_now then
    return;
  end if;
  select s.e into changed from (
      (select e from jsonb_array_elements(p_now -> 'prices') e except select e from jsonb_array_elements(p_known -> 'prices') e)
      union all
      (select e from jsonb_array_elements(p_known -> 'prices') e except select e from jsonb_array_elements(p_now -> 'prices') e)) s limit 1;
  select 'prices.' || n - 1 into at from jsonb_array_elements(p_prices) with ordinality w (e, n)
    where (e -> 'variant', e -> 'quantity') is not distinct from (changed -> 'variant', changed -> 'quantity') limit 1;
  raise exception 'Somebody else changed these prices meanwhile. Nothing was saved.'
    using detail = 'changed_meanwhile', hint = coalesce(at, '');
end;
$$;
comment on function private.require_known_prices(jsonb, jsonb, jsonb) is
  'Refuses to save prices of a product where what is there, as list_prices returns it, is not what the caller has seen (changed_meanwhile, with the path of a price that differs)';

create function office.save_list_prices(
  p_product uuid, p_prices jsonb, p_known jsonb, p_list uuid default null, p_minimum int default null, p_multiple int default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  -- One save at a time, of a list or of what is for all lists; the product stays until the end.
  perform from public.price_lists l where l.id = p_list for no key update;
  if not found and p_list is not null then
    return null;
  end if;
  perform from public.products p where p.id = p_product for key share;
  if not found then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('prices ' || p_product, 0));
  perform private.refuse_at('unknown_variant', 'This size and color is no longer there.', array(
    select format('prices.%s.variant', n - 1) from jsonb_array_elements(p_prices) with ordinality w (e, n)
    where e ->> 'variant' is not null and not exists (
      select from public.product_variants v where v.id = (e ->> 'variant')::uuid and v.product_id = p_product)));
  perform private.require_known_prices(private.list_prices(p_list, p_product), p_known, p_prices);

  delete from public.price_list_items i
    where i.price_list_id = p_list and i.product_id = p_product and not exists (
      select from jsonb_to_recordset(p_prices) w (variant uuid, quantity int)
      where w.variant is not distinct from i.variant_id and w.quantity = i.min_quantity);
  insert into public.price_list_items as i (price_list_id, product_id, variant_id, min_quantity, price)
    select p_list, p_product, w.variant, w.quantity, w.price from jsonb_to_recordset(p_prices) w (variant uuid, quantity int, price numeric)
    on conflict on constraint price_list_items_once do update set price = excluded.price where i.price <> excluded.price;
  if p_minimum is null and p_multiple is null then
    delete from public.order_quantities q where q.product_id = p_product and q.price_list_id is not distinct from p_list;
  else
    insert into public.order_quantities as q (product_id, price_list_id, minimum, multiple)
      values (p_product, p_list, coalesce(p_minimum, 1), coalesce(p_multiple, 1))
      on conflict on constraint order_quantities_once do update set minimum = excluded.minimum, multiple = excluded.multiple
      where (q.minimum, q.multiple) is distinct from (excluded.minimum, excluded.multiple);
  end if;
  return office.read_list_prices(p_product, p_list);
end;
$$;
comment on function office.save_list_prices(uuid, jsonb, jsonb, uuid, int, int) is
  'Makes the prices of a product in a price list what p_prices says, [{variant, quantity, price in dollars}], and its order quantities, for all lists where no list is given; all or nothing. p_known is {prices, minimum, multiple} as the caller has seen them. Returns what read_list_prices does; null when there is no such product or list. Errors (in detail, with the path as hint): changed_meanwhile, unknown_variant; not_an_administrator.';

-- Export and import of the prices of a price list as a file with one row for each price.

create function office.export_list_prices(p_list uuid)
returns table (sku text, product uuid, title text, size text, color text, min_quantity int, price numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select v.sku, p.id, p.title, v.size, v.color, i.min_quantity, i.price
    from public.price_list_items i join public.products p on p.id = i.product_id
    left join public.product_variants v on v.id = i.variant_id
    where i.price_list_id = p_list
    order by lower(p.title), p.id, v.sku nulls first, i.min_quantity;
end;
$$;
comment on function office.export_list_prices(uuid) is
  'The prices of a price list as rows of a file, in dollars; without SKU, size and colour where a price is for all of them. Error (in detail): not_an_administrator.';

create function private.validate_price_rows(p_list uuid, p_rows jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with rows as (
    select (e ->> 'line')::int as line, e ->> 'sku' as sku, (e ->> 'product')::uuid as product,
      coalesce((e ->> 'quantity')::int, 1) as quantity, (e ->> 'price')::numeric(12, 2) as price
    from jsonb_array_elements(p_rows) e),
  known as (
    select r.*, p.id as product_id, v.id as variant_id, i.price as old_price,
      concat_ws(', ', p.title, v.color, v.size) as title,
      count(*) over (partition by p.id, v.id, r.quantity) as same
    from rows r
    left join public.product_variants v on v.sku = r.sku
    left join public.products p on p.id = case when r.sku is null then r.product else v.product_id end
    left join public.price_list_items i on i.price_list_id = p_list and i.product_id = p.id
      and i.variant_id is not distinct from v.id and i.min_quantity = r.quantity)
  select jsonb_agg(jsonb_build_object('line', k.line, 'product_id', k.product_id, 'variant_id', k.variant_id,
    'quantity', k.quantity, 'price', k.price, 'label', concat_ws(' ', coalesce(k.sku, k.product::text), k.title),
    'action', case when k.old_price is not distinct from k.price then 'same' when k.old_price is null then 'create' else 'update' end,
    'changes', case when k.old_price is not distinct from k.price then '[]'::jsonb else jsonb_build_array(jsonb_build_object(
      'field', format('Price from %s on', k.quantity), 'before', k.old_price::text, 'after', k.price::text)) end,
    'problem', case
      when k.sku is null and k.product is null then array['SKU', 'Either the SKU or the product is required']
      when k.sku is not null and k.variant_id is null then array['SKU', 'There is no size and color with this SKU']
      when k.product_id is null then array['Product', 'There is no product with this id']
      when k.product is not null and k.product <> k.product_id then array['Product', 'The SKU is that of another product']
      when k.same > 1 then array['Quantity', 'This price stands in the file more than once']
    end) order by k.line) from known k;
$$;
comment on function private.validate_price_rows(uuid, jsonb) is
  'Rows of a file of prices with the product and variant that each is for, what it changes and its first problem';

create function office.import_list_prices(p_list uuid, p_rows jsonb, p_dry boolean default true) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  validated jsonb;
begin
  perform private.require_admin();
  perform from public.price_lists l where l.id = p_list for no key update;
  if not found then
    return null;
  end if;
  validated := coalesce(private.validate_price_rows(p_list, p_rows), '[]');
  if not p_dry and not exists (select from jsonb_array_elements(validated) j where j ->> 'problem' is not null) then
    delete from public.price_list_items i
    using jsonb_to_recordset(validated) j (product_id uuid, variant_id uuid, quantity int, price numeric)
    where i.price_list_id = p_list and i.product_id = j.product_id and i.variant_id is not distinct from j.variant_id
      and i.min_quantity = j.quantity and j.price is null;
    insert into public.price_list_items as i (price_list_id, product_id, variant_id, min_quantity, price)
    select p_list, j.product_id, j.variant_id, j.quantity, j.price
    from jsonb_to_recordset(validated) j (product_id uuid, variant_id uuid, quantity int, price numeric, action text, line int)
    where j.action <> 'same' and j.price is not null order by j.line
    on conflict on constraint price_list_items_once do update set price = excluded.price;
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('row', j.line,
      'action', case when j.problem is null then j.action else 'wrong' end, 'label', j.label,
      'changes', case when j.problem is null then j.changes else '[]' end,
      'problems', case when j.problem is null then '[]'::jsonb
        else jsonb_build_array(jsonb_build_object('field', j.problem[1], 'message', j.problem[2])) end) order by j.line), '[]')
    from jsonb_to_recordset(validated) j (line int, label text, action text, changes jsonb, problem text[]));
end;
$$;
comment on function office.import_list_prices(uuid, jsonb, boolean) is
  'Writes rows of a file into a price list, [{line, sku or product, quantity, price in dollars, null to take the price out}], all or, where one is wrong or with p_dry, none, and returns what each does, as import_stock; prices that are not in the file stay. Null when there is no such list. Error (in detail): not_an_administrator.';

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

-- Orders on terms: a company orders up to its credit limit, is sent its goods, and pays by transfer until the day that they are due.

create function private.credit_left(p_company uuid) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select greatest(0, c.credit_limit - coalesce((
      select sum(o.total_price) from public.orders o where o.company_id = c.id and o.status = 'OnTerms'), 0))
    from public.companies c where c.id = p_company);
end;
$$;
comment on function private.credit_left(uuid) is 'What a company may still order on terms, in dollars';

create function private.terms_of(p_company public.companies) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when p_company.terms_days > 0 then
    jsonb_build_object('days', p_company.terms_days, 'credit_left', private.credit_left(p_company.id)) end;
end;
$$;
comment on function private.terms_of(public.companies) is
  'On which terms an approved company orders: {days, credit_left in dollars}; null where it pays by card only';

create function private.require_credit(p_company public.companies, p_terms boolean, p_total numeric) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  credit numeric;
  days int;
begin
  if p_terms is not true or p_total = 0 then
    return null;
  end if;
  -- Orders on terms of one company queue here, so that together they never exceed its limit.
  select c.terms_days into days from public.companies c
    where c.id = p_company.id and c.status = 'approved' and c.terms_days > 0 for no key update;
  if not found then
    raise exception 'You cannot order on terms. Please pay by card.' using detail = 'no_terms';
  end if;
  credit := private.credit_left(p_company.id);
  if p_total > credit then
    raise exception 'Your credit left is $%. Please order less, or pay by card.', to_char(credit, 'FM9,999,999,990.00')
      using detail = 'credit_exceeded';
  end if;
  return now() + make_interval(days => days);
end;
$$;
comment on function private.require_credit(public.companies, boolean, numeric) is
  'Until when an order on terms of so many dollars is to be paid; null for one that is not. Locks the company. Errors (in detail): no_terms, credit_exceeded.';

create function office.mark_paid(p_order uuid, p_note text default '') returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
begin
  perform private.require_admin();
  select * into ordered from public.orders where id = p_order for no key update;
  if not found then
    return false;
  end if;
  if ordered.status <> 'OnTerms' then
    raise exception 'This order is not on terms, or has been paid already.' using detail = 'not_on_terms';
  end if;
  insert into public.payment_attempts (reference, order_id, amount_minor, currency, status, paid_minor, transfer)
  values (ordered.id || '.transfer', ordered.id, (ordered.total_price * 100)::bigint, ordered.currency, 'paid',
    (ordered.total_price * 100)::bigint, btrim(p_note));
  update public.orders set status = 'Paid', payment_reference = ordered.id || '.transfer', paid_at = now() where id = ordered.id;
  return true;
end;
$$;
comment on function office.mark_paid(uuid, text) is
  'Records that an order on terms was paid by transfer, with what the office notes of it; false when there is no such order. Errors (in detail): not_an_administrator, not_on_terms.';

create function private.credit_cancelled() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.add_invoice('credit_note', new, null, i.rates) from public.invoices i
    where i.order_id = new.id and i.kind = 'invoice'
      and not exists (select from public.invoices c where c.order_id = new.id and c.kind = 'credit_note');
  return null;
end;
$$;
comment on function private.credit_cancelled() is 'Credits the invoice of an order on terms that was cancelled, in full';

-- Whole cents as float8 are exact, and added up in half the time that numeric takes. Days are those of UTC.
create function office.sales_by_company(p_from date, p_to date)
returns table (company uuid, name text, orders int, income numeric, outstanding numeric, overdue numeric)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  perform private.require_admin();
  return query
    with paid as (
      select o.company_id, count(*)::int as orders, sum(round(o.total_price::float8 * 100)) as cents from public.orders o
      where o.company_id is not null and o.status = 'Paid' and o.paid_at >= p_from::timestamp at time zone 'UTC'
        and o.paid_at < (p_to + 1)::timestamp at time zone 'UTC'
      group by 1),
    due as (
      select o.company_id, sum(o.total_price) as outstanding, sum(o.total_price) filter (where o.due_at < now()) as overdue
      from public.orders o where o.status = 'OnTerms' group by 1)
    select c.id, c.name, coalesce(p.orders, 0), (coalesce(p.cents, 0) / 100)::numeric(12, 2), coalesce(d.outstanding, 0.00), coalesce(d.overdue, 0.00)
    from paid p full join due d using (company_id) join public.companies c on c.id = company_id
    order by 4 desc, 5 desc, 2, 1 limit 500;
end;
$$;
comment on function office.sales_by_company(date, date) is
  'What each company paid from one day to another (UTC), in how many orders, and what it has to pay now for orders on terms, in dollars; at most 500 companies, those that paid most first. Error (in detail): not_an_administrator.';

create constraint trigger orders_credit_cancelled after update of status on public.orders
  deferrable initially deferred for each row when (old.status = 'OnTerms' and new.status = 'Cancelled')
  execute function private.credit_cancelled();

-- Quotes: what the office offers a company for what it asked for. Accepted once, at exactly these prices.

create type public.quote_status as enum ('requested', 'offered', 'accepted', 'declined');
comment on type public.quote_status is 'Where a quote stands; one that is offered has expired after its end';

create sequence private.quote_numbers start 1001;
create function private.next_quote_number() returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  drawn text;
begin
  -- Only a restored backup has numbers that the sequence does not know.
  loop
    drawn := 'Q-' || nextval('private.quote_numbers');
    exit when not exists (select from public.quotes q where q.number = drawn);
  end loop;
  return drawn;
end;
$$;
comment on function private.next_quote_number() is 'A number for a new quote, such as Q-1001';

create table public.quotes (
  id uuid primary key default gen_random_uuid(),
  number text not null unique default private.next_quote_number(),
  company_id uuid not null references public.companies on delete cascade,
  user_id uuid references public.profiles on delete set null,
  status public.quote_status not null default 'requested',
  to_answer boolean not null default true,
  ends_at timestamptz,
  note text not null default '' check (length(note) <= 2000),
  order_id uuid unique references public.orders on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint quotes_offered_until check (status <> 'offered' or ends_at is not null)
);
comment on table public.quotes is 'Quotes that companies asked for or were offered';
comment on column public.quotes.id is 'Identifies the quote';
comment on column public.quotes.number is 'Number that the company and the office name it by, such as Q-1001';
comment on column public.quotes.company_id is 'The company';
comment on column public.quotes.user_id is 'The member who asked, or to whom it is sent; empty when deleted since';
comment on column public.quotes.status is 'requested (the company waits for prices), offered, accepted, or declined by either side';
comment on column public.quotes.to_answer is 'Whether the company waits for the office';
comment on column public.quotes.ends_at is 'Until when the offer can be accepted; empty before there is one';
comment on column public.quotes.note is 'What the office says beside the prices; the company reads it';
comment on column public.quotes.order_id is 'The order that it became';
comment on column public.quotes.created_at is 'When it was asked for';
comment on column public.quotes.updated_at is 'When it was last changed; kept by a trigger';
create index quotes_company_idx on public.quotes (company_id, created_at desc, id);
create index quotes_created_idx on public.quotes (created_at desc, id);
create index quotes_user_idx on public.quotes (user_id);
create index quotes_to_answer_idx on public.quotes (created_at) where to_answer;

create table public.quote_lines (
  id uuid primary key default gen_random_uuid(),
  quote_id uuid not null references public.quotes on delete cascade,
  product_id uuid references public.products on delete set null on update cascade,
  title text not null,
  size text,
  color text,
  quantity int not null check (quantity between 1 and 999),
  unit_price numeric(12, 2) not null check (unit_price >= 0 and unit_price < 1000000),
  position int not null default 1
);
comment on table public.quote_lines is 'Lines of quotes';
comment on column public.quote_lines.id is 'Identifies the line';
comment on column public.quote_lines.quote_id is 'The quote';
comment on column public.quote_lines.product_id is 'The product; empty when deleted since, the quote can then not be accepted';
comment on column public.quote_lines.title is 'Title of the product when the quote was written';
comment on column public.quote_lines.size is 'Chosen size';
comment on column public.quote_lines.color is 'Chosen color';
comment on column public.quote_lines.quantity is 'How many pieces';
comment on column public.quote_lines.unit_price is 'Price of one piece in dollars: of the day of asking until the office offers another';
comment on column public.quote_lines.position is 'Place of the line in the quote, from 1';
create unique index quote_lines_once on public.quote_lines (quote_id, product_id, size, color) nulls not distinct where product_id is not null;
create index quote_lines_quote_idx on public.quote_lines (quote_id, position);
create index quote_lines_product_idx on public.quote_lines (product_id);

create function private.fixed_lines(p_lines jsonb, p_fixed jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_agg(l || jsonb_build_object('unit_price', coalesce((
      select (f ->> 'unit_price')::numeric from jsonb_array_elements(p_fixed) f
      where (f ->> 'product')::uuid = (l ->> 'product_id')::uuid
        and nullif(btrim(f ->> 'size'), '') is not distinct from l ->> 'size' and nullif(btrim(f ->> 'color'), '') is not distinct from l ->> 'color'
      limit 1), (l ->> 'unit_price')::numeric)) order by place)
    from jsonb_array_elements(p_lines) with ordinality line (l, place));
end;
$$;
comment on function private.fixed_lines(jsonb, jsonb) is
  'Lines as price_lines returns them, at the prices of the office where it fixed one: [{product, size, color, unit_price}]';

create function private.quote_products(p_quote uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('product', l.product_id, 'size', l.size, 'color', l.color, 'quantity', l.quantity,
      'unit_price', l.unit_price) order by l.position, l.id), '[]')
    from public.quote_lines l where l.quote_id = p_quote);
end;
$$;
comment on function private.quote_products(uuid) is 'The lines of a quote as private.place_order and fixed_lines take them';

create function private.quoted_lines(p_lines jsonb, p_quote uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return case when p_quote is null then p_lines else private.fixed_lines(p_lines, private.quote_products(p_quote)) end;
end;
$$;
comment on function private.quoted_lines(jsonb, uuid) is 'Lines as price_lines returns them, at the prices of a quote; as they are without one';

create function private.price_quote(p_quote uuid, p_customer uuid, p_method uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  lines constant jsonb := private.quoted_lines((
    select jsonb_agg(l order by place) from jsonb_array_elements(private.price_lines(private.quote_products(p_quote), p_customer))
      with ordinality line (l, place) where l ->> 'product_id' is not null), p_quote);
begin
  if lines is null then
    return null;
  end if;
  return private.price_order(lines, (select p.country from public.profiles p where p.id = p_customer), p_method, null, p_customer);
end;
$$;
comment on function private.price_quote(uuid, uuid, uuid) is
  'What a quote costs this customer with shipping and tax, as price_order returns it; null for one without lines';

alter table public.quotes enable row level security;
grant select on public.quotes to authenticated;
create policy quotes_select_own_or_admin on public.quotes for select to authenticated
  using (company_id = (select public.own_company()) or (select public.is_admin()));

alter table public.quote_lines enable row level security;
grant select on public.quote_lines to authenticated;
-- Whoever may read the quote may read its lines.
create policy quote_lines_select_with_quote on public.quote_lines for select to authenticated
  using (exists (select from public.quotes q where q.id = quote_id));

create trigger quotes_set_updated_at before update on public.quotes
  for each row execute function private.set_updated_at();
select private.audit_table('public.quotes');
select private.audit_table('public.quote_lines');

-- What company and office write about a quote, and what each of them does with it.

create table public.quote_messages (
  id uuid primary key default gen_random_uuid(),
  quote_id uuid not null references public.quotes on delete cascade,
  from_office boolean not null,
  text text not null check (length(text) <= 2000 and public.is_visible(text)),
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.quote_messages is 'Messages about quotes, to and fro';
comment on column public.quote_messages.id is 'Identifies the message';
comment on column public.quote_messages.quote_id is 'The quote';
comment on column public.quote_messages.from_office is 'Whether the office wrote it; otherwise the company did';
comment on column public.quote_messages.text is 'What was written';
comment on column public.quote_messages.created_at is 'When';
create index quote_messages_quote_idx on public.quote_messages (quote_id, created_at);

create function private.own_quote(p_quote uuid) returns public.quotes
language plpgsql security definer set search_path = '' as $$
declare
  found_quote public.quotes;
begin
  perform private.require_customer();
  select q.* into found_quote from public.quotes q
    where q.id = p_quote and q.company_id = (private.company_of(auth.uid())).id for no key update;
  return found_quote;
end;
$$;
comment on function private.own_quote(uuid) is 'Locks a quote of the company of the signed-in customer and returns it; null when there is none';

create function private.refuse_moved_quote(p_quote public.quotes) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_quote.status in ('accepted', 'declined') then
    raise exception 'This quote is % already.', p_quote.status using detail = 'quote_moved';
  end if;
end;
$$;
comment on function private.refuse_moved_quote(public.quotes) is 'Refuses a quote that was accepted or declined (quote_moved)';

create function private.queue_quote_mail(p_quote public.quotes, p_kind public.mail_kind, p_record uuid, p_data jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.mail_outbox as m (record_id, recipient, kind, data)
  select p_record, btrim(p.email), p_kind,
    p_data || jsonb_build_object('name', p.firstname, 'quote', p_quote.id, 'number', p_quote.number)
  from public.profiles p where p.id = p_quote.user_id and btrim(p.email) <> ''
  -- A corrected offer is another mail.
  on conflict on constraint mail_outbox_once do update
    set data = excluded.data, state = 'queued', message_id = excluded.message_id, attempts = 0,
      queued_at = now(), next_try_at = now(), last_error = '';
end;
$$;
comment on function private.queue_quote_mail(public.quotes, public.mail_kind, uuid, jsonb) is 'Queues a mail about a quote to its member';

create function public.request_quote(p_message text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  company constant public.companies := private.company_of(auth.uid());
  lines jsonb;
  made uuid;
begin
  perform private.require_customer();
  if company.id is null then
    raise exception 'Quotes are for companies that buy wholesale.' using detail = 'no_company';
  end if;
  lines := private.price_lines((
    select coalesce(jsonb_agg(jsonb_build_object('product', c.product_id, 'quantity', c.quantity, 'size', c.size, 'color', c.color)
      order by c.created_at, c.id), '[]')
    from public.cart_items c where c.user_id = auth.uid()), auth.uid());
  if lines is null then
    raise exception 'Your cart is empty.' using detail = 'empty_order';
  end if;
  perform private.require_order_rate('quote', auth.uid());
  insert into public.quotes (company_id, user_id) values (company.id, auth.uid()) returning id into made;
  insert into public.quote_lines (quote_id, product_id, title, size, color, quantity, unit_price, position)
  select made, (l ->> 'product_id')::uuid, l ->> 'title', l ->> 'size', l ->> 'color', (l ->> 'quantity')::int, (l ->> 'unit_price')::numeric, place
  from jsonb_array_elements(lines) with ordinality line (l, place);
  if public.is_visible(p_message) then
    insert into public.quote_messages (quote_id, from_office, text) values (made, false, p_message);
  end if;
  return made;
end;
$$;
comment on function public.request_quote(text) is
  'Asks the office for prices of what is in the cart of the signed-in member of a company, and returns the id of the quote; the cart stays. Errors (in detail): not_a_customer, no_company, empty_order; with SQLSTATE PT429 too_many_tries.';
grant execute on function public.request_quote(text) to authenticated;

create function public.write_to_quote(p_quote uuid, p_text text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  quote constant public.quotes := private.own_quote(p_quote);
begin
  if quote.id is not null then
    perform private.require_order_rate('quote', auth.uid());
    insert into public.quote_messages (quote_id, from_office, text) values (quote.id, false, p_text);
    update public.quotes set to_answer = true where id = quote.id;
  end if;
  return quote.id;
end;
$$;
comment on function public.write_to_quote(uuid, text) is
  'Writes to the office about a quote of the company of the signed-in customer; null when there is no such quote. Errors (in detail): not_a_customer; with SQLSTATE PT429 too_many_tries.';
grant execute on function public.write_to_quote(uuid, text) to authenticated;

create function public.decline_quote(p_quote uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  quote constant public.quotes := private.own_quote(p_quote);
begin
  perform private.refuse_moved_quote(quote);
  update public.quotes set status = 'declined', to_answer = false where id = quote.id;
  return quote.id;
end;
$$;
comment on function public.decline_quote(uuid) is
  'Declines a quote of the company of the signed-in customer; null when there is no such quote. Errors (in detail): not_a_customer, quote_moved.';
grant execute on function public.decline_quote(uuid) to authenticated;

create function private.require_acceptable(p_quote public.quotes) returns void
language plpgsql stable set search_path = '' as $$
begin
  -- Who cancelled the order may accept once more.
  if p_quote.status = 'requested' or p_quote.status = 'declined' then
    raise exception 'This quote cannot be accepted now.' using detail = 'quote_moved';
  end if;
  if p_quote.ends_at <= now() then
    raise exception 'This quote has expired. Please ask for a new one.' using detail = 'quote_expired';
  end if;
end;
$$;
comment on function private.require_acceptable(public.quotes) is 'Refuses a quote that is not offered (quote_moved) or has expired (quote_expired)';

create function public.accept_quote(p_quote uuid, p_options jsonb default '{}') returns json
language plpgsql security definer set search_path = '' as $$
declare
  -- Two who accept at once queue here.
  quote constant public.quotes := private.own_quote(p_quote);
  buyer constant public.profiles := (select p from public.profiles p where p.id = auth.uid());
  placed public.orders;
  products jsonb;
  price jsonb;
begin
  if quote.id is null then
    return null;
  end if;
  select * into placed from public.orders o where o.id = quote.order_id and o.status <> 'Cancelled';
  if placed.id is null then
    perform private.require_acceptable(quote);
    products := private.quote_products(quote.id);
    perform private.require_deliverable(buyer, private.validate_order_lines(products, buyer.id));
    price := private.price_quote(quote.id, buyer.id, private.as_uuid(p_options ->> 'method'));
    if (price ->> 'total_price')::numeric <> coalesce((p_options ->> 'amount')::numeric, (price ->> 'total_price')::numeric) then
      raise exception 'This quote has changed. Please look at it again.' using detail = 'amount_differs';
    end if;
    placed := private.place_order(products, (price ->> 'total_price')::numeric, buyer.email, null,
      p_options - array['checkout', 'replaces', 'voucher'] || jsonb_build_object('quote', quote.id));
    update public.quotes set status = 'accepted', to_answer = false, order_id = placed.id where id = quote.id;
  elsif placed.user_id is distinct from buyer.id then
    raise exception 'A colleague has accepted this quote.' using detail = 'quote_moved';
  end if;
  return private.order_with_lines(placed.id);
end;
$$;
comment on function public.accept_quote(uuid, jsonb) is
  'Makes an order of a quote of the company of the signed-in customer, at exactly its prices and whatever minimums and packs there are, once: the order, as order_with_lines has it, and the same when repeated; null when there is no such quote. Options: amount (the total in dollars that the customer saw), method, po_number, and what else private.place_order takes. Errors (in detail): as there, no_address, choice_missing, quote_moved, quote_expired, amount_differs.';
grant execute on function public.accept_quote(uuid, jsonb) to authenticated;

create function public.read_quote(p_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  for_office constant boolean := public.is_admin();
begin
  return (
    select json_build_object('id', q.id, 'number', q.number,
      'status', case when q.status = 'offered' and q.ends_at <= now() then 'expired' else q.status::text end,
      'to_answer', q.to_answer, 'ends_at', q.ends_at, 'note', q.note, 'created_at', q.created_at,
      'company', json_build_object('id', c.id, 'name', c.name), 'terms', private.terms_of(private.company_of(auth.uid())),
      'customer', case when p.id is not null then json_build_object('id', p.id, 'name', btrim(p.firstname || ' ' || p.lastname), 'email', p.email) end,
      'order', (select json_build_object('id', o.id, 'number', o.number, 'status', o.status) from public.orders o where o.id = q.order_id),
      'price', private.price_quote(q.id, case when for_office then q.user_id else auth.uid() end) - 'lines',
      'lines', (
        select coalesce(json_agg(json_build_object('id', l.id, 'title', l.title, 'size', l.size, 'color', l.color, 'quantity', l.quantity,
          'unit_price', l.unit_price, 'product', case when g.id is not null then
            json_build_object('id', g.id, 'title', g.title, 'images', g.images, 'sizes', g.sizes, 'colors', g.colors, 'price', g.price) end) order by l.position, l.id), '[]')
        from public.quote_lines l left join public.products g on g.id = l.product_id where l.quote_id = q.id),
      'messages', (
        select coalesce(json_agg(json_build_object('id', m.id, 'from_office', m.from_office, 'text', m.text, 'created_at', m.created_at)
          order by m.created_at, m.id), '[]')
        from public.quote_messages m where m.quote_id = q.id))
    from public.quotes q join public.companies c on c.id = q.company_id left join public.profiles p on p.id = q.user_id
    where q.id = p_id and (for_office or q.company_id = public.own_company()));
end;
$$;
comment on function public.read_quote(uuid) is
  'A quote that the caller may read, with its lines, messages, order, price: what it costs with shipping and tax, and terms: {days, credit_left in dollars} on which the company may accept it, or null; null when there is none';
grant execute on function public.read_quote(uuid) to authenticated;

alter table public.quote_messages enable row level security;
grant select on public.quote_messages to authenticated;
-- Whoever may read the quote may read what was written about it.
create policy quote_messages_select_with_quote on public.quote_messages for select to authenticated
  using (exists (select from public.quotes q where q.id = quote_id));
select private.audit_table('public.quote_messages', p_erase => true);

-- What the office writes: quotes, and orders in the name of a customer.

create function office.create_quote(p_company uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
begin
  perform private.require_admin();
  -- Sent to a manager, or else to whoever is a member for longest.
  insert into public.quotes (company_id, user_id)
  select c.id, (
    select m.user_id from public.company_members m where m.company_id = c.id order by m.role desc, m.created_at, m.user_id limit 1)
  from public.companies c where c.id = p_company
  returning id into made;
  return made;
end;
$$;
comment on function office.create_quote(uuid) is
  'Begins a quote for a company and returns its id; null when there is no such company. Administrators only (not_an_administrator).';

create function office.save_quote(p_id uuid, p_lines jsonb, p_ends_at timestamptz, p_note text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  quote public.quotes;
begin
  perform private.require_admin();
  select * into quote from public.quotes where id = p_id for no key update;
  if not found then
    return null;
  end if;
  if quote.status = 'accepted' then
    raise exception 'This quote is accepted already.' using detail = 'quote_moved';
  end if;
  perform private.refuse_at('validation_failed', 'Has to be later than now', array(select 'endsAt' where p_ends_at <= now()));
  perform private.refuse_at('validation_failed', 'This product is no longer there', array(
    select concat('lines.', place - 1, '.product') from jsonb_array_elements(p_lines) with ordinality line (l, place)
    where not exists (select from public.products p where p.id = private.as_uuid(l ->> 'product'))));
  delete from public.quote_lines where quote_id = p_id;
  insert into public.quote_lines (quote_id, product_id, title, size, color, quantity, unit_price, position)
  select p_id, p.id, p.title, nullif(btrim(l ->> 'size'), ''), nullif(btrim(l ->> 'color'), ''), (l ->> 'quantity')::int, (l ->> 'unit_price')::numeric, place
  from jsonb_array_elements(p_lines) with ordinality line (l, place) join public.products p on p.id = (l ->> 'product')::uuid;
  update public.quotes set status = 'offered', to_answer = false, ends_at = p_ends_at, note = p_note where id = p_id returning * into quote;
  perform private.queue_quote_mail(quote, 'quote_offered', quote.id, jsonb_build_object('endsAt', p_ends_at, 'note', p_note, 'lines', (
    select jsonb_agg(jsonb_build_object('title', q.title, 'size', q.size, 'color', q.color, 'quantity', q.quantity, 'price', q.unit_price)
      order by q.position) from public.quote_lines q where q.quote_id = p_id)));
  return quote.id;
end;
$$;
comment on function office.save_quote(uuid, jsonb, timestamptz, text) is
  'Offers these lines, [{product, size, color, quantity, unit_price}], until a time, and mails the offer; null when there is no such quote. Errors (in detail): not_an_administrator, quote_moved, validation_failed (with the paths of what is wrong as hint).';

create function office.answer_quote(p_id uuid, p_text text, p_decline boolean default false) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  quote public.quotes;
  message uuid;
begin
  perform private.require_admin();
  select * into quote from public.quotes where id = p_id for no key update;
  if quote.id is null then
    return null;
  end if;
  if p_decline then
    perform private.refuse_moved_quote(quote);
  end if;
  insert into public.quote_messages (quote_id, from_office, text) values (p_id, true, p_text) returning id into message;
  -- A word is no offer: who asked for prices still waits for them.
  update public.quotes set status = case when p_decline then 'declined' else status end,
    to_answer = status = 'requested' and not p_decline where id = p_id;
  perform private.queue_quote_mail(quote, 'quote_answered', message, jsonb_build_object('text', p_text));
  return quote.id;
end;
$$;
comment on function office.answer_quote(uuid, text, boolean) is
  'Writes to the company about its quote, declining it when p_decline says so, and mails it; null when there is no such quote. Errors (in detail): not_an_administrator, quote_moved.';

create function office.list_quotes(p_query text default '', p_state text default '', p_limit int default 25, p_page int default 1) returns jsonb
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan as $$
declare
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 500);
  words constant text[] := private.query_words(p_query);
  found_ids uuid[];
begin
  perform private.require_admin();
  found_ids := array(
    select q.id from public.quotes q join public.companies c on c.id = q.company_id left join public.profiles p on p.id = q.user_id
    where private.contains_words(concat_ws(' ', q.number, c.name, p.firstname, p.lastname, p.email), words)
      and case coalesce(p_state, '') when '' then true when 'to-answer' then q.to_answer
        when 'expired' then q.status = 'offered' and q.ends_at <= now()
        when 'offered' then q.status = 'offered' and q.ends_at > now() else q.status::text = p_state end
    order by q.created_at desc, q.id);
  return jsonb_build_object('total', cardinality(found_ids), 'total_is_least', false, 'quotes', coalesce((
    select jsonb_agg(f) from (
      select q.id, q.number, c.name as company, btrim(p.firstname || ' ' || p.lastname) as customer, q.to_answer, q.ends_at, q.created_at,
        case when q.status = 'offered' and q.ends_at <= now() then 'expired' else q.status::text end as status,
        coalesce((select sum(l.quantity * l.unit_price) from public.quote_lines l where l.quote_id = q.id), 0) as goods
      from unnest(found_ids) with ordinality w (id, place) join public.quotes q on q.id = w.id
      join public.companies c on c.id = q.company_id left join public.profiles p on p.id = q.user_id
      order by w.place limit page_size offset private.page_start(p_page, page_size, cardinality(found_ids))) f), '[]'));
end;
$$;
comment on function office.list_quotes(text, text, int, int) is
  'One page of quotes (at most 500), newest first, as {total, total_is_least, quotes}; state is to-answer, requested, offered, expired, accepted, declined or empty for all. Administrators only (not_an_administrator).';

create function office.create_order(p_customer uuid, p_lines jsonb, p_options jsonb default '{}') returns json
language plpgsql security definer set search_path = '' as $$
declare
  buyer public.profiles;
  company public.companies;
  options constant private.order_options := jsonb_populate_record(null::private.order_options,
    case jsonb_typeof(p_options) when 'object' then p_options else '{}' end);
  new_id constant uuid := gen_random_uuid();
  lines jsonb;
  price jsonb;
  placed public.orders;
begin
  perform private.require_admin();
  select * into buyer from public.profiles where id = p_customer;
  if not found then
    raise exception 'This customer does not exist.' using detail = 'unknown_customer';
  end if;
  company := private.company_of(buyer.id);
  lines := private.fixed_lines(private.validate_order_lines(p_lines, buyer.id), (
    select jsonb_agg(l) from jsonb_array_elements(p_lines) l where l ->> 'unit_price' is not null));
  perform private.require_deliverable(buyer, lines);
  price := private.price_order(lines, buyer.country, options.method, null, buyer.id);
  perform private.require_price(price, (price ->> 'total_price')::numeric);
  placed := private.add_order(new_id, buyer, company, buyer.email, price, options, null, null,
    case when (price ->> 'total_price')::numeric = 0 then new_id || '.1' end);
  if placed.total_price > 0 then
    perform private.require_payable(placed.total_price, placed.currency);
  end if;
  perform private.add_order_lines(placed.id, price -> 'lines');
  if placed.total_price = 0 then
    perform private.settle_free_order(placed);
  end if;
  perform private.require_stock(placed);
  update public.orders set by_office = true where id = placed.id;
  if placed.status = 'Pending' and btrim(placed.email) <> '' then
    delete from public.mail_outbox m where m.order_id = placed.id and m.kind = 'order_placed';
    insert into public.mail_outbox (order_id, recipient, kind) values (placed.id, btrim(placed.email), 'order_to_pay');
  end if;
  return private.order_with_lines(placed.id);
end;
$$;
comment on function office.create_order(uuid, jsonb, jsonb) is
  'Places an order of these lines, [{product, size, color, quantity, unit_price? to fix the price}], in the name of a customer, whatever minimums and packs there are, and mails the link that pays it; options: method, po_number. Errors (in detail): not_an_administrator, unknown_customer, those of the lines and the price as place_order has them, no_address, choice_missing.';

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
  where o.status in ('Pending', 'OnTerms', 'Held') order by o.created_at desc;
comment on view public.unpaid_orders is 'Orders that wait for money (Pending, OnTerms) or for a person (Held), newest first, with how often the customer tried to pay';
comment on column public.unpaid_orders.id is 'The order';
comment on column public.unpaid_orders.status is 'Pending, OnTerms or Held';
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
    and not exists (select 1 from public.payment_attempts a where a.reference = o.payment_reference and a.transfer is not null)
  order by o.paid_at desc;
comment on view public.paid_orders_without_payment is 'Orders that cost something and are Paid, though not by transfer, of which the payment provider sent no message, for instance because the status was set by hand';
comment on column public.paid_orders_without_payment.id is 'The order';
comment on column public.paid_orders_without_payment.paid_at is 'When it became Paid';
comment on column public.paid_orders_without_payment.firstname is 'First name of the customer';
comment on column public.paid_orders_without_payment.lastname is 'Last name of the customer';
comment on column public.paid_orders_without_payment.email is 'Mail address for this order';
comment on column public.paid_orders_without_payment.total_price is 'What it costs';
comment on column public.paid_orders_without_payment.currency is 'Currency of the total, three letters';
comment on column public.paid_orders_without_payment.payment_reference is 'Reference of the payment that is said to have paid it; empty when there was no payment attempt';
