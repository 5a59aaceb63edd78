-- Variants with stock: a ledger, holds of orders, and what shoppers see of it.

drop function private.replace_open_orders(uuid, uuid[]);

-- What administrators set for the whole shop, one row for each setting.

create function public.is_shop_setting(p_name text, p_value jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(case p_name
    when 'sku_pattern' then p_value #>> '{}' ~ '^[A-Z0-9._/{}a-z-]{1,60}$' and p_value #>> '{}' like all (array['%{number}%', '%{color}%', '%{size}%'])
    when 'few_left' then p_value::text ~ '^\d{1,2}$'
    when 'hold_minutes' then p_value::text ~ '^\d{1,4}$' and p_value::int between 5 and 1440
  end, false);
end;
$$;
comment on function public.is_shop_setting(text, jsonb) is 'Whether there is such a setting, and it may have this value';
grant execute on function public.is_shop_setting(text, jsonb) to authenticated;

create table public.shop_settings (
  name text primary key,
  value jsonb not null,
  constraint shop_settings_valid check (public.is_shop_setting(name, value))
);
comment on table public.shop_settings is 'Settings of the shop: sku_pattern (how new SKUs are made: {number} is the product''s, {color} and {size} the variant''s), few_left (shoppers read how many pieces are left from this number on; 0 never shows it), hold_minutes (for how long an unpaid order keeps its pieces)';
comment on column public.shop_settings.name is 'Name of the setting';
comment on column public.shop_settings.value is 'Its value';
insert into public.shop_settings (name, value)
values ('sku_pattern', '"HM{number}-{color}-{size}"'), ('few_left', '3'), ('hold_minutes', '30');

create function private.shop_setting(p_name text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select s.value from public.shop_settings s where s.name = p_name);
end;
$$;
comment on function private.shop_setting(text) is 'The value of a setting of the shop';

alter table public.shop_settings enable row level security;
grant select, update (value) on public.shop_settings to authenticated;

-- Variants: each size and colour of a product, with an SKU and a stock of its own. Nothing is counted until an administrator says so.

create type public.stock_policy as enum ('untracked', 'deny', 'backorder');
comment on type public.stock_policy is 'What the stock means for selling: untracked is not counted, deny is sold while stock lasts, backorder is counted and sold without stock too';

create sequence private.sku_number start 1001;

create function public.is_barcode(p_text text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return p_text ~ '^(\d{8}|\d{12,14})$' and (
    select sum(substr(lpad(p_text, 14, '0'), i, 1)::int * case when i % 2 = 1 then 3 else 1 end) % 10 = 0
    from generate_series(1, 14) i);
end;
$$;
comment on function public.is_barcode(text) is 'Whether a text is a GTIN (EAN-8, UPC-A, EAN-13 or GTIN-14) with the right check digit';
grant execute on function public.is_barcode(text) to authenticated;

create table public.product_variants (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products on delete cascade on update cascade,
  size text,
  color text,
  number int not null,
  sku text not null unique check (sku ~ '^[A-Z0-9][A-Z0-9._/-]{0,63}$'),
  barcode text unique check (public.is_barcode(barcode)),
  price_delta numeric(12, 2) not null default 0 check (abs(price_delta) < 1000000),
  policy public.stock_policy not null default 'untracked',
  on_hand int not null default 0 check (on_hand >= 0),
  held int not null default 0 check (held >= 0),
  archived_at timestamptz,
  updated_at timestamptz not null default now(),
  constraint product_variants_choice_key unique nulls not distinct (product_id, size, color),
  constraint product_variants_never_oversold check (policy <> 'deny' or held <= on_hand)
);
comment on table public.product_variants is 'Sizes and colours of products, one row for each combination, with SKU and stock. Rows follow the sizes and colours of the product; what it no longer has is archived.';
comment on column public.product_variants.id is 'Identifies the variant';
comment on column public.product_variants.product_id is 'The product';
comment on column public.product_variants.size is 'Size; empty where the product has none';
comment on column public.product_variants.color is 'Colour; empty where the product has none';
comment on column public.product_variants.number is 'Number of the product in its SKUs';
comment on column public.product_variants.sku is 'Stock keeping unit: names this variant in the shop, unique';
comment on column public.product_variants.barcode is 'GTIN with its check digit; empty when there is none';
comment on column public.product_variants.price_delta is 'What it costs more (or less) than the product, in dollars with cents';
comment on column public.product_variants.policy is 'Whether it is counted, and sold without stock';
comment on column public.product_variants.on_hand is 'Pieces in stock: the sum of its stock_movements; kept by a trigger';
comment on column public.product_variants.held is 'Pieces of them that orders hold: the sum of its stock_holds; kept by a trigger';
comment on column public.product_variants.archived_at is 'Since when the product no longer has this size or colour; empty while it has';
comment on column public.product_variants.updated_at is 'When it was last changed; kept by a trigger';

create index product_variants_counted_idx on public.product_variants (product_id) where policy <> 'untracked';

-- Variants are locked before holds and products, in the order of their ids, to avoid deadlocks.
create function private.lock_variants(p_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.product_variants where id = any (p_ids) order by id for no key update;
end;
$$;
comment on function private.lock_variants(uuid[]) is 'Locks variants against changes of their stock';

create function private.make_sku(p_pattern text, p_number int, p_size text, p_color text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  made text := replace(p_pattern, '{number}', p_number::text);
begin
  made := replace(made, '{color}', left(regexp_replace(coalesce(p_color, ''), '[^[:alnum:]]', '', 'g'), 16));
  made := replace(made, '{size}', left(regexp_replace(coalesce(p_size, ''), '[^[:alnum:]]', '', 'g'), 10));
  made := regexp_replace(upper(extensions.unaccent(made)), '[^A-Z0-9._/-]', '', 'g');
  return btrim(regexp_replace(made, '([._/-])[._/-]+', '\1', 'g'), '._/-');
end;
$$;
comment on function private.make_sku(text, int, text, text) is 'The SKU of a variant by a pattern';

create function private.sync_variants(p_products uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  pattern constant text := private.shop_setting('sku_pattern') #>> '{}';
begin
  with numbered as materialized (
    select p.id, p.sizes, p.colors, coalesce(
      (select v.number from public.product_variants v where v.product_id = p.id limit 1),
      nextval('private.sku_number')::int) as number
    from public.products p where p.id = any (p_products)),
  wanted as (
    select n.id, s.size, c.color, n.number,
      private.make_sku(pattern, n.number, s.size, c.color) as sku,
      row_number() over (partition by n.number, private.make_sku(pattern, n.number, s.size, c.color)) as same
    from numbered n
    cross join lateral (select distinct nullif(btrim(e), '') as size from unnest(n.sizes || case when n.sizes = '{}' then '{""}' end::text[]) e) s
    cross join lateral (select distinct nullif(btrim(e), '') as color from unnest(n.colors || case when n.colors = '{}' then '{""}' end::text[]) e) c)
  insert into public.product_variants as v (product_id, size, color, number, sku)
  select w.id, w.size, w.color, w.number,
    case when w.same > 1 or exists (select from public.product_variants o
        where o.sku = w.sku and (o.product_id, o.size, o.color) is distinct from (w.id, w.size, w.color))
      then left(w.sku, 50) || '-' || nextval('private.sku_number') else w.sku end
  from wanted w
  on conflict on constraint product_variants_choice_key do update set archived_at = null where v.archived_at is not null;

  update public.product_variants v set archived_at = now()
  from public.products p
  where p.id = any (p_products) and v.product_id = p.id and v.archived_at is null
    and not ((v.size is null and p.sizes = '{}' or v.size = any (select btrim(e) from unnest(p.sizes) e))
      and (v.color is null and p.colors = '{}' or v.color = any (select btrim(e) from unnest(p.colors) e)));
end;
$$;
comment on function private.sync_variants(uuid[]) is
  'Makes the variants of products follow their sizes and colours: new ones are added, those that are gone are archived, those that are back are used again';

create function private.sync_variants_of_new() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.sync_variants(array(select id from new_rows));
  return null;
end;
$$;
comment on function private.sync_variants_of_new() is 'Adds the variants of new products';

create function private.sync_variants_of_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.sync_variants(array[new.id]);
  return null;
end;
$$;
comment on function private.sync_variants_of_changed() is 'Makes the variants of a product follow its sizes and colours';

-- What shoppers read: in, out, or how many are left.
create function private.stock_level(p_policy public.stock_policy, p_free int) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case when p_policy <> 'deny' then 'in' when p_free <= 0 then 'out'
    when p_free <= private.shop_setting('few_left')::int then p_free::text else 'in' end;
end;
$$;
comment on function private.stock_level(public.stock_policy, int) is
  'What shoppers see of a variant with so many free pieces: in, out, or the number when it is small';

-- A draft, and a size or colour that the product does not have, or has no longer, is as good as out of stock, in a cart that was
-- filled before too. Nothing chosen is always taken, and whatever was chosen of a product without such choices. Where stock is counted,
-- what an unpaid order of the caller holds is there for the caller.
create or replace function private.availability_of(p_product public.products, p_size text, p_color text)
returns public.availability
language plpgsql stable security definer set search_path = '' as $$
declare
  variant public.product_variants;
begin
  select * into variant from public.product_variants v
    where v.product_id = p_product.id and v.size is not distinct from p_size and v.color is not distinct from p_color
      and v.policy <> 'untracked' and v.archived_at is null;
  if found then
    return case when p_product.status = 'published' and (variant.policy = 'backorder' or variant.held < variant.on_hand or exists (
        select from public.stock_holds h join public.orders o on o.id = h.order_id
        where h.variant_id = variant.id and h.expires_at is not null and o.user_id = auth.uid() and o.status = 'Pending'))
      then 'InStock' else 'OutofStock' end;
  end if;
  return case
    when (p_size is null or cardinality(p_product.sizes) = 0 or p_size = any (p_product.sizes))
      and (p_color is null or cardinality(p_product.colors) = 0 or p_color = any (p_product.colors))
      and p_product.status = 'published'
    then p_product.availability else 'OutofStock' end;
end;
$$;
comment on function private.availability_of(public.products, text, text) is
  'Whether a product can be bought by the caller in this size and colour; null where none was chosen';

create function private.counted_availability(p_product uuid) returns public.availability
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case when bool_or(v.policy <> 'deny' or v.held < v.on_hand) then 'InStock' else 'OutofStock' end::public.availability
    from public.product_variants v where v.product_id = p_product and v.archived_at is null
    having bool_or(v.policy <> 'untracked'));
end;
$$;
comment on function private.counted_availability(uuid) is
  'The availability of a product that follows from its stock; null where nothing of it is counted';

create function private.set_counted_availability() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.availability := coalesce(private.counted_availability(new.id), new.availability);
  return new;
end;
$$;
comment on function private.set_counted_availability() is 'Where stock is counted, the availability follows from it';

-- A sale purges a page only where what shoppers read changes.
create function private.publish_stock_levels() returns trigger
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
    insert into public.catalogue_changes (tag) select 'product:' || c from unnest(changed) c;
  end if;
  return null;
end;
$$;
comment on function private.publish_stock_levels() is
  'Purges the pages of products whose stock shoppers see changed, and updates their availability';

create function private.guard_stock() returns trigger
language plpgsql set search_path = '' as $$
begin
  if pg_trigger_depth() = 1 then
    raise exception 'Stock follows its movements and holds: add a row to stock_movements.' using errcode = 'check_violation';
  end if;
  return new;
end;
$$;
comment on function private.guard_stock() is 'Refuses stock that is written past the ledger';

create function public.product_stock(p_product uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(json_agg(json_build_object('size', v.size, 'color', v.color, 'sku', v.sku,
      'price_delta', v.price_delta, 'level', private.stock_level(v.policy, v.on_hand - v.held)) order by v.sku), '[]')
    from public.product_variants v where v.product_id = p_product and v.archived_at is null);
end;
$$;
comment on function public.product_stock(uuid) is
  'The variants of a product as shoppers see them: [{size, color, sku, price_delta in dollars, level}]; level is in, out, or the number that is left when it is small';
grant execute on function public.product_stock(uuid) to anon, authenticated;

alter table public.product_variants enable row level security;
grant select, update (sku, barcode, price_delta, policy) on public.product_variants to authenticated;
create policy product_variants_select_admin on public.product_variants for select to authenticated
  using ((select public.is_admin()));
create policy product_variants_update_admin on public.product_variants for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

create trigger products_sync_variants_insert after insert on public.products
  referencing new table as new_rows for each statement execute function private.sync_variants_of_new();
create trigger products_sync_variants_update after update of sizes, colors on public.products
  for each row when ((new.sizes, new.colors) is distinct from (old.sizes, old.colors))
  execute function private.sync_variants_of_changed();
create trigger products_set_counted_availability before update of availability on public.products
  for each row when (new.availability is distinct from old.availability)
  execute function private.set_counted_availability();
create trigger product_variants_set_updated_at before update on public.product_variants
  for each row execute function private.set_updated_at();
create trigger product_variants_guard_stock before update of on_hand, held on public.product_variants
  for each row execute function private.guard_stock();
create trigger product_variants_publish_levels after update on public.product_variants
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.publish_stock_levels();

-- The ledger of stock: every piece that came or went. The stock of a variant is the sum of its movements, by a trigger.

create table public.stock_movements (
  id bigint generated always as identity primary key,
  variant_id uuid not null,
  quantity int not null check (quantity <> 0),
  reason text not null check (reason in ('received', 'counted', 'damaged', 'returned', 'sent', 'correction')),
  note text not null default '' check (length(note) <= 500),
  order_id uuid,
  actor_id uuid default auth.uid(),
  happened_at timestamptz not null default clock_timestamp()
);
comment on table public.stock_movements is 'Ledger of stock: one row for every change, never changed or deleted. It outlives variants and orders that are deleted, so it refers to them without foreign keys.';
comment on column public.stock_movements.id is 'Number of the change, rising';
comment on column public.stock_movements.variant_id is 'The variant';
comment on column public.stock_movements.quantity is 'Pieces that came; below zero those that went';
comment on column public.stock_movements.reason is 'Why: received, counted, damaged, returned, sent or correction';
comment on column public.stock_movements.note is 'What the administrator wrote about it';
comment on column public.stock_movements.order_id is 'The order that was sent or came back; empty for others';
comment on column public.stock_movements.actor_id is 'The signed-in user who did it; empty for the shop''s own functions';
comment on column public.stock_movements.happened_at is 'When';
create index stock_movements_variant_idx on public.stock_movements (variant_id, id desc);

create function private.add_to_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_variants(array(select variant_id from new_rows));
  update public.product_variants v set on_hand = v.on_hand + m.quantity
  from (select variant_id, sum(quantity) as quantity from new_rows group by variant_id) m
  where v.id = m.variant_id;
  return null;
end;
$$;
comment on function private.add_to_stock() is 'Adds new movements to the stock of their variants';

create function private.refuse_change_of_ledger() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'The ledger of stock is only added to: write a correction.' using errcode = 'check_violation';
end;
$$;
comment on function private.refuse_change_of_ledger() is 'Refuses changes and deletions';

create function office.adjust_stock(p_changes jsonb) returns int
language plpgsql security definer set search_path = '' as $$
declare
  short text;
  changed int;
begin
  perform private.require_admin();
  if exists (select from jsonb_to_recordset(p_changes) c (variant uuid)
    where not exists (select from public.product_variants v where v.id = c.variant)) then
    raise exception 'This variant no longer exists. Nothing was changed.' using detail = 'unknown_variant';
  end if;
  perform private.lock_variants(array(select c.variant from jsonb_to_recordset(p_changes) c (variant uuid)));
  select v.sku into short
    from public.product_variants v join (
      select c.variant, sum(c.by) as by from jsonb_to_recordset(p_changes) c (variant uuid, by int) group by 1) c on c.variant = v.id
    where v.on_hand + c.by < case v.policy when 'deny' then v.held else 0 end limit 1;
  if found then
    raise exception 'Of % there are not so many that no order holds.', short using detail = 'stock_too_low';
  end if;
  insert into public.stock_movements (variant_id, quantity, reason, note)
  select c.variant, c.by, c.reason, coalesce(c.note, '')
  from jsonb_to_recordset(p_changes) c (variant uuid, by int, reason text, note text) where c.by <> 0;
  get diagnostics changed = row_count;
  return changed;
end;
$$;
comment on function office.adjust_stock(jsonb) is
  'Changes stock by differences, all or none: [{variant, by, reason, note}]; returns the number of changes. Errors (in detail): not_an_administrator, unknown_variant, stock_too_low.';

alter table public.stock_movements enable row level security;
grant select on public.stock_movements to authenticated;
create policy stock_movements_select_admin on public.stock_movements for select to authenticated
  using ((select public.is_admin()));

create trigger stock_movements_add_to_stock after insert on public.stock_movements
  referencing new table as new_rows for each statement execute function private.add_to_stock();
create trigger stock_movements_refuse_change before update or delete on public.stock_movements
  for each statement execute function private.refuse_change_of_ledger();

-- Pieces that orders hold. What is held of a variant is the sum of its holds, by triggers, and a constraint keeps it within the stock.

create table public.stock_holds (
  order_id uuid not null references public.orders on delete cascade,
  variant_id uuid not null references public.product_variants on delete cascade,
  quantity int not null check (quantity > 0),
  expires_at timestamptz,
  primary key (order_id, variant_id)
);
comment on table public.stock_holds is 'Pieces that orders hold: those of unpaid orders for a time, those of paid ones until they are sent';
comment on column public.stock_holds.order_id is 'The order';
comment on column public.stock_holds.variant_id is 'The variant';
comment on column public.stock_holds.quantity is 'Pieces';
comment on column public.stock_holds.expires_at is 'Until when; empty once the order is paid';
create index stock_holds_variant_idx on public.stock_holds (variant_id);
create index stock_holds_expires_idx on public.stock_holds (expires_at) where expires_at is not null;

create function private.count_new_holds() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.product_variants v set held = v.held + h.quantity
  from (select variant_id, sum(quantity) as quantity from new_rows group by variant_id) h where v.id = h.variant_id;
  return null;
end;
$$;
comment on function private.count_new_holds() is 'Adds new holds to those of their variants';

create function private.count_ended_holds() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.product_variants v set held = v.held - h.quantity
  from (select variant_id, sum(quantity) as quantity from old_rows group by variant_id) h where v.id = h.variant_id;
  return null;
end;
$$;
comment on function private.count_ended_holds() is 'Takes holds that ended from those of their variants';

-- The last thing that placing an order does, so that a popular variant is locked for the shortest time.
create function private.hold_stock(p_order public.orders, p_until timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant jsonb := (
    select jsonb_object_agg(w.id, w.quantity) from (
      select v.id, sum(i.quantity) as quantity
      from public.order_items i join public.product_variants v
        on v.product_id = i.product_id and v.size is not distinct from i.size and v.color is not distinct from i.color
      where i.order_id = p_order.id and v.policy <> 'untracked'
      group by v.id) w);
  -- An unpaid order of the same customer must not block this one.
  earlier constant uuid[] := array(
    select h.order_id from public.stock_holds h join public.orders o on o.id = h.order_id
    where h.order_id = p_order.id
      or p_until is not null and o.user_id = p_order.user_id and o.status = 'Pending' and h.expires_at is not null);
  same int;
  short text;
begin
  if wanted is null then
    return null;
  end if;
  perform private.lock_variants(array(
    select k::uuid from jsonb_object_keys(wanted) k
    union select h.variant_id from public.stock_holds h where h.order_id = any (earlier)));
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
comment on function private.hold_stock(public.orders, timestamptz) is
  'Holds the pieces of an order until a time, or until they are sent where that is null; holds of other unpaid orders of the customer give way. Returns the title of what there is too little of, and then holds nothing; null when all is held.';

create function private.hold_until() returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return now() + make_interval(mins => private.shop_setting('hold_minutes')::int);
end;
$$;
comment on function private.hold_until() is 'Until when an order that is placed now holds its pieces';

create function private.require_stock(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  short constant text := private.hold_stock(p_order, case when p_order.status = 'Pending' then private.hold_until() end);
begin
  if short is not null then
    raise exception '% is out of stock.', short using detail = 'out_of_stock';
  end if;
end;
$$;
comment on function private.require_stock(public.orders) is
  'Holds the pieces of an order, for a time while it is Pending; refuses it where there are too few (out_of_stock)';

create function private.end_holds_of(p_orders uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_variants(array(select variant_id from public.stock_holds where order_id = any (p_orders)));
  delete from public.stock_holds where order_id = any (p_orders);
end;
$$;
comment on function private.end_holds_of(uuid[]) is 'Gives back what orders hold';

create function private.end_holds_of_deleted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_holds_of(array[old.id]);
  return old;
end;
$$;
comment on function private.end_holds_of_deleted() is 'Gives back what a deleted order held';

create function private.end_holds() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status in ('Cancelled', 'Refunded') then
    perform private.end_holds_of(array[new.id]);
  elsif new.status = 'Paid' then
    -- Settled by settle_payment, which has taken the stock, or by hand.
    perform private.require_stock(new);
  end if;
  return null;
end;
$$;
comment on function private.end_holds() is
  'Gives back what a cancelled or refunded order held; keeps what a paid one holds until it is sent';

create function public.release_expired_holds() returns int
language plpgsql security definer set search_path = '' as $$
declare
  due constant uuid[] := array(
    select h.order_id from public.stock_holds h where h.expires_at < now() order by h.expires_at limit 1000);
  released int;
begin
  perform private.lock_variants(array(select h.variant_id from public.stock_holds h where h.order_id = any (due)));
  -- Holds of orders that were paid in the meantime stay.
  delete from public.stock_holds h where h.order_id = any (due) and h.expires_at < now();
  get diagnostics released = row_count;
  return released;
end;
$$;
comment on function public.release_expired_holds() is
  'Ends holds of orders that were not paid in time and returns their number; called by the scheduled task';

alter table public.stock_holds enable row level security;
grant select on public.stock_holds to authenticated;
create policy stock_holds_select_admin on public.stock_holds for select to authenticated
  using ((select public.is_admin()));

create trigger stock_holds_count_new after insert on public.stock_holds
  referencing new table as new_rows for each statement execute function private.count_new_holds();
create trigger stock_holds_count_ended after delete on public.stock_holds
  referencing old table as old_rows for each statement execute function private.count_ended_holds();
create trigger orders_end_holds_deleted before delete on public.orders
  for each row execute function private.end_holds_of_deleted();
create trigger orders_end_holds after update of status on public.orders
  for each row when (new.status is distinct from old.status) execute function private.end_holds();

create or replace function office.update_product(
  p_id uuid, p_title text default null, p_description text default null, p_price numeric default null,
  p_category uuid default null, p_availability public.availability default null,
  p_sizes text[] default null, p_colors text[] default null, p_known timestamptz default null,
  p_status public.product_status default null, p_composition text default null, p_care text default null,
  p_fit text default null, p_origin text default null, p_delivery text default null
) returns json
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if num_nonnulls(p_sizes, p_colors) > 0 then
    perform private.lock_variants(array(select v.id from public.product_variants v where v.product_id = p_id));
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
    delivery = coalesce(p_delivery, p.delivery)
  where p.id = p_id and (p_known is null or p.updated_at = p_known);
  if not found and exists (select from public.products p where p.id = p_id) then
    raise exception 'Somebody else changed this product in the meantime. Nothing was saved.'
      using detail = 'changed_meanwhile';
  end if;
  return public.read_product(p_id);
end;
$$;
comment on function office.update_product(uuid, text, text, numeric, uuid, public.availability, text[], text[], timestamptz, public.product_status, text, text, text, text, text) is
  'Changes the given fields of a product and returns it as read_product does; null when there is none. p_known is the updated_at that the caller has seen. Errors (in detail): not_an_administrator, changed_meanwhile.';

create or replace function private.cart_lines(p_user uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'quantity', c.quantity, 'size', c.size, 'color', c.color,
        'product', jsonb_build_object(
          'id', p.id, 'title', p.title, 'price', p.price + coalesce(v.price_delta, 0), 'images', p.images,
          'sizes', p.sizes, 'colors', p.colors,
          'availability', private.availability_of(p, c.size, c.color))) order by c.created_at, c.id), '[]')
    from public.cart_items c join public.products p on p.id = c.product_id
    left join public.product_variants v
      on v.product_id = p.id and v.size is not distinct from c.size and v.color is not distinct from c.color
    where c.user_id = p_user);
end;
$$;
comment on function private.cart_lines(uuid) is
  'Lines of a cart in the order in which they were added, each with its product and the sizes and colours to choose from; prices in dollars';

create or replace function office.delete_records(p_kind text, p_ids uuid[]) returns setof uuid
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if p_kind <> all ('{orders,banners,advertisements,faqs,search_synonyms,contact_messages,customer_notes}'::text[]) then
    raise exception 'Nothing of this kind can be deleted here.' using errcode = '22023';
  end if;
  if p_kind = 'orders' then
    perform from public.orders o where o.id = any (p_ids) order by o.id for update;
    perform private.end_holds_of(p_ids);
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
      'quantity', a.quantity, 'size', a.size, 'color', a.color) order by a.position)
    from asked a left join public.products p on p.id = a.product_id
    left join public.product_variants v
      on v.product_id = p.id and v.size is not distinct from a.size and v.color is not distinct from a.color);
end;
$$;
comment on function private.price_lines(jsonb) is 'Lines of an order with title and price from the catalogue';

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
  select l ->> 'title' into sold_out
    from jsonb_array_elements(lines) l where l ->> 'availability' <> 'InStock' limit 1;
  if found then
    raise exception '% is out of stock.', sold_out using detail = 'out_of_stock';
  end if;
  select p.title into sold_out
    from jsonb_array_elements(lines) l join public.products p on p.id = (l ->> 'product_id')::uuid
    where (l ->> 'size' is null and cardinality(p.sizes) > 0 or l ->> 'color' is null and cardinality(p.colors) > 0)
      and exists (select from public.product_variants v where v.product_id = p.id and v.policy <> 'untracked' and v.archived_at is null)
    limit 1;
  if found then
    raise exception 'Please choose size and color of %.', sold_out using detail = 'choice_missing';
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

create or replace function office.cancel_orders(p_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  cancelled int;
begin
  perform private.require_admin();
  perform from public.orders o where o.id = any (p_ids) order by o.id for no key update;
  perform private.lock_variants(array(select h.variant_id from public.stock_holds h where h.order_id = any (p_ids)));
  update public.orders set status = 'Cancelled', idempotency_key = null
    where id = any (p_ids) and status = 'Pending';
  get diagnostics cancelled = row_count;
  return cancelled;
end;
$$;
comment on function office.cancel_orders(uuid[]) is
  'Cancels those of these orders that are Pending, and returns how many they were. What is paid for them later is Held. Administrators only (not_an_administrator).';

create or replace function private.replace_open_orders(p_customer uuid, p_replaces uuid[], p_lines jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  unpaid constant uuid[] := array(
    select o.id from public.orders o
    where o.user_id = p_customer and o.from_cart and o.status = 'Pending'
    order by o.id for no key update);
begin
  if not unpaid <@ p_replaces then
    raise exception 'An order of this cart is still open. Please try again!'
      using detail = 'open_order', hint = array_to_string(unpaid, ',');
  end if;
  if unpaid <> '{}' then
    -- The variants of the old orders and of the new one, locked together to avoid deadlocks.
    perform private.lock_variants(array(
      select h.variant_id from public.stock_holds h where h.order_id = any (unpaid)
      union select v.id from jsonb_array_elements(p_lines) l join public.product_variants v
        on v.product_id = (l ->> 'product_id')::uuid and v.size is not distinct from l ->> 'size'
          and v.color is not distinct from l ->> 'color' and v.policy <> 'untracked'));
    update public.orders set status = 'Cancelled', idempotency_key = null where id = any (unpaid);
  end if;
end;
$$;
comment on function private.replace_open_orders(uuid, uuid[], jsonb) is
  'Cancels the Pending orders from the cart of a customer. Refuses (open_order, their ids as hint) where one is not among p_replaces.';

create or replace function private.place_order(
  p_products jsonb, p_amount numeric, p_email text, p_idempotency_key text, p_to_pay boolean,
  p_checkout boolean, p_replaces uuid[]
) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  buyer public.profiles;
  key text := nullif(btrim(p_idempotency_key), '');
  digest constant text := case when key is not null or p_checkout then
    private.order_digest(p_products, p_amount, p_email) end;
  new_id constant uuid := gen_random_uuid();
  placed public.orders;
  lines jsonb;
begin
  perform private.require_customer();
  select * into buyer from public.profiles where id = auth.uid();

  -- One attempt at a time per customer and key; a repeat finds what the first one made.
  if key is not null then
    perform pg_advisory_xact_lock(hashtextextended(buyer.id || ' ' || key, 0));
    select * into placed from public.orders where user_id = buyer.id and idempotency_key = key;
    if found then
      if placed.idempotency_digest <> digest then
        raise exception 'This Idempotency-Key belongs to another order. Please order again with a new one!'
          using detail = 'key_reused';
      end if;
      return placed;
    end if;
  end if;

  -- A refusal from here on rolls this count back: only orders that are placed count.
  perform private.require_order_rate('order', buyer.id);
  lines := private.validate_order_lines(p_products, p_amount);
  if p_checkout then
    perform private.require_deliverable(buyer, lines);
    perform pg_advisory_xact_lock(hashtextextended('checkout ' || buyer.id, 0));
    -- Whoever comes back to the same cart pays the order that is open.
    select * into placed from public.orders o
      where o.user_id = buyer.id and o.status = 'Pending' and o.idempotency_digest = digest
        and (o.firstname, o.lastname, o.phone, o.address, o.postcode, o.state, o.country)
          = (buyer.firstname, buyer.lastname, buyer.phone, buyer.address, buyer.postcode, buyer.state, buyer.country)
      order by o.created_at desc limit 1;
    if found then
      perform private.require_stock(placed);
      return placed;
    end if;
    perform private.replace_open_orders(buyer.id, p_replaces, lines);
  end if;

  insert into public.orders (
    id, user_id, firstname, lastname, email, phone, address, postcode, state, country,
    total_price, status, payment_reference, idempotency_key, idempotency_digest, from_cart, search_words)
  values (
    new_id, buyer.id, buyer.firstname, buyer.lastname,
    left(coalesce(nullif(btrim(p_email), ''), buyer.email), 320), buyer.phone, buyer.address,
    buyer.postcode, buyer.state, buyer.country, p_amount, case when p_amount = 0 then 'Paid' else 'Pending' end::public.order_status,
    case when p_to_pay or p_amount = 0 then new_id || '.1' end, key, digest, p_checkout,
    'titles: ' || (
      select string_agg(l ->> 'title', ' ' order by n)
      from jsonb_array_elements(lines) with ordinality as line (l, n)))
  returning * into placed;
  -- Checked after the insert, since the currency is the default of the table.
  if p_amount > 0 then
    perform private.require_payable(p_amount, placed.currency);
  end if;

  insert into public.order_items (order_id, product_id, title, unit_price, quantity, size, color, position)
  select placed.id, (l ->> 'product_id')::uuid, l ->> 'title', (l ->> 'unit_price')::numeric,
    (l ->> 'quantity')::int, l ->> 'size', l ->> 'color', n
  from jsonb_array_elements(lines) with ordinality as line (l, n);
  if p_amount = 0 then
    insert into public.payment_attempts (reference, order_id, amount_minor, currency, status)
    values (placed.payment_reference, placed.id, 0, placed.currency, 'paid');
    perform private.remove_bought_from_cart(placed);
  end if;
  perform private.require_stock(placed);
  return placed;
end;
$$;
comment on function private.place_order(jsonb, numeric, text, text, boolean, boolean, uuid[]) is
  'What place_order does; p_to_pay when the first payment attempt follows in the same transaction, under the reference that the order is given; p_checkout for the shop''s own checkout, which places one order per cart, in the place of those in p_replaces, and none that could not be sent';

create or replace function public.place_order(
  p_products jsonb, p_amount numeric, p_email text, p_idempotency_key text default null
) returns public.orders
language plpgsql security definer set search_path = '' as $$
begin
  return private.place_order(p_products, p_amount, p_email, p_idempotency_key, false, false, '{}');
end;
$$;
comment on function public.place_order(jsonb, numeric, text, text) is
  'Places an order of the signed-in customer: products as [{product, quantity, size?, color?}], the amount in dollars that the customer saw. The same key with the same order again returns that order. An order that costs nothing is Paid at once. Errors (in detail): not_a_customer, key_reused, empty_order, bad_quantity, unknown_product, out_of_stock, choice_missing, amount_differs, below_minimum; with SQLSTATE PT429 too_many_tries, seconds to wait as hint.';

create or replace function public.start_payment_attempt(p_order_id uuid, p_reference text)
returns public.payment_attempts
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
  attempt public.payment_attempts;
begin
  -- Attempts and settlements of one order queue here, since each of them changes the order.
  select * into ordered from public.orders where id = p_order_id for no key update;
  if not found then
    raise exception 'This order does not exist.' using detail = 'unknown_order';
  end if;
  if ordered.status <> 'Pending' then
    raise exception 'This order needs no payment.' using detail = 'not_pending';
  end if;
  if ordered.total_price > 0 then
    perform private.require_payable(ordered.total_price, ordered.currency);
    perform private.require_order_rate('payment', ordered.user_id);
  end if;
  perform private.require_stock(ordered);
  insert into public.payment_attempts (reference, order_id, amount_minor, currency, status)
  values (p_reference, ordered.id, (ordered.total_price * 100)::bigint, ordered.currency,
    case when ordered.total_price > 0 then 'started' else 'paid' end)
  returning * into attempt;
  update public.orders set payment_reference = p_reference,
    status = case when total_price > 0 then status else 'Paid' end
    where id = ordered.id returning * into ordered;
  if ordered.status = 'Paid' then
    perform private.remove_bought_from_cart(ordered);
  end if;
  return attempt;
end;
$$;
comment on function public.start_payment_attempt(uuid, text) is
  'Starts an attempt to pay an order; one that costs nothing is Paid by it. Its pieces are held anew. Errors (in detail): unknown_order, not_pending, below_minimum, out_of_stock; with SQLSTATE PT429 too_many_tries, seconds to wait as hint.';

create or replace function public.settle_payment(
  p_event_key text, p_event text, p_reference text, p_amount_minor bigint, p_currency text,
  p_payload jsonb
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders;
  is_due boolean;
begin
  -- The webhook was quicker than our own verification: there is nothing left to do.
  if p_event = 'verify' and exists (
    select 1 from public.orders o join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference and o.status = 'Paid' and o.payment_reference = p_reference)
  then
    return 'already_paid';
  end if;

  -- The order is locked before its payments, as when an order is deleted; settlements queue here.
  select o.* into ordered from public.orders o
    join public.payment_attempts a on a.order_id = o.id
    where a.reference = p_reference for update of o;

  insert into public.payment_events (id, reference, event, payload)
  values (p_event_key, coalesce(p_reference, ''), coalesce(p_event, ''), coalesce(p_payload, '{}'))
  on conflict (id) do nothing;

  if ordered.id is null then
    return 'unknown';
  end if;

  if ordered.status in ('Paid', 'Refunded') then
    if ordered.payment_reference is distinct from p_reference then
      update public.payment_attempts set status = 'duplicate' where reference = p_reference;
    end if;
    return 'already_paid';
  end if;

  -- What was cancelled is not sent, nor what was sold meanwhile: a person gives the money back, or finds the pieces.
  is_due := ordered.status = 'Pending' and p_amount_minor is not distinct from (ordered.total_price * 100)::bigint
    and upper(p_currency) is not distinct from ordered.currency;
  if not is_due or private.hold_stock(ordered, null) is not null then
    update public.orders set status = 'Held', payment_reference = p_reference
      where id = ordered.id and status in ('Pending', 'Cancelled');
    update public.payment_attempts set status = 'held' where reference = p_reference;
    return 'held';
  end if;

  update public.orders
    set status = 'Paid', payment_reference = p_reference, paid_at = now()
    where id = ordered.id and status = 'Pending' returning * into ordered;
  update public.payment_attempts set status = 'paid' where reference = p_reference;
  perform private.remove_bought_from_cart(ordered);
  return 'paid';
end;
$$;
comment on function public.settle_payment(text, text, text, bigint, text, jsonb) is
  'Settles a successful payment (amount in the smallest unit): paid when this call changed the order, already_paid, held when amount or currency differ, the order was cancelled, or its pieces were sold after its hold had ended, unknown when there is no such payment';

create function private.audit_variant() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  who constant record := private.current_actor();
  old_row constant jsonb := jsonb_build_object('sku', old.sku, 'barcode', old.barcode, 'price_delta', old.price_delta, 'policy', old.policy);
  new_row constant jsonb := jsonb_build_object('sku', new.sku, 'barcode', new.barcode, 'price_delta', new.price_delta, 'policy', new.policy);
begin
  insert into public.audit_log (actor_id, actor_role, actor, table_name, action, record_id, label, before, after)
  select who.id, who.kind, who.name, tg_table_name, 'update', new.id, new.sku,
    jsonb_object_agg(f.key, f.value), jsonb_object_agg(f.key, new_row -> f.key)
  from jsonb_each(old_row) f where f.value is distinct from new_row -> f.key;
  return null;
end;
$$;
comment on function private.audit_variant() is 'Writes what was changed of a variant, but for its stock, into the audit trail';

create trigger product_variants_audit after update on public.product_variants
  for each row when ((new.sku, new.barcode, new.price_delta, new.policy) is distinct from (old.sku, old.barcode, old.price_delta, old.policy))
  execute function private.audit_variant();
select private.audit_table('public.shop_settings', 'name');

create policy shop_settings_select_admin on public.shop_settings for select to authenticated
  using ((select public.is_admin()));
create policy shop_settings_update_admin on public.shop_settings for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));


select private.sync_variants(array(select id from public.products));
