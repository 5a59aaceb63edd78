-- Which payments the provider is asked about, and when again. Most card pages that go quiet were simply left: asked about all
-- alike and the oldest first, they kept the newer ones, of which some were paid, from ever being asked about.

alter table public.payment_attempts add column asked_at timestamptz;
comment on column public.payment_attempts.asked_at is
  'When the provider was last asked about it because nobody had heard of it; empty before the first time';

-- That the provider was asked is no change of the payment: the audit trail leaves it out.
drop trigger payment_attempts_audit_insert on public.payment_attempts;
drop trigger payment_attempts_audit_update on public.payment_attempts;
drop trigger payment_attempts_audit_delete on public.payment_attempts;
drop trigger payment_attempts_audit_truncate on public.payment_attempts;
select private.keep_audit('public.payment_attempts', 'reference', '{authorization_url,asked_at}');

-- The longer nothing was heard, the longer until it is asked about again. Of an order that was paid meanwhile too: who had two
-- card pages open may have paid on both.
create or replace function public.quiet_orders(p_older_than interval)
returns setof public.payment_attempts
language sql stable security definer set search_path = '' as $$
  -- A given-up card page can still be paid for a while: the provider repeats itself for 72 hours.
  select a.* from public.payment_attempts a
  where a.status not in ('paid', 'held', 'duplicate')
    and a.created_at < now() - p_older_than and a.created_at > now() - interval '7 days'
    and (a.asked_at is null
      or a.asked_at < now() - greatest(p_older_than, (now() - a.created_at) / 12))
  order by coalesce(a.asked_at, a.created_at) limit 200;
$$;
comment on function public.quiet_orders(interval) is
  'Tries to pay that began longer ago than this, up to a week, whose end nobody knows and about which the provider was not asked lately; the longest unasked first, 200 at most';

create function public.take_quiet_orders(p_older_than interval, p_limit int)
returns setof public.payment_attempts
language sql volatile security definer set search_path = '' as $$
  update public.payment_attempts a set asked_at = now()
  from (
    select l.reference from public.payment_attempts l
    where l.reference in (
      select q.reference from public.quiet_orders(p_older_than) q limit p_limit)
    -- What is being settled right now needs no question.
    for update skip locked) due
  where a.reference = due.reference
  returning a.*;
$$;
comment on function public.take_quiet_orders(interval, int) is
  'Gives the first of what quiet_orders lists, and notes that the provider is asked about it now: whoever gets it asks';

revoke execute on function public.take_quiet_orders(interval, int) from public, anon, authenticated;
grant execute on function public.take_quiet_orders(interval, int) to service_role;
