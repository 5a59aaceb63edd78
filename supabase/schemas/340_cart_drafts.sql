-- Drafts: carts kept under a name.

create table public.cart_drafts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users on delete cascade,
  name text not null check (length(name) <= 100),
  lines jsonb not null check (jsonb_typeof(lines) = 'array' and lines <> '[]'),
  created_at timestamptz not null default public.clock(),
  constraint cart_drafts_name_visible check (public.is_visible(name))
);
comment on table public.cart_drafts is 'Carts that customers kept under a name; only they see them';
comment on column public.cart_drafts.id is 'Identifies the draft';
comment on column public.cart_drafts.user_id is 'The customer whose draft it is';
comment on column public.cart_drafts.name is 'What the customer called it';
comment on column public.cart_drafts.lines is 'What was in the cart: [{product, title, size, color, quantity}]';
comment on column public.cart_drafts.created_at is 'When it was saved';

create unique index cart_drafts_name_key on public.cart_drafts (user_id, lower(name));

create function public.save_cart_draft(p_name text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  most_drafts constant int := 50;
  kept constant jsonb := (
    select jsonb_agg(jsonb_build_object('product', p.id, 'title', p.title, 'size', c.size, 'color', c.color, 'quantity', c.quantity)
      order by c.created_at, c.id)
    from public.cart_items c join public.products p on p.id = c.product_id where c.user_id = auth.uid());
  saved uuid;
begin
  perform private.require_customer();
  if kept is null then
    raise exception 'Your cart is empty.' using detail = 'empty_order';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('cart drafts ' || auth.uid(), 0));
  insert into public.cart_drafts (user_id, name, lines) values (auth.uid(), btrim(p_name), kept)
  on conflict (user_id, lower(name)) do update set name = excluded.name, lines = excluded.lines, created_at = public.clock()
  returning id into saved;
  if (select count(*) from public.cart_drafts d where d.user_id = auth.uid()) > most_drafts then
    raise exception 'You have 50 drafts already. Please delete one first.' using detail = 'too_many_drafts';
  end if;
  return saved;
end;
$$;
comment on function public.save_cart_draft(text) is
  'Keeps the cart of the signed-in customer under a name, in the place of a draft that had it; at most 50. Errors (in detail): not_a_customer, empty_order, too_many_drafts.';
grant execute on function public.save_cart_draft(text) to authenticated;

create function public.load_cart_draft(p_draft uuid, p_grace interval default '30 minutes') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  kept constant jsonb := (select d.lines from public.cart_drafts d where d.id = p_draft and d.user_id = auth.uid());
begin
  perform private.require_customer();
  return case when kept is not null then public.add_lines_to_cart(kept, true, p_grace) end;
end;
$$;
comment on function public.load_cart_draft(uuid, interval) is
  'Adds the lines of a draft to the cart of the signed-in customer, as add_lines_to_cart does, without those that cannot be had; null when there is no such draft. Errors (in detail): not_a_customer, cart_full.';
grant execute on function public.load_cart_draft(uuid, interval) to authenticated;

alter table public.cart_drafts enable row level security;
grant select, delete on public.cart_drafts to authenticated;
create policy cart_drafts_select_own on public.cart_drafts for select to authenticated
  using (user_id = (select auth.uid()));
create policy cart_drafts_delete_own on public.cart_drafts for delete to authenticated
  using (user_id = (select auth.uid()));
