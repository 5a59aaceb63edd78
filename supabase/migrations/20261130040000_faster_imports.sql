-- Files of products are validated and written in a fraction of the time: no work is done once for each row with each other row, or again
-- where nothing changed.

drop function private.file_facts(public.products);
drop function private.validate_product_rows(jsonb);
drop function private.with_known_products(jsonb);
drop function private.report_product_rows(jsonb);
drop function private.imported_variants(jsonb);
drop function private.validate_imported_variants(jsonb);
drop function private.raise_imported_variants(jsonb);
drop function private.write_imported_variants(jsonb);

-- Within a row of a table, what stands in a cell is on one line. Loops, since a query for each node takes ten times as long.
create or replace function private.document_lines(p_node jsonb) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  kind constant text := p_node ->> 'type';
  content constant jsonb := case jsonb_typeof(p_node -> 'content') when 'array' then p_node -> 'content' else '[]' end;
  written text := '';
  own text[];
  lines text[] := '{}';
begin
  if kind in ('paragraph', 'heading') then
    for i in 0 .. jsonb_array_length(content) - 1 loop
      written := concat(written, case content -> i ->> 'type' when 'text' then content -> i ->> 'text' else e'\n' end);
    end loop;
    return regexp_split_to_array(written, e'\n');
  end if;
  for i in 0 .. jsonb_array_length(content) - 1 loop
    own := private.document_lines(content -> i);
    lines := lines || case kind
      when 'tableRow' then array[case when i > 0 then ' | ' else '' end || array_to_string(own, ' ')]
      when 'table' then array[array_to_string(own, '')]
      when 'bulletList' then string_to_array('• ' || array_to_string(own, e'\n  '), e'\n')
      when 'orderedList' then string_to_array(i + 1 || '. ' || array_to_string(own, e'\n  '), e'\n')
      else own end;
  end loop;
  return case kind when 'image' then array[p_node #>> '{attrs,alt}'] else lines end;
end;
$$;
comment on function private.document_lines(jsonb) is 'The lines of text of a node of a document and of those in it';

create or replace function public.plain_text(p_document jsonb) returns text
language plpgsql immutable parallel safe security definer set search_path = '' as $$
declare
  content constant jsonb := case jsonb_typeof(p_document -> 'content') when 'array' then p_document -> 'content' else '[]' end;
  block text;
  blocks text[] := '{}';
begin
  for i in 0 .. jsonb_array_length(content) - 1 loop
    block := btrim(array_to_string(private.document_lines(content -> i), e'\n'), e' \t\r\n');
    if block <> '' then
      blocks := blocks || block;
    end if;
  end loop;
  return array_to_string(blocks, e'\n\n');
end;
$$;
comment on function public.plain_text(jsonb) is
  'The text of a document without its markup, as plainTextOf of domain/rich-text.ts: an empty line between blocks, list items and rows of tables on lines of their own';

create or replace function private.set_product_search_words() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  category constant text := private.indexed_text(coalesce((select c.name from public.categories c where c.id = new.category_id), ''));
  title constant text := private.indexed_text(new.title);
  colours record;
  choices text[];
begin
  select array_agg(distinct private.size_lexeme(k)) into choices
    from unnest(new.sizes) s cross join lateral private.size_meaning(new.category_id, s) m cross join lateral unnest(m.keys || m.regions) k;
  select coalesce(string_agg(distinct m.words, ' '), '') as words, array_agg(distinct p) as pairs into colours
    from unnest(new.colors) c cross join lateral private.colour_meaning(c) m left join lateral unnest(m.pairs) p on true;
  new.search_words := btrim(concat_ws(' ', title, category, colours.words));
  new.search :=
    setweight(to_tsvector('english', title), 'A') || private.title_lexemes(new.title, title)
    || setweight(to_tsvector('english', category), 'B')
    || setweight(to_tsvector('english', colours.words), 'C')
    || coalesce((select string_agg(format('''%s'':1C', c), ' ')::tsvector from unnest(choices || colours.pairs) c where c <> ''), '')
    || setweight(to_tsvector('english', private.indexed_text(new.description)), 'D');
  return new;
end;
$$;
comment on function private.set_product_search_words() is 'Writes what a product is found by';

create function private.set_product_facets() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.facets := array(
    select distinct f.facet from (
      select unnest(array['category:' || new.category_id, 'price:' || private.price_band(new.lowest_price), 'availability:' || new.availability,
        case when new.partly_sold_out then 'stock:part' end, case new.status when 'draft' then 'status:draft' end])
      union all select 'size:' || k
        from unnest(new.sizes) s cross join lateral private.size_meaning(new.category_id, s) m cross join lateral unnest(m.keys) k
      union all select 'color:' || c
        from unnest(new.colors) o cross join lateral private.colour_meaning(o) m cross join lateral unnest(m.families) c
      union all select format('custom_%s:%s', c.key, v.value) from public.custom_values v join public.custom_fields c on c.id = v.field_id
        where v.product_id = new.id and c.filter) f (facet)
    where f.facet is not null order by f.facet);
  return new;
end;
$$;
comment on function private.set_product_facets() is 'Writes what a product is filtered by';

create function private.file_facts(p_product public.products, p_row jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('status', coalesce(p_row ->> 'status', p_product.status::text, 'published'),
    'composition', coalesce(p_row ->> 'composition', p_product.composition, ''), 'care', coalesce(p_row ->> 'care', p_product.care, ''),
    'fit', coalesce(p_row ->> 'fit', p_product.fit, ''), 'origin', coalesce(p_row ->> 'origin', p_product.origin, ''),
    'delivery', coalesce(p_row ->> 'delivery', p_product.delivery, ''), 'weight', coalesce(p_row ->> 'weight', p_product.weight::text, '0'),
    'taxClass', coalesce(p_row ->> 'taxClass', p_product.tax_class::text, 'standard'),
    'length', coalesce(p_row ->> 'length', p_product.length::text, '0'));
end;
$$;
comment on function private.file_facts(public.products, jsonb) is 'Status and facts of a product after a row of a file, {field: text}; of no product, what a new one begins with';

-- Lists of rows, whose rows are copied as they are; one JSON value of all is read and written at each step.
create function private.validate_product_rows(p_rows jsonb[]) returns jsonb[]
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
      case when not m.is_made then coalesce(n.id, p.category_id) end as category_id, coalesce(r.e -> 'custom', '{}') as custom,
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
        union all select * from private.custom_changes(t.product_id, t.custom) where t.custom <> '{}'
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

create function private.report_product_rows(p_validated jsonb[]) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'row', j.line,
      'action', case when j.problem is not null then 'wrong' when j.product_id is null then 'create'
        when j.changes = '[]' then 'same' else 'update' end,
      'label', coalesce(j.title, ''),
      'changes', j.changes,
      'problems', case when j.problem is null then '[]'::jsonb
        else jsonb_build_array(jsonb_build_object('field', j.problem ->> 0, 'message', j.problem ->> 1)) end,
      'doubts', case when j.lost is null then '[]'::jsonb
        else jsonb_build_array(jsonb_build_object('field', 'sizes', 'message', 'No longer for sale will be: ' || array_to_string(j.lost[:20], '; '))) end
        || case when j.is_made then jsonb_build_array(jsonb_build_object('field', 'category', 'message', 'A new category: ' || j.category_name))
        else '[]' end)
      order by j.line)
    from unnest(p_validated) v cross join lateral jsonb_to_record(v) j (
      line int, product_id uuid, title text, changes jsonb, problem jsonb, lost text[], is_made boolean, category_name text)), '[]');
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

  return private.report_product_rows(validated);
end;
$$;
comment on function office.import_products(jsonb, boolean) is
  'Validates rows of a file of products, [{line, id?, title?, price?, compareAtPrice?, category?, availability?, sizes?, colors?, description?, document?, status?, composition?, care?, fit?, origin?, delivery?, weight?, taxClass?, length?, custom?: {key: text or null}, version?, handle?, newCategory?, variants?: [{size, color, sku?, barcode?, priceDelta?, policy?, stock?, absent?}]}], and unless it is dry and unless one row is wrong changes and creates them. A row with an id changes that product, one without id the product that has its handle, or one of its SKUs; what it leaves out stays. With newCategory a category that does not exist is made; an absent variant is not sold unless the shop has it already. Returns [{row, action, label, changes, problems, doubts}], doubts being the variants with stock or prices of their own that a row would drop, and new categories. Error (in detail): not_an_administrator.';

create or replace function public.is_barcode(p_text text) returns boolean
language plpgsql immutable strict set search_path = '' as $$
begin
  return p_text ~ '^(\d{8}|\d{12,14})$' and (
    select sum(substr(lpad(p_text, 14, '0'), i, 1)::int * case when i % 2 = 1 then 3 else 1 end) % 10 = 0
    from generate_series(1, 14) i);
end;
$$;
comment on function public.is_barcode(text) is 'Whether a text is a GTIN (EAN-8, UPC-A, EAN-13 or GTIN-14) with the right check digit';

-- A sale purges a page only where what shoppers read changes.
create or replace function private.publish_stock_levels() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- No join: its plan is that of the first statement of a session, which compares each row with each where few were changed.
  changed constant uuid[] := array(
    select distinct c.product_id from (
      select id, product_id, price_delta, archived_at is null, policy = 'untracked', private.stock_level(policy, on_hand - held) from new_rows
      except
      select id, product_id, price_delta, archived_at is null, policy = 'untracked', private.stock_level(policy, on_hand - held) from old_rows) c);
begin
  if changed <> '{}' then
    perform private.update_variant_facts(changed);
    perform private.purge_product_pages(changed);
  end if;
  return null;
end;
$$;
comment on function private.publish_stock_levels() is
  'Purges the pages of products whose prices or stock shoppers see changed, and updates the prices and availability of these products';

create or replace function private.count_products_by_category() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  counts jsonb := '[]';
  changed record;
  merged bigint;
begin
  if tg_op = 'TRUNCATE' then
    delete from private.product_counts;
  elsif tg_op = 'INSERT' then
    counts := (select jsonb_agg(n) from (select category_id, facets, count(*) as many from new_rows group by 1, 2) n);
  elsif tg_op = 'DELETE' then
    counts := (select jsonb_agg(o) from (select category_id, facets, -count(*) as many from old_rows group by 1, 2) o);
  else
    counts := (select jsonb_agg(m) from (
      select category_id, facets, count(*) as many from new_rows group by 1, 2
      union all
      select category_id, facets, -count(*) from old_rows group by 1, 2) m);
  end if;
  for changed in
    select c.category_id, c.facets, sum(c.many)::bigint as many
    from jsonb_to_recordset(counts) c (category_id uuid, facets text[], many bigint)
    group by 1, 2 having sum(c.many) <> 0
  loop
    -- Rows of open transactions are invisible, and what another one merges is skipped.
    with earlier as (
      delete from private.product_counts c where c.ctid in (
        select o.ctid from private.product_counts o
        where o.facets_key = hash_array_extended(changed.facets, 0) and o.facets = changed.facets
          and o.category_id is not distinct from changed.category_id for update skip locked)
      returning c.many)
    select coalesce(sum(earlier.many), 0) into merged from earlier;
    insert into private.product_counts (category_id, facets, many)
      select changed.category_id, changed.facets, merged + changed.many where merged + changed.many <> 0;
  end loop;
  return null;
end;
$$;
comment on function private.count_products_by_category() is
  'Counts products that come, go and change their facets; none where all are taken away at once';

create function private.with_known_products(p_rows jsonb) returns jsonb[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select array_agg(case when k.id is null then r.e else r.e || jsonb_strip_nulls(jsonb_build_object('id', k.id, 'variants', (
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
  'Rows of a file of products, those without an id with that of the product that has their handle, or else one of their SKUs, and without absent variants that the shop has';

create function private.imported_variants(p_validated jsonb[])
returns table (
  line int, id uuid, name text, price numeric, sku text, barcode text, price_delta numeric, policy public.stock_policy, stock int,
  before public.product_variants)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select j.line, v.id, concat_ws(', ', w.size, w.color), j.price, coalesce(w.sku, v.sku), coalesce(w.barcode, v.barcode),
      coalesce(w."priceDelta", v.price_delta, 0), coalesce(w.policy, v.policy), coalesce(w.stock, v.on_hand, 0), v
    from unnest(p_validated) r cross join lateral jsonb_to_record(r) j (line int, product_id uuid, price numeric, variants jsonb)
    cross join lateral jsonb_to_recordset(j.variants) w (
      size text, color text, sku text, barcode text, "priceDelta" numeric, policy public.stock_policy, stock int)
    left join public.product_variants v
      on v.product_id = j.product_id and v.size is not distinct from w.size and v.color is not distinct from w.color;
end;
$$;
comment on function private.imported_variants(jsonb[]) is
  'The variants that rows of a file of products name, as they would be after it and as they are; id and before are empty for new ones';

create function private.validate_imported_variants(p_rows jsonb[])
returns table (line int, changes jsonb, problem text[])
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    with named as materialized (
      select w.*, count(*) over (partition by w.sku) as same_sku, count(*) over (partition by w.barcode) as same_barcode,
        (select o.id from public.product_variants o where o.sku = w.sku and o.id is distinct from w.id) as has_sku,
        (select o.id from public.product_variants o where o.barcode = w.barcode and o.id is distinct from w.id) as has_barcode
      from private.imported_variants(p_rows) w),
    -- What another variant loses in the same file is free.
    free as materialized (
      select n.id, bool_or(n.sku <> (n.before).sku) as sku, bool_or(n.barcode <> (n.before).barcode) as barcode
      from named n where n.id is not null group by n.id),
    checked as materialized (
      select n.line, n.name, private.variant_changes(n.name, jsonb_build_object('sku', n.sku, 'barcode', n.barcode, 'price_delta', n.price_delta,
          'policy', n.policy, 'stock', n.stock), n.before) as changes, case
        when n.sku is not null and n.same_sku > 1 then array['SKU', format('%s stands in the file more than once', n.sku)]
        when n.sku is distinct from (n.before).sku and n.has_sku is not null and s.sku is not true
          then array['SKU', format('Another size and color has %s', n.sku)]
        when n.barcode is not null and n.same_barcode > 1 then array['Barcode', format('%s stands in the file more than once', n.barcode)]
        when n.barcode is distinct from (n.before).barcode and n.has_barcode is not null and b.barcode is not true
          then array['Barcode', format('Another size and color has %s', n.barcode)]
        when n.price + n.price_delta < 0 then array['Price difference', 'It would cost less than nothing']
        when n.price + n.price_delta >= 1000000000 then array['Price difference', 'It would cost too much']
        when n.policy = 'deny' and n.stock < (n.before).held then array['Stock', format('Orders hold %s of them', (n.before).held)]
        end as problem
      from named n left join free s on s.id = n.has_sku left join free b on b.id = n.has_barcode),
    wrong as (
      select distinct on (c.line) c.line, array[concat_ws(': ', nullif(c.name, ''), c.problem[1]), c.problem[2]] as problem
      from checked c where c.problem is not null)
    select c.line, coalesce(jsonb_agg(d.change) filter (where d.change is not null), '[]'), w.problem
    from checked c left join lateral jsonb_array_elements(c.changes) d (change) on true left join wrong w on w.line = c.line
    group by c.line, w.problem;
end;
$$;
comment on function private.validate_imported_variants(jsonb[]) is
  'What rows of a file of products, {line, product_id, price, variants}, change in variants, and the first problem of these';

create function private.raise_imported_variants(p_validated jsonb[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.product_variants v set price_delta = w.price_delta
    from private.imported_variants(p_validated) w where v.id = w.id and v.price_delta < 0 and w.price_delta > v.price_delta;
end;
$$;
comment on function private.raise_imported_variants(jsonb[]) is
  'Takes variants that cost less than their product to what a file says, before the price of the product falls to that of the cheapest';

create function private.write_imported_variants(p_validated jsonb[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant jsonb := (select jsonb_agg(to_jsonb(w) - '{before}'::text[] || jsonb_build_object('by', w.stock - (w.before).on_hand))
    from private.imported_variants(p_validated) w);
begin
  perform private.lock_variants(array(select w.id from jsonb_to_recordset(wanted) w (id uuid)));
  -- Two variants may exchange their barcodes.
  update public.product_variants v set barcode = null
    from jsonb_to_recordset(wanted) w (id uuid, barcode text) where v.id = w.id and v.barcode is not null and v.barcode is distinct from w.barcode;
  -- Stock that may be oversold comes before less of it, all other policies after the stock: products are then updated once.
  update public.product_variants v set policy = w.policy
    from jsonb_to_recordset(wanted) w (id uuid, policy public.stock_policy) where v.id = w.id and v.policy = 'deny' and w.policy <> 'deny';
  insert into public.stock_movements (variant_id, quantity, reason, note)
    select w.id, w.by, 'counted', 'From a file' from jsonb_to_recordset(wanted) w (id uuid, by int, line int) where w.by <> 0 order by w.line;
  update public.product_variants v set sku = w.sku, barcode = w.barcode, price_delta = w.price_delta, policy = w.policy
    from jsonb_to_recordset(wanted) w (id uuid, sku text, barcode text, price_delta numeric, policy public.stock_policy)
    where v.id = w.id and (v.sku, v.barcode, v.price_delta, v.policy) is distinct from (w.sku, w.barcode, w.price_delta, w.policy);
end;
$$;
comment on function private.write_imported_variants(jsonb[]) is 'Makes the variants of products that were written as validated rows of a file say';

create or replace function private.guard_decimals() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  decimals constant int := private.decimals(public.shop_currency());
  written constant jsonb := to_jsonb(new);
begin
  perform private.refuse_at('validation_failed', case decimals when 0 then 'No decimals' else format('At most %s decimals', decimals) end, array(
    select tg_argv[i] from generate_series(0, tg_nargs - 2, 2) i where exists (
      select from jsonb_path_query(written, tg_argv[i + 1]::jsonpath) n where scale(trim_scale((n #>> '{}')::numeric)) > decimals)));
  return null;
end;
$$;
comment on function private.guard_decimals() is
  'Refuses amounts with more decimals than the currency of the shop has; takes pairs of a field''s name and its path in the row. Error (in detail): validation_failed, with the fields as hint.';

create index product_counts_facets_key_idx on private.product_counts (facets_key);

drop trigger products_set_search_words on public.products;
drop trigger products_guard_decimals on public.products;
drop trigger product_variants_guard_decimals on public.product_variants;
-- Two triggers, since prices and stock change far more often than words. After products_set_facts_of_variants.
create trigger products_set_search_words
  before insert or update of title, description, description_document, category_id, sizes, colors, search, search_words
  on public.products for each row execute function private.set_product_search_words();
create trigger products_set_search_facets
  before insert or update of price, lowest_price, partly_sold_out, category_id, availability, sizes, colors, status, facets
  on public.products for each row execute function private.set_product_facets();
-- Whole amounts have too many decimals in no currency.
create trigger products_guard_decimals after insert or update of price, compare_at_price on public.products
  for each row when (scale(trim_scale(new.price)) > 0 or scale(trim_scale(new.compare_at_price)) > 0)
  execute function private.guard_decimals('price', '$.price', 'compareAtPrice', '$.compare_at_price');
create trigger product_variants_guard_decimals after insert or update of price_delta on public.product_variants
  for each row when (scale(trim_scale(new.price_delta)) > 0) execute function private.guard_decimals('priceDelta', '$.price_delta');
