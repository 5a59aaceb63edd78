-- Pictures that could not be fetched are said with the column that names them.

alter table private.product_import_pictures add column heading text not null default '';
comment on column private.product_import_pictures.heading is 'Column of the file that names it';

comment on function office.start_product_import(jsonb, text) is
  'Keeps the rows of a file of products, which import_products has found right when it was dry, to be written by continue_product_import; returns the id of the import. Rows may have pictures, [{url, place, line, heading, color?}]. Error (in detail): not_an_administrator.';

create or replace function private.write_import_rows(p_id uuid, p_limit int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  batch constant jsonb := (select jsonb_agg(r.contents order by r.line) from (
    select * from private.product_import_rows where import_id = p_id and action is null order by line limit p_limit) r);
  before_it constant uuid[] := array(select id from public.categories);
  known constant jsonb := (select jsonb_object_agg(k ->> 'line', private.product_state((k ->> 'id')::uuid))
    from unnest(private.with_known_products(batch)) k where k ->> 'id' is not null);
  results constant jsonb := office.import_products(batch, false);
  wrong constant text := (select format('Row %s, %s: %s', r ->> 'row', r #>> '{problems,0,field}', r #>> '{problems,0,message}')
    from jsonb_array_elements(results) r where r ->> 'action' = 'wrong' limit 1);
begin
  if wrong is not null then
    return jsonb_build_object('problem', wrong);
  end if;
  update private.product_import_rows w
    set action = r.action, product_id = r.id, before = known -> r."row"::text, after = private.product_state(r.id)
    from jsonb_to_recordset(results) r ("row" int, action text, id uuid) where w.import_id = p_id and w.line = r."row";
  update private.product_imports i
    set categories = i.categories || array(select c.id from public.categories c where c.id <> all (before_it)) where i.id = p_id;
  insert into private.product_import_pictures as k (product_id, url, import_id, line, heading, place, color)
    select r.id, w.url, p_id, coalesce(w.line, r."row"), coalesce(w.heading, ''), w.place, w.color
    from jsonb_to_recordset(results) r ("row" int, id uuid)
    join jsonb_array_elements(batch) b on (b ->> 'line')::int = r."row"
    cross join lateral (select distinct on (url) * from jsonb_to_recordset(b -> 'pictures') p (url text, line int, heading text, place int, color text) order by url, place) w
    on conflict (product_id, url) do update
      set import_id = excluded.import_id, line = excluded.line, heading = excluded.heading, place = excluded.place, color = excluded.color, problem = '', tries = 0, claimed_at = null
      where k.path is null;
  return jsonb_build_object('recolored', (
    select coalesce(jsonb_agg(jsonb_build_object('id', w.product_id, 'colors', w.before #> '{product,colors}')), '[]')
    from private.product_import_rows w join jsonb_to_recordset(results) r ("row" int) on w.line = r."row"
    where w.import_id = p_id and w.before #> '{product,colors}' <> w.after #> '{product,colors}'));
end;
$$;
comment on function private.write_import_rows(uuid, int) is
  'Writes the next rows of an import, all or none. Returns {problem}, what is wrong with the first wrong row, or {recolored: [{id, colors}]}, the products whose colors changed with those that they had';

create or replace function office.list_product_imports(p_id uuid default null) returns table (
  id uuid, file_name text, state text, problem text, created_at timestamptz, can_undo boolean, total int, written int, undone int, created int, changed int,
  pictures int, fetched int, failed int, failures jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select i.id, i.file_name, i.state, i.problem, i.created_at,
      i.state not in ('undoing', 'undone') and i.created_at > public.clock() - interval '1 day', r.*, k.*
    from private.product_imports i
    cross join lateral (
      select count(*)::int, count(w.action)::int, count(*) filter (where w.undone)::int, count(*) filter (where w.action = 'create')::int,
        count(*) filter (where w.action = 'update')::int
      from private.product_import_rows w where w.import_id = i.id) r
    cross join lateral (
      select count(*)::int, count(p.path)::int, count(*) filter (where p.path is null and p.problem <> '')::int,
        coalesce(jsonb_agg(jsonb_build_object('row', p.line, 'column', p.heading, 'url', p.url, 'problem', p.problem) order by p.line, p.place)
          filter (where p.path is null and p.problem <> '' and p_id is not null), '[]')
      from private.product_import_pictures p where p.import_id = i.id) k
    where i.id = p_id or p_id is null and i.created_at > public.clock() - interval '30 days'
    order by i.created_at desc, i.id limit 20;
end;
$$;
comment on function office.list_product_imports(uuid) is
  'The imports of product files of the last 30 days, or the one with this id with failures, [{row, column, url, problem}] of the pictures that could not be fetched. Error (in detail): not_an_administrator.';
