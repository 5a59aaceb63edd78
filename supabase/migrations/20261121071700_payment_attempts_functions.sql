-- Sending a customer to the card page, again if need be. Called by the functions with the service key only.

create function public.start_payment_attempt(p_order_id uuid, p_reference text)
returns public.payment_attempts
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
  attempt public.payment_attempts;
begin
  -- Shared with other attempts, but not with a settlement that is under way.
  select * into ordered from public.orders where id = p_order_id for share;
  if not found then
    raise exception 'This order does not exist.' using errcode = 'P0001', detail = 'unknown_order';
  end if;
  if ordered.status <> 'Pending' then
    raise exception 'This order needs no payment.' using errcode = 'P0001', detail = 'not_pending';
  end if;
  insert into public.payment_attempts (reference, order_id, amount_minor, currency)
  values (p_reference, ordered.id, (ordered.total_price * 100)::bigint, ordered.currency)
  returning * into attempt;
  return attempt;
end;
$$;
comment on function public.start_payment_attempt(uuid, text) is
  'Starts a try to pay an order. Errors (in detail): unknown_order, not_pending.';

create function public.save_authorization(p_reference text, p_url text)
returns public.payment_attempts
language plpgsql security definer set search_path = '' as $$
declare
  attempt public.payment_attempts;
begin
  update public.payment_attempts
    set authorization_url = p_url, status = case status when 'started' then 'authorized' else status end
    where reference = p_reference returning * into attempt;
  if not found then
    raise exception 'This payment does not exist.' using errcode = 'P0001', detail = 'unknown_payment';
  end if;
  return attempt;
end;
$$;
comment on function public.save_authorization(text, text) is
  'Keeps the address of the card page. Error (in detail): unknown_payment.';

create function public.fail_payment_attempt(p_reference text, p_status text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.payment_attempts set status = left(coalesce(nullif(p_status, ''), 'failed'), 50)
    where reference = p_reference and status not in ('paid', 'held', 'duplicate');
  return found;
end;
$$;
comment on function public.fail_payment_attempt(text, text) is
  'Notes that a try to pay came to nothing; true when it was still open. The order stays Pending.';

create function public.quiet_orders(p_older_than interval) returns setof public.payment_attempts
language sql stable security definer set search_path = '' as $$
  -- A given-up card page can still be paid for a while: the provider repeats itself for 72 hours.
  select a.* from public.payment_attempts a
  join public.orders o on o.id = a.order_id
  where o.status = 'Pending' and a.status not in ('paid', 'held', 'duplicate')
    and a.created_at < now() - p_older_than and a.created_at > now() - interval '7 days'
  order by a.created_at limit 200;
$$;
comment on function public.quiet_orders(interval) is
  'Tries to pay orders that are still Pending and began longer ago than this, up to a week: ask the provider about them';

revoke execute on function
  public.start_payment_attempt(uuid, text), public.save_authorization(text, text),
  public.fail_payment_attempt(text, text), public.quiet_orders(interval)
  from public, anon, authenticated;
grant execute on function
  public.start_payment_attempt(uuid, text), public.save_authorization(text, text),
  public.fail_payment_attempt(text, text), public.quiet_orders(interval)
  to service_role;
