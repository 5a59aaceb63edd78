-- The trail grows with every change, so it is counted up to 2,000 entries only; pages still reach 10,000.

create or replace function public.list_audit(
  p_query text default '', p_table text default '', p_action text default '', p_role text default '',
  p_from date default null, p_to date default null, p_limit int default 25, p_page int default 1
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  named constant text := btrim(coalesce(p_query, ''));
  searched constant text := case when named = '' then 'true'
    else format('(%s or it.record_id = %L or it.request_id = %2$L)',
      private.part_condition('lower(it.label)', named), named) end;
  wanted constant text := concat_ws(' and ', 'true',
    case when p_table <> '' then format('it.table_name = %L', p_table) end,
    case when p_action <> '' then format('it.action = %L', p_action) end,
    case when p_role <> '' then format('it.actor_role = %L', p_role) end,
    case when p_from is not null then format('it.happened_at >= %L::timestamp at time zone ''UTC''', p_from) end,
    case when p_to is not null then format('it.happened_at < %L::timestamp at time zone ''UTC''', p_to + 1) end);
  -- Of some days by their time, whose index begins with the last of them.
  sorting constant text := case when p_from is null and p_to is null then 'it.id desc'
    else 'it.happened_at desc, it.id desc' end;
  page record;
begin
  perform private.require_admin();
  page := private.list_page('public.audit_log', wanted, sorting, null, page_size, p_page, searched,
    p_bound => 2000);
  return jsonb_build_object('total', page.total, 'total_is_least', page.total_is_least,
    'entries', coalesce((
      select jsonb_agg(to_jsonb(a) order by f.place)
      from unnest(page.ids::bigint[]) with ordinality f (id, place)
      join public.audit_log a on a.id = f.id), '[]'));
end;
$$;
