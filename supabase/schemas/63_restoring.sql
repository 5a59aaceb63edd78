-- Bringing records back from the trash, with the same id and what hung on them.

create function private.restore_product(p_contents jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  product public.products := jsonb_populate_record(null::public.products, p_contents -> 'row');
  lines text[] := array(select jsonb_array_elements_text(p_contents -> 'order_items'));
begin
  if not exists (select 1 from public.categories c where c.id = product.category_id) then
    product.category_id := null;
  end if;
  insert into public.products select product.*;
  insert into public.reviews
    select r.* from jsonb_populate_recordset(null::public.reviews, p_contents -> 'reviews') r
    where exists (select 1 from auth.users u where u.id = r.user_id);
  insert into public.cart_items
    select i.* from jsonb_populate_recordset(null::public.cart_items, p_contents -> 'cart_items') i
    where exists (select 1 from auth.users u where u.id = i.user_id)
  on conflict do nothing;
  update public.order_items set product_id = product.id
    where product_id is null and id = any (lines::uuid[]);
  update public.trash t set contents = jsonb_set(t.contents, '{items}', (
    select jsonb_agg(case when line ->> 'id' = any (lines)
      then line || jsonb_build_object('product_id', product.id) else line end)
    from jsonb_array_elements(t.contents -> 'items') line))
  where t.kind = 'orders' and t.contents -> 'items' @> any (array(
    select jsonb_build_array(jsonb_build_object('id', line, 'product_id', null)) from unnest(lines) line));
end;
$$;
comment on function private.restore_product(jsonb) is 'Brings a product back with its reviews and the lines of carts and orders, those in the trash too; without its category if that is gone';

create function private.restore_category(p_contents jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  category public.categories := jsonb_populate_record(null::public.categories, p_contents -> 'row');
  its_products uuid[] := array(select jsonb_array_elements_text(p_contents -> 'products')::uuid);
begin
  insert into public.categories select category.*;
  update public.products set category_id = category.id
    where category_id is null and id = any (its_products);
  update public.trash set contents = jsonb_set(contents, '{row,category_id}', to_jsonb(category.id))
    where kind = 'products' and record_id = any (its_products)
      and contents #>> '{row,category_id}' is null;
end;
$$;
comment on function private.restore_category(jsonb) is 'Brings a category back; its products return to it unless they have got another, those in the trash too';

create function private.restore_order(p_record jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ordered public.orders := jsonb_populate_record(null::public.orders, p_record -> 'row');
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
  from jsonb_populate_recordset(null::public.order_items, p_record -> 'items') i
  left join public.products p on p.id = i.product_id;
  insert into public.payment_attempts select *
  from jsonb_populate_recordset(null::public.payment_attempts, p_record -> 'attempts');
  insert into public.refunds (
    reference, order_id, amount_minor, currency, status, note, asked_by, asked_at, processed_at,
    created_at)
  select r.reference, r.order_id, r.amount_minor, r.currency, r.status, r.note, u.id, r.asked_at,
    r.processed_at, r.created_at
  from jsonb_populate_recordset(null::public.refunds, p_record -> 'refunds') r
  left join auth.users u on u.id = r.asked_by;
end;
$$;
comment on function private.restore_order(jsonb) is
  'Brings one deleted order back; customers, products and administrators that are gone since are left out';

create function private.restore_row(p_kind text, p_contents jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  execute format('insert into public.%1$I select * from jsonb_populate_record(null::public.%1$I, $1)', p_kind)
    using p_contents -> 'row';
end;
$$;
comment on function private.restore_row(text, jsonb) is 'Brings back a record on which nothing else hung';

create function public.restore_trash(p_ids uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  gone public.trash;
  restored int := 0;
begin
  perform private.require_admin();
  for gone in
    delete from public.trash
    where id = any (p_ids) and deleted_at > now() - interval '30 days' returning *
  loop
    case gone.kind
      when 'products' then perform private.restore_product(gone.contents);
      when 'categories' then perform private.restore_category(gone.contents);
      when 'orders' then perform private.restore_order(gone.contents);
      else perform private.restore_row(gone.kind, gone.contents);
    end case;
    restored := restored + 1;
  end loop;
  if restored < (select count(distinct i) from unnest(p_ids) i) then
    raise exception 'This is no longer in the trash.' using errcode = 'P0001', detail = 'unknown_trash';
  end if;
  return restored;
end;
$$;
comment on function public.restore_trash(uuid[]) is
  'Brings deleted records back as they were, all or none. Administrators only. Errors (in detail): not_an_administrator, unknown_trash.';
grant execute on function public.restore_trash(uuid[]) to authenticated;

create function public.list_trash(p_kind text, p_limit int default 25, p_page int default 1)
returns table (id uuid, label text, deleted_at timestamptz, total bigint, total_is_least boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  since constant timestamptz := now() - interval '30 days';
  many bigint;
begin
  perform private.require_admin();
  select count(*) into many from public.trash t where t.kind = p_kind and t.deleted_at > since;
  return query
    select t.id, t.label, t.deleted_at, many, false
    from public.trash t
    where t.kind = p_kind and t.deleted_at > since
    order by t.deleted_at desc, t.id
    limit page_size offset private.page_start(p_page, page_size, many);
end;
$$;
comment on function public.list_trash(text, int, int) is
  'One page of what was deleted of a kind and can be brought back, latest first, each with the count of all. Error (in detail): not_an_administrator.';
grant execute on function public.list_trash(text, int, int) to authenticated;
