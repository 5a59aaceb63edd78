-- What a search answers: first products with this SKU or title, then those with its words; parts of words and typing mistakes only
-- where nothing else fits. Each further word leaves fewer products.

create function private.find_by_name(p_query text, p_drafts boolean, out named uuid[], out begun uuid[])
language plpgsql stable security definer set search_path = '' as $$
declare
  typed constant text := upper(replace(public.name_key(left(p_query, 100)), ' ', '-'));
  key constant text := translate(typed, '._/-', '');
  number constant text := substring(typed, '\d+');
begin
  named := '{}';
  begun := '{}';
  -- In the order of "C", separators come before digits, these before letters, and "~" after all signs of an SKU.
  if number is not null or exists (select from public.product_variants v where v.sku >= typed and v.sku < typed || '~' and typed <> '') then
    with near as (
      (select v.product_id, v.sku, v.barcode from public.product_variants v
        where v.archived_at is null and v.sku >= typed and v.sku < typed || '~' order by v.sku limit 200)
      union all
      select v.* from (values (number, number || '.'), (number || 'A', number || '['),
        (case when typed ~ '^[A-Z]*\d+$' then number || '0' end, number || ':')) range (first, past)
      cross join lateral (
        select v.product_id, v.sku, v.barcode from public.product_variants v
        where v.archived_at is null and substring(translate(v.sku, '._/', '---'), '\d.*') >= range.first
          and substring(translate(v.sku, '._/', '---'), '\d.*') < range.past
        order by substring(translate(v.sku, '._/', '---'), '\d.*') limit 300) v
      union all
      select v.product_id, v.sku, v.barcode from public.product_variants v where v.archived_at is null and v.barcode = key),
    hits as (
      select n.product_id, n.sku, bare.sku = key or n.barcode is not distinct from key as is_whole,
        right(key, 1) ~ '\d' and substr(bare.sku, strpos(bare.sku, key) + length(key), 1) ~ '\d' as is_cut
      from near n cross join lateral (select translate(n.sku, '._/-', '') as sku) bare
      where n.barcode = key or bare.sku = key or (length(key) >= 3 and strpos(bare.sku, key) > 0
        and (number is not null or substr(n.sku, length(typed) + 1, 1) = any ('{.,_,/,-}'))))
    select array_agg(h.id order by h.sku) filter (where h.is_whole),
        array_agg(h.id order by h.is_cut, h.sku) filter (where not h.is_whole) into named, begun
      from (select product_id as id, min(sku) as sku, bool_or(is_whole) as is_whole, bool_and(is_cut) as is_cut from hits group by 1) h
      join public.products p using (id) where p_drafts or p.status = 'published';
  end if;
  named := named || private.find_by_words(quote_literal(private.whole_title(left(p_query, 300)))::tsquery, false, p_drafts, 500, true);
end;
$$;
comment on function private.find_by_name(text, boolean) is
  'Ids of products that have a variant with this SKU or barcode, or this title; and of those with an SKU that begins so, or so from its number on. With or without spaces and separators';

create function private.corrected_search(
  p_words text[], p_lexemes text[], p_phrase text, p_limit int, p_of_few int, p_drafts boolean
) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  lexemes text[] := p_lexemes;
begin
  for i in 1..cardinality(p_words) loop
    -- What was narrowed is known.
    if lexemes[i] ~ ':\*(?!A)' and private.find_by_words(lexemes[i]::tsquery, false, p_drafts, 1) = '{}' then
      lexemes[i] := (
        select string_agg(regexp_replace(t.lexeme::text, '''([^'']+)''(:\*?[A-D]*)?', '''\1'':ABC', 'g'), ' | ')
        from unnest(private.known_words(p_words[i])) k, private.search_terms(k) t);
    end if;
  end loop;
  -- Words that are all known were looked for already.
  if lexemes <> p_lexemes and array_position(lexemes, null) is null then
    return private.ranked_search(lexemes::tsquery[], p_phrase, p_limit, p_of_few, p_drafts);
  end if;
  return '{}';
end;
$$;
comment on function private.corrected_search(text[], text[], text, int, int, boolean) is
  'Ids of the products that fit the words where each that no product knows is replaced by those that may be meant, in titles, categories and colours';

create function private.search_ids(
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

-- By price or age, or with filters, it is always the best two hundred that are sorted and filtered, and no more than these are counted.
create function private.best_hits() returns int
language sql immutable set search_path = '' as 'select 200';
comment on function private.best_hits() is 'How many products a search shows at the most';

create function public.find_products(
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
