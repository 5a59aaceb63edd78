-- Browsers that signed in before are counted by themselves, so that wrong passwords of strangers do not lock the owner out.

create or replace function public.trust_attempt(p_user uuid, p_device text, p_address text, p_email text default null)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  moment constant timestamptz := clock_timestamp();
begin
  if not exists (
      select from auth.users u where u.id = p_user and (p_email is null or u.email = lower(p_email)))
    or public.consume_rate_limit('device:' || p_device, 10, interval '1 minute') > 0 then
    return false;
  end if;
  insert into public.rate_limits as r (key, hits, ends_at)
  values (format('trusted:%s:%s', p_user, p_address), 1, moment + interval '10 seconds')
  on conflict (key) do update set
    hits = case when r.ends_at <= moment then 1 else r.hits + 1 end, ends_at = excluded.ends_at;
  return true;
end;
$$;
comment on function public.trust_attempt(uuid, text, text, text) is
  'Counts a password attempt by its device, and lets the next one from this address pass the limit of the account. False above 10 a minute, and where the account has another email address. For the service role.';

create or replace function private.limit_password_attempts(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  most constant int := 50;
  counted constant text := 'password:' || (event ->> 'user_id');
  seconds int;
begin
  update public.rate_limits r set hits = r.hits - 1
  where r.key = format('trusted:%s:%s', event ->> 'user_id', event #>> '{metadata,ip_address}')
    and r.hits > 0 and r.ends_at > clock_timestamp();
  if found then
    return '{"decision": "continue"}';
  end if;
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
  'Hook of Supabase Auth (password verification attempt): 50 wrong passwords a minute for an account, then 429. Attempts of trusted devices do not count (trust_attempt).';
