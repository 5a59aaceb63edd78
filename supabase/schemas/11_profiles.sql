-- Customers. The row is made by a trigger when somebody registers, from what the form sent.

create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  firstname text not null default '' check (length(firstname) <= 200),
  lastname text not null default '' check (length(lastname) <= 200),
  email text not null default '' check (length(email) <= 320),
  phone text not null default '' check (length(phone) <= 50),
  country text not null default '' check (length(country) <= 200),
  state text not null default '' check (length(state) <= 200),
  postcode text not null default '' check (length(postcode) <= 50),
  address text not null default '' check (length(address) <= 500),
  created_at timestamptz not null default now(),
  search_words text not null default '',
  constraint profiles_firstname_visible check (firstname = '' or public.is_visible(firstname)),
  constraint profiles_lastname_visible check (lastname = '' or public.is_visible(lastname))
);
comment on table public.profiles is 'Customers of the shop, one row for each registered shopper';
comment on column public.profiles.id is 'The user (auth.users) behind the customer';
comment on column public.profiles.firstname is 'First name';
comment on column public.profiles.lastname is 'Last name';
comment on column public.profiles.email is 'Follows the mail address of the login; change it there';
comment on column public.profiles.phone is 'Phone number, as typed';
comment on column public.profiles.country is 'Country of the delivery address';
comment on column public.profiles.state is 'State or region of the delivery address';
comment on column public.profiles.postcode is 'Postcode of the delivery address';
comment on column public.profiles.address is 'Street and number of the delivery address';
comment on column public.profiles.created_at is 'When the customer registered';
comment on column public.profiles.search_words is 'Name, addresses and phone in plain small letters, for the search; kept by a trigger';

create index profiles_created_at_idx on public.profiles (created_at desc, id);
create index profiles_search_words_idx on public.profiles
  using gin (search_words extensions.gin_trgm_ops);
create index profiles_name_idx on public.profiles (lower(firstname), lower(lastname), id);
create index profiles_email_idx on public.profiles (lower(email), id);
create index profiles_location_idx on public.profiles (lower(country), lower(state), id);

-- In PL/pgSQL, which plans once for each connection: it stands in the way of every order and every line of a cart.
create function public.is_customer() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.profiles where id = auth.uid());
end;
$$;
comment on function public.is_customer() is 'True when the signed-in user is a customer, that is, has a profile';
grant execute on function public.is_customer() to anon, authenticated, service_role;

-- Cut to length rather than refused: a failing trigger would show people a database error.
create function private.make_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given jsonb := coalesce(new.raw_user_meta_data, '{}');
begin
  insert into public.profiles
    (id, firstname, lastname, email, phone, country, state, postcode, address)
  values (
    new.id,
    left(coalesce(given ->> 'firstname', ''), 200),
    left(coalesce(given ->> 'lastname', ''), 200),
    left(coalesce(new.email, ''), 320),
    left(coalesce(given ->> 'phone', ''), 50),
    left(coalesce(given ->> 'country', ''), 200),
    left(coalesce(given ->> 'state', ''), 200),
    left(coalesce(given ->> 'postcode', ''), 50),
    left(coalesce(given ->> 'address', ''), 500))
  on conflict (id) do nothing;
  return null;
end;
$$;
comment on function private.make_profile() is 'Makes the customer profile of a new user';

create function private.follow_login_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = left(coalesce(new.email, ''), 320) where id = new.id;
  update public.administrators set email = left(coalesce(new.email, ''), 320) where id = new.id;
  return null;
end;
$$;
comment on function private.follow_login_email() is 'Carries a new mail address of a login to profile and administrator';

-- Who registers past the API gets a profile without a name rather than a database error.
create function private.drop_invisible_names() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not public.is_visible(new.firstname) then
    new.firstname := '';
  end if;
  if not public.is_visible(new.lastname) then
    new.lastname := '';
  end if;
  return new;
end;
$$;
comment on function private.drop_invisible_names() is 'Leaves a name of a new customer empty when it has nothing to see';

create function private.fill_profile_search() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.search_words := private.plain_words(concat_ws(' ',
    new.firstname, new.lastname, new.email, new.address, new.postcode, new.country, new.state,
    new.phone, new.id));
  return new;
end;
$$;
comment on function private.fill_profile_search() is 'Writes the search words of a customer';

alter table public.profiles enable row level security;
grant select on public.profiles to authenticated;
grant update (firstname, lastname, phone, country, state, postcode, address)
  on public.profiles to authenticated;
grant all on public.profiles to service_role;
create policy profiles_select_own_or_admin on public.profiles for select to authenticated
  using (id = (select auth.uid()) or (select public.is_admin()));
create policy profiles_update_own on public.profiles for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));

create trigger hemline_make_profile after insert on auth.users
  for each row execute function private.make_profile();
create trigger hemline_follow_login_email after update of email on auth.users
  for each row when (old.email is distinct from new.email)
  execute function private.follow_login_email();
create trigger profiles_fill_search
  before insert or update of firstname, lastname, email, address, postcode, country, state, phone,
    search_words
  on public.profiles for each row execute function private.fill_profile_search();
create trigger profiles_drop_invisible_names before insert on public.profiles
  for each row execute function private.drop_invisible_names();
