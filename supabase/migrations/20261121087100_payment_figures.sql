-- What the operator's instruments show of payments.

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
    'quiet', (select count(*) from public.quiet_orders('15 minutes')));
$$;
comment on function public.payment_figures() is
  'Counts for monitoring: orders by status and payments by outcome of the last 24 hours, and payments that went quiet (200 at most)';
revoke execute on function public.payment_figures() from public, anon, authenticated;
grant execute on function public.payment_figures() to service_role;
