-- One row for each time a customer was sent to the card page.

create table public.payment_attempts (
  reference text primary key check (reference ~ '^[A-Za-z0-9.=-]{1,100}$'),
  order_id uuid not null references public.orders on delete cascade,
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  authorization_url text,
  status text not null default 'started' check (status <> '' and length(status) <= 50),
  created_at timestamptz not null default now()
);
create index payment_attempts_order_id_idx on public.payment_attempts (order_id, created_at desc);
create index payment_attempts_created_at_idx on public.payment_attempts (created_at);

comment on table public.payment_attempts is 'Tries to pay an order through the payment provider, one row each';
comment on column public.payment_attempts.reference is 'Reference at the payment provider';
comment on column public.payment_attempts.order_id is 'The order to be paid';
comment on column public.payment_attempts.amount_minor is 'Amount asked for, in the smallest unit of the currency (cents)';
comment on column public.payment_attempts.currency is 'Currency asked for, three letters';
comment on column public.payment_attempts.authorization_url is 'Address of the card page; for one use';
comment on column public.payment_attempts.status is 'started, authorized (card page is open), paid, held (wrong amount or currency), duplicate (order was paid already: refund it), or what the provider said when it failed';
comment on column public.payment_attempts.created_at is 'When the try began';

alter table public.payment_attempts enable row level security;
revoke all on public.payment_attempts from anon, authenticated;
grant select on public.payment_attempts to authenticated;
grant all on public.payment_attempts to service_role;

create policy payment_attempts_select_admin on public.payment_attempts for select to authenticated
  using ((select public.is_admin()));
