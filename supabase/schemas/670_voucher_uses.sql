-- Which orders use which voucher. A trigger counts them, so that the uses of a voucher are the number of its rows here.

create table public.voucher_uses (
  order_id uuid primary key references public.orders on delete cascade,
  voucher_id uuid not null references public.vouchers on delete cascade,
  user_id uuid references auth.users on delete set null,
  once boolean not null,
  expires_at timestamptz,
  address_key text
);
comment on table public.voucher_uses is 'The orders that use a voucher: unpaid ones for a time, those that are paid or on terms for good';
comment on column public.voucher_uses.order_id is 'The order';
comment on column public.voucher_uses.voucher_id is 'The voucher';
comment on column public.voucher_uses.user_id is 'The customer; empty when deleted since';
comment on column public.voucher_uses.once is 'Whether a customer could use the voucher once only';
comment on column public.voucher_uses.expires_at is 'Until when; empty once the order is paid';
comment on column public.voucher_uses.address_key is
  'Keyed hash of the customer''s mail address where a customer could use the voucher once only: it outlives the account, so that nobody registers again to use the voucher again';
create index voucher_uses_voucher_idx on public.voucher_uses (voucher_id);
create index voucher_uses_user_idx on public.voucher_uses (user_id);
create index voucher_uses_expires_idx on public.voucher_uses (expires_at) where expires_at is not null;
create unique index voucher_uses_once_idx on public.voucher_uses (voucher_id, user_id) where once;
create unique index voucher_uses_address_idx on public.voucher_uses (voucher_id, address_key) where once;

create table private.address_keys (
  only_row boolean primary key default true check (only_row),
  key bytea not null default extensions.gen_random_bytes(32)
);
comment on table private.address_keys is 'The key of the hashes of mail addresses, from the first use of a voucher for once per customer on';
comment on column private.address_keys.only_row is 'There is one row';
comment on column private.address_keys.key is 'Random bytes, different in each shop';

-- Case, Unicode forms and what follows a + make no other customer. Dots do: only some providers ignore them.
create function private.address_key(p_email text) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select encode(extensions.hmac(convert_to(regexp_replace(public.name_key(p_email), '^([^+@]+)\+[^@]*@', '\1@'), 'utf8'), k.key, 'sha256'), 'hex')
    from private.address_keys k);
end;
$$;
comment on function private.address_key(text) is
  'Keyed hash of a mail address, the same however it is written; null before there is a key';

create function private.has_used(p_voucher uuid, p_customer uuid, p_address text, p_unpaid boolean) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  its_key constant text := private.address_key(coalesce((private.buyer(p_customer)).email, p_address));
begin
  return exists (
    select from public.voucher_uses u join public.orders o on o.id = u.order_id
    where u.voucher_id = p_voucher and (u.user_id = p_customer or u.address_key = its_key) and (p_unpaid or o.status <> 'Pending'));
end;
$$;
comment on function private.has_used(uuid, uuid, text, boolean) is
  'Whether a customer, or an earlier account with the same mail address, has used a voucher, with p_unpaid also in an order that is Pending; the address is for orders without a customer';

create function private.count_voucher_uses() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.vouchers set uses = uses + case tg_op when 'INSERT' then 1 else -1 end
    where id = case tg_op when 'INSERT' then new.voucher_id else old.voucher_id end;
  return null;
end;
$$;
comment on function private.count_voucher_uses() is 'Keeps how many orders use a voucher';

-- In the order of their ids, and always after variants, so that two orders never wait for each other.
create function private.lock_vouchers(p_orders uuid[], p_code text) returns void
language plpgsql set search_path = '' as $$
begin
  perform from public.vouchers v
    where v.code = p_code or v.id in (select u.voucher_id from public.voucher_uses u where u.order_id = any (p_orders))
    order by v.id for no key update;
end;
$$;
comment on function private.lock_vouchers(uuid[], text) is 'Locks the voucher with a code and those that orders use';

create function private.end_voucher_uses(p_orders uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_vouchers(p_orders, null);
  delete from public.voucher_uses where order_id = any (p_orders);
end;
$$;
comment on function private.end_voucher_uses(uuid[]) is 'Gives back the uses of vouchers by orders';

-- An order that was placed keeps its price: dates and minimum were asked then, and a voucher that is gone has no uses to count.
create function private.use_voucher(p_order public.orders, p_until timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  voucher public.vouchers;
begin
  if p_order.voucher_code = '' then
    return null;
  end if;
  perform private.lock_vouchers(array[p_order.id], p_order.voucher_code);
  update public.voucher_uses set expires_at = p_until where order_id = p_order.id;
  if found then
    return null;
  end if;
  select * into voucher from public.vouchers v where v.code = p_order.voucher_code;
  if voucher.uses >= voucher.max_uses then
    return 'This voucher has been used up.';
  end if;
  if voucher.once_per_customer then
    insert into private.address_keys default values on conflict do nothing;
    if private.has_used(voucher.id, p_order.user_id, p_order.email, true) then
      return 'You have used this voucher before.';
    end if;
  end if;
  insert into public.voucher_uses (order_id, voucher_id, user_id, once, expires_at, address_key)
  select p_order.id, voucher.id, p_order.user_id, voucher.once_per_customer, p_until, case when voucher.once_per_customer
    then private.address_key(coalesce((select p.email from public.profiles p where p.id = p_order.user_id), p_order.email)) end
  where voucher.id is not null;
  return null;
end;
$$;
comment on function private.use_voucher(public.orders, timestamptz) is
  'Counts the use of its voucher by an order until a time, or for good where that is null. Returns why it cannot, and then counts nothing; null when it is counted, or there is no voucher.';

create function private.require_voucher(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  problem constant text := private.use_voucher(p_order, case when p_order.status = 'Pending' then
    greatest(private.hold_until(), (select u.expires_at from public.voucher_uses u where u.order_id = p_order.id)) end);
begin
  if problem is not null then
    raise exception '%', problem using detail = 'voucher_refused';
  end if;
end;
$$;
comment on function private.require_voucher(public.orders) is
  'Counts the use of its voucher by an order, for a time while it is Pending; refuses it where none is left (voucher_refused)';

create function private.take_voucher(p_order public.orders, p_voucher uuid, p_replaces uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_vouchers(p_replaces, p_order.voucher_code);
  if p_order.voucher_code <> '' and not exists (
    select from public.vouchers v where v.id = p_voucher and v.code = p_order.voucher_code) then
    raise exception 'We do not know this voucher code.' using detail = 'voucher_refused';
  end if;
  delete from public.voucher_uses where order_id = any (p_replaces);
  perform private.require_voucher(p_order);
end;
$$;
comment on function private.take_voucher(public.orders, uuid, uuid[]) is
  'Counts the use of a voucher by a new order, after those of the orders that it replaces are given back. Error (in detail): voucher_refused.';

create function private.end_expired_voucher_uses() returns void
language plpgsql security definer set search_path = '' as $$
declare
  due constant uuid[] := array(
    select u.order_id from public.voucher_uses u where u.expires_at < public.clock() order by u.expires_at limit 1000);
begin
  perform private.lock_vouchers(due, null);
  -- Uses of orders that were paid in the meantime stay.
  delete from public.voucher_uses u where u.order_id = any (due) and u.expires_at < public.clock();
end;
$$;
comment on function private.end_expired_voucher_uses() is 'Gives back the uses of vouchers by orders that were not paid in time';

alter table public.voucher_uses enable row level security;
grant select on public.voucher_uses to authenticated;
create policy voucher_uses_select_admin on public.voucher_uses for select to authenticated
  using ((select public.is_admin()));

create trigger voucher_uses_count after insert or delete on public.voucher_uses
  for each row execute function private.count_voucher_uses();
