create or replace function office.list_admin_pages(
  p_limit int default 25, p_page int default 1, p_sort text default '', p_query text default ''
) returns table (
  id uuid, slug text, title text, built_in boolean, state text, publish_at timestamptz, saved_by text, updated_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text[] := private.query_words(p_query);
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
begin
  perform private.require_admin();
  return query
    with fitting as (
      select p.* from public.pages p
      where private.contains_words(concat_ws(' ', p.title, p.slug, p.description, p.text), words))
    select f.id, f.slug, f.title, f.built_in,
      case when not f.published then 'draft' when not f.filled then 'empty' when f.publish_at > public.clock() then 'planned' else 'published' end,
      f.publish_at, f.saved_by, f.updated_at, (select count(*) from fitting)
    from fitting f
    order by
      case when p_sort = 'title-asc' then lower(f.title) end,
      case when p_sort = 'title-desc' then lower(f.title) end desc,
      case when p_sort = 'changed-asc' then f.updated_at end,
      case when p_sort = 'changed-desc' then f.updated_at end desc,
      not f.built_in, lower(f.title), f.id
    limit page_size
    offset (select private.page_start(p_page, page_size, count(*)) from fitting);
end;
$$;
comment on function office.list_admin_pages(int, int, text, text) is
  'One page of the shop''s pages as administrators see them, each with its state (draft, empty, planned or published), and the count of all that fit. Sorts: title, changed with -asc or -desc; else those that are built in first, by title. A page past the end is the last one. Error (in detail): not_an_administrator.';
