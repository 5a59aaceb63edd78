-- Wish lists: what customers liked, and the link by which they share it.

create table public.wish_list_items (
  user_id uuid not null references auth.users on delete cascade,
  product_id uuid not null references public.products on delete cascade,
  created_at timestamptz not null default public.clock(),
  primary key (user_id, product_id)
);
comment on table public.wish_list_items is 'Products on the wish lists of customers';
comment on column public.wish_list_items.user_id is 'The customer whose list it is';
comment on column public.wish_list_items.product_id is 'The product; not shown while it is a draft';
comment on column public.wish_list_items.created_at is 'When it was added';
create index wish_list_items_product_id_idx on public.wish_list_items (product_id);

create table public.wish_list_links (
  user_id uuid primary key references auth.users on delete cascade,
  token uuid not null unique default gen_random_uuid(),
  with_name boolean not null,
  created_at timestamptz not null default public.clock()
);
comment on table public.wish_list_links is 'Links to shared wish lists, at most one for each customer; deleted when the customer stops sharing';
comment on column public.wish_list_links.user_id is 'The customer whose list it shows';
comment on column public.wish_list_links.token is 'The random part of its URL; whoever knows it can see the list';
comment on column public.wish_list_links.with_name is 'Whether the list shows the first name of its customer';
comment on column public.wish_list_links.created_at is 'When the list was shared';

create function public.add_to_wish_list(p_products uuid[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  most_items constant int := 500;
begin
  perform private.require_customer();
  perform pg_advisory_xact_lock(hashtextextended('wish list ' || auth.uid(), 0));
  -- The first one counts as the newest.
  insert into public.wish_list_items (user_id, product_id, created_at)
  select auth.uid(), a.id, public.clock() - a.place * interval '1 microsecond' from (
    select p.id, array_position(p_products, p.id) as place from public.products p
    where p.id = any (p_products) and p.status = 'published'
      and not exists (select from public.wish_list_items i where i.user_id = auth.uid() and i.product_id = p.id)
    order by place limit greatest(0, most_items - (select count(*) from public.wish_list_items i where i.user_id = auth.uid()))
    for key share of p) a;
  return (
    select jsonb_build_object(
      'added', coalesce(jsonb_agg(p.id) filter (where i.user_id is not null), '[]'),
      'left', coalesce(jsonb_agg(p.id) filter (where i.user_id is null), '[]'))
    from public.products p left join public.wish_list_items i on i.product_id = p.id and i.user_id = auth.uid()
    where p.id = any (p_products) and p.status = 'published');
end;
$$;
comment on function public.add_to_wish_list(uuid[]) is
  'Adds products to the wish list of the signed-in customer, which holds at most 500: {added, left}, the ids of those that are on the list now and of those for which it is too full; products that do not exist are ignored. Error (in detail): not_a_customer.';
grant execute on function public.add_to_wish_list(uuid[]) to authenticated;

create function public.share_wish_list(p_with_name boolean) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  shared uuid;
begin
  perform private.require_customer();
  insert into public.wish_list_links (user_id, with_name) values (auth.uid(), p_with_name)
  on conflict (user_id) do update set with_name = excluded.with_name
  returning token into shared;
  return shared;
end;
$$;
comment on function public.share_wish_list(boolean) is
  'Shares the wish list of the signed-in customer, with or without the first name, and returns the token of its link, which stays the same while it is shared. Error (in detail): not_a_customer.';
grant execute on function public.share_wish_list(boolean) to authenticated;

create function public.read_shared_wish_list(p_token uuid, p_limit int default 24, p_offset int default 0) returns json
language sql stable security definer set search_path = '' as $$
  with shared as (
    select l.user_id, case when l.with_name then c.firstname else '' end as firstname
    from public.wish_list_links l join public.profiles c on c.id = l.user_id where l.token = p_token),
  items as (
    select i.product_id, i.created_at from shared s join public.wish_list_items i using (user_id)
    join public.products p on p.id = i.product_id and p.status = 'published')
  select json_build_object('firstname', s.firstname, 'total', (select count(*) from items), 'rows', (
    select coalesce(json_agg(d order by page.created_at desc, page.product_id), '[]')
    from (
      select * from items order by created_at desc, product_id
      limit least(greatest(p_limit, 0), 100) offset greatest(p_offset, 0)) page
    join public.product_details d on d.id = page.product_id))
  from shared s;
$$;
comment on function public.read_shared_wish_list(uuid, int, int) is
  'A page of a shared wish list, newest first: {firstname, total, rows}, with products as everybody sees them and an empty firstname unless its customer shares it; null when there is none';
grant execute on function public.read_shared_wish_list(uuid, int, int) to anon, authenticated;

alter table public.wish_list_items enable row level security;
grant select, delete on public.wish_list_items to authenticated;
create policy wish_list_items_select_own on public.wish_list_items for select to authenticated
  using (user_id = (select auth.uid()));
create policy wish_list_items_delete_own on public.wish_list_items for delete to authenticated
  using (user_id = (select auth.uid()));
alter table public.wish_list_links enable row level security;
grant select, delete on public.wish_list_links to authenticated;
create policy wish_list_links_select_own on public.wish_list_links for select to authenticated
  using (user_id = (select auth.uid()));
create policy wish_list_links_delete_own on public.wish_list_links for delete to authenticated
  using (user_id = (select auth.uid()));
