-- The back office's lists of products, categories, banners, advertisements and questions.

create function public.list_admin_products(
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
grant execute on function public.list_admin_products(int, int, text, text, uuid, boolean, public.availability, boolean)
  to authenticated;

create function public.list_admin_categories(
  p_limit int default 25, p_page int default 1, p_sort text default '', p_query text default ''
) returns table (
  id uuid, name text, image text, created_at timestamptz, updated_at timestamptz, products bigint, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text[] := private.query_words(p_query);
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
begin
  perform private.require_admin();
  return query
    with fitting as (
      select c.* from public.categories c where private.has_words(c.name, words)),
    shown as (
      select f.* from fitting f
      order by
        case when p_sort = 'name-asc' then lower(f.name) end,
        case when p_sort = 'name-desc' then lower(f.name) end desc,
        case when p_sort = 'created-asc' then f.created_at end,
        f.created_at desc, f.id
      limit page_size
      offset (select private.page_start(p_page, page_size, count(*)) from fitting))
    select s.id, s.name, s.image, s.created_at, s.updated_at, (
        select coalesce(sum(n.many), 0)::bigint from private.product_counts n where n.category_id = s.id),
      (select count(*) from fitting)
    from shown s
    order by
      case when p_sort = 'name-asc' then lower(s.name) end,
      case when p_sort = 'name-desc' then lower(s.name) end desc,
      case when p_sort = 'created-asc' then s.created_at end,
      s.created_at desc, s.id;
end;
$$;
comment on function public.list_admin_categories(int, int, text, text) is
  'One page of categories as administrators see them, each with how many products it has and the count of all that fit. Sorts: name, created with -asc or -desc; else newest first. Error (in detail): not_an_administrator.';
grant execute on function public.list_admin_categories(int, int, text, text) to authenticated;

create function public.list_admin_banners(
  p_limit int default 25, p_page int default 1, p_sort text default '', p_query text default ''
) returns table (
  id uuid, header text, paragraph text, images text[], created_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text[] := private.query_words(p_query);
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
begin
  perform private.require_admin();
  return query
    with fitting as (
      select b.* from public.banners b
      where private.has_words(b.header || ' ' || b.paragraph, words))
    select f.id, f.header, f.paragraph, f.images, f.created_at, (select count(*) from fitting)
    from fitting f
    order by
      case when p_sort = 'header-asc' then lower(f.header) end,
      case when p_sort = 'header-desc' then lower(f.header) end desc,
      case when p_sort = 'created-asc' then f.created_at end,
      f.created_at desc, f.id
    limit page_size
    offset (select private.page_start(p_page, page_size, count(*)) from fitting);
end;
$$;
comment on function public.list_admin_banners(int, int, text, text) is
  'One page of banners as administrators see them, each with the count of all that fit. Sorts: header, created with -asc or -desc; else newest first. A page past the end is the last one. Error (in detail): not_an_administrator.';
grant execute on function public.list_admin_banners(int, int, text, text) to authenticated;

create function public.list_admin_advertisements(
  p_limit int default 25, p_page int default 1, p_sort text default '', p_query text default ''
) returns table (
  id uuid, headline text, link text, link_text text, image text, shown boolean, current boolean,
  created_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text[] := private.query_words(p_query);
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  on_home_page uuid;
begin
  perform private.require_admin();
  select a.id into on_home_page from public.advertisements a
    where a.shown order by a.created_at desc, a.id limit 1;
  return query
    with fitting as (
      select a.* from public.advertisements a
      where private.has_words(a.headline || ' ' || a.link || ' ' || a.link_text, words))
    select f.id, f.headline, f.link, f.link_text, f.image, f.shown,
      f.id is not distinct from on_home_page, f.created_at, (select count(*) from fitting)
    from fitting f
    order by
      case when p_sort = 'text-asc' then lower(f.headline) end,
      case when p_sort = 'text-desc' then lower(f.headline) end desc,
      case when p_sort = 'created-asc' then f.created_at end,
      f.created_at desc, f.id
    limit page_size
    offset (select private.page_start(p_page, page_size, count(*)) from fitting);
end;
$$;
comment on function public.list_admin_advertisements(int, int, text, text) is
  'One page of advertisements as administrators see them, each with whether it is the one on the home page, and the count of all that fit. Sorts: text, created with -asc or -desc; else newest first. A page past the end is the last one. Error (in detail): not_an_administrator.';
grant execute on function public.list_admin_advertisements(int, int, text, text) to authenticated;

create function public.list_admin_faqs(
  p_limit int default 25, p_page int default 1, p_sort text default '', p_query text default ''
) returns table (
  id uuid, question text, answer text, place int, created_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text[] := private.query_words(p_query);
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
begin
  perform private.require_admin();
  return query
    with placed as (
      select q.id, q.question, q.answer, q.created_at,
        row_number() over (order by q.position, q.created_at, q.id)::int as place
      from public.faqs q),
    fitting as (
      select p.* from placed p where private.has_words(p.question || ' ' || p.answer, words))
    select f.id, f.question, f.answer, f.place, f.created_at, (select count(*) from fitting)
    from fitting f
    order by
      case when p_sort = 'question-asc' then lower(f.question) end,
      case when p_sort = 'question-desc' then lower(f.question) end desc,
      case when p_sort = 'created-asc' then f.created_at end,
      case when p_sort = 'created-desc' then f.created_at end desc,
      f.place
    limit page_size
    offset (select private.page_start(p_page, page_size, count(*)) from fitting);
end;
$$;
comment on function public.list_admin_faqs(int, int, text, text) is
  'One page of questions as administrators see them, each with its place among all on the page for questions, from 1, and the count of all that fit. Sorts: question, created with -asc or -desc; else in the order of that page. A page past the end is the last one. Error (in detail): not_an_administrator.';
grant execute on function public.list_admin_faqs(int, int, text, text) to authenticated;
