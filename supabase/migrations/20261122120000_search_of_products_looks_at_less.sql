-- The search of the table of products costs what the shop's own search does: of what very many products fit, no more are ranked than
-- the page and two further need, and what was ranked is not asked for a second time. Those with the words in the title are asked for
-- first; what nothing fits ends where no word could be mended.

drop function private.search_ids(text, int);
drop function private.ranked_search(text, tsquery, text, int);

create or replace function private.find_by_words(p_condition text, p_limit int, p_newest boolean) returns uuid[]
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set enable_indexscan = off as $$
declare
  ids uuid[];
begin
  execute format('select array_agg(id%s) from (
      select p.id, p.created_at from public.products p where %s limit %s) hits',
    case when p_newest then ' order by created_at desc, id' else '' end, p_condition, p_limit) into ids;
  return coalesce(ids, '{}');
end;
$$;
comment on function private.find_by_words(text, int, boolean) is
  'Ids of products that meet the condition, found by the indexes of words, p_limit at the most; these newest first if p_newest';

drop function private.find_newest(text, int);
create function private.find_newest(p_condition text, p_limit int, p_sampled boolean default false) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  sortable constant int := 2000;
  common boolean := false;
  ids uuid[];
begin
  if not p_sampled then
    execute format('select count(*) >= 15 from (
        select 1 from (select * from public.products order by created_at desc, id limit 300) p where %s) recent',
      p_condition) into common;
  end if;
  if not common then
    ids := private.find_by_words(p_condition, sortable, true);
    if cardinality(ids) < sortable then
      return ids[:p_limit];
    end if;
  end if;
  return private.find_by_age(p_condition, p_limit);
end;
$$;
comment on function private.find_newest(text, int, boolean) is
  'Ids of the newest products that meet the condition, by whichever way costs less; p_sampled: among the newest few do';

create function private.ranked_search(
  p_condition text, p_lexemes tsquery, p_phrase text, p_limit int, p_of_few int
) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  -- So many are compared letter by letter; where more fit, the newest with the words in the title are best.
  comparable constant int := 300;
  sample constant int := 300;
  titled constant text := format('ts_filter(p.search, ''{a}'') @@ %L::tsquery', p_lexemes::text);
  ids uuid[];
  few uuid[];
  fits int;
begin
  execute format('select count(*) from (
      select 1 from (select * from public.products order by created_at desc, id limit %s) p where %s) recent',
    sample, p_condition) into fits;
  -- Four times too many by this reckoning are surely too many.
  if fits >= 100 or (fits >= 15 and fits::bigint * public.count_products() >= 4 * comparable * sample) then
    ids := private.find_newest(titled, p_limit);
  else
    -- Whatever has the words in its title fits, and may be too many by itself, but hardly where none of the newest does.
    if fits > 0 then
      ids := private.find_newest(titled, greatest(p_limit, comparable + 1), true);
    end if;
    if ids is null or cardinality(ids) <= comparable then
      few := private.find_by_words(p_condition, comparable + 1, false);
      if cardinality(few) <= comparable then
        return (
          select array_agg(best.id order by best.score desc, best.created_at desc, best.id) from (
            select p.id, p.created_at,
              ts_rank_cd('{0.05, 0.2, 0.5, 1}', p.search, p_lexemes)
                + extensions.word_similarity(p_phrase, p.search_words) as score
            from public.products p where p.id = any (few)
            order by score desc, p.created_at desc, p.id limit greatest(p_limit, p_of_few)) best);
      end if;
    end if;
    ids := coalesce(ids, private.find_newest(titled, p_limit, true));
    ids := ids[:p_limit];
  end if;
  if cardinality(ids) < p_limit then
    ids := ids || private.find_newest(
      format('%s and p.id <> all (%L::uuid[])', p_condition, ids), p_limit - cardinality(ids));
  end if;
  return ids;
end;
$$;
comment on function private.ranked_search(text, tsquery, text, int, int) is
  'Ids of the products that meet the condition, best first, without ranking more than a few hundred: p_limit of many, where few fit p_of_few if that is more';

create or replace function private.narrow_common_words(p_lexemes text[]) returns text[]
language sql stable security definer set search_path = '' as $$
  with recent as materialized (
    select r.search from public.products r order by r.created_at desc, r.id limit 300)
  select array_agg(
    case when (select count(*) from recent where recent.search @@ w.whole::tsquery) >= 15
      then w.whole else l.lexeme end order by l.place)
  from unnest(p_lexemes) with ordinality l (lexeme, place)
  cross join lateral (select replace(l.lexeme, ':*', '') as whole) w;
$$;

create function private.search_ids(p_query text, p_limit int, p_of_few int default 0) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  words text[];
  lexemes text[];
  found_ids uuid[];
  corrected text[] := '{}';
  asked text;
  lexeme text;
  likely text;
  mended boolean := false;
begin
  select array_agg(t.word order by length(t.word) desc, t.word),
      array_agg(t.lexeme::text order by length(t.word) desc, t.word)
    into words, lexemes from private.search_terms(p_query) t;
  if words is null or p_limit <= 0 then
    return '{}';
  end if;
  lexemes := private.narrow_common_words(lexemes);
  found_ids := private.ranked_search(
    private.search_condition(words, lexemes), array_to_string(lexemes, ' & ')::tsquery,
    array_to_string(words, ' '), p_limit, p_of_few);
  if cardinality(found_ids) > 0 then
    return found_ids;
  end if;

  -- Nothing fits: each word that no product knows gives way to the likest words of the shop. Two letters changed in a short
  -- word leave a likeness of 0.3; what is far behind the likest is left out. Meant are words of titles and categories.
  foreach asked in array words loop
    lexeme := lexemes[array_position(words, asked)];
    -- What bears no mark for beginnings any more was found to be common; a word like "over" has no lexeme at all.
    if lexeme <> '' and strpos(lexeme, ':*') = 0
      or cardinality(private.find_by_words(format('p.search @@ %L::tsquery', lexeme), 1, false)) > 0 then
      corrected := corrected || format('(%s)', lexeme);
    else
      select string_agg(quote_literal(near.lexeme) || ':AB', ' | ') into likely from (
        select l.lexeme, max(v.likeness) as likeness
        from (
          select distinct s.word, extensions.similarity(s.word, asked) as likeness
          from private.search_vocabulary s
          where s.word operator(extensions.%) asked
          order by likeness desc, s.word limit 8) v
        cross join lateral unnest(tsvector_to_array(to_tsvector('english', v.word))) l (lexeme)
        where v.likeness >= 0.3
        group by l.lexeme order by max(v.likeness) desc limit 4) near
      where near.likeness >= 0.8 * (
        select max(extensions.similarity(s.word, asked)) from private.search_vocabulary s
        where s.word operator(extensions.%) asked);
      if likely is null then
        return '{}';
      end if;
      corrected := corrected || format('(%s)', likely);
      mended := true;
    end if;
  end loop;
  if not mended then
    return '{}';
  end if;
  return private.ranked_search(
    format('p.search @@ %L::tsquery', array_to_string(corrected, ' & ')),
    array_to_string(corrected, ' & ')::tsquery, array_to_string(words, ' '), p_limit, p_of_few);
end;
$$;
comment on function private.search_ids(text, int, int) is
  'Ids of the products that fit the text, best first; of those that fit it with typing mistakes mended where none does. p_limit of many, where few fit p_of_few if that is more';

create or replace function public.list_admin_products(
  p_limit int default 25, p_page int default 1, p_sort text default '', p_query text default '',
  p_category uuid default null, p_without_category boolean default false,
  p_availability public.availability default null, p_without_pictures boolean default false
) returns table (
  id uuid, title text, description text, price numeric, images text[], category_id uuid,
  category_name text, availability public.availability, sizes text[], colors text[],
  created_at timestamptz, updated_at timestamptz, total bigint, total_is_least boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  in_category constant boolean := p_category is not null or p_without_category;
  in_state constant boolean := p_availability is not null or p_without_pictures;
  by_column constant boolean := p_sort ~ '^(title|category|price|created)-(asc|desc)$';
  -- Ranked are the best of the search, as in the shop: of very many no more than the page and two further need.
  ranked constant int := 200;
  ahead constant int := 2;
  reach constant int := least(ranked, (greatest(coalesce(p_page, 1), 1)::bigint + ahead) * page_size);
  found_rows bigint;
  skipped int;
  words text[];
  lexemes text[];
  best uuid[];
  wanted text := 'true';
  searched text := 'true';
  kept bigint;
  groups text[] := '{true}';
  sorting text := 'it.created_at desc, it.id';
  reverse text := 'it.created_at, it.id desc';
  page record;
begin
  perform private.require_admin();
  if p_category is not null then
    wanted := wanted || format(' and it.category_id = %L::uuid', p_category);
  end if;
  if p_without_category then
    wanted := wanted || ' and it.category_id is null';
  end if;
  if p_availability is not null then
    wanted := wanted || format(' and it.availability = %L::public.availability', p_availability);
  end if;
  if p_without_pictures then
    wanted := wanted || ' and it.images = ''{}''';
  end if;

  if p_sort = 'created-asc' then
    sorting := reverse;
    reverse := 'it.created_at desc, it.id';
  elsif p_sort like 'category-%' and by_column and not in_category then
    -- Within a category newest first; products without one come last either way.
    groups := array(
      select format('it.category_id = %L::uuid', c.id) from public.categories c
      order by case when p_sort = 'category-asc' then lower(c.name) end,
        case when p_sort = 'category-desc' then lower(c.name) end desc, c.id) || 'it.category_id is null'::text;
  elsif by_column and p_sort !~ '^(created|category)' then
    sorting := case when p_sort like 'price-%' then 'it.price%1$s, it.id%1$s'
      else 'lower(it.title)%1$s, it.id%1$s' end;
    reverse := format(sorting, case when p_sort like '%-asc' then ' desc' else '' end);
    sorting := format(sorting, case when p_sort like '%-asc' then '' else ' desc' end);
  end if;

  if btrim(coalesce(p_query, '')) <> '' then
    select array_agg(t.word order by length(t.word) desc, t.word),
        array_agg(t.lexeme::text order by length(t.word) desc, t.word)
      into words, lexemes from private.search_terms(p_query) t;
    if words is null then
      return;
    end if;
    if not in_category and not in_state and not by_column then
      best := coalesce(private.search_ids(p_query, reach + 1, ranked + 1), '{}');
      -- What few products fit is known in all; of many no more was asked for than reach.
      found_rows := least(cardinality(best), case when cardinality(best) > reach + 1 then ranked else reach end);
      skipped := private.page_start(p_page, page_size, found_rows);
      select best[skipped + 1 : skipped + page_size]::text[] as ids, found_rows as total,
        cardinality(best) > found_rows as total_is_least into page;
      best := null;
    else
      lexemes := private.narrow_common_words(lexemes);
      -- Words are plain, so nothing else in the condition looks like its table.
      searched := replace(private.search_condition(words, lexemes), 'p.search', 'it.search');
      page := private.list_page('public.products', wanted, sorting, reverse, page_size, p_page, searched,
        p_groups => groups, p_best => case when not by_column then
          format('ts_rank_cd(''{0.05, 0.2, 0.5, 1}'', it.search, %L::tsquery) desc, ',
            array_to_string(lexemes, ' & ')) || sorting end);
      -- Mistyped words find what the shop's own search finds for them.
      if page.total = 0 then
        best := coalesce(private.search_ids(p_query, ranked), '{}');
      end if;
    end if;
  end if;

  if best is not null then
    page := private.list_page('public.products',
      format('%s and it.id = any (%L::uuid[])', wanted, best[:ranked]),
      case when by_column then sorting else format('array_position(%L::uuid[], it.id)', best) end,
      null, page_size, p_page, p_groups => groups);
    page.total_is_least := cardinality(best) > ranked;
  elsif words is null then
    if not in_category and not in_state then
      kept := public.count_products();
    elsif not in_state and (p_category is not null) <> p_without_category then
      kept := (
        select coalesce(sum(c.many), 0) from private.product_counts c
        where c.category_id is not distinct from p_category);
    elsif not in_category then
      kept := private.kept_count('products', array(
        select a || p from unnest(enum_range(null::public.availability)) a,
          unnest('{" with pictures"," without pictures"}'::text[]) p
        where (p_availability is null or a = p_availability)
          and (not p_without_pictures or p = ' without pictures')));
    end if;
    page := private.list_page('public.products', wanted, sorting, reverse, page_size, p_page,
      p_total => kept, p_groups => groups);
  end if;
  return query
    select p.id, p.title, p.description, p.price, p.images, p.category_id, c.name, p.availability,
      p.sizes, p.colors, p.created_at, p.updated_at, page.total, page.total_is_least
    from unnest(page.ids::uuid[]) with ordinality f (id, place)
    join public.products p on p.id = f.id
    left join public.categories c on c.id = p.category_id
    order by f.place;
end;
$$;
comment on function public.list_admin_products(int, int, text, text, uuid, boolean, public.availability, boolean) is
  'One page of products as administrators see them, each row with the count of all that fit, or of at least so many. Sorts: title, category, price, created with -asc or -desc; else newest first, in a search best first, of which there are 200. A page past the end is the last one. Error (in detail): not_an_administrator.';
revoke execute on all functions in schema private from public, anon, authenticated;
