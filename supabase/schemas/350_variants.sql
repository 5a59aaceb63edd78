-- Variants: each size and colour of a product, with an SKU and a stock of its own. Nothing is counted until an administrator says so.

create type public.stock_policy as enum ('untracked', 'deny', 'backorder');
comment on type public.stock_policy is 'What the stock means for selling: untracked is not counted, deny is sold while stock lasts, backorder is counted and sold without stock too';

create sequence private.sku_number start 1001;

create function public.is_barcode(p_text text) returns boolean
language plpgsql immutable strict set search_path = '' as $$
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
  sku text collate "C" not null check (sku ~ '^[A-Z0-9][A-Z0-9._/-]{0,63}$'),
  barcode text check (public.is_barcode(barcode)),
  price_delta numeric not null default 0 check (abs(price_delta) < 1000000000),
  policy public.stock_policy not null default 'untracked',
  on_hand int not null default 0 check (on_hand >= 0),
  held int not null default 0 check (held >= 0),
  archived_at timestamptz,
  updated_at timestamptz not null default public.clock(),
  -- Deferrable, so that one statement may exchange the SKUs of two variants.
  constraint product_variants_sku_key unique (sku) deferrable,
  constraint product_variants_barcode_key unique (barcode) deferrable,
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
comment on column public.product_variants.price_delta is 'What it costs more (or less) than the product, in the currency of the shop';
comment on column public.product_variants.policy is 'Whether it is counted, and sold without stock';
comment on column public.product_variants.on_hand is 'Pieces in stock: the sum of its stock_movements; kept by a trigger';
comment on column public.product_variants.held is 'Pieces of them that orders hold: the sum of its stock_holds; kept by a trigger';
comment on column public.product_variants.archived_at is 'Since when the product no longer has this size or colour; empty while it has';
comment on column public.product_variants.updated_at is 'When anything but its stock was last changed; kept by a trigger';

create index product_variants_differing_idx on public.product_variants (product_id) where policy <> 'untracked' or price_delta <> 0;
create index product_variants_number_idx on public.product_variants (substring(translate(sku, '._/', '---'), '\d.*')) where archived_at is null;
create index product_variants_counted_idx on public.product_variants (product_id) where policy <> 'untracked';
create index product_variants_free_idx on public.product_variants ((on_hand - held), sku) where policy <> 'untracked' and archived_at is null;

-- Variants are locked before holds and products, in the order of their ids, to avoid deadlocks. Their products are locked here too,
-- since each step that follows may publish the levels of others: all, or those that run out where so many pieces are taken at most.
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

create function private.make_sku(p_pattern text, p_number int, p_size text, p_color text) returns text
language plpgsql stable set search_path = '' as $$
declare
  made text := replace(p_pattern, '{number}', p_number::text);
  color constant text := regexp_replace(coalesce(p_color, ''), '[^[:alnum:]]', '', 'g');
  house constant text := (select c.house from private.colours c where c.name = replace(lower(color), 'grey', 'gray'));
begin
  made := replace(made, '{color}', left(coalesce(house, color), 16));
  made := replace(made, '{size}', left(regexp_replace(coalesce(p_size, ''), '[^[:alnum:]]', '', 'g'), 10));
  made := regexp_replace(upper(extensions.unaccent(made)), '[^A-Z0-9._/-]', '', 'g');
  return btrim(regexp_replace(made, '([._/-])[._/-]+', '\1', 'g'), '._/-');
end;
$$;
comment on function private.make_sku(text, int, text, text) is 'The SKU of a variant by a pattern, with the house''s name of its colour where there is one';

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
  insert into public.product_variants as v (product_id, size, color, number, policy, sku)
  select w.id, w.size, w.color, w.number,
    coalesce((select min(o.policy) from public.product_variants o
      where o.product_id = w.id and o.archived_at is null and o.policy <> 'untracked'), 'untracked'),
    case when w.same > 1 or exists (select from public.product_variants o
        where o.sku = w.sku and (o.product_id, o.size, o.color) is distinct from (w.id, w.size, w.color))
      then left(w.sku, 50) || '-' || nextval('private.sku_number') else w.sku end
  from wanted w
  on conflict on constraint product_variants_choice_key do update set archived_at = null,
    -- The price may have fallen meanwhile.
    price_delta = case when v.price_delta + (select p.price from public.products p where p.id = v.product_id) < 0 then 0 else v.price_delta end
    where v.archived_at is not null;

  update public.product_variants v set archived_at = public.clock()
  from public.products p
  where p.id = any (p_products) and v.product_id = p.id and v.archived_at is null
    and ((v.size is null and p.sizes = '{}' or v.size = any (select btrim(e) from unnest(p.sizes) e))
      and (v.color is null and p.colors = '{}' or v.color = any (select btrim(e) from unnest(p.colors) e))) is not true;
  perform private.update_variant_facts(p_products);
end;
$$;
comment on function private.sync_variants(uuid[]) is
  'Makes the variants of products follow their sizes and colours: new ones are added, counted if others of the product are, those that are gone are archived, those that are back are used again';

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
  perform private.rename_variants(new.id, 'size', old.sizes, new.sizes);
  perform private.rename_variants(new.id, 'color', old.colors, new.colors);
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
-- what an unpaid order of the customer holds is there for the customer.
create function private.availability_of(p_product public.products, p_size text, p_color text, p_customer uuid default auth.uid())
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
        where h.variant_id = variant.id and h.expires_at is not null and o.user_id = p_customer and o.status = 'Pending'))
      then 'InStock' else 'OutofStock' end;
  end if;
  return case
    when (p_size is null or cardinality(p_product.sizes) = 0 or p_size = any (p_product.sizes))
      and (p_color is null or cardinality(p_product.colors) = 0 or p_color = any (p_product.colors))
      and p_product.status = 'published'
    then p_product.availability else 'OutofStock' end;
end;
$$;
comment on function private.availability_of(public.products, text, text, uuid) is
  'Whether a product can be bought by a customer in this size and colour; null where none was chosen';

-- Beyond 500 tags one tag for everything is cheaper, as in record_catalogue_changes.
create function private.purge_product_pages(p_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.catalogue_changes (tag)
  select unnest(case when cardinality(p_ids) > 500 then '{everything}'
    else array(select 'product:' || i from unnest(p_ids) i) end);
end;
$$;
comment on function private.purge_product_pages(uuid[]) is 'Makes the site purge the pages of products';

-- A sale purges a page only where what shoppers read changes.
create function private.publish_stock_levels() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- No join: its plan is that of the first statement of a session, which compares each row with each where few were changed.
  changed constant uuid[] := array(
    select distinct c.product_id from (
      select id, product_id, price_delta, archived_at is null, policy = 'untracked', private.stock_level(policy, on_hand - held) from new_rows
      except
      select id, product_id, price_delta, archived_at is null, policy = 'untracked', private.stock_level(policy, on_hand - held) from old_rows) c);
begin
  if changed <> '{}' then
    perform private.update_variant_facts(changed);
    perform private.purge_product_pages(changed);
  end if;
  return null;
end;
$$;
comment on function private.publish_stock_levels() is
  'Purges the pages of products whose prices or stock shoppers see changed, and updates the prices and availability of these products';

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

alter table public.product_variants enable row level security;
grant select on public.product_variants to authenticated;
create policy product_variants_select_admin on public.product_variants for select to authenticated using ((select public.is_admin()));

create trigger products_sync_variants_insert after insert on public.products
  referencing new table as new_rows for each statement execute function private.sync_variants_of_new();
create trigger products_sync_variants_update after update of sizes, colors on public.products
  for each row when ((new.sizes, new.colors) is distinct from (old.sizes, old.colors)) execute function private.sync_variants_of_changed();
create trigger products_guard_variant_prices before update of price on public.products
  for each row when (new.price < old.price) execute function private.guard_variant_prices();
-- Not with each hold and sale, so that they do not look like somebody else's edit.
create trigger product_variants_set_updated_at before update on public.product_variants
  for each row when ((new.sku, new.barcode, new.price_delta, new.policy, new.archived_at) is distinct from (old.sku, old.barcode, old.price_delta, old.policy, old.archived_at))
  execute function private.set_updated_at();
create trigger shop_settings_publish_few_left after update on public.shop_settings
  for each row when (new.name = 'few_left' and new.value <> old.value) execute function private.publish_few_left();
create trigger product_variants_guard_stock before update of on_hand, held on public.product_variants
  for each row execute function private.guard_stock();
create trigger product_variants_publish_levels after update on public.product_variants
  referencing old table as old_rows new table as new_rows for each statement execute function private.publish_stock_levels();
