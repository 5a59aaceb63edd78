-- The stars of a product without reading every review.

create function public.product_rating(p_product_id uuid)
returns table (reviews int, average numeric)
language sql stable security invoker set search_path = '' as $$
  select count(*)::int, round(avg(r.rating), 2)
  from public.reviews r where r.product_id = p_product_id;
$$;
comment on function public.product_rating(uuid) is
  'How many reviews a product has and their average rating; null without reviews';
revoke execute on function public.product_rating(uuid) from public, anon, authenticated;
grant execute on function public.product_rating(uuid) to anon, authenticated;
