-- Refunds through the payment provider: several for each payment, never more than was paid, and each exactly once.

create type public.refund_status as enum ('requested', 'pending', 'processing', 'processed', 'failed');
comment on type public.refund_status is 'Where a refund stands';

create table public.refunds (
  reference text not null references public.payment_attempts on delete cascade,
  order_id uuid not null references public.orders on delete cascade,
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  status public.refund_status not null default 'requested',
  note text not null default '' check (length(note) <= 500),
  asked_by uuid references auth.users on delete set null,
  asked_at timestamptz not null default public.clock(),
  processed_at timestamptz,
  created_at timestamptz not null default public.clock(),
  id uuid primary key default gen_random_uuid(),
  provider_id text unique check (length(provider_id) <= 100),
  provider_reference text unique check (length(provider_reference) <= 100),
  shipping_minor bigint not null default 0,
  constraint refunds_shipping_check check (shipping_minor between 0 and amount_minor)
);
comment on table public.refunds is 'Payments that are refunded, in full or in part';
comment on column public.refunds.reference is 'The payment that is refunded';
comment on column public.refunds.order_id is 'The order that it paid';
comment on column public.refunds.amount_minor is 'Amount refunded, in the smallest unit of the currency; 0 for pieces that cost nothing';
comment on column public.refunds.currency is 'Currency, three letters';
comment on column public.refunds.status is 'requested (the provider has not confirmed it yet), pending, processing, processed (the money is on its way to the customer), failed (may be asked for again)';
comment on column public.refunds.note is 'What the provider said when it refused';
comment on column public.refunds.asked_by is 'Who asked for it: an administrator, or the customer who cancelled the order; empty when it was made at the provider';
comment on column public.refunds.asked_at is 'When it was last asked for';
comment on column public.refunds.processed_at is 'When the provider reported it as done';
comment on column public.refunds.created_at is 'When it was first asked for';
comment on column public.refunds.id is 'Identifies the refund; the provider has it as merchant note';
comment on column public.refunds.provider_id is 'Its id at the provider; empty until the provider confirms it';
comment on column public.refunds.provider_reference is 'Its reference in the messages of the provider; empty before the first one that has it';
comment on column public.refunds.shipping_minor is 'What of it is for shipping, with its tax, in the smallest unit';

create index refunds_order_id_idx on public.refunds (order_id);
create index refunds_asked_by_idx on public.refunds (asked_by);
create index refunds_open_idx on public.refunds (asked_at)
  where status in ('requested', 'pending', 'processing');
create index refunds_reference_idx on public.refunds (reference, created_at);

create table public.refund_lines (
  refund_id uuid not null references public.refunds on delete cascade,
  order_item_id uuid not null references public.order_items on delete cascade,
  quantity int not null check (quantity > 0),
  not_to_send int not null default 0 check (not_to_send between 0 and quantity),
  price_minor bigint not null default 0 check (price_minor >= 0),
  primary key (refund_id, order_item_id)
);
comment on table public.refund_lines is 'The pieces that a refund is for';
comment on column public.refund_lines.refund_id is 'The refund';
comment on column public.refund_lines.order_item_id is 'Line of the order';
comment on column public.refund_lines.quantity is 'Pieces of it';
comment on column public.refund_lines.not_to_send is 'How many of them were in no parcel and are not to be sent';
comment on column public.refund_lines.price_minor is 'What was paid for them, after the discount and with tax, in the smallest unit; the refund may be of another amount';
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
  update public.orders o set refunded = private.units(s.minor, o.currency)
  from (
    select coalesce(sum(r.amount_minor), 0) as minor
    from public.refunds r join public.payment_attempts a on a.reference = r.reference
    where r.order_id = ordered and r.status = 'processed' and a.status <> 'duplicate') s
  where o.id = ordered and o.refunded <> private.units(s.minor, o.currency);
  if tg_op = 'UPDATE' then
    perform private.count_refunded_pieces(array(select l.order_item_id from public.refund_lines l where l.refund_id = new.id));
  end if;
  return null;
end;
$$;
comment on function private.count_refund() is
  'Writes into payments and orders what was refunded; a constraint keeps this within what was paid';

-- What the refunds of a line have not taken yet of the share of all its pieces so far: however it is parted, all parts are the line.
create function private.price_of_pieces(p_item public.order_items, p_quantity int) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (
    select greatest(0, private.minor((p_item.unit_price * p_item.quantity - p_item.discount + case when o.tax_included then 0 else p_item.tax end)
        * (p_item.refunded + p_quantity) / p_item.quantity, o.currency) - coalesce((
      select sum(l.price_minor) from public.refund_lines l join public.refunds r on r.id = l.refund_id and r.status <> 'failed'
      where l.order_item_id = p_item.id), 0))
    from public.orders o where o.id = p_item.order_id);
end;
$$;
comment on function private.price_of_pieces(public.order_items, int) is
  'What was paid for so many further pieces of a line, after the discount and with tax, in the smallest unit';

create function private.shipping_to_refund(p_order uuid) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (
    select private.minor(o.shipping + case when o.tax_included then 0 else o.shipping_tax end, o.currency) from public.orders o
    where o.id = p_order and not exists (
      select from public.refunds r where r.order_id = o.id and r.status <> 'failed' and r.shipping_minor > 0));
end;
$$;
comment on function private.shipping_to_refund(uuid) is
  'What was paid for shipping, with tax, in the smallest unit; null when it was refunded, or a refund of it is on its way';

create function public.start_refund(
  p_id uuid, p_reference text, p_paid_minor bigint, p_currency text, p_asked_by uuid default null,
  p_amount_minor bigint default null, p_lines jsonb default null, p_not_to_send boolean default true,
  p_shipping boolean default false
) returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  attempt public.payment_attempts;
  refund public.refunds;
  rest bigint;
  wanted bigint;
  shipping bigint := 0;
  wrong int;
  is_paid boolean;
  some_pieces constant boolean := jsonb_path_exists(p_lines, '$[*] ? (@.quantity > 0)');
begin
  -- As in settle_payment, the order is locked first: refunds and settlements of one order queue here.
  select o.status = 'Paid' into is_paid from public.orders o join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference for update of o;
  update public.payment_attempts set paid_minor = p_paid_minor where reference = p_reference
    and status in ('paid', 'held', 'duplicate') and p_paid_minor > 0 and paid_minor is distinct from p_paid_minor;
  select * into attempt from public.payment_attempts where reference = p_reference;
  if not found then
    raise exception 'This payment does not exist.' using detail = 'unknown_payment';
  end if;
  rest := coalesce(attempt.paid_minor, attempt.amount_minor) - attempt.refunded_minor;
  if attempt.status not in ('paid', 'held', 'duplicate') or attempt.amount_minor = 0 and p_amount_minor > 0 then
    raise exception 'Nothing was paid here that could be given back.' using detail = 'not_refundable';
  end if;
  if (p_lines is not null or p_shipping) and attempt.status <> 'paid' then
    raise exception 'Pieces and shipping cannot be refunded from this payment, only an amount.' using detail = 'not_refundable';
  end if;
  select * into refund from public.refunds where id = p_id;
  if found and (refund.reference <> p_reference or refund.amount_minor <> p_amount_minor) then
    raise exception 'This key was used for another refund.' using detail = 'key_reused';
  elsif refund.status = 'failed' and refund.amount_minor <= rest
      and refund.provider_id is null and refund.provider_reference is null
      and private.fits_again(refund)
    or refund.status = 'requested' and refund.asked_at < private.running_clock() - interval '1 minute' then
    -- The same refund may be asked for again where the provider has no record of it.
    update public.refunds set status = 'requested', note = '', asked_by = p_asked_by, asked_at = private.running_clock()
      where id = p_id returning * into refund;
    perform private.update_fulfilment(refund.order_id);
    return refund;
  elsif refund.id is not null or rest = 0 and (not is_paid or attempt.amount_minor > 0 and some_pieces is not true) then
    raise exception 'This payment is being given back, or has been already.' using detail = 'already_refunded';
  end if;
  select w.place - 1 into wrong from jsonb_array_elements(p_lines) with ordinality w (line, place)
    left join public.order_items i on i.id = (w.line ->> 'item')::uuid and i.order_id = attempt.order_id
    where (w.line ->> 'quantity')::int > coalesce(i.quantity - i.refunded, -1) order by w.place limit 1;
  if found then
    raise exception 'There are not so many pieces left to refund.' using detail = 'too_many_pieces', hint = wrong;
  end if;
  if p_shipping or (p_lines is null and p_amount_minor is null and attempt.status = 'paid') then
    shipping := coalesce(private.shipping_to_refund(attempt.order_id), 0);
    if p_shipping and shipping = 0 then
      raise exception 'There is no shipping left to refund.' using detail = 'shipping_refunded';
    end if;
  end if;
  wanted := coalesce(p_amount_minor, case when p_lines is not null or p_shipping then shipping + (
    select coalesce(sum(private.price_of_pieces(i, w.quantity)), 0)
    from jsonb_to_recordset(p_lines) w (item uuid, quantity int) join public.order_items i on i.id = w.item) end, rest);
  -- What cost nothing is refunded too: that closes the pieces and the return.
  if rest = 0 and (wanted > 0 or some_pieces is false) then
    raise exception 'Nothing is left to refund.' using detail = 'already_refunded';
  elsif wanted not between 0 and rest or wanted = 0 and rest > 0 and (p_amount_minor = 0 or some_pieces is not true) then
    raise exception 'Between % and %', private.units(1, p_currency), trim_scale(private.units(rest, p_currency)) using detail = 'wrong_amount';
  end if;
  insert into public.refunds (id, reference, order_id, amount_minor, shipping_minor, currency, asked_by, asked_at)
  values (p_id, attempt.reference, attempt.order_id, wanted, least(shipping, wanted), p_currency, p_asked_by, private.running_clock())
  returning * into refund;
  insert into public.refund_lines (refund_id, order_item_id, quantity, price_minor, not_to_send)
  select p_id, i.id, w.quantity, private.price_of_pieces(i, w.quantity),
    case when p_not_to_send then greatest(0, least(w.quantity, l.quantity)) else 0 end
  from jsonb_to_recordset(p_lines) w (item uuid, quantity int) join public.order_items i on i.id = w.item
  join private.left_to_pack(attempt.order_id) l on l.item = w.item where w.quantity > 0;
  perform private.update_fulfilment(refund.order_id), private.refund_carried(refund.order_id, refund);
  return case when attempt.transfer is null and wanted > 0 then refund else public.update_refund(p_id, 'processed') end;
end;
$$;
comment on function public.start_refund(uuid, text, bigint, text, uuid, bigint, jsonb, boolean, boolean) is
  'Records that an amount (smallest unit) of a payment is to be refunded, or what was paid for these lines, [{item, quantity}], and with p_shipping for shipping, or all that is left of it; only who gets the row may ask the provider. What was paid by transfer is paid back by transfer, and what cost nothing needs no provider, so this is processed at once. p_paid_minor: what was paid, as the provider says. Pieces that are in no parcel are not sent with p_not_to_send. Errors (in detail): unknown_payment, not_refundable, already_refunded, key_reused, wrong_amount, shipping_refunded, too_many_pieces (hint: index of the line).';

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
      processed_at = case when reached = 'processed' then public.clock() end
    where id = p_id returning * into refund;
  if reached = 'processed' then
    perform private.end_holds_of_refund(p_id);
    if refund.amount_minor > 0 then
      perform private.queue_refund_mail(p_id);
    end if;
    -- The order stays Paid when a part or a duplicate is refunded, and Held while another held payment is not.
    update public.orders o set status = 'Refunded'
      where o.id = refund.order_id and o.status in ('Paid', 'Held')
        and (o.total_price > 0 or not exists (select from public.refund_lines l where l.refund_id = p_id)
          or not exists (select from public.order_items i where i.order_id = o.id and i.quantity > i.refunded))
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
  'Moves a refund forward, never back, and saves its id at the provider; when all that was paid, or all pieces of an order that cost nothing, are refunded the order is Refunded. Error (in detail): unknown_refund.';

alter table public.refunds enable row level security;
grant select on public.refunds to authenticated;
create policy refunds_select_admin on public.refunds for select to authenticated
  using ((select public.is_admin()));

alter table public.refund_lines enable row level security;
grant select on public.refund_lines to authenticated;
create policy refund_lines_select_admin on public.refund_lines for select to authenticated
  using ((select public.is_admin()));

create trigger refunds_count after insert or delete or update of status, amount_minor on public.refunds
  for each row execute function private.count_refund();
create trigger refund_lines_count after insert or delete or update on public.refund_lines
  for each row execute function private.count_refund_line();
