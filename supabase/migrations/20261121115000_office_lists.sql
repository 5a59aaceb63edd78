-- The tables of the back office over banners, advertisements and questions: one page, searched, sorted and counted here.

create function private.query_words(p_query text) returns text[]
language sql stable set search_path = '' as $$
  select case when btrim(coalesce(p_query, '')) <> ''
    then (string_to_array(private.plain_words(left(p_query, 200)), ' '))[1:8] end;
$$;
comment on function private.query_words(text) is
  'The words of a search, at most eight; null where nothing was typed, none where it was nothing but signs';

create function private.has_words(p_text text, p_words text[]) returns boolean
language sql stable set search_path = '' as $$
  select p_words is null or p_words <> '{}' and not exists (
    select 1 from unnest(p_words) w where position(w in private.plain_words(p_text)) = 0);
$$;
comment on function private.has_words(text, text[]) is
  'Whether every word of a search stands somewhere in the text; everything fits where nothing was typed';

create function private.page_start(p_page int, p_size int, p_total bigint) returns bigint
language sql immutable set search_path = '' as $$
  select (least(greatest(coalesce(p_page, 1), 1), greatest((p_total + p_size - 1) / p_size, 1)) - 1) * p_size;
$$;
comment on function private.page_start(int, int, bigint) is
  'How many rows stand before a page; a page past the end is the last one';

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

-- Whoever sees one page of the questions cannot send the order of all of them.
drop function public.order_faqs(uuid[]);

create function public.move_faq(p_id uuid, p_place int) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  before constant int := greatest(coalesce(p_place, 1), 1) - 1;
  others uuid[];
begin
  perform private.require_admin();
  -- One move after another: each begins with what the one before left.
  perform pg_advisory_xact_lock(hashtextextended('the order of the questions', 0));
  if not exists (select 1 from public.faqs f where f.id = p_id) then
    return false;
  end if;
  others := array(
    select f.id from public.faqs f where f.id <> p_id order by f.position, f.created_at, f.id);
  update public.faqs f set position = o.place
  from unnest(others[:before] || p_id || others[before + 1:]) with ordinality o (id, place)
  where f.id = o.id and f.position <> o.place;
  return true;
end;
$$;
comment on function public.move_faq(uuid, int) is
  'Puts a question at this place, from 1, and those behind it one further; past the end it is the last. False where there is no such question. Administrators only (not_an_administrator).';

revoke execute on function
  private.query_words(text), private.has_words(text, text[]), private.page_start(int, int, bigint),
  public.list_admin_banners(int, int, text, text),
  public.list_admin_advertisements(int, int, text, text),
  public.list_admin_faqs(int, int, text, text),
  public.move_faq(uuid, int)
  from public, anon, authenticated;
grant execute on function
  public.list_admin_banners(int, int, text, text),
  public.list_admin_advertisements(int, int, text, text),
  public.list_admin_faqs(int, int, text, text),
  public.move_faq(uuid, int)
  to authenticated;
