create or replace function private.filter_facets(p_filters jsonb) returns table (facet text, facets text[])
language sql immutable rows 5 set search_path = '' as $$
  with given as (
    select f.key, v from jsonb_each(case when jsonb_typeof(p_filters) = 'object' then p_filters else '{}' end) f,
      jsonb_array_elements_text(case when jsonb_typeof(f.value) = 'array' then f.value else '[]' end) v),
  tokens as (
    select case key when 'custom' then 'custom_' || v when 'size' then key || ':' || public.name_key(private.without_commas(v))
      else key || ':' || v end as token
    from given)
  select split_part(token, ':', 1), array_agg(token) from tokens group by 1;
$$;

comment on function private.filter_facets(jsonb) is 'For each filter the facets of which a product must have one; none without filters';

create or replace function private.facets_among(p_filters jsonb, p_hits uuid[], p_asked jsonb) returns json
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  by_variant constant boolean := coalesce(p_filters -> 'availability' = '["InStock"]', false);
  -- Of the sizes and colors that are asked for, whatever is chosen of the availability.
  in_stock constant jsonb := coalesce(p_filters, '{}') || coalesce(p_asked, '{}') || '{"availability":["InStock"]}';
  lowest constant numeric := coalesce((p_filters ->> 'minPrice')::numeric, 0);
  highest constant numeric := coalesce((p_filters ->> 'maxPrice')::numeric, 'infinity');
begin
  return (
    with chosen as materialized (
      select f.facet, f.facets as tokens from private.filter_facets(p_filters) f),
    counted as (
      select null::uuid as id, c.facets, c.many from private.counted_facets(p_filters) c
      where p_hits is null and not (by_variant and c.facets @> '{stock:part}')
      union all
      -- With "offset 0", as the plan would search the index for prices even if all are asked for.
      select null, p.facets, 1 from (select * from public.products p where p.id = any (p_hits) offset 0) p
      where not (by_variant and p.partly_sold_out) and p.lowest_price >= lowest and p.lowest_price <= highest
      union all
      -- Once for each size and color that is left.
      select p.id, p.others
        || array(select 'size:' || k from unnest(s.keys) k) || array(select 'color:' || c from unnest(m.families) c), 1
      from (select p.*, array(select t from unnest(p.facets) t where t !~ '^(size|color):') as others
        from public.products p where by_variant and p.facets @> '{stock:part}' and p.status = 'published' offset 0) p
      join public.product_variants v on v.product_id = p.id and v.archived_at is null and (v.policy <> 'deny' or v.held < v.on_hand)
      left join private.size_meanings s on s.category_id is not distinct from p.category_id and s.size = v.size
      left join private.colour_meanings m on m.colour = v.color
      where (p_hits is null or p.id = any (p_hits)) and p.lowest_price >= lowest and p.lowest_price <= highest
        and (p_asked is null or v.id in (select f.id from private.fitting_variants(p_hits, p_asked) f))),
    -- What fits all filters counts for each of its values; what only one filter leaves out counts for the values of that one.
    compared as materialized (
      select c.id, c.facets, c.many, array(select o.facet from chosen o where not c.facets && o.tokens) as missing from counted c),
    summed as (
      select token, sum(many)::int as count from (
        select token, c.many, null::uuid as id from compared c, unnest(c.facets) token
        where c.id is null and (c.missing = '{}' or c.missing = array[split_part(token, ':', 1)])
        union all
        select distinct token, 1, c.id from compared c, unnest(c.facets) token
        where c.id is not null and (c.missing = '{}' or c.missing = array[split_part(token, ':', 1)])) t
      group by token),
    offered as (
      select split_part(token, ':', 1) as facet, substr(token, strpos(token, ':') + 1) as value,
        case when token = 'availability:InStock' and private.needs_stock(in_stock) and not by_variant then case
            when p_hits is null then public.count_products(null, in_stock)
            else cardinality(private.fitting_products(p_hits, in_stock)) end
          else coalesce(s.count, 0) end as count
      from summed s full join (select unnest(tokens) as token from chosen) o using (token)
      where token not like 'stock:%' and (s.count > 0 or o.token is not null)),
    same as (
      select k.key, array_agg(distinct private.without_commas(n.name)) filter (where n.key <> k.key) as same, bool_or(m.is_waist and n.key = k.key) as is_waist
      from private.size_meanings m cross join lateral unnest(m.keys) k (key) join private.size_names n on n.key = m.keys[1]
      where not coalesce(p_filters -> 'category' <> '[]', false) or p_filters -> 'category' ? m.category_id::text group by 1),
    ranked as (
      select o.*, row_number() over (partition by o.facet order by o.count desc, o.value) as place from offered o)
    select json_build_object('currency', public.shop_currency(), 'step', private.price_step(public.shop_currency()),
      'custom', (select coalesce(json_agg(json_build_object('key', f.key, 'name', f.name, 'choices', f.choices) order by f.position, f.id), '[]')
        from public.custom_fields f where f.filter),
      'total', (select coalesce(sum(c.many), 0)::int from compared c where c.id is null and c.missing = '{}')
        + (select count(distinct c.id)::int from compared c where c.id is not null and c.missing = '{}'),
      'values', coalesce(json_agg(json_build_object('facet', r.facet,
          'value', case r.facet when 'size' then coalesce(private.without_commas(n.name), r.value) else r.value end,
          'name', coalesce(n.name, (select c.name from public.categories c where r.facet = 'category' and c.id = private.as_uuid(r.value)),
            case when r.facet = 'size' and private.letter_size(r.value) is not null then upper(r.value) end),
          'count', r.count, 'same', s.same, 'isWaist', s.is_waist)
        order by r.facet, r.place), '[]'))
    from ranked r left join private.size_names n on r.facet = 'size' and n.key = r.value
    left join same s on r.facet = 'size' and s.key = r.value where r.place <= 100);
end;
$$;

comment on function private.facets_among(jsonb, uuid[], jsonb) is
  'What product_facets returns, of the whole shop or of some products of which a search asks for a size or color';

create or replace function public.product_facets(p_filters jsonb default null, p_query text default null) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.facets_among(p_filters,
    case when p_query is not null then (private.search_ids(p_query, private.best_hits()))[:private.best_hits()] end, private.asked_words(p_query));
end;
$$;

comment on function public.product_facets(jsonb, text) is
  'How many products each filter would show, in the whole shop or among the best 200 of a search: {total, values: [{facet, value, name, count, same, isWaist}], custom: [{key, name, choices}] of the custom fields that are filters, whose facet is custom_key, currency and step of its ranges of prices}, at most 100 values of each facet; name is that of a category, or a size as it was typed; same are the sizes that are the same in a size guide, isWaist tells a waist in inches. What is chosen of a facet does not narrow its own counts; chosen values are there even when nothing fits.';

create or replace function private.custom_changes(p_product uuid, p_values jsonb) returns table (field text, before text, after text)
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

create or replace function private.validate_product_rows(p_rows jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with rows as (
    select (e ->> 'line')::int as line, private.as_uuid(e ->> 'id') as id, e,
      count(*) over (partition by private.as_uuid(e ->> 'id')) as times
    from jsonb_array_elements(p_rows) e),
  named as (
    select public.name_key(c.name) as key, c.id, c.name as shown from public.categories c),
  known as (
    select r.line, r.id, r.e, r.times, n.key is not null as is_called_so,
      p.id as product_id, private.product_version(p.updated_at) as version,
      p.title as old_title, p.price as old_price, p.compare_at_price as old_compare, p.description as old_description,
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
      coalesce(n.id, p.category_id) as category_id, coalesce(r.e -> 'custom', '{}') as custom,
      coalesce(n.shown, c.name) as category_name,
      case when p.id is not null and r.e ?| '{sizes,colors}' then private.lost_variants(p.id,
        case when r.e ? 'sizes' then array(select jsonb_array_elements_text(r.e -> 'sizes')) else p.sizes end,
        case when r.e ? 'colors' then array(select jsonb_array_elements_text(r.e -> 'colors')) else p.colors end) end as lost
    from rows r
    left join public.products p on p.id = r.id
    left join public.categories c on c.id = p.category_id
    left join named n on n.key = public.name_key(r.e ->> 'category')
    -- Files have the text beside the document: the one that somebody edited counts.
    cross join lateral (
      select d.text, d.document, r.e ? 'document' and (d.text, d.document) is distinct from (p.description, p.description_document) as counts
      from (select public.plain_text(r.e -> 'document') as text, private.rich_document(r.e -> 'document') as document) d) h),
  checked as (
    select k.*, case
      when k.id is not null and k.product_id is null then array['id', 'There is no product with this id']
      when k.id is not null and k.times > 1 then array['id', 'This product stands in the file more than once']
      when k.e ->> 'version' <> k.version then
        array['version', 'Somebody changed this product after the file was made']
      when btrim(coalesce(k.e ->> 'category', '')) <> '' and not k.is_called_so then
        array['category', 'There is no category of this name']
      when k.id is null and k.category_id is null then array['category', 'Required']
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
        ('descriptionHtml', coalesce(t.old_document::text, ''), coalesce(t.document::text, ''))
        union all
        select f.field, f.before, f.after from jsonb_to_recordset(t.facts) f (field text, before text, after text)
        union all select * from private.custom_changes(t.product_id, t.custom)
        ) d (field, before, after)
      where case when t.product_id is null then d.after <> '' else d.before is distinct from d.after end) as changes
    from checked t)
  select jsonb_agg(to_jsonb(c) - 'e' || (select jsonb_object_agg(f.field, f.after)
    from jsonb_to_recordset(c.facts) f (field text, after text)) order by c.line) from compared c;
$$;

comment on function private.validate_product_rows(jsonb) is
  'Rows of a file of products as the products would be after it, each with what it changes, for a new product all that it gets, and its first problem';

create or replace function office.import_products(p_rows jsonb, p_dry boolean default true) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  validated jsonb;
begin
  perform private.require_admin();
  if not p_dry then
    perform private.lock_variants(array(
      select v.id from public.product_variants v join jsonb_array_elements(p_rows) e on v.product_id = private.as_uuid(e ->> 'id')));
    perform 1 from public.products
      where id in (select private.as_uuid(e ->> 'id') from jsonb_array_elements(p_rows) e)
      order by id for no key update;
  end if;

  validated := private.validate_product_rows(p_rows);

  if not p_dry and not exists (
    select 1 from jsonb_array_elements(validated) j where j ->> 'problem' is not null) then
    validated := (
      select jsonb_agg(j || jsonb_build_object('saved_id', coalesce(j ->> 'product_id', gen_random_uuid()::text)))
      from jsonb_array_elements(validated) j);
    update public.products p
    set title = j.title, price = j.price, compare_at_price = j.compare_at_price, description = j.description,
      availability = j.availability::public.availability, category_id = j.category_id,
      sizes = array(select jsonb_array_elements_text(j.sizes)),
      colors = array(select jsonb_array_elements_text(j.colors)),
      status = j.status, composition = j.composition, care = j.care, fit = j.fit, origin = j.origin, delivery = j.delivery,
      weight = j.weight, tax_class = j."taxClass", length = j.length, description_document = j.document
    from jsonb_to_recordset(validated) j (
      product_id uuid, title text, price numeric, compare_at_price numeric, description text, availability text, category_id uuid,
      sizes jsonb, colors jsonb, changes jsonb, status public.product_status, composition text, care text, fit text,
      origin text, delivery text, weight int, "taxClass" public.tax_class, length int, document jsonb)
    where p.id = j.product_id and j.changes <> '[]';
    insert into public.products (id, title, price, description, availability, category_id, sizes, colors, status, composition, care,
      fit, origin, delivery, compare_at_price, weight, tax_class, length, description_document)
    select j.saved_id, j.title, j.price, j.description, j.availability::public.availability, j.category_id,
      array(select jsonb_array_elements_text(j.sizes)), array(select jsonb_array_elements_text(j.colors)),
      j.status, j.composition, j.care, j.fit, j.origin, j.delivery, j.compare_at_price, j.weight, j."taxClass", j.length, j.document
    from jsonb_to_recordset(validated) j (
      line int, product_id uuid, saved_id uuid, title text, price numeric, compare_at_price numeric, description text, availability text,
      category_id uuid, sizes jsonb, colors jsonb, status public.product_status, composition text, care text, fit text,
      origin text, delivery text, weight int, "taxClass" public.tax_class, length int, document jsonb)
    where j.product_id is null
    order by j.line;
    perform private.write_custom_values('product', j.saved_id, j.custom)
      from jsonb_to_recordset(validated) j (saved_id uuid, custom jsonb) where j.custom <> '{}';
  end if;

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
        else jsonb_build_array(jsonb_build_object('field', 'sizes', 'message', 'No longer for sale will be: ' || array_to_string(j.lost[:20], '; '))) end)
      order by j.line)
    from jsonb_to_recordset(validated) j (
      line int, product_id uuid, title text, changes jsonb, problem jsonb, lost text[])), '[]');
end;
$$;

comment on function office.import_products(jsonb, boolean) is
  'Validates rows of a file of products, [{line, id?, title?, price?, compareAtPrice?, category?, availability?, sizes?, colors?, description?, document?, status?, composition?, care?, fit?, origin?, delivery?, weight?, taxClass?, length?, custom?: {key: text or null}, version?}], and unless it is dry and unless one row is wrong changes and creates them. A row with an id changes that product; what it leaves out stays. Returns [{row, action, label, changes, problems, doubts}], doubts being the variants with stock or prices of their own that a row would drop. Error (in detail): not_an_administrator.';

create or replace function office.export_custom_values(p_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_object_agg(t.record_id, t.own), '{}') from (
      select c.record_id, jsonb_object_agg(f.key, c.value) as own
      from public.custom_values c join public.custom_fields f on f.id = c.field_id where c.record_id = any (p_ids) group by 1) t);
end;
$$;

comment on function office.export_custom_values(uuid[]) is
  'The values of the custom fields of these records, {id: {key: value}}, without those that have none. Error (in detail): not_an_administrator.';

create or replace function public.own_custom_values() returns table (order_id uuid, name text, kind text, value text)
language sql stable security definer set search_path = '' as $$
  select c.order_id, f.name, f.kind, c.value from public.custom_values c
  join public.custom_fields f on f.id = c.field_id
  left join public.orders o on o.id = c.order_id
  where (select auth.uid()) in (c.customer_id, o.user_id)
  order by c.order_id nulls first, f.position, f.id;
$$;

comment on function public.own_custom_values() is
  'The custom fields of the signed-in customer, without order_id, and of their orders; values are personal data';

grant execute on function public.own_custom_values() to authenticated;
