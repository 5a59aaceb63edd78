-- What programs of other companies read to advertise the goods.

-- By their ids, which stay as they are while a feed is read. At most 200 at once.
create function public.list_feed_products(p_after uuid default null, p_limit int default 200) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return json_build_object('country', private.home_country(), 'rows', (
    select coalesce(json_agg(t order by t.id), '[]') from (
      select d.id, d.title, d.description, d.price, d.compare_at_price, d.images, d.category, p.composition, p.delivery, p.weight,
        private.product_facts(p.id) as custom_fields, private.shown_variants(p) as variants,
        private.shipping_offers(p.lowest_price, p.weight) as shipping
      from public.product_details d join public.products p on p.id = d.id
      where d.status = 'published' and (p_after is null or d.id > p_after)
      order by d.id limit least(greatest(p_limit, 0), 200)) t));
end;
$$;
comment on function public.list_feed_products(uuid, int) is
  'A page of the published products for feeds, after the one with this id: {country: code of the home country or null, rows: products with category, facts, custom fields that are shown, variants (as private.shown_variants) and shipping (as private.shipping_offers)}';
grant execute on function public.list_feed_products(uuid, int) to anon, authenticated;
