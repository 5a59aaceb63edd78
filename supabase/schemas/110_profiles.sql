-- Customers. A trigger inserts the row when somebody registers, from the metadata that the form sent.

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
  created_at timestamptz not null default public.clock(),
  search_words text not null default '',
  city text not null default '' check (length(city) <= 200),
  imported_at timestamptz,
  invited_at timestamptz,
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
comment on column public.profiles.search_words is 'Name, addresses and phone in plain lower case, for the search; kept by a trigger';
comment on column public.profiles.city is 'City of the delivery address; empty where an address that was typed without this field has it';
comment on column public.profiles.imported_at is 'When an import made the account; empty for who registered';
comment on column public.profiles.invited_at is 'When the owner of such an account was last invited to choose a password';

create index profiles_created_at_idx on public.profiles (created_at desc, id);
create index profiles_search_words_idx on public.profiles
  using gin (search_words extensions.gin_trgm_ops);
create index profiles_name_idx on public.profiles (lower(firstname), lower(lastname), id);
create index profiles_email_idx on public.profiles (lower(email), id);
create index profiles_location_idx on public.profiles (lower(country), lower(state), id);

-- In PL/pgSQL, which plans once for each connection: every order and every cart line calls it.
create function public.is_customer() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.profiles where id = auth.uid());
end;
$$;
comment on function public.is_customer() is 'True when the signed-in user is a customer, that is, has a profile';
grant execute on function public.is_customer() to anon, authenticated;

create function private.require_customer() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.is_customer() then
    raise exception 'Only customers may do this' using detail = 'not_a_customer';
  end if;
end;
$$;
comment on function private.require_customer() is 'Refuses anybody but customers';

-- Cut to length, and names with nothing to see left empty, rather than refused: a failing trigger would show people a
-- database error.
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sent constant jsonb := coalesce(new.raw_user_meta_data, '{}');
  firstname constant text := left(coalesce(sent ->> 'firstname', ''), 200);
  lastname constant text := left(coalesce(sent ->> 'lastname', ''), 200);
begin
  if new.is_anonymous then
    insert into public.visitors (id) values (new.id);
    return null;
  end if;
  insert into public.profiles
    (id, firstname, lastname, email, phone, country, state, postcode, address, city)
  values (
    new.id,
    case when public.is_visible(firstname) then firstname else '' end,
    case when public.is_visible(lastname) then lastname else '' end,
    left(coalesce(new.email, ''), 320),
    left(coalesce(sent ->> 'phone', ''), 50),
    left(coalesce(sent ->> 'country', ''), 200),
    left(coalesce(sent ->> 'state', ''), 200),
    left(coalesce(sent ->> 'postcode', ''), 50),
    left(coalesce(sent ->> 'address', ''), 500),
    left(coalesce(sent ->> 'city', ''), 200))
  on conflict (id) do nothing;
  return null;
end;
$$;
comment on function private.create_profile() is 'Inserts the customer profile of a new user, or the visitor of an anonymous one';

create function private.sync_login_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = left(coalesce(new.email, ''), 320) where id = new.id;
  update public.administrators set email = left(coalesce(new.email, ''), 320) where id = new.id;
  return null;
end;
$$;
comment on function private.sync_login_email() is 'Copies a new mail address of a login to profile and administrator';

create function private.set_profile_search_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.search_words := private.plain_words(concat_ws(' ',
    new.firstname, new.lastname, new.email, new.address, new.city, new.postcode, new.country, new.state,
    new.phone, new.id));
  return new;
end;
$$;
comment on function private.set_profile_search_words() is 'Writes the search words of a customer';

alter table public.profiles enable row level security;
grant select on public.profiles to authenticated;
grant update (firstname, lastname, phone, country, state, postcode, address, city)
  on public.profiles to authenticated;
create policy profiles_select_own_or_admin on public.profiles for select to authenticated
  using (id = (select auth.uid()) or (select public.is_admin()));
create policy profiles_update_own on public.profiles for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));

create trigger hemline_create_profile after insert on auth.users
  for each row execute function private.create_profile();
create trigger hemline_sync_login_email after update of email on auth.users
  for each row when (old.email is distinct from new.email)
  execute function private.sync_login_email();
create trigger profiles_set_search_words
  before insert or update of firstname, lastname, email, address, city, postcode, country, state, phone,
    search_words
  on public.profiles for each row execute function private.set_profile_search_words();

-- What administrators note about customers, who read it only among all that the shop keeps about them.
create table public.customer_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles on delete cascade,
  note text not null check (length(note) <= 5000),
  author_id uuid default auth.uid(),
  created_at timestamptz not null default public.clock(),
  constraint customer_notes_note_visible check (public.is_visible(note))
);
comment on table public.customer_notes is 'Notes of administrators about customers; deleted with the customer';
comment on column public.customer_notes.id is 'Identifies the note';
comment on column public.customer_notes.user_id is 'The customer';
comment on column public.customer_notes.note is 'What was noted';
comment on column public.customer_notes.author_id is 'The user (auth.users) who wrote it; kept when that login is deleted';
comment on column public.customer_notes.created_at is 'When it was written';

create index customer_notes_user_id_idx on public.customer_notes (user_id, created_at desc, id);

create function office.read_customer(p_user uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'customer', to_jsonb(p) - '{search_words, imported_at, invited_at}'::text[],
      'invitation', case when private.waits_for_password(p.id) then jsonb_build_object('invited_at', p.invited_at) end,
      'totals', (select to_jsonb(t) - 'user_id' from office.customer_totals(array[p.id]) t),
      'company', (
        select jsonb_build_object('id', c.id, 'name', c.name, 'role', m.role)
        from public.company_members m join public.companies c on c.id = m.company_id where m.user_id = p.id),
      'notes', (
        select coalesce(jsonb_agg(n order by n.created_at desc, n.id), '[]') from (
          select c.id, c.note, coalesce(a.firstname, '') as author, c.created_at
          from public.customer_notes c left join public.administrators a on a.id = c.author_id
          where c.user_id = p.id order by c.created_at desc, c.id limit 200) n))
    from public.profiles p where p.id = p_user);
end;
$$;
comment on function office.read_customer(uuid) is
  'A customer as {customer, totals: {orders, paid_orders, spent in the currency of the shop, last_order_at}, company: {id, name, role} or null, invitation: {invited_at} while an imported account has no password, else null, notes: the newest 200}; null where there is none. Administrators only (not_an_administrator).';

alter table public.customer_notes enable row level security;
grant select, insert (user_id, note) on public.customer_notes to authenticated;
create policy customer_notes_select_admin on public.customer_notes for select to authenticated
  using ((select public.is_admin()));
create policy customer_notes_insert_admin on public.customer_notes for insert to authenticated
  with check ((select public.is_admin()));
