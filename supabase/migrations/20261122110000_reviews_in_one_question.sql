-- The reviews that a page of a product shows, with the rating of all, in one question instead of two or three.

create function public.list_reviews(
  p_product uuid, p_limit int default 24, p_after_value timestamptz default null, p_after_id uuid default null,
  p_rated boolean default false
) returns json
language plpgsql stable security invoker set search_path = '' as $$
declare
  found json;
begin
  -- The plain bound is what the index is entered by, so late pages cost no more than the first. The API never asks for more than 5,001.
  select json_agg(t) into found from (
    select r.id, r.rating, r.comment, r.firstname, r.lastname, r.created_at
    from public.reviews r
    where r.product_id = p_product and r.created_at <= coalesce(p_after_value, 'infinity')
      and (p_after_id is null or r.created_at < p_after_value or r.id > p_after_id)
    order by r.created_at desc, r.id limit least(greatest(p_limit, 0), 5001)) t;
  if found is null and not exists (select 1 from public.products where id = p_product) then
    return null;
  end if;
  return json_build_object('rows', coalesce(found, '[]'), 'rating', case when p_rated then (
    select json_build_object('count', r.reviews, 'average', coalesce(r.average, 0))
    from public.product_rating(p_product) r) end);
end;
$$;
comment on function public.list_reviews(uuid, int, timestamptz, uuid, boolean) is
  'Reviews of a product, newest first, from the beginning or behind a row: {rows, rating: {count, average}}; rating, of all of them, only when rated; null when there is no such product';

revoke execute on function public.list_reviews(uuid, int, timestamptz, uuid, boolean) from public, anon, authenticated;
grant execute on function public.list_reviews(uuid, int, timestamptz, uuid, boolean) to anon, authenticated, service_role;
