-- Sizes and stock in the back office.

create or replace function public.is_shop_setting(p_name text, p_value jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(case p_name
    when 'sku_pattern' then p_value #>> '{}' ~ '^[A-Z0-9._/{}a-z-]{1,60}$' and p_value #>> '{}' like all (array['%{number}%', '%{color}%', '%{size}%'])
    when 'few_left' then p_value::text ~ '^\d{1,2}$'
    when 'running_low' then p_value::text ~ '^\d{1,3}$'
    when 'hold_minutes' then p_value::text ~ '^\d{1,4}$' and p_value::int between 5 and 1440
  end, false);
end;
$$;
comment on function public.is_shop_setting(text, jsonb) is 'Whether there is such a setting, and it may have this value';

comment on table public.shop_settings is 'Settings of the shop: sku_pattern (how new SKUs are made: {number} is the product''s, {color} and {size} the variant''s), few_left (shoppers read how many pieces are left from this number on; 0 never shows it), running_low (a variant with at most so many free pieces is running low), hold_minutes (for how long an unpaid order keeps its pieces)';

-- A new setting is no change of the shop's records.
alter table public.shop_settings disable trigger shop_settings_audit_insert;
insert into public.shop_settings (name, value) values ('running_low', '5');
alter table public.shop_settings enable trigger shop_settings_audit_insert;

alter table public.product_variants drop constraint product_variants_sku_key, drop constraint product_variants_barcode_key;
alter table public.product_variants
  add constraint product_variants_sku_key unique (sku) deferrable,
  add constraint product_variants_barcode_key unique (barcode) deferrable;

comment on column public.product_variants.updated_at is 'When anything but its stock was last changed; kept by a trigger';
create index product_variants_free_idx on public.product_variants ((on_hand - held), sku) where policy <> 'untracked' and archived_at is null;

create function private.purge_product_pages(p_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.catalogue_changes (tag)
  select unnest(case when cardinality(p_ids) > 500 then '{everything}'
    else array(select 'product:' || i from unnest(p_ids) i) end);
end;
$$;
comment on function private.purge_product_pages(uuid[]) is 'Makes the site purge the pages of products';

create or replace function private.publish_stock_levels() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed constant uuid[] := array(
    select distinct n.product_id from new_rows n join old_rows o using (id)
    where (n.price_delta, n.archived_at is null, n.policy = 'untracked', private.stock_level(n.policy, n.on_hand - n.held))
      is distinct from (o.price_delta, o.archived_at is null, o.policy = 'untracked', private.stock_level(o.policy, o.on_hand - o.held)));
begin
  if changed <> '{}' then
    update public.products p set availability = private.counted_availability(p.id)
      where p.id = any (changed) and p.availability <> private.counted_availability(p.id);
    perform private.purge_product_pages(changed);
  end if;
  return null;
end;
$$;
comment on function private.publish_stock_levels() is
  'Purges the pages of products whose stock shoppers see changed, and updates their availability';

create function private.publish_few_left() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.purge_product_pages(array(
    select distinct v.product_id from public.product_variants v
    where v.policy = 'deny' and v.archived_at is null
      and v.on_hand - v.held > least(old.value::int, new.value::int)
      and v.on_hand - v.held <= greatest(old.value::int, new.value::int)));
  return null;
end;
$$;
comment on function private.publish_few_left() is 'Purges the pages on which the setting few_left changes what shoppers read';

create function private.guard_variant_prices() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.product_variants v where v.product_id = new.id and v.archived_at is null and v.price_delta < -new.price) then
    raise exception 'A size or color of % would cost less than nothing. Nothing was changed.', new.title using detail = 'price_too_low';
  end if;
  return new;
end;
$$;
comment on function private.guard_variant_prices() is 'Refuses a price of a product by which one of its variants would cost less than nothing';

drop trigger product_variants_set_updated_at on public.product_variants;
create trigger product_variants_set_updated_at before update on public.product_variants
  for each row when ((new.sku, new.barcode, new.price_delta, new.policy, new.archived_at)
    is distinct from (old.sku, old.barcode, old.price_delta, old.policy, old.archived_at))
  execute function private.set_updated_at();
create trigger products_guard_variant_prices before update of price on public.products
  for each row when (new.price < old.price) execute function private.guard_variant_prices();
create trigger shop_settings_publish_few_left after update on public.shop_settings
  for each row when (new.name = 'few_left' and new.value <> old.value) execute function private.publish_few_left();

create function private.refuse_at(p_detail text, p_message text, p_paths text[]) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_paths <> '{}' then
    raise exception '%', p_message using detail = p_detail, hint = array_to_string(p_paths[:20], ',');
  end if;
end;
$$;
comment on function private.refuse_at(text, text, text[]) is
  'Refuses a request because of the fields at these paths, which the API names (the first 20, as hint)';

create function private.change_stock(p_changes jsonb) returns int
language plpgsql security definer set search_path = '' as $$
declare
  short record;
  changed int;
begin
  select v.sku, c.at, v.on_hand - case v.policy when 'deny' then v.held else 0 end as most into short
    from public.product_variants v join (
      select c.variant, sum(c.by) as by, min(c.at) as at
      from jsonb_to_recordset(p_changes) c (at text, variant uuid, by int) group by 1) c on c.variant = v.id
    where c.by < 0 and v.on_hand + c.by < case v.policy when 'deny' then v.held else 0 end limit 1;
  if found then
    raise exception '% has only % pieces that can be taken out. Nothing was changed.', short.sku, greatest(short.most, 0)
      using detail = 'stock_too_low', hint = short.at || '.by';
  end if;
  insert into public.stock_movements (variant_id, quantity, reason, note)
  select c.variant, c.by, c.reason, coalesce(c.note, '')
  from jsonb_to_recordset(p_changes) c (variant uuid, by int, reason text, note text) where c.by <> 0;
  get diagnostics changed = row_count;
  return changed;
end;
$$;
comment on function private.change_stock(jsonb) is
  'Changes stock of locked variants by differences, all or none: [{at, variant, by, reason, note}], at being the path of the change in the request; returns the number of changes. Refuses (stock_too_low) what would take out pieces that orders hold.';

create or replace function office.adjust_stock(p_changes jsonb) returns int
language plpgsql security definer set search_path = '' as $$
declare
  changes constant jsonb := (
    select jsonb_agg(c || jsonb_build_object('at', 'changes.' || n - 1))
    from jsonb_array_elements(p_changes) with ordinality l (c, n));
begin
  perform private.require_admin();
  perform private.lock_variants(array(select c.variant from jsonb_to_recordset(changes) c (variant uuid)));
  perform private.refuse_at('unknown_variant', 'This size and color no longer exists. Nothing was changed.', array(
    select c.at || '.variant' from jsonb_to_recordset(changes) c (at text, variant uuid)
    where not exists (select from public.product_variants v where v.id = c.variant)));
  return private.change_stock(changes);
end;
$$;
comment on function office.adjust_stock(jsonb) is
  'Changes stock by differences, all or none: [{variant, by, reason, note}]; returns the number of changes. Errors (in detail, with the paths of what is wrong as hint): unknown_variant, stock_too_low; not_an_administrator.';

create function private.office_variant(v public.product_variants) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_build_object('id', v.id, 'size', v.size, 'color', v.color, 'sku', v.sku, 'barcode', v.barcode,
    'price_delta', v.price_delta, 'policy', v.policy, 'on_hand', v.on_hand, 'held', v.held,
    'waiting', 0,
    'updated_at', v.updated_at);
end;
$$;
comment on function private.office_variant(public.product_variants) is
  'A variant as administrators see it; waiting is the number of shoppers who want a mail when it is back';

create function office.read_variants(p_product uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(private.office_variant(v)
      order by array_position(p.colors, v.color), array_position(p.sizes, v.size), v.sku) filter (where v.id is not null), '[]')
    from public.products p left join public.product_variants v on v.product_id = p.id and v.archived_at is null
    where p.id = p_product group by p.id);
end;
$$;
comment on function office.read_variants(uuid) is
  'The variants of a product in the order of its colours and sizes; null when there is no such product. Error (in detail): not_an_administrator.';

create function private.wanted_variants(p_variants jsonb)
returns table (
  at text, id uuid, known timestamptz, sku text, barcode text, price_delta numeric, policy public.stock_policy,
  by int, changed boolean, variant public.product_variants)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select w.*, v.id is not null and (w.sku, w.barcode, w.price_delta, w.policy)
      is distinct from (v.sku, v.barcode, v.price_delta, v.policy), v
    from jsonb_array_elements(p_variants) with ordinality l (e, n)
    left join public.product_variants v on v.id = (l.e ->> 'id')::uuid
    cross join lateral (select 'variants.' || l.n - 1 as at, (l.e ->> 'id')::uuid as id,
      (l.e ->> 'known')::timestamptz as known, coalesce(l.e ->> 'sku', v.sku) as sku,
      case when l.e ? 'barcode' then l.e ->> 'barcode' else v.barcode end as barcode,
      coalesce((l.e ->> 'price_delta')::numeric, v.price_delta) as price_delta,
      coalesce((l.e ->> 'policy')::public.stock_policy, v.policy) as policy,
      coalesce((l.e ->> 'by')::int, 0) as by) w;
end;
$$;
comment on function private.wanted_variants(jsonb) is
  'What save_variants is to make of variants, each with its path in the request, whether anything but its stock changes, and what it is now';

create function private.check_wanted_variants(p_product public.products, p_variants jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  ids constant uuid[] := array(select (e ->> 'id')::uuid from jsonb_array_elements(p_variants) e);
begin
  perform private.refuse_at('validation_failed', 'This product does not have this size and color. Nothing was saved.', array(
    select w.at || '._id' from private.wanted_variants(p_variants) w
    where (w.variant).product_id is distinct from p_product.id));
  perform private.refuse_at('changed_meanwhile', 'Somebody else changed these sizes in the meantime. Nothing was saved.', array(
    select w.at from private.wanted_variants(p_variants) w where w.changed and (w.variant).updated_at <> w.known));
  perform private.refuse_at('validation_failed', 'The price would be below zero.', array(
    select w.at || '.priceDelta' from private.wanted_variants(p_variants) w
    where w.changed and p_product.price + w.price_delta < 0));
  perform private.refuse_at('sku_taken', 'Another size and color has this SKU.', array(
    select w.at || '.sku'
    from (select *, count(*) over (partition by sku) as many from private.wanted_variants(p_variants)) w
    where w.changed and (w.many > 1 or exists (
      select from public.product_variants o where o.sku = w.sku and o.id <> all (ids)))));
  perform private.refuse_at('barcode_taken', 'Another size and color has this barcode.', array(
    select w.at || '.barcode'
    from (select *, count(*) over (partition by barcode) as many from private.wanted_variants(p_variants)) w
    where w.changed and w.barcode is not null and (w.many > 1 or exists (
      select from public.product_variants o where o.barcode = w.barcode and o.id <> all (ids)))));
  perform private.refuse_at('stock_too_low', 'Orders hold more pieces than there are.', array(
    select w.at || case when w.by = 0 then '.policy' else '.by' end from private.wanted_variants(p_variants) w
    where w.changed and w.policy = 'deny' and (w.variant).on_hand + w.by < (w.variant).held));
end;
$$;
comment on function private.check_wanted_variants(public.products, jsonb) is
  'Refuses what save_variants cannot save, with the paths of all rows that are wrong in the same way';

create function office.save_variants(p_product uuid, p_variants jsonb, p_reason text, p_note text default '') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  product public.products;
begin
  perform private.require_admin();
  perform private.lock_variants(array(select (e ->> 'id')::uuid from jsonb_array_elements(p_variants) e));
  select * into product from public.products p where p.id = p_product for no key update;
  if not found then
    return null;
  end if;
  perform private.check_wanted_variants(product, p_variants);
  -- What comes is added before the policies change and what goes is taken out after, so that each step keeps within the stock.
  perform private.change_stock((
    select jsonb_agg(jsonb_build_object('at', w.at, 'variant', w.id, 'by', w.by, 'reason', p_reason, 'note', p_note))
    from private.wanted_variants(p_variants) w where w.by > 0));
  update public.product_variants v
    set sku = w.sku, barcode = w.barcode, price_delta = w.price_delta, policy = w.policy
    from private.wanted_variants(p_variants) w where v.id = w.id and w.changed;
  perform private.change_stock((
    select jsonb_agg(jsonb_build_object('at', w.at, 'variant', w.id, 'by', w.by, 'reason', p_reason, 'note', p_note))
    from private.wanted_variants(p_variants) w where w.by < 0));
  return office.read_variants(p_product);
end;
$$;
comment on function office.save_variants(uuid, jsonb, text, text) is
  'Changes variants of a product, [{id, known, sku, barcode, price_delta in dollars, policy, by}], all or none, and returns them as read_variants does; null when there is no such product. What is left out stays; by is a difference of its stock, known the updated_at that the caller has seen. Errors (in detail, with the paths of what is wrong as hint): validation_failed, changed_meanwhile, sku_taken, barcode_taken, stock_too_low; not_an_administrator.';

create function office.list_movements(p_variant uuid, p_before bigint default null, p_limit int default 25) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  stock int;
begin
  perform private.require_admin();
  select v.on_hand - coalesce((
      select sum(m.quantity) from public.stock_movements m where m.variant_id = v.id and m.id >= p_before), 0)
    into stock from public.product_variants v where v.id = p_variant;
  if not found then
    return null;
  end if;
  return (
    select coalesce(jsonb_agg(to_jsonb(l) order by l.id desc), '[]') from (
      select m.id, m.quantity, m.reason, m.note, m.order_id, m.happened_at,
        stock - coalesce(sum(m.quantity) over (order by m.id desc rows between unbounded preceding and 1 preceding), 0) as stock,
        coalesce((select nullif(a.firstname, '') from public.administrators a where a.id = m.actor_id),
          private.name_of(m.actor_id)) as actor
      from public.stock_movements m
      where m.variant_id = p_variant and (p_before is null or m.id < p_before)
      order by m.id desc limit least(greatest(p_limit, 1), 101)) l);
end;
$$;
comment on function office.list_movements(uuid, bigint, int) is
  'The movements of a variant, newest first, each with the stock after it and the name of who did it; those before p_before, if given. Null when there is no such variant. Error (in detail): not_an_administrator.';

create function office.list_low_stock(p_query text default '', p_limit int default 25, p_page int default 1) returns jsonb
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan as $$
declare
  reach constant int := 10000;
  patterns constant text[] := private.search_patterns(p_query);
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  low uuid[];
  total int;
  skipped int;
begin
  perform private.require_admin();
  low := array(
    select v.id from public.product_variants v
    where v.policy <> 'untracked' and v.archived_at is null and v.on_hand - v.held <= private.shop_setting('running_low')::int
      and (patterns is null or patterns <> '{}' and exists (
        select from public.products p where p.id = v.product_id
          and concat_ws(' ', '', translate(lower(v.sku), '._/-', '    '), v.barcode, p.search_words) like all (patterns)))
    order by v.on_hand - v.held, v.sku limit reach + 1);
  total := least(cardinality(low), reach);
  skipped := private.page_start(p_page, page_size, total);
  return jsonb_build_object('total', total, 'total_is_least', cardinality(low) > reach, 'variants', coalesce((
    select jsonb_agg(private.office_variant(v) || jsonb_build_object(
      'product', jsonb_build_object('id', p.id, 'title', p.title, 'image', p.images[1])) order by l.place)
    from unnest(low[skipped + 1 : least(skipped + page_size, total)]) with ordinality l (id, place)
    join public.product_variants v on v.id = l.id join public.products p on p.id = v.product_id), '[]'));
end;
$$;
comment on function office.list_low_stock(text, int, int) is
  'One page of the counted variants with at most running_low free pieces, the fewest first, as {total, total_is_least, variants}, each with its product; with words of their SKU, barcode or product. Error (in detail): not_an_administrator.';

create or replace function office.open_tasks() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'unpaidOrders', (select count(*) from public.orders where status = 'Pending'),
    'heldOrders', (select count(*) from public.orders where status = 'Held'),
    'withoutPictures', (select count(*) from public.products where images = '{}'),
    'lowStock', (
      select count(*) from public.product_variants v
      where v.policy <> 'untracked' and v.archived_at is null and v.on_hand - v.held <= private.shop_setting('running_low')::int),
    'outOfStock', (select count(*) from public.products where availability = 'OutofStock'),
    'unreadMessages', (select count(*) from public.contact_messages where read_at is null));
end;
$$;
comment on function office.open_tasks() is
  'How many records need a person, as {unpaidOrders, heldOrders, withoutPictures, lowStock, outOfStock, unreadMessages}. Administrators only (not_an_administrator).';
