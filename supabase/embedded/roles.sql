-- The roles, schemas and default privileges that every hosted Supabase project starts with.
create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;
create role authenticator login noinherit;
create role supabase_auth_admin nologin noinherit createrole;
create role supabase_storage_admin nologin noinherit createrole;
create role dashboard_user nologin createrole createdb replication;
-- As on hosted projects, migrations do not run as a superuser.
create role postgres login createrole createdb replication bypassrls;
grant anon, authenticated, service_role, authenticator to postgres with admin option;
grant supabase_auth_admin, supabase_storage_admin to postgres;
grant anon, authenticated, service_role to authenticator;
grant pg_monitor, pg_read_all_data, pg_signal_backend to postgres;

alter database postgres owner to postgres;
alter schema public owner to postgres;
create schema extensions authorization postgres;
create schema auth authorization postgres;
create schema storage authorization postgres;
grant usage on schema public, extensions to anon, authenticated, service_role;
grant all on schema public to postgres;

create extension pg_stat_statements schema extensions;
create extension pgcrypto schema extensions;
create extension "uuid-ossp" schema extensions;

alter database postgres set search_path to "$user", public, extensions;

-- What a new table in public grants by default; migrations revoke what is too much.
alter default privileges for role postgres in schema public
  grant all on tables to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on functions to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on sequences to anon, authenticated, service_role;
