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
  created_at timestamptz not null default now()
);
create index profiles_created_at_idx on public.profiles (created_at desc, id);

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

create function public.is_customer() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.profiles where id = (select auth.uid()));
$$;
comment on function public.is_customer() is 'True when the signed-in user is a customer, that is, has a profile';
revoke execute on function public.is_customer() from public, anon, authenticated;
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

create trigger hemline_make_profile after insert on auth.users
  for each row execute function private.make_profile();
create trigger hemline_follow_login_email after update of email on auth.users
  for each row when (old.email is distinct from new.email)
  execute function private.follow_login_email();

alter table public.profiles enable row level security;
revoke all on public.profiles from anon, authenticated;
grant select on public.profiles to authenticated;
grant update (firstname, lastname, phone, country, state, postcode, address)
  on public.profiles to authenticated;
grant all on public.profiles to service_role;

create policy profiles_select_own_or_admin on public.profiles for select to authenticated
  using (id = (select auth.uid()) or (select public.is_admin()));
create policy profiles_update_own on public.profiles for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));
