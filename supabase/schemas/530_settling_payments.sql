-- Settling a payment exactly once, whether webhook, callback or the reconciling job comes first.

-- Lines added after the order was placed stay, and so do pieces beyond the bought quantity.
-- An order line without size and colour stands for any line of its product.
create function private.remove_bought_from_cart(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  line record;
begin
  for line in
    select c.id, c.quantity - i.quantity as rest
    from public.cart_items c
    join lateral (
      select i.quantity from public.order_items i
      left join public.product_variants v on v.id = i.variant_id
      cross join lateral (select case when v.id is null then i.size else v.size end as size,
        case when v.id is null then i.color else v.color end as color) bought
      where i.order_id = p_order.id and i.product_id = c.product_id
        and ((bought.size is not distinct from c.size and bought.color is not distinct from c.color)
          or (i.size is null and i.color is null and c.created_at <= p_order.created_at))
      order by i.size nulls last, i.color nulls last limit 1) i on true
    where c.user_id = coalesce((select v.moved_to from public.visitors v where v.id = p_order.user_id), p_order.user_id) and p_order.exchange_of is null
    order by c.id for update of c
  loop
    if line.rest > 0 then
      update public.cart_items set quantity = line.rest where id = line.id;
    else
      delete from public.cart_items where id = line.id;
    end if;
  end loop;
end;
$$;
comment on function private.remove_bought_from_cart(public.orders) is
  'Removes what a paid order bought from the cart of its customer';

create function public.note_payment_event(
  p_key text, p_event text, p_reference text, p_payload jsonb, p_provider text, p_amount_minor bigint default null, p_currency text default null
) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.payment_events (id, reference, event, payload, provider, amount_minor, currency)
  values (p_key, coalesce(p_reference, ''), coalesce(p_event, ''), coalesce(p_payload, '{}'), coalesce(p_provider, ''), p_amount_minor, left(p_currency, 20))
  on conflict (id) do nothing;
  return found;
end;
$$;
comment on function public.note_payment_event(text, text, text, jsonb, text, bigint, text) is
  'Keeps a message of a provider; false for one that was kept before';

create function public.note_refused_message(p_provider text, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.payment_events as e (id, event, provider, payload)
  values (concat_ws(':', 'refused', p_provider, p_reason, to_char(date_trunc('hour', public.clock()), 'YYYY-MM-DD"T"HH24')), 'refused.' || p_reason, p_provider, '{"times": 1}')
  on conflict (id) do update set payload = jsonb_build_object('times', (e.payload ->> 'times')::int + 1);
end;
$$;
comment on function public.note_refused_message(text, text) is
  'Counts a message that no provider has signed, or too long ago: one row for each provider, reason and hour, since anybody can send these';

create function public.settle_payment(
  p_event_key text, p_event text, p_reference text, p_amount_minor bigint, p_currency text,
  p_payload jsonb, p_provider text default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
  is_due boolean;
  by_hand boolean;
  paid constant bigint := case when p_amount_minor > 0 then p_amount_minor end;
begin
  -- The webhook was quicker than our own verification: there is nothing left to do.
  if p_event = 'verify' and exists (
    select 1 from public.orders o join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference and o.status = 'Paid' and o.payment_reference = p_reference)
  then
    return 'already_paid';
  end if;

  -- The order is locked before its payments, as when an order is deleted; settlements queue here.
  select o.* into ordered from public.orders o
    join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference for update of o;

  perform public.note_payment_event(p_event_key, p_event, p_reference, p_payload, p_provider, p_amount_minor, p_currency);
  -- Of another provider than the payment: somebody else's money.
  if exists (select from public.payment_attempts a where a.reference = p_reference and a.provider <> p_provider) then
    return 'unknown';
  end if;
  if ordered.id is null then
    ordered := private.restore_paid_order(p_reference);
  end if;
  if ordered.id is null then
    return 'unknown';
  end if;

  if ordered.status in ('Paid', 'Refunded') then
    if ordered.payment_reference is distinct from p_reference then
      update public.payment_attempts set status = 'duplicate', paid_minor = coalesce(paid_minor, paid) where reference = p_reference;
    end if;
    return 'already_paid';
  end if;

  -- What was cancelled is not sent, nor what was sold meanwhile or reduced by a voucher that is used up: a person decides.
  by_hand := (select a.transfer is not null from public.payment_attempts a where a.reference = p_reference);
  is_due := (ordered.status in ('Pending', 'OnTerms') or ordered.status = 'Held' and by_hand) and p_amount_minor is not distinct from private.minor(ordered.total_price, ordered.currency)
    and upper(p_currency) is not distinct from ordered.currency;
  -- One on terms took its pieces and its voucher when it was placed.
  if is_due and ordered.due_at is null then
    if private.hold_stock(ordered, null) is not null then
      is_due := false;
    elsif private.use_voucher(ordered, null) is not null then
      is_due := false;
      perform private.end_holds_of(array[ordered.id]);
    end if;
  end if;
  if not is_due then
    update public.orders set status = 'Held', payment_reference = p_reference
      where id = ordered.id and status in ('Pending', 'OnTerms', 'Cancelled');
    update public.payment_attempts set status = 'held', paid_minor = coalesce(paid_minor, paid) where reference = p_reference;
    return 'held';
  end if;

  update public.orders
    set status = 'Paid', payment_reference = p_reference, paid_at = public.clock()
    where id = ordered.id returning * into ordered;
  update public.payment_attempts set status = 'paid', paid_minor = coalesce(paid_minor, paid) where reference = p_reference;
  -- What the office waited for was removed when the order was placed; the same things may be in the cart again.
  if not by_hand then
    perform private.remove_bought_from_cart(ordered);
  end if;
  return 'paid';
end;
$$;
comment on function public.settle_payment(text, text, text, bigint, text, jsonb, text) is
  'Settles a successful payment (amount in the smallest unit): paid when this call changed the order, already_paid, held when amount or currency differ, the order was cancelled or deleted, or its pieces were sold or its voucher used up after its hold had ended, unknown when there is no such payment of this provider (null: of any)';
