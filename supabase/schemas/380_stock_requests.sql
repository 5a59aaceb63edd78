-- Shoppers who want a mail when a size and colour is in stock again. One mail is sent, and the request is deleted with it.

create table public.stock_requests (
  id uuid primary key default gen_random_uuid(),
  variant_id uuid not null references public.product_variants on delete cascade,
  email text not null check (email = lower(btrim(email)) and length(email) between 3 and 254),
  created_at timestamptz not null default public.clock(),
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
