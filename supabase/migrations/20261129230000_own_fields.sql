-- Fields that the shop adds to its products, customers, orders and companies, and their values.

create table public.custom_fields (
  id uuid primary key default gen_random_uuid(),
  resource text not null check (resource in ('product', 'customer', 'order', 'company')),
  key text not null check (key ~ '^[a-z][a-z0-9_]{0,39}$'),
  name text not null check (length(name) <= 60 and public.is_visible(name)),
  kind text not null check (kind in ('text', 'number', 'choice', 'date', 'link', 'picture')),
  choices text[] not null default '{}',
  shown boolean not null default false,
  filter boolean not null default false,
  position int not null default 0,
  created_at timestamptz not null default public.clock(),
  constraint custom_fields_key_key unique (resource, key),
  constraint custom_fields_choices_check check ((kind = 'choice') = (cardinality(choices) > 0) and cardinality(choices) <= 100
    and array_position(choices, null) is null and public.are_visible(choices) and array_to_string(choices, '') !~ ','),
  constraint custom_fields_shown_check check (resource = 'product' or not shown),
  constraint custom_fields_filter_check check (resource = 'product' and kind = 'choice' or not filter)
);
comment on table public.custom_fields is 'Fields that the shop added to its products, customers, orders and companies';
comment on column public.custom_fields.id is 'Identifies the field';
comment on column public.custom_fields.resource is 'What has the field: product, customer, order or company';
comment on column public.custom_fields.key is 'Name in the API, in files and in addresses; never changes';
comment on column public.custom_fields.name is 'Name that people read';
comment on column public.custom_fields.kind is 'What its values are: text, number, choice, date, link or picture; never changes';
comment on column public.custom_fields.choices is 'Values to choose from, in their order; empty for other kinds';
comment on column public.custom_fields.shown is 'Whether the page of a product and the public API show it';
comment on column public.custom_fields.filter is 'Whether lists of products are filtered by it';
comment on column public.custom_fields.position is 'Place among the fields of its resource, from 1';
comment on column public.custom_fields.created_at is 'When it was added';

create table public.custom_values (
  field_id uuid not null references public.custom_fields on delete cascade,
  product_id uuid references public.products on delete cascade on update cascade,
  customer_id uuid references public.profiles on delete cascade,
  order_id uuid references public.orders on delete cascade,
  company_id uuid references public.companies on delete cascade,
  value text not null,
  record_id uuid not null generated always as (coalesce(product_id, customer_id, order_id, company_id)) stored,
  primary key (record_id, field_id),
  constraint custom_values_record_check check (num_nonnulls(product_id, customer_id, order_id, company_id) = 1)
);
comment on table public.custom_values is 'Values of custom fields. An empty field has no row.';
comment on column public.custom_values.field_id is 'The field';
comment on column public.custom_values.product_id is 'The product that has the value; empty for other records';
comment on column public.custom_values.customer_id is 'The customer that has the value; empty for other records';
comment on column public.custom_values.order_id is 'The order that has the value; empty for other records';
comment on column public.custom_values.company_id is 'The company that has the value; empty for other records';
comment on column public.custom_values.value is 'The value as text: a number with a point before its decimals, a day as 2026-11-21, a picture as its path in the bucket images';
comment on column public.custom_values.record_id is 'The record that has the value, whatever it is';

create index custom_values_field_id_idx on public.custom_values (field_id, value);
create index custom_values_product_id_idx on public.custom_values (product_id);
create index custom_values_customer_id_idx on public.custom_values (customer_id);
create index custom_values_order_id_idx on public.custom_values (order_id);
create index custom_values_company_id_idx on public.custom_values (company_id);

create function private.custom_value_problem(p_field public.custom_fields, p_value text) returns text
language sql stable set search_path = '' as $$
  select case p_field.kind
    when 'text' then case when length(p_value) > 1000 then 'At most 1000 characters' when not public.is_visible(p_value) then 'Needs at least one visible character' end
    when 'number' then case when p_value !~ '^-?\d{1,12}(\.\d{1,6})?$' then 'Not a number' end
    when 'choice' then case when p_value <> all (p_field.choices) then 'Not one of the choices' end
    when 'date' then case when p_value !~ '^(19|2\d)\d\d-\d\d-\d\d$' or not pg_catalog.pg_input_is_valid(p_value, 'date') then 'Not a date such as 2026-11-21' end
    when 'link' then case when length(p_value) > 500 or p_value !~ '^https://[^\s<>"\\]+$' then 'A URL that begins with https://' end
    else case when p_value !~ '^custom/(\d+x\d+-)?[0-9a-f-]{36}\.[a-z]+$' then 'Not a picture of this shop' end end;
$$;
comment on function private.custom_value_problem(public.custom_fields, text) is 'Why a field does not take a value; null where it does';

create function private.check_custom_value() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  field public.custom_fields;
  problem text;
begin
  -- A choice that is being removed waits for this value, or this value for the removal.
  select * into field from public.custom_fields f where f.id = new.field_id for share;
  problem := case when num_nonnulls(case field.resource when 'product' then new.product_id when 'customer' then new.customer_id
      when 'order' then new.order_id else new.company_id end) = 0 then 'Not a field of this record'
    else private.custom_value_problem(field, new.value) end;
  if problem is not null then
    raise exception '%: %', field.key, problem using detail = 'validation_failed', hint = field.key;
  end if;
  return new;
end;
$$;
comment on function private.check_custom_value() is 'Refuses values that are not of the kind of their field; the error names the field';

create function private.audit_custom_value() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  who constant record := private.current_actor();
  changed constant public.custom_values := case tg_op when 'DELETE' then old else new end;
  field constant text := (select 'custom: ' || f.name from public.custom_fields f where f.id = changed.field_id);
  its_table constant text := case when changed.product_id is not null then 'products' when changed.customer_id is not null then 'profiles'
    when changed.order_id is not null then 'orders' else 'companies' end;
  its_row jsonb;
begin
  its_row := case its_table when 'products' then (select to_jsonb(r) from public.products r where r.id = changed.product_id)
    when 'profiles' then (select to_jsonb(r) from public.profiles r where r.id = changed.customer_id)
    when 'orders' then (select to_jsonb(r) from public.orders r where r.id = changed.order_id)
    else (select to_jsonb(r) from public.companies r where r.id = changed.company_id) end;
  -- What went with its record or field is in the entry of that.
  insert into public.audit_log (actor_id, actor_role, actor, table_name, action, record_id, label, before, after)
  select who.id, who.kind, who.name, its_table, 'update', changed.record_id, private.audit_label(its_row),
    jsonb_build_object(field, case when tg_op <> 'INSERT' then old.value end), jsonb_build_object(field, case when tg_op <> 'DELETE' then new.value end)
  where its_row is not null and field is not null;
  return null;
end;
$$;
comment on function private.audit_custom_value() is 'Writes a changed value of a custom field into the audit trail, as a change of its record';

create function private.update_custom_facets() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed jsonb := '[]';
begin
  if tg_op = 'TRUNCATE' then
    update public.products set facets = '{}' where array_to_string(facets, ' ') ~ '(^| )custom_';
    return null;
  end if;
  if tg_op <> 'INSERT' then
    changed := (select coalesce(jsonb_agg(o), '[]') from old_rows o where o.product_id is not null);
  end if;
  if tg_op <> 'DELETE' then
    changed := changed || (select coalesce(jsonb_agg(n), '[]') from new_rows n where n.product_id is not null);
  end if;
  -- A field that is being deleted is not found.
  update public.products p set facets = '{}' from (
    select distinct c.product_id from jsonb_to_recordset(changed) c (product_id uuid, field_id uuid)
    left join public.custom_fields f on f.id = c.field_id where f.filter is not false) c
  where p.id = c.product_id;
  return null;
end;
$$;
comment on function private.update_custom_facets() is 'Rewrites the facets of products whose values for filters were changed';

create function private.update_facets_of_field() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.products p set facets = '{}' from public.custom_values c where c.field_id = new.id and p.id = c.product_id;
  return null;
end;
$$;
comment on function private.update_facets_of_field() is 'Rewrites the facets of the products that have a value for a field that became a filter, or is none any more';

create function office.list_custom_fields()
returns table (id uuid, resource text, key text, name text, kind text, choices text[], shown boolean, filter boolean, used bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select f.id, f.resource, f.key, f.name, f.kind, f.choices, f.shown, f.filter,
      (select count(*) from public.custom_values c where c.field_id = f.id)
    from public.custom_fields f order by f.resource, f.position, f.id;
end;
$$;
comment on function office.list_custom_fields() is
  'All custom fields in their order, each with the number of records that have a value. Error (in detail): not_an_administrator.';

create function office.add_custom_field(
  p_resource text, p_key text, p_name text, p_kind text, p_choices text[] default '{}', p_shown boolean default false, p_filter boolean default false
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  added uuid;
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('the order of custom fields', 0));
  if (select count(*) from public.custom_fields f where f.resource = p_resource) >= 50 then
    raise exception 'There can be at most 50 custom fields of a kind of record.' using detail = 'too_many_fields';
  end if;
  insert into public.custom_fields (resource, key, name, kind, choices, shown, filter, position)
  select p_resource, p_key, p_name, p_kind, p_choices, p_shown, p_filter, coalesce(max(f.position), 0) + 1
    from public.custom_fields f where f.resource = p_resource
  returning id into added;
  return added;
end;
$$;
comment on function office.add_custom_field(text, text, text, text, text[], boolean, boolean) is
  'Adds a custom field behind the others of its resource and returns its id. Errors (in detail): not_an_administrator, too_many_fields.';

create function office.update_custom_field(
  p_id uuid, p_name text default null, p_choices text[] default null, p_shown boolean default null, p_filter boolean default null,
  p_drop_values boolean default false
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  field public.custom_fields;
  used text;
begin
  perform private.require_admin();
  select * into field from public.custom_fields f where f.id = p_id for update;
  if not found then
    return false;
  end if;
  if field.kind = 'choice' and p_choices is not null then
    select string_agg(format('%s (%s)', u.value, u.many), ', ' order by u.value) into used from (
      select c.value, count(*) as many from public.custom_values c where c.field_id = p_id and c.value <> all (p_choices) group by 1) u;
    if used is not null and not p_drop_values then
      raise exception 'Records still have choices that would go: %.', used using detail = 'choices_used', hint = 'choices';
    end if;
    delete from public.custom_values c where c.field_id = p_id and c.value <> all (p_choices);
  end if;
  update public.custom_fields f set name = coalesce(p_name, f.name), choices = coalesce(p_choices, f.choices),
    shown = coalesce(p_shown, f.shown), filter = coalesce(p_filter, f.filter) where f.id = p_id;
  return true;
end;
$$;
comment on function office.update_custom_field(uuid, text, text[], boolean, boolean, boolean) is
  'Changes the given properties of a custom field; false when there is none. p_drop_values says that records lose the choices that go. Errors (in detail): not_an_administrator, choices_used, whose message says how many records have which.';

create function office.move_custom_field(p_id uuid, p_place int) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('the order of custom fields', 0));
  update public.custom_fields f set position = o.place
  from private.reordered(array(
    select s.id from public.custom_fields s join public.custom_fields m on m.resource = s.resource and m.id = p_id
    order by s.position, s.id), p_id, p_place) o
  where f.id = o.id and f.position <> o.place;
  return exists (select from public.custom_fields f where f.id = p_id);
end;
$$;
comment on function office.move_custom_field(uuid, int) is
  'Puts a field at this place among those of its resource, from 1; past the end it is the last. False where there is no such field. Error (in detail): not_an_administrator.';

alter table public.custom_fields enable row level security;
create policy custom_fields_nobody on public.custom_fields for all to anon, authenticated using (false) with check (false);
alter table public.custom_values enable row level security;
create policy custom_values_nobody on public.custom_values for all to anon, authenticated using (false) with check (false);

create trigger custom_values_check before insert or update on public.custom_values
  for each row execute function private.check_custom_value();
create trigger custom_values_audit after insert or update or delete on public.custom_values
  for each row execute function private.audit_custom_value();
select private.add_change_triggers('public.custom_values', 'facets', 'private.update_custom_facets()');
create trigger custom_fields_update_facets after update of filter on public.custom_fields
  for each row when (new.filter <> old.filter) execute function private.update_facets_of_field();

-- Reading, writing and restoring the values of custom fields.

create function private.has_record(p_resource text, p_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select case p_resource when 'product' then exists (select from public.products r where r.id = p_id)
    when 'customer' then exists (select from public.profiles r where r.id = p_id)
    when 'order' then exists (select from public.orders r where r.id = p_id)
    when 'company' then exists (select from public.companies r where r.id = p_id) else false end;
$$;
comment on function private.has_record(text, uuid) is 'Whether there is a product, customer, order or company with this id';

create function office.read_custom_values(p_resource text, p_record uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return case when private.has_record(p_resource, p_record) then (
    select coalesce(json_agg(json_build_object('key', f.key, 'name', f.name, 'kind', f.kind, 'choices', f.choices, 'value', c.value)
      order by f.position, f.id), '[]')
    from public.custom_fields f left join public.custom_values c on c.field_id = f.id and c.record_id = p_record
    where f.resource = p_resource) end;
end;
$$;
comment on function office.read_custom_values(text, uuid) is
  'The custom fields of a record, in their order, with its values: [{key, name, kind, choices, value}]; null when there is no such record. Error (in detail): not_an_administrator.';

create function private.write_custom_values(p_resource text, p_record uuid, p_values jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  unknown constant text := (select min(v.key) from jsonb_object_keys(p_values) v (key)
    where not exists (select from public.custom_fields f where f.resource = p_resource and f.key = v.key));
begin
  if unknown is not null then
    raise exception '%: Not a custom field', unknown using detail = 'validation_failed', hint = unknown;
  end if;
  delete from public.custom_values c using public.custom_fields f
    where c.record_id = p_record and f.id = c.field_id and p_values ? f.key and coalesce(p_values ->> f.key, '') = '';
  insert into public.custom_values as c (field_id, product_id, customer_id, order_id, company_id, value)
  select f.id, case p_resource when 'product' then p_record end, case p_resource when 'customer' then p_record end,
    case p_resource when 'order' then p_record end, case p_resource when 'company' then p_record end, v.value
  from jsonb_each_text(p_values) v join public.custom_fields f on f.resource = p_resource and f.key = v.key
  where v.value <> ''
  on conflict (record_id, field_id) do update set value = excluded.value where c.value <> excluded.value;
end;
$$;
comment on function private.write_custom_values(text, uuid, jsonb) is
  'Writes values of the custom fields of a record, {key: text}; null or empty removes one, and those that are not named stay';

create function office.save_custom_values(p_resource text, p_record uuid, p_values jsonb) returns json
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if private.has_record(p_resource, p_record) then
    perform private.write_custom_values(p_resource, p_record, p_values);
  end if;
  return office.read_custom_values(p_resource, p_record);
end;
$$;
comment on function office.save_custom_values(text, uuid, jsonb) is
  'Writes values of the custom fields of a record, {key: text or null}, keeps those that are not named, and returns what read_custom_values does. Errors (in detail): not_an_administrator, validation_failed with the key as hint.';

create function private.product_facts(p_product uuid) returns json
language sql stable set search_path = '' as $$
  select coalesce(json_agg(json_build_object('key', f.key, 'name', f.name, 'kind', f.kind, 'value', c.value) order by f.position, f.id), '[]')
  from public.custom_values c join public.custom_fields f on f.id = c.field_id
  where c.product_id = p_product and f.shown;
$$;
comment on function private.product_facts(uuid) is 'What everybody may see of the custom fields of a product: [{key, name, kind, value}]';

create function private.custom_values_of(p_table text, p_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select case when p_table in ('products', 'orders', 'custom_fields') then jsonb_build_object('custom_values', (
    select coalesce(jsonb_agg(c), '[]') from public.custom_values c where p_id in (c.record_id, c.field_id))) else '{}' end;
$$;
comment on function private.custom_values_of(text, uuid) is
  'The values of a product, an order or a custom field, {custom_values: rows}, for the trash; {} for other tables';

-- A value whose record or field is in the trash itself waits there, so that both may be restored in any order.
create function private.restore_custom_values(p_rows jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.trash t set contents = jsonb_set(t.contents, '{custom_values}', (t.contents -> 'custom_values') || r.rows)
  from (
    select t.id, jsonb_agg(e) as rows from jsonb_array_elements(p_rows) e
    join public.trash t on t.contents ? 'custom_values' and t.record_id::text in (e ->> 'field_id', e ->> 'product_id', e ->> 'order_id')
    group by t.id) r
  where t.id = r.id;
  perform private.insert_rows('public.custom_values', (
    select jsonb_agg(e) from jsonb_array_elements(p_rows) e join public.custom_fields f on f.id = (e ->> 'field_id')::uuid
    where private.has_record(f.resource, (e ->> 'record_id')::uuid) and private.custom_value_problem(f, e ->> 'value') is null));
end;
$$;
comment on function private.restore_custom_values(jsonb) is
  'Restores values whose field and record are there, and which the field still takes; those of records in the trash wait with them';

create or replace function public.read_product(p_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select to_json(t) from (
      select d.*, p.composition, p.care, p.fit, p.origin, p.delivery, p.weight, p.tax_class, p.length, p.description_document, private.product_facts(p.id) as custom_fields, case when p.compare_at_price is not null then (
        select coalesce(min(e.price), p.price) from public.product_prices e where e.product_id = p.id)
      end as lowest_price_30_days, (
        select coalesce(json_agg(json_build_object('size', v.size, 'color', v.color, 'sku', v.sku, 'barcode', v.barcode, 'price', p.price + v.price_delta,
          'level', case p.availability when 'InStock' then private.stock_level(v.policy, v.on_hand - v.held) else 'out' end) order by v.sku), '[]')
        from public.product_variants v where v.product_id = p.id and v.archived_at is null) as variants
      from public.product_details d join public.products p on p.id = d.id
      where d.id = p_id and (d.status = 'published' or public.is_admin())) t);
end;
$$;
comment on function public.read_product(uuid) is
  'One product with its category, facts, custom fields that are shown, variants, [{size, color, sku, barcode, price in the currency of the shop, level}], and, on sale, the lowest price of the 30 days before its price began; null when there is none';

create or replace function private.set_product_search_words() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  category constant text := private.indexed_text(coalesce((select c.name from public.categories c where c.id = new.category_id), ''));
  title constant text := private.indexed_text(new.title);
  colours record;
  sizes text[];
  choices text[];
begin
  select array_agg(distinct k) filter (where not o.is_region), array_agg(distinct private.size_lexeme(k)) into sizes, choices
    from unnest(new.sizes) s cross join lateral private.size_meaning(new.category_id, s) m
    cross join lateral (select unnest(m.keys) as k, false as is_region union all select unnest(m.regions), true) o;
  select coalesce(string_agg(distinct m.words, ' '), '') as words, array_agg(distinct f) as families, array_agg(distinct p) as pairs into colours
    from unnest(new.colors) c cross join lateral private.colour_meaning(c) m
    left join lateral unnest(m.families) f on true left join lateral unnest(m.pairs) p on true;
  new.search_words := btrim(concat_ws(' ', title, category, colours.words));
  new.search :=
    setweight(to_tsvector('english', title), 'A') || private.title_lexemes(new.title, title)
    || setweight(to_tsvector('english', category), 'B')
    || setweight(to_tsvector('english', colours.words), 'C')
    || coalesce((select string_agg(format('''%s'':1C', c), ' ')::tsvector from unnest(choices || colours.pairs) c where c <> ''), '')
    || setweight(to_tsvector('english', private.indexed_text(new.description)), 'D');
  new.facets := array(
    select distinct f from unnest(
      array['category:' || new.category_id, 'price:' || private.price_band(new.lowest_price), 'availability:' || new.availability,
        case when new.partly_sold_out then 'stock:part' end, case new.status when 'draft' then 'status:draft' end]
      || array(select 'size:' || s from unnest(sizes) s)
      || array(select 'color:' || c from unnest(colours.families) c)
      || array(select format('custom_%s:%s', c.key, v.value) from public.custom_values v join public.custom_fields c on c.id = v.field_id
        where v.product_id = new.id and c.filter)) f
    where f is not null order by f);
  return new;
end;
$$;
comment on function private.set_product_search_words() is 'Writes what a product is found and filtered by';

create or replace function private.move_to_trash() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deleted jsonb := to_jsonb(old);
  label text := private.audit_label(deleted);
  related jsonb := '{}';
begin
  case tg_table_name
  when 'products' then
    deleted := deleted - 'search' - 'search_words' - 'facets';
    label := deleted ->> 'title';
    related := jsonb_build_object(
      'reviews', (select coalesce(jsonb_agg(r), '[]') from public.reviews r where r.product_id = old.id),
      'prices', (select coalesce(jsonb_agg(e), '[]') from public.product_prices e where e.product_id = old.id),
      'cart_items', (select coalesce(jsonb_agg(i), '[]') from public.cart_items i where i.product_id = old.id),
      'variants', (select coalesce(jsonb_agg(v), '[]') from public.product_variants v where v.product_id = old.id),
      'holds', (select coalesce(jsonb_agg(h), '[]') from public.stock_holds h
        join public.product_variants v on v.id = h.variant_id where v.product_id = old.id),
      'list_prices', (select coalesce(jsonb_agg(i), '[]') from public.price_list_items i where i.product_id = old.id),
      'order_quantities', (select coalesce(jsonb_agg(q), '[]') from public.order_quantities q where q.product_id = old.id),
      'order_items', (select coalesce(jsonb_agg(i.id), '[]') from (
        select o.id::text from public.order_items o where o.product_id = old.id
        union all
        select line ->> 'id' from public.trash t, jsonb_array_elements(t.contents -> 'items') line
        where t.kind = 'orders' and line ->> 'product_id' = old.id::text
          and t.contents -> 'items' @> jsonb_build_array(jsonb_build_object('product_id', old.id))) i));
  when 'categories' then
    related := jsonb_build_object('size_guides', (select jsonb_agg(g) from public.size_guides g where g.category_id = old.id),
      'products', (select coalesce(jsonb_agg(p.id), '[]') from (
      select id from public.products where category_id = old.id
      union all
      select record_id from public.trash
      where kind = 'products' and contents #>> '{row,category_id}' = old.id::text) p));
  when 'orders' then
    perform private.lock_vouchers(array[old.id], null);
    delete from public.trash t where t.kind = 'order_notes' and t.contents #>> '{row,order_id}' = old.id::text;
    label := left(concat_ws(', ', old.number,
      nullif(btrim(concat_ws(' ', old.firstname, old.lastname)), ''), nullif(old.email, ''),
      private.price_text(old.total_price, old.currency)), 200);
    related := jsonb_build_object(
      'items', (select coalesce(jsonb_agg(i), '[]') from public.order_items i where i.order_id = old.id),
      'attempts', (select coalesce(jsonb_agg(a), '[]') from public.payment_attempts a where a.order_id = old.id),
      'disputes', (select coalesce(jsonb_agg(d), '[]') from public.payment_disputes d where d.order_id = old.id),
      'refunds', (select coalesce(jsonb_agg(r), '[]') from public.refunds r where r.order_id = old.id),
      'refund_lines', (select coalesce(jsonb_agg(l), '[]') from public.refund_lines l
        join public.refunds r on r.id = l.refund_id where r.order_id = old.id),
      'parcels', (select coalesce(jsonb_agg(p), '[]') from public.parcels p where p.order_id = old.id),
      'parcel_lines', (select coalesce(jsonb_agg(l), '[]') from public.parcel_lines l
        join public.parcels p on p.id = l.parcel_id where p.order_id = old.id),
      'returns', (select coalesce(jsonb_agg(r), '[]') from public.returns r where r.order_id = old.id),
      'invoices', (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'refund_id', i.refund_id)), '[]')
        from public.invoices i where i.order_id = old.id),
      'return_lines', (select coalesce(jsonb_agg(l), '[]') from public.return_lines l
        join public.returns r on r.id = l.return_id where r.order_id = old.id),
      'notes', (select coalesce(jsonb_agg(n), '[]') from public.order_notes n where n.order_id = old.id),
      'holds', (select coalesce(jsonb_agg(h), '[]') from public.stock_holds h where h.order_id = old.id),
      'used_voucher', exists (select from public.voucher_uses u where u.order_id = old.id));
  when 'vouchers' then
    label := old.code;
    related := jsonb_build_object('uses', (select coalesce(jsonb_agg(u), '[]') from public.voucher_uses u where u.voucher_id = old.id));
  when 'pages' then related := jsonb_build_object('versions', (select jsonb_agg(v) from public.page_versions v where v.page_id = old.id));
  when 'price_lists' then
    related := jsonb_build_object(
      'list_prices', (select coalesce(jsonb_agg(i), '[]') from public.price_list_items i where i.price_list_id = old.id),
      'order_quantities', (select coalesce(jsonb_agg(q), '[]') from public.order_quantities q where q.price_list_id = old.id),
      'companies', (select coalesce(jsonb_agg(c.id), '[]') from public.companies c where c.price_list_id = old.id));
  else
    -- Nothing belongs to records of other tables.
  end case;
  -- Notes on a deleted order are in the trash with it.
  insert into public.trash (kind, record_id, label, contents, deleted_by)
  select tg_table_name, old.id, label, jsonb_build_object('row', deleted) || related || private.custom_values_of(tg_table_name, old.id), auth.uid()
  where tg_table_name <> 'order_notes' or exists (select from public.orders o where o.id = (deleted ->> 'order_id')::uuid);
  return old;
end;
$$;
comment on function private.move_to_trash() is
  'Puts a record that is deleted into the trash: a product with its reviews, earlier prices, lines of carts and orders, variants, their holds, prices in price lists and order quantities, a category with its size guide and the ids of its products, an order with its lines, payments, refunds, parcels, returns, notes, holds and whether it used a voucher, a voucher with its uses, a price list with its prices, order quantities and companies, a page with its versions, all with their custom fields, a custom field with its values';

create or replace function private.delete_customer_from_trash() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A card page that was opened within the hour may still be paid, as delete_account says.
  delete from public.trash
    where kind in ('orders', 'customer_notes') and contents #>> '{row,user_id}' = old.id::text
      and not (kind = 'orders' and contents #>> '{row,status}' = 'Pending' and exists (
        select from jsonb_to_recordset(contents -> 'attempts') a (created_at timestamptz) where a.created_at > public.clock() - interval '1 hour'));
  delete from public.trash
    where kind = 'contact_messages' and lower(contents #>> '{row,email}') = lower(old.email);
  update public.trash t
  set contents = jsonb_set(t.contents, '{custom_values}', (select coalesce(jsonb_agg(c), '[]') from jsonb_array_elements(t.contents -> 'custom_values') c
    where c ->> 'customer_id' is distinct from old.id::text))
  where t.kind = 'custom_fields' and t.contents -> 'custom_values' @> jsonb_build_array(jsonb_build_object('customer_id', old.id));
  update public.trash t
  set contents = t.contents || jsonb_build_object(
    'reviews', (select coalesce(jsonb_agg(r), '[]') from jsonb_array_elements(t.contents -> 'reviews') r
      where r ->> 'user_id' <> old.id::text),
    'cart_items', (select coalesce(jsonb_agg(i), '[]') from jsonb_array_elements(t.contents -> 'cart_items') i
      where i ->> 'user_id' <> old.id::text))
  where t.kind = 'products'
    and (t.contents -> 'reviews' @> jsonb_build_array(jsonb_build_object('user_id', old.id))
      or t.contents -> 'cart_items' @> jsonb_build_array(jsonb_build_object('user_id', old.id)));
  return null;
end;
$$;
comment on function private.delete_customer_from_trash() is 'Deletes from the trash what a deleted customer wrote or ordered';

create or replace function office.delete_records(p_kind text, p_ids uuid[]) returns setof uuid
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if p_kind <> all ('{orders,banners,advertisements,faqs,pages,search_synonyms,redirects,custom_fields,vouchers,price_lists,contact_messages,customer_notes,order_notes}'::text[]) then
    raise exception 'Nothing of this kind can be deleted here.' using errcode = '22023';
  end if;
  if p_kind = 'orders' then
    perform from public.orders o where o.id = any (p_ids) order by o.id for update;
    perform private.lock_variants(array(select h.variant_id from public.stock_holds h where h.order_id = any (p_ids)));
    perform private.lock_vouchers(p_ids, null);
  end if;
  -- In the order of their ids, so that two administrators never deadlock.
  execute format('delete from public.%1$I where id in (
    select id from public.%1$I where id = any ($1) order by id for update)', p_kind) using p_ids;
  return query select t.id from public.trash t
    where t.record_id = any (p_ids) and t.kind = p_kind and t.deleted_at = public.clock();
end;
$$;
comment on function office.delete_records(text, uuid[]) is
  'Deletes orders, banners, advertisements, faqs, pages, search_synonyms, redirects, custom_fields, vouchers, price_lists, contact_messages, customer_notes or order_notes, those that are still there, and returns the ids that restore_trash takes. Errors (in detail): not_an_administrator, built_in.';

create or replace function office.purge_trash() returns setof text
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    with purged as (
      delete from public.trash where deleted_at < public.clock() - interval '30 days' returning contents -> 'row' as deleted, contents -> 'custom_values' as custom_values)
    select path from purged, lateral (
      select jsonb_array_elements_text(deleted -> 'images') as path
        where jsonb_typeof(deleted -> 'images') = 'array'
      union all select deleted ->> 'image'
      union all select c ->> 'value' from jsonb_array_elements(custom_values) c where c ->> 'value' like 'custom/%') paths
    where path is not null;
end;
$$;
comment on function office.purge_trash() is
  'Deletes for good what was deleted more than 30 days ago and returns the paths of its pictures, which the caller removes. Error (in detail): not_an_administrator.';

create or replace function private.restore_product(p_contents jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  product jsonb := p_contents -> 'row';
  its_id constant uuid := product ->> 'id';
  lines constant text[] := array(select jsonb_array_elements_text(p_contents -> 'order_items'));
begin
  if not exists (select 1 from public.categories c where c.id = (product ->> 'category_id')::uuid) then
    product := product || '{"category_id": null}';
  end if;
  perform private.insert_rows('public.products', jsonb_build_array(product));
  perform private.insert_rows('public.product_prices', p_contents -> 'prices');
  perform private.insert_rows('public.reviews', (
    select jsonb_agg(r) from jsonb_array_elements(p_contents -> 'reviews') r
    join auth.users u on u.id = (r ->> 'user_id')::uuid));
  perform private.insert_rows('public.cart_items', (
    select jsonb_agg(i) from jsonb_array_elements(p_contents -> 'cart_items') i
    join auth.users u on u.id = (i ->> 'user_id')::uuid));
  update public.order_items i set product_id = its_id
    where i.product_id is null and i.id = any (lines::uuid[]);
  update public.trash t set contents = jsonb_set(t.contents, '{items}', (
    select jsonb_agg(case when line ->> 'id' = any (lines)
      then line || jsonb_build_object('product_id', its_id) else line end)
    from jsonb_array_elements(t.contents -> 'items') line))
  where t.kind = 'orders' and t.contents -> 'items' @> any (array(
    select jsonb_build_array(jsonb_build_object('id', line, 'product_id', null)) from unnest(lines) line));
  if p_contents ? 'variants' then
    perform private.restore_stock(its_id, p_contents -> 'variants', p_contents -> 'holds');
  end if;
  perform private.restore_list_rows('public.price_list_items', 'list_prices', p_contents -> 'list_prices');
  perform private.restore_list_rows('public.order_quantities', 'order_quantities', p_contents -> 'order_quantities');
  perform private.restore_custom_values(p_contents -> 'custom_values');
end;
$$;
comment on function private.restore_product(jsonb) is 'Restores a product with its reviews, its earlier prices, its stock, its prices in price lists and the lines of carts and orders, those in the trash too; without its category if that was deleted';

create or replace function private.restore_order(p_contents jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ordered jsonb := p_contents -> 'row';
begin
  if not exists (select 1 from auth.users where id = (ordered ->> 'user_id')::uuid) then
    ordered := ordered || '{"user_id": null}';
  end if;
  if not exists (select from public.administrators where id = (ordered ->> 'assigned_to')::uuid) then
    ordered := ordered || '{"assigned_to": null}';
  end if;
  if exists (select 1 from public.orders where user_id = (ordered ->> 'user_id')::uuid
    and idempotency_key = ordered ->> 'idempotency_key') then
    ordered := ordered || '{"idempotency_key": null}';
  end if;
  perform private.insert_rows('public.orders', jsonb_build_array(ordered));
  perform private.insert_rows('public.order_items', (
    select jsonb_agg(i || jsonb_build_object('product_id', p.id))
    from jsonb_array_elements(p_contents -> 'items') i
    left join public.products p on p.id = (i ->> 'product_id')::uuid));
  perform private.insert_rows('public.payment_attempts', p_contents -> 'attempts');
  perform private.insert_rows('public.payment_disputes', p_contents -> 'disputes');
  perform private.insert_rows('public.refunds', (
    select jsonb_agg(r || jsonb_build_object('asked_by', u.id))
    from jsonb_array_elements(p_contents -> 'refunds') r
    left join auth.users u on u.id = (r ->> 'asked_by')::uuid));
  perform private.insert_rows('public.refund_lines', p_contents -> 'refund_lines');
  perform private.insert_rows('public.parcels', p_contents -> 'parcels');
  perform private.insert_rows('public.parcel_lines', p_contents -> 'parcel_lines');
  perform private.insert_rows('public.returns', p_contents -> 'returns');
  perform private.insert_rows('public.return_lines', p_contents -> 'return_lines');
  perform private.insert_rows('public.order_notes', p_contents -> 'notes');
  perform private.restore_custom_values(p_contents -> 'custom_values');
  update public.invoices i set order_id = (ordered ->> 'id')::uuid, refund_id = w.refund_id
    from jsonb_to_recordset(p_contents -> 'invoices') w (id uuid, refund_id uuid) where i.id = w.id;
  -- Its pieces may be sold by now; an unpaid order takes them when it is paid.
  perform private.hold_what_is_left(o) from public.orders o
    where o.id = (ordered ->> 'id')::uuid and o.status in ('OnTerms', 'Paid') and jsonb_array_length(p_contents -> 'holds') > 0;
  update public.trash t set contents = jsonb_set(t.contents, '{holds}', (t.contents -> 'holds') || h.rows)
  from (
    select t.id, jsonb_agg(h) as rows from jsonb_array_elements(p_contents -> 'holds') h
    join public.trash t on t.kind = 'products' and t.contents -> 'variants' @> jsonb_build_array(jsonb_build_object('id', h -> 'variant_id'))
    group by t.id) h
  where t.id = h.id;
  perform private.use_voucher(o, null) from public.orders o
    where o.id = (ordered ->> 'id')::uuid and o.status in ('OnTerms', 'Paid', 'Refunded') and (p_contents -> 'used_voucher')::boolean;
end;
$$;
comment on function private.restore_order(jsonb) is
  'Restores an order, which holds the pieces and uses the voucher that are still there if it is Paid or OnTerms; customers, products and administrators that were deleted since are left out';

create or replace function office.restore_trash(p_ids uuid[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  deleted public.trash;
  restored int := 0;
  orders uuid[] := '{}';
begin
  perform private.require_admin();
  for deleted in
    delete from public.trash
    where id = any (p_ids) and deleted_at > public.clock() - interval '30 days' returning *
  loop
    case deleted.kind
      when 'products' then perform private.restore_product(deleted.contents);
      when 'categories' then perform private.restore_category(deleted.contents);
      when 'orders' then perform private.restore_order(deleted.contents);
      when 'vouchers' then perform private.restore_voucher(deleted.contents);
      when 'pages' then perform private.restore_page(deleted.contents);
      when 'price_lists' then perform private.restore_price_list(deleted.contents);
      when 'custom_fields' then
        perform private.insert_rows('public.custom_fields', jsonb_build_array(deleted.contents -> 'row'));
        perform private.restore_custom_values(deleted.contents -> 'custom_values');
      else perform private.insert_rows(format('public.%I', deleted.kind)::regclass, jsonb_build_array(deleted.contents -> 'row'));
    end case;
    restored := restored + 1;
    orders := orders || deleted.record_id || array(select (h ->> 'order_id')::uuid from jsonb_array_elements(deleted.contents -> 'holds') h);
  end loop;
  if restored < (select count(distinct i) from unnest(p_ids) i) then
    raise exception 'This is no longer in the trash.' using detail = 'unknown_trash';
  end if;
  return jsonb_build_object('restored', restored, 'missing', private.missing_pieces(orders));
end;
$$;
comment on function office.restore_trash(uuid[]) is
  'Restores deleted records as they were, all or none, and returns {restored: their number, missing: pieces of their orders that are not in stock, as missing_pieces has them}. Administrators only. Errors (in detail): not_an_administrator, unknown_trash.';

create or replace function private.record_catalogue_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed jsonb[];
  tags text[] := '{everything}';
begin
  if tg_op = 'INSERT' then
    changed := array(select to_jsonb(n) from new_rows n limit 1001);
  elsif tg_op = 'DELETE' then
    changed := array(select to_jsonb(o) from old_rows o limit 1001);
  elsif tg_op = 'UPDATE' then
    changed := array(select to_jsonb(c) from (
      (select * from old_rows except all select * from new_rows)
      union all
      (select * from new_rows except all select * from old_rows) limit 1001) c);
  end if;
  if cardinality(changed) <= 1000 then
    tags := array(
      select distinct tag from unnest(changed) c (row), unnest(case tg_table_name
        when 'products' then array['products', 'product:' || (c.row ->> 'id'), 'category:' || (c.row ->> 'category_id')]
        when 'categories' then array['categories', 'category:' || (c.row ->> 'id')]
        when 'size_guides' then array['size_guides', 'size_guide:' || (c.row ->> 'category_id')]
        when 'reviews' then array['reviews:' || (c.row ->> 'product_id')]
        when 'advertisements' then array['ads']
        when 'custom_values' then array['product:' || (c.row ->> 'product_id')]
        when 'custom_fields' then array['everything']
        else array[tg_table_name::text] end) tag
      where tag is not null);
  end if;
  if tags = '{}' then
    return null;
  end if;
  insert into public.catalogue_changes (tag)
    select unnest(case when cardinality(tags) > 500 then array['everything'] else tags end);
  -- Skips rows that another writer is deleting, so that two writers never wait for each other.
  delete from public.catalogue_changes where id in (
    select id from public.catalogue_changes where changed_at < now() - interval '1 day'
    order by changed_at limit 1000 for update skip locked);
  return null;
end;
$$;
comment on function private.record_catalogue_changes() is
  'Writes the tags of what a statement changed into the change feed, and trims what is older than a day';

comment on column public.trash.kind is 'Table that the record was in: products, categories, orders, banners, advertisements, faqs, pages, search_synonyms, redirects, custom_fields, vouchers, price_lists, contact_messages, customer_notes, order_notes';

comment on column public.trash.contents is 'The row, and what went or was cut off with it: reviews, earlier prices, lines of carts and orders, sizes and colours with their holds, prices in price lists, order quantities, products and size guide of a category, lines, payments, refunds, parcels, returns, notes, holds and voucher of an order, orders that used a voucher, companies that buy by a price list, versions of a page, values of custom fields';

select private.audit_table('public.custom_fields', p_left_out => '{position}');
create trigger custom_fields_move_to_trash before delete on public.custom_fields
  for each row execute function private.move_to_trash();
select private.add_change_triggers('public.custom_fields', 'changes', 'private.record_catalogue_changes()');
select private.add_change_triggers('public.custom_values', 'changes', 'private.record_catalogue_changes()');
