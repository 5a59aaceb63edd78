-- Products have facts (composition, care, fit, origin, delivery) and may be drafts, which only administrators see.

create type public.product_status as enum ('published', 'draft');
comment on type public.product_status is 'Whether shoppers see a product';

alter table public.products
  add column status public.product_status not null default 'published',
  add column composition text not null default '' check (length(composition) <= 500),
  add column care text not null default '' check (length(care) <= 500),
  add column fit text not null default '' check (length(fit) <= 500),
  add column origin text not null default '' check (length(origin) <= 500),
  add column delivery text not null default '' check (length(delivery) <= 500);
comment on column public.products.facets is 'What lists are filtered by, such as size:M and color:red, and status:draft; kept by a trigger';
comment on column public.products.status is 'A draft is seen only by administrators';
comment on column public.products.composition is 'What it is made of; empty when nothing is said';
comment on column public.products.care is 'How to wash and keep it; empty when nothing is said';
comment on column public.products.fit is 'How it falls, and how to choose a size; empty when nothing is said';
comment on column public.products.origin is 'Where cloth and garment are made; empty when nothing is said';
comment on column public.products.delivery is 'Delivery and returns where they differ from what the shop promises; else empty';

create index products_drafts_idx on public.products (created_at desc, id) where status = 'draft';

grant insert (status, composition, care, fit, origin, delivery), update (status, composition, care, fit, origin, delivery)
  on public.products to authenticated;
drop policy products_select_all on public.products;
create policy products_select_published on public.products for select to anon
  using (status = 'published');
create policy products_select_published_or_admin on public.products for select to authenticated
  using (status = 'published' or (select public.is_admin()));
drop policy reviews_select_all on public.reviews;
create policy reviews_select_of_seen on public.reviews for select to anon, authenticated
  using (exists (select from public.products p where p.id = product_id));

drop trigger products_set_updated_at on public.products;
create trigger products_set_updated_at before update on public.products
  for each row when (
    (new.title, new.description, new.price, new.images, new.category_id, new.availability, new.sizes, new.colors, new.status,
      new.composition, new.care, new.fit, new.origin, new.delivery)
    is distinct from
    (old.title, old.description, old.price, old.images, old.category_id, old.availability, old.sizes, old.colors, old.status,
      old.composition, old.care, old.fit, old.origin, old.delivery))
  execute function private.set_updated_at();

create or replace function private.set_product_search_words() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  category constant text := private.indexed_text(coalesce((select c.name from public.categories c where c.id = new.category_id), ''));
  title constant text := private.indexed_text(new.title);
  colours constant record := private.describe_colours(new.colors);
begin
  new.search_words := btrim(concat_ws(' ', title, category, colours.words));
  new.search :=
    setweight(to_tsvector('english', title), 'A')
    || setweight(to_tsvector('english', category), 'B')
    || setweight(to_tsvector('english', colours.words), 'C')
    || setweight(to_tsvector('english', private.indexed_text(new.description)), 'D');
  new.facets := array(
    select distinct f from unnest(
      array['category:' || new.category_id, 'price:' || private.price_band(new.price), 'availability:' || new.availability,
        case new.status when 'draft' then 'status:draft' end]
      || array(select 'size:' || replace(btrim(s), ',', ' ') from unnest(new.sizes) s)
      || array(select 'color:' || c from unnest(colours.families) c)) f
    where f is not null order by f);
  return new;
end;
$$;
drop trigger products_set_search_words on public.products;
create trigger products_set_search_words
  before insert or update of title, description, price, category_id, availability, sizes, colors, status, search, search_words,
    facets
  on public.products for each row execute function private.set_product_search_words();
comment on table private.search_vocabulary is
  'Words of titles, categories and colours of published products, from which mistyped words are corrected; words that no product has any more may stay';

create or replace function private.add_search_vocabulary() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.search_vocabulary (word)
    select distinct w.word
    from new_rows n cross join lateral unnest(string_to_array(n.search_words, ' ')) w (word)
    where n.status = 'published' and length(w.word) between 3 and 40 and w.word !~ '\d'
      and not exists (select 1 from private.search_vocabulary v where v.word = w.word);
  return null;
end;
$$;

create or replace view public.product_details with (security_invoker = true) as
  select p.id, p.title, p.description, p.price, p.images, p.category_id, p.availability, p.sizes, p.colors,
    p.created_at, p.updated_at,
    case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end as category, p.status
  from public.products p left join public.categories c on c.id = p.category_id;
comment on column public.product_details.status is 'A draft is seen only by administrators';

create or replace function private.availability_of(p_product public.products, p_size text, p_color text)
returns public.availability
language plpgsql immutable set search_path = '' as $$
begin
  return case
    when (p_size is null or cardinality(p_product.sizes) = 0 or p_size = any (p_product.sizes))
      and (p_color is null or cardinality(p_product.colors) = 0 or p_color = any (p_product.colors))
      and p_product.status = 'published'
    then p_product.availability else 'OutofStock' end;
end;
$$;

create or replace function public.read_product(p_id uuid) returns json
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select to_json(t) from (
      select d.*, p.composition, p.care, p.fit, p.origin, p.delivery
      from public.product_details d join public.products p on p.id = d.id where d.id = p_id) t);
end;
$$;
comment on function public.read_product(uuid) is 'One product with its category and facts; null when there is none';

create or replace function public.list_products(
  p_sort text default 'default', p_limit int default 24, p_offset int default 0,
  p_categories jsonb default null, p_after_value text default null, p_after_id uuid default null,
  p_counted boolean default false, p_filters jsonb default null
) returns json
language plpgsql stable security invoker set search_path = '' as $$
declare
  key text := case when p_sort like 'price-%' then 'price' else 'created_at' end;
  way text := case when p_sort = 'price-low-to-high' then 'asc' else 'desc' end;
  beyond text := case when way = 'asc' then '>' else '<' end;
  ids uuid[] := (select array_agg(distinct e::uuid) from jsonb_array_elements_text(p_categories) e);
  total int := case when p_counted or p_filters is not null then public.count_products(p_categories, p_filters) end;
  condition text := (
    select concat('p.status = ''published''', string_agg(format(' and p.facets && %L::text[]',
      array(select f.key || ':' || v from jsonb_array_elements_text(f.value) v)), '')) from jsonb_each(p_filters) f);
  part text := format('order by p.%I %s, p.id limit $1 + $2', key, way);
  source text;
  found json;
begin
  -- The simple comparison lets the index start at the right row; rows with an equal value follow in the order of their ids.
  if p_after_id is not null then
    part := format('and p.%I %s= $4::%s and (p.%I %s $4::%s or p.id > $5) ', key, beyond,
      case key when 'price' then 'numeric' else 'timestamptz' end, key, beyond,
      case key when 'price' then 'numeric' else 'timestamptz' end) || part;
  end if;
  source := case
    -- Where few fit, the index of facets finds them all sooner than the sorting does.
    when p_filters is not null and total < 2000 then format('(
      with fitting as materialized (select p.id, p.price, p.created_at from public.products p
        where %s and ($3 is null or p.category_id = any ($3)))
      select p.id, p.price, p.created_at from fitting p where true %s) p', condition, part)
    when ids is null then format('(select * from public.products p where %s %s) p', condition, part)
    -- Each category is read in its own order, no further than the page reaches.
    else format('unnest($3) asked (id) cross join lateral (
      select * from public.products p where p.category_id = asked.id and %s %s) p', condition, part) end;
  execute format($sql$
    select coalesce(json_agg(t), '[]') from (
      select d.* from (select p.id from %s order by p.%I %s, p.id limit $1 offset $2) p
      join public.product_details d on d.id = p.id
      order by d.%I %s, d.id) t $sql$, source, key, way, key, way)
    into found using least(greatest(p_limit, 0), 1000), greatest(p_offset, 0), ids, p_after_value, p_after_id;
  return json_build_object('rows', found, 'total', case when p_counted then total end);
end;
$$;

create or replace function public.count_products(p_categories jsonb default null, p_filters jsonb default null) returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_categories is null then
    return (select coalesce(sum(c.many), 0)::int from private.product_counts c
      where not c.facets @> '{status:draft}' and not exists (select from private.filter_facets(p_filters) f where not c.facets && f.facets));
  end if;
  return (
    select coalesce(sum(c.many), 0)::int from private.product_counts c
    where c.category_id in (select e::uuid from jsonb_array_elements_text(p_categories) e)
      and not c.facets @> '{status:draft}' and not exists (select from private.filter_facets(p_filters) f where not c.facets && f.facets));
end;
$$;
comment on function public.count_products(jsonb, jsonb) is
  'How many products there are, without drafts, or how many in the categories with these ids and with these filters; costs about the same in a shop of any size';

create or replace function public.random_products(p_limit int default 8) returns setof public.products
language sql volatile security invoker set search_path = '' as $$
  with
  wanted as (select least(greatest(coalesce(p_limit, 8), 0), 100) as n),
  places as materialized (
    select random() as place from generate_series(1, (select n * 3 from wanted))),
  picked as materialized (
    select distinct found.id from places cross join lateral (
      select p.id from public.products p where p.shuffle >= places.place and p.status = 'published'
      order by p.shuffle limit 1) found),
  -- A small shop has fewer rows than random places: fill up from the beginning.
  filled as materialized (
    select id from picked
    union
    (select p.id from public.products p where p.status = 'published' order by p.shuffle limit (select n * 2 from wanted)))
  select p.* from (
    select f.id, f.id in (select id from picked) as was_picked from filled f
    order by was_picked desc, random() limit (select n from wanted)) chosen
  join public.products p on p.id = chosen.id
  order by random();
$$;

create or replace function public.list_related_products(p_product uuid, p_limit int default 4) returns json
language plpgsql stable security invoker set search_path = '' as $$
declare
  same constant uuid := (select category_id from public.products where id = p_product);
begin
  if not exists (select 1 from public.products where id = p_product) then
    return null;
  end if;
  return (
    select coalesce(json_agg(t), '[]') from (
      select * from public.product_details d
      where d.category_id = same and d.id <> p_product and d.status = 'published'
      order by d.created_at desc, d.id
      limit least(greatest(coalesce(p_limit, 4), 0), 100)) t);
end;
$$;

create or replace function public.product_facets(p_filters jsonb default null, p_query text default null) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  hits constant uuid[] := case when p_query is not null then private.search_ids(p_query, private.best_hits(), p_some => true) end;
begin
  return (
    with chosen as materialized (
      select f.facet, f.facets as tokens from private.filter_facets(p_filters) f),
    counted as (
      select c.facets, c.many from private.product_counts c where p_query is null and not c.facets @> '{status:draft}'
      union all
      select p.facets, 1 from public.products p where p.id = any (hits[:private.best_hits()])),
    -- What fits all filters counts for each of its values; what only one filter leaves out counts for the values of that one.
    compared as materialized (
      select c.facets, c.many, array(select o.facet from chosen o where not c.facets && o.tokens) as missing from counted c),
    summed as (
      select token, sum(c.many)::int as count from compared c, unnest(c.facets) token
      where c.missing = '{}' or c.missing = array[split_part(token, ':', 1)]
      group by token),
    offered as (
      select split_part(token, ':', 1) as facet, substr(token, strpos(token, ':') + 1) as value, coalesce(s.count, 0) as count
      from summed s full join (select unnest(tokens) as token from chosen) o using (token)
      where s.count > 0 or o.token is not null),
    ranked as (
      select o.*, row_number() over (partition by o.facet order by o.count desc, o.value) as place from offered o)
    select json_build_object(
      'total', (select coalesce(sum(c.many), 0)::int from compared c where c.missing = '{}'),
      'values', coalesce(json_agg(json_build_object('facet', r.facet, 'value', r.value, 'count', r.count,
          'name', (select c.name from public.categories c where r.facet = 'category' and c.id = private.as_uuid(r.value)))
        order by r.facet, r.place), '[]'))
    from ranked r where r.place <= 100);
end;
$$;

create or replace function public.add_review(p_customer uuid, p_product uuid, p_rating int, p_comment text) returns json
language plpgsql security definer set search_path = '' as $$
declare
  written public.reviews;
begin
  perform private.act_for(p_customer);
  perform private.require_customer();
  perform 1 from public.products where id = p_product and status = 'published' for key share;
  if not found then
    return null;
  end if;
  insert into public.reviews (product_id, user_id, rating, comment)
  values (p_product, p_customer, p_rating, p_comment) returning * into written;
  return json_build_object('id', written.id, 'rating', written.rating, 'comment', written.comment,
    'firstname', written.firstname, 'lastname', written.lastname, 'created_at', written.created_at);
end;
$$;

create or replace function public.add_to_cart(
  p_product uuid, p_quantity int default 1, p_size text default null, p_color text default null,
  p_grace interval default '30 minutes'
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  most_lines constant int := 200;
  chosen_size constant text := nullif(left(btrim(p_size), 100), '');
  chosen_color constant text := nullif(left(btrim(p_color), 100), '');
  product public.products;
  line public.cart_items;
begin
  perform private.require_customer();
  if p_quantity is null or p_quantity not between 1 and 999 then
    raise exception 'The quantity must be between 1 and 999.' using detail = 'bad_quantity';
  end if;
  perform private.resume_cart(p_grace);
  -- Locked until the end, so that the product still exists when the line refers to it.
  select * into product from public.products where id = p_product and status = 'published' for key share;
  if not found then
    raise exception 'This product is no longer available.' using detail = 'unknown_product';
  end if;
  if private.availability_of(product, chosen_size, chosen_color) <> 'InStock' then
    raise exception '% is out of stock.', product.title using detail = 'out_of_stock';
  end if;

  insert into public.cart_items as c (user_id, product_id, quantity, size, color)
  values (auth.uid(), p_product, p_quantity, chosen_size, chosen_color)
  on conflict (user_id, product_id, size, color)
    do update set quantity = c.quantity + excluded.quantity
    where c.quantity + excluded.quantity <= 999
  returning * into line;
  if not found then
    raise exception 'The quantity must be between 1 and 999.' using detail = 'bad_quantity';
  end if;

  -- Only a new line still has the quantity it came with. The lock is the last one taken, so there is no deadlock; whoever
  -- gets it counts the lines that others have added meanwhile.
  if line.quantity = p_quantity then
    perform pg_advisory_xact_lock(hashtextextended('cart ' || line.user_id, 0));
    if (select count(*) from public.cart_items c where c.user_id = line.user_id) > most_lines then
      raise exception 'Your cart is full: it holds 200 different items. Please order or remove some first!'
        using detail = 'cart_full';
    end if;
  end if;
  return private.cart_lines(line.user_id);
end;
$$;

drop function private.narrow_common_words(text[]);
drop function private.ranked_search(text[], text, text, int, int);
drop function private.search_ids(text, int, int, boolean);

create function private.shown_to(p_drafts boolean) returns text
language sql immutable set search_path = '' as $$
  select case when p_drafts then '' else 'p.status = ''published'' and ' end;
$$;
comment on function private.shown_to(boolean) is 'How the condition of a search begins that finds drafts, or leaves them out';

create function private.narrow_common_words(p_lexemes text[], p_drafts boolean) returns text[]
language sql stable security definer set search_path = '' as $$
  with recent as materialized (
    select r.search from public.products r order by r.created_at desc, r.id limit 300)
  select array_agg(
    case
      when l.lexeme = '' then ''
      when (select count(*) from recent where recent.search @@ w.whole::tsquery) >= 15 then w.whole
      when cardinality(private.find_by_words(format('%sp.search @@ %L::tsquery', private.shown_to(p_drafts), w.whole), 1, false)) > 0
        then w.whole || ' | ' || replace(l.lexeme, ':*', ':*ABC')
      else l.lexeme end order by l.place)
  from unnest(p_lexemes) with ordinality l (lexeme, place)
  cross join lateral (select replace(l.lexeme, ':*', '') as whole) w;
$$;
comment on function private.narrow_common_words(text[], boolean) is
  'The lexemes, those that products have as whole words with fewer or no beginnings of words';

create function private.ranked_search(
  p_terms text[], p_operator text, p_phrase text, p_limit int, p_of_few int, p_drafts boolean
) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  -- So many are compared letter by letter; where more fit, the newest with the words in title or colours are best.
  comparable constant int := 300;
  sample constant int := 300;
  query constant tsquery := format('(%s)', array_to_string(p_terms, format(') %s (', p_operator)));
  shown constant text := private.shown_to(p_drafts);
  condition constant text := format('%sp.search @@ %L::tsquery', shown, query);
  titled constant text := format('%sts_filter(p.search, ''{a,c}'') @@ %L::tsquery', shown, query);
  -- Each term counts where it stands, however often the text repeats it: 1 for the title, half for category or colours.
  score constant text := (select string_agg(format($s$case when p.search @@ %1$L then 0.1
    + case when ts_filter(p.search, '{a}') @@ %1$L then 1 else 0 end
    + case when ts_filter(p.search, '{b,c}') @@ %1$L then 0.5 else 0 end else 0 end$s$, t), ' + ') from unnest(p_terms) t);
  ids uuid[];
  few uuid[];
  fits int;
begin
  execute format('select count(*) from (
      select 1 from (select * from public.products order by created_at desc, id limit %s) p where %s) recent',
    sample, condition) into fits;
  -- Four times too many by this estimate are surely too many.
  if fits >= 100 or (fits >= 15 and fits::bigint * public.count_products() >= 4 * comparable * sample) then
    ids := private.find_newest(titled, p_limit);
  else
    -- Whatever has the words in its title fits, and may be too many by itself, but hardly where none of the newest does.
    if fits > 0 then
      ids := private.find_newest(titled, greatest(p_limit, comparable + 1), true);
    end if;
    if ids is null or cardinality(ids) <= comparable then
      few := private.find_by_words(condition, comparable + 1, false);
      if cardinality(few) <= comparable then
        execute format('select array_agg(best.id order by best.score desc, best.created_at desc, best.id) from (
            select p.id, p.created_at, %s + 0.4 * extensions.word_similarity($1, p.search_words) as score
            from public.products p where p.id = any ($2)
            order by score desc, p.created_at desc, p.id limit $3) best', score)
          into ids using p_phrase, few, greatest(p_limit, p_of_few);
        return ids;
      end if;
    end if;
    ids := coalesce(ids, private.find_newest(titled, p_limit, true));
    ids := ids[:p_limit];
  end if;
  if cardinality(ids) < p_limit then
    ids := ids || private.find_newest(
      format('%s and p.id <> all (%L::uuid[])', condition, ids), p_limit - cardinality(ids));
  end if;
  return ids;
end;
$$;
comment on function private.ranked_search(text[], text, text, int, int, boolean) is
  'Ids of the products that fit all terms (&) or some (|), best first, without ranking more than a few hundred: p_limit of many, where few fit p_of_few if that is more';

create function private.search_ids(
  p_query text, p_limit int, p_of_few int default 0, p_some boolean default false, p_drafts boolean default false
) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  words text[];
  lexemes text[];
  phrase text;
  found_ids uuid[] := '{}';
  known text[] := '{}';
begin
  select array_agg(t.word order by length(t.word) desc, t.word),
      array_agg(t.lexeme::text order by length(t.word) desc, t.word)
    into words, lexemes from private.search_terms(p_query) t;
  if words is null or p_limit <= 0 then
    return '{}';
  end if;
  lexemes := private.narrow_common_words(lexemes, p_drafts);
  phrase := array_to_string(words, ' ');
  if array_position(lexemes, '') is null then
    found_ids := coalesce(private.ranked_search(lexemes, '&', phrase, p_limit, p_of_few, p_drafts), '{}');
    if cardinality(found_ids) > 0 then
      return found_ids;
    end if;
  end if;

  -- Nothing fits: each word that no product knows is replaced by those that may be meant, in titles, categories and colours.
  for i in 1..cardinality(words) loop
    -- A stop word like "over" has no lexeme at all; what was narrowed is known.
    if lexemes[i] <> '' and (lexemes[i] !~ ':\*(?!A)'
      or cardinality(private.find_by_words(format('%sp.search @@ %L::tsquery', private.shown_to(p_drafts), lexemes[i]), 1, false)) > 0) then
      known := known || lexemes[i];
    else
      lexemes[i] := coalesce((
        select string_agg(regexp_replace(t.lexeme::text, '''([^'']+)''(:\*)?', '''\1'':ABC', 'g'), ' | ')
        from unnest(private.known_words(words[i])) k, private.search_terms(k) t where t.lexeme::text <> ''), '');
      if lexemes[i] <> '' then
        found_ids := null;
      end if;
    end if;
  end loop;
  -- Words that are all known were looked for already.
  if found_ids is null and array_position(lexemes, '') is null then
    found_ids := private.ranked_search(lexemes, '&', phrase, p_limit, p_of_few, p_drafts);
  end if;
  if p_some and coalesce(cardinality(found_ids), 0) = 0 and cardinality(words) > 1 and known <> '{}' then
    found_ids := private.ranked_search(known, '|', phrase, p_limit, p_of_few, p_drafts);
  end if;
  return coalesce(found_ids, '{}');
end;
$$;
comment on function private.search_ids(text, int, int, boolean, boolean) is
  'Ids of the products that fit the text, best first; of those that fit it with typing mistakes corrected where none does; of those that fit some of its words where none fits all, if p_some. p_limit of many, where few fit p_of_few if that is more; without drafts unless p_drafts';

create function office.set_products_status(p_ids uuid[], p_status public.product_status) returns int
language plpgsql security definer set search_path = '' as $$
declare
  changed constant int := private.lock_products(p_ids);
begin
  update public.products set status = p_status where id = any (p_ids);
  return changed;
end;
$$;
comment on function office.set_products_status(uuid[], public.product_status) is
  'Publishes products or makes drafts of them, and returns their number. Errors (in detail): not_an_administrator, unknown_product.';

drop function office.update_product(uuid, text, text, numeric, uuid, public.availability, text[], text[], timestamptz);
create function office.update_product(
  p_id uuid, p_title text default null, p_description text default null, p_price numeric default null,
  p_category uuid default null, p_availability public.availability default null,
  p_sizes text[] default null, p_colors text[] default null, p_known timestamptz default null,
  p_status public.product_status default null, p_composition text default null, p_care text default null,
  p_fit text default null, p_origin text default null, p_delivery text default null
) returns json
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update public.products p set
    title = coalesce(p_title, p.title),
    description = coalesce(p_description, p.description),
    price = coalesce(p_price, p.price),
    category_id = coalesce(p_category, p.category_id),
    availability = coalesce(p_availability, p.availability),
    sizes = coalesce(p_sizes, p.sizes),
    colors = coalesce(p_colors, p.colors),
    status = coalesce(p_status, p.status),
    composition = coalesce(p_composition, p.composition),
    care = coalesce(p_care, p.care),
    fit = coalesce(p_fit, p.fit),
    origin = coalesce(p_origin, p.origin),
    delivery = coalesce(p_delivery, p.delivery)
  where p.id = p_id and (p_known is null or p.updated_at = p_known);
  if not found and exists (select from public.products p where p.id = p_id) then
    raise exception 'Somebody else changed this product in the meantime. Nothing was saved.'
      using detail = 'changed_meanwhile';
  end if;
  return public.read_product(p_id);
end;
$$;
comment on function office.update_product(uuid, text, text, numeric, uuid, public.availability, text[], text[], timestamptz, public.product_status, text, text, text, text, text) is
  'Changes the given fields of a product and returns it as read_product does; null when there is none. p_known is the updated_at that the caller has seen. Errors (in detail): not_an_administrator, changed_meanwhile.';

-- The order is that of the columns of a file.
create function private.file_facts(p_product public.products) returns table (field text, value text)
language sql immutable rows 6 set search_path = '' as $$
  values ('status', coalesce(p_product.status::text, 'published')), ('composition', coalesce(p_product.composition, '')),
    ('care', coalesce(p_product.care, '')), ('fit', coalesce(p_product.fit, '')),
    ('origin', coalesce(p_product.origin, '')), ('delivery', coalesce(p_product.delivery, ''));
$$;
comment on function private.file_facts(public.products) is 'Status and facts of a product as fields of a file; of no product, what a new one begins with';

drop function office.export_products(uuid[]);
create function office.export_products(p_ids uuid[])
returns table (
  id uuid, title text, price numeric, category text, availability public.availability, sizes text[],
  colors text[], description text, created_at timestamptz, version text, status public.product_status, composition text,
  care text, fit text, origin text, delivery text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select p.id, p.title, p.price, c.name, p.availability, p.sizes, p.colors, p.description,
      p.created_at, private.product_version(p.updated_at), p.status, p.composition, p.care, p.fit, p.origin, p.delivery
    from unnest(p_ids) with ordinality f (id, place)
    join public.products p on p.id = f.id
    left join public.categories c on c.id = p.category_id
    order by f.place;
end;
$$;
comment on function office.export_products(uuid[]) is
  'Products as rows of a file, in the order of these ids. Error (in detail): not_an_administrator.';

create or replace function private.validate_product_rows(p_rows jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with rows as (
    select (e ->> 'line')::int as line, private.as_uuid(e ->> 'id') as id, e,
      count(*) over (partition by private.as_uuid(e ->> 'id')) as times
    from jsonb_array_elements(p_rows) e),
  named as (
    select public.name_key(c.name) as key, c.id, c.name as shown from public.categories c),
  known as (
    select r.line, r.id, r.e, r.times, n.key is not null as is_called_so,
      p.id as product_id, private.product_version(p.updated_at) as version,
      p.title as old_title, p.price as old_price, p.description as old_description,
      p.availability::text as old_availability, to_jsonb(p.sizes) as old_sizes, to_jsonb(p.colors) as old_colors,
      p.category_id as old_category, c.name as old_category_name,
      coalesce(r.e ->> 'title', p.title) as title,
      coalesce((r.e ->> 'price')::numeric, p.price) as price,
      coalesce(r.e ->> 'description', p.description, '') as description,
      coalesce(r.e ->> 'availability', p.availability::text, 'InStock') as availability,
      coalesce(r.e -> 'sizes', to_jsonb(p.sizes), '[]') as sizes,
      coalesce(r.e -> 'colors', to_jsonb(p.colors), '[]') as colors,
      (select jsonb_agg(jsonb_build_object('field', f.field, 'before', f.value, 'after', coalesce(r.e ->> f.field, f.value)))
        from private.file_facts(p) f) as facts,
      coalesce(n.id, p.category_id) as category_id,
      coalesce(n.shown, c.name) as category_name
    from rows r
    left join public.products p on p.id = r.id
    left join public.categories c on c.id = p.category_id
    left join named n on n.key = public.name_key(r.e ->> 'category')),
  checked as (
    select k.*, case
      when k.id is not null and k.product_id is null then array['id', 'There is no product with this id']
      when k.id is not null and k.times > 1 then array['id', 'This product stands in the file more than once']
      when k.e ->> 'version' <> k.version then
        array['version', 'Somebody changed this product after the file was made']
      when btrim(coalesce(k.e ->> 'category', '')) <> '' and not k.is_called_so then
        array['category', 'There is no category of this name']
      when k.id is null and k.category_id is null then array['category', 'Required']
      when k.title is null then array['title', 'Required']
      when k.price is null then array['price', 'Required']
      end as problem
    from known k),
  compared as (
    select t.*, (
      select coalesce(jsonb_agg(jsonb_build_object('field', d.field, 'before', d.before, 'after', d.after)), '[]')
      from (values
        ('title', t.old_title, t.title), ('price', t.old_price::text, t.price::numeric(12, 2)::text),
        ('category', t.old_category_name, t.category_name),
        ('availability', t.old_availability, t.availability),
        ('sizes', (select string_agg(s, ' | ') from jsonb_array_elements_text(t.old_sizes) s),
          (select string_agg(s, ' | ') from jsonb_array_elements_text(t.sizes) s)),
        ('colors', (select string_agg(s, ' | ') from jsonb_array_elements_text(t.old_colors) s),
          (select string_agg(s, ' | ') from jsonb_array_elements_text(t.colors) s)),
        ('description', t.old_description, t.description)
        union all
        select f.field, f.before, f.after from jsonb_to_recordset(t.facts) f (field text, before text, after text)
        ) d (field, before, after)
      where t.product_id is not null and d.before is distinct from d.after) as changes
    from checked t)
  select jsonb_agg(to_jsonb(c) - 'e' || (select jsonb_object_agg(f.field, f.after)
    from jsonb_to_recordset(c.facts) f (field text, after text)) order by c.line) from compared c;
$$;

create or replace function office.import_products(p_rows jsonb, p_dry boolean default true) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  validated jsonb;
begin
  perform private.require_admin();
  if not p_dry then
    perform 1 from public.products
      where id in (select private.as_uuid(e ->> 'id') from jsonb_array_elements(p_rows) e)
      order by id for update;
  end if;

  validated := private.validate_product_rows(p_rows);

  if not p_dry and not exists (
    select 1 from jsonb_array_elements(validated) j where j ->> 'problem' is not null) then
    update public.products p
    set title = j.title, price = j.price, description = j.description,
      availability = j.availability::public.availability, category_id = j.category_id,
      sizes = array(select jsonb_array_elements_text(j.sizes)),
      colors = array(select jsonb_array_elements_text(j.colors)),
      status = j.status, composition = j.composition, care = j.care, fit = j.fit, origin = j.origin, delivery = j.delivery
    from jsonb_to_recordset(validated) j (
      product_id uuid, title text, price numeric, description text, availability text, category_id uuid,
      sizes jsonb, colors jsonb, changes jsonb, status public.product_status, composition text, care text, fit text,
      origin text, delivery text)
    where p.id = j.product_id and j.changes <> '[]';
    insert into public.products (title, price, description, availability, category_id, sizes, colors, status, composition, care,
      fit, origin, delivery)
    select j.title, j.price, j.description, j.availability::public.availability, j.category_id,
      array(select jsonb_array_elements_text(j.sizes)), array(select jsonb_array_elements_text(j.colors)),
      j.status, j.composition, j.care, j.fit, j.origin, j.delivery
    from jsonb_to_recordset(validated) j (
      line int, product_id uuid, title text, price numeric, description text, availability text,
      category_id uuid, sizes jsonb, colors jsonb, status public.product_status, composition text, care text, fit text,
      origin text, delivery text)
    where j.product_id is null
    order by j.line;
  end if;

  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'row', j.line,
      'action', case when j.problem is not null then 'wrong' when j.product_id is null then 'create'
        when j.changes = '[]' then 'same' else 'update' end,
      'label', coalesce(j.title, ''),
      'changes', j.changes,
      'problems', case when j.problem is null then '[]'::jsonb
        else jsonb_build_array(jsonb_build_object('field', j.problem ->> 0, 'message', j.problem ->> 1)) end)
      order by j.line)
    from jsonb_to_recordset(validated) j (
      line int, product_id uuid, title text, changes jsonb, problem jsonb)), '[]');
end;
$$;
comment on function office.import_products(jsonb, boolean) is
  'Validates rows of a file of products, [{line, id?, title?, price?, category?, availability?, sizes?, colors?, description?, status?, composition?, care?, fit?, origin?, delivery?, version?}], and unless it is dry and unless one row is wrong changes and creates them. A row with an id changes that product; what it leaves out stays. Returns [{row, action, label, changes, problems}]. Error (in detail): not_an_administrator.';

drop function office.list_admin_products(int, int, text, text, uuid, boolean, public.availability, boolean);
drop function office.list_product_ids(int, text, text, uuid, boolean, public.availability, boolean);
drop function private.find_admin_products(int, int, text, text, uuid, boolean, public.availability, boolean);
drop function private.filter_products(int, int, text, uuid, boolean, public.availability, boolean, text[], tsquery[], uuid[]);

create or replace function private.search_product_table(p_query text, p_page int, p_size int, out ids uuid[], out total bigint, out total_is_least boolean)
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
    and (p_among is null or it.id = any (p_among))
    and (not searched or (it.search @@ p_lexemes[1] or it.search_words like '%' || p_words[1] || '%')
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
      and (p_among is null or it.id = any (p_among))
      and (not searched or (it.search @@ p_lexemes[1] or it.search_words like '%' || p_words[1] || '%')
        and not exists (select from unnest(p_words, p_lexemes) t (word, lexeme)
          where not it.search @@ t.lexeme and strpos(it.search_words, t.word) = 0))
    order by
      case when p_sort = 'created-asc' then it.created_at end,
      case when p_sort = 'title-asc' then lower(it.title) end,
      case when p_sort = 'title-desc' then lower(it.title) end desc,
      case when p_sort = 'price-asc' then it.price end,
      case when p_sort = 'price-desc' then it.price end desc,
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
  'One page of the products that all of these fit, and how many there are: words with their lexemes, and ids, best first, may be null';

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
begin
  total_is_least := false;
  if searched then
    select array_agg(t.word order by length(t.word) desc, t.word),
        array_agg(t.lexeme order by length(t.word) desc, t.word)
      into words, lexemes from private.search_terms(p_query) t;
    if words is null then
      return;
    end if;
  end if;
  if searched and sorting = '' and p_category is null and not p_without_category
    and p_availability is null and not p_without_pictures and p_status is null then
    select f.ids, f.total, f.total_is_least into ids, total, total_is_least
      from private.search_product_table(p_query, p_page, p_size) f;
    return;
  end if;
  select f.ids, f.total into ids, total from private.filter_products(p_page, p_size, sorting, p_category,
    p_without_category, p_availability, p_without_pictures, p_status, words, lexemes, null) f;
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
  created_at timestamptz, updated_at timestamptz, status public.product_status, total bigint, total_is_least boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select p.id, p.title, p.description, p.price, p.images, p.category_id, c.name, p.availability,
      p.sizes, p.colors, p.created_at, p.updated_at, p.status, page.total, page.total_is_least
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
