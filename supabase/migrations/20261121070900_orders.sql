-- Orders. Written by place_order and settle_payment only; name, address and prices are those of the moment.

create type public.order_status as enum ('Pending', 'Paid', 'Held', 'Refunded');
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
  total_price numeric(12, 2) not null check (total_price >= 0),
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  status public.order_status not null default 'Pending',
  payment_reference text unique,
  idempotency_key text check (length(idempotency_key) <= 200),
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  unique (user_id, idempotency_key)
);
create index orders_user_created_idx on public.orders (user_id, created_at desc, id);
create index orders_created_at_idx on public.orders (created_at desc, id);
create index orders_pending_idx on public.orders (created_at) where status = 'Pending';
create index orders_paid_at_idx on public.orders (paid_at) where status = 'Paid';

comment on table public.orders is 'Orders, each with a copy of the customer as at that moment. Lines are in order_items, payments in payment_attempts.';
comment on column public.orders.id is 'Identifies the order; the reference id that customers see';
comment on column public.orders.user_id is 'The customer; empty when deleted since, the order stays';
comment on column public.orders.firstname is 'First name of the customer when ordering';
comment on column public.orders.lastname is 'Last name of the customer when ordering';
comment on column public.orders.email is 'Mail address for this order';
comment on column public.orders.phone is 'Phone number when ordering';
comment on column public.orders.address is 'Street and number to deliver to';
comment on column public.orders.postcode is 'Postcode to deliver to';
comment on column public.orders.state is 'State or region to deliver to';
comment on column public.orders.country is 'Country to deliver to';
comment on column public.orders.total_price is 'What the order costs, in units of the currency with cents; the sum of its lines';
comment on column public.orders.currency is 'Currency of the total, three letters';
comment on column public.orders.status is 'Pending: not paid yet. Paid: settled. Held: paid with a wrong amount or currency, somebody must look. Refunded: money returned.';
comment on column public.orders.payment_reference is 'Reference of the payment that paid it';
comment on column public.orders.idempotency_key is 'Sent by the shop with a try to order, so that a double click makes one order';
comment on column public.orders.created_at is 'When it was placed';
comment on column public.orders.paid_at is 'When it became Paid';

-- Someone may set an order to Paid by hand; monthly income counts by this time.
create function private.stamp_paid_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.status = 'Paid' and new.paid_at is null then
    new.paid_at := now();
  end if;
  return new;
end;
$$;
comment on function private.stamp_paid_at() is 'Writes when an order became Paid';

create trigger orders_stamp_paid_at before insert or update of status, paid_at on public.orders
  for each row execute function private.stamp_paid_at();

alter table public.orders enable row level security;
revoke all on public.orders from anon, authenticated;
grant select, delete on public.orders to authenticated;
grant all on public.orders to service_role;

create policy orders_select_own_or_admin on public.orders for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_admin()));
create policy orders_delete_admin on public.orders for delete to authenticated
  using ((select public.is_admin()));
