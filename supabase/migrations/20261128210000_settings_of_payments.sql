-- Orders are found by the state of their disputes, and a payment provider without a key cannot be switched on.

drop function office.find_orders(text, text, date, date, uuid, text, int, int, timestamptz, uuid, text, text, boolean, text);
create function office.find_orders(
  p_q text default '', p_statuses text default '', p_from date default null, p_to date default null,
  p_user uuid default null, p_sort text default 'created-desc',
  p_limit int default 25, p_offset int default 0,
  p_after_at timestamptz default null, p_after_id uuid default null, p_fulfilments text default '',
  p_returns text default '', p_overdue boolean default false, p_assignee text default '',
  p_disputed text default ''
) returns table (ids uuid[], total int, total_is_least boolean)
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set enable_indexscan = on as $$
declare
  statuses constant public.order_status[] := string_to_array(nullif(p_statuses, ''), ',');
  fulfilments constant public.fulfilment[] := string_to_array(nullif(p_fulfilments, ''), ',');
  returned constant public.return_status[] := string_to_array(nullif(p_returns, ''), ',');
  page_size constant int := least(greatest(p_limit, 1), 500);
  since constant timestamptz := private.day_start(p_from);
  before constant timestamptz := private.day_start(p_to + 1);
  patterns constant text[] := private.search_patterns(p_q);
  pattern constant text := private.index_pattern(patterns[1]);
  skipped bigint := 0;
begin
  perform private.require_admin();
  if p_after_id is null then
    select count(*), false into total, total_is_least
    from public.orders it
    where (statuses is null or it.status = any (statuses)) and (fulfilments is null or it.fulfilment = any (fulfilments))
      and (returned is null or it.id in (select r.order_id from public.returns r where r.status = any (returned)))
      and (since is null or it.created_at >= since) and (before is null or it.created_at < before)
      and (p_user is null or it.user_id = p_user)
      and (not p_overdue or it.status = 'OnTerms' and it.due_at < public.clock())
      and case p_assignee when '' then true when 'none' then it.assigned_to is null else it.assigned_to = private.as_uuid(p_assignee) end
      and case p_disputed when '' then true when 'no' then it.id not in (select d.order_id from public.payment_disputes d where d.status <> 'won')
        else it.id in (select d.order_id from public.payment_disputes d where d.status = p_disputed) end
      and (patterns is null or patterns <> '{}' and it.search_words like pattern
        and ' ' || it.search_words like all (patterns));
    skipped := private.page_start((greatest(p_offset, 0) / page_size + 1)::int, page_size, total);
  end if;
  -- Where many rows match, reading them by date ends early; Postgres cannot estimate how many match a text.
  perform set_config('enable_indexscan', case when patterns is null or total > 5000 then 'on' else 'off' end, true);
  ids := array(
    select it.id from public.orders it
    where (statuses is null or it.status = any (statuses)) and (fulfilments is null or it.fulfilment = any (fulfilments))
      and (returned is null or it.id in (select r.order_id from public.returns r where r.status = any (returned)))
      and (since is null or it.created_at >= since) and (before is null or it.created_at < before)
      and (p_user is null or it.user_id = p_user)
      and (not p_overdue or it.status = 'OnTerms' and it.due_at < public.clock())
      and case p_assignee when '' then true when 'none' then it.assigned_to is null else it.assigned_to = private.as_uuid(p_assignee) end
      and case p_disputed when '' then true when 'no' then it.id not in (select d.order_id from public.payment_disputes d where d.status <> 'won')
        else it.id in (select d.order_id from public.payment_disputes d where d.status = p_disputed) end
      and (patterns is null or patterns <> '{}' and it.search_words like pattern
        and ' ' || it.search_words like all (patterns))
      and (p_after_id is null or it.created_at <= p_after_at
        and (it.created_at < p_after_at or it.id > p_after_id))
    order by
      case when p_sort = 'created-asc' then it.created_at end,
      case when p_sort = 'price-asc' then it.total_price end,
      case when p_sort = 'price-desc' then it.total_price end desc,
      case when p_sort = 'user-asc' then lower(it.firstname) end,
      case when p_sort = 'user-desc' then lower(it.firstname) end desc,
      case when p_sort = 'status-asc' then it.status end,
      case when p_sort = 'status-desc' then it.status end desc,
      case when p_sort in ('created-asc', 'price-desc', 'user-desc') then it.id end desc,
      case when p_sort !~ '^(price|user)' then it.created_at end desc,
      it.id
    limit page_size offset skipped);
  return next;
end;
$$;
comment on function office.find_orders(text, text, date, date, uuid, text, int, int, timestamptz, uuid, text, text, boolean, text, text) is
  'Ids of one page of orders (at most 500; past the end the last one) and how many there are in all; administrators only (not_an_administrator). p_statuses, p_fulfilments and p_returns (statuses of returns) joined by commas, p_from and p_to the first and last day, p_overdue for those on terms whose day has passed, p_assignee the id of the administrator who has them, or none, p_disputed the status of a dispute that they have, or no for those that can be sent, p_sort created, price, user or status with -asc or -desc, p_offset a whole number of pages. With p_after_at and p_after_id, newest first: those that follow that order, uncounted.';

create or replace function office.save_payment_methods(p_methods jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  known constant jsonb := private.function_setting('PAYMENT_PROVIDERS');
begin
  perform private.require_admin();
  perform private.refuse_at('validation_failed', 'Has to name each provider once', array(
    select 'methods' where array(select w ->> 'provider' from jsonb_array_elements(p_methods) w order by 1)
      <> array(select k from jsonb_object_keys(known) k order by 1)));
  perform private.refuse_at('no_key', 'A provider without a key cannot be switched on.', array(
    select concat('methods.', w.place - 1, '.isOn') from jsonb_array_elements(p_methods) with ordinality w (method, place)
    where (w.method ->> 'is_on')::boolean and known #>> array[w.method ->> 'provider', 'mode'] = 'off'
      and not exists (select from public.payment_methods m where m.provider = w.method ->> 'provider' and m.is_on)));
  perform private.refuse_at('validation_failed', 'There is no such country.', array(
    select concat('methods.', w.place - 1, '.countries') from jsonb_array_elements(p_methods) with ordinality w (method, place)
    where exists (select from jsonb_array_elements_text(w.method -> 'countries') c where not exists (select from public.countries k where k.code = c))));
  insert into public.payment_methods as m (provider, position, is_on, countries, days)
  select w.method ->> 'provider', w.place, (w.method ->> 'is_on')::boolean,
    array(select jsonb_array_elements_text(w.method -> 'countries')), (w.method ->> 'days')::int
  from jsonb_array_elements(p_methods) with ordinality w (method, place)
  on conflict (provider) do update set position = excluded.position, is_on = excluded.is_on, countries = excluded.countries, days = excluded.days
    where (m.position, m.is_on, m.countries, m.days) is distinct from (excluded.position, excluded.is_on, excluded.countries, excluded.days);
end;
$$;
comment on function office.save_payment_methods(jsonb) is
  'Chooses from all providers in this order, [{provider, is_on, countries, days}]. Errors (in detail): not_an_administrator, validation_failed and no_key (with the path of the field as hint).';
