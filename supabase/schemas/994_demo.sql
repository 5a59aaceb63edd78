-- The goods, customers and texts of the demo shop, which an administrator can remove to begin an own one.

create table private.demo_records (
  kind text not null,
  record_id text not null,
  value jsonb,
  primary key (kind, record_id)
);
comment on table private.demo_records is 'What came with the demo, noted by its seed; empty in a shop without it';
comment on column private.demo_records.kind is 'The table, users for customers, or shop_settings';
comment on column private.demo_records.record_id is 'The id of the record, or the name of the setting';
comment on column private.demo_records.value is 'What the demo set a setting to';

create function private.note_demo(p_settings text[]) returns void
language plpgsql set search_path = '' as $$
begin
  insert into private.demo_records (kind, record_id)
  select 'products', id from public.products union all select 'categories', id from public.categories
  union all select 'banners', id from public.banners union all select 'advertisements', id from public.advertisements
  union all select 'faqs', id from public.faqs union all select 'price_lists', id from public.price_lists
  union all select 'companies', id from public.companies union all select 'contact_messages', id from public.contact_messages
  union all select 'pages', id from public.pages where saved_by = '' and slug in ('about', 'privacy', 'imprint')
  union all select 'orders', id from public.orders
  union all select 'users', u.id from auth.users u where not exists (select from public.administrators a where a.id = u.id);
  insert into private.demo_records (kind, record_id, value)
  select 'shop_settings', s.name, s.value from public.shop_settings s where s.name = any (p_settings);
end;
$$;
comment on function private.note_demo(text[]) is 'Notes all that the seed of the demo has added, and the settings that it has set';

create function private.demo_ids(p_kind text) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  return array(select d.record_id::uuid from private.demo_records d where d.kind = p_kind);
end;
$$;
comment on function private.demo_ids(text) is 'The records of a kind that came with the demo';

create function private.demo_orders() returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  goods constant uuid[] := private.demo_ids('products');
begin
  return private.demo_ids('orders') || array(
    select i.order_id from public.order_items i
    where i.order_id <> all (private.demo_ids('orders'))
    group by i.order_id having bool_and(i.product_id = any (goods)) is true);
end;
$$;
comment on function private.demo_orders() is 'The orders of the demo, and those of its goods alone, which can only have been tries';

create function office.demo() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select case when exists (select from private.demo_records) then jsonb_build_object(
      'products', (select count(*) from public.products p where p.id = any (private.demo_ids('products'))),
      'orders', (select count(*) from public.orders o where o.id = any (private.demo_orders())),
      'customers', (select count(*) from public.profiles c where c.id = any (private.demo_ids('users'))),
      'others', (
        select count(*) from private.demo_records d
        where d.kind in ('categories', 'banners', 'advertisements', 'faqs', 'price_lists', 'companies', 'contact_messages')
          and exists (select from public.categories x where x.id = d.record_id::uuid union all select from public.banners x where x.id = d.record_id::uuid
            union all select from public.advertisements x where x.id = d.record_id::uuid union all select from public.faqs x where x.id = d.record_id::uuid
            union all select from public.price_lists x where x.id = d.record_id::uuid union all select from public.companies x where x.id = d.record_id::uuid
            union all select from public.contact_messages x where x.id = d.record_id::uuid))) end);
end;
$$;
comment on function office.demo() is
  'How much of the demo is left, {products, orders: with those of its goods alone, customers, others: categories, banners, questions and the like}; null in a shop without it. Administrators only (not_an_administrator).';

create function office.remove_demo(p_orders int) returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  products constant uuid[] := private.demo_ids('products');
  categories constant uuid[] := private.demo_ids('categories');
  orders constant uuid[] := private.demo_orders();
  paths constant text[] := array(select '/product/' || id from unnest(products) id) || array(select '/category/' || id from unnest(categories) id);
  pictures text[];
begin
  perform private.require_admin();
  lock table private.demo_records in exclusive mode;
  if (office.demo() ->> 'orders')::int is distinct from p_orders then
    raise exception 'Meanwhile there are other orders, or the demo is gone. Please look again.' using detail = 'changed_meanwhile';
  end if;
  pictures := array(
    select distinct it.path from (
      select unnest(p.images) as path from public.products p where p.id = any (products)
      union all select c.image from public.categories c where c.id = any (categories)
      union all select unnest(b.images) from public.banners b where b.id = any (private.demo_ids('banners'))
      union all select a.image from public.advertisements a where a.id = any (private.demo_ids('advertisements'))) it
    where it.path <> '');

  delete from public.payment_events e using public.payment_attempts a where a.reference = e.reference and a.order_id = any (orders);
  delete from public.invoices i where i.order_id = any (orders);
  delete from public.mail_outbox m where m.order_id is null and m.record_id = any (
    private.demo_ids('contact_messages') || private.demo_ids('companies')
    || array(select q.id from public.quotes q where q.company_id = any (private.demo_ids('companies'))));
  delete from public.orders o where o.id = any (orders);
  delete from public.companies c where c.id = any (private.demo_ids('companies'));
  delete from auth.users u where u.id = any (private.demo_ids('users'))
    and not exists (select from public.administrators a where a.id = u.id);
  delete from public.products p where p.id = any (products);
  delete from public.categories c where c.id = any (categories);
  delete from public.banners b where b.id = any (private.demo_ids('banners'));
  delete from public.advertisements a where a.id = any (private.demo_ids('advertisements'));
  delete from public.faqs f where f.id = any (private.demo_ids('faqs'));
  delete from public.price_lists l where l.id = any (private.demo_ids('price_lists'));
  delete from public.contact_messages m where m.id = any (private.demo_ids('contact_messages'));
  delete from public.redirects r where r.source = 'deleted' and r.from_path = any (paths);
  delete from public.trash t where t.record_id = any (orders) or t.record_id::text in (select d.record_id from private.demo_records d)
    or t.kind = 'redirects' and t.contents #>> '{row,from_path}' = any (paths);

  -- What an administrator has written since stays.
  update public.pages p set published = false, description = '', body = '{"type":"doc","content":[]}'
    where p.id = any (private.demo_ids('pages')) and p.saved_by = '';
  update public.shop_settings s set value = case when s.name in ('shop_name', 'seller_name') then '"My shop"' else '""' end::jsonb
    from private.demo_records d where d.kind = 'shop_settings' and d.record_id = s.name and d.value = s.value;
  if not exists (select from public.invoices) then
    update private.invoice_counters set last = 0;
  end if;
  if not exists (select from public.products) then
    perform office.open_shop(false);
  end if;
  delete from private.demo_records;
  return pictures;
end;
$$;
comment on function office.remove_demo(int) is
  'Removes what is left of the demo for good, with orders of its goods alone, and closes the shop if it then has no goods; what administrators have added stays, as do they. Returns the paths of the pictures, which the caller removes. p_orders is the number of orders that the administrator was told. Errors (in detail): not_an_administrator, changed_meanwhile.';

alter table private.demo_records enable row level security;
create policy demo_records_nobody on private.demo_records for all to anon, authenticated
  using (false) with check (false);
