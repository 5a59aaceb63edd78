-- What follows for a product from its variants: the prices that lists show and sort by, and its availability.

create function private.variant_facts(
  p_product uuid, out lowest numeric, out highest numeric, out availability public.availability, out partly_sold_out boolean
)
language sql stable security definer set search_path = '' as $$
  select coalesce(min(v.price_delta), 0), coalesce(max(v.price_delta), 0),
    case when bool_or(v.policy <> 'untracked') then
      case when bool_or(f.is_free) then 'InStock' else 'OutofStock' end::public.availability end,
    coalesce(bool_or(f.is_free) and not bool_and(f.is_free), false)
  from public.product_variants v cross join lateral (select v.policy <> 'deny' or v.held < v.on_hand as is_free) f
  where v.product_id = p_product and v.archived_at is null;
$$;
comment on function private.variant_facts(uuid) is
  'What follows for a product from its variants: the lowest and the highest of their price differences in the currency of the shop, its availability, null where nothing of it is counted, and whether only some of them are sold out';

create function private.set_variant_facts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  facts constant record := private.variant_facts(new.id);
begin
  new.lowest_price := new.price + facts.lowest;
  new.highest_price := new.price + facts.highest;
  new.availability := coalesce(facts.availability, new.availability);
  new.partly_sold_out := facts.partly_sold_out;
  return new;
end;
$$;
comment on function private.set_variant_facts() is 'Writes the prices and the availability of a product that follow from its variants';

-- Locked first, so that of two sales that each take the last piece of a variant the second one sees both.
create function private.update_variant_facts(p_products uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.products p where p.id = any (p_products) order by p.id for no key update;
  update public.products p set availability = coalesce(f.availability, p.availability), lowest_price = p.price + f.lowest,
    highest_price = p.price + f.highest, partly_sold_out = f.partly_sold_out
  from unnest(p_products) w (id) cross join lateral private.variant_facts(w.id) f
  where p.id = w.id and (p.availability, p.lowest_price, p.highest_price, p.partly_sold_out)
    is distinct from (coalesce(f.availability, p.availability), p.price + f.lowest, p.price + f.highest, f.partly_sold_out);
end;
$$;
comment on function private.update_variant_facts(uuid[]) is 'Updates the prices and the availability of products that follow from their variants';

-- Before products_set_search_facets, which reads what it writes.
create trigger products_set_facts_of_variants
  before insert or update of price, availability, lowest_price, highest_price, partly_sold_out on public.products
  for each row execute function private.set_variant_facts();
