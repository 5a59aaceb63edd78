-- Vouchers: codes that take a percentage or an amount off an order.

create type public.voucher_kind as enum ('percent', 'amount');
comment on type public.voucher_kind is 'What a voucher takes off';

create table public.vouchers (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[A-Z0-9-]{3,40}$'),
  kind public.voucher_kind not null,
  value numeric not null check (value > 0 and value < 1000000000),
  starts_at timestamptz,
  ends_at timestamptz,
  minimum numeric not null default 0 check (minimum >= 0 and minimum < 1000000000),
  categories uuid[] not null default '{}' check (array_position(categories, null) is null and cardinality(categories) <= 100),
  once_per_customer boolean not null default false,
  max_uses int check (max_uses > 0),
  uses int not null default 0,
  created_at timestamptz not null default public.clock(),
  constraint vouchers_percent_check check (kind <> 'percent' or value <= 100),
  constraint vouchers_ends_check check (ends_at > starts_at),
  constraint vouchers_uses_check check (uses >= 0 and uses <= max_uses)
);
comment on table public.vouchers is 'Codes that take a percentage or an amount off an order';
comment on column public.vouchers.id is 'Identifies the voucher';
comment on column public.vouchers.code is 'What customers type, in capital letters; they may type small ones';
comment on column public.vouchers.kind is 'percent or amount';
comment on column public.vouchers.value is 'Percentage, or amount in the currency of the shop, that is taken off the goods';
comment on column public.vouchers.starts_at is 'From when on it is valid; empty for always';
comment on column public.vouchers.ends_at is 'Until when it is valid; empty for ever';
comment on column public.vouchers.minimum is 'What the goods that it is for must cost at least, in the currency of the shop, before tax is taken off for companies that pay none';
comment on column public.vouchers.categories is 'The categories whose goods it is for; empty for all goods';
comment on column public.vouchers.once_per_customer is 'Whether a customer can use it once only';
comment on column public.vouchers.max_uses is 'How many orders can use it in all; empty for any number';
comment on column public.vouchers.uses is 'How many orders use it: its rows in voucher_uses; kept by a trigger';
comment on column public.vouchers.created_at is 'When it was made';

create function office.list_admin_vouchers(p_limit int default 25, p_page int default 1, p_query text default '')
returns table (
  id uuid, code text, kind public.voucher_kind, value numeric, starts_at timestamptz, ends_at timestamptz, minimum numeric,
  categories uuid[], category_names text[], once_per_customer boolean, max_uses int, uses int, state text, created_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  looked_for constant text := upper(btrim(coalesce(p_query, '')));
  fitting bigint;
begin
  perform private.require_admin();
  select count(*) into fitting from public.vouchers v where strpos(v.code, looked_for) > 0;
  return query
    select v.id, v.code, v.kind, v.value, v.starts_at, v.ends_at, v.minimum, v.categories,
      array(select c.name from public.categories c where c.id = any (v.categories) order by c.name),
      v.once_per_customer, v.max_uses, v.uses, case
        when v.ends_at <= public.clock() then 'ended'
        when v.uses >= v.max_uses then 'used up'
        when v.starts_at > public.clock() then 'planned'
        else 'valid' end,
      v.created_at, fitting
    from public.vouchers v where strpos(v.code, looked_for) > 0
    order by v.created_at desc, v.id
    limit page_size offset private.page_start(p_page, page_size, fitting);
end;
$$;
comment on function office.list_admin_vouchers(int, int, text) is
  'One page of the vouchers whose codes contain these letters, newest first, each with its state: valid, planned, ended or used up. Administrators only (not_an_administrator).';

alter table public.vouchers enable row level security;
grant select,
  insert (id, code, kind, value, starts_at, ends_at, minimum, categories, once_per_customer, max_uses),
  update (code, kind, value, starts_at, ends_at, minimum, categories, once_per_customer, max_uses)
  on public.vouchers to authenticated;
create policy vouchers_all_admin on public.vouchers for all to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
