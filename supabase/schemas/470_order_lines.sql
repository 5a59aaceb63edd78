-- The lines of an order are checked before it is placed.

create function private.has_bad_quantity(p_products jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return exists (
    select 1 from jsonb_array_elements(p_products) e
    where case when jsonb_typeof(e -> 'quantity') = 'number'
      then (e ->> 'quantity')::numeric not between 1 and 999
        or (e ->> 'quantity')::numeric <> trunc((e ->> 'quantity')::numeric)
      else true end);
end;
$$;
comment on function private.has_bad_quantity(jsonb) is 'True when a line has no whole quantity from 1 to 999';

-- What is not counted is taken as it is written; a piece that is counted must be known to be held.
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

create function private.validate_order_lines(p_products jsonb, p_customer uuid, p_country text default null) returns jsonb
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
    where id = any (array(select private.as_uuid(e ->> 'product') from jsonb_array_elements(p_products) e))
    order by id for key share;
  lines := private.price_lines(p_products, p_customer, p_country);

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
  return lines;
end;
$$;
comment on function private.validate_order_lines(jsonb, uuid, text) is
  'The lines of an order as price_lines returns them, with their products locked against deletion. Refuses lines that cannot be bought.';

create function private.require_deliverable(p_buyer public.profiles, p_lines jsonb) returns void
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
