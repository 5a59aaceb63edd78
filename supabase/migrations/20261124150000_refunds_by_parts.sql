-- Refunds of parts of a payment, several for each, of amounts or of pieces of the order.

alter table public.orders add column refunded numeric(12, 2) not null default 0 check (refunded >= 0);
comment on column public.orders.refunded is 'What was refunded of it, in units of the currency with cents, without payments that came twice; kept by triggers';
alter table public.order_items
  add column refunded int not null default 0,
  add column not_to_send int not null default 0,
  add constraint order_items_refunded_check check (refunded between 0 and quantity);
comment on column public.order_items.refunded is 'Pieces that were refunded, or for which a refund is on its way; kept by triggers';
comment on column public.order_items.not_to_send is 'Pieces of these that are not to be sent; kept by triggers';
alter table public.payment_attempts
  add column paid_minor bigint check (paid_minor > 0),
  add column refunded_minor bigint not null default 0,
  add constraint payment_attempts_refunded_check check (refunded_minor between 0 and coalesce(paid_minor, amount_minor));
comment on column public.payment_attempts.paid_minor is 'What was paid, in the smallest unit; empty before it is paid, and where the amount is not known';
comment on column public.payment_attempts.refunded_minor is
  'What was refunded of it, or is on its way, in the smallest unit; kept by triggers';

alter table public.refunds drop constraint refunds_pkey;
alter table public.refunds
  add column id uuid primary key default gen_random_uuid(),
  add column provider_id text unique check (length(provider_id) <= 100),
  add column provider_reference text unique check (length(provider_reference) <= 100);
comment on table public.refunds is 'Payments that are refunded, in full or in part';
comment on column public.refunds.id is 'Identifies the refund; the provider has it as merchant note';
comment on column public.refunds.provider_id is 'Its id at the provider; empty until the provider confirms it';
comment on column public.refunds.provider_reference is 'Its reference in the messages of the provider; empty before the first one that has it';
create index refunds_reference_idx on public.refunds (reference, created_at);
drop trigger refunds_audit_insert on public.refunds;
drop trigger refunds_audit_update on public.refunds;
drop trigger refunds_audit_delete on public.refunds;
drop trigger refunds_audit_truncate on public.refunds;
select private.audit_table('public.refunds');

create table public.refund_lines (
  refund_id uuid not null references public.refunds on delete cascade,
  order_item_id uuid not null references public.order_items on delete cascade,
  quantity int not null check (quantity > 0),
  not_to_send int not null default 0 check (not_to_send between 0 and quantity),
  primary key (refund_id, order_item_id)
);
comment on table public.refund_lines is 'The pieces that a refund is for';
comment on column public.refund_lines.refund_id is 'The refund';
comment on column public.refund_lines.order_item_id is 'Line of the order';
comment on column public.refund_lines.quantity is 'Pieces of it';
comment on column public.refund_lines.not_to_send is 'How many of them were in no parcel and are not to be sent';
create index refund_lines_item_idx on public.refund_lines (order_item_id);

-- Sums instead of steps, so that restored rows are not counted twice. The lock comes first: the sums have to see what it waited for.
create function private.count_refunded_pieces(p_items uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.order_items where id = any (p_items) order by id for no key update;
  update public.order_items i set refunded = c.refunded, not_to_send = c.not_to_send
  from (
    select w.id, coalesce(sum(l.quantity), 0)::int as refunded, coalesce(sum(l.not_to_send), 0)::int as not_to_send
    from unnest(p_items) w (id) left join (public.refund_lines l
      join public.refunds r on r.id = l.refund_id and r.status <> 'failed') on l.order_item_id = w.id
    group by w.id) c
  where i.id = c.id and (i.refunded, i.not_to_send) <> (c.refunded, c.not_to_send);
end;
$$;
comment on function private.count_refunded_pieces(uuid[]) is
  'Writes into lines of orders how many pieces were refunded; a constraint keeps these within what was ordered';

create function private.count_refund_line() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.count_refunded_pieces(array_remove(array[old.order_item_id, new.order_item_id], null));
  return null;
end;
$$;
comment on function private.count_refund_line() is 'Counts the pieces of a refund';

create function private.count_refund() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ordered constant uuid := coalesce(new.order_id, old.order_id);
begin
  perform 1 from public.orders where id = ordered for no key update;
  if not found then
    return null;
  end if;
  update public.payment_attempts a set refunded_minor = s.asked
  from (
    select p.reference, coalesce(sum(r.amount_minor), 0) as asked
    from public.payment_attempts p left join public.refunds r on r.reference = p.reference and r.status <> 'failed'
    where p.order_id = ordered group by p.reference) s
  where a.reference = s.reference and a.refunded_minor <> s.asked;
  update public.orders o set refunded = s.dollars
  from (
    select coalesce(sum(r.amount_minor), 0) / 100.0 as dollars
    from public.refunds r join public.payment_attempts a on a.reference = r.reference
    where r.order_id = ordered and r.status = 'processed' and a.status <> 'duplicate') s
  where o.id = ordered and o.refunded <> s.dollars;
  if tg_op = 'UPDATE' then
    perform private.count_refunded_pieces(array(select l.order_item_id from public.refund_lines l where l.refund_id = new.id));
  end if;
  return null;
end;
$$;
comment on function private.count_refund() is
  'Writes into payments and orders what was refunded; a constraint keeps this within what was paid';

-- What was there before: payments of what was asked for, refunded in full. A migration is no change by a person.
alter table public.payment_attempts disable trigger user;
alter table public.orders disable trigger user;
update public.payment_attempts set paid_minor = amount_minor where status in ('paid', 'duplicate') and amount_minor > 0;
-- A held payment had another amount.
update public.payment_attempts a set paid_minor = r.amount_minor from public.refunds r
  where r.reference = a.reference and a.status = 'held';
update public.payment_attempts a set refunded_minor = r.amount_minor from public.refunds r
  where r.reference = a.reference and r.status <> 'failed';
update public.orders o set refunded = r.dollars
from (
  select r.order_id, sum(r.amount_minor) / 100.0 as dollars
  from public.refunds r join public.payment_attempts a on a.reference = r.reference
  where r.status = 'processed' and a.status <> 'duplicate' group by r.order_id) r
where o.id = r.order_id;
alter table public.orders enable trigger user;
alter table public.payment_attempts enable trigger user;

drop function public.start_refund(text, bigint, text, uuid);
drop function public.update_refund(text, text, text);
drop function public.settle_refund(text, text, text, bigint, text, jsonb);

create function public.start_refund(
  p_id uuid, p_reference text, p_paid_minor bigint, p_currency text, p_asked_by uuid,
  p_amount_minor bigint default null, p_lines jsonb default null, p_not_to_send boolean default true
) returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  attempt public.payment_attempts;
  refund public.refunds;
  rest bigint;
  wanted bigint := p_amount_minor;
  wrong int;
begin
  -- As in settle_payment, the order is locked first: refunds and settlements of one order queue here.
  perform 1 from public.orders o join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference for update of o;
  update public.payment_attempts set paid_minor = p_paid_minor
    where reference = p_reference and status in ('paid', 'held', 'duplicate')
      and p_paid_minor > 0 and paid_minor is distinct from p_paid_minor;
  select * into attempt from public.payment_attempts where reference = p_reference;
  if not found then
    raise exception 'This payment does not exist.' using detail = 'unknown_payment';
  end if;
  rest := coalesce(attempt.paid_minor, attempt.amount_minor) - attempt.refunded_minor;
  if attempt.status not in ('paid', 'held', 'duplicate') or (rest = 0 and attempt.refunded_minor = 0) then
    raise exception 'Nothing was paid here that could be given back.' using detail = 'not_refundable';
  end if;
  if p_lines is not null and attempt.status <> 'paid' then
    raise exception 'Pieces cannot be refunded from this payment, only an amount.' using detail = 'not_refundable';
  end if;
  select * into refund from public.refunds where id = p_id;
  if found and (refund.reference <> p_reference or refund.amount_minor <> p_amount_minor) then
    raise exception 'This key was used for another refund.' using detail = 'key_reused';
  elsif refund.status = 'failed' and refund.amount_minor <= rest
      and refund.provider_id is null and refund.provider_reference is null
    or refund.status = 'requested' and refund.asked_at < clock_timestamp() - interval '1 minute' then
    -- The same refund may be asked for again where the provider has no record of it.
    update public.refunds set status = 'requested', note = '', asked_by = p_asked_by, asked_at = clock_timestamp()
      where id = p_id returning * into refund;
    perform private.update_fulfilment(refund.order_id);
    return refund;
  elsif refund.id is not null or rest = 0 then
    raise exception 'This payment is being given back, or has been already.' using detail = 'already_refunded';
  end if;
  select w.place - 1 into wrong
    from jsonb_array_elements(p_lines) with ordinality w (line, place)
    left join public.order_items i on i.id = (w.line ->> 'item')::uuid and i.order_id = attempt.order_id
    where (w.line ->> 'quantity')::int > coalesce(i.quantity - i.refunded, -1) order by w.place limit 1;
  if found then
    raise exception 'There are not so many pieces left to refund.' using detail = 'too_many_pieces', hint = wrong;
  end if;
  if p_lines is not null and wanted is null then
    select sum(i.unit_price * 100 * w.quantity) into wanted
      from jsonb_to_recordset(p_lines) w (item uuid, quantity int) join public.order_items i on i.id = w.item;
  end if;
  wanted := case when p_lines is null and wanted is null then rest else coalesce(wanted, 0) end;
  if wanted not between 1 and rest then
    raise exception 'Between 0.01 and %', trim_scale(rest / 100.0) using detail = 'wrong_amount';
  end if;
  insert into public.refunds (id, reference, order_id, amount_minor, currency, asked_by, asked_at)
  values (p_id, attempt.reference, attempt.order_id, wanted, p_currency, p_asked_by, clock_timestamp()) returning * into refund;
  insert into public.refund_lines (refund_id, order_item_id, quantity, not_to_send)
  select p_id, l.item, w.quantity, case when p_not_to_send then greatest(0, least(w.quantity, l.quantity)) else 0 end
  from jsonb_to_recordset(p_lines) w (item uuid, quantity int)
  join private.left_to_pack(attempt.order_id) l on l.item = w.item where w.quantity > 0;
  perform private.update_fulfilment(refund.order_id);
  return refund;
end;
$$;
comment on function public.start_refund(uuid, text, bigint, text, uuid, bigint, jsonb, boolean) is
  'Records that an amount (smallest unit) of a payment is to be refunded, or what these lines, [{item, quantity}], cost, or all that is left of it; only who gets the row may ask the provider. p_paid_minor: what was paid, as the provider says. Pieces that are in no parcel are not sent with p_not_to_send. Errors (in detail): unknown_payment, not_refundable, already_refunded, key_reused, wrong_amount, too_many_pieces (hint: index of the line).';

-- What was not counted when it was ordered has no hold.
create function private.end_holds_of_refund(p_refund uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  freed record;
  kept int;
begin
  perform private.lock_variants(array(
    select h.variant_id from public.stock_holds h join public.refunds r on r.order_id = h.order_id where r.id = p_refund));
  for freed in
    select i.order_id, v.id as variant, sum(l.not_to_send)::int as quantity
    from public.refund_lines l join public.order_items i on i.id = l.order_item_id
    join public.product_variants v on v.product_id = i.product_id
      and v.size is not distinct from i.size and v.color is not distinct from i.color
    where l.refund_id = p_refund and l.not_to_send > 0 group by 1, 2
  loop
    delete from public.stock_holds h where h.order_id = freed.order_id and h.variant_id = freed.variant
      returning h.quantity into kept;
    if kept > freed.quantity then
      insert into public.stock_holds (order_id, variant_id, quantity)
      values (freed.order_id, freed.variant, kept - freed.quantity);
    end if;
  end loop;
end;
$$;
comment on function private.end_holds_of_refund(uuid) is 'Gives back the stock that pieces held which were refunded and are not sent';

create function public.update_refund(p_id uuid, p_status text, p_note text default '', p_provider_id text default null)
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
    -- The place to queue a mail about this refund.
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
comment on function public.update_refund(uuid, text, text, text) is
  'Moves a refund forward, never back, and saves its id at the provider; when all that was paid is refunded the order is Refunded. Error (in detail): unknown_refund.';

alter table public.refund_lines enable row level security;
grant select on public.refund_lines to authenticated;
create policy refund_lines_select_admin on public.refund_lines for select to authenticated
  using ((select public.is_admin()));

create trigger refunds_count after insert or delete or update of status, amount_minor on public.refunds
  for each row execute function private.count_refund();
create trigger refund_lines_count after insert or delete or update on public.refund_lines
  for each row execute function private.count_refund_line();

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
  p_payload jsonb, p_provider_reference text default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  its_id uuid;
  alike int;
  waiting uuid[];
begin
  insert into public.payment_events (id, reference, event, payload)
  values (p_event_key, coalesce(p_reference, ''), coalesce(p_event, ''), coalesce(p_payload, '{}'))
  on conflict (id) do nothing;
  perform 1 from public.orders o join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference for update of o;
  if not exists (select from public.payment_attempts a
    where a.reference = p_reference and a.status in ('paid', 'held', 'duplicate')) then
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
comment on function public.settle_refund(text, text, text, bigint, text, jsonb, text) is
  'Handles a message of the provider about a refund (amount in the smallest unit): the status of the refund; noted when it fits none; ambiguous when it may be about one of several, or be late: its list tells; unknown when there is no such payment';

create function public.settle_listed_refund(
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
comment on function public.settle_listed_refund(text, bigint, text, text, uuid) is
  'Handles a refund in the list of the provider (amount in the smallest unit); p_refund: ours, as its merchant note says, null for one that was made at the provider. Returns the status of the refund, or noted when it fits none.';

create function public.close_lost_refunds(p_reference text, p_reversed boolean) returns int
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
      or r.status = 'requested' and r.provider_id is null and r.asked_at < clock_timestamp() - interval '1 minute'));
end;
$$;
comment on function public.close_lost_refunds(text, boolean) is
  'Ends refunds of a payment that the list of the provider lacks and that were asked for more than a minute ago, as failed; where the provider reversed the whole payment, all that are open are processed. Returns their number.';

create or replace function private.order_with_lines(p_order uuid) returns json
language plpgsql stable set search_path = '' as $$
begin
  return (
    select to_json(t) from (
      select o.id, o.user_id, o.firstname, o.lastname, o.email, o.phone, o.address, o.postcode, o.state,
        o.country, o.total_price, o.currency, o.status, o.payment_reference, o.created_at, o.paid_at, o.number, o.fulfilment, o.refunded, public.parcels_of(o.id) as parcels, (
          select coalesce(json_agg(l), '[]') from (
            select i.id, i.title, i.unit_price, i.quantity, i.size, i.color, i.position, i.refunded, i.not_to_send,
              case when p.id is not null then
                json_build_object('id', p.id, 'title', p.title, 'images', p.images,
                  'sizes', p.sizes, 'colors', p.colors) end as product
            from public.order_items i left join public.products p on p.id = i.product_id
            where i.order_id = o.id order by i.position) l) as order_items
      from public.orders o where o.id = p_order) t);
end;
$$;
comment on function private.order_with_lines(uuid) is
  'An order with its lines and what they show of their products; prices in dollars';

create or replace function public.settle_payment(
  p_event_key text, p_event text, p_reference text, p_amount_minor bigint, p_currency text,
  p_payload jsonb
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
  is_due boolean;
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

  insert into public.payment_events (id, reference, event, payload)
  values (p_event_key, coalesce(p_reference, ''), coalesce(p_event, ''), coalesce(p_payload, '{}'))
  on conflict (id) do nothing;

  if ordered.id is null then
    return 'unknown';
  end if;

  if ordered.status in ('Paid', 'Refunded') then
    if ordered.payment_reference is distinct from p_reference then
      update public.payment_attempts set status = 'duplicate', paid_minor = coalesce(paid_minor, paid) where reference = p_reference;
    end if;
    return 'already_paid';
  end if;

  -- What was cancelled is not sent, nor what was sold meanwhile: a person gives the money back, or finds the pieces.
  is_due := ordered.status = 'Pending' and p_amount_minor is not distinct from (ordered.total_price * 100)::bigint
    and upper(p_currency) is not distinct from ordered.currency;
  if not is_due or private.hold_stock(ordered, null) is not null then
    update public.orders set status = 'Held', payment_reference = p_reference
      where id = ordered.id and status in ('Pending', 'Cancelled');
    update public.payment_attempts set status = 'held', paid_minor = coalesce(paid_minor, paid) where reference = p_reference;
    return 'held';
  end if;

  update public.orders
    set status = 'Paid', payment_reference = p_reference, paid_at = now()
    where id = ordered.id and status = 'Pending' returning * into ordered;
  update public.payment_attempts set status = 'paid', paid_minor = coalesce(paid_minor, paid) where reference = p_reference;
  perform private.remove_bought_from_cart(ordered);
  return 'paid';
end;
$$;
comment on function public.settle_payment(text, text, text, bigint, text, jsonb) is
  'Settles a successful payment (amount in the smallest unit): paid when this call changed the order, already_paid, held when amount or currency differ, the order was cancelled, or its pieces were sold after its hold had ended, unknown when there is no such payment';

create or replace function private.left_to_pack(p_order uuid) returns table (item uuid, quantity int)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select i.id, i.quantity - i.not_to_send - coalesce((
      select sum(l.quantity)::int from public.parcel_lines l join public.parcels p on p.id = l.parcel_id
      where l.order_item_id = i.id and p.status <> 'cancelled'), 0)
    from public.order_items i where i.order_id = p_order order by i.position;
end;
$$;
comment on function private.left_to_pack(uuid) is 'The lines of an order with the pieces that are in no parcel yet and are to be sent';

create or replace function private.update_fulfilment(p_order uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  reached public.fulfilment := coalesce((
    select case min(p.status) when 'packed' then 'packed' when 'sent' then 'sent' when 'delivered' then 'delivered' end
    from public.parcels p where p.order_id = p_order and p.status <> 'cancelled')::public.fulfilment, 'cancelled');
begin
  if exists (select from public.orders o where o.id = p_order and o.status in ('Cancelled', 'Refunded')) then
    reached := case when reached < 'sent' then 'cancelled' else reached end;
  elsif exists (select from private.left_to_pack(p_order) l where l.quantity > 0) then
    reached := 'to_send';
  end if;
  update public.orders set fulfilment = reached where id = p_order and fulfilment <> reached;
end;
$$;
comment on function private.update_fulfilment(uuid) is
  'Writes how far the parcels of an order are: as far as the last of them, and to_send while pieces are in none; cancelled where nothing is left to send';

create or replace function private.move_to_trash() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deleted jsonb := to_jsonb(old);
  label text := private.audit_label(deleted);
  related jsonb := '{}';
begin
  case tg_table_name
  when 'products' then
    deleted := deleted - 'search' - 'search_words' - 'facets';
    label := deleted ->> 'title';
    related := jsonb_build_object(
      'reviews', (select coalesce(jsonb_agg(r), '[]') from public.reviews r where r.product_id = old.id),
      'cart_items', (select coalesce(jsonb_agg(i), '[]') from public.cart_items i where i.product_id = old.id),
      'variants', (select coalesce(jsonb_agg(v), '[]') from public.product_variants v where v.product_id = old.id),
      'holds', (select coalesce(jsonb_agg(h), '[]') from public.stock_holds h
        join public.product_variants v on v.id = h.variant_id where v.product_id = old.id),
      'order_items', (select coalesce(jsonb_agg(i.id), '[]') from (
        select o.id::text from public.order_items o where o.product_id = old.id
        union all
        select line ->> 'id' from public.trash t, jsonb_array_elements(t.contents -> 'items') line
        where t.kind = 'orders' and line ->> 'product_id' = old.id::text
          and t.contents -> 'items' @> jsonb_build_array(jsonb_build_object('product_id', old.id))) i));
  when 'categories' then
    related := jsonb_build_object('size_guides', (select jsonb_agg(g) from public.size_guides g where g.category_id = old.id),
      'products', (select coalesce(jsonb_agg(p.id), '[]') from (
      select id from public.products where category_id = old.id
      union all
      select record_id from public.trash
      where kind = 'products' and contents #>> '{row,category_id}' = old.id::text) p));
  when 'orders' then
    label := left(concat_ws(', ', old.number,
      nullif(btrim(concat_ws(' ', old.firstname, old.lastname)), ''), nullif(old.email, ''),
      concat(case old.currency when 'USD' then '$' else old.currency || ' ' end, old.total_price)), 200);
    related := jsonb_build_object(
      'items', (select coalesce(jsonb_agg(i), '[]') from public.order_items i where i.order_id = old.id),
      'attempts', (select coalesce(jsonb_agg(a), '[]') from public.payment_attempts a where a.order_id = old.id),
      'refunds', (select coalesce(jsonb_agg(r), '[]') from public.refunds r where r.order_id = old.id),
      'refund_lines', (select coalesce(jsonb_agg(l), '[]') from public.refund_lines l
        join public.refunds r on r.id = l.refund_id where r.order_id = old.id),
      'parcels', (select coalesce(jsonb_agg(p), '[]') from public.parcels p where p.order_id = old.id),
      'parcel_lines', (select coalesce(jsonb_agg(l), '[]') from public.parcel_lines l
        join public.parcels p on p.id = l.parcel_id where p.order_id = old.id),
      'holds', (select coalesce(jsonb_agg(h), '[]') from public.stock_holds h where h.order_id = old.id));
  else
    -- Nothing belongs to records of other tables.
  end case;
  insert into public.trash (kind, record_id, label, contents, deleted_by)
  values (tg_table_name, old.id, label, jsonb_build_object('row', deleted) || related, auth.uid());
  return old;
end;
$$;
comment on function private.move_to_trash() is
  'Puts a record that is deleted into the trash: a product with its reviews, lines of carts and orders, variants and their holds, a category with its size guide and the ids of its products, an order with its lines, payments, refunds, parcels and holds';

create or replace function private.restore_order(p_contents jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ordered jsonb := p_contents -> 'row';
begin
  if not exists (select 1 from auth.users where id = (ordered ->> 'user_id')::uuid) then
    ordered := ordered || '{"user_id": null}';
  end if;
  if exists (select 1 from public.orders where user_id = (ordered ->> 'user_id')::uuid
    and idempotency_key = ordered ->> 'idempotency_key') then
    ordered := ordered || '{"idempotency_key": null}';
  end if;
  perform private.insert_rows('public.orders', jsonb_build_array(ordered));
  perform private.insert_rows('public.order_items', (
    select jsonb_agg(i || jsonb_build_object('product_id', p.id))
    from jsonb_array_elements(p_contents -> 'items') i
    left join public.products p on p.id = (i ->> 'product_id')::uuid));
  perform private.insert_rows('public.payment_attempts', p_contents -> 'attempts');
  perform private.insert_rows('public.refunds', (
    select jsonb_agg(r || jsonb_build_object('asked_by', u.id))
    from jsonb_array_elements(p_contents -> 'refunds') r
    left join auth.users u on u.id = (r ->> 'asked_by')::uuid));
  perform private.insert_rows('public.refund_lines', p_contents -> 'refund_lines');
  perform private.insert_rows('public.parcels', p_contents -> 'parcels');
  perform private.insert_rows('public.parcel_lines', p_contents -> 'parcel_lines');
  -- Its pieces may be sold by now; an unpaid order takes them when it is paid.
  perform private.hold_stock(o, null) from public.orders o
    where o.id = (ordered ->> 'id')::uuid and o.status = 'Paid' and jsonb_array_length(p_contents -> 'holds') > 0;
end;
$$;
comment on function private.restore_order(jsonb) is
  'Restores an order, which holds its pieces again if it is Paid and they are still there; customers, products and administrators that were deleted since are left out';

create or replace function private.hold_stock(p_order public.orders, p_until timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant jsonb := (
    select jsonb_object_agg(w.id, w.quantity) from (
      select v.id, sum(i.quantity - i.not_to_send - coalesce(sent.quantity, 0)) as quantity
      from public.order_items i join public.product_variants v
        on v.product_id = i.product_id and v.size is not distinct from i.size and v.color is not distinct from i.color
      left join lateral (
        select sum(l.quantity) as quantity from public.parcel_lines l join public.parcels p on p.id = l.parcel_id
        where l.order_item_id = i.id and p.status in ('sent', 'delivered')) sent on true
      where i.order_id = p_order.id and v.policy <> 'untracked'
      group by v.id having sum(i.quantity - i.not_to_send - coalesce(sent.quantity, 0)) > 0) w);
  -- An unpaid order of the same customer must not block this one.
  earlier constant uuid[] := array(
    select h.order_id from public.stock_holds h join public.orders o on o.id = h.order_id
    where h.order_id = p_order.id
      or p_until is not null and o.user_id = p_order.user_id and o.status = 'Pending' and h.expires_at is not null);
  same int;
  short text;
begin
  if wanted is null then
    return null;
  end if;
  perform private.lock_variants(array(
    select k::uuid from jsonb_object_keys(wanted) k
    union select h.variant_id from public.stock_holds h where h.order_id = any (earlier)));
  update public.stock_holds h set expires_at = p_until
    where h.order_id = p_order.id and wanted @> jsonb_build_object(h.variant_id, h.quantity);
  get diagnostics same = row_count;
  if same = (select count(*) from jsonb_object_keys(wanted)) then
    return null;
  end if;
  -- Holds of orders that were paid in the meantime stay.
  if earlier <> '{}' then
    delete from public.stock_holds h
      where h.order_id = any (earlier) and (h.order_id = p_order.id or h.expires_at is not null);
  end if;
  select p.title into short
    from jsonb_each_text(wanted) w
    join public.product_variants v on v.id = w.key::uuid join public.products p on p.id = v.product_id
    where v.policy = 'deny' and v.on_hand - v.held < w.value::int limit 1;
  if not found then
    insert into public.stock_holds (order_id, variant_id, quantity, expires_at)
    select p_order.id, w.key::uuid, w.value::int, p_until from jsonb_each_text(wanted) w;
  end if;
  return short;
end;
$$;
comment on function private.hold_stock(public.orders, timestamptz) is
  'Holds the pieces of an order until a time, or until they are sent where that is null; holds of other unpaid orders of the customer give way. Returns the title of what there is too little of, and then holds nothing; null when all is held.';
