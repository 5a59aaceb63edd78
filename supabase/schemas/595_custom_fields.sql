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
