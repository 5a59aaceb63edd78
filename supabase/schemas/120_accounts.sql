-- Logins: pending changes of the mail address, limits on passwords, and the deletion of accounts.

-- The link in the mail works for an hour (`otp_expiry` in config.toml). A change of the password ends it and empties the time.
create function public.pending_email() returns text
language sql stable security definer set search_path = '' as $$
  select nullif(u.email_change, '') from auth.users u
  where u.id = (select auth.uid()) and u.email_change_sent_at > public.clock() - interval '1 hour';
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

-- The address lets the hook tell this attempt from those of strangers: Supabase Auth gives it the address of each attempt.
create function public.trust_attempt(p_user uuid, p_device text, p_address text, p_email text default null)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  moment constant timestamptz := private.running_clock();
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

-- Called by Supabase Auth after each check of a password. The right password is delayed like a wrong one, or guessing could go on.
create function private.limit_password_attempts(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  most constant int := 50;
  counted constant text := 'password:' || (event ->> 'user_id');
  seconds int;
begin
  update public.rate_limits r set hits = r.hits - 1
  where r.key = format('trusted:%s:%s', event ->> 'user_id', event #>> '{metadata,ip_address}')
    and r.hits > 0 and r.ends_at > private.running_clock();
  if found then
    return '{"decision": "continue"}';
  end if;
  if (event ->> 'valid')::boolean then
    select ceil(extract(epoch from r.ends_at - private.running_clock()))::int into seconds
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
      where a.order_id = o.id and a.created_at > public.clock() - interval '1 hour')
    order by o.id for update);
  perform private.lock_variants(array(select h.variant_id from public.stock_holds h where h.order_id = any (abandoned)));
  perform private.lock_vouchers(abandoned, null);
  update public.quotes set order_id = null where order_id = any (abandoned);
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
