-- Lines of orders are matched with variants by the variant's id, not by the words of its size and color.
create or replace function private.remove_bought_from_cart(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  line record;
begin
  for line in
    select c.id, c.quantity - i.quantity as rest
    from public.cart_items c
    join lateral (
      select i.quantity from public.order_items i
      left join public.product_variants v on v.id = i.variant_id
      cross join lateral (select case when v.id is null then i.size else v.size end as size,
        case when v.id is null then i.color else v.color end as color) bought
      where i.order_id = p_order.id and i.product_id = c.product_id
        and ((bought.size is not distinct from c.size and bought.color is not distinct from c.color)
          or (i.size is null and i.color is null and c.created_at <= p_order.created_at))
      order by i.size nulls last, i.color nulls last limit 1) i on true
    where c.user_id = p_order.user_id
    order by c.id for update of c
  loop
    if line.rest > 0 then
      update public.cart_items set quantity = line.rest where id = line.id;
    else
      delete from public.cart_items where id = line.id;
    end if;
  end loop;
end;
$$;
comment on function private.remove_bought_from_cart(public.orders) is
  'Removes what a paid order bought from the cart of its customer';

create or replace function private.pieces_to_hold(p_order uuid) returns table (variant uuid, item uuid, quantity int)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select v.id, (array_agg(i.id order by i.position))[1], sum(i.quantity - i.not_to_send - coalesce(sent.quantity, 0))::int
    from public.order_items i join public.product_variants v on v.id = i.variant_id
    left join lateral (
      select sum(l.quantity) as quantity from public.parcel_lines l join public.parcels p on p.id = l.parcel_id
      where l.order_item_id = i.id and p.status in ('sent', 'delivered')) sent on true
    where i.order_id = p_order and v.policy <> 'untracked'
    group by v.id having sum(i.quantity - i.not_to_send - coalesce(sent.quantity, 0)) > 0;
end;
$$;
comment on function private.pieces_to_hold(uuid) is 'The counted pieces of an order that are not sent yet, by variant, each with its first line';

create or replace function private.end_holds_of_refund(p_refund uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  freed record;
  kept int;
begin
  perform private.lock_variants(array(
    select h.variant_id from public.stock_holds h join public.refunds r on r.order_id = h.order_id where r.id = p_refund));
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
comment on function private.end_holds_of_refund(uuid) is 'Gives back the stock that pieces held which were refunded and are not sent';

create or replace function private.take_out_of_stock(p_parcels uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  leaving record;
  kept int;
  gone int;
begin
  for leaving in
    select p.order_id, v.id as variant, sum(l.quantity)::int as quantity
    from public.parcels p join public.parcel_lines l on l.parcel_id = p.id
    join public.order_items i on i.id = l.order_item_id
    join public.product_variants v on v.id = i.variant_id
    where p.id = any (p_parcels) and v.policy <> 'untracked'
    group by 1, 2 order by 2, 1
  loop
    delete from public.stock_holds h where h.order_id = leaving.order_id and h.variant_id = leaving.variant
      returning h.quantity into kept;
    select least(leaving.quantity, case v.policy when 'deny' then v.on_hand - v.held else v.on_hand end) into gone
      from public.product_variants v where v.id = leaving.variant;
    if gone > 0 then
      insert into public.stock_movements (variant_id, quantity, reason, order_id)
      values (leaving.variant, -gone, 'sent', leaving.order_id);
    end if;
    if kept > leaving.quantity then
      insert into public.stock_holds (order_id, variant_id, quantity)
      values (leaving.order_id, leaving.variant, kept - leaving.quantity);
    end if;
  end loop;
end;
$$;
comment on function private.take_out_of_stock(uuid[]) is
  'Takes what is in parcels out of the stock, and ends the holds of these pieces';

create or replace function private.lock_to_send(p_orders uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform 1 from public.orders where id = any (p_orders) order by id for no key update;
  perform private.lock_variants(array(
    select v.id from public.order_items i join public.product_variants v on v.id = i.variant_id
    where i.order_id = any (p_orders) and v.policy <> 'untracked'));
end;
$$;
comment on function private.lock_to_send(uuid[]) is
  'Locks orders and their variants before parcels change; refuses anybody but administrators';

create or replace function private.restore_stock(p_product uuid, p_variants jsonb, p_holds jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  held record;
begin
  delete from public.product_variants where product_id = p_product;
  perform private.insert_rows('public.product_variants', (
    select jsonb_agg(v || jsonb_build_object('held', 0,
      'on_hand', (select coalesce(sum(m.quantity), 0) from public.stock_movements m where m.variant_id = (v ->> 'id')::uuid),
      'sku', case when exists (select from public.product_variants o where o.sku = v ->> 'sku')
        then left(v ->> 'sku', 50) || '-' || nextval('private.sku_number') else v ->> 'sku' end,
      'barcode', case when not exists (select from public.product_variants o where o.barcode = v ->> 'barcode') then v ->> 'barcode' end))
    from jsonb_array_elements(p_variants) v));
  for held in
    select h.order_id, h.variant_id, case o.status when 'Pending' then h.expires_at end as until,
      case when o.status = 'Pending' then h.quantity when o.status in ('OnTerms', 'Paid') then least(h.quantity, i.to_send) else 0 end as quantity,
      least(h.quantity - i.to_send, i.sent + coalesce((select sum(m.quantity) from public.stock_movements m
        where m.variant_id = h.variant_id and m.order_id = h.order_id and m.reason = 'sent'), 0))::int as gone
    from jsonb_to_recordset(p_holds) h (order_id uuid, variant_id uuid, quantity int, expires_at timestamptz)
    join public.orders o on o.id = h.order_id
    join public.product_variants v on v.id = h.variant_id
    cross join lateral (
      select coalesce(sum(i.quantity - i.not_to_send), 0) - coalesce(sum(s.sent), 0) as to_send, coalesce(sum(s.sent), 0) as sent
      from public.order_items i left join lateral (
        select sum(l.quantity) as sent from public.parcel_lines l join public.parcels p on p.id = l.parcel_id
        where l.order_item_id = i.id and p.status in ('sent', 'delivered')) s on true
      where i.order_id = h.order_id and i.variant_id = v.id) i
  loop
    -- What was sent meanwhile left no movement, and is held no longer.
    insert into public.stock_movements (variant_id, quantity, reason, order_id)
    select v.id, -least(held.gone, v.on_hand), 'sent', held.order_id from public.product_variants v
      where v.id = held.variant_id and least(held.gone, v.on_hand) > 0;
    insert into public.stock_holds (order_id, variant_id, quantity, expires_at)
    select held.order_id, v.id, h.quantity, held.until from public.product_variants v
    cross join lateral (select least(held.quantity, case v.policy when 'deny' then v.on_hand - v.held end) as quantity) h
    where v.id = held.variant_id and h.quantity > 0 on conflict do nothing;
  end loop;
  update public.trash t set contents = jsonb_set(t.contents, '{holds}', (t.contents -> 'holds') || h.rows)
  from (select h ->> 'order_id' as id, jsonb_agg(h) as rows from jsonb_array_elements(p_holds) h group by 1) h
  where t.kind = 'orders' and t.record_id = h.id::uuid;
  perform private.update_variant_facts(array[p_product]);
end;
$$;
comment on function private.restore_stock(uuid, jsonb, jsonb) is
  'Restores the variants of a product, with the stock that the ledger has, and what Pending, OnTerms and Paid orders hold of them, as far as it is there; an SKU that another variant has by now gets a number, such a barcode is left out';

create or replace function office.change_return(
  p_id uuid, p_status public.return_status, p_note text default null, p_lines jsonb default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  ordered constant uuid := (select r.order_id from public.returns r where r.id = p_id);
  before public.return_status;
begin
  perform private.lock_to_send(array[ordered]);
  select r.status into before from public.returns r where r.id = p_id for update;
  if (before, p_status) not in (
    ('requested', 'approved'), ('requested', 'refused'), ('approved', 'refused'), ('approved', 'received')) then
    raise exception 'This return is % already.', before using detail = 'return_moved';
  end if;
  perform private.refuse_at('not_returnable', 'Not so many of these were to come back.', array(
    select concat('lines.', w.place - 1, '.received') from jsonb_array_elements(p_lines) with ordinality w (line, place)
    left join public.return_lines l on l.return_id = p_id and l.order_item_id = (w.line ->> 'item')::uuid
    where (w.line ->> 'received')::int > coalesce(l.quantity, 0) order by w.place));
  update public.returns set status = p_status, note = coalesce(p_note, note),
    answered_at = case when p_status = 'received' then answered_at else now() end,
    received_at = case when p_status = 'received' then now() end
    where id = p_id;
  if p_status = 'received' then
    update public.return_lines l set received = w.received, restocked = w.restocked
      from jsonb_to_recordset(p_lines) w (item uuid, received int, restocked int)
      where l.return_id = p_id and l.order_item_id = w.item;
    -- What was sent has left the stock: what does not go back into it is written off.
    insert into public.stock_movements (variant_id, quantity, reason, order_id)
    select v.id, sum(l.restocked), 'returned', ordered
    from public.return_lines l join public.order_items i on i.id = l.order_item_id
    cross join lateral (
      select s.id, s.policy from public.product_variants s where s.id = i.variant_id
      -- A product in the trash comes back with the stock that the ledger has.
      union all select s.id, s.policy
      from public.trash t, jsonb_populate_recordset(null::public.product_variants, t.contents -> 'variants') s
      where i.product_id is null and t.kind = 'products' and t.contents -> 'order_items' ? i.id::text and s.id = i.variant_id) v
    where l.return_id = p_id and v.policy <> 'untracked' group by v.id having sum(l.restocked) > 0;
    perform private.finish_returns(ordered);
  else
    perform private.queue_return_mail(p_id, case p_status when 'approved' then 'return_approved' else 'return_refused' end::public.mail_kind);
  end if;
  return ordered;
end;
$$;
comment on function office.change_return(uuid, public.return_status, text, jsonb) is
  'Approves or refuses a return with a word to the customer, or receives it: lines as [{item, received, restocked}]. Returns its order; null when there is no return. Errors (in detail): not_an_administrator, return_moved, not_returnable (with the paths of what is wrong as hint).';

create or replace function office.renamed_colors(p_before jsonb)
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

