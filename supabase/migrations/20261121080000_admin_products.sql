-- The tables of the back office over products and categories: one page, sorted and counted here.

create index products_lower_title_idx on public.products (lower(title), id);

create function public.list_admin_products(
  p_limit int default 25, p_page int default 1, p_sort text default '', p_query text default '',
  p_category uuid default null, p_without_category boolean default false,
  p_availability public.availability default null, p_without_pictures boolean default false
) returns table (
  id uuid, title text, description text, price numeric, images text[], category_id uuid,
  category_name text, availability public.availability, sizes text[], colors text[],
  created_at timestamptz, updated_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  words text[];
  lexemes tsquery[];
  all_of_them tsquery;
  likely uuid[];
  conditions text := 'true';
  ordering text;
  found_rows bigint;
  page_size int := least(greatest(coalesce(p_limit, 25), 1), 100);
  first_row bigint;
begin
  perform private.require_admin();
  if p_category is not null then
    conditions := conditions || ' and p.category_id = $1';
  end if;
  if p_without_category then
    conditions := conditions || ' and p.category_id is null';
  end if;
  if p_availability is not null then
    conditions := conditions || ' and p.availability = $2';
  end if;
  if p_without_pictures then
    conditions := conditions || ' and p.images = ''{}''';
  end if;

  if btrim(coalesce(p_query, '')) <> '' then
    -- The longest word says most, so the indexes are asked for it.
    select array_agg(t.word order by length(t.word) desc, t.word),
        array_agg(t.lexeme order by length(t.word) desc, t.word)
      into words, lexemes from private.search_terms(p_query) t;
    if words is null then
      return;
    end if;
    all_of_them := lexemes[1];
    for i in 2 .. cardinality(lexemes) loop
      all_of_them := all_of_them && lexemes[i];
    end loop;
    conditions := conditions || ' and (p.search @@ $3 or p.search_words like ''%'' || $4 || ''%'')';
    if cardinality(words) > 1 then
      conditions := conditions || ' and not exists (
        select 1 from unnest($5, $6) t (word, lexeme)
        where not p.search @@ t.lexeme and position(t.word in p.search_words) = 0)';
    end if;
  end if;

  execute 'select count(*) from public.products p where ' || conditions
    into found_rows
    using p_category, p_availability, lexemes[1], words[1], words, lexemes, all_of_them;
  -- Mistyped words find what the shop's own search finds for them.
  if found_rows = 0 and words is not null then
    likely := array(select s.id from public.search_products(p_query, 500) s);
    conditions := 'p.id = any ($8) and ($1 is null or p.category_id = $1)
      and ($2 is null or p.availability = $2)'
      || case when p_without_category then ' and p.category_id is null' else '' end
      || case when p_without_pictures then ' and p.images = ''{}''' else '' end;
    execute 'select count(*) from public.products p where ' || conditions
      into found_rows
      using p_category, p_availability, lexemes[1], words[1], words, lexemes, all_of_them, likely;
  end if;
  if found_rows = 0 then
    return;
  end if;

  ordering := case p_sort
    when 'title-asc' then 'lower(p.title), p.id'
    when 'title-desc' then 'lower(p.title) desc, p.id desc'
    when 'category-asc' then 'lower(c.name), p.created_at desc, p.id'
    when 'category-desc' then 'lower(c.name) desc nulls last, p.created_at desc, p.id'
    when 'price-asc' then 'p.price, p.id'
    when 'price-desc' then 'p.price desc, p.id desc'
    when 'created-asc' then 'p.created_at, p.id desc'
    when 'created-desc' then 'p.created_at desc, p.id'
    else case
      when words is null then ''
      when likely is null then 'ts_rank_cd(''{0.05, 0.2, 0.5, 1}'', p.search, $7) desc, '
      else 'array_position($8, p.id), ' end || 'p.created_at desc, p.id'
  end;
  first_row := (least(greatest(coalesce(p_page, 1), 1), (found_rows + page_size - 1) / page_size) - 1) * page_size;
  return query execute
    'select p.id, p.title, p.description, p.price, p.images, p.category_id, c.name, p.availability,
        p.sizes, p.colors, p.created_at, p.updated_at, $9
      from public.products p left join public.categories c on c.id = p.category_id
      where ' || conditions || ' order by ' || ordering || ' limit $10 offset $11'
    using p_category, p_availability, lexemes[1], words[1], words, lexemes, all_of_them, likely,
      found_rows, page_size, first_row;
end;
$$;
comment on function public.list_admin_products(int, int, text, text, uuid, boolean, public.availability, boolean) is
  'One page of products as administrators see them, each row with the count of all that fit. Sorts: title, category, price, created with -asc or -desc; else newest first, in a search best first. A page past the end is the last one. Error (in detail): not_an_administrator.';

create function public.list_admin_categories(
  p_limit int default 25, p_page int default 1, p_sort text default '', p_query text default ''
) returns table (
  id uuid, name text, image text, created_at timestamptz, updated_at timestamptz, products bigint, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  words text[] := array(select w from unnest((string_to_array(private.plain_words(left(p_query, 200)), ' '))[1:8]) w where w <> '');
  found_rows bigint;
  page_size int := least(greatest(coalesce(p_limit, 25), 1), 100);
  first_row bigint;
begin
  perform private.require_admin();
  if btrim(coalesce(p_query, '')) <> '' and words = '{}' then
    return;
  end if;
  select count(*) into found_rows from public.categories c
    where not exists (select 1 from unnest(words) w where position(w in private.plain_words(c.name)) = 0);
  first_row := (least(greatest(coalesce(p_page, 1), 1), greatest((found_rows + page_size - 1) / page_size, 1)) - 1) * page_size;
  return query
    select c.id, c.name, c.image, c.created_at, c.updated_at,
      (select count(*) from public.products p where p.category_id = c.id), found_rows
    from public.categories c
    where not exists (select 1 from unnest(words) w where position(w in private.plain_words(c.name)) = 0)
    order by
      case when p_sort = 'name-asc' then lower(c.name) end,
      case when p_sort = 'name-desc' then lower(c.name) end desc,
      case when p_sort = 'created-asc' then c.created_at end,
      c.created_at desc, c.id
    limit page_size offset first_row;
end;
$$;
comment on function public.list_admin_categories(int, int, text, text) is
  'One page of categories as administrators see them, each with how many products it has and the count of all that fit. Sorts: name, created with -asc or -desc; else newest first. Error (in detail): not_an_administrator.';

revoke execute on function
  public.list_admin_products(int, int, text, text, uuid, boolean, public.availability, boolean),
  public.list_admin_categories(int, int, text, text)
  from public, anon, authenticated;
grant execute on function
  public.list_admin_products(int, int, text, text, uuid, boolean, public.availability, boolean),
  public.list_admin_categories(int, int, text, text)
  to authenticated;
