-- A deleted order can be brought back for a month, with its lines, payments and refunds.

create table private.deleted_orders (
  id uuid primary key,
  record jsonb not null,
  deleted_by uuid,
  deleted_at timestamptz not null default now()
);
create index deleted_orders_deleted_at_idx on private.deleted_orders (deleted_at);
alter table private.deleted_orders enable row level security;
revoke all on private.deleted_orders from anon, authenticated;
comment on table private.deleted_orders is 'Orders that were deleted within the last 30 days, for restore_orders';
comment on column private.deleted_orders.id is 'The order';
comment on column private.deleted_orders.record is 'The rows as they were: order, items, attempts, refunds';
comment on column private.deleted_orders.deleted_by is 'The administrator; empty when it was deleted past the shop';
comment on column private.deleted_orders.deleted_at is 'When it was deleted';

-- Before, since the rows that hang on the order are still there then.
create function private.keep_deleted_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.deleted_orders where deleted_at < now() - interval '30 days';
  insert into private.deleted_orders (id, record, deleted_by)
  values (old.id, jsonb_build_object(
    'order', to_jsonb(old),
    'items', (select jsonb_agg(i) from public.order_items i where i.order_id = old.id),
    'attempts', (select jsonb_agg(a) from public.payment_attempts a where a.order_id = old.id),
    'refunds', (select jsonb_agg(r) from public.refunds r where r.order_id = old.id)),
    (select auth.uid()))
  on conflict (id) do update
    set record = excluded.record, deleted_by = excluded.deleted_by, deleted_at = now();
  return old;
end;
$$;
comment on function private.keep_deleted_order() is 'Keeps a deleted order for a month';
create trigger orders_keep_deleted before delete on public.orders
  for each row execute function private.keep_deleted_order();

create function private.rows_of(p_record jsonb, p_name text) returns jsonb
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(p_record -> p_name) = 'array' then p_record -> p_name else '[]' end;
$$;
comment on function private.rows_of(jsonb, text) is 'The list under this name, or an empty one';

create function private.restore_order(p_record jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders := jsonb_populate_record(null::public.orders, p_record -> 'order');
begin
  if not exists (select 1 from auth.users where id = ordered.user_id) then
    ordered.user_id := null;
  end if;
  if exists (select 1 from public.orders
    where user_id = ordered.user_id and idempotency_key = ordered.idempotency_key) then
    ordered.idempotency_key := null;
  end if;
  insert into public.orders values (ordered.*);
  insert into public.order_items (
    id, order_id, product_id, title, unit_price, quantity, size, color, position)
  select i.id, i.order_id, p.id, i.title, i.unit_price, i.quantity, i.size, i.color, i.position
  from jsonb_populate_recordset(null::public.order_items, private.rows_of(p_record, 'items')) i
  left join public.products p on p.id = i.product_id;
  insert into public.payment_attempts select *
  from jsonb_populate_recordset(
    null::public.payment_attempts, private.rows_of(p_record, 'attempts'));
  insert into public.refunds (
    reference, order_id, amount_minor, currency, status, note, asked_by, asked_at, processed_at,
    created_at)
  select r.reference, r.order_id, r.amount_minor, r.currency, r.status, r.note, u.id, r.asked_at,
    r.processed_at, r.created_at
  from jsonb_populate_recordset(null::public.refunds, private.rows_of(p_record, 'refunds')) r
  left join auth.users u on u.id = r.asked_by;
end;
$$;
comment on function private.restore_order(jsonb) is
  'Brings one deleted order back; customers, products and administrators that are gone since are left out';

create function public.delete_orders(p_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  gone int;
begin
  perform private.require_admin();
  delete from public.orders where id = any (p_ids);
  get diagnostics gone = row_count;
  return gone;
end;
$$;
comment on function public.delete_orders(uuid[]) is
  'Deletes orders and gives how many there were; restore_orders brings them back for a month. Administrators only (not_an_administrator).';

create function public.restore_orders(p_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  kept private.deleted_orders;
  back int := 0;
begin
  perform private.require_admin();
  for kept in
    delete from private.deleted_orders where id = any (p_ids) returning *
  loop
    perform private.restore_order(kept.record);
    back := back + 1;
  end loop;
  return back;
end;
$$;
comment on function public.restore_orders(uuid[]) is
  'Brings deleted orders back as they were and gives how many; administrators only (not_an_administrator)';

revoke execute on function public.delete_orders(uuid[]), public.restore_orders(uuid[])
  from public, anon, authenticated;
grant execute on function public.delete_orders(uuid[]), public.restore_orders(uuid[]) to authenticated;
revoke execute on all functions in schema private from public, anon, authenticated;
