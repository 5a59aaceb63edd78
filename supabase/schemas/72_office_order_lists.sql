-- The back office's lists of orders and messages.

create function public.find_orders(
  p_q text default '', p_statuses text default '', p_from timestamptz default null,
  p_to timestamptz default null, p_user uuid default null, p_sort text default 'created-desc',
  p_limit int default 25, p_offset int default 0,
  p_after_at timestamptz default null, p_after_id uuid default null
) returns table (ids uuid[], total int, total_is_least boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  statuses constant text[] := array(
    select distinct s from unnest(string_to_array(nullif(p_statuses, ''), ',')) s);
  page_size constant int := least(greatest(p_limit, 1), 500);
  searched constant text := private.search_condition(p_q);
  wanted text := 'true';
  kept bigint;
  groups text[] := '{true}';
  sorting text := 'it.created_at desc, it.id';
  reverse text := 'it.created_at, it.id desc';
  page record;
begin
  perform private.require_admin();
  -- One status is an equality, which keeps the order of the index.
  if cardinality(statuses) = 1 then
    wanted := wanted || format(' and it.status = %L::public.order_status', statuses[1]);
  elsif cardinality(statuses) > 1 then
    wanted := wanted || format(' and it.status = any (%L::public.order_status[])', statuses);
  end if;
  if p_from is null and p_to is null and p_user is null and searched = 'true' then
    kept := private.kept_count('orders', nullif(statuses, '{}'));
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

  if p_after_id is not null then
    execute format('select array(select it.id from public.orders it where %s and %s
        and it.created_at <= %L::timestamptz
        and (it.created_at < %3$L::timestamptz or it.id > %L::uuid) order by %s limit %s)',
      wanted, searched, p_after_at, p_after_id, sorting, page_size) into ids;
    return next;
    return;
  end if;

  if p_sort = 'created-asc' then
    sorting := reverse;
    reverse := 'it.created_at desc, it.id';
  elsif p_sort like 'status-%' then
    -- In each status newest first, which no index has for all of them one way and the other.
    groups := array(
      select format('it.status = %L::public.order_status', s)
      from unnest(enum_range(null::public.order_status)) with ordinality t (s, place)
      where statuses = '{}' or s::text = any (statuses)
      order by case when p_sort = 'status-desc' then -place else place end);
  elsif p_sort ~ '^(price|user)-(asc|desc)$' then
    sorting := case when p_sort like 'price-%' then 'it.total_price%1$s, it.id%1$s'
      else 'lower(it.firstname)%1$s, it.id%1$s' end;
    reverse := format(sorting, case when p_sort like '%-asc' then ' desc' else '' end);
    sorting := format(sorting, case when p_sort like '%-asc' then '' else ' desc' end);
  end if;
  page := private.list_page('public.orders', wanted, sorting, reverse, page_size,
    (greatest(p_offset, 0) / page_size + 1)::int, searched, kept, p_groups => groups, p_parts => private.search_parts(p_q));
  ids := page.ids::uuid[];
  total := page.total;
  total_is_least := page.total_is_least;
  return next;
end;
$$;
comment on function public.find_orders(text, text, timestamptz, timestamptz, uuid, text, int, int, timestamptz, uuid) is
  'Ids of one page of orders (at most 500; past the end the last one) and how many there are in all, or that there are at least so many; administrators only (not_an_administrator). p_statuses joined by commas, p_to exclusive, p_sort created, price, user or status with -asc or -desc, p_offset a whole number of pages. With p_after_at and p_after_id, newest first: those that follow that order, uncounted.';
grant execute on function public.find_orders(text, text, timestamptz, timestamptz, uuid, text, int, int, timestamptz, uuid)
  to authenticated;

create function public.list_contact_messages(
  p_query text default '', p_state text default '', p_oldest_first boolean default false,
  p_limit int default 25, p_page int default 1
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  newest constant text := 'it.created_at desc, it.id';
  oldest constant text := 'it.created_at, it.id desc';
  searched constant text := case when btrim(coalesce(p_query, '')) = '' then 'true'
    else private.part_condition(
      'lower(it.firstname || '' '' || it.lastname || '' '' || it.email || '' '' || it.message)', p_query) end;
  state constant text := case when p_state in ('read', 'unread') then p_state end;
  page record;
begin
  perform private.require_admin();
  page := private.list_page('public.contact_messages',
    case state when 'read' then 'it.read_at is not null' when 'unread' then 'it.read_at is null'
      else 'true' end,
    case when p_oldest_first then oldest else newest end,
    case when p_oldest_first then newest else oldest end,
    page_size, p_page, searched,
    case when searched = 'true' then
      private.kept_count('contact_messages', case when state is not null then array[state] end) end);
  return jsonb_build_object('total', page.total, 'total_is_least', page.total_is_least,
    'messages', coalesce((
      select jsonb_agg(jsonb_build_object('id', m.id, 'firstname', m.firstname, 'lastname', m.lastname,
        'email', m.email, 'message', m.message, 'created_at', m.created_at, 'read_at', m.read_at)
        order by f.place)
      from unnest(page.ids::uuid[]) with ordinality f (id, place)
      join public.contact_messages m on m.id = f.id), '[]'));
end;
$$;
comment on function public.list_contact_messages(text, text, boolean, int, int) is
  'One page of contact messages as {total, total_is_least, messages}; state is read, unread or empty for all. Administrators only (not_an_administrator).';
grant execute on function public.list_contact_messages(text, text, boolean, int, int) to authenticated;
