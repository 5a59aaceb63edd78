-- Export and import of products as a file.

create function private.product_version(p_updated_at timestamptz) returns text
language sql immutable set search_path = '' as $$
  select 'v' || (extract(epoch from p_updated_at) * 1000000)::bigint;
$$;
comment on function private.product_version(timestamptz) is 'The time of a product''s last change as text that spreadsheets leave as it is';

-- The order is that of the columns of a file.
create function private.file_facts(p_product public.products) returns table (field text, value text)
language sql immutable rows 9 set search_path = '' as $$
  values ('status', coalesce(p_product.status::text, 'published')), ('composition', coalesce(p_product.composition, '')),
    ('care', coalesce(p_product.care, '')), ('fit', coalesce(p_product.fit, '')),
    ('origin', coalesce(p_product.origin, '')), ('delivery', coalesce(p_product.delivery, '')),
    ('weight', coalesce(p_product.weight, 0)::text), ('taxClass', coalesce(p_product.tax_class, 'standard')::text),
    ('length', coalesce(p_product.length, 0)::text);
$$;
comment on function private.file_facts(public.products) is 'Status and facts of a product as fields of a file; of no product, what a new one begins with';

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

create function private.validate_product_rows(p_rows jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with rows as (
    select (e ->> 'line')::int as line, private.as_uuid(e ->> 'id') as id, e,
      count(*) over (partition by private.as_uuid(e ->> 'id')) as times
    from jsonb_array_elements(p_rows) e),
  named as (
    select public.name_key(c.name) as key, c.id, c.name as shown from public.categories c),
  known as materialized (
    select r.line, r.id, r.e, r.times, n.key is not null as is_called_so,
      p.id as product_id, private.product_version(p.updated_at) as version, p.title as old_title, p.price as old_price, p.compare_at_price as old_compare, p.description as old_description,
      p.description_document as old_document,
      p.availability::text as old_availability, to_jsonb(p.sizes) as old_sizes, to_jsonb(p.colors) as old_colors,
      p.category_id as old_category, c.name as old_category_name,
      coalesce(r.e ->> 'title', p.title) as title,
      coalesce((r.e ->> 'price')::numeric, p.price) as price,
      nullif(coalesce(r.e ->> 'compareAtPrice', p.compare_at_price::text), '')::numeric as compare_at_price,
      case when h.counts then h.text else coalesce(r.e ->> 'description', p.description, '') end as description,
      case when h.counts then h.document when p.description = coalesce(r.e ->> 'description', p.description) then p.description_document end as document,
      coalesce(r.e ->> 'availability', p.availability::text, 'InStock') as availability,
      coalesce(r.e -> 'sizes', to_jsonb(p.sizes), '[]') as sizes,
      coalesce(r.e -> 'colors', to_jsonb(p.colors), '[]') as colors,
      (select jsonb_agg(jsonb_build_object('field', f.field, 'before', f.value, 'after', coalesce(r.e ->> f.field, f.value)))
        from private.file_facts(p) f) as facts,
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
  checked as (
    select k.*, case
      when k.id is not null and k.product_id is null then array['id', 'There is no product with this id']
      when k.id is not null and k.times > 1 then array['id', 'This product stands in the file more than once']
      when k.e ->> 'version' <> k.version then array['version', 'Somebody changed this product after the file was made']
      when btrim(coalesce(k.e ->> 'category', '')) <> '' and not k.is_called_so and not k.is_made then
        array['category', 'There is no category of this name']
      when k.id is null and k.category_id is null and not k.is_made then array['category', 'Required']
      when k.title is null then array['title', 'Required']
      when k.price is null then array['price', 'Required']
      when k.compare_at_price <= k.price then array['compareAtPrice', 'Has to be higher than the price']
      end as problem
    from known k),
  compared as (
    select t.*, (
      select coalesce(jsonb_agg(jsonb_build_object('field', d.field,
        'before', case when t.product_id is not null then d.before end, 'after', d.after)), '[]')
      from (values
        ('title', t.old_title, t.title), ('price', private.rounded(t.old_price)::text, private.rounded(t.price)::text),
        ('compareAtPrice', private.rounded(t.old_compare)::text, private.rounded(t.compare_at_price)::text),
        ('category', t.old_category_name, t.category_name),
        ('availability', t.old_availability, t.availability),
        ('sizes', (select string_agg(s, ' | ') from jsonb_array_elements_text(t.old_sizes) s),
          (select string_agg(s, ' | ') from jsonb_array_elements_text(t.sizes) s)),
        ('colors', (select string_agg(s, ' | ') from jsonb_array_elements_text(t.old_colors) s),
          (select string_agg(s, ' | ') from jsonb_array_elements_text(t.colors) s)),
        ('description', t.old_description, t.description),
        ('descriptionHtml', coalesce(t.old_document::text, ''), coalesce(t.document::text, '')), ('handle', t.old_handle, t.handle)
        union all
        select f.field, f.before, f.after from jsonb_to_recordset(t.facts) f (field text, before text, after text)
        union all select * from private.custom_changes(t.product_id, t.custom) where t.custom <> '{}'
        ) d (field, before, after)
      where case when t.product_id is null then d.after <> '' else d.before is distinct from d.after end) as changes
    from checked t)
  select jsonb_agg(to_jsonb(c) - 'e' || (select jsonb_object_agg(f.field, f.after)
    from jsonb_to_recordset(c.facts) f (field text, after text)) order by c.line) from compared c;
$$;
comment on function private.validate_product_rows(jsonb) is
  'Rows of a file of products as the products would be after it, each with what it changes, for a new product all that it gets, and its first problem';

create function private.report_product_rows(p_validated jsonb) returns jsonb
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
    from jsonb_to_recordset(p_validated) j (
      line int, product_id uuid, title text, changes jsonb, problem jsonb, lost text[], is_made boolean, category_name text)), '[]');
end;
$$;
comment on function private.report_product_rows(jsonb) is 'Validated rows of a file of products as import_products returns them';

create function office.import_products(p_rows jsonb, p_dry boolean default true) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  validated jsonb;
begin
  perform private.require_admin();
  if not p_dry then
    -- The same file twice at once would find none of its products yet.
    perform pg_advisory_xact_lock(hashtextextended('import of products', 0));
    p_rows := private.with_known_products(p_rows);
    perform private.lock_variants(array(
      select v.id from public.product_variants v join jsonb_array_elements(p_rows) e on v.product_id = private.as_uuid(e ->> 'id')));
    perform 1 from public.products
      where id in (select private.as_uuid(e ->> 'id') from jsonb_array_elements(p_rows) e)
      order by id for no key update;
  else
    p_rows := private.with_known_products(p_rows);
  end if;

  validated := private.validate_imported_variants(private.validate_product_rows(p_rows));

  if not p_dry and not exists (
    select 1 from jsonb_array_elements(validated) j where j ->> 'problem' is not null) then
    insert into public.categories (name)
      select distinct j.category_name from jsonb_to_recordset(validated) j (category_name text, is_made boolean) where j.is_made
      on conflict do nothing;
    if found then
      validated := private.validate_imported_variants(private.validate_product_rows(p_rows));
    end if;
    perform private.raise_imported_variants(validated);
    validated := (
      select jsonb_agg(j || jsonb_build_object('saved_id', coalesce(j ->> 'product_id', gen_random_uuid()::text)))
      from jsonb_array_elements(validated) j);
    update public.products p
    set title = j.title, price = j.price, compare_at_price = j.compare_at_price, description = j.description,
      availability = j.availability::public.availability, category_id = j.category_id,
      sizes = array(select jsonb_array_elements_text(j.sizes)),
      colors = array(select jsonb_array_elements_text(j.colors)),
      status = j.status, composition = j.composition, care = j.care, fit = j.fit, origin = j.origin, delivery = j.delivery,
      weight = j.weight, tax_class = j."taxClass", length = j.length, description_document = j.document, handle = j.handle
    from jsonb_to_recordset(validated) j (
      product_id uuid, title text, price numeric, compare_at_price numeric, description text, availability text, category_id uuid,
      sizes jsonb, colors jsonb, changes jsonb, status public.product_status, composition text, care text, fit text,
      origin text, delivery text, weight int, "taxClass" public.tax_class, length int, document jsonb, handle text)
    where p.id = j.product_id and j.changes <> '[]';
    insert into public.products (id, title, price, description, availability, category_id, sizes, colors, status, composition, care,
      fit, origin, delivery, compare_at_price, weight, tax_class, length, description_document, handle)
    select j.saved_id, j.title, j.price, j.description, j.availability::public.availability, j.category_id,
      array(select jsonb_array_elements_text(j.sizes)), array(select jsonb_array_elements_text(j.colors)),
      j.status, j.composition, j.care, j.fit, j.origin, j.delivery, j.compare_at_price, j.weight, j."taxClass", j.length, j.document, j.handle
    from jsonb_to_recordset(validated) j (
      line int, product_id uuid, saved_id uuid, title text, price numeric, compare_at_price numeric, description text, availability text,
      category_id uuid, sizes jsonb, colors jsonb, status public.product_status, composition text, care text, fit text,
      origin text, delivery text, weight int, "taxClass" public.tax_class, length int, document jsonb, handle text)
    where j.product_id is null
    order by j.line;
    perform private.write_custom_values('product', j.saved_id, j.custom)
      from jsonb_to_recordset(validated) j (saved_id uuid, custom jsonb) where j.custom <> '{}';
    perform private.write_imported_variants((
      select jsonb_agg(j || jsonb_build_object('product_id', j -> 'saved_id')) from jsonb_array_elements(validated) j));
  end if;

  return private.with_imported_addresses(private.report_product_rows(validated), p_rows, validated);
end;
$$;
comment on function office.import_products(jsonb, boolean) is
  'Validates rows of a file of products, [{line, id?, title?, price?, compareAtPrice?, category?, availability?, sizes?, colors?, description?, document?, status?, composition?, care?, fit?, origin?, delivery?, weight?, taxClass?, length?, custom?: {key: text or null}, version?, handle?, address?, newCategory?, variants?: [{size, color, sku?, barcode?, priceDelta?, policy?, stock?, absent?}]}], and unless it is dry and unless one row is wrong changes and creates them. A row with an id changes that product, one without id the product that has its handle, or one of its SKUs; what it leaves out stays. With newCategory a category that does not exist is made; an absent variant is not sold unless the shop has it already. An address is a path that is redirected to the product. Returns [{row, action, label, changes, problems, doubts}], doubts being the variants with stock or prices of their own that a row would drop, and new categories. Error (in detail): not_an_administrator.';
