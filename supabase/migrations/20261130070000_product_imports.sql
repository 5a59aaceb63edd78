-- Imports of product files run step by step, fetch pictures, and can be undone.

create function private.picture_changes(p_product uuid, p_pictures jsonb) returns table (field text, before text, after text)
language plpgsql stable set search_path = '' as $$
begin
  return query
    select 'pictures', '', string_agg(w.url, ' | ' order by w.place)
    from jsonb_to_recordset(p_pictures) w (url text, place int)
    where not exists (select from private.product_import_pictures k where k.product_id = p_product and k.url = w.url and k.path is not null)
    having count(*) > 0;
end;
$$;
comment on function private.picture_changes(uuid, jsonb) is 'Pictures, [{url, place}], that a row of a file adds to a product, as a change of it';

create or replace function private.validate_product_rows(p_rows jsonb[]) returns jsonb[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return (with rows as (
    select (e ->> 'line')::int as line, private.as_uuid(e ->> 'id') as id, e,
      count(*) over (partition by private.as_uuid(e ->> 'id')) as times
    from unnest(p_rows) e),
  named as materialized (select public.name_key(c.name) as key, c.id, c.name as shown from public.categories c),
  -- Once for the file, not for each amount.
  shop as materialized (select private.decimals(public.shop_currency()) as decimals),
  known as materialized (
    select r.line, r.id, r.e, r.times, n.key is not null as is_called_so,
      p.id as product_id, private.product_version(p.updated_at) as version, p.title as old_title, p.price as old_price, p.compare_at_price as old_compare, p.description as old_description,
      p.description_document as old_document,
      p.availability::text as old_availability, to_jsonb(p.sizes) as old_sizes, to_jsonb(p.colors) as old_colors, c.name as old_category_name,
      coalesce(r.e ->> 'title', p.title) as title, coalesce((r.e ->> 'price')::numeric, p.price) as price,
      nullif(coalesce(r.e ->> 'compareAtPrice', p.compare_at_price::text), '')::numeric as compare_at_price,
      case when h.counts then h.text else coalesce(r.e ->> 'description', p.description, '') end as description,
      case when h.counts then h.document when p.description = coalesce(r.e ->> 'description', p.description) then p.description_document end as document,
      coalesce(r.e ->> 'availability', p.availability::text, 'InStock') as availability,
      coalesce(r.e -> 'sizes', to_jsonb(p.sizes), '[]') as sizes,
      coalesce(r.e -> 'colors', to_jsonb(p.colors), '[]') as colors,
      case when p.id is not null then private.file_facts(p, '{}') end as old_facts, private.file_facts(p, r.e) as facts,
      case when not m.is_made then coalesce(n.id, p.category_id) end as category_id, coalesce(r.e -> 'custom', '{}') as custom, coalesce(r.e -> 'pictures', '[]') as pictures,
      case when m.is_made then btrim(r.e ->> 'category') else coalesce(n.shown, c.name) end as category_name, m.is_made, p.handle as old_handle, coalesce(r.e ->> 'handle', p.handle) as handle,
      r.e -> 'variants' as variants,
      case when (coalesce(r.e -> 'sizes', to_jsonb(p.sizes)), coalesce(r.e -> 'colors', to_jsonb(p.colors))) <> (to_jsonb(p.sizes), to_jsonb(p.colors)) then private.lost_variants(p.id,
        case when r.e ? 'sizes' then array(select jsonb_array_elements_text(r.e -> 'sizes')) else p.sizes end,
        case when r.e ? 'colors' then array(select jsonb_array_elements_text(r.e -> 'colors')) else p.colors end) end as lost
    from rows r
    left join public.products p on p.id = r.id
    left join public.categories c on c.id = p.category_id
    left join named n on n.key = public.name_key(r.e ->> 'category')
    cross join lateral (select r.e ? 'newCategory' and n.key is null and public.is_visible(coalesce(r.e ->> 'category', '')) as is_made) m
    -- Files have the text beside the document: the one that somebody edited counts. `offset 0` has each document read once.
    cross join lateral (
      select d.text, d.document, r.e ? 'document' and (d.text, d.document) is distinct from (p.description, p.description_document) as counts
      from (select public.plain_text(r.e -> 'document') as text, private.rich_document(r.e -> 'document') as document offset 0) d offset 0) h),
  compared as (
    -- As text, which is copied as a whole.
    select t.line, t.product_id, t.title, t.price, t.compare_at_price, t.description, t.document::text as document, t.availability, t.sizes, t.colors, t.category_id,
      t.category_name, t.is_made, t.custom, t.handle, t.variants, t.lost, t.facts, case
      when t.id is not null and t.product_id is null then array['id', 'There is no product with this id']
      when t.id is not null and t.times > 1 then array['id', 'This product stands in the file more than once']
      when t.e ->> 'version' <> t.version then array['version', 'Somebody changed this product after the file was made']
      when btrim(coalesce(t.e ->> 'category', '')) <> '' and not t.is_called_so and not t.is_made then
        array['category', 'There is no category of this name']
      when t.id is null and t.category_id is null and not t.is_made then array['category', 'Required']
      when t.title is null then array['title', 'Required']
      when t.price is null then array['price', 'Required']
      when t.compare_at_price <= t.price then array['compareAtPrice', 'Has to be higher than the price']
      else v.problem end as problem, (
      select coalesce(jsonb_agg(jsonb_build_object('field', d.field,
        'before', case when t.product_id is not null then d.before end, 'after', d.after)), '[]')
      from (values
        ('title', t.old_title, t.title), ('price', round(t.old_price, s.decimals)::text, round(t.price, s.decimals)::text),
        ('compareAtPrice', round(t.old_compare, s.decimals)::text, round(t.compare_at_price, s.decimals)::text),
        ('category', t.old_category_name, t.category_name),
        ('availability', t.old_availability, t.availability),
        ('sizes', (select string_agg(w, ' | ') from jsonb_array_elements_text(t.old_sizes) w), (select string_agg(w, ' | ') from jsonb_array_elements_text(t.sizes) w)),
        ('colors', (select string_agg(w, ' | ') from jsonb_array_elements_text(t.old_colors) w), (select string_agg(w, ' | ') from jsonb_array_elements_text(t.colors) w)),
        ('description', t.old_description, t.description),
        ('descriptionHtml', coalesce(t.old_document::text, ''), coalesce(t.document::text, '')), ('handle', t.old_handle, t.handle)
        union all
        select f, t.old_facts ->> f, t.facts ->> f from unnest('{status,composition,care,fit,origin,delivery,weight,taxClass,length}'::text[]) f
        union all select * from private.custom_changes(t.product_id, t.custom) where t.custom <> '{}' union all select * from private.picture_changes(t.product_id, t.pictures) where t.pictures <> '[]'
        ) d (field, before, after)
      where case when t.product_id is null then d.after <> '' else d.before is distinct from d.after end) || coalesce(v.changes, '[]') as changes
    from known t cross join shop s
    left join private.validate_imported_variants((
      select array_agg(jsonb_build_object('line', k.line, 'product_id', k.product_id, 'price', k.price, 'variants', k.variants))
      from known k where k.variants is not null)) v on v.line = t.line)
  select array_agg(to_jsonb(c)) from compared c);
end;
$$;
comment on function private.validate_product_rows(jsonb[]) is
  'Rows of a file of products as the products would be after it, each with what it changes, in variants too, for a new product all that it gets, and its first problem';

create or replace function private.report_product_rows(p_validated jsonb[]) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'row', j.line, 'id', coalesce(j.saved_id, j.product_id),
      'action', case when j.problem is not null then 'wrong' when j.product_id is null then 'create'
        when j.changes = '[]' then 'same' else 'update' end,
      'label', coalesce(j.title, ''),
      'changes', j.changes,
      'problems', case when j.problem is null then '[]'::jsonb
        else jsonb_build_array(jsonb_build_object('field', j.problem ->> 0, 'message', j.problem ->> 1)) end,
      'doubts', case when j.lost is null then '[]'::jsonb
        else jsonb_build_array(jsonb_build_object('field', 'sizes', 'message', 'No longer for sale will be: ' || array_to_string(j.lost[:20], '; '))) end
        || case when j.made = 1 then jsonb_build_array(jsonb_build_object('field', 'category', 'message', 'A new category: ' || j.category_name))
        else '[]' end)
      order by j.line)
    from (
      select r.*, case when r.is_made then row_number() over (partition by r.is_made, public.name_key(r.category_name) order by r.line) end as made
      from unnest(p_validated) v cross join lateral jsonb_to_record(v) r (
        line int, saved_id uuid, product_id uuid, title text, changes jsonb, problem jsonb, lost text[], is_made boolean, category_name text)) j), '[]');
end;
$$;
comment on function private.report_product_rows(jsonb[]) is 'Validated rows of a file of products as import_products returns them';

create or replace function office.import_products(p_rows jsonb, p_dry boolean default true) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  rows jsonb[];
  validated jsonb[];
begin
  perform private.require_admin();
  if not p_dry then
    -- The same file twice at once would find none of its products yet.
    perform pg_advisory_xact_lock(hashtextextended('import of products', 0));
  end if;
  rows := private.with_known_products(p_rows);
  if not p_dry then
    perform private.lock_variants(array(
      select v.id from public.product_variants v join unnest(rows) e on v.product_id = private.as_uuid(e ->> 'id')));
    perform 1 from public.products where id in (select private.as_uuid(e ->> 'id') from unnest(rows) e) order by id for no key update;
  end if;
  validated := private.validate_product_rows(rows);

  if not p_dry and not exists (
    select 1 from unnest(validated) j where j ->> 'problem' is not null) then
    insert into public.categories (name)
      select distinct j.category_name from unnest(validated) v cross join lateral jsonb_to_record(v) j (category_name text, is_made boolean) where j.is_made
      on conflict do nothing;
    perform private.raise_imported_variants(validated);
    validated := (
      select array_agg(j || jsonb_build_object('saved_id', coalesce(j ->> 'product_id', gen_random_uuid()::text),
        'category_id', coalesce(j ->> 'category_id', c.id::text), 'is_made', false))
      from unnest(validated) j
      left join public.categories c on (j ->> 'is_made')::boolean and public.name_key(c.name) = public.name_key(j ->> 'category_name'));
    update public.products p
    set title = j.title, price = j.price, compare_at_price = j.compare_at_price, description = j.description,
      availability = j.availability, category_id = j.category_id,
      sizes = array(select jsonb_array_elements_text(j.sizes)), colors = array(select jsonb_array_elements_text(j.colors)),
      status = f.status, composition = f.composition, care = f.care, fit = f.fit, origin = f.origin, delivery = f.delivery,
      weight = f.weight, tax_class = f."taxClass", length = f.length, description_document = j.document::jsonb, handle = j.handle
    from unnest(validated) v cross join lateral jsonb_to_record(v) j (
      product_id uuid, title text, price numeric, compare_at_price numeric, description text, availability public.availability, category_id uuid,
      sizes jsonb, colors jsonb, changes jsonb, facts jsonb, document text, handle text)
    cross join lateral jsonb_to_record(j.facts) f (
      status public.product_status, composition text, care text, fit text, origin text, delivery text, weight int, "taxClass" public.tax_class, length int)
    where p.id = j.product_id and j.changes <> '[]';
    insert into public.products (id, title, price, description, availability, category_id, sizes, colors, status, composition, care,
      fit, origin, delivery, compare_at_price, weight, tax_class, length, description_document, handle)
    select j.saved_id, j.title, j.price, j.description, j.availability, j.category_id,
      array(select jsonb_array_elements_text(j.sizes)), array(select jsonb_array_elements_text(j.colors)),
      f.status, f.composition, f.care, f.fit, f.origin, f.delivery, j.compare_at_price, f.weight, f."taxClass", f.length, j.document::jsonb, j.handle
    from unnest(validated) v cross join lateral jsonb_to_record(v) j (
      line int, product_id uuid, saved_id uuid, title text, price numeric, compare_at_price numeric, description text,
      availability public.availability, category_id uuid, sizes jsonb, colors jsonb, facts jsonb, document text, handle text)
    cross join lateral jsonb_to_record(j.facts) f (
      status public.product_status, composition text, care text, fit text, origin text, delivery text, weight int, "taxClass" public.tax_class, length int)
    where j.product_id is null
    order by j.line;
    perform private.write_custom_values('product', j.saved_id, j.custom)
      from unnest(validated) v cross join lateral jsonb_to_record(v) j (saved_id uuid, custom jsonb) where j.custom <> '{}';
    perform private.write_imported_variants((
      select array_agg(jsonb_build_object('line', j -> 'line', 'product_id', j -> 'saved_id', 'price', j -> 'price', 'variants', j -> 'variants'))
      from unnest(validated) j));
  end if;

  return private.with_imported_addresses(private.report_product_rows(validated), p_rows, validated);
end;
$$;
comment on function office.import_products(jsonb, boolean) is
  'Validates rows of a file of products, [{line, id?, title?, price?, compareAtPrice?, category?, availability?, sizes?, colors?, description?, document?, status?, composition?, care?, fit?, origin?, delivery?, weight?, taxClass?, length?, custom?: {key: text or null}, version?, handle?, address?, newCategory?, variants?: [{size, color, sku?, barcode?, priceDelta?, policy?, stock?, absent?}], pictures?: [{url, place}]}], and unless it is dry and unless one row is wrong changes and creates them. A row with an id changes that product, one without id the product that has its handle, or one of its SKUs; what it leaves out stays. With newCategory a category that does not exist is made; an absent variant is not sold unless the shop has it already. An address is a path that is redirected to the product. Pictures are only reported. Returns [{row, id, action, label, changes, problems, doubts}], doubts being the variants with stock or prices of their own that a row would drop, and new categories. Error (in detail): not_an_administrator.';

create or replace function private.with_known_products(p_rows jsonb) returns jsonb[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select array_agg(case when k.id is null then r.e || case when r.e ? 'newCategory' and not public.is_visible(coalesce(r.e ->> 'category', ''))
        then '{"category": "Uncategorized"}'::jsonb else '{}' end else r.e || jsonb_strip_nulls(jsonb_build_object('id', k.id, 'variants', (
        select jsonb_agg(w) from jsonb_array_elements(r.e -> 'variants') w
        where not w ? 'absent' or not exists (
          select from public.product_variants v where v.product_id = k.id and v.archived_at is null
            and v.size is not distinct from w ->> 'size' and v.color is not distinct from w ->> 'color')))) end)
    from jsonb_array_elements(p_rows) r (e)
    cross join lateral (
      select coalesce(private.as_uuid(r.e ->> 'id'),
        (select p.id from public.products p where p.handle = r.e ->> 'handle' order by p.created_at, p.id limit 1),
        (select v.product_id from jsonb_array_elements(r.e -> 'variants') w join public.product_variants v on v.sku = w ->> 'sku'
          order by v.archived_at is not null, v.id limit 1)) as id) k);
end;
$$;
comment on function private.with_known_products(jsonb) is
  'Rows of a file of products, those without an id with that of the product that has their handle, or else one of their SKUs, and without absent variants that the shop has; new ones of other shops without a category go to Uncategorized';

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
  primary key (product_id, url)
);
comment on table private.product_import_pictures is 'Pictures that files name by their addresses. They stay known, so that the same file again does not fetch them twice. Written by functions alone.';
comment on column private.product_import_pictures.product_id is 'The product that shows it';
comment on column private.product_import_pictures.url is 'Its address, or its name in the ZIP file that was chosen with the file';
comment on column private.product_import_pictures.import_id is 'The import that named it last; empty when that is gone';
comment on column private.product_import_pictures.line is 'Row of the file that names it';
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
  'Keeps the rows of a file of products, which import_products has found right when it was dry, to be written by continue_product_import; returns the id of the import. Rows may have pictures, [{url, place, line, color?}]. Error (in detail): not_an_administrator.';

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
  insert into private.product_import_pictures as k (product_id, url, import_id, line, place, color)
    select r.id, w.url, p_id, coalesce(w.line, r."row"), w.place, w.color
    from jsonb_to_recordset(results) r ("row" int, id uuid)
    join jsonb_array_elements(batch) b on (b ->> 'line')::int = r."row"
    cross join lateral (select distinct on (url) * from jsonb_to_recordset(b -> 'pictures') p (url text, line int, place int, color text) order by url, place) w
    on conflict (product_id, url) do update
      set import_id = excluded.import_id, line = excluded.line, place = excluded.place, color = excluded.color, problem = '', tries = 0, claimed_at = null
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
        coalesce(jsonb_agg(jsonb_build_object('row', p.line, 'url', p.url, 'problem', p.problem) order by p.line, p.place)
          filter (where p.path is null and p.problem <> '' and p_id is not null), '[]')
      from private.product_import_pictures p where p.import_id = i.id) k
    where i.id = p_id or p_id is null and i.created_at > public.clock() - interval '30 days'
    order by i.created_at desc, i.id limit 20;
end;
$$;
comment on function office.list_product_imports(uuid) is
  'The imports of product files of the last 30 days, or the one with this id with failures, [{row, url, problem}] of the pictures that could not be fetched. Error (in detail): not_an_administrator.';

-- Pictures that files of products name by their addresses.

create function office.claim_import_pictures(p_id uuid, p_limit int default 8)
returns table (product_id uuid, url text, color text, tries int)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    update private.product_import_pictures k set claimed_at = public.clock(), tries = k.tries + 1
    from (select w.product_id, w.url from private.product_import_pictures w join private.product_imports i on i.id = w.import_id
      where w.import_id = p_id and i.state = 'pictures' and w.path is null and w.problem = ''
        and (w.claimed_at is null or w.claimed_at < public.clock() - interval '2 minutes')
      order by w.line, w.place limit p_limit for update of w skip locked) w
    where (k.product_id, k.url) = (w.product_id, w.url)
    returning k.product_id, k.url, k.color, k.tries;
  -- Here, since those that are finished at the same time do not see each other.
  if not found then
    update private.product_imports i set state = 'done' where i.id = p_id and i.state = 'pictures' and not exists (
      select from private.product_import_pictures k where k.import_id = p_id and k.path is null and k.problem = '');
  end if;
end;
$$;
comment on function office.claim_import_pictures(uuid, int) is
  'Pictures of an import to be fetched now; nobody else gets them for two minutes. When none is left, the import is done. tries counts this one. Error (in detail): not_an_administrator.';

create function office.finish_import_picture(p_product uuid, p_url text, p_path text default null, p_problem text default '') returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  import uuid;
  shown text[];
begin
  perform private.require_admin();
  select p.images into shown from public.products p where p.id = p_product for no key update;
  if cardinality(shown) >= 20 and p_path is not null then
    p_problem := 'A product has at most 20 pictures';
  end if;
  update private.product_import_pictures k set path = case when p_problem = '' then p_path end, problem = p_problem, claimed_at = null
    where k.product_id = p_product and k.url = p_url and k.path is null returning k.import_id into import;
  if found and p_path is not null and p_problem = '' then
    -- They may arrive in any order.
    update public.products p set images = array(select i.path from unnest(p.images || p_path) with ordinality i (path, at)
        left join private.product_import_pictures k on k.product_id = p.id and k.path = i.path order by k.place nulls first, i.at)
      where p.id = p_product;
  end if;
  return import is not null and p_problem = '';
end;
$$;
comment on function office.finish_import_picture(uuid, text, text, text) is
  'Shows a picture that was fetched with its product, or notes why it was not; with neither path nor problem it is tried again. Returns whether it is shown or waits: false where the product is gone, has the picture, or has as many as it may. Error (in detail): not_an_administrator.';

create function office.missing_import_pictures(p_id uuid, p_url text) returns table (product_id uuid, url text, color text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query select k.product_id, k.url, k.color from private.product_import_pictures k
    where k.import_id = p_id and k.url = p_url and k.path is null;
end;
$$;
comment on function office.missing_import_pictures(uuid, text) is
  'The products for which an import names this picture, which they do not show yet. Error (in detail): not_an_administrator.';

create function office.retry_import_pictures(p_id uuid) returns int
language plpgsql security definer set search_path = '' as $$
declare
  again int;
begin
  perform private.require_admin();
  update private.product_import_pictures k set problem = '', tries = 0, claimed_at = null where k.import_id = p_id and k.path is null and k.problem <> '';
  get diagnostics again = row_count;
  update private.product_imports i set state = 'pictures' where i.id = p_id and i.state = 'done' and again > 0;
  return again;
end;
$$;
comment on function office.retry_import_pictures(uuid) is
  'Has the pictures that could not be fetched tried again, and returns their number. Error (in detail): not_an_administrator.';

create function public.unfinished_product_imports() returns table (id uuid, started_by uuid)
language plpgsql security definer set search_path = '' as $$
begin
  -- What is needed to undo an import.
  update private.product_import_rows r set contents = '{}', before = null, after = null
    from private.product_imports i
    where i.id = r.import_id and i.created_at < public.clock() - interval '1 day' and i.state in ('done', 'stopped', 'undone') and r.contents <> '{}';
  delete from private.product_imports i where i.created_at < public.clock() - interval '30 days';
  return query select i.id, i.started_by from private.product_imports i
    where i.state in ('writing', 'pictures', 'undoing') and i.started_by is not null order by i.created_at;
end;
$$;
comment on function public.unfinished_product_imports() is
  'Imports that wait for the scheduled task to go on, with the administrators who started them; deletes what the oldest ones would be undone with. Called by the scheduled task.';
