-- The dry run of a file of products lists all that a new product gets; new variants are counted as their product is.
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
      p.availability::text as old_availability, to_jsonb(p.sizes) as old_sizes, to_jsonb(p.colors) as old_colors,
      p.category_id as old_category, c.name as old_category_name,
      coalesce(r.e ->> 'title', p.title) as title,
      coalesce((r.e ->> 'price')::numeric, p.price) as price,
      nullif(coalesce(r.e ->> 'compareAtPrice', p.compare_at_price::text), '')::numeric(12, 2) as compare_at_price,
      coalesce(r.e ->> 'description', p.description, '') as description,
      coalesce(r.e ->> 'availability', p.availability::text, 'InStock') as availability,
      coalesce(r.e -> 'sizes', to_jsonb(p.sizes), '[]') as sizes,
      coalesce(r.e -> 'colors', to_jsonb(p.colors), '[]') as colors,
      (select jsonb_agg(jsonb_build_object('field', f.field, 'before', f.value, 'after', coalesce(r.e ->> f.field, f.value)))
        from private.file_facts(p) f) as facts,
      coalesce(n.id, p.category_id) as category_id,
      coalesce(n.shown, c.name) as category_name
    from rows r
    left join public.products p on p.id = r.id
    left join public.categories c on c.id = p.category_id
    left join named n on n.key = public.name_key(r.e ->> 'category')),
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
        ('title', t.old_title, t.title), ('price', t.old_price::text, t.price::numeric(12, 2)::text),
        ('compareAtPrice', t.old_compare::text, t.compare_at_price::text),
        ('category', t.old_category_name, t.category_name),
        ('availability', t.old_availability, t.availability),
        ('sizes', (select string_agg(s, ' | ') from jsonb_array_elements_text(t.old_sizes) s),
          (select string_agg(s, ' | ') from jsonb_array_elements_text(t.sizes) s)),
        ('colors', (select string_agg(s, ' | ') from jsonb_array_elements_text(t.old_colors) s),
          (select string_agg(s, ' | ') from jsonb_array_elements_text(t.colors) s)),
        ('description', t.old_description, t.description)
        union all
        select f.field, f.before, f.after from jsonb_to_recordset(t.facts) f (field text, before text, after text)
        ) d (field, before, after)
      where case when t.product_id is null then d.after <> '' else d.before is distinct from d.after end) as changes
    from checked t)
  select jsonb_agg(to_jsonb(c) - 'e' || (select jsonb_object_agg(f.field, f.after)
    from jsonb_to_recordset(c.facts) f (field text, after text)) order by c.line) from compared c;
$$;
comment on function private.validate_product_rows(jsonb) is
  'Rows of a file of products as the products would be after it, each with what it changes, for a new product all that it gets, and its first problem';

create or replace function private.sync_variants(p_products uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  pattern constant text := private.shop_setting('sku_pattern') #>> '{}';
begin
  with numbered as materialized (
    select p.id, p.sizes, p.colors, coalesce(
      (select v.number from public.product_variants v where v.product_id = p.id limit 1),
      nextval('private.sku_number')::int) as number
    from public.products p where p.id = any (p_products)),
  wanted as (
    select n.id, s.size, c.color, n.number,
      private.make_sku(pattern, n.number, s.size, c.color) as sku,
      row_number() over (partition by n.number, private.make_sku(pattern, n.number, s.size, c.color)) as same
    from numbered n
    cross join lateral (select distinct nullif(btrim(e), '') as size from unnest(n.sizes || case when n.sizes = '{}' then '{""}' end::text[]) e) s
    cross join lateral (select distinct nullif(btrim(e), '') as color from unnest(n.colors || case when n.colors = '{}' then '{""}' end::text[]) e) c)
  insert into public.product_variants as v (product_id, size, color, number, policy, sku)
  select w.id, w.size, w.color, w.number,
    coalesce((select min(o.policy) from public.product_variants o
      where o.product_id = w.id and o.archived_at is null and o.policy <> 'untracked'), 'untracked'),
    case when w.same > 1 or exists (select from public.product_variants o
        where o.sku = w.sku and (o.product_id, o.size, o.color) is distinct from (w.id, w.size, w.color))
      then left(w.sku, 50) || '-' || nextval('private.sku_number') else w.sku end
  from wanted w
  on conflict on constraint product_variants_choice_key do update set archived_at = null,
    -- The price may have fallen meanwhile.
    price_delta = case when v.price_delta + (select p.price from public.products p where p.id = v.product_id) < 0 then 0 else v.price_delta end
    where v.archived_at is not null;

  update public.product_variants v set archived_at = now()
  from public.products p
  where p.id = any (p_products) and v.product_id = p.id and v.archived_at is null
    and ((v.size is null and p.sizes = '{}' or v.size = any (select btrim(e) from unnest(p.sizes) e))
      and (v.color is null and p.colors = '{}' or v.color = any (select btrim(e) from unnest(p.colors) e))) is not true;
  perform private.update_availability(p_products);
end;
$$;
comment on function private.sync_variants(uuid[]) is
  'Makes the variants of products follow their sizes and colours: new ones are added, counted if others of the product are, those that are gone are archived, those that are back are used again';
