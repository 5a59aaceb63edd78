-- The lines of an order, with title and price as they were.

create table public.order_items (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders on delete cascade,
  product_id uuid references public.products on delete set null,
  title text not null,
  unit_price numeric(12, 2) not null check (unit_price >= 0),
  quantity int not null check (quantity between 1 and 999),
  size text,
  color text,
  position int not null default 1
);
create index order_items_order_id_idx on public.order_items (order_id, position);
create index order_items_product_id_idx on public.order_items (product_id);

comment on table public.order_items is 'Lines of orders, with title and price as they were when ordering';
comment on column public.order_items.id is 'Identifies the line';
comment on column public.order_items.order_id is 'The order it belongs to';
comment on column public.order_items.product_id is 'The product; empty when deleted since, the line stays';
comment on column public.order_items.title is 'Title of the product when ordering';
comment on column public.order_items.unit_price is 'Price of one piece when ordering, in the currency of the order';
comment on column public.order_items.quantity is 'How many pieces';
comment on column public.order_items.size is 'Chosen size';
comment on column public.order_items.color is 'Chosen colour';
comment on column public.order_items.position is 'Place of the line in the order, from 1';

alter table public.order_items enable row level security;
revoke all on public.order_items from anon, authenticated;
grant select on public.order_items to authenticated;
grant all on public.order_items to service_role;

-- Whoever may read the order may read its lines; the policy of orders decides.
create policy order_items_select_with_order on public.order_items for select to authenticated
  using (exists (select 1 from public.orders o where o.id = order_id));
