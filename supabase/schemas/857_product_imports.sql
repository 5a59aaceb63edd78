-- Imports of product files, which are written step by step, can be watched, and taken back as a whole for a day.

create table private.product_imports (
  id uuid primary key default gen_random_uuid(),
  file_name text not null default '' check (length(file_name) <= 200),
  state text not null default 'writing' check (state in ('writing', 'pictures', 'done', 'stopped', 'undoing', 'undone')),
  problem text not null default '',
  categories uuid[] not null default '{}',
  started_by uuid references public.administrators on delete set null,
  created_at timestamptz not null default public.clock()
);
comment on table private.product_imports is 'Imports of product files. Written by functions alone.';
comment on column private.product_imports.id is 'Identifies the import';
comment on column private.product_imports.file_name is 'Name of the file';
comment on column private.product_imports.state is 'writing products, fetching pictures, done, stopped by a problem, undoing, undone';
comment on column private.product_imports.problem is 'Why it was stopped; empty when it was not';
comment on column private.product_imports.categories is 'Categories that it made';
comment on column private.product_imports.started_by is 'The administrator with whose rights it runs; empty when there is no such administrator any more, and it does not go on';
comment on column private.product_imports.created_at is 'When it was started';

create index product_imports_created_at_idx on private.product_imports (created_at desc, id);
create index product_imports_started_by_idx on private.product_imports (started_by);

create table private.product_import_rows (
  import_id uuid not null references private.product_imports on delete cascade,
  line int not null,
  contents jsonb not null,
  action text check (action in ('create', 'update', 'same')),
  product_id uuid,
  before jsonb,
  after jsonb,
  undone boolean not null default false,
  primary key (import_id, line)
);
comment on table private.product_import_rows is 'The products of an import, for a day. Written by functions alone.';
comment on column private.product_import_rows.import_id is 'The import';
comment on column private.product_import_rows.line is 'Row of the file, as in a spreadsheet';
comment on column private.product_import_rows.contents is 'The row as import_products takes it';
comment on column private.product_import_rows.action is 'What was done; empty while it waits';
comment on column private.product_import_rows.product_id is 'The product that was written; not a foreign key, as it may be deleted since';
comment on column private.product_import_rows.before is 'The product before; empty for a new one';
comment on column private.product_import_rows.after is 'The product after';
comment on column private.product_import_rows.undone is 'Whether this was taken back';

create index product_import_rows_waiting_idx on private.product_import_rows (import_id, line) where action is null;
create index product_import_rows_undoing_idx on private.product_import_rows (import_id, line) where action is not null and not undone;

create table private.product_import_pictures (
  product_id uuid not null references public.products on delete cascade,
  url text not null check (length(url) <= 2000),
  import_id uuid references private.product_imports on delete set null,
  line int not null,
  place int not null,
  color text,
  path text,
  problem text not null default '',
  tries int not null default 0,
  claimed_at timestamptz,
  heading text not null default '',
  primary key (product_id, url)
);
comment on table private.product_import_pictures is 'Pictures that files name by their addresses. They stay known, so that the same file again does not fetch them twice. Written by functions alone.';
comment on column private.product_import_pictures.product_id is 'The product that shows it';
comment on column private.product_import_pictures.url is 'Its address, or its name in the ZIP file that was chosen with the file';
comment on column private.product_import_pictures.import_id is 'The import that named it last; empty when that is gone';
comment on column private.product_import_pictures.line is 'Row of the file that names it';
comment on column private.product_import_pictures.heading is 'Column of the file that names it';
comment on column private.product_import_pictures.place is 'Its place among the pictures of the product in the file';
comment on column private.product_import_pictures.color is 'The color that it shows; empty for none';
comment on column private.product_import_pictures.path is 'Where it is in the bucket; empty while it was not fetched';
comment on column private.product_import_pictures.problem is 'Why it could not be fetched; empty while it waits';
comment on column private.product_import_pictures.tries is 'How often it was tried';
comment on column private.product_import_pictures.claimed_at is 'When it was last given to a function that fetches it';

create index product_import_pictures_import_idx on private.product_import_pictures (import_id, line, place);
create index product_import_pictures_waiting_idx on private.product_import_pictures (import_id, line, place) where path is null and problem = '';

-- What an import changes in a product, as text where it is compared.
create function private.product_state(p_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'product', (select to_jsonb(p) from (
      select p.title, p.price, p.compare_at_price, p.description, p.description_document, p.availability, p.category_id, p.sizes, p.colors,
        p.status, p.composition, p.care, p.fit, p.origin, p.delivery, p.weight, p.tax_class, p.length, p.handle
      from public.products p where p.id = p_id) p),
    'custom', (select coalesce(jsonb_object_agg(f.key, c.value), '{}') from public.custom_values c
      join public.custom_fields f on f.id = c.field_id where c.record_id = p_id and f.resource = 'product'),
    'variants', (select coalesce(jsonb_object_agg(jsonb_build_array(v.size, v.color)::text, jsonb_build_object(
        'size', v.size, 'color', v.color, 'sku', v.sku, 'barcode', v.barcode, 'priceDelta', v.price_delta, 'policy', v.policy, 'stock', v.on_hand)), '{}')
      from public.product_variants v where v.product_id = p_id and v.archived_at is null));
$$;
comment on function private.product_state(uuid) is
  'What an import may change in a product: {product: its columns, custom: values of custom fields by key, variants: {[size, color]: {size, color, sku, barcode, priceDelta, policy, stock}}}';

create function private.taken_back(p_now jsonb, p_before jsonb, p_after jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(n.key, case when n.value = p_after -> n.key and p_before ? n.key then p_before -> n.key
    when n.key = 'stock' and p_before ? n.key and p_after ? n.key then to_jsonb(greatest(0, n.value::int + (p_before ->> n.key)::int - (p_after ->> n.key)::int))
    else n.value end), '{}')
  from jsonb_each(p_now) n;
$$;
comment on function private.taken_back(jsonb, jsonb, jsonb) is
  'An object without the changes between two earlier ones: what was changed since stays, and of stock the difference is taken back';

create function office.start_product_import(p_rows jsonb, p_file_name text default '') returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
begin
  perform private.require_admin();
  insert into private.product_imports (file_name, started_by) values (left(coalesce(p_file_name, ''), 200), auth.uid()) returning id into made;
  insert into private.product_import_rows (import_id, line, contents)
    select made, (e ->> 'line')::int, e from jsonb_array_elements(p_rows) e;
  return made;
end;
$$;
comment on function office.start_product_import(jsonb, text) is
  'Keeps the rows of a file of products, which import_products has found right when it was dry, to be written by continue_product_import; returns the id of the import. Rows may have pictures, [{url, place, line, heading, color?}]. Error (in detail): not_an_administrator.';

create function private.write_import_rows(p_id uuid, p_limit int) returns jsonb
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

create function private.variants_taken_back(p_product uuid, p_now jsonb, p_before jsonb, p_after jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(t.variant || jsonb_build_object('stock', greatest((t.variant ->> 'stock')::int, v.held)))
  from jsonb_each(p_before) b
  cross join lateral (select private.taken_back(coalesce(p_now -> b.key, p_after -> b.key, b.value), b.value, p_after -> b.key) as variant) t
  left join public.product_variants v on v.product_id = p_product and v.size is not distinct from b.value ->> 'size'
    and v.color is not distinct from b.value ->> 'color' and t.variant ->> 'policy' = 'deny';
$$;
comment on function private.variants_taken_back(uuid, jsonb, jsonb, jsonb) is
  'The variants that a product had before an import, without its changes; as many pieces as orders hold stay';

create function private.undo_import_rows(p_id uuid, p_limit int) returns void
language plpgsql security definer set search_path = '' as $$
declare
  lines constant int[] := array(select line from private.product_import_rows
    where import_id = p_id and action is not null and not undone order by line desc limit p_limit);
  products constant uuid[] := array(select p.id from public.products p
    join private.product_import_rows w on w.product_id = p.id where w.import_id = p_id and w.line = any (lines));
  changed constant jsonb[] := array(
    select jsonb_build_object('product_id', w.product_id, 'price', s.product -> 'price', 'product', s.product,
      'custom', (select jsonb_object_agg(k, w.before -> 'custom' -> k) from jsonb_object_keys((n.now -> 'custom') || (w.before -> 'custom')) k
        where n.now -> 'custom' -> k is not distinct from w.after -> 'custom' -> k),
      'variants', private.variants_taken_back(w.product_id, n.now -> 'variants', w.before -> 'variants', w.after -> 'variants'))
    from private.product_import_rows w
    cross join lateral (select private.product_state(w.product_id) as now) n
    cross join lateral (select private.taken_back(n.now -> 'product', w.before -> 'product', w.after -> 'product') as product) s
    where w.import_id = p_id and w.line = any (lines) and w.action = 'update' and w.product_id = any (products));
begin
  perform office.delete_products(array(select product_id from private.product_import_rows
    where import_id = p_id and line = any (lines) and action = 'create' and product_id = any (products)));
  perform private.lock_variants(array(select id from public.product_variants where product_id = any (products)));
  perform private.raise_imported_variants(changed);
  update public.products p
    set (title, price, compare_at_price, description, description_document, availability, category_id, sizes, colors, status, composition, care,
      fit, origin, delivery, weight, tax_class, length, handle)
    = (select w.title, w.price, w.compare_at_price, w.description, w.description_document, w.availability, w.category_id, w.sizes, w.colors,
      w.status, w.composition, w.care, w.fit, w.origin, w.delivery, w.weight, w.tax_class, w.length, w.handle
      from jsonb_populate_record(p, c.product) w)
    from unnest(changed) v cross join lateral jsonb_to_record(v) c (product_id uuid, product jsonb) where p.id = c.product_id;
  perform private.write_custom_values('product', c.product_id, c.custom)
    from unnest(changed) v cross join lateral jsonb_to_record(v) c (product_id uuid, custom jsonb) where c.custom <> '{}';
  perform private.write_imported_variants(changed);
  update public.products p set images = array(select i.path from unnest(p.images) with ordinality i (path, place)
      where i.path <> all (k.paths) order by i.place)
    from (select product_id, array_agg(path) as paths from private.product_import_pictures
      where import_id = p_id and path is not null and product_id = any (products) group by product_id) k
    where p.id = k.product_id;
  delete from private.product_import_pictures where import_id = p_id and product_id = any (products);
  update private.product_import_rows set undone = true where import_id = p_id and line = any (lines);
end;
$$;
comment on function private.undo_import_rows(uuid, int) is
  'Takes back the last rows of an import that are not: new products go to the trash, others become as they were but for what was changed since';

create function office.continue_product_import(p_id uuid, p_limit int default 100) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  import private.product_imports;
  step jsonb := '{}';
  ready boolean;
begin
  perform private.require_admin();
  select * into import from private.product_imports i where i.id = p_id and i.state in ('writing', 'undoing') for update skip locked;
  if not found then
    return null;
  end if;
  begin
    if import.state = 'writing' then
      step := private.write_import_rows(p_id, p_limit);
    else
      perform private.undo_import_rows(p_id, p_limit);
    end if;
  -- Steps that met others are taken again.
  exception when deadlock_detected or lock_not_available or serialization_failure then raise;
    when others then step := jsonb_build_object('problem', sqlerrm);
  end;
  ready := not exists (select from private.product_import_rows r where r.import_id = p_id
    and case import.state when 'writing' then r.action is null else not r.undone end);
  update private.product_imports i set problem = coalesce(step ->> 'problem', ''),
    state = case when step ? 'problem' then 'stopped' when not ready then i.state when i.state = 'undoing' then 'undone'
      when exists (select from private.product_import_pictures k where k.import_id = p_id and k.path is null) then 'pictures' else 'done' end
    where i.id = p_id returning * into import;
  if import.state = 'undone' then
    delete from public.categories c where c.id = any (import.categories) and not exists (select from public.products p where p.category_id = c.id);
  end if;
  return jsonb_build_object('state', import.state, 'recolored', coalesce(step -> 'recolored', '[]'));
end;
$$;
comment on function office.continue_product_import(uuid, int) is
  'Writes, or takes back, the next products of an import, all or none. Returns {state, recolored: [{id, colors}]}, the products whose colors changed with those that they had; null when there is nothing to do, or another call is doing it. Error (in detail): not_an_administrator.';

create function office.undo_product_import(p_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform from private.product_imports i where i.id = p_id for update;
  if not found then
    return false;
  end if;
  update private.product_imports i set state = 'undoing', problem = '', started_by = auth.uid()
    where i.id = p_id and i.state not in ('undoing', 'undone') and i.created_at > public.clock() - interval '1 day';
  if not found then
    raise exception 'An import can be undone once, and for a day.' using detail = 'too_late';
  end if;
  delete from private.product_import_rows where import_id = p_id and action is null;
  delete from private.product_import_pictures where import_id = p_id and path is null;
  return true;
end;
$$;
comment on function office.undo_product_import(uuid) is
  'Ends an import, which continue_product_import then takes back; false when there is none. Errors (in detail): not_an_administrator, too_late after a day or when it was undone before.';

create function office.list_product_imports(p_id uuid default null) returns table (
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
