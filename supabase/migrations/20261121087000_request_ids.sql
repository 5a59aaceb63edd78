-- The request that a statement belongs to, as the logs of the site and the functions name it.

create function private.request_id() returns text
language sql stable set search_path = '' as $$
  select substring(
    nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-request-id'
    from '^[A-Za-z0-9_-]{8,64}$');
$$;
comment on function private.request_id() is
  'Id of the request of the API that is being answered; null for everything else';
revoke execute on function private.request_id() from public, anon, authenticated;

-- PostgREST calls this before each request, as the caller: it must be reachable, cheap, and never fail.
create function public.note_request() returns void
language sql volatile security definer set search_path = '' as $$
  select set_config('application_name', coalesce('api ' || private.request_id(), 'api'), true);
$$;
comment on function public.note_request() is
  'Called before each request of the REST API: shows its id as application_name in the log and in pg_stat_activity';
revoke execute on function public.note_request() from public, anon, authenticated;
grant execute on function public.note_request() to anon, authenticated, service_role;

-- Where a project does not let its owner set this, everything works but the names in the log.
do $$
begin
  alter role authenticator set pgrst.db_pre_request = 'public.note_request';
  notify pgrst, 'reload config';
exception when insufficient_privilege then
  raise notice 'pgrst.db_pre_request could not be set: %', sqlerrm;
end;
$$;
