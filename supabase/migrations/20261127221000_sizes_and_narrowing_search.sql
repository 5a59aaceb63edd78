-- Sizes that are the same in a size guide find each other, and each further word of a search leaves fewer products.

alter table private.size_names add column words text;
update private.size_names set words = private.typed_words(private.search_text(name));
alter table private.size_names alter column words set not null;
create index size_names_words_idx on private.size_names (words);
comment on column private.size_names.words is 'The size as somebody types it who searches';

alter table public.size_guides drop constraint size_guides_sizes_check, add constraint size_guides_sizes_check check (
  jsonb_typeof(sizes) = 'array' and jsonb_array_length(sizes) between 1 and 40 and length(sizes::text) <= 20000
  and not jsonb_path_exists(sizes, '$[*] ? (!(@.size.type() == "string" && @.eu.type() == "string" && @.uk.type() == "string"
    && @.us.type() == "string" && @.cm.type() == "array" && (!exists(@.letter) || @.letter.type() == "string")))'));
comment on column public.size_guides.sizes is 'The sizes in their order, as [{size, letter, eu, uk, us, cm}]: letter is the same size in letters, if size is none, eu, uk and us are the same size elsewhere, cm has a text for each measure, such as 85–90';

drop function private.search_ids(text, int, int, boolean, boolean);
drop function private.corrected_search(text[], text[], text, int, int, boolean, boolean);
drop function private.ranked_search(tsquery[], text, text, int, int, boolean);

create or replace function private.letter_size(p_size text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  letters constant text := replace(replace(replace(replace(regexp_replace(lower(p_size), '[\s.-]', '', 'g'),
    'extra', 'x'), 'small', 's'), 'medium', 'm'), 'large', 'l');
  parts constant text[] := regexp_match(letters, '^(\d?)(x*)([sl])$');
  many constant int := case when parts[1] = '' then length(parts[2]) when parts[2] = 'x' then parts[1]::int end;
begin
  return case when letters = 'm' then 'm' when many > 2 then many || 'x' else repeat('x', many) end || case when letters = 'm' then '' else parts[3] end;
end;
$$;
comment on function private.letter_size(text) is 'A size of letters as filters have it, the same for XXL, 2XL and xx-large: xxl; null for other sizes';

create or replace function private.known_word(p_word text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  plain constant text := lower(private.without_commas(p_word));
begin
  return case
    when plain ~ '^\d{1,9}(\.\d+)?$' then 'number ' || trim_scale(plain::numeric)
    when private.letter_size(plain) is not null then 'letter ' || private.letter_size(plain)
    when plain ~ '^#[0-9a-f]+$' then 'code ' || plain
    else (select 'name ' || c.name from private.colours c where c.name = replace(regexp_replace(plain, '[^a-z]', '', 'g'), 'grey', 'gray')) end;
end;
$$;
comment on function private.known_word(text) is 'The kind of a size or colour and what it means, the same for "S" and "small"; null where that is not known';

create table private.size_meanings (
  category_id uuid references public.categories on delete cascade,
  size text not null,
  keys text[] not null,
  regions text[] not null,
  is_waist boolean not null,
  id uuid primary key default gen_random_uuid(),
  constraint size_meanings_key unique nulls not distinct (category_id, size)
);
comment on table private.size_meanings is
  'What the sizes of products mean in each category, so that no list reads the size guides; sizes that no product has any more may stay';
comment on column private.size_meanings.category_id is 'The category; empty for products without one';
comment on column private.size_meanings.size is 'The size as products have it';
comment on column private.size_meanings.keys is 'The facets of this size, its own first, then those that are the same in the size guide, such as 12 and m';
comment on column private.size_meanings.regions is 'What it is called elsewhere, such as eu 40';
comment on column private.size_meanings.is_waist is 'Whether it is a waist in inches, as the size guide measures it';
comment on column private.size_meanings.id is 'Identifies the row';

create table private.colour_meanings (
  colour text primary key,
  families text[] not null,
  words text not null,
  lexemes tsvector not null,
  pairs text[] not null
);
comment on table private.colour_meanings is 'What the colours of products mean, so that no list describes them; colours that no product has any more may stay';
comment on column private.colour_meanings.colour is 'The colour as products have it';
comment on column private.colour_meanings.families is 'Its families, as filters have them';
comment on column private.colour_meanings.words is 'What the search finds it by: families and names';
comment on column private.colour_meanings.lexemes is 'The stems of these words';
comment on column private.colour_meanings.pairs is 'Each two of them, by which "dark green" is not found where dark gray and light green are: dark+green';

create function private.size_labels(p_size text) returns text[]
language plpgsql stable set search_path = '' as $$
begin
  return (
    with parts as (
      select btrim(regexp_replace(t, '^(eu|uk|us)[\s.:]*(?=\d)|^(\d+)\s*(eu|uk|us)$', '\1\3 \2')) as part
      from (select public.name_key(private.without_commas(p_size)) as own) k,
        regexp_split_to_table(k.own, '\s*[()\[\]]\s*|\s*/\s*(?=eu|uk|us)') t)
    select array_agg(distinct l) from parts, unnest(array[part, private.letter_size(part)]) l where l <> '');
end;
$$;
comment on function private.size_labels(text) is 'The sizes that a size names: m and 12 for "M (12)", xl for "X-Large", eu 38 and uk 10 for "38 EU / UK 10"';

create function private.guide_sizes(p_category uuid) returns table (key text, labels text[], regions text[], is_waist boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select public.name_key(private.without_commas(s.size)),
      private.size_labels(s.size) || array(select private.letter_size(l) from regexp_split_to_table(s.letter, '\s*[,/–-]\s*') l where l <> ''),
      array(
        select e.region || ' ' || n
        from (values ('eu', s.eu), ('uk', s.uk), ('us', s.us)) e (region, range),
          regexp_match(e.range, '^(\d{1,2})(?:\s*[/–-]\s*(\d{1,2}))?$') r,
          generate_series(r[1]::int, least(coalesce(r[2], r[1])::int, r[1]::int + 9)) n),
      coalesce(s.size ~ '^\d{2}$' and abs(substring(s.cm[array_position(g.measures, 'Waist')] from '^[\d.]+')::numeric - s.size::int * 2.54) < 2.5, false)
    from public.size_guides g cross join lateral (
      select e ->> 'size' as size, e ->> 'letter' as letter, e ->> 'eu' as eu, e ->> 'uk' as uk, e ->> 'us' as us,
        array(select jsonb_array_elements_text(e -> 'cm')) as cm
      from jsonb_array_elements(g.sizes) e) s
    where g.category_id = p_category;
end;
$$;
comment on function private.guide_sizes(uuid) is 'The rows of a size guide: size, the labels of letters and numbers, the sizes of other regions, and whether it is a waist in inches';

create function private.size_meaning(p_category uuid, p_size text) returns private.size_meanings
language plpgsql stable security definer set search_path = '' as $$
declare
  own constant text := public.name_key(private.without_commas(p_size));
  named text[];
  found private.size_meanings;
begin
  select * into found from private.size_meanings m where m.category_id is not distinct from p_category and m.size = btrim(p_size);
  if found.size is null then
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

create function private.colour_word(p_word text) returns text
language sql stable set search_path = '' as $$
  select private.stem(case p_word when 'grey' then 'gray' else p_word end);
$$;
comment on function private.colour_word(text) is 'A word of a colour as pairs have it';

create function private.colour_meaning(p_colour text) returns private.colour_meanings
language plpgsql stable security definer set search_path = '' as $$
declare
  found private.colour_meanings;
  described record;
  each_word text[];
begin
  select * into found from private.colour_meanings m where m.colour = btrim(p_colour);
  if found.colour is null then
    described := private.describe_colours(array[p_colour]);
    each_word := array(select distinct private.colour_word(w) from regexp_split_to_table(described.words, ' ') w);
    found := (btrim(p_colour), coalesce(described.families, '{}'), described.words, to_tsvector('english', described.words),
      array(select a || '+' || b from unnest(each_word) a, unnest(each_word) b where a < b));
  end if;
  return found;
end;
$$;
comment on function private.colour_meaning(text) is 'What a colour means, whether it is known from other products or has to be described';

create function private.size_lexeme(p_size text) returns text
language sql immutable set search_path = '' as $$
  select 'size:' || left(translate(p_size, '''\', ''), 100);
$$;
comment on function private.size_lexeme(text) is 'What the search finds a size by';

create function private.add_meanings() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.size_meanings
    select m.* from (
      select distinct r.category_id, btrim(s.name) as name from new_rows r cross join lateral unnest(r.sizes) s (name)
      order by 1, 2) s
    cross join lateral private.size_meaning(s.category_id, s.name) m
    where not exists (select from private.size_meanings o where o.category_id is not distinct from s.category_id and o.size = s.name)
    on conflict do nothing;
  insert into private.colour_meanings
    select m.*
    from (select distinct btrim(c.name) as name from new_rows r cross join lateral unnest(r.colors) c (name) order by 1) c
    cross join lateral private.colour_meaning(c.name) m
    where not exists (select from private.colour_meanings o where o.colour = c.name)
    on conflict do nothing;
  return null;
end;
$$;
comment on function private.add_meanings() is 'Adds what new sizes and colours of products mean';

create function private.renew_size_meanings() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  category constant uuid := case tg_op when 'DELETE' then old.category_id else new.category_id end;
begin
  delete from private.size_meanings m where m.category_id = category;
  insert into private.size_meanings
    select m.* from (
      select distinct btrim(s.name) as name from public.products p cross join lateral unnest(p.sizes) s (name)
      where p.category_id = (select c.id from public.categories c where c.id = category)) s
    cross join lateral private.size_meaning(category, s.name) m;
  update public.products p set category_id = p.category_id where p.category_id = category;
  return null;
end;
$$;
comment on function private.renew_size_meanings() is 'Rewrites by which sizes the products of a category are found, when its size guide comes, changes or goes';

create function private.renew_colour_meanings() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.colour_meanings;
  insert into private.colour_meanings
    select m.*
    from (select distinct btrim(c.name) as name from public.products p cross join lateral unnest(p.colors) c (name)) c
    cross join lateral private.colour_meaning(c.name) m;
  return null;
end;
$$;
comment on function private.renew_colour_meanings() is 'Describes the colours of products again when a migration changes the families';

-- What was found in the title is asked of no variant. One plan is good for all calls, and planning takes longer than a call.
create function private.fitting_variants(p_products uuid[], p_filters jsonb)
returns table (id uuid, product_id uuid, size text, color text, in_stock boolean)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  asked_sizes constant text[] := array(select public.name_key(private.without_commas(s)) from jsonb_array_elements_text(p_filters -> 'size') s);
  asked_families constant text[] := array(select jsonb_array_elements_text(p_filters -> 'color'));
begin
  return query
    select v.id, p.id, case when asked_sizes <> '{}' or a.sizes is not null then v.size end,
      case when asked_families <> '{}' or a.words is not null then v.color end,
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
    join public.product_variants v on v.product_id = p.id and v.archived_at is null
    left join private.size_meanings s on s.category_id is not distinct from p.category_id and s.size = v.size
    left join private.colour_meanings c on c.colour = v.color
    where p.id = any (p_products)
      and (asked_sizes = '{}' or s.keys && asked_sizes) and (asked_families = '{}' or c.families && asked_families)
      and (a.words is null or c.lexemes @@ a.words)
      and (a.sizes is null or not exists (select from jsonb_array_elements(a.sizes) t
        where not coalesce((s.keys || s.regions) && array(select jsonb_array_elements_text(t)), false)))
    order by p.id, 5 desc, s.keys[1] = any (asked_sizes) desc, array_position(p.colors, v.color), array_position(p.sizes, v.size);
end;
$$;
comment on function private.fitting_variants(uuid[], jsonb) is
  'The variants of products that have a size and a color that filters and words of a search ask for, of each product those first that are left; size and color are empty where nothing asks for them';

create function private.asked_choices(p_products uuid[], p_filters jsonb) returns table (product_id uuid, choice json)
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_filters ?| '{size,color,asked}' then
    return query
      select distinct on (v.product_id) v.product_id, json_build_object('size', v.size, 'color', v.color, 'inStock', v.in_stock)
      from private.fitting_variants(p_products, p_filters) with ordinality v (id, product_id, size, color, in_stock, place)
      where v.size is not null or v.color is not null order by v.product_id, v.place;
  end if;
end;
$$;
comment on function private.asked_choices(uuid[], jsonb) is
  'The size and color of products that filters and words of a search ask for, if possible one that is left: {size, color, inStock}; none where they ask for neither';

alter table private.size_meanings enable row level security;
create policy size_meanings_nobody on private.size_meanings for all to anon, authenticated using (false) with check (false);
alter table private.colour_meanings enable row level security;
create policy colour_meanings_nobody on private.colour_meanings for all to anon, authenticated using (false) with check (false);

create function private.typed_text(p_query text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return format(' %s ', array_to_string((string_to_array(private.typed_words(private.search_text(left(p_query, 200))), ' '))[1:8], ' '));
end;
$$;
comment on function private.typed_text(text) is 'The words of a search, with a space around each; cut, so that no cost grows with the length of the text';

create function private.typed_size_keys(p_words text, p_is_said boolean) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  region constant text := regexp_replace(p_words, '^(eu|uk|us) ?(\d{1,2})$', '\1 \2');
  letter constant text := private.letter_size(p_words);
begin
  return case
    when region ~ '^(eu|uk|us) ' and exists (select from private.size_meanings m where region = any (m.regions)) then array[region]
    -- Sizes such as "Long" are words of titles, too.
    when p_is_said or letter is not null or p_words ~ ' |^\d{1,3}$' then (
      select array_agg(k) from (
        select n.key as k from private.size_names n where n.words = p_words
        union select letter where p_is_said or exists (select from private.size_meanings m where letter = any (m.keys))) t
      where k is not null) end;
end;
$$;
comment on function private.typed_size_keys(text, boolean) is
  'The facets of a size that somebody types: 12, eu 38, one size, or only behind "size": long; null for other words';

create function private.typed_sizes(p_text text, out rest text, out sizes jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text[] := array_remove(string_to_array(p_text, ' '), '');
  place int := 1;
  begun int;
  many int;
  keys text[];
  phrase text;
  is_word boolean;
begin
  rest := ' ';
  sizes := '[]';
  while place <= cardinality(words) loop
    begun := place + (words[place] in ('size', 'sizes'))::int;
    many := least(3, cardinality(words) - begun + 1);
    loop
      phrase := array_to_string(words[begun:begun + many - 1], ' ');
      keys := case when many > 0 then private.typed_size_keys(phrase, begun > place) end;
      exit when keys is not null or many <= 1;
      many := many - 1;
    end loop;
    if keys is null then
      -- Somebody is still typing.
      if begun = place or place < cardinality(words) or place = 1 then
        rest := rest || words[place] || ' ';
      end if;
      place := place + 1;
    else
      is_word := begun = place and phrase !~ ' |^(eu|uk|us)\d';
      if is_word then
        rest := rest || phrase || ' ';
      end if;
      sizes := sizes || jsonb_build_object('word', phrase, 'isWord', is_word, 'keys', keys, 'lexeme', concat_ws(' | ',
        (select string_agg(quote_literal(private.size_lexeme(k)), ' | ') from unnest(keys) k),
        case when begun = place and phrase ~ ' ' and phrase !~ '^(eu|uk|us) ' then (
          select format('(%s)', string_agg(quote_literal(private.stem(w)) || ':ABC', ' & ')) from unnest(words[begun:begun + many - 1]) w) end));
      place := begun + many;
    end if;
  end loop;
end;
$$;
comment on function private.typed_sizes(text) is
  'The sizes in a text as [{word, isWord, keys, lexeme}], and the rest of the text. isWord: without "size" in front, it may also be a word of a title, and stays in the text.';

create function private.is_family(p_word text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return p_word = 'grey' or exists (select from private.colours c where c.family = p_word);
end;
$$;
comment on function private.is_family(text) is 'Whether a word is the name of a family of colours';

-- What is not the name of a color only may be in a description, too: stone, rose.
create function private.paired_colours(p_words text[]) returns table (word text, lexeme tsquery)
language plpgsql stable security definer set search_path = '' as $$
declare
  named constant text[] := array(
    select u.w from unnest(p_words) with ordinality u (w, place)
    where u.w = 'grey' or exists (select from private.colours c where c.family <> 'multicolor' and (u.w = c.family or u.w = any (string_to_array(c.words, ' '))))
    order by u.place);
begin
  return query
    select a || ' ' || b, concat_ws(' | ', quote_literal(least(private.colour_word(a), private.colour_word(b)) || '+' || greatest(private.colour_word(a), private.colour_word(b))),
      (select string_agg(quote_literal(private.stem(w)) || case when private.is_family(w) or w = any ('{dark,light,pale,deep}') then ':A' else ':ABD' end, ' | ')
        from unnest(array[a, b]) w))::tsquery
    from (select named[i] as a, named[i + 1] as b from generate_series(1, cardinality(named) - 1) i) p
    where private.colour_word(a) <> private.colour_word(b);
end;
$$;
comment on function private.paired_colours(text[]) is
  'For each two names of colors in a row what a product must have: one color with both, or one of them in its title: "dark green" is neither dark gray nor light green';

create function private.asked_words(p_query text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  typed constant record := private.typed_sizes(private.typed_text(p_query));
  sizes constant jsonb := jsonb_path_query_array(typed.sizes, '$[*].keys');
  words constant jsonb := (
    select jsonb_agg(distinct s.stem) from unnest(array_remove(string_to_array(typed.rest, ' '), '')) w
    cross join lateral (select private.colour_word(w) as stem) s
    where exists (select from private.colour_meanings c where c.lexemes @@ quote_literal(s.stem)::tsquery));
begin
  return case when sizes <> '[]' or words is not null then
    jsonb_build_object('asked', jsonb_build_object('sizes', sizes, 'words', coalesce(words, '[]'))) end;
end;
$$;
comment on function private.asked_words(text) is
  'What a search asks of a variant, as a filter: {asked: {sizes: [[facet, …], …], words: [stem of a color, …]}}; null where it asks for no size or color';

create or replace function private.filter_facets(p_filters jsonb) returns table (facet text, facets text[])
language sql immutable rows 5 set search_path = '' as $$
  select f.key, array(
    select f.key || ':' || case f.key when 'size' then public.name_key(private.without_commas(v)) else v end
    from jsonb_array_elements_text(f.value) v)
  from jsonb_each(case when jsonb_typeof(p_filters) = 'object' then p_filters else '{}' end) f where jsonb_typeof(f.value) = 'array';
$$;
comment on function private.filter_facets(jsonb) is 'For each filter the facets of which a product must have one; none without filters';

create or replace function private.needs_stock(p_filters jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(p_filters -> 'availability' = '["InStock"]' and p_filters ?| '{size,color,asked}', false);
$$;
comment on function private.needs_stock(jsonb) is 'Whether filters ask for sizes or colors that are in stock';

create or replace function private.fits_filters(p_product public.products, p_filters jsonb) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return p_product.lowest_price between coalesce((p_filters ->> 'minPrice')::numeric, 0) and coalesce((p_filters ->> 'maxPrice')::numeric, 'infinity')
    and not exists (select from private.filter_facets(p_filters) f where not p_product.facets && f.facets)
    and (not p_product.partly_sold_out or not private.needs_stock(p_filters)
      or exists (select from private.fitting_variants(array[p_product.id], p_filters) v where v.in_stock));
end;
$$;
comment on function private.fits_filters(public.products, jsonb) is 'Whether a product, or where stock is asked for one of its variants, fits filters';

create or replace function private.partly_fitting(p_filters jsonb) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select distinct v.product_id from private.fitting_variants(array(
      select p.id from public.products p where p.facets @> '{stock:part}' and p.status = 'published'
        and not exists (select from private.filter_facets(p_filters) f where not p.facets && f.facets)), p_filters) v
    where v.in_stock);
end;
$$;
comment on function private.partly_fitting(jsonb) is 'Ids of the partly sold out products of which a variant that is left fits filters';

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
    ' and p.lowest_price >= ' || quote_literal((p_filters ->> 'minPrice')::numeric), ' and p.lowest_price <= ' || quote_literal((p_filters ->> 'maxPrice')::numeric),
    case when private.needs_stock(p_filters) then format(' and (not p.partly_sold_out or p.id = any (%L::uuid[]))', private.partly_fitting(p_filters)) end);
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

create or replace function public.count_products(p_categories jsonb default null, p_filters jsonb default null) returns int
language plpgsql stable security definer set search_path = '' as $$
declare
  categories constant uuid[] := (select array_agg(e::uuid) from jsonb_array_elements_text(p_categories) e);
  by_variant constant boolean := private.needs_stock(p_filters);
  partly constant uuid[] := case when by_variant then private.partly_fitting(p_filters) end;
begin
  -- Of prices, only ranges are counted beforehand.
  if p_filters ?| '{minPrice,maxPrice}' then
    return (
      select count(*) from public.products p
      where (p_categories is null or p.category_id = any (categories)) and p.status = 'published'
        and p.lowest_price >= coalesce((p_filters ->> 'minPrice')::numeric, 0) and p.lowest_price <= coalesce((p_filters ->> 'maxPrice')::numeric, 'infinity')
        and not exists (select from private.filter_facets(p_filters) f where not p.facets && f.facets)
        and (not by_variant or not p.partly_sold_out or p.id = any (partly)));
  end if;
  return (
    select coalesce(sum(c.many), 0) from private.product_counts c
    where (p_categories is null or c.category_id = any (categories)) and not c.facets @> '{status:draft}'
      and not (by_variant and c.facets @> '{stock:part}')
      and not exists (select from private.filter_facets(p_filters) f where not c.facets && f.facets)
  ) + case when by_variant then (
    select count(*) from public.products p
    where (p_categories is null or p.category_id = any (categories)) and p.id = any (partly)) else 0 end;
end;
$$;
comment on function public.count_products(jsonb, jsonb) is
  'How many products there are, without drafts, or how many in the categories with these ids and with these filters; costs about the same in a shop of any size';
grant execute on function public.count_products(jsonb, jsonb) to anon, authenticated;

create or replace function private.set_product_search_words() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  category constant text := private.indexed_text(coalesce((select c.name from public.categories c where c.id = new.category_id), ''));
  title constant text := private.indexed_text(new.title);
  colours record;
  sizes text[];
  choices text[];
begin
  select array_agg(distinct k) filter (where not o.is_region), array_agg(distinct private.size_lexeme(k)) into sizes, choices
    from unnest(new.sizes) s cross join lateral private.size_meaning(new.category_id, s) m
    cross join lateral (select unnest(m.keys) as k, false as is_region union all select unnest(m.regions), true) o;
  select coalesce(string_agg(distinct m.words, ' '), '') as words, array_agg(distinct f) as families, array_agg(distinct p) as pairs into colours
    from unnest(new.colors) c cross join lateral private.colour_meaning(c) m
    left join lateral unnest(m.families) f on true left join lateral unnest(m.pairs) p on true;
  new.search_words := btrim(concat_ws(' ', title, category, colours.words));
  new.search :=
    setweight(to_tsvector('english', title), 'A') || private.title_lexemes(new.title, title)
    || setweight(to_tsvector('english', category), 'B')
    || setweight(to_tsvector('english', colours.words), 'C')
    || coalesce((select string_agg(format('''%s'':1C', c), ' ')::tsvector from unnest(choices || colours.pairs) c where c <> ''), '')
    || setweight(to_tsvector('english', private.indexed_text(new.description)), 'D');
  new.facets := array(
    select distinct f from unnest(
      array['category:' || new.category_id, 'price:' || private.price_band(new.lowest_price), 'availability:' || new.availability,
        case when new.partly_sold_out then 'stock:part' end, case new.status when 'draft' then 'status:draft' end]
      || array(select 'size:' || s from unnest(sizes) s)
      || array(select 'color:' || c from unnest(colours.families) c)) f
    where f is not null order by f);
  return new;
end;
$$;
comment on function private.set_product_search_words() is 'Writes what a product is found and filtered by';

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
  for word, lexeme in select p.word, p.lexeme from private.paired_colours(words) p loop
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

create or replace function private.ranked_search(
  p_terms tsquery[], p_phrase text, p_limit int, p_of_few int, p_drafts boolean
) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  -- So many are compared letter by letter; where more fit, the newest with the words in title or colours are best.
  comparable constant int := 300;
  query constant tsquery := format('(%s)', array_to_string(p_terms, ') & ('));
  recent constant bigint := private.count_newest(query, false, p_drafts);
  ids uuid[];
  few uuid[];
begin
  -- Four times too many by this estimate are surely too many.
  if recent >= 100 or (recent >= 15 and recent * public.count_products() >= 4 * comparable * 300) then
    ids := private.find_titled(query, p_drafts, p_limit, false);
  else
    -- Whatever has the words in its title fits, and may be too many by itself, but hardly where none of the newest does.
    if recent > 0 then
      ids := private.find_titled(query, p_drafts, greatest(p_limit, comparable + 1), true);
    end if;
    if ids is null or cardinality(ids) <= comparable then
      few := private.find_by_words(query, false, p_drafts, comparable + 1);
      if cardinality(few) <= comparable then
        return array(
          select p.id from public.products p cross join lateral (
            -- Each term counts where it stands, however often the text repeats it: 1 for the title, half for category or colours.
            select sum(case when ts_filter(p.search, '{a}') @@ t then 1 else 0 end
              + case when ts_filter(p.search, '{b,c}') @@ t then 0.5 else 0 end) as words from unnest(p_terms) t) score
          where p.id = any (few)
          order by score.words + 0.4 * extensions.word_similarity(p_phrase, p.search_words) + 0.1 * extensions.similarity(p_phrase, p.title) desc,
            p.created_at desc, p.id
          limit greatest(p_limit, p_of_few));
      end if;
    end if;
    ids := (coalesce(ids, private.find_titled(query, p_drafts, p_limit, true)))[:p_limit];
  end if;
  if cardinality(ids) < p_limit then
    ids := private.first_ids(ids || private.find_newest(query, false, p_drafts, p_limit), p_limit);
  end if;
  return ids;
end;
$$;
comment on function private.ranked_search(tsquery[], text, int, int, boolean) is
  'Ids of the products that fit all terms, best first, without ranking more than a few hundred: p_limit of many, where few fit p_of_few if that is more';

create or replace function private.name_sizes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.size_names as n (key, name, words)
    select distinct on (1) public.name_key(private.without_commas(s.name)), btrim(s.name), private.typed_words(private.search_text(s.name))
    from new_rows r cross join lateral unnest(r.sizes) s (name)
    where not exists (select from private.size_names o
      where o.key = public.name_key(private.without_commas(s.name)) and o.name = btrim(s.name))
    order by 1
    on conflict (key) do update set name = excluded.name, words = excluded.words;
  return null;
end;
$$;
comment on function private.name_sizes() is 'Keeps how the sizes of products were typed';

create or replace function public.product_facets(p_filters jsonb default null, p_query text default null) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  hits constant uuid[] := case when p_query is not null then (private.search_ids(p_query, private.best_hits()))[:private.best_hits()] end;
  asked constant jsonb := private.asked_words(p_query);
  by_variant constant boolean := coalesce(p_filters -> 'availability' = '["InStock"]', false);
  -- Of the sizes and colors that are asked for, whatever is chosen of the availability.
  in_stock constant jsonb := coalesce(p_filters, '{}') || coalesce(asked, '{}') || '{"availability":["InStock"]}';
  lowest constant numeric := (p_filters ->> 'minPrice')::numeric;
  highest constant numeric := (p_filters ->> 'maxPrice')::numeric;
  by_price constant boolean := coalesce(lowest, highest) is not null;
begin
  return (
    with chosen as materialized (
      select f.facet, f.facets as tokens from private.filter_facets(p_filters) f),
    counted as (
      select null::uuid as id, c.facets, c.many from private.product_counts c
      where p_query is null and not by_price and not c.facets @> '{status:draft}' and not (by_variant and c.facets @> '{stock:part}')
      union all
      select null, p.facets, count(*) from public.products p
      where p_query is null and by_price and p.status = 'published' and not (by_variant and p.partly_sold_out)
        and p.lowest_price >= coalesce(lowest, 0) and p.lowest_price <= coalesce(highest, 'infinity') group by 2
      union all
      select null, p.facets, 1 from public.products p where p.id = any (hits) and not (by_variant and p.partly_sold_out)
        and p.lowest_price >= coalesce(lowest, 0) and p.lowest_price <= coalesce(highest, 'infinity')
      union all
      -- Once for each size and color that is left.
      select distinct p.id, array(select t from unnest(p.facets) t where t !~ '^(size|color):')
        || array(select 'size:' || k from unnest(s.keys) k) || array(select 'color:' || c from unnest(m.families) c), 1
      from public.products p
      join public.product_variants v on v.product_id = p.id and v.archived_at is null and (v.policy <> 'deny' or v.held < v.on_hand)
      left join private.size_meanings s on s.category_id is not distinct from p.category_id and s.size = v.size
      left join private.colour_meanings m on m.colour = v.color
      where by_variant and p.facets @> '{stock:part}' and p.status = 'published' and (p_query is null or p.id = any (hits))
        and p.lowest_price >= coalesce(lowest, 0) and p.lowest_price <= coalesce(highest, 'infinity')
        and (asked is null or v.id in (select f.id from private.fitting_variants(hits, asked) f))),
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
comment on function public.product_facets(jsonb, text) is
  'How many products each filter would show, in the whole shop or among the best 200 of a search: {total, values: [{facet, value, name, count, same, isWaist}]}, at most 100 values of each facet; name is that of a category, or a size as it was typed; same are the sizes that are the same in a size guide, isWaist tells a waist in inches. What is chosen of a facet does not narrow its own counts; chosen values are there even when nothing fits.';
grant execute on function public.product_facets(jsonb, text) to anon, authenticated;

create or replace function private.corrected_search(
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
  ids := private.first_ids(by_name.named || ids, most);
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
      select p.id from unnest(ids[:private.best_hits()]) with ordinality hit (id, place) join public.products p using (id)
      where private.fits_filters(p, filters) order by hit.place);
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

create trigger products_meanings_inserted after insert on public.products
  referencing new table as new_rows for each statement execute function private.add_meanings();
create trigger products_meanings_updated after update on public.products
  referencing new table as new_rows for each statement execute function private.add_meanings();
create trigger size_guides_renew_meanings after insert or update or delete on public.size_guides
  for each row execute function private.renew_size_meanings();
create trigger colours_renew_meanings after insert or update or delete on private.colours
  for each statement execute function private.renew_colour_meanings();

-- New databases have them before there are triggers.
alter table public.search_synonyms disable trigger search_synonyms_changes_insert;
insert into public.search_synonyms (id, words) values
  ('5f0c3f0e-7a51-4b0e-8a4e-0d6f1a9c1005', '{dress,gown,frock}'),
  ('5f0c3f0e-7a51-4b0e-8a4e-0d6f1a9c1006', '{coat,overcoat,peacoat}'),
  ('5f0c3f0e-7a51-4b0e-8a4e-0d6f1a9c1007', '{raincoat,mac,mackintosh}'),
  ('5f0c3f0e-7a51-4b0e-8a4e-0d6f1a9c1008', '{tote,bag}'),
  ('5f0c3f0e-7a51-4b0e-8a4e-0d6f1a9c1009', '{beanie,hat}')
on conflict (id) do nothing;
alter table public.search_synonyms enable trigger search_synonyms_changes_insert;

insert into private.size_meanings
  select m.* from (
    select distinct p.category_id, btrim(s.name) as name from public.products p cross join lateral unnest(p.sizes) s (name)) s
  cross join lateral private.size_meaning(s.category_id, s.name) m;
update public.products set category_id = category_id;
