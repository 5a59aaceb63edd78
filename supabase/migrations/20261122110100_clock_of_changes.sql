-- The feed tells the database's clock before and after it looked, so that instances of the site can be compared.

create or replace function public.catalogue_changes_since(p_cursor text default null) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    -- A transaction begins before its snapshots are taken; a statement's time may be later than that of its snapshot.
    'from', floor(extract(epoch from transaction_timestamp()) * 1000),
    'cursor', pg_snapshot_xmin(pg_current_snapshot())::text,
    'changes', case
      when p_cursor is null then '[]'::jsonb
      when p_cursor !~ '^\d{1,19}$' or p_cursor::numeric > pg_snapshot_xmax(pg_current_snapshot())::text::numeric
        then jsonb_build_array(jsonb_build_object('id', 0, 'tag', 'everything'))
      else coalesce((
        select jsonb_agg(jsonb_build_object('id', c.id, 'tag', c.tag,
          'age', round(extract(epoch from statement_timestamp() - c.changed_at), 3)) order by c.id)
        from public.catalogue_changes c where c.transaction_id >= p_cursor::xid8), '[]'::jsonb)
    end,
    'until', ceil(extract(epoch from clock_timestamp()) * 1000));
$$;
comment on function public.catalogue_changes_since(text) is
  'Changes since the cursor of the last answer, as {cursor, changes: [{id, tag, age in seconds}], from, until}. A change may come twice (compare ids), none is left out. A cursor of another database answers with the tag everything. from and until are the clock before and after the look, in milliseconds since 1970.';
