-- Carts. Lines are added by add_to_cart; prices are always those of the catalogue.

create table public.cart_items (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users on delete cascade,
  product_id uuid not null references public.products on delete cascade,
  quantity int not null check (quantity between 1 and 999),
  size text check (size <> '' and length(size) <= 100),
  color text check (color <> '' and length(color) <= 100),
  created_at timestamptz not null default public.clock(),
  unique nulls not distinct (user_id, product_id, size, color)
);
comment on table public.cart_items is 'Lines of the customers'' carts; a line is a product in one size and colour';
comment on column public.cart_items.id is 'Identifies the line';
comment on column public.cart_items.user_id is 'The customer whose cart it is';
comment on column public.cart_items.product_id is 'The product; a deleted product leaves the carts';
comment on column public.cart_items.quantity is 'How many pieces, 1 to 999';
comment on column public.cart_items.size is 'Chosen size; empty when none was chosen';
comment on column public.cart_items.color is 'Chosen colour; empty when none was chosen';
comment on column public.cart_items.created_at is 'When the line was put into the cart';

create index cart_items_product_id_idx on public.cart_items (product_id);
create index cart_items_user_created_idx on public.cart_items (user_id, created_at, id);

-- A cart takes as many lines as an order does: one with more could not be checked out.
create function public.add_to_cart(
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
  perform private.require_shopper();
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
comment on function public.add_to_cart(uuid, int, text, text, interval) is
  'Adds a product to the cart of the signed-in customer, which holds at most 200 lines, and returns the cart as read_cart does. Errors (in detail): not_a_customer, unknown_product, out_of_stock, bad_quantity, cart_full.';
grant execute on function public.add_to_cart(uuid, int, text, text, interval) to authenticated;

-- What an unpaid order of the customer holds is there for the customer.
create function private.free_pieces(p_variant public.product_variants, p_customer uuid) returns int
language plpgsql stable set search_path = '' as $$
begin
  return p_variant.on_hand - p_variant.held + (
    select coalesce(sum(h.quantity), 0) from public.stock_holds h join public.orders o on o.id = h.order_id
    where h.variant_id = p_variant.id and h.expires_at is not null and o.user_id = p_customer and o.status = 'Pending');
end;
$$;
comment on function private.free_pieces(public.product_variants, uuid) is 'How many pieces of a variant a customer can order';

create function private.pieces_left(p_variant public.product_variants, p_customer uuid) returns int
language plpgsql stable security definer set search_path = '' as $$
declare
  free constant int := private.free_pieces(p_variant, p_customer);
begin
  return case when (private.company_of(p_customer)).id is not null or private.stock_level(p_variant.policy, free) <> 'in' then greatest(free, 0) end;
end;
$$;
comment on function private.pieces_left(public.product_variants, uuid) is
  'How many pieces of a variant are left, for a customer who wants more; null where there are not few, which only companies are told';

create function private.cart_variants(
  p_product public.products, p_customer uuid, p_list public.price_lists, p_off jsonb, p_quantity int, p_size text, p_color text
) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if not exists (select from public.product_variants v
    where v.product_id = p_product.id and (v.policy <> 'untracked' or v.price_delta <> 0))
    and not exists (select from public.price_list_items i where i.price_list_id = p_list.id and i.product_id = p_product.id and i.variant_id is not null) then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('size', v.size, 'color', v.color, 'sku', v.sku, 'price', private.price_for(p_off, p_product.tax_class, private.unit_price(p_list, p_product, v, p_quantity)),
      'level', case when v.policy = 'deny' then private.stock_level(v.policy, private.free_pieces(v, p_customer))
        when v.policy = 'untracked' and p_product.availability <> 'InStock' then 'out' else 'in' end) order by v.sku), '[]')
    from public.product_variants v where v.product_id = p_product.id and v.archived_at is null
      -- A line changes its size or its colour: a cart of a whole grid does not carry the grid in each line.
      and (p_size is null or p_color is null or v.size is null or v.color is null or v.size = p_size or v.color = p_color));
end;
$$;
comment on function private.cart_variants(public.products, uuid, public.price_lists, jsonb, int, text, text) is
  'The variants of a product with the size or the color of a line, in a cart with so many pieces of it, as those of read_product; none where no stock is counted and all cost the same';

create function private.cart_lines(p_user uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  list constant public.price_lists := private.price_list_of(p_user);
  tax_off constant jsonb := private.tax_off(p_user);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'quantity', c.quantity, 'size', c.size, 'color', c.color, 'sku', v.sku,
        'enough', e.enough, 'left', case when not e.enough then private.pieces_left(v, p_user) end,
        'product', jsonb_build_object(
          'id', p.id, 'title', p.title, 'price', private.price_for(tax_off, p.tax_class, private.choice_price(list, p, c.size, c.color, c.of_product)), 'images', p.images,
          'sizes', p.sizes, 'colors', p.colors, 'variants', private.cart_variants(p, p_user, list, tax_off, c.of_product, c.size, c.color),
          'availability', private.availability_of(p, c.size, c.color), 'published', p.status = 'published')) order by c.created_at, c.id), '[]')
    from (
      select i.*, (sum(i.quantity) over (partition by i.product_id))::int as of_product from public.cart_items i where i.user_id = p_user) c
    join public.products p on p.id = c.product_id
    left join public.product_variants v
      on v.product_id = p.id and v.size is not distinct from c.size and v.color is not distinct from c.color and v.archived_at is null
    cross join lateral (select case v.policy when 'deny' then private.free_pieces(v, p_user) >= c.quantity else true end as enough) e);
end;
$$;
comment on function private.cart_lines(uuid) is
  'Lines of a cart in the order in which they were added, each with its SKU, null where size or colour is not chosen, its product, the sizes and colours to choose from, whether there are enough pieces, and how many are left where not; prices in the currency of the shop';

create function public.read_cart(p_grace interval default '30 minutes') returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_shopper();
  perform private.resume_cart(p_grace);
  return private.cart_lines(auth.uid());
end;
$$;
comment on function public.read_cart(interval) is
  'The cart of the signed-in customer, as [{id, quantity, size, color, product}]; cancels a departure. Error (in detail): not_a_customer.';
grant execute on function public.read_cart(interval) to authenticated;

create function public.clear_cart() returns int
language plpgsql security definer set search_path = '' as $$
declare
  deleted int;
begin
  perform private.require_shopper();
  delete from public.cart_items where user_id = auth.uid();
  get diagnostics deleted = row_count;
  return deleted;
end;
$$;
comment on function public.clear_cart() is
  'Empties the cart of the signed-in customer; how many lines it had. Error (in detail): not_a_customer.';
grant execute on function public.clear_cart() to authenticated;

alter table public.cart_items enable row level security;
create policy cart_items_nobody on public.cart_items for all to anon, authenticated
  using (false) with check (false);
