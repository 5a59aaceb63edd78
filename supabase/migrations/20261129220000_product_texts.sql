-- Descriptions of products are rich text; their plain text stays beside it.

-- Texts of lists and tables are on lines of their own, and those around a line break no longer one word.
create function private.document_lines(p_node jsonb) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  kind constant text := p_node ->> 'type';
  content constant jsonb := case jsonb_typeof(p_node -> 'content') when 'array' then p_node -> 'content' else '[]' end;
begin
  if kind in ('paragraph', 'heading') then
    return regexp_split_to_array((
      select coalesce(string_agg(case c.node ->> 'type' when 'text' then c.node ->> 'text' else e'\n' end, '' order by c.place), '')
      from jsonb_array_elements(content) with ordinality c (node, place)), e'\n');
  end if;
  return array(
    select case kind
      when 'tableRow' then case when c.place > 1 then ' | ' else '' end || array_to_string(private.document_lines(c.node), ' ')
      when 'table' then array_to_string(private.document_lines(c.node), '')
      when 'bulletList' then case l.place when 1 then '• ' else '  ' end || l.line
      when 'orderedList' then case l.place when 1 then c.place || '. ' else '  ' end || l.line
      else l.line end
    from jsonb_array_elements(content) with ordinality c (node, place)
    left join lateral unnest(case when kind not in ('table', 'tableRow') then private.document_lines(c.node) end) with ordinality l (line, place) on true
    order by c.place, l.place) || array(select p_node #>> '{attrs,alt}' where kind = 'image');
end;
$$;
comment on function private.document_lines(jsonb) is 'The lines of text of a node of a document and of those in it';

create or replace function public.plain_text(p_document jsonb) returns text
language sql immutable parallel safe security definer set search_path = '' as $$
  select coalesce(string_agg(t.text, e'\n\n' order by b.place) filter (where t.text <> ''), '')
  from jsonb_array_elements(case jsonb_typeof(p_document -> 'content') when 'array' then p_document -> 'content' else '[]' end)
    with ordinality b (node, place)
  cross join lateral btrim(array_to_string(private.document_lines(b.node), e'\n'), e' \t\r\n') t (text);
$$;
comment on function public.plain_text(jsonb) is
  'The text of a document without its markup, as plainTextOf of domain/rich-text.ts: an empty line between blocks, list items and rows of tables on lines of their own';

create function private.rich_document(p_document jsonb) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_path_exists(p_document, '$.**.type ? (!(@ == "doc" || @ == "paragraph" || @ == "text" || @ == "hardBreak"))') then p_document end;
$$;
comment on function private.rich_document(jsonb) is 'A document that says more than its plain text does; null for one of plain paragraphs';

alter table public.pages disable trigger user;
update public.pages set body = body where text <> public.plain_text(body);
alter table public.pages enable trigger user;

alter table public.products add column description_document jsonb
  constraint products_description_document_check check (description_document is null or public.is_document(description_document));
comment on column public.products.description is 'What the shopper reads about it, without markup: the text of description_document where there is one';
comment on column public.products.description_document is 'The description with its markup, as the document that pages have; empty where it is plain text';
grant insert (description_document), update (description_document) on public.products to authenticated;

create function private.derive_description() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.description_document is not distinct from old.description_document then
    if new.description is distinct from old.description then
      new.description_document := null;
    end if;
  elsif new.description_document is not null then
    new.description := public.plain_text(new.description_document);
    new.description_document := private.rich_document(new.description_document);
  end if;
  return new;
end;
$$;
comment on function private.derive_description() is
  'Makes the description the text of its document, where that is written; keeps no document where it is plain text, or where only the text is written';

create trigger products_derive_description before insert or update of description, description_document on public.products
  for each row execute function private.derive_description();

drop trigger products_set_updated_at on public.products;
create trigger products_set_updated_at before update on public.products
  for each row when (
    (new.title, new.description, new.price, new.images, new.category_id, new.availability, new.sizes, new.colors, new.status,
      new.composition, new.care, new.fit, new.origin, new.delivery, new.compare_at_price, new.weight, new.tax_class, new.length,
      new.description_document)
    is distinct from
    (old.title, old.description, old.price, old.images, old.category_id, old.availability, old.sizes, old.colors, old.status,
      old.composition, old.care, old.fit, old.origin, old.delivery, old.compare_at_price, old.weight, old.tax_class, old.length,
      old.description_document))
  execute function private.set_updated_at();

drop trigger products_set_search_words on public.products;
create trigger products_set_search_words
  before insert or update of title, description, description_document, price, lowest_price, partly_sold_out, category_id, availability, sizes, colors,
    status, search, search_words, facets
  on public.products for each row execute function private.set_product_search_words();

create or replace function public.read_product(p_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select to_json(t) from (
      select d.*, p.composition, p.care, p.fit, p.origin, p.delivery, p.weight, p.tax_class, p.length, p.description_document, case when p.compare_at_price is not null then (
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
  'One product with its category, facts, variants, [{size, color, sku, barcode, price in the currency of the shop, level}], and, on sale, the lowest price of the 30 days before its price began; null when there is none';

drop function office.update_product(uuid, text, text, numeric, uuid, public.availability, text[], text[], timestamptz, public.product_status, text, text, text, text, text, numeric, int, public.tax_class, int, boolean);
create function office.update_product(
  p_id uuid, p_title text default null, p_description text default null, p_price numeric default null,
  p_category uuid default null, p_availability public.availability default null,
  p_sizes text[] default null, p_colors text[] default null, p_known timestamptz default null,
  p_status public.product_status default null, p_composition text default null, p_care text default null,
  p_fit text default null, p_origin text default null, p_delivery text default null, p_compare_at_price numeric default null,
  p_weight int default null, p_tax_class public.tax_class default null, p_length int default null, p_drop_variants boolean default false,
  p_description_document jsonb default null
) returns json
language plpgsql security definer set search_path = '' as $$
declare
  lost text[];
begin
  perform private.require_admin();
  if num_nonnulls(p_sizes, p_colors) > 0 then
    -- Edits queue here, so that each one also locks the variants that the one before has added.
    perform pg_advisory_xact_lock(hashtextextended('sizes ' || p_id, 0));
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
    length = coalesce(p_length, p.length),
    description_document = nullif(coalesce(p_description_document, p.description_document), 'null')
  where p.id = p_id and (p_known is null or p.updated_at = p_known);
  if not found and exists (select from public.products p where p.id = p_id) then
    raise exception 'Somebody else changed this product in the meantime. Nothing was saved.'
      using detail = 'changed_meanwhile';
  end if;
  return public.read_product(p_id);
end;
$$;
comment on function office.update_product(uuid, text, text, numeric, uuid, public.availability, text[], text[], timestamptz, public.product_status, text, text, text, text, text, numeric, int, public.tax_class, int, boolean, jsonb) is
  'Changes the given fields of a product and returns it as read_product does; null when there is none. A compare-at price of 0 ends the sale; null as JSON makes the description plain text. p_known is the updated_at that the caller has seen; p_drop_variants says that sizes and colours with stock, barcode or prices of their own may go. Errors (in detail): not_an_administrator, variants_lost, changed_meanwhile.';

drop function office.export_products(uuid[]);
create function office.export_products(p_ids uuid[])
returns table (
  id uuid, title text, price numeric, category text, availability public.availability, sizes text[],
  colors text[], description text, created_at timestamptz, version text, status public.product_status, composition text,
  care text, fit text, origin text, delivery text, compare_at_price numeric, weight int,
  tax_class public.tax_class, length int, description_document jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select p.id, p.title, p.price, c.name, p.availability, p.sizes, p.colors, p.description,
      p.created_at, private.product_version(p.updated_at), p.status, p.composition, p.care, p.fit, p.origin, p.delivery,
      p.compare_at_price, p.weight, p.tax_class, p.length, p.description_document
    from unnest(p_ids) with ordinality f (id, place)
    join public.products p on p.id = f.id
    left join public.categories c on c.id = p.category_id
    order by f.place;
end;
$$;
comment on function office.export_products(uuid[]) is
  'Products as rows of a file, in the order of these ids. Error (in detail): not_an_administrator.';

create or replace function private.validate_product_rows(p_rows jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with rows as (
    select (e ->> 'line')::int as line, private.as_uuid(e ->> 'id') as id, e,
      count(*) over (partition by private.as_uuid(e ->> 'id')) as times
    from jsonb_array_elements(p_rows) e),
  named as (
    select public.name_key(c.name) as key, c.id, c.name as shown from public.categories c),
  known as (
    select r.line, r.id, r.e, r.times, n.key is not null as is_called_so,
      p.id as product_id, private.product_version(p.updated_at) as version,
      p.title as old_title, p.price as old_price, p.compare_at_price as old_compare, p.description as old_description,
      p.description_document as old_document,
      p.availability::text as old_availability, to_jsonb(p.sizes) as old_sizes, to_jsonb(p.colors) as old_colors,
      p.category_id as old_category, c.name as old_category_name,
      coalesce(r.e ->> 'title', p.title) as title,
      coalesce((r.e ->> 'price')::numeric, p.price) as price,
      nullif(coalesce(r.e ->> 'compareAtPrice', p.compare_at_price::text), '')::numeric as compare_at_price,
      case when h.counts then h.text else coalesce(r.e ->> 'description', p.description, '') end as description,
      case when h.counts then h.document when p.description = coalesce(r.e ->> 'description', p.description) then p.description_document end as document,
      coalesce(r.e ->> 'availability', p.availability::text, 'InStock') as availability,
      coalesce(r.e -> 'sizes', to_jsonb(p.sizes), '[]') as sizes,
      coalesce(r.e -> 'colors', to_jsonb(p.colors), '[]') as colors,
      (select jsonb_agg(jsonb_build_object('field', f.field, 'before', f.value, 'after', coalesce(r.e ->> f.field, f.value)))
        from private.file_facts(p) f) as facts,
      coalesce(n.id, p.category_id) as category_id,
      coalesce(n.shown, c.name) as category_name,
      case when p.id is not null and r.e ?| '{sizes,colors}' then private.lost_variants(p.id,
        case when r.e ? 'sizes' then array(select jsonb_array_elements_text(r.e -> 'sizes')) else p.sizes end,
        case when r.e ? 'colors' then array(select jsonb_array_elements_text(r.e -> 'colors')) else p.colors end) end as lost
    from rows r
    left join public.products p on p.id = r.id
    left join public.categories c on c.id = p.category_id
    left join named n on n.key = public.name_key(r.e ->> 'category')
    -- Files have the text beside the document: the one that somebody edited counts.
    cross join lateral (
      select d.text, d.document, r.e ? 'document' and (d.text, d.document) is distinct from (p.description, p.description_document) as counts
      from (select public.plain_text(r.e -> 'document') as text, private.rich_document(r.e -> 'document') as document) d) h),
  checked as (
    select k.*, case
      when k.id is not null and k.product_id is null then array['id', 'There is no product with this id']
      when k.id is not null and k.times > 1 then array['id', 'This product stands in the file more than once']
      when k.e ->> 'version' <> k.version then
        array['version', 'Somebody changed this product after the file was made']
      when btrim(coalesce(k.e ->> 'category', '')) <> '' and not k.is_called_so then
        array['category', 'There is no category of this name']
      when k.id is null and k.category_id is null then array['category', 'Required']
      when k.title is null then array['title', 'Required']
      when k.price is null then array['price', 'Required']
      when k.compare_at_price <= k.price then array['compareAtPrice', 'Has to be higher than the price']
      end as problem
    from known k),
  compared as (
    select t.*, (
      select coalesce(jsonb_agg(jsonb_build_object('field', d.field,
        'before', case when t.product_id is not null then d.before end, 'after', d.after)), '[]')
      from (values
        ('title', t.old_title, t.title), ('price', private.rounded(t.old_price)::text, private.rounded(t.price)::text),
        ('compareAtPrice', private.rounded(t.old_compare)::text, private.rounded(t.compare_at_price)::text),
        ('category', t.old_category_name, t.category_name),
        ('availability', t.old_availability, t.availability),
        ('sizes', (select string_agg(s, ' | ') from jsonb_array_elements_text(t.old_sizes) s),
          (select string_agg(s, ' | ') from jsonb_array_elements_text(t.sizes) s)),
        ('colors', (select string_agg(s, ' | ') from jsonb_array_elements_text(t.old_colors) s),
          (select string_agg(s, ' | ') from jsonb_array_elements_text(t.colors) s)),
        ('description', t.old_description, t.description),
        ('descriptionHtml', coalesce(t.old_document::text, ''), coalesce(t.document::text, ''))
        union all
        select f.field, f.before, f.after from jsonb_to_recordset(t.facts) f (field text, before text, after text)
        ) d (field, before, after)
      where case when t.product_id is null then d.after <> '' else d.before is distinct from d.after end) as changes
    from checked t)
  select jsonb_agg(to_jsonb(c) - 'e' || (select jsonb_object_agg(f.field, f.after)
    from jsonb_to_recordset(c.facts) f (field text, after text)) order by c.line) from compared c;
$$;
comment on function private.validate_product_rows(jsonb) is
  'Rows of a file of products as the products would be after it, each with what it changes, for a new product all that it gets, and its first problem';

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
      weight = j.weight, tax_class = j."taxClass", length = j.length, description_document = j.document
    from jsonb_to_recordset(validated) j (
      product_id uuid, title text, price numeric, compare_at_price numeric, description text, availability text, category_id uuid,
      sizes jsonb, colors jsonb, changes jsonb, status public.product_status, composition text, care text, fit text,
      origin text, delivery text, weight int, "taxClass" public.tax_class, length int, document jsonb)
    where p.id = j.product_id and j.changes <> '[]';
    insert into public.products (title, price, description, availability, category_id, sizes, colors, status, composition, care,
      fit, origin, delivery, compare_at_price, weight, tax_class, length, description_document)
    select j.title, j.price, j.description, j.availability::public.availability, j.category_id,
      array(select jsonb_array_elements_text(j.sizes)), array(select jsonb_array_elements_text(j.colors)),
      j.status, j.composition, j.care, j.fit, j.origin, j.delivery, j.compare_at_price, j.weight, j."taxClass", j.length, j.document
    from jsonb_to_recordset(validated) j (
      line int, product_id uuid, title text, price numeric, compare_at_price numeric, description text, availability text,
      category_id uuid, sizes jsonb, colors jsonb, status public.product_status, composition text, care text, fit text,
      origin text, delivery text, weight int, "taxClass" public.tax_class, length int, document jsonb)
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
  'Validates rows of a file of products, [{line, id?, title?, price?, compareAtPrice?, category?, availability?, sizes?, colors?, description?, document?, status?, composition?, care?, fit?, origin?, delivery?, weight?, taxClass?, length?, version?}], and unless it is dry and unless one row is wrong changes and creates them. A row with an id changes that product; what it leaves out stays. Returns [{row, action, label, changes, problems, doubts}], doubts being the variants with stock or prices of their own that a row would drop. Error (in detail): not_an_administrator.';
