-- The back office's list of customers: search, filters, sorting and pages, as for orders.

alter table public.profiles add column search_words text not null default '';
comment on column public.profiles.search_words is 'Name, addresses and phone in plain small letters, for the search; kept by a trigger';

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

create trigger profiles_fill_search
  before insert or update of firstname, lastname, email, address, postcode, country, state, phone,
    search_words
  on public.profiles for each row execute function private.fill_profile_search();

update public.profiles set search_words = '';

create index profiles_search_words_idx on public.profiles
  using gin (search_words extensions.gin_trgm_ops);
create index profiles_name_idx on public.profiles (lower(firstname), lower(lastname), id);
create index profiles_email_idx on public.profiles (lower(email), id);
create index profiles_location_idx on public.profiles (lower(country), lower(state), id);

create function public.find_customers(
  p_q text default '', p_from timestamptz default null, p_to timestamptz default null,
  p_orders text default '', p_sort text default 'created-desc',
  p_limit int default 25, p_offset int default 0
) returns table (ids uuid[], total int)
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted text := private.search_condition(p_q);
  page_size int := least(greatest(p_limit, 1), 500);
  skipped int := greatest(p_offset, 0);
  ordered constant text := 'exists (select 1 from public.orders o where o.user_id = it.id';
  sorting text := case p_sort
    when 'created-asc' then 'it.created_at, it.id desc'
    when 'name-asc' then 'lower(it.firstname), lower(it.lastname), it.id'
    when 'name-desc' then 'lower(it.firstname) desc, lower(it.lastname) desc, it.id desc'
    when 'email-asc' then 'lower(it.email), it.id'
    when 'email-desc' then 'lower(it.email) desc, it.id desc'
    when 'location-asc' then 'lower(it.country), lower(it.state), it.id'
    when 'location-desc' then 'lower(it.country) desc, lower(it.state) desc, it.id desc'
    else 'it.created_at desc, it.id' end;
begin
  perform private.require_admin();
  if p_from is not null then
    wanted := wanted || format(' and it.created_at >= %L::timestamptz', p_from);
  end if;
  if p_to is not null then
    wanted := wanted || format(' and it.created_at < %L::timestamptz', p_to);
  end if;
  wanted := wanted || case p_orders
    when 'none' then ' and not ' || ordered || ')'
    when 'some' then ' and ' || ordered || ')'
    when 'unpaid' then ' and ' || ordered || ' and o.status = ''Pending'')'
    else '' end;
  execute 'select count(*)::int from public.profiles it where ' || wanted into total;
  skipped := least(skipped, greatest(total - 1, 0) / page_size * page_size);
  execute format(
    'select array(select it.id from public.profiles it where %s order by %s limit %s offset %s)',
    wanted, sorting, page_size, skipped) into ids;
  return next;
end;
$$;
comment on function public.find_customers(text, timestamptz, timestamptz, text, text, int, int) is
  'Ids of one page of customers (at most 500; past the end the last one) and how many there are in all; administrators only (not_an_administrator). p_to exclusive, p_orders none, some or unpaid, p_sort created, name, email or location with -asc or -desc.';

create function public.delete_customers(p_users uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  gone int;
begin
  perform private.require_admin();
  -- Through profiles: an administrator's login cannot be taken away here.
  delete from auth.users where id in (select p.id from public.profiles p where p.id = any (p_users));
  get diagnostics gone = row_count;
  return gone;
end;
$$;
comment on function public.delete_customers(uuid[]) is
  'Deletes customers with login, profile, cart and reviews; orders stay. Gives how many there were; administrators only (not_an_administrator).';

revoke execute on function
  public.find_customers(text, timestamptz, timestamptz, text, text, int, int),
  public.delete_customers(uuid[])
  from public, anon, authenticated;
grant execute on function
  public.find_customers(text, timestamptz, timestamptz, text, text, int, int),
  public.delete_customers(uuid[])
  to authenticated;
revoke execute on all functions in schema private from public, anon, authenticated;
