-- Products of other shops: their handle, their variants, and categories that a file makes.

alter table public.products add column handle text constraint products_handle_check check (length(handle) between 1 and 200);
comment on column public.products.handle is 'Name in the shop that it was imported from, by which a file knows it again: a handle of Shopify, or the shop and an id, such as woocommerce:12; empty for others';
create index products_handle_idx on public.products (handle) where handle is not null;

create or replace function private.validate_product_rows(p_rows jsonb) returns jsonb
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

create or replace function office.import_products(p_rows jsonb, p_dry boolean default true) returns jsonb
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

  return private.report_product_rows(validated);
end;
$$;
comment on function office.import_products(jsonb, boolean) is
  'Validates rows of a file of products, [{line, id?, title?, price?, compareAtPrice?, category?, availability?, sizes?, colors?, description?, document?, status?, composition?, care?, fit?, origin?, delivery?, weight?, taxClass?, length?, custom?: {key: text or null}, version?, handle?, newCategory?, variants?: [{size, color, sku?, barcode?, priceDelta?, policy?, stock?, absent?}]}], and unless it is dry and unless one row is wrong changes and creates them. A row with an id changes that product, one without id the product that has its handle, or one of its SKUs; what it leaves out stays. With newCategory a category that does not exist is made; an absent variant is not sold unless the shop has it already. Returns [{row, action, label, changes, problems, doubts}], doubts being the variants with stock or prices of their own that a row would drop, and new categories. Error (in detail): not_an_administrator.';

create function private.with_known_products(p_rows jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(r.e || jsonb_strip_nulls(jsonb_build_object('id', k.id, 'variants', (
        select jsonb_agg(w) from jsonb_array_elements(r.e -> 'variants') w
        where not w ? 'absent' or not exists (
          select from public.product_variants v where v.product_id = k.id and v.archived_at is null
            and v.size is not distinct from w ->> 'size' and v.color is not distinct from w ->> 'color'))))
      order by r.place), '[]')
    from jsonb_array_elements(p_rows) with ordinality r (e, place)
    cross join lateral (
      select coalesce(private.as_uuid(r.e ->> 'id'),
        (select p.id from public.products p where p.handle = r.e ->> 'handle' order by p.created_at, p.id limit 1),
        (select v.product_id from jsonb_array_elements(r.e -> 'variants') w join public.product_variants v on v.sku = w ->> 'sku'
          order by v.archived_at is not null, v.id limit 1)) as id) k);
end;
$$;
comment on function private.with_known_products(jsonb) is
  'Rows of a file of products, those without an id with that of the product that has their handle, or else one of their SKUs, and without absent variants that the shop has';

create function private.imported_variants(p_validated jsonb)
returns table (
  line int, id uuid, name text, price numeric, sku text, barcode text, price_delta numeric, policy public.stock_policy, stock int,
  before public.product_variants)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select j.line, v.id, concat_ws(', ', w.size, w.color), j.price, coalesce(w.sku, v.sku), coalesce(w.barcode, v.barcode),
      coalesce(w."priceDelta", v.price_delta, 0), coalesce(w.policy, v.policy), coalesce(w.stock, v.on_hand, 0), v
    from jsonb_to_recordset(p_validated) j (line int, product_id uuid, price numeric, variants jsonb)
    cross join lateral jsonb_to_recordset(j.variants) w (
      size text, color text, sku text, barcode text, "priceDelta" numeric, policy public.stock_policy, stock int)
    left join public.product_variants v
      on v.product_id = j.product_id and v.size is not distinct from w.size and v.color is not distinct from w.color;
end;
$$;
comment on function private.imported_variants(jsonb) is
  'The variants that rows of a file of products name, as they would be after it and as they are; id and before are empty for new ones';

create function private.variant_changes(p_name text, p_after jsonb, p_before public.product_variants) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  if p_before.id is null then
    return jsonb_build_array(jsonb_build_object('field', coalesce(nullif(p_name, ''), 'variant'), 'before', null, 'after', concat_ws(', ',
      'SKU ' || (p_after ->> 'sku'), 'barcode ' || (p_after ->> 'barcode'),
      case when (p_after ->> 'price_delta')::numeric <> 0 then 'price difference ' || (p_after ->> 'price_delta') end,
      case coalesce(p_after ->> 'policy', 'untracked') when 'untracked' then 'stock not counted' else 'stock ' || (p_after ->> 'stock') end)));
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('field', concat_ws(': ', nullif(p_name, ''), d.field), 'before', d.before, 'after', d.after)), '[]')
    from (values
      ('SKU', p_before.sku, p_after ->> 'sku'), ('Barcode', p_before.barcode, p_after ->> 'barcode'),
      ('Price difference', private.rounded(p_before.price_delta)::text, private.rounded((p_after ->> 'price_delta')::numeric)::text),
      ('Policy', p_before.policy::text, p_after ->> 'policy'), ('Stock', p_before.on_hand::text, p_after ->> 'stock')
      ) d (field, before, after)
    where d.before is distinct from d.after);
end;
$$;
comment on function private.variant_changes(text, jsonb, public.product_variants) is
  'What a file changes in a variant, for a new one all that it gets, as changes of its product';

create function private.validate_imported_variants(p_validated jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with named as materialized (
      select w.*, count(*) over (partition by w.sku) as same_sku, count(*) over (partition by w.barcode) as same_barcode
      from private.imported_variants(p_validated) w),
    checked as (
      select n.line, private.variant_changes(n.name, to_jsonb(n) - '{before}'::text[], n.before) as changes, n.name, case
        when n.sku is not null and n.same_sku > 1 then array['SKU', format('%s stands in the file more than once', n.sku)]
        when n.sku is distinct from (n.before).sku and exists (
          select from public.product_variants o where o.sku = n.sku and o.id is distinct from n.id
            and not exists (select from named m where m.id = o.id and m.sku <> o.sku))
          then array['SKU', format('Another size and color has %s', n.sku)]
        when n.barcode is not null and n.same_barcode > 1 then array['Barcode', format('%s stands in the file more than once', n.barcode)]
        when n.barcode is distinct from (n.before).barcode and exists (
          select from public.product_variants o where o.barcode = n.barcode and o.id is distinct from n.id
            and not exists (select from named m where m.id = o.id and m.barcode <> o.barcode))
          then array['Barcode', format('Another size and color has %s', n.barcode)]
        when n.price + n.price_delta < 0 then array['Price difference', 'It would cost less than nothing']
        when n.price + n.price_delta >= 1000000000 then array['Price difference', 'It would cost too much']
        when n.policy = 'deny' and n.stock < (n.before).held then array['Stock', format('Orders hold %s of them', (n.before).held)]
        end as problem
      from named n),
    products as (
      select c.line, jsonb_agg(d.change) filter (where d.change is not null) as changes,
        (array_agg(array_to_json(array[concat_ws(': ', nullif(c.name, ''), c.problem[1]), c.problem[2]])) filter (where c.problem is not null))[1] as problem
      from checked c left join lateral jsonb_array_elements(c.changes) d (change) on true group by c.line)
    select jsonb_agg(case when p.line is null then j else j
      || jsonb_build_object('changes', (j -> 'changes') || coalesce(p.changes, '[]'))
      || case when p.problem is not null and j ->> 'problem' is null then jsonb_build_object('problem', p.problem) else '{}' end end
      order by (j ->> 'line')::int)
    from jsonb_array_elements(p_validated) j left join products p on p.line = (j ->> 'line')::int);
end;
$$;
comment on function private.validate_imported_variants(jsonb) is
  'Validated rows of a file of products with what they change in variants, and with the first problem of these where there is no other';

create function private.raise_imported_variants(p_validated jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.product_variants v set price_delta = w.price_delta
    from private.imported_variants(p_validated) w where v.id = w.id and v.price_delta < 0 and w.price_delta > v.price_delta;
end;
$$;
comment on function private.raise_imported_variants(jsonb) is
  'Takes variants that cost less than their product to what a file says, before the price of the product falls to that of the cheapest';

create function private.write_imported_variants(p_validated jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant jsonb := (select jsonb_agg(to_jsonb(w) - '{before}'::text[] || jsonb_build_object('by', w.stock - (w.before).on_hand))
    from private.imported_variants(p_validated) w);
begin
  perform private.lock_variants(array(select w.id from jsonb_to_recordset(wanted) w (id uuid)));
  -- Two variants may exchange their barcodes.
  update public.product_variants v set barcode = null
    from jsonb_to_recordset(wanted) w (id uuid, barcode text) where v.id = w.id and v.barcode is distinct from w.barcode;
  -- Stock that may be oversold comes before less of it, and more of it before stock that may not but is.
  update public.product_variants v set sku = w.sku, barcode = w.barcode, price_delta = w.price_delta,
    policy = case when w.policy = 'deny' and v.held > v.on_hand then v.policy else w.policy end
    from jsonb_to_recordset(wanted) w (id uuid, sku text, barcode text, price_delta numeric, policy public.stock_policy)
    where v.id = w.id and (v.sku, v.barcode, v.price_delta, v.policy) is distinct from (w.sku, w.barcode, w.price_delta, w.policy);
  insert into public.stock_movements (variant_id, quantity, reason, note)
    select w.id, w.by, 'counted', 'From a file' from jsonb_to_recordset(wanted) w (id uuid, by int, line int) where w.by <> 0 order by w.line;
  update public.product_variants v set policy = 'deny'
    from jsonb_to_recordset(wanted) w (id uuid, policy public.stock_policy) where v.id = w.id and w.policy = 'deny' and v.policy <> 'deny';
end;
$$;
comment on function private.write_imported_variants(jsonb) is 'Makes the variants of products that were written as validated rows of a file say';
