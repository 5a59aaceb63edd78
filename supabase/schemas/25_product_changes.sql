-- Changes of many products at once.

-- Locked in the order of their ids, so that two administrators never wait for each other in a circle.
create function private.lock_products(p_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wanted int := (select count(distinct i) from unnest(p_ids) i);
  there int;
begin
  perform private.require_admin();
  select count(*) into there from (
    select 1 from public.products where id = any (p_ids) order by id for update) locked;
  if there < wanted then
    raise exception '% of these products no longer exist. Nothing was changed.', wanted - there
      using errcode = 'P0001', detail = 'unknown_product';
  end if;
end;
$$;
comment on function private.lock_products(uuid[]) is 'Refuses anybody but administrators, and lists with products that do not exist';

create function office.set_products_availability(p_ids uuid[], p_availability public.availability)
returns int
language plpgsql security definer set search_path = '' as $$
declare
  changed int;
begin
  perform private.lock_products(p_ids);
  update public.products set availability = p_availability where id = any (p_ids);
  get diagnostics changed = row_count;
  return changed;
end;
$$;
comment on function office.set_products_availability(uuid[], public.availability) is
  'Makes products available or not and gives their number. Errors (in detail): not_an_administrator, unknown_product.';
grant execute on function office.set_products_availability(uuid[], public.availability) to authenticated;

create function office.move_products(p_ids uuid[], p_category uuid) returns int
language plpgsql security definer set search_path = '' as $$
declare
  changed int;
begin
  perform private.lock_products(p_ids);
  perform 1 from public.categories where id = p_category for key share;
  if not found then
    raise exception 'This category does not exist. Nothing was changed.'
      using errcode = 'P0001', detail = 'unknown_category';
  end if;
  update public.products set category_id = p_category where id = any (p_ids);
  get diagnostics changed = row_count;
  return changed;
end;
$$;
comment on function office.move_products(uuid[], uuid) is
  'Puts products into a category and gives their number. Errors (in detail): not_an_administrator, unknown_product, unknown_category.';
grant execute on function office.move_products(uuid[], uuid) to authenticated;

create function office.change_product_prices(p_ids uuid[], p_percent numeric) returns int
language plpgsql security definer set search_path = '' as $$
declare
  changed int;
  dear text;
begin
  perform private.lock_products(p_ids);
  if p_percent is null or p_percent < -100 or p_percent > 1000 then
    raise exception 'The percentage must be between -100 and 1000.'
      using errcode = 'P0001', detail = 'bad_percent';
  end if;
  select title into dear from public.products
    where id = any (p_ids) and round(price * (100 + p_percent) / 100, 2) >= 1000000
    order by price desc, id limit 1;
  if found then
    raise exception '% would cost too much. Nothing was changed.', dear
      using errcode = 'P0001', detail = 'price_too_high';
  end if;
  update public.products set price = round(price * (100 + p_percent) / 100, 2) where id = any (p_ids);
  get diagnostics changed = row_count;
  return changed;
end;
$$;
comment on function office.change_product_prices(uuid[], numeric) is
  'Changes prices by a percentage, rounded to the cent, and gives the number of products. Errors (in detail): not_an_administrator, unknown_product, bad_percent, price_too_high.';
grant execute on function office.change_product_prices(uuid[], numeric) to authenticated;

create function office.delete_products(p_ids uuid[]) returns setof uuid
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_products(p_ids);
  delete from public.products where id = any (p_ids);
  return query select t.id from public.trash t
    where t.record_id = any (p_ids) and t.kind = 'products' and t.deleted_at = now();
end;
$$;
comment on function office.delete_products(uuid[]) is
  'Deletes products and gives what restore_trash undoes it with. Errors (in detail): not_an_administrator, unknown_product.';
grant execute on function office.delete_products(uuid[]) to authenticated;

create function office.update_product(
  p_id uuid, p_title text default null, p_description text default null, p_price numeric default null,
  p_category uuid default null, p_availability public.availability default null,
  p_sizes text[] default null, p_colors text[] default null, p_known timestamptz default null
) returns json
language plpgsql security invoker set search_path = '' as $$
begin
  if not public.is_admin() then
    raise exception 'Only administrators may do this.'
      using errcode = 'P0001', detail = 'not_an_administrator';
  end if;
  update public.products p set
    title = coalesce(p_title, p.title),
    description = coalesce(p_description, p.description),
    price = coalesce(p_price, p.price),
    category_id = coalesce(p_category, p.category_id),
    availability = coalesce(p_availability, p.availability),
    sizes = coalesce(p_sizes, p.sizes),
    colors = coalesce(p_colors, p.colors)
  where p.id = p_id and (p_known is null or p.updated_at = p_known);
  if not found and exists (select from public.products p where p.id = p_id) then
    raise exception 'Somebody else changed this product in the meantime. Nothing was saved.'
      using errcode = 'P0001', detail = 'changed_meanwhile';
  end if;
  return public.read_product(p_id);
end;
$$;
comment on function office.update_product(uuid, text, text, numeric, uuid, public.availability, text[], text[], timestamptz) is
  'Changes the given fields of a product and returns it as read_product does; null when there is none. p_known is the updated_at that the caller has seen. Errors (in detail): not_an_administrator, changed_meanwhile.';
grant execute on function office.update_product(uuid, text, text, numeric, uuid, public.availability, text[], text[], timestamptz) to authenticated;

create function office.arrange_product_images(
  p_id uuid, p_images text[], p_known timestamptz default null
) returns json
language plpgsql security invoker set search_path = '' as $$
declare
  before public.products;
  wrong int;
begin
  if not public.is_admin() then
    raise exception 'Only administrators may do this.'
      using errcode = 'P0001', detail = 'not_an_administrator';
  end if;
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
      using errcode = 'P0001', detail = 'changed_meanwhile';
  end if;
  update public.products p set images = p_images where p.id = p_id;
  return json_build_object(
    'product', public.read_product(p_id),
    'removed', array(select path from unnest(before.images) path where path <> all (p_images)));
end;
$$;
comment on function office.arrange_product_images(uuid, text[], timestamptz) is
  'Keeps these pictures of a product, in this order, and returns {product, removed}; {wrong}, the place from 0, for a path that is not one of them or is repeated; null when there is no product. Errors (in detail): not_an_administrator, changed_meanwhile.';
grant execute on function office.arrange_product_images(uuid, text[], timestamptz) to authenticated;
