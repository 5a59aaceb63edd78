-- The back office's lists of products, categories, banners, advertisements and questions.

create function private.search_product_table(p_query text, p_page int, p_size int, out ids uuid[], out total bigint, out total_is_least boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  -- The best of the search are ranked, as in the shop: of very many no more than the page and the next two need.
  ranked constant int := 200;
  reach constant int := least(ranked, (greatest(coalesce(p_page, 1), 1)::bigint + 2) * p_size);
  best constant uuid[] := coalesce(private.search_ids(p_query, reach + 1, ranked + 1, p_drafts => true), '{}');
  skipped int;
begin
  -- Few products are known in full; of many no more than reach were looked for.
  total := least(cardinality(best), case when cardinality(best) > reach + 1 then ranked else reach end);
  total_is_least := cardinality(best) > total;
  skipped := private.page_start(p_page, p_size, total);
  ids := best[skipped + 1 : least(skipped + p_size, total)];
end;
$$;
comment on function private.search_product_table(text, int, int) is
  'One page of the products that a text fits, best first, and how many there are, or at least are, of the 200 that are ranked';

create function private.filter_products(
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
    and (not searched and p_among is null or it.id = any (p_among)
      or (it.search @@ p_lexemes[1] or it.search_words like '%' || p_words[1] || '%')
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
      and (not searched and p_among is null or it.id = any (p_among)
        or (it.search @@ p_lexemes[1] or it.search_words like '%' || p_words[1] || '%')
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
  'One page of the products that all of these fit, and how many there are: of words with their lexemes, or of ids, best first; both may be null';

create function private.find_admin_products(
  p_page int, p_size int, p_sort text, p_query text, p_category uuid, p_without_category boolean,
  p_availability public.availability, p_without_pictures boolean, p_status public.product_status,
  out ids uuid[], out total bigint, out total_is_least boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  sorting constant text := coalesce(substring(p_sort from '^(?:title|category|price|created)-(?:asc|desc)$'), '');
  searched constant boolean := btrim(coalesce(p_query, '')) <> '';
  words text[];
  lexemes tsquery[];
  named uuid[];
begin
  total_is_least := false;
  if searched then
    select array_agg(t.word order by length(t.word) desc, t.word),
        array_agg(t.lexeme order by length(t.word) desc, t.word)
      into words, lexemes from private.search_terms(p_query) t where not t.is_optional;
    select f.named || f.begun into named from private.find_by_name(p_query, true) f;
  end if;
  if searched and sorting = '' and p_category is null and not p_without_category
    and p_availability is null and not p_without_pictures and p_status is null then
    select f.ids, f.total, f.total_is_least into ids, total, total_is_least
      from private.search_product_table(p_query, p_page, p_size) f;
    return;
  end if;
  select f.ids, f.total into ids, total from private.filter_products(p_page, p_size, sorting, p_category,
    p_without_category, p_availability, p_without_pictures, p_status, words, lexemes, named) f;
  -- Mistyped words find what the shop's own search finds for them.
  if searched and total = 0 then
    select f.ids, f.total into ids, total from private.filter_products(p_page, p_size, sorting, p_category,
      p_without_category, p_availability, p_without_pictures, p_status, null, null,
      private.search_ids(p_query, 200, p_drafts => true)) f;
  end if;
end;
$$;
comment on function private.find_admin_products(int, int, text, text, uuid, boolean, public.availability, boolean, public.product_status) is
  'One page of the products that a search and filters of the back office fit, and how many there are, or at least are';

create function office.list_admin_products(
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

create function office.list_product_ids(
  p_limit int default 1000, p_sort text default '', p_query text default '',
  p_category uuid default null, p_without_category boolean default false,
  p_availability public.availability default null, p_without_pictures boolean default false,
  p_status public.product_status default null
) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select unnest(f.ids) from private.find_admin_products(1, greatest(p_limit, 1), p_sort, p_query,
      p_category, p_without_category, p_availability, p_without_pictures, p_status) f;
end;
$$;
comment on function office.list_product_ids(int, text, text, uuid, boolean, public.availability, boolean, public.product_status) is
  'The ids of the products that list_admin_products finds, on all its pages, in the same order and at most p_limit. Error (in detail): not_an_administrator.';

create function office.list_admin_categories(
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
      select c.* from public.categories c where private.contains_words(c.name, words))
    select f.id, f.name, f.image, f.created_at, f.updated_at, (
        select coalesce(sum(n.many), 0)::bigint from private.product_counts n where n.category_id = f.id),
      (select count(*) from fitting)
    from fitting f
    order by
      case when p_sort = 'name-asc' then lower(f.name) end,
      case when p_sort = 'name-desc' then lower(f.name) end desc,
      case when p_sort = 'created-asc' then f.created_at end,
      f.created_at desc, f.id
    limit page_size
    offset (select private.page_start(p_page, page_size, count(*)) from fitting);
end;
$$;
comment on function office.list_admin_categories(int, int, text, text) is
  'One page of categories as administrators see them, each with how many products it has and the count of all that fit. Sorts: name, created with -asc or -desc; else newest first. Error (in detail): not_an_administrator.';

create function office.list_admin_banners(
  p_limit int default 25, p_page int default 1, p_sort text default '', p_query text default ''
) returns table (
  id uuid, header text, paragraph text, images text[], created_at timestamptz, link text, link_text text,
  shown boolean, shown_from timestamptz, shown_until timestamptz, place int, state text, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text[] := private.query_words(p_query);
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
begin
  perform private.require_admin();
  return query
    with placed as (
      select b.*, row_number() over (order by b.position, b.created_at desc, b.id)::int as place
      from public.banners b),
    fitting as (
      select p.* from placed p where private.contains_words(p.header || ' ' || p.paragraph, words))
    select f.id, f.header, f.paragraph, f.images, f.created_at, f.link, f.link_text,
      f.shown, f.shown_from, f.shown_until, f.place,
      case when not f.shown then 'hidden' when f.shown_until <= public.clock() then 'ended'
        when f.shown_from > public.clock() then 'planned' else 'current' end,
      (select count(*) from fitting)
    from fitting f
    order by
      case when p_sort = 'header-asc' then lower(f.header) end,
      case when p_sort = 'header-desc' then lower(f.header) end desc,
      case when p_sort = 'created-asc' then f.created_at end,
      case when p_sort = 'created-desc' then f.created_at end desc,
      f.place
    limit page_size
    offset (select private.page_start(p_page, page_size, count(*)) from fitting);
end;
$$;
comment on function office.list_admin_banners(int, int, text, text) is
  'One page of banners as administrators see them, each with its place among the slides, from 1, its state (current, planned, ended or hidden) and the count of all that fit. Sorts: header, created with -asc or -desc; else in the order of the slides. A page past the end is the last one. Error (in detail): not_an_administrator.';

create function office.list_admin_advertisements(
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
      where private.contains_words(a.headline || ' ' || a.link || ' ' || a.link_text, words))
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
comment on function office.list_admin_advertisements(int, int, text, text) is
  'One page of advertisements as administrators see them, each with whether it is the one on the home page, and the count of all that fit. Sorts: text, created with -asc or -desc; else newest first. A page past the end is the last one. Error (in detail): not_an_administrator.';

create function office.list_admin_faqs(
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
      select p.* from placed p where private.contains_words(p.question || ' ' || p.answer, words))
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
comment on function office.list_admin_faqs(int, int, text, text) is
  'One page of questions as administrators see them, each with its place among all on the page for questions, from 1, and the count of all that fit. Sorts: question, created with -asc or -desc; else in the order of that page. A page past the end is the last one. Error (in detail): not_an_administrator.';
