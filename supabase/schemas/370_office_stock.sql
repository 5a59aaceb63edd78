-- Sizes and stock in the back office: the variants of a product, the ledger of a variant, and what is running low.

create function private.office_variant(v public.product_variants) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_build_object('id', v.id, 'size', v.size, 'color', v.color, 'sku', v.sku, 'barcode', v.barcode,
    'price_delta', v.price_delta, 'policy', v.policy, 'on_hand', v.on_hand, 'held', v.held,
    'waiting', (select count(*) from public.stock_requests r where r.variant_id = v.id), 'updated_at', v.updated_at);
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
  'Changes variants of a product, [{id, known, sku, barcode, price_delta in the currency of the shop, policy, by}], all or none, and returns them as read_variants does; null when there is no such product. What is left out stays; by is a difference of its stock, known the updated_at that the caller has seen. Errors (in detail, with the paths of what is wrong as hint): validation_failed, changed_meanwhile, sku_taken, barcode_taken, stock_too_low; not_an_administrator.';

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
