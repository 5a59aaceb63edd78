-- What the sizes and colours of products mean: which sizes of a category are the same, by its size guide, and what a search or a
-- filter asks of a variant.

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

create trigger products_meanings_inserted after insert on public.products
  referencing new table as new_rows for each statement execute function private.add_meanings();
create trigger products_meanings_updated after update on public.products
  referencing new table as new_rows for each statement execute function private.add_meanings();
create trigger size_guides_renew_meanings after insert or update or delete on public.size_guides
  for each row execute function private.renew_size_meanings();
create trigger colours_renew_meanings after insert or update or delete on private.colours
  for each statement execute function private.renew_colour_meanings();
