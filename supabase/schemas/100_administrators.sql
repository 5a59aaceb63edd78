-- Who may enter the back office. A row here is the only thing that makes somebody an administrator.

create table public.administrators (
  id uuid primary key references auth.users on delete cascade,
  firstname text not null default '' check (length(firstname) <= 200),
  email text not null default '' check (length(email) <= 320),
  created_at timestamptz not null default public.clock(),
  constraint administrators_firstname_visible check (firstname = '' or public.is_visible(firstname))
);
comment on table public.administrators is
  'People who may enter the back office. Add a row with the id of a user to make that user an administrator; this deletes the customer profile. Delete the row to revoke it.';
comment on column public.administrators.id is 'The user (auth.users) who is an administrator';
comment on column public.administrators.firstname is 'Shown in the back office as the user name';
comment on column public.administrators.email is 'Follows the mail address of the login; left empty it is filled in';
comment on column public.administrators.created_at is 'When the rights were granted';

-- Definer, so that policies can call it without a grant on the table. In PL/pgSQL, which plans once for each connection:
-- every query calls it.
create function public.is_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.administrators where id = auth.uid());
end;
$$;
comment on function public.is_admin() is 'True when the signed-in user is an administrator';
grant execute on function public.is_admin() to anon, authenticated;

create function private.require_admin() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.is_admin() then
    raise exception 'Only administrators may do this.' using detail = 'not_an_administrator';
  end if;
end;
$$;
comment on function private.require_admin() is 'Refuses anybody but administrators';

create function private.fill_administrator() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.email = '' then
    new.email := coalesce((select u.email from auth.users u where u.id = new.id), '');
  end if;
  if new.firstname = '' then
    new.firstname := left(coalesce(
      nullif((select p.firstname from public.profiles p where p.id = new.id), ''),
      split_part(new.email, '@', 1)), 200);
  end if;
  return new;
end;
$$;
comment on function private.fill_administrator() is 'Fills in name and mail address of a new administrator';

-- An administrator is not a customer.
create function private.delete_profile_of_administrator() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.profiles where id = new.id;
  return null;
end;
$$;
comment on function private.delete_profile_of_administrator() is 'Deletes the customer profile of a new administrator';

alter table public.administrators enable row level security;
grant select, update (firstname) on public.administrators to authenticated;
create policy administrators_select_admin on public.administrators for select to authenticated
  using ((select public.is_admin()));
create policy administrators_update_own on public.administrators for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));

create trigger administrators_fill before insert on public.administrators
  for each row execute function private.fill_administrator();
create trigger administrators_delete_profile after insert on public.administrators
  for each row execute function private.delete_profile_of_administrator();
