-- Wrong passwords are counted for each account by the auth server too, whatever address they come from.

-- Called by Supabase Auth after each look at a password. The right password waits like a wrong one, or guessing would go on.
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
    seconds := public.take_rate(counted, most, interval '1 minute');
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
revoke execute on function private.limit_password_attempts(jsonb) from public, anon, authenticated;
grant execute on function private.limit_password_attempts(jsonb) to supabase_auth_admin;
