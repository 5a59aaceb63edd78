-- The back office's list of customers. Who has never ordered is kept: asked of the orders, each customer would have to be looked at to find
-- the few, or to find that there is none.

-- Who has never ordered: asked of the orders, each customer would have to be looked at to find the few, or to find that there is none.
create table private.customers_without_orders (
  user_id uuid primary key references public.profiles on delete cascade
);
comment on table private.customers_without_orders is
  'Customers who have no order; one who has may be here too, so the orders are asked as well';
comment on column private.customers_without_orders.user_id is 'The customer';

create function private.note_who_ordered() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.customers_without_orders c using new_rows n where c.user_id = n.user_id;
  return null;
end;
$$;
comment on function private.note_who_ordered() is 'Takes customers who order out of those who have not';

create function private.note_who_ordered_not() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Whether it was the last is asked when they are listed: another may be deleted at this moment. A customer who is being
  -- deleted is passed over, as waiting for that would be waiting in a circle.
  insert into private.customers_without_orders (user_id)
    select p.id from public.profiles p where p.id in (select o.user_id from old_rows o)
    order by p.id for key share skip locked
  on conflict do nothing;
  return null;
end;
$$;
comment on function private.note_who_ordered_not() is 'Notes customers of whom an order was taken away, perhaps the last';

create function private.note_who_ordered_nothing() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.customers_without_orders (user_id) select p.id from public.profiles p
  on conflict do nothing;
  return null;
end;
$$;
comment on function private.note_who_ordered_nothing() is 'Notes all customers when all orders are taken away at once';

create function private.note_who_came() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.customers_without_orders (user_id)
    select n.id from new_rows n
    where not exists (select 1 from public.orders o where o.user_id = n.id)
  on conflict do nothing;
  return null;
end;
$$;
comment on function private.note_who_came() is 'Notes new customers as those who have not ordered';

create function private.note_whose_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.customers_without_orders c where c.user_id = new.user_id;
  insert into private.customers_without_orders (user_id)
    select p.id from public.profiles p
    where p.id = old.user_id and not exists (select 1 from public.orders o where o.user_id = p.id)
  on conflict do nothing;
  return null;
end;
$$;
comment on function private.note_whose_order() is 'Follows an order that is given to another customer';

create function public.find_customers(
  p_q text default '', p_from timestamptz default null, p_to timestamptz default null,
  p_orders text default '', p_sort text default 'created-desc',
  p_limit int default 25, p_offset int default 0
) returns table (ids uuid[], total int, total_is_least boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant int := least(greatest(p_limit, 1), 500);
  searched text := private.search_condition(p_q);
  ordered constant text := 'exists (select 1 from public.orders o where o.user_id = it.id';
  way constant text := substring(p_sort from '-(asc|desc)$');
  wanted text := 'true';
  kept bigint;
  who text;
  sorting text := case
    when p_sort like 'name-%' then 'lower(it.firstname)%1$s, lower(it.lastname)%1$s, it.id%1$s'
    when p_sort like 'email-%' then 'lower(it.email)%1$s, it.id%1$s'
    when p_sort like 'location-%' then 'lower(it.country)%1$s, lower(it.state)%1$s, it.id%1$s'
    else 'it.created_at%1$s, it.id%2$s' end;
  page record;
begin
  perform private.require_admin();
  if searched = 'true' and p_from is null and p_to is null and coalesce(p_orders, '') = '' then
    kept := private.kept_count('profiles');
  end if;
  if p_from is not null then
    wanted := wanted || format(' and it.created_at >= %L::timestamptz', p_from);
  end if;
  if p_to is not null then
    wanted := wanted || format(' and it.created_at < %L::timestamptz', p_to);
  end if;
  -- Looked for like words: walking back from the newest customer where many fit, else from the orders.
  who := case p_orders
    when 'none' then 'it.id in (select c.user_id from private.customers_without_orders c)
      and not ' || ordered || ')'
    when 'some' then ordered || ')'
    when 'unpaid' then ordered || ' and o.status = ''Pending'')' end;
  if who is not null then
    searched := case when searched = 'true' then who else searched || ' and ' || who end;
  end if;
  page := private.list_page('public.profiles', wanted,
    format(sorting, case when way = 'asc' then '' else ' desc' end, case when way = 'asc' then ' desc' else '' end),
    format(sorting, case when way = 'asc' then ' desc' else '' end, case when way = 'asc' then '' else ' desc' end),
    page_size, (greatest(p_offset, 0) / page_size + 1)::int, searched, kept,
    p_parts => private.search_parts(p_q) || who);
  ids := page.ids::uuid[];
  total := page.total;
  total_is_least := page.total_is_least;
  return next;
end;
$$;
comment on function public.find_customers(text, timestamptz, timestamptz, text, text, int, int) is
  'Ids of one page of customers (at most 500; past the end the last one) and how many there are in all, or that there are at least so many; administrators only (not_an_administrator). p_to exclusive, p_orders none, some or unpaid, p_sort created, name, email or location with -asc or -desc, p_offset a whole number of pages.';
grant execute on function public.find_customers(text, timestamptz, timestamptz, text, text, int, int)
  to authenticated;

alter table private.customers_without_orders enable row level security;
create policy customers_without_orders_nobody on private.customers_without_orders
  for all to anon, authenticated using (false) with check (false);

create trigger orders_note_who_ordered after insert on public.orders
  referencing new table as new_rows for each statement execute function private.note_who_ordered();
create trigger orders_note_who_ordered_not after delete on public.orders
  referencing old table as old_rows for each statement execute function private.note_who_ordered_not();
create trigger orders_note_who_ordered_nothing after truncate on public.orders
  for each statement execute function private.note_who_ordered_nothing();
create trigger orders_note_whose_order after update of user_id on public.orders
  for each row when (old.user_id is distinct from new.user_id)
  execute function private.note_whose_order();
create trigger profiles_note_who_came after insert on public.profiles
  referencing new table as new_rows for each statement execute function private.note_who_came();
