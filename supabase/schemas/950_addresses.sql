-- Addresses: the address book of a customer, and the delivery of an order to another address than the customer's.

create table public.addresses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  recipient text not null check (length(recipient) <= 200),
  phone text not null default '' check (length(phone) <= 50),
  address text not null check (length(address) <= 500),
  city text not null default '' check (length(city) <= 200),
  postcode text not null default '' check (length(postcode) <= 50),
  state text not null default '' check (length(state) <= 200),
  country text not null check (length(country) <= 200),
  is_default boolean not null default false,
  created_at timestamptz not null default public.clock(),
  constraint addresses_recipient_visible check (public.is_visible(recipient)),
  constraint addresses_address_visible check (public.is_visible(address)),
  constraint addresses_country_visible check (public.is_visible(country))
);
comment on table public.addresses is 'Address books of customers, beside the address in their profile; only they see them';
comment on column public.addresses.id is 'Identifies the address';
comment on column public.addresses.user_id is 'The customer in whose address book it is';
comment on column public.addresses.recipient is 'Name of whom orders are delivered to';
comment on column public.addresses.phone is 'Phone number for the carrier; empty for the customer''s';
comment on column public.addresses.address is 'Street and number';
comment on column public.addresses.city is 'City; empty where the country''s addresses have none';
comment on column public.addresses.postcode is 'Postcode; empty where there is none';
comment on column public.addresses.state is 'State or region; empty where the country''s addresses have none';
comment on column public.addresses.country is 'Country, as typed';
comment on column public.addresses.is_default is 'Whether the checkout suggests it; at most one of a customer';
comment on column public.addresses.created_at is 'When it was added';

create index addresses_user_idx on public.addresses (user_id, created_at, id);
create unique index addresses_default_key on public.addresses (user_id) where is_default;

create function public.save_address(p_address jsonb, p_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  most constant int := 50;
  sent constant public.addresses := jsonb_populate_record(null::public.addresses,
    case jsonb_typeof(p_address) when 'object' then p_address else '{}' end);
  saved uuid;
begin
  perform private.require_customer();
  perform pg_advisory_xact_lock(hashtextextended('addresses ' || auth.uid(), 0));
  if sent.is_default then
    update public.addresses a set is_default = false where a.user_id = auth.uid() and a.is_default and a.id is distinct from p_id;
  end if;
  if p_id is not null then
    update public.addresses a set recipient = sent.recipient, phone = coalesce(sent.phone, ''), address = sent.address,
      city = coalesce(sent.city, ''), postcode = coalesce(sent.postcode, ''), state = coalesce(sent.state, ''), country = sent.country,
      is_default = coalesce(sent.is_default, false)
    where a.id = p_id and a.user_id = auth.uid() returning a.id into saved;
    return saved;
  end if;
  if (select count(*) from public.addresses a where a.user_id = auth.uid()) >= most then
    raise exception 'You have 50 addresses already. Please delete one first.' using detail = 'too_many_addresses';
  end if;
  insert into public.addresses (user_id, recipient, phone, address, city, postcode, state, country, is_default)
  values (auth.uid(), sent.recipient, coalesce(sent.phone, ''), sent.address, coalesce(sent.city, ''), coalesce(sent.postcode, ''),
    coalesce(sent.state, ''), sent.country, coalesce(sent.is_default, false)) returning id into saved;
  return saved;
end;
$$;
comment on function public.save_address(jsonb, uuid) is
  'Adds an address, {recipient, phone, address, city, postcode, state, country, is_default}, to the address book of the signed-in customer, or changes the one with this id; returns its id, null when there is no such address. Errors (in detail): not_a_customer, too_many_addresses.';
grant execute on function public.save_address(jsonb, uuid) to authenticated;

-- The order goes where its buyer lives, so this moves the buyer. Cut to length, since anybody may call place_order_to_pay.
create function private.deliver_to(p_buyer public.profiles, p_address jsonb) returns public.profiles
language plpgsql stable set search_path = '' as $$
declare
  missing text;
begin
  if jsonb_typeof(p_address) is distinct from 'object' then
    return p_buyer;
  end if;
  select n into missing from unnest(array['recipient', 'address', 'country']) n where not public.is_visible(coalesce(p_address ->> n, '')) limit 1;
  if found then
    perform private.refuse_at('validation_failed', 'Please give name, address and country to deliver to.', array['deliverTo.' || missing]);
  end if;
  p_buyer.phone := left(coalesce(nullif(btrim(p_address ->> 'phone'), ''), p_buyer.phone), 50);
  p_buyer.address := left(btrim(p_address ->> 'address'), 500);
  p_buyer.city := left(btrim(coalesce(p_address ->> 'city', '')), 200);
  p_buyer.postcode := left(btrim(coalesce(p_address ->> 'postcode', '')), 50);
  p_buyer.state := left(btrim(coalesce(p_address ->> 'state', '')), 200);
  p_buyer.country := left(btrim(p_address ->> 'country'), 200);
  return p_buyer;
end;
$$;
comment on function private.deliver_to(public.profiles, jsonb) is
  'A customer at the address to deliver to, {recipient, phone, address, city, postcode, state, country}; as before where that is null. Refuses (validation_failed) one without recipient, address or country.';

create function private.invoice_address(p_buyer public.profiles) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('address', p.address, 'city', p.city, 'postcode', p.postcode, 'state', p.state, 'country', p.country)
    from private.buyer(p_buyer.id) p where p.address <> ''
      and (p.address, p.city, p.postcode, p.state, p.country)
        <> (p_buyer.address, p_buyer.city, p_buyer.postcode, p_buyer.state, p_buyer.country));
end;
$$;
comment on function private.invoice_address(public.profiles) is
  'The address in the profile of a buyer that deliver_to moved elsewhere; null where it is the same, or the profile has none';

alter table public.addresses enable row level security;
grant select, delete on public.addresses to authenticated;
create policy addresses_select_own on public.addresses for select to authenticated
  using (user_id = (select auth.uid()));
create policy addresses_delete_own on public.addresses for delete to authenticated
  using (user_id = (select auth.uid()));
