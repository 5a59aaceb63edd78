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

-- Tests replace the first function to let time pass; a shop has no setting for it. Postgres inlines it, so indexes are used as with now().
create function public.clock() returns timestamptz language sql stable parallel safe return now();
comment on function public.clock() is 'now(), by which everything begins, ends and expires';
grant execute on function public.clock() to anon, authenticated;

create function private.running_clock() returns timestamptz language sql volatile parallel safe
  return public.clock() + (clock_timestamp() - now());
comment on function private.running_clock() is 'clock_timestamp() of this clock: moves on within a transaction';

create function private.set_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := public.clock();
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
