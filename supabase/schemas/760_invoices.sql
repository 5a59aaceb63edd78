-- Invoices of orders that are paid or on terms, and credit notes of their refunds: numbered without gaps, and kept as they were.

create type public.invoice_kind as enum ('invoice', 'credit_note');
comment on type public.invoice_kind is 'An invoice, or a credit note about a refund of what an invoice bills';

create table private.invoice_counters (
  kind public.invoice_kind primary key,
  last bigint not null
);
comment on table private.invoice_counters is 'The last number of each kind. A sequence would leave gaps where a transaction fails.';
comment on column private.invoice_counters.kind is 'invoice or credit_note';
comment on column private.invoice_counters.last is 'The last number; 0 before the first';
insert into private.invoice_counters (kind, last) values ('invoice', 0), ('credit_note', 0);

create table public.invoices (
  id uuid primary key default gen_random_uuid(),
  kind public.invoice_kind not null,
  serial bigint not null,
  number text not null,
  order_id uuid references public.orders on delete set null,
  order_number text not null,
  refund_id uuid unique references public.refunds on delete set null,
  issued_at timestamptz not null default public.clock(),
  currency text not null,
  net numeric not null,
  tax numeric not null,
  gross numeric not null,
  rates jsonb not null,
  seller jsonb not null,
  issued_on date not null default private.day_of(public.clock()),
  unique (kind, serial),
  constraint invoices_gross_check check (gross = net + tax)
);
comment on table public.invoices is 'Invoices, one for each order that was paid or is on terms, and credit notes, one for each refund of it that is done, and one for an order on terms that was cancelled';
comment on column public.invoices.id is 'Identifies the invoice or credit note';
comment on column public.invoices.kind is 'invoice or credit_note';
comment on column public.invoices.serial is 'Its number among its kind, from 1, without gaps';
comment on column public.invoices.number is 'Its number as the pattern in the settings wrote it, such as INV-1042';
comment on column public.invoices.order_id is 'The order; empty when deleted since, the invoice stays';
comment on column public.invoices.order_number is 'Number of the order';
comment on column public.invoices.refund_id is 'The refund of a credit note; empty when deleted since, and where an order on terms was cancelled';
comment on column public.invoices.issued_at is 'When it was issued';
comment on column public.invoices.currency is 'Currency, three letters';
comment on column public.invoices.net is 'Sum without tax, in units of the currency; of a credit note what is given back';
comment on column public.invoices.tax is 'Tax, in units of the currency';
comment on column public.invoices.gross is 'Sum with tax, in units of the currency';
comment on column public.invoices.rates is 'The sums by tax rate, as [{rate (percent), net, tax, gross}]';
comment on column public.invoices.seller is 'The seller as it was in the settings then: {name, address, tax_id}';
comment on column public.invoices.issued_on is 'Its date: the day in the time zone that the shop had then';
create unique index invoices_once_idx on public.invoices (order_id) where kind = 'invoice';
create index invoices_order_idx on public.invoices (order_id, kind, serial);

-- The counter is locked until the transaction ends, so this comes last in it.
create function private.add_invoice(p_kind public.invoice_kind, p_order public.orders, p_refund uuid, p_rates jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  its_serial bigint;
begin
  update private.invoice_counters c set last = c.last + 1 where c.kind = p_kind returning c.last into its_serial;
  insert into public.invoices (kind, serial, number, order_id, order_number, refund_id, currency, net, tax, gross, rates, seller)
  select p_kind, its_serial,
    replace(s.of ->> case p_kind when 'invoice' then 'invoice_number_pattern' else 'credit_note_number_pattern' end, '{number}', its_serial::text),
    p_order.id, p_order.number, p_refund, p_order.currency, r.net, r.tax, r.net + r.tax, p_rates,
    jsonb_build_object('name', s.of -> 'seller_name', 'address', s.of -> 'seller_address', 'tax_id', s.of -> 'seller_tax_id')
  from (select jsonb_object_agg(name, value) as of from public.shop_settings) s,
    (select coalesce(sum((e ->> 'net')::numeric), 0) as net, coalesce(sum((e ->> 'tax')::numeric), 0) as tax from jsonb_array_elements(p_rates) e) r;
end;
$$;
comment on function private.add_invoice(public.invoice_kind, public.orders, uuid, jsonb) is
  'Adds an invoice or credit note of an order with the next number of its kind';

create function private.rates_of(p_order public.orders) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('rate', trim_scale(s.rate), 'tax', s.tax,
      'net', s.price - case when p_order.tax_included then s.tax else 0 end,
      'gross', s.price + case when p_order.tax_included then 0 else s.tax end) order by s.rate desc), '[]')
    from (
      select p.rate, sum(p.price) as price, sum(p.tax) as tax
      from (
        select i.tax_rate as rate, i.unit_price * i.quantity - i.discount as price, i.tax
        from public.order_items i where i.order_id = p_order.id
        union all select p_order.shipping_tax_rate, p_order.shipping, p_order.shipping_tax) p
      group by p.rate having sum(p.price) > 0) s);
end;
$$;
comment on function private.rates_of(public.orders) is 'What an order bills by tax rate, in its currency: [{rate (percent), net, tax, gross}]';

create function private.issue_invoice() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
begin
  -- At the end of the transaction, when its lines are there.
  select * into ordered from public.orders where id = new.id and status in ('OnTerms', 'Paid');
  if found and not exists (select from public.invoices i where i.order_id = new.id and i.kind = 'invoice') then
    perform private.add_invoice('invoice', ordered, null, private.rates_of(ordered));
  end if;
  return null;
end;
$$;
comment on function private.issue_invoice() is 'Issues the invoice of an order that became Paid or OnTerms, once';

-- Amounts in smallest units. What pieces and shipping are refunded goes to their own rates as far as these have anything left, and the rest to
-- all rates in proportion to what they have left. Each share is a difference of two rounded sums, so no rate gets more than it has.
create function private.credit_rates(p_billed jsonb, p_credited jsonb, p_wanted jsonb, p_amount bigint, p_currency text) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return (
    with billed as (
      select b.rate, private.minor(b.gross, p_currency)::numeric as gross, private.minor(b.tax, p_currency) as tax,
        private.minor(coalesce(c.gross, 0), p_currency) as gross_before, private.minor(coalesce(c.tax, 0), p_currency) as tax_before,
        coalesce(w.minor, 0) as wanted
      from jsonb_to_recordset(p_billed) b (rate numeric, gross numeric, tax numeric)
      left join (
        select rate, sum(gross) as gross, sum(tax) as tax from jsonb_to_recordset(p_credited) c (rate numeric, gross numeric, tax numeric) group by rate) c
        using (rate)
      left join (select rate, sum(minor) as minor from jsonb_to_recordset(p_wanted) w (rate numeric, minor bigint) group by rate) w using (rate)),
    room as (
      select *, gross - gross_before as room, least(p_amount, sum(gross - gross_before) over ()) as amount,
        sum(wanted) over (order by rate) as running, nullif(sum(wanted) over (), 0) as all_wanted from billed),
    own as (
      select *, least(room, coalesce(round(running * least(amount, all_wanted) / all_wanted)
        - round((running - wanted) * least(amount, all_wanted) / all_wanted), 0)) as own from room),
    rest as (
      select *, amount - sum(own) over () as rest, sum(room - own) over (order by rate) as running_room, nullif(sum(room - own) over (), 0) as all_room
      from own),
    shares as (
      select *, own + coalesce(round(running_room * rest / all_room) - round((running_room - (room - own)) * rest / all_room), 0) as share from rest),
    credits as (
      select rate, share, round((gross_before + share) * tax / gross) - tax_before as tax from shares where share > 0)
    select coalesce(jsonb_agg(jsonb_build_object('rate', rate, 'net', private.units(share - tax, p_currency), 'tax', private.units(tax, p_currency),
      'gross', private.units(share, p_currency)) order by rate desc), '[]') from credits);
end;
$$;
comment on function private.credit_rates(jsonb, jsonb, jsonb, bigint, text) is
  'How an amount (smallest unit) is credited, by tax rate: of what was billed, after what was credited before, both as [{rate, tax, gross}], for what is wanted by rate, [{rate, minor}]';

create function private.issue_credit_note() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
  billed jsonb;
  rates jsonb;
begin
  select * into ordered from public.orders where id = new.order_id for no key update;
  select i.rates into billed from public.invoices i
    join public.payment_attempts a on a.reference = new.reference and a.status <> 'duplicate'
    where i.order_id = new.order_id and i.kind = 'invoice'
      and not exists (select from public.invoices c where c.refund_id = new.id);
  if not found then
    return null;
  end if;
  rates := private.credit_rates(billed, (
    select coalesce(jsonb_agg(e), '[]') from public.invoices c, jsonb_array_elements(c.rates) e
    where c.order_id = ordered.id and c.kind = 'credit_note'), (
    select coalesce(jsonb_agg(jsonb_build_object('rate', i.tax_rate, 'minor', l.price_minor)), '[]')
      || jsonb_build_object('rate', ordered.shipping_tax_rate, 'minor', new.shipping_minor)
      || (select coalesce(jsonb_agg(jsonb_build_object('rate', e.tax_rate, 'minor', new.amount_minor)), '[]') from public.order_items e where e.id = new.exchange_item)
    from public.refund_lines l join public.order_items i on i.id = l.order_item_id where l.refund_id = new.id), new.amount_minor, ordered.currency);
  if rates <> '[]' then
    perform private.add_invoice('credit_note', ordered, new.id, rates);
  end if;
  return null;
end;
$$;
comment on function private.issue_credit_note() is 'Issues the credit note of a refund that is done, once, of an order with an invoice';

alter table public.invoices enable row level security;
grant select on public.invoices to authenticated;
-- Whoever may read the order may read its invoice; what is left of a deleted order is for administrators.
create policy invoices_select_with_order on public.invoices for select to authenticated
  using (exists (select 1 from public.orders o where o.id = order_id) or (order_id is null and (select public.is_admin())));

create constraint trigger orders_invoice after insert or update of status on public.orders
  deferrable initially deferred for each row when (new.status in ('OnTerms', 'Paid')) execute function private.issue_invoice();
create constraint trigger refunds_credit_note after update of status on public.refunds
  deferrable initially deferred for each row when (new.status = 'processed' and old.status <> 'processed')
  execute function private.issue_credit_note();
