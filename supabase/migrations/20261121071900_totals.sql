-- Counts for the account page and the dashboard.

create function private.require_admin() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.is_admin() then
    raise exception 'Only administrators may do this.'
      using errcode = 'P0001', detail = 'not_an_administrator';
  end if;
end;
$$;
comment on function private.require_admin() is 'Refuses anybody but administrators';
revoke execute on function private.require_admin() from public, anon, authenticated;

create function public.order_count() returns int
language sql stable security invoker set search_path = '' as $$
  select count(*)::int from public.orders where user_id = (select auth.uid());
$$;
comment on function public.order_count() is 'How many orders the signed-in customer has placed';

create function public.total_users() returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (select count(*) from public.profiles);
end;
$$;
comment on function public.total_users() is 'How many customers there are; administrators only (not_an_administrator)';

create function public.total_orders() returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (select count(*) from public.orders);
end;
$$;
comment on function public.total_orders() is 'How many orders there are; administrators only (not_an_administrator)';

create function public.monthly_income() returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select coalesce(sum(total_price), 0.00) from public.orders
    where status = 'Paid'
      and paid_at >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC');
end;
$$;
comment on function public.monthly_income() is
  'What was paid in the current calendar month (UTC), in dollars; administrators only (not_an_administrator)';

revoke execute on function
  public.order_count(), public.total_users(), public.total_orders(), public.monthly_income()
  from public, anon, authenticated;
grant execute on function
  public.order_count(), public.total_users(), public.total_orders(), public.monthly_income()
  to authenticated;
