-- What the provider tells of refunds, by its messages and in its list, and which of ours it means.

create function private.fits_again(p_refund public.refunds) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return (p_refund.shipping_minor = 0 or private.shipping_to_refund(p_refund.order_id) is not null)
    and not exists (select from public.refund_lines l join public.order_items i on i.id = l.order_item_id
      where l.refund_id = p_refund.id and l.quantity > i.quantity - i.refunded);
end;
$$;
comment on function private.fits_again(public.refunds) is 'Whether nobody has refunded the shipping and the pieces of a failed refund meanwhile';

create function private.move_refund(
  p_refund uuid, p_reference text, p_amount_minor bigint, p_status text, p_provider_id text, p_provider_reference text
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  its_id uuid := p_refund;
  refund public.refunds;
begin
  -- Refunds can also be made in the provider's own dashboard.
  if its_id is null then
    insert into public.refunds (reference, order_id, amount_minor, currency)
    select a.reference, a.order_id, p_amount_minor, a.currency from public.payment_attempts a
    where a.reference = p_reference and p_status <> 'failed'
      and p_amount_minor between 1 and coalesce(a.paid_minor, a.amount_minor) - a.refunded_minor
    returning id into its_id;
  end if;
  if its_id is null then
    return 'noted';
  end if;
  update public.refunds set provider_reference = p_provider_reference
    where id = its_id and provider_reference is null and p_provider_reference is not null;
  refund := public.update_refund(its_id, p_status, '', p_provider_id);
  return refund.status::text;
end;
$$;
comment on function private.move_refund(uuid, text, bigint, text, text, text) is
  'Moves the refund that the provider means; without one, begins it. noted when it failed or does not fit into the payment.';

create function public.settle_refund(
  p_event_key text, p_event text, p_reference text, p_amount_minor bigint, p_status text,
  p_payload jsonb, p_provider_reference text default null, p_provider text default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  its_id uuid;
  alike int;
  waiting uuid[];
begin
  perform public.note_payment_event(p_event_key, p_event, p_reference, p_payload, p_provider);
  perform 1 from public.orders o join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference for update of o;
  if not exists (select from public.payment_attempts a
    where a.reference = p_reference and a.status in ('paid', 'held', 'duplicate') and (p_provider is null or a.provider = p_provider)) then
    return 'unknown';
  end if;
  select r.id into its_id from public.refunds r
    where r.reference = p_reference and r.provider_reference = p_provider_reference;
  if its_id is null then
    -- Messages do not name our refund: those of the same amount that no message with a reference was about.
    select count(*), array_agg(r.id order by r.asked_at, r.id) filter (where r.status in ('requested', 'pending', 'processing'))
      into alike, waiting from public.refunds r
      where r.reference = p_reference and r.amount_minor = p_amount_minor
        and (r.provider_reference is null or p_provider_reference is null);
    its_id := waiting[1];
    if alike > 0 and (its_id is null or p_provider_reference is null and alike > 1) then
      return 'ambiguous';
    end if;
  end if;
  return private.move_refund(its_id, p_reference, p_amount_minor, p_status, null, p_provider_reference);
end;
$$;
comment on function public.settle_refund(text, text, text, bigint, text, jsonb, text, text) is
  'Handles a message of the provider about a refund (amount in the smallest unit): the status of the refund; noted when it fits none; ambiguous when it may be about one of several, or be late: its list tells; unknown when there is no such payment';

create function private.settle_listed_refund(
  p_reference text, p_amount_minor bigint, p_status text, p_provider_id text default null, p_refund uuid default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  its_id uuid;
begin
  perform 1 from public.orders o join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference for update of o;
  select r.id into its_id from public.refunds r
    where r.reference = p_reference and (r.provider_id = p_provider_id or r.id = p_refund and r.provider_id is null)
    order by r.provider_id nulls last limit 1;
  if its_id is null and p_status <> 'failed'
    and not exists (select from public.refunds r where r.id = p_refund) then
    select r.id into its_id from public.refunds r
      where r.reference = p_reference and r.amount_minor = p_amount_minor
        and r.provider_id is null and r.status <> 'failed'
      order by r.asked_at, r.id limit 1;
  end if;
  return private.move_refund(its_id, p_reference, p_amount_minor, p_status, p_provider_id, null);
end;
$$;
comment on function private.settle_listed_refund(text, bigint, text, text, uuid) is
  'Handles a refund in the list of the provider (amount in the smallest unit); p_refund: ours, as its merchant note says, null for one that was made at the provider. Returns the status of the refund, or noted when it fits none.';

create function private.close_lost_refunds(p_reference text, p_reversed boolean) returns int
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.orders o join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference for update of o;
  return (
    select count(public.update_refund(r.id, case when p_reversed then 'processed' else 'failed' end,
      case when p_reversed then '' else 'The provider has no record of this refund.' end))
    from public.refunds r
    where r.reference = p_reference and (
      p_reversed and r.status in ('requested', 'pending', 'processing')
      -- A younger request may still be on its way.
      or r.status = 'requested' and r.provider_id is null and r.asked_at < private.running_clock() - interval '1 minute'));
end;
$$;
comment on function private.close_lost_refunds(text, boolean) is
  'Ends refunds of a payment that the list of the provider lacks and that were asked for more than a minute ago, as failed; where the provider reversed the whole payment, all that are open are processed. Returns their number.';

create function public.settle_listed_refunds(p_reference text, p_refunds jsonb, p_reversed boolean) returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  listed jsonb;
  results text[] := '{}';
begin
  for listed in select e from jsonb_array_elements(p_refunds) with ordinality l (e, place) order by l.place loop
    results := results || private.settle_listed_refund(p_reference, (listed ->> 'amount')::bigint, listed ->> 'status',
      listed ->> 'provider_id', (listed ->> 'id')::uuid);
  end loop;
  perform private.close_lost_refunds(p_reference, p_reversed);
  return results;
end;
$$;
comment on function public.settle_listed_refunds(text, jsonb, boolean) is
  'Takes over the provider''s list of the refunds of a payment, [{id: ours, if it names one; provider_id; amount in the smallest unit; status}], as settle_listed_refund says, and ends those that it lacks, as close_lost_refunds says. Returns the result of each.';

create function public.unconfirmed_refunds(p_older_than interval) returns setof public.refunds
language sql stable security definer set search_path = '' as $$
  select * from public.refunds
  where status in ('requested', 'pending', 'processing')
    and asked_at < public.clock() - p_older_than and asked_at > public.clock() - interval '30 days'
  order by asked_at limit 100;
$$;
comment on function public.unconfirmed_refunds(interval) is
  'Refunds that are not done and were asked for longer ago than this, up to a month: ask the provider about them';
