-- Orders of the same products in different sizes, placed, changed or paid at the same time, no longer stop each other; nor do two
-- edits of sizes and stock that arrives.

drop function private.lock_variants(uuid[]);
create function private.lock_variants(p_ids uuid[], p_taken int default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.product_variants where id = any (p_ids) order by id for no key update;
  perform 1 from public.products p where p.id in (
    select v.product_id from public.product_variants v where v.id = any (p_ids) and (p_taken is null
      or v.policy = 'deny' and v.on_hand - v.held - p_taken <= private.shop_setting('few_left')::int)) order by p.id for no key update;
end;
$$;
comment on function private.lock_variants(uuid[], int) is 'Locks variants against changes of their stock, and the products that would change with it';

create or replace function office.update_product(
  p_id uuid, p_title text default null, p_description text default null, p_price numeric default null,
  p_category uuid default null, p_availability public.availability default null,
  p_sizes text[] default null, p_colors text[] default null, p_known timestamptz default null,
  p_status public.product_status default null, p_composition text default null, p_care text default null,
  p_fit text default null, p_origin text default null, p_delivery text default null, p_compare_at_price numeric default null,
  p_weight int default null, p_tax_class public.tax_class default null, p_length int default null, p_drop_variants boolean default false
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
    length = coalesce(p_length, p.length)
  where p.id = p_id and (p_known is null or p.updated_at = p_known);
  if not found and exists (select from public.products p where p.id = p_id) then
    raise exception 'Somebody else changed this product in the meantime. Nothing was saved.'
      using detail = 'changed_meanwhile';
  end if;
  return public.read_product(p_id);
end;
$$;

create or replace function private.hold_stock(p_order public.orders, p_until timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant jsonb := (select jsonb_object_agg(w.variant, w.quantity) from private.pieces_to_hold(p_order.id) w);
  earlier uuid[];
  same int;
  short text;
begin
  if wanted is null then
    return null;
  end if;
  -- An unpaid order of the same customer must not block this one.
  earlier := array(
    select h.order_id from public.stock_holds h join public.orders o on o.id = h.order_id
    where h.order_id = p_order.id
      or (p_until is not null or p_order.status = 'OnTerms' or p_order.total_price = 0) and o.user_id = p_order.user_id and o.status = 'Pending' and h.expires_at is not null);
  perform private.lock_variants(array(
    select k::uuid from jsonb_object_keys(wanted) k
    union select h.variant_id from public.stock_holds h where h.order_id = any (earlier)), (select max(w.value::int) from jsonb_each_text(wanted) w));
  update public.stock_holds h set expires_at = p_until
    where h.order_id = p_order.id and wanted @> jsonb_build_object(h.variant_id, h.quantity);
  get diagnostics same = row_count;
  if same = (select count(*) from jsonb_object_keys(wanted)) then
    return null;
  end if;
  -- Holds of orders that were paid in the meantime stay.
  if earlier <> '{}' then
    delete from public.stock_holds h
      where h.order_id = any (earlier) and (h.order_id = p_order.id or h.expires_at is not null);
  end if;
  select p.title into short
    from jsonb_each_text(wanted) w
    join public.product_variants v on v.id = w.key::uuid join public.products p on p.id = v.product_id
    where v.policy = 'deny' and v.on_hand - v.held < w.value::int limit 1;
  if not found then
    insert into public.stock_holds (order_id, variant_id, quantity, expires_at)
    select p_order.id, w.key::uuid, w.value::int, p_until from jsonb_each_text(wanted) w;
  end if;
  return short;
end;
$$;

create or replace function private.end_holds_of(p_orders uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_variants(array(select variant_id from public.stock_holds where order_id = any (p_orders)), 0);
  delete from public.stock_holds where order_id = any (p_orders);
end;
$$;

create or replace function public.release_expired_holds() returns int
language plpgsql security definer set search_path = '' as $$
declare
  due constant uuid[] := array(
    select h.order_id from public.stock_holds h where h.expires_at < now() order by h.expires_at limit 1000);
  released int;
begin
  perform private.lock_variants(array(select h.variant_id from public.stock_holds h where h.order_id = any (due)), 0);
  -- Holds of orders that were paid in the meantime stay.
  delete from public.stock_holds h where h.order_id = any (due) and h.expires_at < now();
  get diagnostics released = row_count;
  perform private.end_expired_voucher_uses();
  perform private.end_exchanges();
  return released;
end;
$$;

create or replace function private.end_holds_of_refund(p_refund uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  freed record;
  kept int;
begin
  perform private.lock_variants(array(
    select h.variant_id from public.stock_holds h join public.refunds r on r.order_id = h.order_id where r.id = p_refund), 0);
  for freed in
    select i.order_id, v.id as variant, sum(l.not_to_send)::int as quantity
    from public.refund_lines l join public.order_items i on i.id = l.order_item_id
    join public.product_variants v on v.id = i.variant_id
    where l.refund_id = p_refund and l.not_to_send > 0 group by 1, 2
  loop
    delete from public.stock_holds h where h.order_id = freed.order_id and h.variant_id = freed.variant
      returning h.quantity into kept;
    if kept > freed.quantity then
      insert into public.stock_holds (order_id, variant_id, quantity)
      values (freed.order_id, freed.variant, kept - freed.quantity);
    end if;
  end loop;
end;
$$;
