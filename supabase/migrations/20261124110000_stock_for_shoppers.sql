-- What shoppers see of stock: variants of products and of lines of the cart, and requests for a mail.

create or replace function public.read_product(p_id uuid) returns json
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select to_json(t) from (
      select d.*, p.composition, p.care, p.fit, p.origin, p.delivery, (
        select coalesce(json_agg(json_build_object('size', v.size, 'color', v.color, 'sku', v.sku, 'price', p.price + v.price_delta,
          'level', case p.availability when 'InStock' then v.level else 'out' end)), '[]')
        from json_to_recordset(public.product_stock(p.id)) v (size text, color text, sku text, price_delta numeric, level text)
      ) as variants
      from public.product_details d join public.products p on p.id = d.id where d.id = p_id) t);
end;
$$;
comment on function public.read_product(uuid) is
  'One product with its category, facts and variants, [{size, color, sku, price in dollars, level}] with the levels of product_stock; null when there is none';

create index product_variants_differing_idx on public.product_variants (product_id) where policy <> 'untracked' or price_delta <> 0;

-- What an unpaid order of the customer holds is there for the customer.
create function private.free_pieces(p_variant public.product_variants, p_customer uuid) returns int
language plpgsql stable set search_path = '' as $$
begin
  return p_variant.on_hand - p_variant.held + (
    select coalesce(sum(h.quantity), 0) from public.stock_holds h join public.orders o on o.id = h.order_id
    where h.variant_id = p_variant.id and h.expires_at is not null and o.user_id = p_customer and o.status = 'Pending');
end;
$$;
comment on function private.free_pieces(public.product_variants, uuid) is 'How many pieces of a variant a customer can order';

create function private.cart_variants(p_product public.products, p_customer uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if not exists (select from public.product_variants v
    where v.product_id = p_product.id and (v.policy <> 'untracked' or v.price_delta <> 0)) then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('size', v.size, 'color', v.color, 'sku', v.sku, 'price', p_product.price + v.price_delta,
      'level', case when v.policy = 'deny' then private.stock_level(v.policy, private.free_pieces(v, p_customer))
        when v.policy = 'untracked' and p_product.availability <> 'InStock' then 'out' else 'in' end) order by v.sku), '[]')
    from public.product_variants v where v.product_id = p_product.id and v.archived_at is null);
end;
$$;
comment on function private.cart_variants(public.products, uuid) is
  'The variants of a product in a cart, as those of read_product; none where no stock is counted and all cost the same';

create or replace function private.cart_lines(p_user uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'quantity', c.quantity, 'size', c.size, 'color', c.color,
        'enough', case v.policy when 'deny' then private.free_pieces(v, p_user) >= c.quantity else true end,
        'product', jsonb_build_object(
          'id', p.id, 'title', p.title, 'price', p.price + coalesce(v.price_delta, 0), 'images', p.images,
          'sizes', p.sizes, 'colors', p.colors, 'variants', private.cart_variants(p, p_user),
          'availability', private.availability_of(p, c.size, c.color))) order by c.created_at, c.id), '[]')
    from public.cart_items c join public.products p on p.id = c.product_id
    left join public.product_variants v
      on v.product_id = p.id and v.size is not distinct from c.size and v.color is not distinct from c.color
    where c.user_id = p_user);
end;
$$;
comment on function private.cart_lines(uuid) is
  'Lines of a cart in the order in which they were added, each with its product, the sizes and colours to choose from, and whether there are enough pieces; prices in dollars';

create table public.stock_requests (
  id uuid primary key default gen_random_uuid(),
  variant_id uuid not null references public.product_variants on delete cascade,
  email text not null check (email = lower(btrim(email)) and length(email) between 3 and 254),
  created_at timestamptz not null default now(),
  constraint stock_requests_variant_email_key unique (variant_id, email)
);
comment on table public.stock_requests is 'Email addresses to write to, once, when a variant is in stock again; deleted when the mail is queued';
comment on column public.stock_requests.id is 'Identifies the request';
comment on column public.stock_requests.variant_id is 'The variant that is sold out';
comment on column public.stock_requests.email is 'Where the mail goes, in lower case';
comment on column public.stock_requests.created_at is 'When it was asked for';
create index stock_requests_email_idx on public.stock_requests (email);

create function public.add_stock_request(
  p_product uuid, p_email text, p_size text default null, p_color text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  most_requests constant int := 100;
  product public.products;
  variant uuid;
begin
  perform private.act_for(null);
  select * into product from public.products where id = p_product and status = 'published' for key share;
  select v.id into variant from public.product_variants v
    where v.product_id = product.id and v.size is not distinct from p_size and v.color is not distinct from p_color
      and v.archived_at is null
    for key share;
  if not found then
    raise exception 'This product is no longer available in this size and color.' using detail = 'unknown_product';
  end if;
  if private.availability_of(product, p_size, p_color) = 'InStock' then
    raise exception '% is in stock again.', product.title using detail = 'in_stock';
  end if;
  -- Nobody learns whether an address is on the list already, or is on too many.
  if (select count(*) from public.stock_requests r where r.email = lower(btrim(p_email))) < most_requests then
    insert into public.stock_requests (variant_id, email) values (variant, lower(btrim(p_email)))
    on conflict on constraint stock_requests_variant_email_key do nothing;
  end if;
end;
$$;
comment on function public.add_stock_request(uuid, text, text, text) is
  'Notes that somebody wants a mail when this size and colour is in stock again; null where the product has none. At most 100 for an address; further ones are ignored. For the service role: the API counts requests first. Errors (in detail): unknown_product, in_stock.';

create function public.claim_stock_requests(p_limit int default 100)
returns table (id uuid, email text, product_id uuid, title text, size text, color text)
language sql volatile security definer set search_path = '' as $$
  with asked as materialized (select distinct r.variant_id from public.stock_requests r),
  back as materialized (
    select v.id, v.size, v.color, p.id as product_id, p.title
    from asked join public.product_variants v on v.id = asked.variant_id join public.products p on p.id = v.product_id
    where v.archived_at is null and p.status = 'published' and case v.policy
      when 'deny' then v.on_hand > v.held when 'backorder' then true else p.availability = 'InStock' end),
  due as materialized (
    select r.id from public.stock_requests r where r.variant_id in (select back.id from back)
    order by r.created_at limit greatest(p_limit, 0) for update skip locked),
  claimed as (
    delete from public.stock_requests r using due where r.id = due.id returning r.id, r.variant_id, r.email, r.created_at)
  select c.id, c.email, b.product_id, b.title, b.size, b.color
  from claimed c join back b on b.id = c.variant_id order by c.created_at, c.id;
$$;
comment on function public.claim_stock_requests(int) is
  'Takes the oldest requests whose variant is in stock again: deletes them and returns them with their product, for mails that are queued in the same transaction. For the service role.';

create function public.own_stock_requests()
returns table (title text, size text, color text, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select p.title, v.size, v.color, r.created_at
  from public.profiles c join public.stock_requests r on r.email = lower(c.email)
  join public.product_variants v on v.id = r.variant_id join public.products p on p.id = v.product_id
  where c.id = (select auth.uid()) order by r.created_at desc, r.id;
$$;
comment on function public.own_stock_requests() is
  'What the signed-in customer''s address wants a mail about when it is in stock again, newest first';
grant execute on function public.own_stock_requests() to authenticated;

create function private.delete_stock_requests() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.stock_requests where email = lower(old.email);
  return null;
end;
$$;
comment on function private.delete_stock_requests() is 'Deletes the requests of a deleted customer''s address';

alter table public.stock_requests enable row level security;
create policy stock_requests_nobody on public.stock_requests for all to anon, authenticated
  using (false) with check (false);

create trigger profiles_delete_stock_requests after delete on public.profiles
  for each row execute function private.delete_stock_requests();

create or replace function private.office_variant(v public.product_variants) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_build_object('id', v.id, 'size', v.size, 'color', v.color, 'sku', v.sku, 'barcode', v.barcode,
    'price_delta', v.price_delta, 'policy', v.policy, 'on_hand', v.on_hand, 'held', v.held,
    'waiting', (select count(*) from public.stock_requests r where r.variant_id = v.id), 'updated_at', v.updated_at);
end;
$$;
comment on function private.office_variant(public.product_variants) is
  'A variant as administrators see it; waiting is the number of shoppers who want a mail when it is back';
