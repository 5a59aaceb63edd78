-- Which orders use which voucher.

create table public.voucher_uses (
  order_id uuid primary key references public.orders on delete cascade,
  voucher_id uuid not null references public.vouchers on delete cascade,
  user_id uuid references auth.users on delete set null,
  once boolean not null
);
comment on table public.voucher_uses is 'The orders that use a voucher';
comment on column public.voucher_uses.order_id is 'The order';
comment on column public.voucher_uses.voucher_id is 'The voucher';
comment on column public.voucher_uses.user_id is 'The customer; empty when deleted since';
comment on column public.voucher_uses.once is 'Whether a customer could use the voucher once only';
create index voucher_uses_voucher_idx on public.voucher_uses (voucher_id);
create index voucher_uses_user_idx on public.voucher_uses (user_id);
create unique index voucher_uses_once_idx on public.voucher_uses (voucher_id, user_id) where once;

-- One conditional update decides who gets the last use, and a unique index who uses it twice.
create function private.take_voucher(p_order public.orders, p_voucher uuid, p_replaces uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  voucher public.vouchers;
begin
  update public.voucher_uses set order_id = p_order.id
    where order_id = (select u.order_id from public.voucher_uses u where u.order_id = any (p_replaces) and u.voucher_id = p_voucher limit 1);
  if found then
    return;
  end if;
  update public.vouchers v set uses = v.uses + 1
    where v.id = p_voucher and v.uses < coalesce(v.max_uses, v.uses + 1) returning * into voucher;
  if not found then
    raise exception 'This voucher has been used up.' using detail = 'voucher_refused';
  end if;
  insert into public.voucher_uses (order_id, voucher_id, user_id, once)
  values (p_order.id, p_voucher, p_order.user_id, voucher.once_per_customer) on conflict do nothing;
  if not found then
    raise exception 'You have used this voucher before.' using detail = 'voucher_refused';
  end if;
end;
$$;
comment on function private.take_voucher(public.orders, uuid, uuid[]) is
  'Counts a use of a voucher by an order, which takes over that of an order that it replaces. Error (in detail): voucher_refused.';

alter table public.voucher_uses enable row level security;
grant select on public.voucher_uses to authenticated;
create policy voucher_uses_select_admin on public.voucher_uses for select to authenticated
  using ((select public.is_admin()));
