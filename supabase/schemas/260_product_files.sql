-- Export and import of products as a file.

create function private.product_version(p_updated_at timestamptz) returns text
language sql immutable set search_path = '' as $$
  select 'v' || (extract(epoch from p_updated_at) * 1000000)::bigint;
$$;
comment on function private.product_version(timestamptz) is 'The time of a product''s last change as text that spreadsheets leave as it is';

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

create function office.export_products(p_ids uuid[])
returns table (
  id uuid, title text, price numeric, category text, availability public.availability, sizes text[],
  colors text[], description text, created_at timestamptz, version text, status public.product_status, composition text,
  care text, fit text, origin text, delivery text, compare_at_price numeric, weight int,
  tax_class public.tax_class, length int, description_document jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select p.id, p.title, p.price, c.name, p.availability, p.sizes, p.colors, p.description,
      p.created_at, private.product_version(p.updated_at), p.status, p.composition, p.care, p.fit, p.origin, p.delivery,
      p.compare_at_price, p.weight, p.tax_class, p.length, p.description_document
    from unnest(p_ids) with ordinality f (id, place)
    join public.products p on p.id = f.id
    left join public.categories c on c.id = p.category_id
    order by f.place;
end;
$$;
comment on function office.export_products(uuid[]) is
  'Products as rows of a file, in the order of these ids. Error (in detail): not_an_administrator.';

create function private.custom_changes(p_product uuid, p_values jsonb) returns table (field text, before text, after text)
language plpgsql stable set search_path = '' as $$
begin
  return query
    select 'custom.' || v.key, coalesce(c.value, ''), coalesce(v.value, '')
    from jsonb_each_text(p_values) v
    left join public.custom_fields f on f.resource = 'product' and f.key = v.key
    left join public.custom_values c on c.field_id = f.id and c.record_id = p_product;
end;
$$;
comment on function private.custom_changes(uuid, jsonb) is 'Values of custom fields of a product, {key: text or null}, beside those that it has';

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

create function private.report_product_rows(p_validated jsonb[]) returns jsonb
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

create function office.import_products(p_rows jsonb, p_dry boolean default true) returns jsonb
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
