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

create function office.export_custom_values(p_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_object_agg(t.record_id, t.own), '{}') from (
      select c.record_id, jsonb_object_agg(f.key, c.value) as own
      from public.custom_values c join public.custom_fields f on f.id = c.field_id where c.record_id = any (p_ids) group by 1) t);
end;
$$;
comment on function office.export_custom_values(uuid[]) is
  'The values of the custom fields of these records, {id: {key: value}}, without those that have none. Error (in detail): not_an_administrator.';

create function public.own_custom_values() returns table (order_id uuid, name text, kind text, value text)
language sql stable security definer set search_path = '' as $$
  select c.order_id, f.name, f.kind, c.value from public.custom_values c
  join public.custom_fields f on f.id = c.field_id
  left join public.orders o on o.id = c.order_id
  where (select auth.uid()) in (c.customer_id, o.user_id)
  order by c.order_id nulls first, f.position, f.id;
$$;
comment on function public.own_custom_values() is
  'The custom fields of the signed-in customer, without order_id, and of their orders; values are personal data';
grant execute on function public.own_custom_values() to authenticated;

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
