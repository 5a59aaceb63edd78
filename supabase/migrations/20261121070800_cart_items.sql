-- What lies in the carts. Lines come in through add_to_cart; prices are always those of the catalogue.

create table public.cart_items (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users on delete cascade,
  product_id uuid not null references public.products on delete cascade,
  quantity int not null check (quantity between 1 and 999),
  size text check (size <> '' and length(size) <= 100),
  color text check (color <> '' and length(color) <= 100),
  created_at timestamptz not null default now(),
  unique nulls not distinct (user_id, product_id, size, color)
);
create index cart_items_product_id_idx on public.cart_items (product_id);
create index cart_items_user_created_idx on public.cart_items (user_id, created_at, id);

comment on table public.cart_items is 'Lines of the customers'' carts; a line is a product in one size and colour';
comment on column public.cart_items.id is 'Identifies the line';
comment on column public.cart_items.user_id is 'The customer whose cart it is';
comment on column public.cart_items.product_id is 'The product; a deleted product leaves the carts';
comment on column public.cart_items.quantity is 'How many pieces, 1 to 999';
comment on column public.cart_items.size is 'Chosen size; empty when none was chosen';
comment on column public.cart_items.color is 'Chosen colour; empty when none was chosen';
comment on column public.cart_items.created_at is 'When the line was put into the cart';

alter table public.cart_items enable row level security;
revoke all on public.cart_items from anon, authenticated;
grant select, update (quantity), delete on public.cart_items to authenticated;
grant all on public.cart_items to service_role;

create policy cart_items_select_own on public.cart_items for select to authenticated
  using (user_id = (select auth.uid()));
create policy cart_items_update_own on public.cart_items for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy cart_items_delete_own on public.cart_items for delete to authenticated
  using (user_id = (select auth.uid()));
