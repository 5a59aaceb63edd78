-- New SKUs say the house's names of colors; the audit trail says what its entries are about.
alter table private.colours add column house text;
comment on column private.colours.house is 'The house''s name for a CSS colour, as pages (_shared/domain/colour-name.ts) and new SKUs show it; empty where there is none';
update private.colours c set house = h.house
from (values
  ('antique white', 'oat'), ('burly wood', 'camel'), ('cadet blue', 'lagoon'), ('corn silk', 'parchment'), ('dark khaki', 'stone'),
  ('dark olive green', 'moss'), ('dark sea green', 'sage'), ('dark slate blue', 'ink'), ('dark slate gray', 'slate'), ('dim gray', 'graphite'),
  ('fire brick', 'madder'), ('gainsboro', 'dove'), ('goldenrod', 'ochre'), ('indian red', 'brick'), ('light steel blue', 'mist'),
  ('linen', 'flax'), ('midnight blue', 'midnight'), ('misty rose', 'blush'), ('old lace', 'chalk'), ('peru', 'caramel'),
  ('rosy brown', 'rose'), ('saddle brown', 'chestnut'), ('sea green', 'pine'), ('sea shell', 'pearl'), ('slate gray', 'flint'),
  ('steel blue', 'storm')
) h (css, house) where c.name = replace(h.css, ' ', '');

create or replace function private.make_sku(p_pattern text, p_number int, p_size text, p_color text) returns text
language plpgsql stable set search_path = '' as $$
declare
  made text := replace(p_pattern, '{number}', p_number::text);
  color constant text := regexp_replace(coalesce(p_color, ''), '[^[:alnum:]]', '', 'g');
  house constant text := (select c.house from private.colours c where c.name = replace(lower(color), 'grey', 'gray'));
begin
  made := replace(made, '{color}', left(coalesce(house, color), 16));
  made := replace(made, '{size}', left(regexp_replace(coalesce(p_size, ''), '[^[:alnum:]]', '', 'g'), 10));
  made := regexp_replace(upper(extensions.unaccent(made)), '[^A-Z0-9._/-]', '', 'g');
  return btrim(regexp_replace(made, '([._/-])[._/-]+', '\1', 'g'), '._/-');
end;
$$;
comment on function private.make_sku(text, int, text, text) is 'The SKU of a variant by a pattern, with the house''s name of its colour where there is one';

create or replace function private.name_of(p_id uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select left(btrim(n.name), 200) from (
      select c.name from public.categories c where c.id = p_id
      union all select p.title from public.products p where p.id = p_id
      union all select concat_ws(' ', p.firstname, p.lastname) from public.profiles p where p.id = p_id
      union all select a.firstname from public.administrators a where a.id = p_id
      union all select o.number from public.orders o where o.id = p_id
      union all select q.number from public.quotes q where q.id = p_id
      union all (
        select a.label from public.audit_log a
        where a.record_id = p_id::text and a.label <> '' order by a.id desc limit 1)) n
    where btrim(n.name) <> '' limit 1);
end;
$$;
comment on function private.name_of(uuid) is
  'Name, title or number of a record, whatever its table; of one that is gone the last that the audit trail knows; null where there is none';

create or replace function private.audit_subject(p_entry public.audit_log) returns text
language plpgsql stable set search_path = '' as $$
declare
  named constant jsonb := coalesce(p_entry.before, '{}') || coalesce(p_entry.after, '{}');
  record constant uuid := private.as_uuid(p_entry.record_id);
begin
  return case
    when p_entry.table_name = 'contact_messages' then null
    when p_entry.table_name in ('orders', 'quotes') and named ? 'number' then named ->> 'number'
    else private.name_of(coalesce(
      -- An update has only the fields that it changed.
      case p_entry.table_name
        when 'orders' then record when 'quotes' then record when 'size_guides' then record when 'company_members' then record
        when 'order_items' then (select i.order_id from public.order_items i where i.id = record)
        when 'order_notes' then (select n.order_id from public.order_notes n where n.id = record)
        when 'parcels' then (select p.order_id from public.parcels p where p.id = record)
        when 'refunds' then (select r.order_id from public.refunds r where r.id = record)
        when 'returns' then (select r.order_id from public.returns r where r.id = record)
        when 'payment_attempts' then (select a.order_id from public.payment_attempts a where a.reference = p_entry.record_id)
        when 'payment_events' then (select a.order_id from public.payment_attempts a where a.reference = named ->> 'reference')
        when 'quote_lines' then (select l.quote_id from public.quote_lines l where l.id = record)
        when 'price_list_items' then (select i.product_id from public.price_list_items i where i.id = record)
        when 'order_quantities' then (select q.product_id from public.order_quantities q where q.id = record)
      end,
      private.as_uuid(coalesce(named ->> 'quote_id', named ->> 'order_id', named ->> 'product_id')))) end;
end;
$$;
comment on function private.audit_subject(public.audit_log) is
  'What an entry of the audit trail belongs to, for people: the number of its order or quote, or the title of its product; null for records that have titles of their own';

create or replace function office.list_audit(
  p_query text default '', p_table text default '', p_action text default '', p_role text default '',
  p_from date default null, p_to date default null, p_limit int default 25, p_page int default 1
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  typed constant text := btrim(coalesce(p_query, ''));
  named constant text := coalesce((select o.id::text from public.orders o where o.number in (typed, upper(typed)) limit 1), typed);
  since constant timestamptz := coalesce(private.day_start(p_from), '-infinity');
  before constant timestamptz := coalesce(private.day_start(p_to + 1), 'infinity');
  page record;
begin
  perform private.require_admin();
  if named <> '' then
    page := private.search_audit(named, coalesce(p_table, ''), coalesce(p_action, ''), coalesce(p_role, ''),
      since, before, page_size, p_page);
  else
    page := private.audit_of_kinds(coalesce(p_table, ''), coalesce(p_action, ''), coalesce(p_role, ''),
      since, before, page_size, p_page);
  end if;
  return jsonb_build_object('total', page.total, 'total_is_least', page.total_is_least,
    'entries', coalesce((
      select jsonb_agg(to_jsonb(a) || jsonb_build_object('restored', a.action = 'insert' and exists (
        select from public.audit_log d where d.record_id = a.record_id and d.id < a.id
          and d.table_name = a.table_name and d.action = 'delete'),
        'subject', private.audit_subject(a), 'names', private.names_in(a.before, a.after)) order by f.place)
      from unnest(page.ids) with ordinality f (id, place)
      join public.audit_log a on a.id = f.id), '[]'));
end;
$$;
comment on function office.list_audit(text, text, text, text, date, date, int, int) is
  'One page of the audit trail, newest first, as {total, total_is_least, entries}, each entry with restored, true where a deleted record came back, subject, the number of its order or quote or the title of its product, and names, those of the records that its values refer to, by id; empty arguments filter nothing, the query is part of a title or name, the number of an order, the key of a record, or the id of a request. Administrators only (not_an_administrator).';
