-- The audit trail: who changed what, when, before and after. Written by triggers, so that it has changes by hand too.

create table public.audit_log (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null default private.running_clock(),
  actor_id uuid,
  actor_role text not null
    check (actor_role in ('administrator', 'customer', 'visitor', 'service', 'database')),
  actor text not null,
  table_name text not null,
  action text not null check (action in ('insert', 'update', 'delete', 'truncate')),
  record_id text,
  label text not null default '',
  before jsonb,
  after jsonb,
  request_id text default private.request_id()
);
comment on table public.audit_log is
  'Audit trail: every change of the shop''s records, newest with the highest number. Written by triggers only. Values of deleted customers and messages are erased.';
comment on column public.audit_log.id is 'Number of the entry, rising';
comment on column public.audit_log.happened_at is 'When it was changed';
comment on column public.audit_log.actor_id is 'The signed-in user (auth.users) who did it; empty for others';
comment on column public.audit_log.actor_role is 'Who did it: administrator, customer, visitor, service (the shop''s own functions), database (SQL by hand, migrations)';
comment on column public.audit_log.actor is 'Name of who did it, as it was then; for the database its role';
comment on column public.audit_log.table_name is 'The table that was changed';
comment on column public.audit_log.action is 'insert, update, delete or truncate';
comment on column public.audit_log.record_id is 'Key of the record; empty when a whole table was emptied';
comment on column public.audit_log.label is 'Title or name of the record, for people';
comment on column public.audit_log.before is 'Values before: of an update only what changed, of a delete all';
comment on column public.audit_log.after is 'Values after: of an update only what changed, of an insert all';
comment on column public.audit_log.request_id is
  'The request of the API that made the change, as the logs of the site, the functions and the database name it; empty for SQL by hand and for the time before it was noted';

create index audit_log_record_idx on public.audit_log (record_id, id desc);
-- For the notifications, which cannot use updated_at: any later edit of the product changes it.
create index audit_log_out_of_stock_idx on public.audit_log (happened_at desc, record_id)
  where table_name = 'products' and action in ('insert', 'update') and after ->> 'availability' = 'OutofStock';
create index audit_log_request_idx on public.audit_log (request_id) where request_id is not null;
-- A kind of entry is its table, action and role; there are a few dozen.
create index audit_log_kind_idx on public.audit_log (table_name, action, actor_role, happened_at, id);
-- For the deletion of old entries, which are stored together.
create index audit_log_happened_at_idx on public.audit_log using brin (happened_at);
-- A search reads the whole pending list of this index, so it is kept short.
create index audit_log_search_idx on public.audit_log using gin (
    (id >> 12), table_name, action, actor_role, lower(label) extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 256);

-- The claims say for whom the service role acts; a direct connection has none.
create function private.current_actor(out id uuid, out kind text, out name text)
language plpgsql stable security definer set search_path = '' as $$
declare
  asked_as text := coalesce(
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role',
    nullif(current_setting('role', true), 'none'));
begin
  id := auth.uid();
  name := coalesce(asked_as, session_user);
  if id is null then
    kind := case asked_as when 'anon' then 'visitor' when 'service_role' then 'service' else 'database' end;
    return;
  end if;
  select 'administrator', coalesce(nullif(a.firstname, ''), a.email) into kind, name
    from public.administrators a where a.id = current_actor.id;
  if not found then
    kind := case when exists (select from public.visitors v where v.id = current_actor.id) then 'visitor' else 'customer' end;
    name := coalesce((
      select nullif(btrim(p.firstname || ' ' || p.lastname), '')
      from private.buyer(current_actor.id) p), 'A ' || kind);
  end if;
end;
$$;
comment on function private.current_actor() is 'Who makes the current change: user, kind and name';

create function private.act_for(p_user uuid) returns void
language sql set search_path = '' as $$
  select set_config('request.jwt.claims', json_build_object(
    'role', case when p_user is null then 'anon' else 'authenticated' end, 'sub', p_user)::text, true);
$$;
comment on function private.act_for(uuid) is
  'For the rest of the transaction auth.uid() and the audit trail name this user, or a visitor for null. Only for functions of the service role.';

create function private.audit_label(p_row jsonb) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return left(coalesce(
    p_row ->> 'title', p_row ->> 'name', p_row ->> 'header', p_row ->> 'question', p_row ->> 'headline',
    (select string_agg(w, ', ') from jsonb_array_elements_text(p_row -> 'words') w),
    nullif(btrim(concat_ws(' ', p_row ->> 'firstname', p_row ->> 'lastname')), ''),
    p_row ->> 'email', p_row ->> 'reference', p_row ->> 'tracking_number', p_row ->> 'note', p_row ->> 'from_path', ''), 200);
end;
$$;
comment on function private.audit_label(jsonb) is 'Title or name of a record, whatever its table';

create function private.erased(p_values jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(key, '[erased]'::text) from jsonb_object_keys(p_values) key;
$$;
comment on function private.erased(jsonb) is 'The same fields without their values';

create function private.write_audit_log() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  key_column constant text := tg_argv[0];
  -- Columns that triggers fill are no change of their own.
  left_out constant text[] := tg_argv[1]::text[] || '{updated_at, search, search_words, shuffle, facets, facets_key, lexemes, expansion, lowest_price, highest_price, partly_sold_out}'::text[];
  erases constant boolean := tg_argv[2]::boolean;
  who record;
begin
  -- A statement that found no row has changed nothing.
  if tg_op = 'DELETE' then
    if not exists (select from old_rows) then
      return null;
    end if;
  elsif tg_op <> 'TRUNCATE' then
    if not exists (select from new_rows) then
      return null;
    end if;
  end if;
  who := private.current_actor();
  if tg_op = 'TRUNCATE' then
    insert into public.audit_log (actor_id, actor_role, actor, table_name, action)
    values (who.id, who.kind, who.name, tg_table_name, 'truncate');
  elsif tg_op = 'INSERT' then
    insert into public.audit_log
      (actor_id, actor_role, actor, table_name, action, record_id, label, after)
    select who.id, who.kind, who.name, tg_table_name, 'insert', r.row ->> key_column,
      private.audit_label(r.row), r.row - left_out
    from (select to_jsonb(n) as row from new_rows n offset 0) r;
  elsif tg_op = 'DELETE' then
    insert into public.audit_log
      (actor_id, actor_role, actor, table_name, action, record_id, label, before)
    select who.id, who.kind, who.name, tg_table_name, 'delete', r.row ->> key_column,
      private.audit_label(r.row), r.row - left_out
    from (select to_jsonb(o) as row from old_rows o offset 0) r;
    if erases then
      update public.audit_log a
      set label = '', before = private.erased(a.before), after = private.erased(a.after)
      where a.table_name = tg_table_name
        and a.record_id in (select to_jsonb(o) ->> key_column from old_rows o);
    end if;
  else
    -- A row whose key changed shows as one deleted and one inserted. Without "offset 0" each row is converted once per column.
    insert into public.audit_log
      (actor_id, actor_role, actor, table_name, action, record_id, label, before, after)
    select who.id, who.kind, who.name, tg_table_name,
      case when o.row is null then 'insert' when n.row is null then 'delete' else 'update' end,
      coalesce(n.key, o.key), private.audit_label(coalesce(n.row, o.row)), d.before, d.after
    from (select to_jsonb(r) ->> key_column as key, to_jsonb(r) - left_out as row from old_rows r offset 0) o
    full join (select to_jsonb(r) ->> key_column as key, to_jsonb(r) - left_out as row from new_rows r offset 0) n
      on n.key = o.key
    cross join lateral (
      select jsonb_object_agg(f.key, o.row -> f.key) filter (where o.row ? f.key) as before,
        jsonb_object_agg(f.key, n.row -> f.key) filter (where n.row ? f.key) as after
      from jsonb_object_keys(coalesce(n.row, o.row)) f (key)
      where o.row -> f.key is distinct from n.row -> f.key) d
    where o.row is distinct from n.row;
  end if;
  return null;
end;
$$;
comment on function private.write_audit_log() is 'Writes what a statement changed into the audit trail';

create function private.audit_table(
  p_table regclass, p_key text default 'id', p_left_out text[] default '{}', p_erase boolean default false
) returns void
language sql set search_path = '' as $$
  select private.add_change_triggers(p_table, 'audit',
    format('private.write_audit_log(%L, %L, %L)', p_key, p_left_out, p_erase));
$$;
comment on function private.audit_table(regclass, text, text[], boolean) is
  'Puts a table under the audit trail: its key, columns that must not be written (secrets, card data), and whether a deletion erases the written values';

-- Stock has its ledger, so that a sale costs no entry here.
create function private.audit_variant() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  who constant record := private.current_actor();
  old_row constant jsonb := jsonb_build_object('sku', old.sku, 'barcode', old.barcode, 'price_delta', old.price_delta, 'policy', old.policy);
  new_row constant jsonb := jsonb_build_object('sku', new.sku, 'barcode', new.barcode, 'price_delta', new.price_delta, 'policy', new.policy);
begin
  insert into public.audit_log (actor_id, actor_role, actor, table_name, action, record_id, label, before, after)
  select who.id, who.kind, who.name, tg_table_name, 'update', new.id,
    left(concat_ws(', ', (select p.title from public.products p where p.id = new.product_id), new.size, new.color), 200),
    jsonb_object_agg(f.key, f.value), jsonb_object_agg(f.key, new_row -> f.key)
  from jsonb_each(old_row) f where f.value is distinct from new_row -> f.key;
  return null;
end;
$$;
comment on function private.audit_variant() is 'Writes what was changed of a variant, but for its stock, into the audit trail';

alter table public.audit_log enable row level security;
revoke all on public.audit_log from service_role;
grant select on public.audit_log to authenticated, service_role;
create policy audit_log_select_admin on public.audit_log for select to authenticated
  using ((select public.is_admin()));

select private.audit_table('public.administrators');
select private.audit_table('public.profiles', p_erase => true);
select private.audit_table('public.customer_notes', p_erase => true);
select private.audit_table('public.categories');
select private.audit_table('public.products');
select private.audit_table('public.size_guides', 'category_id');
select private.audit_table('public.banners');
select private.audit_table('public.advertisements');
select private.audit_table('public.faqs');
select private.audit_table('public.pages', p_left_out => '{body, saved_by}');
select private.audit_table('public.search_synonyms');
select private.audit_table('public.redirects');
select private.audit_table('public.custom_fields', p_left_out => '{position}');
select private.audit_table('public.reviews', p_left_out => '{firstname, lastname}');
select private.audit_table('public.orders', p_left_out => '{idempotency_key,idempotency_digest}');
select private.audit_table('public.order_items');
-- asked_at is no change of the payment.
select private.audit_table('public.payment_attempts', 'reference', '{authorization_url,asked_at}');
-- The provider's messages contain card data.
select private.audit_table('public.payment_events', p_left_out => '{payload}');
select private.audit_table('public.refunds');
select private.audit_table('public.parcels');
select private.audit_table('public.contact_messages', p_erase => true);
create trigger product_variants_audit after update on public.product_variants
  for each row when ((new.sku, new.barcode, new.price_delta, new.policy) is distinct from (old.sku, old.barcode, old.price_delta, old.policy))
  execute function private.audit_variant();
select private.audit_table('public.shipping_zones');
select private.audit_table('public.shipping_methods');
select private.audit_table('public.tax_rates');
select private.audit_table('public.vouchers', p_left_out => '{uses}');
select private.audit_table('public.companies');
select private.audit_table('public.company_members', 'user_id');
select private.audit_table('public.price_lists');
select private.audit_table('public.price_list_items');
select private.audit_table('public.order_quantities');
select private.audit_table('public.shop_settings', 'name');
select private.audit_table('public.mail_texts', 'kind');
