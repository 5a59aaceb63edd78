-- Lists with filters are as fast as before sizes meant each other, and lists between two prices as fast as others.

alter table public.products add column facets_key bigint not null generated always as (hash_array_extended(facets, 0)) stored;
comment on column public.products.facets_key is 'Hash of facets, which is short enough for an index';
drop index public.products_lowest_price_idx;
create index products_lowest_price_idx on public.products (lowest_price, id) include (facets_key);

alter table private.product_counts add column facets_key bigint not null generated always as (hash_array_extended(facets, 0)) stored;
comment on column private.product_counts.facets_key is 'Their hash, as in products.facets_key';

create or replace function private.size_meaning(p_category uuid, p_size text) returns private.size_meanings
language plpgsql stable security definer set search_path = '' as $$
declare
  own text;
  named text[];
  found private.size_meanings;
begin
  select * into found from private.size_meanings m
    where (m.category_id = p_category or m.category_id is null and p_category is null) and m.size = btrim(p_size);
  if found.size is null then
    own := public.name_key(private.without_commas(p_size));
    named := private.size_labels(p_size);
    found := (p_category, btrim(p_size),
      own || array(select l from unnest(named) l where l <> own and l !~ '^(eu|uk|us) \d'
        union select l from private.guide_sizes(p_category) g, unnest(g.labels) l where l <> own and named && (g.labels || g.regions)),
      array(select l from unnest(named) l where l ~ '^(eu|uk|us) \d'
        union select unnest(g.regions) from private.guide_sizes(p_category) g where named && g.labels),
      exists (select from private.guide_sizes(p_category) g where g.is_waist and named && g.labels), gen_random_uuid());
  end if;
  return found;
end;
$$;
comment on function private.size_meaning(uuid, text) is 'What a size means in a category, whether it is known from other products or has to be looked up in the size guide';

create or replace function private.fitting_variants(p_products uuid[], p_filters jsonb)
returns table (id uuid, product_id uuid, size text, color text, in_stock boolean)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  asked_sizes constant text[] := array(select public.name_key(private.without_commas(s)) from jsonb_array_elements_text(p_filters -> 'size') s);
  asked_families constant text[] := array(select jsonb_array_elements_text(p_filters -> 'color'));
begin
  return query
    select v.id, p.id, case when fitting.sizes is not null then v.size end, case when fitting.colors is not null then v.color end,
      p.availability = 'InStock' and (v.policy <> 'deny' or v.held < v.on_hand)
    from public.products p
    cross join lateral (
      select case when p_filters ? 'asked' then (
          select jsonb_agg(t) from jsonb_array_elements(p_filters #> '{asked,sizes}') t
          where p.search @@ (select string_agg(quote_literal(private.size_lexeme(k)), ' | ') from jsonb_array_elements_text(t) k)::tsquery) end as sizes,
        case when p_filters ? 'asked' then (
          select string_agg(quote_literal(w), ' & ')::tsquery from jsonb_array_elements_text(p_filters #> '{asked,words}') w
          where ts_filter(p.search, '{c}') @@ quote_literal(w)::tsquery) end as words
      offset 0) a
    -- Once for each product, not for each of its variants.
    cross join lateral (
      select case when asked_sizes <> '{}' or a.sizes is not null then array(
          -- "is not distinct from" would not use the index.
          select s.size from unnest(p.sizes) with ordinality e (name, place) join private.size_meanings s
            on s.size = btrim(e.name) and (s.category_id = p.category_id or s.category_id is null and p.category_id is null)
          where (asked_sizes = '{}' or s.keys && asked_sizes)
            and (a.sizes is null or not exists (select from jsonb_array_elements(a.sizes) t
              where not (s.keys || s.regions) && array(select jsonb_array_elements_text(t))))
          order by s.keys[1] = any (asked_sizes) desc, e.place) end as sizes,
        case when asked_families <> '{}' or a.words is not null then array(
          select c.colour from unnest(p.colors) with ordinality e (name, place) join private.colour_meanings c on c.colour = btrim(e.name)
          where (asked_families = '{}' or c.families && asked_families) and (a.words is null or c.lexemes @@ a.words)
          order by e.place) end as colors
      offset 0) fitting
    join public.product_variants v on v.product_id = p.id and v.archived_at is null
      and (fitting.sizes is null or v.size = any (fitting.sizes)) and (fitting.colors is null or v.color = any (fitting.colors))
    where p.id = any (p_products)
    order by p.id, 5 desc, array_position(fitting.colors, v.color), array_position(fitting.sizes, v.size);
end;
$$;
comment on function private.fitting_variants(uuid[], jsonb) is
  'The variants of products that have a size and a color that filters and words of a search ask for, of each product those first that are left; size and color are empty where nothing asks for them';

create or replace function private.fitting_products(p_products uuid[], p_filters jsonb) returns uuid[]
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return (
    with chosen as materialized (select f.facets from private.filter_facets(p_filters) f),
    fitting as materialized (
      select p.id, p.partly_sold_out and private.needs_stock(p_filters) as by_variant
      from unnest(p_products) w (id) join public.products p using (id)
      where not exists (select from chosen where not p.facets && chosen.facets)
        and p.lowest_price between coalesce((p_filters ->> 'minPrice')::numeric, 0) and coalesce((p_filters ->> 'maxPrice')::numeric, 'infinity'))
    select coalesce(array_agg(f.id), '{}') from (
      select fitting.id from fitting where not fitting.by_variant
      union
      select v.product_id from private.fitting_variants(array(select fitting.id from fitting where fitting.by_variant), p_filters) v
      where v.in_stock) f);
end;
$$;
comment on function private.fitting_products(uuid[], jsonb) is 'Those of some products that fit filters, of which where stock is asked for a variant that is left fits';

create or replace function private.partly_fitting(p_filters jsonb) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when private.needs_stock(p_filters) then private.fitting_products(
    array(select p.id from public.products p where p.facets @> '{stock:part}' and p.status = 'published'), p_filters) end;
end;
$$;
comment on function private.partly_fitting(jsonb) is
  'Ids of the partly sold out products of which a variant that is left fits filters; null where they ask for no stock of sizes or colors';

create or replace function private.counted_facets(p_filters jsonb) returns table (facets text[], many bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_filters ?| '{minPrice,maxPrice}' then
    return query
      select c.facets, n.many
      from (
        select p.facets_key, count(*) as many from public.products p
        where p.lowest_price >= coalesce((p_filters ->> 'minPrice')::numeric, 0)
          and p.lowest_price <= coalesce((p_filters ->> 'maxPrice')::numeric, 'infinity') group by 1) n
      join (select distinct on (c.facets_key) c.facets_key, c.facets from private.product_counts c) c using (facets_key)
      where not c.facets @> '{status:draft}';
  else
    return query select c.facets, c.many from private.product_counts c where not c.facets @> '{status:draft}';
  end if;
end;
$$;
comment on function private.counted_facets(jsonb) is
  'How many published products have each combination of facets, in the whole shop or between the two prices of filters; a combination may have several rows';

create or replace function private.count_fitting(p_categories jsonb, p_filters jsonb, p_partly uuid[]) returns int
language plpgsql stable security definer set search_path = '' as $$
declare
  categories constant text[] := array(select 'category:' || e::uuid from jsonb_array_elements_text(p_categories) e);
begin
  return (
    select coalesce(sum(c.many), 0) from private.counted_facets(p_filters) c
    where (p_categories is null or c.facets && categories) and (p_partly is null or not c.facets @> '{stock:part}')
      and not exists (select from private.filter_facets(p_filters) f where not c.facets && f.facets)
  ) + (select count(*) from public.products p where p.id = any (p_partly) and (p_categories is null or p.facets && categories));
end;
$$;
comment on function private.count_fitting(jsonb, jsonb, uuid[]) is
  'How many products fit, without drafts; of partly sold out ones, if they are given, only those';

create or replace function public.count_products(p_categories jsonb default null, p_filters jsonb default null) returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.count_fitting(p_categories, p_filters, private.partly_fitting(p_filters));
end;
$$;
comment on function public.count_products(jsonb, jsonb) is
  'How many products there are, without drafts, or how many in the categories with these ids and with these filters; costs about the same in a shop of any size, unless filters have a price';
grant execute on function public.count_products(jsonb, jsonb) to anon, authenticated;

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
  partly uuid[] := private.partly_fitting(p_filters);
  total int := case when p_counted or p_filters is not null then private.count_fitting(p_categories, p_filters, partly) end;
  condition text := concat('p.status = ''published''',
    (select string_agg(format(' and p.facets && %L::text[]', f.facets), '') from private.filter_facets(p_filters) f),
    ' and p.lowest_price >= ' || quote_literal((p_filters ->> 'minPrice')::numeric), ' and p.lowest_price <= ' || quote_literal((p_filters ->> 'maxPrice')::numeric),
    ' and (not p.partly_sold_out or p.id = any (' || quote_literal(partly) || '::uuid[]))');
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
    with page as materialized (select p.id from %s order by p.%I %s, p.id limit $1 offset $2)
    select coalesce(json_agg(t), '[]') from (
      select d.*, a.choice as asked from page join public.product_details d using (id)
      left join private.asked_choices(array(select page.id from page), $6) a on a.product_id = d.id
      order by d.%I %s, d.id) t $sql$, source, key, way, key, way)
    into found using least(greatest(p_limit, 0), 1000), greatest(p_offset, 0), ids, p_after_value, p_after_id, p_filters;
  return json_build_object('rows', found, 'total', case when p_counted then total end);
end;
$$;
comment on function public.list_products(text, int, int, jsonb, text, uuid, boolean, jsonb) is
  'A page of products, of all or of some categories (ids) and filters, after a row or at an offset, sorted by latest (default), price-low-to-high or price-high-to-low: {rows, total}; total only when counted. asked is the size and color of a product that filters ask for: {size, color, inStock}.';
grant execute on function public.list_products(text, int, int, jsonb, text, uuid, boolean, jsonb) to anon, authenticated;

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
    select json_build_object(
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
  'How many products each filter would show, in the whole shop or among the best 200 of a search: {total, values: [{facet, value, name, count, same, isWaist}]}, at most 100 values of each facet; name is that of a category, or a size as it was typed; same are the sizes that are the same in a size guide, isWaist tells a waist in inches. What is chosen of a facet does not narrow its own counts; chosen values are there even when nothing fits.';
grant execute on function public.product_facets(jsonb, text) to anon, authenticated;

create or replace function private.asked_words(p_query text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  typed constant record := private.typed_sizes(private.typed_text(p_query));
  sizes constant jsonb := jsonb_path_query_array(typed.sizes, '$[*].keys');
  words constant jsonb := (
    select jsonb_agg(distinct s.stem) from unnest(array_remove(string_to_array(typed.rest, ' '), '')) w
    cross join lateral (select private.colour_word(w) as stem offset 0) s
    where exists (select from private.colour_meanings c where c.lexemes @@ quote_literal(s.stem)::tsquery));
begin
  return case when sizes <> '[]' or words is not null then
    jsonb_build_object('asked', jsonb_build_object('sizes', sizes, 'words', coalesce(words, '[]'))) end;
end;
$$;
comment on function private.asked_words(text) is
  'What a search asks of a variant, as a filter: {asked: {sizes: [[facet, …], …], words: [stem of a color, …]}}; null where it asks for no size or color';

create or replace function private.search_terms(p_query text)
returns table (word text, lexeme tsquery, is_optional boolean)
language plpgsql stable security definer set search_path = '' set client_min_messages = 'warning' as $$
declare
  plain text := private.typed_text(p_query);
  has_phrase boolean := false;
  only_stop_words boolean;
  phrase record;
  words text[];
  joined text[];
  whole tsquery;
  sizes jsonb;
  size text;
begin
  is_optional := false;
  for phrase in
    -- Plain words have no signs that mean something in a pattern.
    select l.words, format(' %s(e?s)? ', l.words) as pattern, s.expansion
    from public.search_synonyms s, unnest(s.lexemes) l (words)
    where strpos(l.words, ' ') > 0 and strpos(plain, l.words) > 0 and s.expansion <> ''
    order by length(l.words) desc, l.words
  loop
    if plain ~ phrase.pattern then
      plain := regexp_replace(plain, phrase.pattern, '  ');
      has_phrase := true;
      word := phrase.words;
      lexeme := phrase.expansion::tsquery;
      return next;
    end if;
  end loop;
  select t.rest, t.sizes into plain, sizes from private.typed_sizes(plain) t;
  for word, lexeme in select s.word, s.lexeme::tsquery from jsonb_to_recordset(sizes) s (word text, lexeme text, "isWord" boolean) where not s."isWord" loop
    has_phrase := true;
    return next;
  end loop;
  words := array_remove(string_to_array(plain, ' '), '');
  for word, lexeme in select p.word, p.lexeme from private.paired_colours(words) p where cardinality(words) > 1 loop
    return next;
  end loop;
  only_stop_words := not has_phrase and numnode(to_tsquery('english', array_to_string(words, ' | '))) = 0;
  for place in 1..cardinality(words) loop
    joined := joined || private.joined_word(words[place] || words[place + 1]);
    word := left(words[place], 40);
    continue when array_position(words, words[place]) < place;
    whole := to_tsquery('english', quote_literal(word));
    size := (select s ->> 'lexeme' from jsonb_array_elements(sizes) s where s ->> 'word' = word and s -> 'isWord' = 'true' limit 1);
    -- "Nike x Sacai" and "Up and Down" are titled with signs.
    is_optional := size is null and (numnode(whole) = 0 and not only_stop_words or word = any ('{x,and}') and cardinality(words) > 1);
    lexeme := concat_ws(' | ',
      case when size is not null then format('%L:ABC | %s', private.stem(word), size) when is_optional then quote_literal(word) when only_stop_words then quote_literal(word) || ':*ABC'
        when private.is_family(word) then format('%L:ABC | %L:*A', private.stem(word), word)
        else to_tsquery('english', quote_literal(word) || ':*')::text end,
      -- Titles have this word as it stands, too.
      case when not starts_with(word, private.stem(word)) then quote_literal(word) || ':*A' end,
      quote_literal(joined[place - 1]), quote_literal(joined[place]),
      (select format('(%s)', string_agg(quote_literal(l), ' & ')) from unnest((private.letter_pairs(word))[:length(word) - 1]) l having count(*) > 0),
      (select string_agg(case when private.is_family(word) then regexp_replace(s.expansion, '''([^'']+)''', '''\1'':ABC', 'g') else s.expansion end, ' | ')
        from public.search_synonyms s where s.expansion <> '' and s.lexemes @> array[btrim(whole::text, '''')]));
    return next;
  end loop;
end;
$$;
comment on function private.search_terms(text) is
  'Words and phrases to search for, each with its lexeme as a beginning of words, with its synonyms, and as one word with its neighbors; stop words ("the") are optional beside others';

create or replace function private.count_newest(p_query tsquery, p_titled boolean, p_drafts boolean) returns bigint
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  return (
    select count(*) from (select * from public.products order by created_at desc, id limit 300) p
    where (p_drafts or p.status = 'published') and p.search @@ p_query and (not p_titled or ts_filter(p.search, '{a,c}') @@ p_query));
end;
$$;
comment on function private.count_newest(tsquery, boolean, boolean) is
  'How many of the 300 newest products have these words, in title or colours if p_titled';

create or replace function private.find_by_age(p_query tsquery, p_titled boolean, p_drafts boolean, p_limit int) returns uuid[]
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  ids uuid[];
  depth int := 300;
begin
  loop
    ids := array(
      select p.id from (select * from public.products order by created_at desc, id limit depth) p
      where (p_drafts or p.status = 'published') and p.search @@ p_query and (not p_titled or ts_filter(p.search, '{a,c}') @@ p_query)
      order by p.created_at desc, p.id limit p_limit);
    exit when cardinality(ids) >= p_limit or depth > 40000;
    depth := depth * 4;
  end loop;
  return ids;
end;
$$;
comment on function private.find_by_age(tsquery, boolean, boolean, int) is
  'Ids of the newest products with these words, looking no further than some ten thousand back';

create or replace function private.find_titled(p_query tsquery, p_drafts boolean, p_limit int, p_is_rare boolean) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  whole constant text := private.whole_words(p_query::text);
  ids uuid[] := '{}';
  others uuid[];
begin
  if whole <> p_query::text then
    ids := private.find_newest(whole::tsquery, true, p_drafts, p_limit, p_is_rare);
  end if;
  if cardinality(ids) < p_limit then
    others := private.find_newest(p_query, true, p_drafts, p_limit, p_is_rare);
    ids := case when ids = '{}' then others else private.first_ids(ids || others, p_limit) end;
  end if;
  return ids;
end;
$$;
comment on function private.find_titled(tsquery, boolean, int, boolean) is
  'Ids of the newest products with these words in title or colours, those first that have them as whole words; p_is_rare as in find_newest';

create or replace function private.search_ids(
  p_query text, p_limit int, p_of_few int default 0, p_drafts boolean default false
) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  phrase constant text := private.typed_words(private.search_text(left(p_query, 200)));
  by_name constant record := private.find_by_name(p_query, p_drafts);
  words text[];
  lexemes text[];
  optional text[];
  ids uuid[] := '{}';
  most int := greatest(p_limit, p_of_few);
begin
  if p_limit <= 0 then
    return '{}';
  end if;
  select array_agg(t.word order by length(t.word) desc, t.word) filter (where not t.is_optional),
      array_agg(t.lexeme::text order by length(t.word) desc, t.word) filter (where not t.is_optional),
      array_agg(t.lexeme::text) filter (where t.is_optional)
    into words, lexemes, optional from private.search_terms(p_query) t;
  if words is not null then
    lexemes := private.narrow_common_words(lexemes, p_drafts);
    ids := private.ranked_search(lexemes::tsquery[], phrase, p_limit, p_of_few, p_drafts);
    if optional is not null and ids <> '{}' then
      ids := private.first_ids(private.ranked_search((lexemes || optional)::tsquery[], phrase, p_limit, p_of_few, p_drafts) || ids, cardinality(ids));
    end if;
  end if;
  -- Of many, no more than p_limit were looked for.
  if cardinality(ids) = p_limit then
    most := p_limit;
  end if;
  if cardinality(by_name.begun) > 0 then
    ids := array(select i.id from unnest(ids) with ordinality i (id, place) join public.products p using (id)
      where (select bool_and(ts_filter(p.search, '{a}') @@ l::tsquery) from unnest(lexemes) l) order by i.place) || by_name.begun || ids;
  end if;
  if by_name.named || by_name.begun <> '{}' then
    ids := private.first_ids(by_name.named || ids, most);
  end if;
  if ids = '{}' and words is not null then
    ids := private.corrected_search(words, lexemes, phrase, p_limit, p_of_few, p_drafts);
  end if;
  return ids;
end;
$$;
comment on function private.search_ids(text, int, int, boolean) is
  'Ids of the products that fit the text, best first; of those that fit it with typing mistakes corrected where none does. p_limit of many, where few fit p_of_few if that is more; without drafts unless p_drafts';

create or replace function public.find_products(
  p_query text, p_sort text default 'default', p_limit int default 24, p_offset int default 0,
  p_counted boolean default false, p_filters jsonb default null
) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size int := least(greatest(p_limit, 0), 500);
  skipped int := least(greatest(p_offset, 0), 500);
  ids uuid[] := private.search_ids(p_query, case when p_counted or p_sort <> 'default' or p_filters is not null
    then greatest(private.best_hits(), size) else least(size + skipped, 500) end);
  filters constant jsonb := coalesce(p_filters, '{}') || coalesce(private.asked_words(p_query), '{}');
  found json;
begin
  if p_filters is not null then
    ids := array(
      select hit.id from unnest(ids[:private.best_hits()]) with ordinality hit (id, place)
      join unnest(private.fitting_products(ids[:private.best_hits()], filters)) fitting (id) using (id) order by hit.place);
  end if;
  with page as materialized (
    select p.id, row_number() over (order by
      case p_sort when 'price-low-to-high' then p.lowest_price when 'price-high-to-low' then -p.lowest_price end,
      case when p_sort = 'latest' then p.created_at end desc, hit.place) as nth
    from unnest(ids) with ordinality hit (id, place) join public.products p using (id)
    order by nth limit size offset skipped)
  select coalesce(json_agg(t), '[]') into found from (
    select d.*, a.choice as asked from page join public.product_details d using (id)
    left join private.asked_choices(array(select page.id from page), filters) a on a.product_id = d.id order by page.nth) t;
  return json_build_object('rows', found,
    'total', case when p_counted then least(coalesce(cardinality(ids), 0), private.best_hits()) end);
end;
$$;
comment on function public.find_products(text, text, int, int, boolean, jsonb) is
  'Products that fit the text, best first, at most 500, with their categories: {rows, total}; total, up to the 200 that are ever shown, only when counted. Sorted by price-low-to-high, price-high-to-low or latest on request, filtered among the best 200; safe with any text. Looks at title, SKU, category, colours, sizes and description; asked is the size and color of a product that words or filters ask for: {size, color, inStock}.';
grant execute on function public.find_products(text, text, int, int, boolean, jsonb) to anon, authenticated;

create or replace function private.write_audit_log() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  key_column constant text := tg_argv[0];
  -- Columns that triggers fill are no change of their own.
  left_out constant text[] := tg_argv[1]::text[] || '{updated_at, search, search_words, shuffle, facets, facets_key, lexemes, expansion, lowest_price, highest_price, partly_sold_out}'::text[];
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

drop function private.fits_filters(public.products, jsonb);
