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
-- So that an index finds the beginning of an SKU. A trigger keeps its column from changing.
drop trigger product_variants_audit on public.product_variants;
alter table public.product_variants alter column sku type text collate "C";
create trigger product_variants_audit after update on public.product_variants
  for each row when ((new.sku, new.barcode, new.price_delta, new.policy) is distinct from (old.sku, old.barcode, old.price_delta, old.policy))
  execute function private.audit_variant();
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

create function private.find_low_variants(p_query text, p_limit int) returns uuid[]
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan as $$
declare
  few constant int := 1000;
  bound constant int := private.shop_setting('running_low')::int;
  patterns constant text[] := private.search_patterns(p_query);
  typed constant text := upper(btrim(p_query));
  named uuid[];
begin
  if patterns is not null then
    named := array(
      select p.id from public.products p
      where p.search_words like private.index_pattern(patterns[1]) and ' ' || p.search_words like all (patterns) limit few + 1);
    -- Few products are known in full; words of many are met soon on the way through what is running low.
    if cardinality(named) <= few then
      return array(
        select v.id from public.product_variants v
        where (v.product_id = any (named) or v.sku like regexp_replace(typed, '([\\%_])', '\\\1', 'g') || '%' or v.barcode = typed)
          and v.policy <> 'untracked' and v.archived_at is null and v.on_hand - v.held <= bound
        order by v.on_hand - v.held, v.sku limit p_limit);
    end if;
  end if;
  return array(
    select v.id from public.product_variants v
    where v.policy <> 'untracked' and v.archived_at is null and v.on_hand - v.held <= bound
      and (named is null or exists (
        select from public.products p where p.id = v.product_id and ' ' || p.search_words like all (patterns)))
    order by v.on_hand - v.held, v.sku limit p_limit);
end;
$$;
comment on function private.find_low_variants(text, int) is
  'The counted variants with at most running_low free pieces, the fewest first; of a search those whose product has all its words, whose SKU begins with it, or whose barcode it is';

create function office.list_low_stock(p_query text default '', p_limit int default 25, p_page int default 1) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  reach constant int := 10000;
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  low uuid[];
  total int;
  skipped int;
begin
  perform private.require_admin();
  low := private.find_low_variants(p_query, reach + 1);
  total := least(cardinality(low), reach);
  skipped := private.page_start(p_page, page_size, total);
  return jsonb_build_object('total', total, 'total_is_least', cardinality(low) > reach, 'variants', coalesce((
    select jsonb_agg(private.office_variant(v) || jsonb_build_object(
      'product', jsonb_build_object('id', p.id, 'title', p.title, 'images', p.images)) order by l.place)
    from unnest(low[skipped + 1 : least(skipped + page_size, total)]) with ordinality l (id, place)
    join public.product_variants v on v.id = l.id join public.products p on p.id = v.product_id), '[]'));
end;
$$;
comment on function office.list_low_stock(text, int, int) is
  'One page of the counted variants with at most running_low free pieces, the fewest first, as {total, total_is_least, variants}, each with its product; of all, or of a search by words of the product, the beginning of an SKU, or a barcode. Error (in detail): not_an_administrator.';

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

create or replace function private.price_lines(p_products jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with asked as (
      select private.as_uuid(e ->> 'product') as product_id,
        nullif(left(btrim(e ->> 'size'), 100), '') as size,
        nullif(left(btrim(e ->> 'color'), 100), '') as color,
        sum((e ->> 'quantity')::numeric::int) as quantity, min(position) as position
      from jsonb_array_elements(p_products) with ordinality as line (e, position)
      group by 1, 2, 3)
    select jsonb_agg(jsonb_build_object(
      'product_id', p.id, 'title', p.title, 'unit_price', p.price + coalesce(v.price_delta, 0),
      'availability', private.availability_of(p, a.size, a.color),
      'quantity', a.quantity, 'size', a.size, 'color', a.color, 'at', 'products.' || a.position - 1) order by a.position)
    from asked a left join public.products p on p.id = a.product_id
    left join public.product_variants v
      on v.product_id = p.id and v.size is not distinct from a.size and v.color is not distinct from a.color);
end;
$$;
comment on function private.price_lines(jsonb) is 'Lines of an order with title and price from the catalogue, each with its path in the request';

create function private.require_choices(p_lines jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  wrong record;
begin
  select l ->> 'title' as title, l ->> 'at' as at, f.field, l ->> f.field as chosen into wrong
    from jsonb_array_elements(p_lines) l
    cross join lateral (select v.product_id as id from public.product_variants v
      where v.product_id = (l ->> 'product_id')::uuid and v.policy <> 'untracked' and v.archived_at is null limit 1) counted
    cross join lateral (select case when exists (
        select from public.product_variants v where v.product_id = counted.id and v.archived_at is null
          and v.size is not distinct from l ->> 'size') then 'color' else 'size' end as field) f
    where not exists (
      select from public.product_variants v where v.product_id = counted.id and v.archived_at is null
        and v.size is not distinct from l ->> 'size' and v.color is not distinct from l ->> 'color')
    limit 1;
  if found then
    perform private.refuse_at(case when wrong.chosen is null then 'choice_missing' else 'validation_failed' end,
      case when wrong.chosen is null then format('Please choose size and color of %s.', wrong.title)
        else format('%s does not come in this %s.', wrong.title, wrong.field) end,
      array[wrong.at || '.' || wrong.field]);
  end if;
end;
$$;
comment on function private.require_choices(jsonb) is
  'Refuses lines of counted products without size or color (choice_missing), or with one that the product does not have (validation_failed)';

create or replace function private.validate_order_lines(p_products jsonb, p_amount numeric) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  lines jsonb;
  sold_out text;
begin
  if p_products is null or jsonb_typeof(p_products) <> 'array' or p_products = '[]' then
    raise exception 'The order is empty.' using detail = 'empty_order';
  end if;
  if jsonb_array_length(p_products) > 200 or private.has_bad_quantity(p_products) then
    raise exception 'The quantity must be between 1 and 999.' using detail = 'bad_quantity';
  end if;

  -- Locked only against deletion, and in the order of their ids: shoppers never wait for each other.
  perform 1 from public.products
    where id in (select private.as_uuid(e ->> 'product') from jsonb_array_elements(p_products) e)
    order by id for key share;
  lines := private.price_lines(p_products);

  if exists (select 1 from jsonb_array_elements(lines) l where l ->> 'product_id' is null) then
    raise exception 'A product of this order is no longer available.' using detail = 'unknown_product';
  end if;
  if exists (select 1 from jsonb_array_elements(lines) l where (l ->> 'quantity')::int > 999) then
    raise exception 'The quantity must be between 1 and 999.' using detail = 'bad_quantity';
  end if;
  perform private.require_choices(lines);
  select l ->> 'title' into sold_out
    from jsonb_array_elements(lines) l where l ->> 'availability' <> 'InStock' limit 1;
  if found then
    raise exception '% is out of stock.', sold_out using detail = 'out_of_stock';
  end if;
  if p_amount is distinct from (
    select sum((l ->> 'unit_price')::numeric * (l ->> 'quantity')::int) from jsonb_array_elements(lines) l) then
    raise exception 'Prices have changed. Please look at your cart again.' using detail = 'amount_differs';
  end if;
  return lines;
end;
$$;
comment on function private.validate_order_lines(jsonb, numeric) is
  'The lines of an order as price_lines returns them, with their products locked against deletion. Refuses lines that cannot be bought, and an amount that is not their sum.';

create or replace function private.require_deliverable(p_buyer public.profiles, p_lines jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  undecided record;
begin
  if btrim(p_buyer.address) = '' or btrim(p_buyer.country) = '' then
    raise exception 'Please give the address to deliver to.' using detail = 'no_address';
  end if;
  select p.title, concat(l ->> 'at', case when l ->> 'size' is null and cardinality(p.sizes) > 0 then '.size' else '.color' end) as at
    into undecided
    from jsonb_array_elements(p_lines) l join public.products p on p.id = (l ->> 'product_id')::uuid
    where (l ->> 'size' is null and cardinality(p.sizes) > 0)
      or (l ->> 'color' is null and cardinality(p.colors) > 0)
    limit 1;
  if found then
    raise exception 'Please choose size and color of %.', undecided.title using detail = 'choice_missing', hint = undecided.at;
  end if;
end;
$$;
comment on function private.require_deliverable(public.profiles, jsonb) is
  'Refuses an order that could not be sent: without an address (no_address), or with a size or colour that was not chosen (choice_missing)';

comment on function public.place_order(jsonb, numeric, text, text) is
  'Places an order of the signed-in customer: products as [{product, quantity, size?, color?}], the amount in dollars that the customer saw. The same key with the same order again returns that order. An order that costs nothing is Paid at once. Errors (in detail): not_a_customer, key_reused, empty_order, bad_quantity, unknown_product, out_of_stock, choice_missing and validation_failed (with the path of the field as hint), amount_differs, below_minimum; with SQLSTATE PT429 too_many_tries, seconds to wait as hint.';

comment on column public.orders.status is 'Pending: not paid yet. Paid: settled. Held: paid with a wrong amount or currency, after it was cancelled, or after its pieces were sold; somebody must look. Refunded: money returned. Cancelled: given up before it was paid, by its customer, by a newer order of the same cart, or in the back office.';

create or replace function private.audit_variant() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  who constant record := private.current_actor();
  old_row constant jsonb := jsonb_build_object('sku', old.sku, 'barcode', old.barcode, 'price_delta', old.price_delta, 'policy', old.policy);
  new_row constant jsonb := jsonb_build_object('sku', new.sku, 'barcode', new.barcode, 'price_delta', new.price_delta, 'policy', new.policy);
begin
  insert into public.audit_log (actor_id, actor_role, actor, table_name, action, record_id, label, before, after)
  select who.id, who.kind, who.name, tg_table_name, 'update', new.id,
    left(concat_ws(', ', (select p.title from public.products p where p.id = new.product_id), new.size, new.color), 200),
    jsonb_object_agg(f.key, f.value), jsonb_object_agg(f.key, new_row -> f.key)
  from jsonb_each(old_row) f where f.value is distinct from new_row -> f.key;
  return null;
end;
$$;
comment on function private.audit_variant() is 'Writes what was changed of a variant, but for its stock, into the audit trail';

create or replace function office.delete_products(p_ids uuid[]) returns setof uuid
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_variants(array(select v.id from public.product_variants v where v.product_id = any (p_ids)));
  perform private.lock_products(p_ids);
  delete from public.products where id = any (p_ids);
  return query select t.id from public.trash t
    where t.record_id = any (p_ids) and t.kind = 'products' and t.deleted_at = now();
end;
$$;
comment on function office.delete_products(uuid[]) is
  'Deletes products and returns the ids that restore_trash takes. Errors (in detail): not_an_administrator, unknown_product.';

comment on column public.trash.contents is 'The row, and what went or was cut off with it: reviews, lines of carts and orders, sizes and colours with their holds, products and size guide of a category, lines, payments, refunds and holds of an order';

create or replace function private.move_to_trash() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deleted jsonb := to_jsonb(old);
  label text := private.audit_label(deleted);
  related jsonb := '{}';
begin
  case tg_table_name
  when 'products' then
    deleted := deleted - 'search' - 'search_words' - 'facets';
    label := deleted ->> 'title';
    related := jsonb_build_object(
      'reviews', (select coalesce(jsonb_agg(r), '[]') from public.reviews r where r.product_id = old.id),
      'cart_items', (select coalesce(jsonb_agg(i), '[]') from public.cart_items i where i.product_id = old.id),
      'variants', (select coalesce(jsonb_agg(v), '[]') from public.product_variants v where v.product_id = old.id),
      'holds', (select coalesce(jsonb_agg(h), '[]') from public.stock_holds h
        join public.product_variants v on v.id = h.variant_id where v.product_id = old.id),
      'order_items', (select coalesce(jsonb_agg(i.id), '[]') from (
        select o.id::text from public.order_items o where o.product_id = old.id
        union all
        select line ->> 'id' from public.trash t, jsonb_array_elements(t.contents -> 'items') line
        where t.kind = 'orders' and line ->> 'product_id' = old.id::text
          and t.contents -> 'items' @> jsonb_build_array(jsonb_build_object('product_id', old.id))) i));
  when 'categories' then
    related := jsonb_build_object('size_guides', (select jsonb_agg(g) from public.size_guides g where g.category_id = old.id),
      'products', (select coalesce(jsonb_agg(p.id), '[]') from (
      select id from public.products where category_id = old.id
      union all
      select record_id from public.trash
      where kind = 'products' and contents #>> '{row,category_id}' = old.id::text) p));
  when 'orders' then
    label := left(concat_ws(', ',
      nullif(btrim(concat_ws(' ', old.firstname, old.lastname)), ''), nullif(old.email, ''),
      concat(case old.currency when 'USD' then '$' else old.currency || ' ' end, old.total_price)), 200);
    related := jsonb_build_object(
      'items', (select coalesce(jsonb_agg(i), '[]') from public.order_items i where i.order_id = old.id),
      'attempts', (select coalesce(jsonb_agg(a), '[]') from public.payment_attempts a where a.order_id = old.id),
      'refunds', (select coalesce(jsonb_agg(r), '[]') from public.refunds r where r.order_id = old.id),
      'holds', (select coalesce(jsonb_agg(h), '[]') from public.stock_holds h where h.order_id = old.id));
  else
    -- Nothing belongs to records of other tables.
  end case;
  insert into public.trash (kind, record_id, label, contents, deleted_by)
  values (tg_table_name, old.id, label, jsonb_build_object('row', deleted) || related, auth.uid());
  return old;
end;
$$;
comment on function private.move_to_trash() is
  'Puts a record that is deleted into the trash: a product with its reviews, lines of carts and orders, variants and their holds, a category with its size guide and the ids of its products, an order with its lines, payments, refunds and holds';

create or replace function office.delete_records(p_kind text, p_ids uuid[]) returns setof uuid
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if p_kind <> all ('{orders,banners,advertisements,faqs,search_synonyms,contact_messages,customer_notes}'::text[]) then
    raise exception 'Nothing of this kind can be deleted here.' using errcode = '22023';
  end if;
  if p_kind = 'orders' then
    perform from public.orders o where o.id = any (p_ids) order by o.id for update;
    perform private.lock_variants(array(select h.variant_id from public.stock_holds h where h.order_id = any (p_ids)));
  end if;
  -- In the order of their ids, so that two administrators never deadlock.
  execute format('delete from public.%1$I where id in (
    select id from public.%1$I where id = any ($1) order by id for update)', p_kind) using p_ids;
  return query select t.id from public.trash t
    where t.record_id = any (p_ids) and t.kind = p_kind and t.deleted_at = now();
end;
$$;
comment on function office.delete_records(text, uuid[]) is
  'Deletes orders, banners, advertisements, faqs, search_synonyms, contact_messages or customer_notes, those that are still there, and returns the ids that restore_trash takes. Error (in detail): not_an_administrator.';

create function private.restore_stock(p_product uuid, p_variants jsonb, p_holds jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.product_variants where product_id = p_product;
  perform private.insert_rows('public.product_variants', (
    select jsonb_agg(v || jsonb_build_object('held', 0,
      'on_hand', (select coalesce(sum(m.quantity), 0) from public.stock_movements m where m.variant_id = (v ->> 'id')::uuid),
      'sku', case when exists (select from public.product_variants o where o.sku = v ->> 'sku')
        then left(v ->> 'sku', 50) || '-' || nextval('private.sku_number') else v ->> 'sku' end,
      'barcode', case when not exists (select from public.product_variants o where o.barcode = v ->> 'barcode') then v ->> 'barcode' end))
    from jsonb_array_elements(p_variants) v));
  perform private.insert_rows('public.stock_holds', (
    select jsonb_agg(h || jsonb_build_object('expires_at', case o.status when 'Pending' then h ->> 'expires_at' end))
    from jsonb_array_elements(p_holds) h join public.orders o on o.id = (h ->> 'order_id')::uuid
    where o.status in ('Pending', 'Paid')));
  update public.products p set availability = private.counted_availability(p.id)
    where p.id = p_product and p.availability <> private.counted_availability(p.id);
end;
$$;
comment on function private.restore_stock(uuid, jsonb, jsonb) is
  'Restores the variants of a product, with the stock that the ledger has, and what Pending and Paid orders hold of them; an SKU that another variant has by now gets a number, such a barcode is left out';

create or replace function private.restore_product(p_contents jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  product jsonb := p_contents -> 'row';
  its_id constant uuid := product ->> 'id';
  lines constant text[] := array(select jsonb_array_elements_text(p_contents -> 'order_items'));
begin
  if not exists (select 1 from public.categories c where c.id = (product ->> 'category_id')::uuid) then
    product := product || '{"category_id": null}';
  end if;
  perform private.insert_rows('public.products', jsonb_build_array(product));
  perform private.insert_rows('public.reviews', (
    select jsonb_agg(r) from jsonb_array_elements(p_contents -> 'reviews') r
    join auth.users u on u.id = (r ->> 'user_id')::uuid));
  perform private.insert_rows('public.cart_items', (
    select jsonb_agg(i) from jsonb_array_elements(p_contents -> 'cart_items') i
    join auth.users u on u.id = (i ->> 'user_id')::uuid));
  update public.order_items i set product_id = its_id
    where i.product_id is null and i.id = any (lines::uuid[]);
  update public.trash t set contents = jsonb_set(t.contents, '{items}', (
    select jsonb_agg(case when line ->> 'id' = any (lines)
      then line || jsonb_build_object('product_id', its_id) else line end)
    from jsonb_array_elements(t.contents -> 'items') line))
  where t.kind = 'orders' and t.contents -> 'items' @> any (array(
    select jsonb_build_array(jsonb_build_object('id', line, 'product_id', null)) from unnest(lines) line));
  if p_contents ? 'variants' then
    perform private.restore_stock(its_id, p_contents -> 'variants', p_contents -> 'holds');
  end if;
end;
$$;
comment on function private.restore_product(jsonb) is 'Restores a product with its reviews, its stock and the lines of carts and orders, those in the trash too; without its category if that was deleted';

create or replace function private.restore_order(p_contents jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ordered jsonb := p_contents -> 'row';
begin
  if not exists (select 1 from auth.users where id = (ordered ->> 'user_id')::uuid) then
    ordered := ordered || '{"user_id": null}';
  end if;
  if exists (select 1 from public.orders where user_id = (ordered ->> 'user_id')::uuid
    and idempotency_key = ordered ->> 'idempotency_key') then
    ordered := ordered || '{"idempotency_key": null}';
  end if;
  perform private.insert_rows('public.orders', jsonb_build_array(ordered));
  perform private.insert_rows('public.order_items', (
    select jsonb_agg(i || jsonb_build_object('product_id', p.id))
    from jsonb_array_elements(p_contents -> 'items') i
    left join public.products p on p.id = (i ->> 'product_id')::uuid));
  perform private.insert_rows('public.payment_attempts', p_contents -> 'attempts');
  perform private.insert_rows('public.refunds', (
    select jsonb_agg(r || jsonb_build_object('asked_by', u.id))
    from jsonb_array_elements(p_contents -> 'refunds') r
    left join auth.users u on u.id = (r ->> 'asked_by')::uuid));
  -- Its pieces may be sold by now; an unpaid order takes them when it is paid.
  perform private.hold_stock(o, null) from public.orders o
    where o.id = (ordered ->> 'id')::uuid and o.status = 'Paid' and jsonb_array_length(p_contents -> 'holds') > 0;
end;
$$;
comment on function private.restore_order(jsonb) is
  'Restores an order, which holds its pieces again if it is Paid and they are still there; customers, products and administrators that were deleted since are left out';

drop trigger orders_end_holds_deleted on public.orders;
drop function private.end_holds_of_deleted();
