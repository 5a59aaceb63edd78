-- Products have a length, reviews say whether their product was bought here, messages name the product that they ask about, colours have
-- names of the house, and shipping names the days of arrival.

alter table public.products add column length int not null default 0 check (length between 0 and 400);
comment on column public.products.length is 'Length of a piece in its middle size in centimetres, laid flat; 0 when nothing is said';
grant insert (length), update (length) on public.products to authenticated;
drop trigger products_set_updated_at on public.products;
create trigger products_set_updated_at before update on public.products
  for each row when (
    (new.title, new.description, new.price, new.images, new.category_id, new.availability, new.sizes, new.colors, new.status,
      new.composition, new.care, new.fit, new.origin, new.delivery, new.compare_at_price, new.weight, new.tax_class, new.length)
    is distinct from
    (old.title, old.description, old.price, old.images, old.category_id, old.availability, old.sizes, old.colors, old.status,
      old.composition, old.care, old.fit, old.origin, old.delivery, old.compare_at_price, old.weight, old.tax_class, old.length))
  execute function private.set_updated_at();

drop function office.update_product(uuid, text, text, numeric, uuid, public.availability, text[], text[], timestamptz, public.product_status, text, text, text, text, text, numeric, int, public.tax_class, boolean);
drop function office.export_products(uuid[]);
create or replace function public.read_product(p_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select to_json(t) from (
      select d.*, p.composition, p.care, p.fit, p.origin, p.delivery, p.weight, p.tax_class, p.length, case when p.compare_at_price is not null then (
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
  'One product with its category, facts, variants, [{size, color, sku, barcode, price in dollars, level}], and, on sale, the lowest price of the 30 days before its price began; null when there is none';
grant execute on function public.read_product(uuid) to anon, authenticated;

create or replace function office.update_product(
  p_id uuid, p_title text default null, p_description text default null, p_price numeric default null,
  p_category uuid default null, p_availability public.availability default null,
  p_sizes text[] default null, p_colors text[] default null, p_known timestamptz default null,
  p_status public.product_status default null, p_composition text default null, p_care text default null,
  p_fit text default null, p_origin text default null, p_delivery text default null, p_compare_at_price numeric default null,
  p_weight int default null, p_tax_class public.tax_class default null, p_length int default null, p_drop_variants boolean default false
) returns json
language plpgsql security definer set search_path = '' as $$
declare
  lost text[];
begin
  perform private.require_admin();
  if num_nonnulls(p_sizes, p_colors) > 0 then
    perform private.lock_variants(array(select v.id from public.product_variants v where v.product_id = p_id));
    select private.lost_variants(p.id, coalesce(p_sizes, p.sizes), coalesce(p_colors, p.colors)) into lost
      from public.products p where p.id = p_id and not p_drop_variants;
    if lost is not null then
      raise exception 'No longer for sale would be: %.', array_to_string(lost[:20], '; ') using detail = 'variants_lost';
    end if;
  end if;
  update public.products p set
    title = coalesce(p_title, p.title),
    description = coalesce(p_description, p.description),
    price = coalesce(p_price, p.price),
    category_id = coalesce(p_category, p.category_id),
    availability = coalesce(p_availability, p.availability),
    sizes = coalesce(p_sizes, p.sizes),
    colors = coalesce(p_colors, p.colors),
    status = coalesce(p_status, p.status),
    composition = coalesce(p_composition, p.composition),
    care = coalesce(p_care, p.care),
    fit = coalesce(p_fit, p.fit),
    origin = coalesce(p_origin, p.origin),
    delivery = coalesce(p_delivery, p.delivery),
    compare_at_price = nullif(coalesce(p_compare_at_price, p.compare_at_price), 0),
    weight = coalesce(p_weight, p.weight),
    tax_class = coalesce(p_tax_class, p.tax_class),
    length = coalesce(p_length, p.length)
  where p.id = p_id and (p_known is null or p.updated_at = p_known);
  if not found and exists (select from public.products p where p.id = p_id) then
    raise exception 'Somebody else changed this product in the meantime. Nothing was saved.'
      using detail = 'changed_meanwhile';
  end if;
  return public.read_product(p_id);
end;
$$;
comment on function office.update_product(uuid, text, text, numeric, uuid, public.availability, text[], text[], timestamptz, public.product_status, text, text, text, text, text, numeric, int, public.tax_class, int, boolean) is
  'Changes the given fields of a product and returns it as read_product does; null when there is none. A compare-at price of 0 ends the sale. p_known is the updated_at that the caller has seen; p_drop_variants says that sizes and colours with stock, barcode or prices of their own may go. Errors (in detail): not_an_administrator, variants_lost, changed_meanwhile.';

create or replace function private.file_facts(p_product public.products) returns table (field text, value text)
language sql immutable rows 9 set search_path = '' as $$
  values ('status', coalesce(p_product.status::text, 'published')), ('composition', coalesce(p_product.composition, '')),
    ('care', coalesce(p_product.care, '')), ('fit', coalesce(p_product.fit, '')),
    ('origin', coalesce(p_product.origin, '')), ('delivery', coalesce(p_product.delivery, '')),
    ('weight', coalesce(p_product.weight, 0)::text), ('taxClass', coalesce(p_product.tax_class, 'standard')::text),
    ('length', coalesce(p_product.length, 0)::text);
$$;
comment on function private.file_facts(public.products) is 'Status and facts of a product as fields of a file; of no product, what a new one begins with';

create or replace function office.export_products(p_ids uuid[])
returns table (
  id uuid, title text, price numeric, category text, availability public.availability, sizes text[],
  colors text[], description text, created_at timestamptz, version text, status public.product_status, composition text,
  care text, fit text, origin text, delivery text, compare_at_price numeric, weight int,
  tax_class public.tax_class, length int)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select p.id, p.title, p.price, c.name, p.availability, p.sizes, p.colors, p.description,
      p.created_at, private.product_version(p.updated_at), p.status, p.composition, p.care, p.fit, p.origin, p.delivery,
      p.compare_at_price, p.weight, p.tax_class, p.length
    from unnest(p_ids) with ordinality f (id, place)
    join public.products p on p.id = f.id
    left join public.categories c on c.id = p.category_id
    order by f.place;
end;
$$;
comment on function office.export_products(uuid[]) is
  'Products as rows of a file, in the order of these ids. Error (in detail): not_an_administrator.';

create or replace function office.import_products(p_rows jsonb, p_dry boolean default true) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  validated jsonb;
begin
  perform private.require_admin();
  if not p_dry then
    perform private.lock_variants(array(
      select v.id from public.product_variants v join jsonb_array_elements(p_rows) e on v.product_id = private.as_uuid(e ->> 'id')));
    perform 1 from public.products
      where id in (select private.as_uuid(e ->> 'id') from jsonb_array_elements(p_rows) e)
      order by id for no key update;
  end if;

  validated := private.validate_product_rows(p_rows);

  if not p_dry and not exists (
    select 1 from jsonb_array_elements(validated) j where j ->> 'problem' is not null) then
    update public.products p
    set title = j.title, price = j.price, compare_at_price = j.compare_at_price, description = j.description,
      availability = j.availability::public.availability, category_id = j.category_id,
      sizes = array(select jsonb_array_elements_text(j.sizes)),
      colors = array(select jsonb_array_elements_text(j.colors)),
      status = j.status, composition = j.composition, care = j.care, fit = j.fit, origin = j.origin, delivery = j.delivery,
      weight = j.weight, tax_class = j."taxClass", length = j.length
    from jsonb_to_recordset(validated) j (
      product_id uuid, title text, price numeric, compare_at_price numeric, description text, availability text, category_id uuid,
      sizes jsonb, colors jsonb, changes jsonb, status public.product_status, composition text, care text, fit text,
      origin text, delivery text, weight int, "taxClass" public.tax_class, length int)
    where p.id = j.product_id and j.changes <> '[]';
    insert into public.products (title, price, description, availability, category_id, sizes, colors, status, composition, care,
      fit, origin, delivery, compare_at_price, weight, tax_class, length)
    select j.title, j.price, j.description, j.availability::public.availability, j.category_id,
      array(select jsonb_array_elements_text(j.sizes)), array(select jsonb_array_elements_text(j.colors)),
      j.status, j.composition, j.care, j.fit, j.origin, j.delivery, j.compare_at_price, j.weight, j."taxClass", j.length
    from jsonb_to_recordset(validated) j (
      line int, product_id uuid, title text, price numeric, compare_at_price numeric, description text, availability text,
      category_id uuid, sizes jsonb, colors jsonb, status public.product_status, composition text, care text, fit text,
      origin text, delivery text, weight int, "taxClass" public.tax_class, length int)
    where j.product_id is null
    order by j.line;
  end if;

  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'row', j.line,
      'action', case when j.problem is not null then 'wrong' when j.product_id is null then 'create'
        when j.changes = '[]' then 'same' else 'update' end,
      'label', coalesce(j.title, ''),
      'changes', j.changes,
      'problems', case when j.problem is null then '[]'::jsonb
        else jsonb_build_array(jsonb_build_object('field', j.problem ->> 0, 'message', j.problem ->> 1)) end,
      'doubts', case when j.lost is null then '[]'::jsonb
        else jsonb_build_array(jsonb_build_object('field', 'sizes', 'message', 'No longer for sale will be: ' || array_to_string(j.lost[:20], '; '))) end)
      order by j.line)
    from jsonb_to_recordset(validated) j (
      line int, product_id uuid, title text, changes jsonb, problem jsonb, lost text[])), '[]');
end;
$$;
comment on function office.import_products(jsonb, boolean) is
  'Validates rows of a file of products, [{line, id?, title?, price?, compareAtPrice?, category?, availability?, sizes?, colors?, description?, status?, composition?, care?, fit?, origin?, delivery?, weight?, taxClass?, length?, version?}], and unless it is dry and unless one row is wrong changes and creates them. A row with an id changes that product; what it leaves out stays. Returns [{row, action, label, changes, problems, doubts}], doubts being the variants with stock or prices of their own that a row would drop. Error (in detail): not_an_administrator.';

alter table public.reviews add column bought boolean not null default false;
comment on column public.reviews.bought is 'Whether the customer had bought the product here by then; filled by a trigger';
comment on column public.reviews.lastname is 'Initial of the last name when it was written; filled by a trigger';
grant select (bought) on public.reviews to anon, authenticated;
create or replace function private.initial(p_name text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(left(nullif(btrim(p_name), ''), 1) || '.', '');
$$;
comment on function private.initial(text) is 'The first letter of a name with a full stop; empty without a name';

create or replace function private.has_bought(p_customer uuid, p_product uuid, p_by timestamptz) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.orders o join public.order_items i on i.order_id = o.id
    where o.user_id = p_customer and i.product_id = p_product and o.created_at <= p_by and o.status in ('OnTerms', 'Paid', 'Refunded'));
end;
$$;
comment on function private.has_bought(uuid, uuid, timestamptz) is
  'Whether a customer has an order of this product, placed by this time, that is paid, paid back, or on terms';

create or replace function private.set_review_author() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  author record;
begin
  select p.firstname, p.lastname into author from public.profiles p where p.id = new.user_id;
  if found then
    new.firstname := author.firstname;
    new.lastname := private.initial(author.lastname);
  end if;
  -- A review that comes back from the trash knows it; the orders find the product again later.
  new.bought := new.bought or private.has_bought(new.user_id, new.product_id, new.created_at);
  return new;
end;
$$;
comment on function private.set_review_author() is
  'Writes into the review what shoppers read about its customer: first name, initial, and whether the product was bought here';

create or replace function public.add_review(p_customer uuid, p_product uuid, p_rating int, p_comment text) returns json
language plpgsql security definer set search_path = '' as $$
declare
  written public.reviews;
begin
  perform private.act_for(p_customer);
  perform private.require_customer();
  perform 1 from public.products where id = p_product and status = 'published' for key share;
  if not found then
    return null;
  end if;
  insert into public.reviews (product_id, user_id, rating, comment)
  values (p_product, p_customer, p_rating, p_comment) returning * into written;
  return json_build_object('id', written.id, 'rating', written.rating, 'comment', written.comment,
    'firstname', written.firstname, 'lastname', written.lastname, 'created_at', written.created_at, 'bought', written.bought);
end;
$$;
comment on function public.add_review(uuid, uuid, int, text) is
  'Adds a review by this customer and returns it; null when there is no such product. For the service role: the API counts reviews first. Error (in detail): not_a_customer.';

create or replace function public.list_reviews(
  p_product uuid, p_limit int default 24, p_after_value timestamptz default null, p_after_id uuid default null,
  p_rated boolean default false
) returns json
language plpgsql stable security invoker set search_path = '' as $$
declare
  found json;
begin
  -- The simple comparison lets the index start at the right row, so late pages cost no more than the first. The API never asks for more than 5,001.
  select json_agg(t) into found from (
    select r.id, r.rating, r.comment, r.firstname, r.lastname, r.created_at, r.bought
    from public.reviews r
    where r.product_id = p_product and r.created_at <= coalesce(p_after_value, 'infinity')
      and (p_after_id is null or r.created_at < p_after_value or r.id > p_after_id)
    order by r.created_at desc, r.id limit least(greatest(p_limit, 0), 5001)) t;
  if found is null and not exists (select 1 from public.products where id = p_product) then
    return null;
  end if;
  return json_build_object('rows', coalesce(found, '[]'), 'rating', case when p_rated then (
    select json_build_object('count', count(*), 'average', coalesce(round(avg(r.rating), 2), 0))
    from public.reviews r where r.product_id = p_product) end);
end;
$$;
comment on function public.list_reviews(uuid, int, timestamptz, uuid, boolean) is
  'Reviews of a product, newest first, from the beginning or after a row: {rows, rating: {count, average}}; rating, of all of them, only when rated; null when there is no such product';
grant execute on function public.list_reviews(uuid, int, timestamptz, uuid, boolean) to anon, authenticated;

update public.reviews set lastname = private.initial(lastname), bought = private.has_bought(user_id, product_id, created_at);

alter table public.contact_messages add column product_id uuid;
comment on column public.contact_messages.product_id is 'The product that it asks about; the message outlives it, and names it again when it is restored';
drop function public.add_contact_message(text, text, text, text);
create or replace function public.add_contact_message(p_firstname text, p_lastname text, p_email text, p_message text, p_product uuid default null)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.act_for(null);
  insert into public.contact_messages (firstname, lastname, email, message, product_id)
  values (p_firstname, p_lastname, p_email, p_message, p_product);
end;
$$;
comment on function public.add_contact_message(text, text, text, text, uuid) is
  'Adds a message from the contact form, about a product if one is given. For the service role: the API counts messages first.';

create or replace function office.list_contact_messages(
  p_query text default '', p_state text default '', p_oldest_first boolean default false,
  p_limit int default 25, p_page int default 1
) returns jsonb
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set enable_indexscan = on as $$
declare
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 500);
  searched constant boolean := btrim(coalesce(p_query, '')) <> '';
  pattern constant text := private.search_pattern(p_query);
  indexed constant text := private.index_pattern(pattern);
  total bigint;
begin
  perform private.require_admin();
  perform set_config('enable_indexscan', case when searched then 'off' else 'on' end, true);
  select count(*) into total from public.contact_messages m
  where (p_state is distinct from 'read' or m.read_at is not null)
    and (p_state is distinct from 'unread' or m.read_at is null)
    and (p_state is distinct from 'answered' or m.answered_at is not null)
    and (p_state is distinct from 'unanswered' or m.answered_at is null)
    and (not searched or lower(m.firstname || ' ' || m.lastname || ' ' || m.email || ' ' || m.message) like indexed
      and ' ' || lower(m.firstname || ' ' || m.lastname || ' ' || m.email || ' ' || m.message) like pattern);
  return jsonb_build_object('total', total, 'total_is_least', false, 'messages', coalesce((
    select jsonb_agg(f) from (
      select m.id, m.firstname, m.lastname, m.email, m.message, m.created_at, m.read_at, m.answer, m.answered_at,
        (select json_build_object('id', p.id, 'title', p.title) from public.products p where p.id = m.product_id) as product
      from public.contact_messages m
      where (p_state is distinct from 'read' or m.read_at is not null)
        and (p_state is distinct from 'unread' or m.read_at is null)
        and (p_state is distinct from 'answered' or m.answered_at is not null)
        and (p_state is distinct from 'unanswered' or m.answered_at is null)
        and (not searched or lower(m.firstname || ' ' || m.lastname || ' ' || m.email || ' ' || m.message) like indexed
          and ' ' || lower(m.firstname || ' ' || m.lastname || ' ' || m.email || ' ' || m.message) like pattern)
      order by case when p_oldest_first then m.created_at end, case when p_oldest_first then m.id end desc,
        m.created_at desc, m.id
      limit page_size offset private.page_start(p_page, page_size, total)) f), '[]'));
end;
$$;
comment on function office.list_contact_messages(text, text, boolean, int, int) is
  'One page of contact messages (at most 500) as {total, total_is_least, messages}; state is read, unread, answered, unanswered or empty for all. Administrators only (not_an_administrator).';

create or replace function private.weekdays_after(p_day date, p_days int) returns date
language plpgsql immutable set search_path = '' as $$
declare
  start constant date := p_day + case extract(isodow from p_day) when 6 then 2 when 7 then 1 else 0 end;
begin
  return start + p_days + 2 * ((extract(isodow from start)::int - 1 + p_days) / 5);
end;
$$;
comment on function private.weekdays_after(date, int) is 'The day that is so many weekdays after a day, or after the Monday that follows it at a weekend';

create or replace function public.shop_promises() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := private.day_of(now());
begin
  return jsonb_build_object(
    'order_by', private.weekdays_after(today, 0),
    'return_days', private.shop_setting('return_days'),
    'returns', jsonb_build_object(
      'address', coalesce(nullif(private.shop_setting('return_address') #>> '{}', ''), case when private.shop_setting('seller_address') #>> '{}' <> '' then
        concat_ws(E'\n', private.shop_setting('seller_name') #>> '{}', private.shop_setting('seller_address') #>> '{}',
          (select c.name from public.countries c where c.code = private.shop_setting('seller_country') #>> '{}')) end, ''),
      'send_days', private.shop_setting('return_send_days'), 'payer', private.shop_setting('return_payer'),
      'label', private.shop_setting('return_label')),
    'zones', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'countries', (select coalesce(jsonb_agg(c.name order by c.name), '[]') from public.countries c where c.code = any (z.countries)),
        'methods', m.all) order by z.countries = '{}', z.created_at, z.id), '[]')
      from public.shipping_zones z cross join lateral (
        select jsonb_agg(jsonb_build_object('name', s.name, 'free_from', s.free_from, 'max_weight', s.max_weight,
          'price', least(s.price, w.price), 'varies', w.price is not null, 'days_from', s.days_from, 'days_to', s.days_to,
          'arrives_from', private.weekdays_after(today, s.days_from), 'arrives_to', private.weekdays_after(today, s.days_to))
          order by s.position, s.price, s.id) as all
        from public.shipping_methods s cross join lateral (
          select min((b ->> 'price')::numeric) as price from jsonb_array_elements(s.weight_bands) b) w
        where s.zone_id = z.id) m
      where m.all is not null));
end;
$$;
comment on function public.shop_promises() is
  'What the shop promises to shoppers: {order_by: the day on which a new order leaves, return_days, returns: {address, send_days, payer, label}, zones: [{countries: their names, empty for all others, methods: [{name, price: the least, varies: whether heavier orders cost another, free_from, max_weight in grams, days_from, days_to, arrives_from and arrives_to: the days that these make of an order of today}]}]}; without zones, shipping is free';
grant execute on function public.shop_promises() to anon, authenticated;

create or replace function private.planned_changes() returns table (id bigint, tag text)
language sql stable set search_path = '' as $$
  select distinct (extract(epoch from at) * -1000)::bigint, 'banners'
  from public.banners b, unnest(array[b.shown_from, b.shown_until]) at
  where b.shown and at between now() - interval '1 day' and now()
  union all
  select (extract(epoch from private.day_start(private.day_of(now()))) * -1000)::bigint, 'days'
  where exists (select from public.shipping_methods s where s.days_to > 0);
$$;
comment on function private.planned_changes() is 'Changes of the last day that were planned before, with the ids and tags of the change feed';

comment on column public.catalogue_changes.tag is 'What changed: products, product:<id>, categories, category:<id>, banners, ads, faqs, search_synonyms, shop_settings, shipping_zones, shipping_methods, size_guides, size_guide:<category id>, reviews:<product id>, days (a new day has begun), or everything';

update private.colours c set words = c.words || ' ' || h.house
from (values
  ('antique white', 'oat'), ('burly wood', 'camel'), ('cadet blue', 'lagoon'), ('corn silk', 'parchment'), ('dark khaki', 'stone'),
  ('dark olive green', 'moss'), ('dark sea green', 'sage'), ('dark slate blue', 'ink'), ('dark slate gray', 'slate'), ('dim gray', 'graphite'),
  ('fire brick', 'madder'), ('gainsboro', 'dove'), ('goldenrod', 'ochre'), ('indian red', 'brick'), ('light steel blue', 'mist'),
  ('linen', 'flax'), ('midnight blue', 'midnight'), ('misty rose', 'blush'), ('old lace', 'chalk'), ('peru', 'caramel'),
  ('rosy brown', 'rose'), ('saddle brown', 'chestnut'), ('sea green', 'pine'), ('sea shell', 'pearl'), ('slate gray', 'flint'),
  ('steel blue', 'storm')
) h (css, house) where c.name = replace(h.css, ' ', '') and c.name not in ('linen', 'rosybrown');
-- Their words are searched.
update public.products set search = search;
