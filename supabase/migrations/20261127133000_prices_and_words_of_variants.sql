-- One price for lists, kept beside the product: the least that a variant costs. Variants keep SKU, stock and prices when their size
-- or color is renamed. Filters of sizes and colors in stock go by variant; sizes that differ in case only are one.
alter table public.products
  add column lowest_price numeric(12, 2),
  add column highest_price numeric(12, 2),
  add column partly_sold_out boolean not null default false;
comment on column public.products.lowest_price is 'Price of the cheapest variant in dollars: what lists show and sort by; kept by a trigger';
comment on column public.products.highest_price is 'Price of the most expensive variant in dollars; kept by a trigger';
comment on column public.products.partly_sold_out is 'Whether some variants are sold out and others are not; kept by a trigger';
alter table public.order_items add column variant_id uuid;
comment on column public.order_items.variant_id is 'The variant, whatever its size and colour are called since; empty where none was chosen. It outlives the variant, so it is no foreign key';

create table private.size_names (
  key text primary key,
  name text not null
);
comment on table private.size_names is 'How sizes are written that filters take for the same, such as s and S; sizes that no product has any more may stay';
comment on column private.size_names.key is 'The size as facets have it';
comment on column private.size_names.name is 'The size as it was typed last';
alter table private.size_names enable row level security;
create policy size_names_nobody on private.size_names for all to anon, authenticated using (false) with check (false);

create or replace view public.product_details with (security_invoker = true) as
  select p.id, p.title, p.description, p.price, p.images, p.category_id, p.availability, p.sizes, p.colors,
    p.created_at, p.updated_at,
    case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end as category, p.status,
    p.compare_at_price, p.lowest_price, p.highest_price
  from public.products p left join public.categories c on c.id = p.category_id;
comment on column public.product_details.price is 'Price of one piece in dollars, with cents, before the differences of its variants';
comment on column public.product_details.lowest_price is 'Price of the cheapest variant in dollars';
comment on column public.product_details.highest_price is 'Price of the most expensive variant in dollars';

drop trigger products_set_counted_availability on public.products;
drop function private.set_counted_availability();
drop trigger products_set_search_words on public.products;
drop function office.update_product(uuid, text, text, numeric, uuid, public.availability, text[], text[], timestamptz,
  public.product_status, text, text, text, text, text, numeric, int, public.tax_class);
drop function office.list_admin_products(int, int, text, text, uuid, boolean, public.availability, boolean, public.product_status);

create or replace function private.without_commas(p_text text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select btrim(regexp_replace(regexp_replace(p_text, '(?<=\d),(?=\d)', '.', 'g'), '[,\s]+', ' ', 'g'));
$$;
comment on function private.without_commas(text) is 'A size as a filter has it';

create or replace function private.words_of(p_options text[]) returns table (word text, place bigint)
language sql immutable set search_path = '' as $$
  select btrim(e), min(n) from unnest(p_options || case when p_options = '{}' then '{""}' end::text[]) with ordinality l (e, n) group by 1;
$$;
comment on function private.words_of(text[]) is 'The different sizes or colours of a product, empty for a product without, each with its place';

create or replace function private.known_word(p_word text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  plain constant text := lower(private.without_commas(p_word));
  letters constant text := replace(replace(replace(replace(regexp_replace(plain, '[\s-]', '', 'g'),
    'extra', 'x'), 'small', 's'), 'medium', 'm'), 'large', 'l');
  size constant text[] := regexp_match(letters, '^(\d*)(x*)([sml])$');
begin
  return case
    when plain ~ '^\d{1,9}(\.\d+)?$' then 'number ' || trim_scale(plain::numeric)
    when size is not null then concat('letter ', coalesce(nullif(size[1], ''), length(size[2])::text), size[3])
    when plain ~ '^#[0-9a-f]+$' then 'code ' || plain
    else (select 'name ' || c.name from private.colours c where c.name = replace(regexp_replace(plain, '[^a-z]', '', 'g'), 'grey', 'gray')) end;
end;
$$;
comment on function private.known_word(text) is 'The kind of a size or colour and what it means, the same for "S" and "small"; null where that is not known';

create or replace function private.renamed_words(p_before text[], p_after text[]) returns table (before text, after text)
language sql stable security definer set search_path = '' as $$
  with was as materialized (select * from private.words_of(p_before)),
  is_now as materialized (select * from private.words_of(p_after)),
  recased as (
    select distinct on (public.name_key(w.word)) w.word as before, n.word as after from was w join is_now n on public.name_key(w.word) = public.name_key(n.word)
    where w.word not in (select word from is_now) and n.word not in (select word from was) order by public.name_key(w.word), w.place, n.place),
  kept as materialized (select word as before, word as after from was join is_now using (word) union all select * from recased),
  gone as (
    select w.word, w.place, (select k.after from was o join kept k on k.before = o.word where o.place < w.place order by o.place desc limit 1) as left_of,
      (select k.after from was o join kept k on k.before = o.word where o.place > w.place order by o.place limit 1) as right_of
    from was w where w.word not in (select before from kept)),
  new as (
    select n.word, n.place, (select k.after from is_now o join kept k on k.after = o.word where o.place < n.place order by o.place desc limit 1) as left_of,
      (select k.after from is_now o join kept k on k.after = o.word where o.place > n.place order by o.place limit 1) as right_of
    from is_now n where n.word not in (select after from kept))
  select recased.before, recased.after from recased
  union all
  select g.word, n.word
  from (select *, row_number() over (partition by left_of, right_of order by place) as nth, count(*) over (partition by left_of, right_of) as many from gone) g
  join (select *, row_number() over (partition by left_of, right_of order by place) as nth, count(*) over (partition by left_of, right_of) as many from new) n
    on (g.nth, g.many) = (n.nth, n.many) and g.left_of is not distinct from n.left_of and g.right_of is not distinct from n.right_of
  cross join lateral (select private.known_word(g.word) as before, private.known_word(n.word) as after) known
  where (known.before = known.after or split_part(known.before, ' ', 1) <> split_part(known.after, ' ', 1)) is not false;
$$;
comment on function private.renamed_words(text[], text[]) is
  'Which sizes, or colours, of a product were renamed when its list was changed: those that differ in case only, and those that took the place of as many others between the same neighbours, unless they are known to be different, such as M and L';

create or replace function private.rename_variants(p_product uuid, p_column text, p_before text[], p_after text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  old_words text[];
  new_words text[];
  place text;
begin
  select array_agg(before order by before), array_agg(after order by before) into old_words, new_words
    from private.renamed_words(p_before, p_after);
  if old_words is null then
    return;
  end if;
  select old_words || array_agg(t.word order by t.n), new_words || array_agg(s.word order by t.n) into old_words, new_words
    from (select word, row_number() over () as n from unnest(new_words) word where word <> all (old_words)) t
    join (select word, row_number() over () as n from unnest(old_words) word where word <> all (new_words)) s using (n);
  foreach place in array '{product_variants,cart_items,quote_lines}'::text[] loop
    execute format('update public.%1$I t set %2$I = chr(1) || w.after from unnest($2, $3) w (before, after)
      where t.product_id = $1 and coalesce(t.%2$I, '''') = w.before', place, p_column) using p_product, old_words, new_words;
    execute format('update public.%1$I t set %2$I = nullif(substr(t.%2$I, 2), '''')
      where t.product_id = $1 and t.%2$I like chr(1) || ''%%''', place, p_column) using p_product;
  end loop;
end;
$$;
comment on function private.rename_variants(uuid, text, text[], text[]) is
  'Moves the words of renamed sizes or colours in variants, carts and quotes of a product; SKU, stock and prices stay with the variant';

create or replace function private.lost_variants(p_product uuid, p_sizes text[], p_colors text[]) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with product as (select p.sizes, p.colors from public.products p where p.id = p_product),
    size_names as materialized (select r.* from product p cross join lateral private.renamed_words(p.sizes, p_sizes) r),
    color_names as materialized (select r.* from product p cross join lateral private.renamed_words(p.colors, p_colors) r)
    select array_agg(concat_ws(', ', v.size, v.color, 'SKU ' || v.sku,
        case v.on_hand when 0 then null when 1 then '1 piece' else v.on_hand || ' pieces' end, 'barcode ' || v.barcode,
        case when v.price_delta <> 0 then 'price difference ' || v.price_delta end,
        case when listed.is_so then 'prices in price lists' end) order by v.sku)
    from public.product_variants v
    left join size_names s on s.before = coalesce(v.size, '')
    left join color_names c on c.before = coalesce(v.color, '')
    cross join lateral (select exists (select from public.price_list_items i where i.variant_id = v.id) as is_so) listed
    where v.product_id = p_product and v.archived_at is null
      and (v.on_hand > 0 or v.held > 0 or v.barcode is not null or v.price_delta <> 0 or listed.is_so)
      and not (coalesce(s.after, v.size, '') in (select word from private.words_of(p_sizes))
        and coalesce(c.after, v.color, '') in (select word from private.words_of(p_colors))));
end;
$$;
comment on function private.lost_variants(uuid, text[], text[]) is
  'The variants with stock, barcode or prices of their own that a product would have no longer with these sizes and colours, as text; null where there are none';

create or replace function private.set_product_search_words() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  category constant text := private.indexed_text(coalesce((select c.name from public.categories c where c.id = new.category_id), ''));
  title constant text := private.indexed_text(new.title);
  colours constant record := private.describe_colours(new.colors);
begin
  new.search_words := btrim(concat_ws(' ', title, category, colours.words));
  new.search :=
    setweight(to_tsvector('english', title), 'A')
    || setweight(to_tsvector('english', category), 'B')
    || setweight(to_tsvector('english', colours.words), 'C')
    || setweight(to_tsvector('english', private.indexed_text(new.description)), 'D');
  new.facets := array(
    select distinct f from unnest(
      array['category:' || new.category_id, 'price:' || private.price_band(new.lowest_price), 'availability:' || new.availability,
        case when new.partly_sold_out then 'stock:part' end, case new.status when 'draft' then 'status:draft' end]
      || array(select 'size:' || public.name_key(private.without_commas(s)) from unnest(new.sizes) s)
      || array(select 'color:' || c from unnest(colours.families) c)) f
    where f is not null order by f);
  return new;
end;
$$;
comment on function private.set_product_search_words() is 'Writes what a product is found and filtered by';

create or replace function private.name_sizes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.size_names as n (key, name)
    select distinct on (1) public.name_key(private.without_commas(s.name)), btrim(s.name)
    from new_rows r cross join lateral unnest(r.sizes) s (name)
    where not exists (select from private.size_names o
      where o.key = public.name_key(private.without_commas(s.name)) and o.name = btrim(s.name))
    order by 1
    on conflict (key) do update set name = excluded.name;
  return null;
end;
$$;
comment on function private.name_sizes() is 'Keeps how the sizes of products were typed';

create or replace function private.filter_facets(p_filters jsonb) returns table (facet text, facets text[])
language sql immutable rows 5 set search_path = '' as $$
  select f.key, array(
    select f.key || ':' || case f.key when 'size' then public.name_key(private.without_commas(v)) else v end
    from jsonb_array_elements_text(f.value) v)
  from jsonb_each(case when jsonb_typeof(p_filters) = 'object' then p_filters else '{}' end) f;
$$;
comment on function private.filter_facets(jsonb) is 'For each filter the facets of which a product must have one; none without filters';

create or replace function private.needs_stock(p_filters jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(p_filters -> 'availability' = '["InStock"]' and p_filters ?| '{size,color}', false);
$$;
comment on function private.needs_stock(jsonb) is 'Whether filters ask for sizes or colors that are in stock';

create or replace function private.fits_filters(p_product public.products, p_filters jsonb) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not exists (select from private.filter_facets(p_filters) f where not p_product.facets && f.facets)
    and (not p_product.partly_sold_out or not private.needs_stock(p_filters) or exists (
      select from public.product_variants v
      where v.product_id = p_product.id and v.archived_at is null and (v.policy <> 'deny' or v.held < v.on_hand)
        and not exists (select from private.filter_facets(p_filters) f
          where f.facet = 'size' and 'size:' || coalesce(public.name_key(private.without_commas(v.size)), '') <> all (f.facets)
            or f.facet = 'color' and not array(
              select 'color:' || c from unnest((private.describe_colours(array[v.color])).families) c) && f.facets)));
end;
$$;
comment on function private.fits_filters(public.products, jsonb) is 'Whether a product, or where stock is asked for one of its variants, fits filters';

create or replace function public.list_products(
  p_sort text default 'default', p_limit int default 24, p_offset int default 0,
  p_categories jsonb default null, p_after_value text default null, p_after_id uuid default null,
  p_counted boolean default false, p_filters jsonb default null
) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  key text := case when p_sort like 'price-%' then 'lowest_price' else 'created_at' end;
  way text := case when p_sort = 'price-low-to-high' then 'asc' else 'desc' end;
  beyond text := case when way = 'asc' then '>' else '<' end;
  ids uuid[] := (select array_agg(distinct e::uuid) from jsonb_array_elements_text(p_categories) e);
  total int := case when p_counted or p_filters is not null then public.count_products(p_categories, p_filters) end;
  condition text := concat('p.status = ''published''',
    (select string_agg(format(' and p.facets && %L::text[]', f.facets), '') from private.filter_facets(p_filters) f),
    case when private.needs_stock(p_filters) then format(' and (not p.partly_sold_out or private.fits_filters(p, %L))', p_filters) end);
  part text := format('order by p.%I %s, p.id limit $1 + $2', key, way);
  source text;
  found json;
begin
  -- The simple comparison lets the index start at the right row; rows with an equal value follow in the order of their ids.
  if p_after_id is not null then
    part := format('and p.%I %s= $4::%s and (p.%I %s $4::%s or p.id > $5) ', key, beyond,
      case key when 'lowest_price' then 'numeric' else 'timestamptz' end, key, beyond,
      case key when 'lowest_price' then 'numeric' else 'timestamptz' end) || part;
  end if;
  source := case
    -- Where few fit, the index of facets finds them all sooner than the sorting does.
    when p_filters is not null and total < 2000 then format('(
      with fitting as materialized (select p.id, p.lowest_price, p.created_at from public.products p
        where %s and ($3 is null or p.category_id = any ($3)))
      select p.id, p.lowest_price, p.created_at from fitting p where true %s) p', condition, part)
    when ids is null then format('(select * from public.products p where %s %s) p', condition, part)
    -- Each category is read in its own order, no further than the page reaches.
    else format('unnest($3) asked (id) cross join lateral (
      select * from public.products p where p.category_id = asked.id and %s %s) p', condition, part) end;
  execute format($sql$
    select coalesce(json_agg(t), '[]') from (
      select d.* from (select p.id from %s order by p.%I %s, p.id limit $1 offset $2) p
      join public.product_details d on d.id = p.id
      order by d.%I %s, d.id) t $sql$, source, key, way, key, way)
    into found using least(greatest(p_limit, 0), 1000), greatest(p_offset, 0), ids, p_after_value, p_after_id;
  return json_build_object('rows', found, 'total', case when p_counted then total end);
end;
$$;
comment on function public.list_products(text, int, int, jsonb, text, uuid, boolean, jsonb) is
  'A page of products, of all or of some categories (ids) and filters, after a row or at an offset, sorted by latest (default), price-low-to-high or price-high-to-low: {rows, total}; total only when counted';
grant execute on function public.list_products(text, int, int, jsonb, text, uuid, boolean, jsonb) to anon, authenticated;

create or replace function public.count_products(p_categories jsonb default null, p_filters jsonb default null) returns int
language plpgsql stable security definer set search_path = '' as $$
declare
  categories constant uuid[] := (select array_agg(e::uuid) from jsonb_array_elements_text(p_categories) e);
  by_variant constant boolean := private.needs_stock(p_filters);
begin
  return (
    select coalesce(sum(c.many), 0) from private.product_counts c
    where (p_categories is null or c.category_id = any (categories)) and not c.facets @> '{status:draft}'
      and not (by_variant and c.facets @> '{stock:part}')
      and not exists (select from private.filter_facets(p_filters) f where not c.facets && f.facets)
  ) + case when by_variant then (
    select count(*) from public.products p
    where (p_categories is null or p.category_id = any (categories)) and p.status = 'published'
      and p.facets @> '{stock:part}' and private.fits_filters(p, p_filters)) else 0 end;
end;
$$;
comment on function public.count_products(jsonb, jsonb) is
  'How many products there are, without drafts, or how many in the categories with these ids and with these filters; costs about the same in a shop of any size';
grant execute on function public.count_products(jsonb, jsonb) to anon, authenticated;

create or replace function office.update_product(
  p_id uuid, p_title text default null, p_description text default null, p_price numeric default null,
  p_category uuid default null, p_availability public.availability default null,
  p_sizes text[] default null, p_colors text[] default null, p_known timestamptz default null,
  p_status public.product_status default null, p_composition text default null, p_care text default null,
  p_fit text default null, p_origin text default null, p_delivery text default null, p_compare_at_price numeric default null,
  p_weight int default null, p_tax_class public.tax_class default null, p_drop_variants boolean default false
) returns json
language plpgsql security definer set search_path = '' as $$
declare
  lost text[];
begin
  perform private.require_admin();
  if num_nonnulls(p_sizes, p_colors) > 0 then
    perform private.lock_variants(array(select v.id from public.product_variants v where v.product_id = p_id));
    select private.lost_variants(p.id, coalesce(p_sizes, p.sizes), coalesce(p_colors, p.colors)) into lost
      from public.products p where p.id = p_id and not p_drop_variants;
    if lost is not null then
      raise exception 'No longer for sale would be: %.', array_to_string(lost[:20], '; ') using detail = 'variants_lost';
    end if;
  end if;
  update public.products p set
    title = coalesce(p_title, p.title),
    description = coalesce(p_description, p.description),
    price = coalesce(p_price, p.price),
    category_id = coalesce(p_category, p.category_id),
    availability = coalesce(p_availability, p.availability),
    sizes = coalesce(p_sizes, p.sizes),
    colors = coalesce(p_colors, p.colors),
    status = coalesce(p_status, p.status),
    composition = coalesce(p_composition, p.composition),
    care = coalesce(p_care, p.care),
    fit = coalesce(p_fit, p.fit),
    origin = coalesce(p_origin, p.origin),
    delivery = coalesce(p_delivery, p.delivery),
    compare_at_price = nullif(coalesce(p_compare_at_price, p.compare_at_price), 0),
    weight = coalesce(p_weight, p.weight),
    tax_class = coalesce(p_tax_class, p.tax_class)
  where p.id = p_id and (p_known is null or p.updated_at = p_known);
  if not found and exists (select from public.products p where p.id = p_id) then
    raise exception 'Somebody else changed this product in the meantime. Nothing was saved.'
      using detail = 'changed_meanwhile';
  end if;
  return public.read_product(p_id);
end;
$$;
comment on function office.update_product(uuid, text, text, numeric, uuid, public.availability, text[], text[], timestamptz, public.product_status, text, text, text, text, text, numeric, int, public.tax_class, boolean) is
  'Changes the given fields of a product and returns it as read_product does; null when there is none. A compare-at price of 0 ends the sale. p_known is the updated_at that the caller has seen; p_drop_variants says that sizes and colours with stock, barcode or prices of their own may go. Errors (in detail): not_an_administrator, variants_lost, changed_meanwhile.';

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
      coalesce(n.shown, c.name) as category_name,
      case when p.id is not null and r.e ?| '{sizes,colors}' then private.lost_variants(p.id,
        case when r.e ? 'sizes' then array(select jsonb_array_elements_text(r.e -> 'sizes')) else p.sizes end,
        case when r.e ? 'colors' then array(select jsonb_array_elements_text(r.e -> 'colors')) else p.colors end) end as lost
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
    update public.products p
    set title = j.title, price = j.price, compare_at_price = j.compare_at_price, description = j.description,
      availability = j.availability::public.availability, category_id = j.category_id,
      sizes = array(select jsonb_array_elements_text(j.sizes)),
      colors = array(select jsonb_array_elements_text(j.colors)),
      status = j.status, composition = j.composition, care = j.care, fit = j.fit, origin = j.origin, delivery = j.delivery,
      weight = j.weight, tax_class = j."taxClass"
    from jsonb_to_recordset(validated) j (
      product_id uuid, title text, price numeric, compare_at_price numeric, description text, availability text, category_id uuid,
      sizes jsonb, colors jsonb, changes jsonb, status public.product_status, composition text, care text, fit text,
      origin text, delivery text, weight int, "taxClass" public.tax_class)
    where p.id = j.product_id and j.changes <> '[]';
    insert into public.products (title, price, description, availability, category_id, sizes, colors, status, composition, care,
      fit, origin, delivery, compare_at_price, weight, tax_class)
    select j.title, j.price, j.description, j.availability::public.availability, j.category_id,
      array(select jsonb_array_elements_text(j.sizes)), array(select jsonb_array_elements_text(j.colors)),
      j.status, j.composition, j.care, j.fit, j.origin, j.delivery, j.compare_at_price, j.weight, j."taxClass"
    from jsonb_to_recordset(validated) j (
      line int, product_id uuid, title text, price numeric, compare_at_price numeric, description text, availability text,
      category_id uuid, sizes jsonb, colors jsonb, status public.product_status, composition text, care text, fit text,
      origin text, delivery text, weight int, "taxClass" public.tax_class)
    where j.product_id is null
    order by j.line;
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
  'Validates rows of a file of products, [{line, id?, title?, price?, compareAtPrice?, category?, availability?, sizes?, colors?, description?, status?, composition?, care?, fit?, origin?, delivery?, weight?, taxClass?, version?}], and unless it is dry and unless one row is wrong changes and creates them. A row with an id changes that product; what it leaves out stays. Returns [{row, action, label, changes, problems, doubts}], doubts being the variants with stock or prices of their own that a row would drop. Error (in detail): not_an_administrator.';

create or replace function public.product_facets(p_filters jsonb default null, p_query text default null) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  hits constant uuid[] := case when p_query is not null
    then (private.search_ids(p_query, private.best_hits(), p_some => true))[:private.best_hits()] end;
  by_variant constant boolean := coalesce(p_filters -> 'availability' = '["InStock"]', false);
  -- Of the sizes and colors that are chosen, whatever is chosen of the availability.
  in_stock constant jsonb := p_filters || '{"availability":["InStock"]}';
begin
  return (
    with chosen as materialized (
      select f.facet, f.facets as tokens from private.filter_facets(p_filters) f),
    counted as (
      select null::uuid as id, c.facets, c.many from private.product_counts c
      where p_query is null and not c.facets @> '{status:draft}' and not (by_variant and c.facets @> '{stock:part}')
      union all
      select null, p.facets, 1 from public.products p where p.id = any (hits) and not (by_variant and p.partly_sold_out)
      union all
      -- Once for each size and color that is left.
      select distinct p.id, array(select t from unnest(p.facets) t where t !~ '^(size|color):')
        || array(select 'size:' || public.name_key(private.without_commas(v.size)) where v.size is not null)
        || array(select 'color:' || c from unnest((private.describe_colours(array[v.color])).families) c), 1
      from public.products p
      join public.product_variants v on v.product_id = p.id and v.archived_at is null and (v.policy <> 'deny' or v.held < v.on_hand)
      where by_variant and p.facets @> '{stock:part}' and p.status = 'published' and (p_query is null or p.id = any (hits))),
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
            when p_query is null then public.count_products(null, in_stock)
            else (select count(*) from public.products p where p.id = any (hits) and private.fits_filters(p, in_stock)) end
          else coalesce(s.count, 0) end as count
      from summed s full join (select unnest(tokens) as token from chosen) o using (token)
      where token not like 'stock:%' and (s.count > 0 or o.token is not null)),
    ranked as (
      select o.*, row_number() over (partition by o.facet order by o.count desc, o.value) as place from offered o)
    select json_build_object(
      'total', (select coalesce(sum(c.many), 0)::int from compared c where c.id is null and c.missing = '{}')
        + (select count(distinct c.id)::int from compared c where c.id is not null and c.missing = '{}'),
      'values', coalesce(json_agg(json_build_object('facet', r.facet,
          'value', case r.facet when 'size' then coalesce(private.without_commas(n.name), r.value) else r.value end,
          'name', coalesce(n.name, (select c.name from public.categories c where r.facet = 'category' and c.id = private.as_uuid(r.value))),
          'count', r.count)
        order by r.facet, r.place), '[]'))
    from ranked r left join private.size_names n on r.facet = 'size' and n.key = r.value where r.place <= 100);
end;
$$;
comment on function public.product_facets(jsonb, text) is
  'How many products each filter would show, in the whole shop or among the best 200 of a search: {total, values: [{facet, value, name, count}]}, at most 100 values of each facet; name is that of a category, or a size as it was typed. What is chosen of a facet does not narrow its own counts; chosen values are there even when nothing fits.';
grant execute on function public.product_facets(jsonb, text) to anon, authenticated;

create or replace function public.find_products(
  p_query text, p_sort text default 'default', p_limit int default 24, p_offset int default 0,
  p_counted boolean default false, p_filters jsonb default null
) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size int := least(greatest(p_limit, 0), 500);
  skipped int := least(greatest(p_offset, 0), 500);
  ids uuid[] := private.search_ids(p_query, case when p_counted or p_sort <> 'default' or p_filters is not null
    then greatest(private.best_hits(), size) else least(size + skipped, 500) end, p_some => true);
  found json;
begin
  if p_filters is not null then
    ids := array(
      select p.id from unnest(ids[:private.best_hits()]) with ordinality hit (id, place) join public.products p using (id)
      where private.fits_filters(p, p_filters) order by hit.place);
  end if;
  select coalesce(json_agg(t), '[]') into found from (
    select d.* from unnest(ids) with ordinality as hit (id, place)
    join public.product_details d on d.id = hit.id
    order by
      case p_sort when 'price-low-to-high' then d.lowest_price when 'price-high-to-low' then -d.lowest_price end,
      case when p_sort = 'latest' then d.created_at end desc,
      hit.place
    limit size offset skipped) t;
  return json_build_object('rows', found,
    'total', case when p_counted then least(coalesce(cardinality(ids), 0), private.best_hits()) end);
end;
$$;
comment on function public.find_products(text, text, int, int, boolean, jsonb) is
  'Products that fit the text, best first, at most 500, with their categories: {rows, total}; total, up to the 200 that are ever shown, only when counted. Sorted by price-low-to-high, price-high-to-low or latest on request, filtered among the best 200; safe with any text. Looks at title, category, colours and description.';
grant execute on function public.find_products(text, text, int, int, boolean, jsonb) to anon, authenticated;

create or replace function private.variant_facts(
  p_product uuid, out lowest numeric, out highest numeric, out availability public.availability, out partly_sold_out boolean
)
language sql stable security definer set search_path = '' as $$
  select coalesce(min(v.price_delta), 0), coalesce(max(v.price_delta), 0),
    case when bool_or(v.policy <> 'untracked') then
      case when bool_or(f.is_free) then 'InStock' else 'OutofStock' end::public.availability end,
    coalesce(bool_or(f.is_free) and not bool_and(f.is_free), false)
  from public.product_variants v cross join lateral (select v.policy <> 'deny' or v.held < v.on_hand as is_free) f
  where v.product_id = p_product and v.archived_at is null;
$$;
comment on function private.variant_facts(uuid) is
  'What follows for a product from its variants: the lowest and the highest of their price differences in dollars, its availability, null where nothing of it is counted, and whether only some of them are sold out';

create or replace function private.set_variant_facts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  facts constant record := private.variant_facts(new.id);
begin
  new.lowest_price := new.price + facts.lowest;
  new.highest_price := new.price + facts.highest;
  new.availability := coalesce(facts.availability, new.availability);
  new.partly_sold_out := facts.partly_sold_out;
  return new;
end;
$$;
comment on function private.set_variant_facts() is 'Writes the prices and the availability of a product that follow from its variants';

create or replace function private.update_variant_facts(p_products uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.products p where p.id = any (p_products) order by p.id for no key update;
  update public.products p set availability = coalesce(f.availability, p.availability), lowest_price = p.price + f.lowest,
    highest_price = p.price + f.highest, partly_sold_out = f.partly_sold_out
  from unnest(p_products) w (id) cross join lateral private.variant_facts(w.id) f
  where p.id = w.id and (p.availability, p.lowest_price, p.highest_price, p.partly_sold_out)
    is distinct from (coalesce(f.availability, p.availability), p.price + f.lowest, p.price + f.highest, f.partly_sold_out);
end;
$$;
comment on function private.update_variant_facts(uuid[]) is 'Updates the prices and the availability of products that follow from their variants';

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
  perform private.update_variant_facts(p_products);
end;
$$;
comment on function private.sync_variants(uuid[]) is
  'Makes the variants of products follow their sizes and colours: new ones are added, counted if others of the product are, those that are gone are archived, those that are back are used again';

create or replace function private.sync_variants_of_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.rename_variants(new.id, 'size', old.sizes, new.sizes);
  perform private.rename_variants(new.id, 'color', old.colors, new.colors);
  perform private.sync_variants(array[new.id]);
  return null;
end;
$$;
comment on function private.sync_variants_of_changed() is 'Makes the variants of a product follow its sizes and colours';

create or replace function private.publish_stock_levels() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed constant uuid[] := array(
    select distinct n.product_id from new_rows n join old_rows o using (id)
    where (n.price_delta, n.archived_at is null, n.policy = 'untracked', private.stock_level(n.policy, n.on_hand - n.held))
      is distinct from (o.price_delta, o.archived_at is null, o.policy = 'untracked', private.stock_level(o.policy, o.on_hand - o.held)));
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

create or replace function private.choice_price(
  p_list public.price_lists, p_product public.products, p_size text, p_color text, p_quantity int
) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select min(private.unit_price(p_list, p_product, v, p_quantity)) from public.product_variants v
    where v.product_id = p_product.id and v.archived_at is null
      and (p_size is null or v.size is null or v.size = p_size) and (p_color is null or v.color is null or v.color = p_color)), (
    select min(private.unit_price(p_list, p_product, v, p_quantity)) from public.product_variants v
    where v.product_id = p_product.id and v.archived_at is null));
end;
$$;
comment on function private.choice_price(public.price_lists, public.products, text, text, int) is
  'What a piece of a product costs in a size and a colour, null where none was chosen, as unit_price has it for the cheapest variant that fits; null where the product is null';

create or replace function public.own_prices(p_products uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  company constant public.companies := private.company_of(auth.uid());
  list constant public.price_lists := private.price_list_of(auth.uid());
  tax_off constant jsonb := private.tax_off(auth.uid());
begin
  if company.id is null then
    return null;
  end if;
  return jsonb_build_object('company', company.name, 'price_list', coalesce(list.name, ''), 'tax_free', tax_off is not null, 'products', (
    select coalesce(jsonb_agg(jsonb_build_object('product', p.id, 'retail', p.lowest_price,
      'lowest', private.price_for(tax_off, p.tax_class, private.choice_price(list, p, null, null, 1)),
      'varies', p.lowest_price < p.highest_price or exists (
        select from public.price_list_items i where i.price_list_id = list.id and i.product_id = p.id and i.variant_id is not null),
      'prices', private.prices_by_quantity(list, p, null, tax_off),
      'minimum', coalesce(q.minimum, 1), 'multiple', coalesce(q.multiple, 1),
      'variants', (
        select coalesce(jsonb_agg(jsonb_build_object('size', v.size, 'color', v.color, 'prices', private.prices_by_quantity(list, p, v, tax_off)) order by v.sku), '[]')
        from public.product_variants v
        where v.product_id = p.id and v.archived_at is null and (v.price_delta <> 0 or exists (
          select from public.price_list_items i where i.variant_id = v.id and i.price_list_id = list.id)))) order by p.id), '[]')
    from public.products p cross join lateral private.order_quantity(list.id, p.id) q
    where p.id = any (p_products) and p.status = 'published'));
end;
$$;
comment on function public.own_prices(uuid[]) is
  'What products cost the company of the signed-in customer, in dollars: {company, price_list, tax_free, products: [{product, retail: the least in the shop, lowest: the least for this company, varies: whether a size or colour may cost more, prices: [{quantity, price}], minimum, multiple, variants: [{size, color, prices}], only those that differ}]}, the prices without tax where tax_free is true; null for who pays the prices of the shop';
grant execute on function public.own_prices(uuid[]) to authenticated;

create or replace function private.cart_lines(p_user uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  list constant public.price_lists := private.price_list_of(p_user);
  tax_off constant jsonb := private.tax_off(p_user);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'quantity', c.quantity, 'size', c.size, 'color', c.color,
        'enough', case v.policy when 'deny' then private.free_pieces(v, p_user) >= c.quantity else true end,
        'product', jsonb_build_object(
          'id', p.id, 'title', p.title, 'price', private.price_for(tax_off, p.tax_class, private.choice_price(list, p, c.size, c.color, c.of_product)), 'images', p.images,
          'sizes', p.sizes, 'colors', p.colors, 'variants', private.cart_variants(p, p_user, list, tax_off, c.of_product, c.size, c.color),
          'availability', private.availability_of(p, c.size, c.color), 'published', p.status = 'published')) order by c.created_at, c.id), '[]')
    from (
      select i.*, (sum(i.quantity) over (partition by i.product_id))::int as of_product from public.cart_items i where i.user_id = p_user) c
    join public.products p on p.id = c.product_id
    left join public.product_variants v
      on v.product_id = p.id and v.size is not distinct from c.size and v.color is not distinct from c.color and v.archived_at is null);
end;
$$;
comment on function private.cart_lines(uuid) is
  'Lines of a cart in the order in which they were added, each with its product, the sizes and colours to choose from, and whether there are enough pieces; prices in dollars';

create or replace function private.price_lines(p_products jsonb, p_customer uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  list constant public.price_lists := private.price_list_of(p_customer);
  tax_off constant jsonb := private.tax_off(p_customer);
begin
  return (
    with lines as (
      select private.as_uuid(e ->> 'product') as product_id,
        nullif(left(btrim(e ->> 'size'), 100), '') as size,
        nullif(left(btrim(e ->> 'color'), 100), '') as color,
        sum((e ->> 'quantity')::numeric::int) as quantity, min(position) as position
      from jsonb_array_elements(p_products) with ordinality as line (e, position)
      group by 1, 2, 3),
    asked as (
      select *, (sum(quantity) over (partition by product_id))::int as of_product from lines)
    select jsonb_agg(jsonb_build_object(
      'product_id', p.id, 'title', p.title, 'unit_price', private.price_for(tax_off, p.tax_class, private.choice_price(list, p, a.size, a.color, a.of_product)),
      'availability', private.availability_of(p, a.size, a.color, p_customer),
      'quantity', a.quantity, 'size', a.size, 'color', a.color,
      'weight', p.weight, 'tax_class', p.tax_class, 'category_id', p.category_id, 'at', 'products.' || a.position - 1) order by a.position)
    from asked a
    left join lateral (select * from public.products p where p.id = a.product_id limit 1) p on true);
end;
$$;
comment on function private.price_lines(jsonb, uuid) is 'Lines of an order with title and price from the catalogue, or the price list of the customer, without tax where that is off, each with its path in the request';

create or replace function private.set_item_variant() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.variant_id := coalesce(new.variant_id, (
    select v.id from public.product_variants v where v.product_id = new.product_id
      and v.size is not distinct from new.size and v.color is not distinct from new.color));
  return new;
end;
$$;
comment on function private.set_item_variant() is 'Finds the variant of a line by its size and colour, when it is ordered';

create or replace function private.write_audit_log() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  key_column constant text := tg_argv[0];
  -- Columns that triggers fill are no change of their own.
  left_out constant text[] := tg_argv[1]::text[] || '{updated_at, search, search_words, shuffle, facets, lexemes, expansion, lowest_price, highest_price, partly_sold_out}'::text[];
  erases constant boolean := tg_argv[2]::boolean;
  who record;
begin
  -- A statement that found no row has changed nothing.
  if tg_op = 'DELETE' then
    if not exists (select from old_rows) then
      return null;
    end if;
  elsif tg_op <> 'TRUNCATE' then
    if not exists (select from new_rows) then
      return null;
    end if;
  end if;
  who := private.current_actor();
  if tg_op = 'TRUNCATE' then
    insert into public.audit_log (actor_id, actor_role, actor, table_name, action)
    values (who.id, who.kind, who.name, tg_table_name, 'truncate');
  elsif tg_op = 'INSERT' then
    insert into public.audit_log
      (actor_id, actor_role, actor, table_name, action, record_id, label, after)
    select who.id, who.kind, who.name, tg_table_name, 'insert', r.row ->> key_column,
      private.audit_label(r.row), r.row - left_out
    from (select to_jsonb(n) as row from new_rows n offset 0) r;
  elsif tg_op = 'DELETE' then
    insert into public.audit_log
      (actor_id, actor_role, actor, table_name, action, record_id, label, before)
    select who.id, who.kind, who.name, tg_table_name, 'delete', r.row ->> key_column,
      private.audit_label(r.row), r.row - left_out
    from (select to_jsonb(o) as row from old_rows o offset 0) r;
    if erases then
      update public.audit_log a
      set label = '', before = private.erased(a.before), after = private.erased(a.after)
      where a.table_name = tg_table_name
        and a.record_id in (select to_jsonb(o) ->> key_column from old_rows o);
    end if;
  else
    -- A row whose key changed shows as one deleted and one inserted. Without "offset 0" each row is converted once per column.
    insert into public.audit_log
      (actor_id, actor_role, actor, table_name, action, record_id, label, before, after)
    select who.id, who.kind, who.name, tg_table_name,
      case when o.row is null then 'insert' when n.row is null then 'delete' else 'update' end,
      coalesce(n.key, o.key), private.audit_label(coalesce(n.row, o.row)), d.before, d.after
    from (select to_jsonb(r) ->> key_column as key, to_jsonb(r) - left_out as row from old_rows r offset 0) o
    full join (select to_jsonb(r) ->> key_column as key, to_jsonb(r) - left_out as row from new_rows r offset 0) n
      on n.key = o.key
    cross join lateral (
      select jsonb_object_agg(f.key, o.row -> f.key) filter (where o.row ? f.key) as before,
        jsonb_object_agg(f.key, n.row -> f.key) filter (where n.row ? f.key) as after
      from jsonb_object_keys(coalesce(n.row, o.row)) f (key)
      where o.row -> f.key is distinct from n.row -> f.key) d
    where o.row is distinct from n.row;
  end if;
  return null;
end;
$$;
comment on function private.write_audit_log() is 'Writes what a statement changed into the audit trail';

create or replace function private.restore_stock(p_product uuid, p_variants jsonb, p_holds jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  held record;
begin
  delete from public.product_variants where product_id = p_product;
  perform private.insert_rows('public.product_variants', (
    select jsonb_agg(v || jsonb_build_object('held', 0,
      'on_hand', (select coalesce(sum(m.quantity), 0) from public.stock_movements m where m.variant_id = (v ->> 'id')::uuid),
      'sku', case when exists (select from public.product_variants o where o.sku = v ->> 'sku')
        then left(v ->> 'sku', 50) || '-' || nextval('private.sku_number') else v ->> 'sku' end,
      'barcode', case when not exists (select from public.product_variants o where o.barcode = v ->> 'barcode') then v ->> 'barcode' end))
    from jsonb_array_elements(p_variants) v));
  for held in
    select h.order_id, h.variant_id, case o.status when 'Pending' then h.expires_at end as until,
      case when o.status = 'Pending' then h.quantity when o.status in ('OnTerms', 'Paid') then least(h.quantity, i.to_send) else 0 end as quantity,
      least(h.quantity - i.to_send, i.sent + coalesce((select sum(m.quantity) from public.stock_movements m
        where m.variant_id = h.variant_id and m.order_id = h.order_id and m.reason = 'sent'), 0))::int as gone
    from jsonb_to_recordset(p_holds) h (order_id uuid, variant_id uuid, quantity int, expires_at timestamptz)
    join public.orders o on o.id = h.order_id
    join public.product_variants v on v.id = h.variant_id
    cross join lateral (
      select coalesce(sum(i.quantity - i.not_to_send), 0) - coalesce(sum(s.sent), 0) as to_send, coalesce(sum(s.sent), 0) as sent
      from public.order_items i left join lateral (
        select sum(l.quantity) as sent from public.parcel_lines l join public.parcels p on p.id = l.parcel_id
        where l.order_item_id = i.id and p.status in ('sent', 'delivered')) s on true
      where i.order_id = h.order_id and i.product_id = v.product_id
        and i.size is not distinct from v.size and i.color is not distinct from v.color) i
  loop
    -- What was sent meanwhile left no movement, and is held no longer.
    insert into public.stock_movements (variant_id, quantity, reason, order_id)
    select v.id, -least(held.gone, v.on_hand), 'sent', held.order_id from public.product_variants v
      where v.id = held.variant_id and least(held.gone, v.on_hand) > 0;
    insert into public.stock_holds (order_id, variant_id, quantity, expires_at)
    select held.order_id, held.variant_id, held.quantity, held.until where held.quantity > 0;
  end loop;
  perform private.update_variant_facts(array[p_product]);
end;
$$;
comment on function private.restore_stock(uuid, jsonb, jsonb) is
  'Restores the variants of a product, with the stock that the ledger has, and what Pending, OnTerms and Paid orders hold of them; an SKU that another variant has by now gets a number, such a barcode is left out';

create or replace function private.filter_products(
  p_page int, p_size int, p_sort text, p_category uuid, p_without_category boolean,
  p_availability public.availability, p_without_pictures boolean, p_status public.product_status,
  p_words text[], p_lexemes tsquery[], p_among uuid[],
  out ids uuid[], out total bigint)
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set enable_indexscan = on as $$
declare
  searched constant boolean := p_words is not null;
  -- So many are ranked by relevance; of more, the newest come first.
  comparable constant int := 1000;
  every_word tsquery;
  lexeme tsquery;
begin
  perform set_config('enable_indexscan', case when searched then 'off' else 'on' end, true);
  select count(*) into total from public.products it
  where (p_category is null or it.category_id = p_category)
    and (not p_without_category or it.category_id is null)
    and (p_availability is null or it.availability = p_availability)
    and (not p_without_pictures or it.images = '{}')
    and (p_status is null or it.status = p_status)
    and (p_among is null or it.id = any (p_among))
    and (not searched or (it.search @@ p_lexemes[1] or it.search_words like '%' || p_words[1] || '%')
      and not exists (select from unnest(p_words, p_lexemes) t (word, lexeme)
        where not it.search @@ t.lexeme and strpos(it.search_words, t.word) = 0));
  foreach lexeme in array coalesce(p_lexemes, '{}') loop
    every_word := case when every_word is null then lexeme else every_word && lexeme end;
  end loop;
  ids := array(
    select it.id from public.products it
    left join public.categories c on c.id = it.category_id and p_sort like 'category-%'
    where (p_category is null or it.category_id = p_category)
      and (not p_without_category or it.category_id is null)
      and (p_availability is null or it.availability = p_availability)
      and (not p_without_pictures or it.images = '{}')
      and (p_status is null or it.status = p_status)
      and (p_among is null or it.id = any (p_among))
      and (not searched or (it.search @@ p_lexemes[1] or it.search_words like '%' || p_words[1] || '%')
        and not exists (select from unnest(p_words, p_lexemes) t (word, lexeme)
          where not it.search @@ t.lexeme and strpos(it.search_words, t.word) = 0))
    order by
      case when p_sort = 'created-asc' then it.created_at end,
      case when p_sort = 'title-asc' then lower(it.title) end,
      case when p_sort = 'title-desc' then lower(it.title) end desc,
      case when p_sort = 'price-asc' then it.lowest_price end,
      case when p_sort = 'price-desc' then it.lowest_price end desc,
      case when p_sort = 'category-asc' then lower(c.name) end,
      case when p_sort = 'category-desc' then lower(c.name) end desc nulls last,
      case when p_sort like 'category-%' then c.id end,
      case when p_sort in ('created-asc', 'title-desc', 'price-desc') then it.id end desc,
      case when p_sort = '' and p_among is not null then array_position(p_among, it.id) end,
      case when p_sort = '' and searched and total <= comparable
        then ts_rank_cd('{0.05, 0.2, 0.5, 1}', it.search, every_word) end desc,
      case when p_sort !~ '^(title|price)' then it.created_at end desc,
      it.id
    limit p_size offset private.page_start(p_page, p_size, total));
end;
$$;
comment on function private.filter_products(int, int, text, uuid, boolean, public.availability, boolean, public.product_status, text[], tsquery[], uuid[]) is
  'One page of the products that all of these fit, and how many there are: words with their lexemes, and ids, best first, may be null';

create or replace function office.list_admin_products(
  p_limit int default 25, p_page int default 1, p_sort text default '', p_query text default '',
  p_category uuid default null, p_without_category boolean default false,
  p_availability public.availability default null, p_without_pictures boolean default false,
  p_status public.product_status default null
) returns table (
  id uuid, title text, description text, price numeric, images text[], category_id uuid,
  category_name text, availability public.availability, sizes text[], colors text[],
  created_at timestamptz, updated_at timestamptz, status public.product_status, compare_at_price numeric, lowest_price numeric, highest_price numeric, total bigint, total_is_least boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select p.id, p.title, p.description, p.price, p.images, p.category_id, c.name, p.availability,
      p.sizes, p.colors, p.created_at, p.updated_at, p.status, p.compare_at_price, p.lowest_price, p.highest_price, page.total, page.total_is_least
    from private.find_admin_products(p_page, least(greatest(coalesce(p_limit, 25), 1), 100), p_sort, p_query,
      p_category, p_without_category, p_availability, p_without_pictures, p_status) page
    cross join unnest(page.ids) with ordinality f (id, place)
    join public.products p on p.id = f.id
    left join public.categories c on c.id = p.category_id
    order by f.place;
end;
$$;
comment on function office.list_admin_products(int, int, text, text, uuid, boolean, public.availability, boolean, public.product_status) is
  'One page of products as administrators see them, each row with the count of all that fit, or of at least so many. Sorts: title, category, price, created with -asc or -desc; else newest first, in a search best first, of which there are 200. A page past the end is the last one. Error (in detail): not_an_administrator.';

drop function private.update_availability(uuid[]);
drop function private.counted_availability(uuid);

create trigger products_set_search_words
  before insert or update of title, description, price, lowest_price, partly_sold_out, category_id, availability, sizes, colors,
    status, search, search_words, facets
  on public.products for each row execute function private.set_product_search_words();
create trigger products_name_sizes_inserted after insert on public.products
  referencing new table as new_rows for each statement execute function private.name_sizes();
create trigger products_name_sizes_updated after update on public.products
  referencing new table as new_rows for each statement execute function private.name_sizes();

-- Before products_set_search_words, which reads what it writes.
create trigger products_set_facts_of_variants
  before insert or update of price, availability, lowest_price, highest_price, partly_sold_out on public.products
  for each row execute function private.set_variant_facts();
create trigger order_items_set_variant before insert on public.order_items
  for each row execute function private.set_item_variant();

update public.products set lowest_price = price;
alter table public.products alter column lowest_price set not null, alter column highest_price set not null;
update public.order_items i set variant_id = v.id from public.product_variants v
  where v.product_id = i.product_id and v.size is not distinct from i.size and v.color is not distinct from i.color;

drop index public.products_price_idx;
drop index public.products_category_price_idx;
drop index public.products_price_desc_idx;
drop index public.products_category_price_desc_idx;
create index products_lowest_price_idx on public.products (lowest_price, id);
create index products_category_lowest_price_idx on public.products (category_id, lowest_price, id);
create index products_lowest_price_desc_idx on public.products (lowest_price desc, id);
create index products_category_lowest_price_desc_idx on public.products (category_id, lowest_price desc, id);
