-- What every later migration stands on: extensions, a private schema, and nothing open by default.

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
grant usage on schema extensions to anon, authenticated, service_role;

-- Trigger functions live here, out of reach of the REST API.
create schema if not exists private;
revoke all on schema private from public;
comment on schema private is 'Trigger functions and helpers of the shop. Not served by the API.';

-- A hosted project grants everything on new tables and functions; here each migration opens what it needs.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
