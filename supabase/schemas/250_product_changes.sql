-- Changes of many products at once.

-- Locked in the order of their ids, so that two administrators never deadlock.
create function private.lock_products(p_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  requested int := (select count(distinct i) from unnest(p_ids) i);
  existing int;
begin
  perform private.require_admin();
  select count(*) into existing from (
    select 1 from public.products where id = any (p_ids) order by id for no key update) locked;
  if existing < requested then
    raise exception '% of these products no longer exist. Nothing was changed.', requested - existing
      using detail = 'unknown_product';
  end if;
  return existing;
end;
$$;
comment on function private.lock_products(uuid[]) is
  'Locks products and returns their number; refuses anybody but administrators, and lists with products that do not exist';

create function office.change_products(
  p_ids uuid[], p_availability public.availability default null, p_status public.product_status default null,
  p_category uuid default null
) returns int
language plpgsql security definer set search_path = '' as $$
declare
  changed constant int := private.lock_products(p_ids);
begin
  perform 1 from public.categories where id = p_category for key share;
  if p_category is not null and not found then
    raise exception 'This category does not exist. Nothing was changed.' using detail = 'unknown_category';
  end if;
  update public.products set availability = coalesce(p_availability, availability), status = coalesce(p_status, status),
    category_id = coalesce(p_category, category_id) where id = any (p_ids);
  return changed;
end;
$$;
comment on function office.change_products(uuid[], public.availability, public.product_status, uuid) is
  'Makes products available or not, publishes them or makes drafts of them, or puts them into a category, and returns their number. Errors (in detail): not_an_administrator, unknown_product, unknown_category.';

create function private.new_prices(p_ids uuid[], p_percent numeric, p_amount numeric)
returns table (product public.products, new_price numeric)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_products(p_ids);
  if num_nonnulls(p_percent, p_amount) <> 1 or p_percent < -100 or p_percent > 1000 then
    raise exception 'The percentage must be between -100 and 1000.' using detail = 'bad_percent';
  end if;
  return query
    select p, coalesce(private.rounded(p.price * (100 + p_percent) / 100), p.price + p_amount)
    from public.products p where p.id = any (p_ids) order by lower(p.title), p.id;
end;
$$;
comment on function private.new_prices(uuid[], numeric, numeric) is
  'Locks products and returns what a percentage, rounded to the smallest unit, or an amount would make of their prices';

create function private.check_new_price(p_product public.products, p_price numeric) returns numeric
language plpgsql stable set search_path = '' as $$
begin
  if p_price >= 1000000000 then
    raise exception '% would cost too much. Nothing was changed.', p_product.title using detail = 'price_too_high';
  end if;
  if p_price < 0 then
    raise exception '% would cost less than nothing. Nothing was changed.', p_product.title using detail = 'price_too_low';
  end if;
  if p_price >= p_product.compare_at_price then
    raise exception '% is on sale and would cost no less than its compare-at price. Nothing was changed.', p_product.title
      using detail = 'price_too_high';
  end if;
  return p_price;
end;
$$;
comment on function private.check_new_price(public.products, numeric) is 'The price, or an error that names the product that it does not suit';

create function office.preview_product_prices(p_ids uuid[], p_percent numeric default null, p_amount numeric default null)
returns table (id uuid, title text, price numeric, new_price numeric)
language plpgsql security definer set search_path = '' as $$
begin
  return query
    select (n.product).id, (n.product).title, (n.product).price, private.check_new_price(n.product, n.new_price)
    from private.new_prices(p_ids, p_percent, p_amount) n;
end;
$$;
comment on function office.preview_product_prices(uuid[], numeric, numeric) is
  'The prices that change_product_prices would make, by title. Errors (in detail) as there.';

create function office.change_product_prices(p_ids uuid[], p_percent numeric default null, p_amount numeric default null)
returns int
language plpgsql security definer set search_path = '' as $$
declare
  changed int;
begin
  update public.products p set price = private.check_new_price(n.product, n.new_price)
    from private.new_prices(p_ids, p_percent, p_amount) n where (n.product).id = p.id;
  get diagnostics changed = row_count;
  return changed;
end;
$$;
comment on function office.change_product_prices(uuid[], numeric, numeric) is
  'Changes prices either by a percentage, rounded to the smallest unit, or by an amount, and returns the number of products. Errors (in detail): not_an_administrator, unknown_product, bad_percent, price_too_high, price_too_low.';

create function office.set_product_prices(p_prices jsonb) returns int
language plpgsql security definer set search_path = '' as $$
declare
  requested constant int := private.lock_products(
    array(select (e ->> 'id')::uuid from jsonb_array_elements(p_prices) e));
  changed int;
begin
  update public.products p set price = private.check_new_price(p, n.new_price)
    from jsonb_to_recordset(p_prices) n (id uuid, price numeric, new_price numeric)
    where p.id = n.id and p.price = n.price;
  get diagnostics changed = row_count;
  if changed < requested then
    raise exception 'Somebody else changed one of these prices in the meantime. Nothing was changed.'
      using detail = 'changed_meanwhile';
  end if;
  return changed;
end;
$$;
comment on function office.set_product_prices(jsonb) is
  'Changes the prices of products, [{id, price, new_price}], that still cost price, or none of them, and returns their number. Errors (in detail): not_an_administrator, unknown_product, changed_meanwhile, price_too_high, price_too_low.';

create function office.delete_products(p_ids uuid[]) returns setof uuid
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_variants(array(select v.id from public.product_variants v where v.product_id = any (p_ids)));
  perform private.lock_products(p_ids);
  delete from public.products where id = any (p_ids);
  return query select t.id from public.trash t
    where t.record_id = any (p_ids) and t.kind = 'products' and t.deleted_at = public.clock();
end;
$$;
comment on function office.delete_products(uuid[]) is
  'Deletes products and returns the ids that restore_trash takes. Errors (in detail): not_an_administrator, unknown_product.';

create function office.update_product(
  p_id uuid, p_title text default null, p_description text default null, p_price numeric default null,
  p_category uuid default null, p_availability public.availability default null,
  p_sizes text[] default null, p_colors text[] default null, p_known timestamptz default null,
  p_status public.product_status default null, p_composition text default null, p_care text default null,
  p_fit text default null, p_origin text default null, p_delivery text default null, p_compare_at_price numeric default null,
  p_weight int default null, p_tax_class public.tax_class default null, p_length int default null, p_drop_variants boolean default false,
  p_description_document jsonb default null
) returns json
language plpgsql security definer set search_path = '' as $$
declare
  lost text[];
begin
  perform private.require_admin();
  if num_nonnulls(p_sizes, p_colors) > 0 then
    -- Edits queue here, so that each one also locks the variants that the one before has added.
    perform pg_advisory_xact_lock(hashtextextended('sizes ' || p_id, 0));
    perform private.lock_variants(array(select v.id from public.product_variants v where v.product_id = p_id));
    select private.lost_variants(p.id, coalesce(p_sizes, p.sizes), coalesce(p_colors, p.colors)) into lost
      from public.products p where p.id = p_id and not p_drop_variants;
    if lost is not null then
      raise exception 'No longer for sale would be: %.', array_to_string(lost[:20], '; ') using detail = 'variants_lost';
    end if;
  end if;
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
    delivery = coalesce(p_delivery, p.delivery),
    compare_at_price = nullif(coalesce(p_compare_at_price, p.compare_at_price), 0),
    weight = coalesce(p_weight, p.weight),
    tax_class = coalesce(p_tax_class, p.tax_class),
    length = coalesce(p_length, p.length),
    description_document = nullif(coalesce(p_description_document, p.description_document), 'null')
  where p.id = p_id and (p_known is null or p.updated_at = p_known);
  if not found and exists (select from public.products p where p.id = p_id) then
    raise exception 'Somebody else changed this product in the meantime. Nothing was saved.'
      using detail = 'changed_meanwhile';
  end if;
  return public.read_product(p_id);
end;
$$;
comment on function office.update_product(uuid, text, text, numeric, uuid, public.availability, text[], text[], timestamptz, public.product_status, text, text, text, text, text, numeric, int, public.tax_class, int, boolean, jsonb) is
  'Changes the given fields of a product and returns it as read_product does; null when there is none. A compare-at price of 0 ends the sale; null as JSON makes the description plain text. p_known is the updated_at that the caller has seen; p_drop_variants says that sizes and colours with stock, barcode or prices of their own may go. Errors (in detail): not_an_administrator, variants_lost, changed_meanwhile.';

create function office.arrange_product_images(
  p_id uuid, p_images text[], p_known timestamptz default null
) returns json
language plpgsql security definer set search_path = '' as $$
declare
  before public.products;
  wrong int;
begin
  perform private.require_admin();
  select * into before from public.products p where p.id = p_id for update;
  if not found then
    return null;
  end if;
  select min(i.place) - 1 into wrong
  from unnest(p_images) with ordinality i (path, place)
  where i.path is null or i.path <> all (before.images)
    or array_position(p_images, i.path) < i.place;
  if wrong is not null then
    return json_build_object('wrong', wrong);
  end if;
  if before.updated_at <> p_known then
    raise exception 'Somebody else changed this product in the meantime. Nothing was saved.'
      using detail = 'changed_meanwhile';
  end if;
  update public.products p set images = p_images where p.id = p_id;
  return json_build_object(
    'product', public.read_product(p_id),
    'removed', array(select path from unnest(before.images) path where path <> all (p_images)));
end;
$$;
comment on function office.arrange_product_images(uuid, text[], timestamptz) is
  'Keeps these pictures of a product, in this order, and returns {product, removed}; {wrong}, the place from 0, for a path that is not one of them or is repeated; null when there is no product. Errors (in detail): not_an_administrator, changed_meanwhile.';

create function office.rename_product_image(p_id uuid, p_from text, p_to text, p_known timestamptz default null) returns json
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update public.products p set images = array_replace(p.images, p_from, p_to)
    where p.id = p_id and p_from = any (p.images) and (p_known is null or p.updated_at = p_known);
  if not found and exists (select from public.products p where p.id = p_id) then
    raise exception 'Somebody else changed this product in the meantime. Nothing was saved.'
      using detail = 'changed_meanwhile';
  end if;
  return public.read_product(p_id);
end;
$$;
comment on function office.rename_product_image(uuid, text, text, timestamptz) is
  'Replaces the path of one of a product''s pictures in its place and returns the product as read_product does; null when there is none. p_known is the updated_at that the caller has seen. Errors (in detail): not_an_administrator, changed_meanwhile.';

create function office.renamed_colors(p_before jsonb)
returns table (id uuid, images text[], color_before text, color_after text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select p.id, p.images, r.before, r.after
    from jsonb_to_recordset(p_before) b (id uuid, colors text[]) join public.products p on p.id = b.id
    cross join lateral private.renamed_words(b.colors, p.colors) r where r.before <> '' and r.after <> '';
end;
$$;
comment on function office.renamed_colors(jsonb) is
  'Which colours of products, [{id, colors}] as they were, are called otherwise now, with the paths of the pictures of these products. Error (in detail): not_an_administrator.';
