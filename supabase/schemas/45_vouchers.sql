-- Vouchers: codes that take a percentage or an amount off an order.

create type public.voucher_kind as enum ('percent', 'amount');
comment on type public.voucher_kind is 'What a voucher takes off';

create table public.vouchers (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[A-Z0-9-]{3,40}$'),
  kind public.voucher_kind not null,
  value numeric(12, 2) not null check (value > 0 and value < 1000000),
  starts_at timestamptz,
  ends_at timestamptz,
  minimum numeric(12, 2) not null default 0 check (minimum >= 0 and minimum < 1000000),
  categories uuid[] not null default '{}' check (array_position(categories, null) is null and cardinality(categories) <= 100),
  once_per_customer boolean not null default false,
  max_uses int check (max_uses > 0),
  uses int not null default 0,
  created_at timestamptz not null default now(),
  constraint vouchers_percent_check check (kind <> 'percent' or value <= 100),
  constraint vouchers_ends_check check (ends_at > starts_at),
  constraint vouchers_uses_check check (uses >= 0 and uses <= max_uses)
);
comment on table public.vouchers is 'Codes that take a percentage or an amount off an order';
comment on column public.vouchers.id is 'Identifies the voucher';
comment on column public.vouchers.code is 'What customers type, in capital letters; they may type small ones';
comment on column public.vouchers.kind is 'percent or amount';
comment on column public.vouchers.value is 'Percentage, or amount in dollars, that is taken off the goods';
comment on column public.vouchers.starts_at is 'From when on it is valid; empty for always';
comment on column public.vouchers.ends_at is 'Until when it is valid; empty for ever';
comment on column public.vouchers.minimum is 'What the goods that it is for must cost at least, in dollars';
comment on column public.vouchers.categories is 'The categories whose goods it is for; empty for all goods';
comment on column public.vouchers.once_per_customer is 'Whether a customer can use it once only';
comment on column public.vouchers.max_uses is 'How many orders can use it in all; empty for any number';
comment on column public.vouchers.uses is 'How many orders use it; kept by functions and triggers';
comment on column public.vouchers.created_at is 'When it was made';

alter table public.vouchers enable row level security;
grant select, delete,
  insert (id, code, kind, value, starts_at, ends_at, minimum, categories, once_per_customer, max_uses),
  update (code, kind, value, starts_at, ends_at, minimum, categories, once_per_customer, max_uses)
  on public.vouchers to authenticated;
create policy vouchers_all_admin on public.vouchers for all to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
