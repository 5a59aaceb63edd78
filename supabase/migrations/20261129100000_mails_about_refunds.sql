-- Each refund that is done is mailed, not only that of a whole order, with its amount and pieces.

create or replace function private.queue_order_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    delete from public.mail_outbox m
      where m.order_id = new.id and m.kind = 'order_placed' and m.state = 'queued' and m.sent_at is null;
  end if;
  if new.status in ('Pending', 'OnTerms', 'Paid') and btrim(new.email) <> '' then
    insert into public.mail_outbox (order_id, recipient, kind, next_try_at)
    values (new.id, btrim(new.email), case
      when new.status = 'Pending' then 'order_placed' when new.status = 'OnTerms' then 'order_on_terms'
      -- One on terms may be long sent.
      when new.due_at is not null then 'order_paid_by_transfer' else 'order_paid' end::public.mail_kind,
      case when new.status = 'Pending' then now() + interval '10 minutes' else now() end)
    on conflict on constraint mail_outbox_once do nothing;
  end if;
  return null;
end;
$$;
comment on function private.queue_order_mail() is 'Queues the mail about an order that was placed, on terms or not, or paid';

create function private.queue_refund_mail(p_refund uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.mail_outbox (order_id, record_id, recipient, kind, data)
  select o.id, r.id, btrim(o.email), 'order_refunded', jsonb_build_object('refund', jsonb_build_object(
    'amount', r.amount_minor / 100.0, 'shipping', r.shipping_minor / 100.0, 'currency', r.currency, 'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('item', l.order_item_id, 'quantity', l.quantity)), '[]')
      from public.refund_lines l where l.refund_id = r.id)))
  from public.refunds r join public.orders o on o.id = r.order_id where r.id = p_refund and btrim(o.email) <> ''
  on conflict on constraint mail_outbox_once do nothing;
end;
$$;
comment on function private.queue_refund_mail(uuid) is 'Queues the mail about a refund that is done, of all or of a part';

create or replace function public.update_refund(p_id uuid, p_status text, p_note text default '', p_provider_id text default null)
returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  refund public.refunds;
  reached public.refund_status := p_status;
begin
  perform 1 from public.orders o join public.refunds r on r.order_id = o.id where r.id = p_id for update of o;
  update public.refunds set provider_id = p_provider_id
    where id = p_id and provider_id is distinct from p_provider_id and p_provider_id is not null
      and not exists (select from public.refunds r where r.provider_id = p_provider_id);
  select * into refund from public.refunds where id = p_id;
  if not found then
    raise exception 'This refund does not exist.' using detail = 'unknown_refund';
  end if;
  -- A refund that is processed stays so, and late messages never move it backwards.
  if refund.status = 'processed' or refund.status = reached
    or (reached not in ('processed', 'failed')
      and (refund.status = 'failed' or reached <= refund.status))
  then
    return refund;
  end if;
  if refund.status = 'failed' then
    -- It was done after all, when the rest may have been refunded otherwise.
    if exists (select from public.payment_attempts a where a.reference = refund.reference
      and refund.amount_minor > coalesce(a.paid_minor, a.amount_minor) - a.refunded_minor) then
      return refund;
    end if;
    delete from public.refund_lines l using public.order_items i
      where l.refund_id = p_id and i.id = l.order_item_id and l.quantity > i.quantity - i.refunded;
  end if;
  update public.refunds
    set status = reached, note = left(coalesce(p_note, ''), 500),
      processed_at = case when reached = 'processed' then now() end
    where id = p_id returning * into refund;
  if reached = 'processed' then
    perform private.end_holds_of_refund(p_id);
    perform private.queue_refund_mail(p_id);
    -- The order stays Paid when a part or a duplicate is refunded, and Held while another held payment is not.
    update public.orders o set status = 'Refunded'
      where o.id = refund.order_id and o.status in ('Paid', 'Held')
        and not exists (
          select 1 from public.payment_attempts a
          where a.order_id = o.id and a.status in ('paid', 'held') and coalesce(a.paid_minor, a.amount_minor) > coalesce((
            select sum(r.amount_minor) from public.refunds r where r.reference = a.reference and r.status = 'processed'), 0));
  end if;
  perform private.update_fulfilment(refund.order_id);
  return refund;
end;
$$;

comment on column public.mail_outbox.record_id is 'The parcel, refund, return, company, invitation, contact message, stock request, quote or message of a quote that it is about; empty where that is the order';
update public.mail_texts set opening = E'Dear {name},\n\nWe have refunded you the amount below. It can take your bank a few days to credit it.'
  where kind = 'order_refunded' and opening = E'Dear {name},\n\nWe have refunded your order. It can take your bank a few days to credit the amount.';
