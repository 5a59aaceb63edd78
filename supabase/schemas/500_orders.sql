-- Orders. Written by private.place_order and settle_payment only; name, address and prices are those of the moment.

create type public.order_status as enum ('Pending', 'OnTerms', 'Paid', 'Held', 'Refunded', 'Cancelled');
comment on type public.order_status is 'Where the payment of an order stands';

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete set null,
  firstname text not null default '',
  lastname text not null default '',
  email text not null default '',
  phone text not null default '',
  address text not null default '',
  postcode text not null default '',
  state text not null default '',
  country text not null default '',
  total_price numeric not null check (total_price >= 0),
  currency text not null default public.shop_currency() check (currency ~ '^[A-Z]{3}$'),
  status public.order_status not null default 'Pending',
  payment_reference text unique,
  idempotency_key text check (length(idempotency_key) <= 200),
  created_at timestamptz not null default public.clock(),
  paid_at timestamptz,
  search_words text not null default '',
  idempotency_digest text,
  from_cart boolean not null default false,
  number text not null unique default private.next_order_number(),
  fulfilment public.fulfilment not null default 'to_send',
  refunded numeric not null default 0 check (refunded >= 0),
  discount numeric not null default 0 check (discount >= 0),
  voucher_code text not null default '',
  shipping numeric not null default 0 check (shipping >= 0),
  shipping_method text not null default '',
  shipping_tax_rate numeric(6, 3) not null default 0,
  shipping_tax numeric not null default 0,
  tax numeric not null default 0 check (tax >= 0),
  tax_included boolean not null default true,
  company_id uuid references public.companies on delete set null,
  company_name text not null default '',
  company_vat_id text not null default '',
  po_number text not null default '' check (length(po_number) <= 60),
  due_at timestamptz,
  tax_free boolean not null default false,
  by_office boolean not null default false,
  city text not null default '',
  days_from int not null default 0,
  days_to int not null default 0,
  assigned_to uuid references public.administrators on delete set null,
  recipient text not null default '', invoice_address jsonb, gift_message text check (length(gift_message) <= 500),
  constraint orders_due_check check (status <> 'OnTerms' or due_at is not null),
  unique (user_id, idempotency_key)
);
comment on table public.orders is 'Orders, each with a copy of the customer as at that moment. Lines are in order_items, payments in payment_attempts.';
comment on column public.orders.id is 'Identifies the order';
comment on column public.orders.user_id is 'The customer; empty when deleted since, the order stays';
comment on column public.orders.firstname is 'First name of the customer when ordering';
comment on column public.orders.lastname is 'Last name of the customer when ordering';
comment on column public.orders.email is 'Mail address for this order';
comment on column public.orders.phone is 'Phone number when ordering';
comment on column public.orders.address is 'Street and number to deliver to';
comment on column public.orders.postcode is 'Postcode to deliver to';
comment on column public.orders.state is 'State or region to deliver to';
comment on column public.orders.country is 'Country to deliver to';
comment on column public.orders.total_price is 'What the order costs, in units of the currency: its lines less the discount, shipping, and the tax unless it is included';
comment on column public.orders.currency is 'Currency of the total, three letters';
comment on column public.orders.status is 'Pending: not paid yet. OnTerms: sent before it is paid, by due_at. Paid: settled. Held: paid with a wrong amount or currency, after it was cancelled or deleted, or after its pieces were sold; somebody must look. Refunded: money returned. Cancelled: given up before it was paid, or though it cost nothing, by its customer, by a newer order of the same cart, or in the back office.';
comment on column public.orders.payment_reference is 'Reference of its newest payment attempt; of an order that is Paid or Held, of the payment that made it so';
comment on column public.orders.idempotency_key is 'Sent by the shop with each attempt to order, so that a double click makes one order';
comment on column public.orders.created_at is 'When it was placed';
comment on column public.orders.paid_at is 'When it became Paid';
comment on column public.orders.search_words is 'Customer, address, reference, total and titles in plain lower case, for the search; kept by triggers';
comment on column public.orders.idempotency_digest is 'Digest of what was ordered under the idempotency key or at the checkout; empty for other orders and those from before there were digests';
comment on column public.orders.from_cart is 'Placed at the shop''s own checkout, from the cart; a customer has one such order that is Pending at most';
comment on column public.orders.number is 'Number that customers and the office name it by, such as HM-48213';
comment on column public.orders.fulfilment is 'How far its parcels are; kept by triggers. What is to be sent is Paid or OnTerms, and to_send or packed.';
comment on column public.orders.refunded is 'What was refunded of it, in units of the currency, without payments that came twice; kept by triggers';
comment on column public.orders.discount is 'What the voucher takes off its lines, in units of the currency';
comment on column public.orders.voucher_code is 'Code of the voucher; empty when there is none';
comment on column public.orders.shipping is 'What sending it costs, in units of the currency';
comment on column public.orders.shipping_method is 'Name of the shipping method when ordering; empty where shipping was free everywhere';
comment on column public.orders.shipping_tax_rate is 'Tax rate of shipping in percent';
comment on column public.orders.shipping_tax is 'Tax on shipping, in units of the currency';
comment on column public.orders.tax is 'Tax on its lines and on shipping, in units of the currency';
comment on column public.orders.tax_included is 'Whether the prices have the tax in them';
comment on column public.orders.company_id is 'The company that it was placed for; empty for retail, and when deleted since';
comment on column public.orders.company_name is 'Name of the company when ordering';
comment on column public.orders.company_vat_id is 'VAT number of the company when ordering';
comment on column public.orders.po_number is 'Purchase order number, by which the company knows it; empty when it gave none';
comment on column public.orders.due_at is 'Until when an order on terms is to be paid; kept when it is paid, empty for others';
comment on column public.orders.tax_free is 'Whether it is without tax, since its company pays the VAT itself (reverse charge)';
comment on column public.orders.by_office is 'Placed in the back office; the link in its mail pays it without signing in. An exchange is by_office once it may be paid.';
comment on column public.orders.city is 'City to deliver to; empty where the address has it';
comment on column public.orders.days_from is 'How many days its delivery takes at least, as its method said when ordering';
comment on column public.orders.days_to is 'How many days its delivery takes at most; 0 where its method said nothing';
comment on column public.orders.assigned_to is 'The administrator to whom it is handed; empty for nobody';
comment on column public.orders.recipient is 'Name of whom it is delivered to; empty for the customer';
comment on column public.orders.invoice_address is 'Address of the customer for the invoice, {address, city, postcode, state, country}; null where it is the one to deliver to';
comment on column public.orders.gift_message is 'Message of a gift, empty for a gift without one; null where it is no gift';

create index orders_user_created_idx on public.orders (user_id, created_at desc, id);
create index orders_created_at_idx on public.orders (created_at desc, id);
create index orders_search_words_idx on public.orders
  using gin (search_words extensions.gin_trgm_ops);
create index orders_status_created_idx on public.orders (status, created_at desc, id);
create index orders_total_price_idx on public.orders (total_price, id);
create index orders_firstname_idx on public.orders (lower(firstname), id);
create index orders_paid_at_idx on public.orders (paid_at) include (id, total_price, company_id) where status = 'Paid';
create index orders_to_send_idx on public.orders (created_at, id) where status in ('OnTerms', 'Paid') and fulfilment in ('to_send', 'packed');
create index orders_company_idx on public.orders (company_id);
create index orders_on_terms_idx on public.orders (company_id, due_at) include (total_price) where status = 'OnTerms';
create index orders_assigned_idx on public.orders (assigned_to, created_at desc, id);
create index orders_unpaid_of_idx on public.orders (user_id) where status = 'Pending';

-- The lines of an order, with title and price as they were.
create table public.order_items (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders on delete cascade,
  product_id uuid references public.products on delete set null,
  title text not null,
  unit_price numeric not null check (unit_price >= 0),
  quantity int not null check (quantity between 1 and 999),
  size text,
  color text,
  position int not null default 1,
  refunded int not null default 0,
  not_to_send int not null default 0,
  discount numeric not null default 0,
  tax_rate numeric(6, 3) not null default 0,
  tax numeric not null default 0,
  variant_id uuid,
  sku text not null,
  constraint order_items_refunded_check check (refunded between 0 and quantity),
  constraint order_items_discount_check check (discount between 0 and unit_price * quantity)
);
comment on table public.order_items is 'Lines of orders, with title, SKU and price as they were when ordering';
comment on column public.order_items.id is 'Identifies the line';
comment on column public.order_items.order_id is 'The order it belongs to';
comment on column public.order_items.product_id is 'The product; empty when deleted since, the line stays';
comment on column public.order_items.title is 'Title of the product when ordering';
comment on column public.order_items.unit_price is 'Price of one piece when ordering, in the currency of the order';
comment on column public.order_items.quantity is 'How many pieces';
comment on column public.order_items.size is 'Chosen size';
comment on column public.order_items.color is 'Chosen colour';
comment on column public.order_items.position is 'Place of the line in the order, from 1';
comment on column public.order_items.refunded is 'Pieces that were refunded, or for which a refund is on its way; kept by triggers';
comment on column public.order_items.not_to_send is 'Pieces of these that are not to be sent; kept by triggers';
comment on column public.order_items.discount is 'What the voucher takes off the line, in the currency of the order';
comment on column public.order_items.tax_rate is 'Tax rate in percent when ordering';
comment on column public.order_items.tax is 'Tax on the line after the discount, in the currency of the order';
comment on column public.order_items.variant_id is 'The variant, whatever its size and colour are called since; empty where none was chosen. It outlives the variant, so it is no foreign key';
comment on column public.order_items.sku is 'SKU of the variant when ordering; empty where none was chosen';

create index order_items_order_id_idx on public.order_items (order_id, position);
create index order_items_product_id_idx on public.order_items (product_id);

create function private.set_item_variant() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.variant_id := coalesce(new.variant_id, (
    select v.id from public.product_variants v where v.product_id = new.product_id
      and v.size is not distinct from new.size and v.color is not distinct from new.color));
  new.sku := coalesce(new.sku, (select v.sku from public.product_variants v where v.id = new.variant_id), '');
  return new;
end;
$$;
comment on function private.set_item_variant() is 'Finds the variant of a line by its size and colour, and its SKU, when it is ordered';

create trigger order_items_set_variant before insert on public.order_items
  for each row execute function private.set_item_variant();

-- Someone may set an order to Paid by hand; monthly income counts by this time.
create function private.set_paid_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.status = 'Paid' and new.paid_at is null then
    new.paid_at := public.clock();
  end if;
  return new;
end;
$$;
comment on function private.set_paid_at() is 'Writes when an order became Paid';

create function private.sums_of(
  p_order public.orders, out discount numeric, out shipping_tax numeric, out tax numeric, out total numeric
)
language plpgsql stable set search_path = '' as $$
begin
  select coalesce(sum(i.discount), 0), coalesce(sum(i.tax), 0), coalesce(sum(i.unit_price * i.quantity - i.discount), 0) + p_order.shipping,
      private.tax_of(coalesce(sum(i.unit_price * i.quantity - i.discount) filter (where i.tax_rate = p_order.shipping_tax_rate), 0),
        p_order.shipping, p_order.shipping_tax_rate, p_order.tax_included, p_order.currency)
    into discount, tax, total, shipping_tax from public.order_items i where i.order_id = p_order.id;
  tax := tax + shipping_tax;
  if not p_order.tax_included then
    total := total + tax;
  end if;
end;
$$;
comment on function private.sums_of(public.orders) is 'Discount, tax on shipping, tax and total of an order by its lines, in its currency';

create function private.tax_order_lines(p_orders uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.order_items i set tax = t.tax
  from (
    select l.id, private.tax_of(sum(l.price) over (partition by l.order_id, l.tax_rate order by l.position, l.id) - l.price,
      l.price, l.tax_rate, l.tax_included, l.currency) as tax
    from (
      select s.id, s.order_id, s.position, s.tax_rate, s.unit_price * s.quantity - s.discount as price, o.tax_included, o.currency
      from public.order_items s join public.orders o on o.id = s.order_id
      where o.id = any (p_orders) and o.status = 'Pending') l) t
  where i.id = t.id and i.tax <> t.tax;
end;
$$;
comment on function private.tax_order_lines(uuid[]) is 'Updates the tax of the lines of Pending orders, which adds up to that of each rate, rounded once';

-- Totals stay right when lines are edited in the dashboard, and when a line is moved to another order.
create function private.update_order_total() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  order_ids uuid[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(distinct c.order_id) into order_ids
      from (select order_id from changed union all select order_id from before) c;
  else
    select array_agg(distinct c.order_id) into order_ids from changed c;
  end if;
  perform private.tax_order_lines(order_ids) from changed c where c.tax_rate <> 0 or c.tax <> 0 limit 1;
  update public.orders o set discount = s.discount, shipping_tax = s.shipping_tax, tax = s.tax, total_price = s.total
  from public.orders w cross join lateral private.sums_of(w) s
  where w.id = any (order_ids) and o.id = w.id and o.status = 'Pending'
    and (o.discount, o.shipping_tax, o.tax, o.total_price) <> (s.discount, s.shipping_tax, s.tax, s.total);
  return null;
end;
$$;
comment on function private.update_order_total() is 'Updates taxes, discount and total of a Pending order to those of its lines';

create function private.check_order_total() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (new.total_price, new.discount, new.tax, new.shipping, new.shipping_tax, new.tax_included)
    <> (old.total_price, old.discount, old.tax, old.shipping, old.shipping_tax, old.tax_included) and (old.status <> 'Pending'
    or exists (select from private.sums_of(new) s where (new.total_price, new.discount, new.tax, new.shipping_tax) <> (s.total, s.discount, s.tax, s.shipping_tax))) then
    raise exception 'The total of an order is that of its lines and follows them while it is Pending: edit order_items. What was paid stays as it was paid.'
      using errcode = 'check_violation';
  end if;
  return new;
end;
$$;
comment on function private.check_order_total() is
  'Refuses a total that is not that of the lines, and any other total once an order was paid';

create function private.order_with_lines(p_order uuid) returns json
language plpgsql stable set search_path = '' as $$
begin
  return (
    select to_json(t) from (
      select o.id, o.user_id, o.firstname, o.lastname, o.email, o.phone, o.address, o.city, o.postcode, o.state,
        o.country, o.total_price, o.currency, o.status, o.payment_reference, o.created_at, o.paid_at, o.number, o.fulfilment, o.refunded,
        o.discount, o.voucher_code, o.shipping, o.shipping_method, o.shipping_tax_rate, o.shipping_tax, o.tax, o.tax_included,
        o.company_id, o.company_name, o.company_vat_id, o.po_number, o.due_at, o.tax_free, o.days_from, o.days_to,
        o.recipient, o.invoice_address, o.gift_message, public.hold_end_of(o.id) as held_until,
        public.parcels_of(o.id) as parcels,
        public.returns_of(o.id) as returns, public.returnable_of(o.id) as returnable, public.exchange_of(o.id) as exchange, private.payment_of(o) as payment, (
          select coalesce(json_agg(l), '[]') from (
            select i.id, i.title, i.unit_price, i.quantity, i.size, i.color, i.position, i.refunded, i.not_to_send,
              i.discount, i.tax_rate, i.tax, i.sku,
              case when p.id is not null then
                json_build_object('id', p.id, 'title', p.title, 'images', p.images,
                  'sizes', p.sizes, 'colors', p.colors) end as product
            from public.order_items i left join public.products p on p.id = i.product_id
            where i.order_id = o.id order by i.position) l) as order_items
      from public.orders o where o.id = p_order) t);
end;
$$;
comment on function private.order_with_lines(uuid) is
  'An order with its lines and what they show of their products; prices in the currency of the shop';

alter table public.orders enable row level security;
grant select on public.orders to authenticated;
create policy orders_select_own_or_admin on public.orders for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_admin()));

alter table public.order_items enable row level security;
grant select on public.order_items to authenticated;
-- Whoever may read the order may read its lines: the policy of orders decides.
create policy order_items_select_with_order on public.order_items for select to authenticated
  using (exists (select 1 from public.orders o where o.id = order_id));

create trigger orders_set_paid_at before insert or update of status, paid_at on public.orders
  for each row execute function private.set_paid_at();
create trigger order_items_total_insert after insert on public.order_items
  referencing new table as changed for each statement execute function private.update_order_total();
create trigger order_items_total_delete after delete on public.order_items
  referencing old table as changed for each statement execute function private.update_order_total();
create trigger order_items_total_update after update on public.order_items
  referencing old table as before new table as changed
  for each statement execute function private.update_order_total();
create trigger orders_check_total before update of total_price, discount, tax, shipping, shipping_tax, tax_included on public.orders
  for each row execute function private.check_order_total();
