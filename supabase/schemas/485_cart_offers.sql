-- What items would cost, before there is a cart: for links that fill one, and for assistants that shop.

create function public.offer_lines(p_lines jsonb, p_country text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  most_lines constant int := 50;
  place constant text := nullif(btrim(p_country), '');
  batch jsonb;
  goods jsonb;
  price jsonb;
begin
  if jsonb_typeof(p_lines) is distinct from 'array' or jsonb_array_length(p_lines) not between 1 and most_lines then
    raise exception 'From 1 to % items can be offered.', most_lines using detail = 'validation_failed';
  end if;
  batch := (select jsonb_agg(b order by b.n) from private.cart_batch(p_lines, null) b);
  goods := (
    select coalesce(jsonb_agg(jsonb_build_object('product', b -> 'product_id', 'size', b -> 'size', 'color', b -> 'color', 'quantity', b -> 'quantity')
      order by b -> 'n'), '[]')
    from jsonb_array_elements(batch) b where b ->> 'code' is null);
  if goods <> '[]' then
    price := private.price_order(private.price_lines(goods, null, place), coalesce(place, ''), null, null, null);
  end if;
  return jsonb_build_object('lines', (
      select jsonb_agg(jsonb_build_object('sku', upper(btrim(l ->> 'sku')), 'quantity', l -> 'quantity', 'size', b -> 'size', 'color', b -> 'color',
        'problem', coalesce(b ->> 'message', ''), 'price', p.price + v.price_delta,
        'product', case when p.id is not null then jsonb_build_object('id', p.id, 'title', p.title, 'images', p.images) end) order by b -> 'n')
      from jsonb_array_elements(batch) b
      join jsonb_array_elements(p_lines) with ordinality line (l, place) on line.place - 1 = (b ->> 'n')::int
      left join public.products p on p.id = (b ->> 'product_id')::uuid
      left join public.product_variants v on v.product_id = p.id and v.archived_at is null
        and v.size is not distinct from b ->> 'size' and v.color is not distinct from b ->> 'color'),
    'goods', coalesce(price -> 'goods', '0'),
    'delivery', case when place is not null then price - 'lines' || jsonb_build_object('country', private.country_code(place)) end);
end;
$$;
comment on function public.offer_lines(jsonb, text) is
  'What up to 50 items, [{sku, quantity}], cost a visitor now, in the currency of the shop, without any cart: {lines: [{sku, quantity, size, color, problem: why it cannot be had, else empty, price of a piece, product: {id, title, images} or null}], goods: of those without a problem, delivery: as price_order has them when they are sent to a country, with its code; null without one, and where there is nothing to send}. Error (in detail): validation_failed.';
grant execute on function public.offer_lines(jsonb, text) to anon, authenticated;
