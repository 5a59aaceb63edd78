-- The back office's list of orders: search, filters, sorting and pages, all done here and all on indexes.

-- Words of a query as they stand in search_words; "ada@x.com" stays one phrase.
create function private.search_phrases(p_query text) returns text[]
language sql stable set search_path = '' as $$
  select coalesce((array_agg(phrase))[1:8], '{}') from (
    select distinct left(private.plain_words(w), 80) as phrase
    from regexp_split_to_table(left(p_query, 200), '\s+') w
    where private.plain_words(w) <> '') phrases;
$$;
comment on function private.search_phrases(text) is 'Phrases of a query in plain small letters, at most eight';

-- Conditions on search_words, ready to stand in a where; nothing is found by signs alone.
create function private.search_condition(p_query text) returns text
language sql stable set search_path = '' as $$
  select case
    when coalesce(btrim(p_query), '') = '' then 'true'
    else coalesce(
      (select string_agg(format('it.search_words like %L', '%' || phrase || '%'), ' and ')
        from unnest(private.search_phrases(p_query)) phrase),
      'false') end;
$$;
comment on function private.search_condition(text) is
  'SQL that is true for rows "it" whose search_words hold every phrase of the query';

alter table public.orders add column search_words text not null default '';
comment on column public.orders.search_words is 'Customer, address, reference, total and titles in plain small letters, for the search; kept by triggers';

create function private.fill_order_search() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.search_words := private.plain_words(concat_ws(' ',
    new.firstname, new.lastname, new.email, new.phone, new.address, new.postcode, new.state,
    new.country, new.status, new.total_price, new.payment_reference, new.id,
    (select string_agg(i.title, ' ' order by i.position)
      from public.order_items i where i.order_id = new.id)));
  return new;
end;
$$;
comment on function private.fill_order_search() is 'Writes the search words of an order';

create trigger orders_fill_search
  before insert or update of firstname, lastname, email, phone, address, postcode, state, country,
    status, total_price, payment_reference, search_words
  on public.orders for each row execute function private.fill_order_search();

create function private.refill_search_of_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.orders set search_words = '' where id in (select order_id from added);
  return null;
end;
$$;
comment on function private.refill_search_of_orders() is 'Brings the titles of new lines into the search words of their orders';

create function private.refill_search_of_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.orders set search_words = '' where id = new.order_id;
  return null;
end;
$$;
comment on function private.refill_search_of_order() is 'Brings a changed title into the search words of its order';

create trigger order_items_refill_search after insert on public.order_items
  referencing new table as added
  for each statement execute function private.refill_search_of_orders();
create trigger order_items_refill_changed_search after update of title on public.order_items
  for each row when (old.title is distinct from new.title)
  execute function private.refill_search_of_order();

update public.orders set search_words = '';

create index orders_search_words_idx on public.orders
  using gin (search_words extensions.gin_trgm_ops);
create index orders_status_created_idx on public.orders (status, created_at desc, id);
create index orders_total_price_idx on public.orders (total_price, id);
create index orders_firstname_idx on public.orders (lower(firstname), id);

create function public.find_orders(
  p_q text default '', p_statuses text default '', p_from timestamptz default null,
  p_to timestamptz default null, p_user uuid default null, p_sort text default 'created-desc',
  p_limit int default 25, p_offset int default 0,
  p_after_at timestamptz default null, p_after_id uuid default null
) returns table (ids uuid[], total int)
language plpgsql stable security definer set search_path = '' as $$
declare
  statuses text[] := string_to_array(nullif(p_statuses, ''), ',');
  page_size int := least(greatest(p_limit, 1), 500);
  skipped int := greatest(p_offset, 0);
  wanted text := private.search_condition(p_q);
  sorting text := case p_sort
    when 'created-asc' then 'it.created_at, it.id desc'
    when 'price-asc' then 'it.total_price, it.id'
    when 'price-desc' then 'it.total_price desc, it.id desc'
    when 'user-asc' then 'lower(it.firstname), it.id'
    when 'user-desc' then 'lower(it.firstname) desc, it.id desc'
    when 'status-asc' then 'it.status, it.created_at desc, it.id'
    when 'status-desc' then 'it.status desc, it.created_at desc, it.id'
    else 'it.created_at desc, it.id' end;
begin
  perform private.require_admin();
  -- One status is an equality, which keeps the order of the index.
  if cardinality(statuses) = 1 then
    wanted := wanted || format(' and it.status = %L::public.order_status', statuses[1]);
  elsif cardinality(statuses) > 1 then
    wanted := wanted || format(' and it.status = any (%L::public.order_status[])', statuses);
  end if;
  if p_from is not null then
    wanted := wanted || format(' and it.created_at >= %L::timestamptz', p_from);
  end if;
  if p_to is not null then
    wanted := wanted || format(' and it.created_at < %L::timestamptz', p_to);
  end if;
  if p_user is not null then
    wanted := wanted || format(' and it.user_id = %L::uuid', p_user);
  end if;

  if p_after_id is null then
    execute 'select count(*)::int from public.orders it where ' || wanted into total;
    skipped := least(skipped, greatest(total - 1, 0) / page_size * page_size);
  else
    wanted := wanted || format(
      ' and (it.created_at < %1$L::timestamptz
        or (it.created_at = %1$L::timestamptz and it.id > %2$L::uuid))', p_after_at, p_after_id);
  end if;
  execute format(
    'select array(select it.id from public.orders it where %s order by %s limit %s offset %s)',
    wanted, sorting, page_size, skipped) into ids;
  return next;
end;
$$;
comment on function public.find_orders(text, text, timestamptz, timestamptz, uuid, text, int, int, timestamptz, uuid) is
  'Ids of one page of orders (at most 500; past the end the last one) and how many there are in all; administrators only (not_an_administrator). p_statuses joined by commas, p_to exclusive, p_sort created, price, user or status with -asc or -desc. With p_after_at and p_after_id, newest first: those that follow that order, uncounted.';
revoke execute on function
  public.find_orders(text, text, timestamptz, timestamptz, uuid, text, int, int, timestamptz, uuid)
  from public, anon, authenticated;
grant execute on function
  public.find_orders(text, text, timestamptz, timestamptz, uuid, text, int, int, timestamptz, uuid)
  to authenticated;
revoke execute on all functions in schema private from public, anon, authenticated;
