-- The ledger of stock: every piece that came or went. The stock of a variant is the sum of its movements, by a trigger.

create table public.stock_movements (
  id bigint generated always as identity primary key,
  variant_id uuid not null,
  quantity int not null check (quantity <> 0),
  reason text not null check (reason in ('received', 'counted', 'damaged', 'returned', 'sent', 'correction')),
  note text not null default '' check (length(note) <= 500),
  order_id uuid,
  actor_id uuid default auth.uid(),
  happened_at timestamptz not null default private.running_clock()
);
comment on table public.stock_movements is 'Ledger of stock: one row for every change, never changed or deleted. It outlives variants and orders that are deleted, so it refers to them without foreign keys.';
comment on column public.stock_movements.id is 'Number of the change, rising';
comment on column public.stock_movements.variant_id is 'The variant';
comment on column public.stock_movements.quantity is 'Pieces that came; below zero those that went';
comment on column public.stock_movements.reason is 'Why: received, counted, damaged, returned, sent or correction';
comment on column public.stock_movements.note is 'What the administrator wrote about it';
comment on column public.stock_movements.order_id is 'The order that was sent or came back; empty for others';
comment on column public.stock_movements.actor_id is 'The signed-in user who did it; empty for the shop''s own functions';
comment on column public.stock_movements.happened_at is 'When';
create index stock_movements_variant_idx on public.stock_movements (variant_id, id desc);

create function private.add_to_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_variants(array(select variant_id from new_rows));
  update public.product_variants v set on_hand = v.on_hand + m.quantity
  from (select variant_id, sum(quantity) as quantity from new_rows group by variant_id) m
  where v.id = m.variant_id;
  return null;
end;
$$;
comment on function private.add_to_stock() is 'Adds new movements to the stock of their variants';

create function private.refuse_change_of_ledger() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'The ledger of stock is only added to: write a correction.' using errcode = 'check_violation';
end;
$$;
comment on function private.refuse_change_of_ledger() is 'Refuses changes and deletions';

create function private.refuse_at(p_detail text, p_message text, p_paths text[]) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_paths <> '{}' then
    raise exception '%', p_message using detail = p_detail, hint = array_to_string(p_paths[:20], ',');
  end if;
end;
$$;
comment on function private.refuse_at(text, text, text[]) is
  'Refuses a request because of the fields at these paths, which the API names (the first 20, as hint)';

create function private.change_stock(p_changes jsonb) returns int
language plpgsql security definer set search_path = '' as $$
declare
  short record;
  changed int;
begin
  select v.sku, c.at, v.on_hand - case v.policy when 'deny' then v.held else 0 end as most into short
    from public.product_variants v join (
      select c.variant, sum(c.by) as by, min(c.at) as at
      from jsonb_to_recordset(p_changes) c (at text, variant uuid, by int) group by 1) c on c.variant = v.id
    where c.by < 0 and v.on_hand + c.by < case v.policy when 'deny' then v.held else 0 end limit 1;
  if found then
    raise exception 'Of % only % can be taken out. Nothing was changed.', short.sku, greatest(short.most, 0)
      using detail = 'stock_too_low', hint = short.at || '.by';
  end if;
  insert into public.stock_movements (variant_id, quantity, reason, note)
  select c.variant, c.by, c.reason, coalesce(c.note, '')
  from jsonb_to_recordset(p_changes) c (variant uuid, by int, reason text, note text) where c.by <> 0;
  get diagnostics changed = row_count;
  return changed;
end;
$$;
comment on function private.change_stock(jsonb) is
  'Changes stock of locked variants by differences, all or none: [{at, variant, by, reason, note}], at being the path of the change in the request; returns the number of changes. Refuses (stock_too_low) what would take out pieces that orders hold.';

create function office.adjust_stock(p_changes jsonb) returns int
language plpgsql security definer set search_path = '' as $$
declare
  changes constant jsonb := (
    select jsonb_agg(c || jsonb_build_object('at', 'changes.' || n - 1))
    from jsonb_array_elements(p_changes) with ordinality l (c, n));
begin
  perform private.require_admin();
  perform private.lock_variants(array(select c.variant from jsonb_to_recordset(changes) c (variant uuid)));
  perform private.refuse_at('unknown_variant', 'This size and color no longer exists. Nothing was changed.', array(
    select c.at || '.variant' from jsonb_to_recordset(changes) c (at text, variant uuid)
    where not exists (select from public.product_variants v where v.id = c.variant)));
  return private.change_stock(changes);
end;
$$;
comment on function office.adjust_stock(jsonb) is
  'Changes stock by differences, all or none: [{variant, by, reason, note}]; returns the number of changes. Errors (in detail, with the paths of what is wrong as hint): unknown_variant, stock_too_low; not_an_administrator.';

alter table public.stock_movements enable row level security;
grant select on public.stock_movements to authenticated;
create policy stock_movements_select_admin on public.stock_movements for select to authenticated
  using ((select public.is_admin()));

create trigger stock_movements_add_to_stock after insert on public.stock_movements
  referencing new table as new_rows for each statement execute function private.add_to_stock();
create trigger stock_movements_refuse_change before update or delete on public.stock_movements
  for each statement execute function private.refuse_change_of_ledger();
