-- Products to recommend: random ones for the home page, related ones for a product page.

-- A random place per row, so that a few index look-ups find random rows in a table of any size.
alter table public.products add column shuffle double precision not null default random();
create index products_shuffle_idx on public.products (shuffle);
comment on column public.products.shuffle is 'Random number by which random products are picked; means nothing else';

create function public.random_products(p_limit int default 8) returns setof public.products
language sql volatile security invoker set search_path = '' as $$
  with
  wanted as (select least(greatest(coalesce(p_limit, 8), 0), 100) as n),
  places as materialized (
    select random() as place from generate_series(1, (select n * 3 from wanted))),
  picked as materialized (
    select distinct found.id from places cross join lateral (
      select p.id from public.products p where p.shuffle >= places.place
      order by p.shuffle limit 1) found),
  -- A small shop has fewer rows than places were tried: fill up from the beginning.
  filled as materialized (
    select id from picked
    union
    (select p.id from public.products p order by p.shuffle limit (select n * 2 from wanted)))
  select p.* from (
    select f.id, f.id in (select id from picked) as was_picked from filled f
    order by was_picked desc, random() limit (select n from wanted)) chosen
  join public.products p on p.id = chosen.id
  order by random();
$$;
comment on function public.random_products(int) is 'Random products, others at each call';

create function public.related_products(p_product uuid, p_limit int default 4)
returns setof public.products
language sql stable security invoker set search_path = '' as $$
  select p.* from public.products p
  where p.category_id = (select category_id from public.products where id = p_product)
    and p.id <> p_product
  order by p.created_at desc, p.id
  limit least(greatest(coalesce(p_limit, 4), 0), 100);
$$;
comment on function public.related_products(uuid, int) is
  'Other products of the same category, newest first';

revoke execute on function public.random_products(int), public.related_products(uuid, int)
  from public, anon, authenticated;
grant execute on function public.random_products(int), public.related_products(uuid, int)
  to anon, authenticated, service_role;
