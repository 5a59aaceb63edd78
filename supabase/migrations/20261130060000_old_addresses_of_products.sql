-- Addresses at which products of files from other shops were found there lead to their pages here.

create function private.with_imported_addresses(p_report jsonb, p_rows jsonb, p_validated jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant jsonb := (
    select coalesce(jsonb_agg(w), '[]') from (
      select distinct on (r.address) r.line, r.address, v.saved_id, '/product/' || coalesce(v.saved_id, v.product_id) as target
      from jsonb_to_recordset(p_rows) r (line int, address text)
      join jsonb_to_recordset(p_report) d ("row" int, action text) on d."row" = r.line and d.action <> 'wrong'
      join jsonb_to_recordset(p_validated) v (line int, product_id uuid, saved_id uuid) on v.line = r.line
      where r.address is not null and not private.has_page(r.address)
      order by r.address, r.line) w
    -- Those that somebody entered stay, and none leads back to itself.
    where not exists (select from public.redirects d where d.from_path = w.address) and (w.target is null or (
      select y.way[cardinality(y.way)] <> all (y.way[:cardinality(y.way) - 1]) and cardinality(y.way) <= 11
      from (select private.redirect_way(w.address, w.target) as way) y)));
begin
  insert into public.redirects (from_path, to_address, source)
    select w.address, w.target, 'file' from jsonb_to_recordset(wanted) w (address text, target text, saved_id uuid)
    where w.saved_id is not null on conflict do nothing;
  return (
    select coalesce(jsonb_agg(case when w.line is null then d else d || jsonb_build_object(
        'action', case d ->> 'action' when 'same' then 'update' else d ->> 'action' end,
        'changes', (d -> 'changes') || jsonb_build_array(jsonb_build_object('field', 'old address', 'before', null, 'after', w.address))) end
      order by (d ->> 'row')::int), '[]')
    from jsonb_array_elements(p_report) d
    left join jsonb_to_recordset(wanted) w (line int, address text) on w.line = (d ->> 'row')::int);
end;
$$;
comment on function private.with_imported_addresses(jsonb, jsonb, jsonb) is
  'Redirects the addresses that rows of a file of products name to the products that were written, and returns the report with them as changes. Addresses that have a page or a redirect stay, and of two equal ones the first counts.';

create or replace function office.import_products(p_rows jsonb, p_dry boolean default true) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  validated jsonb;
begin
  perform private.require_admin();
  if not p_dry then
    -- The same file twice at once would find none of its products yet.
    perform pg_advisory_xact_lock(hashtextextended('import of products', 0));
    p_rows := private.with_known_products(p_rows);
    perform private.lock_variants(array(
      select v.id from public.product_variants v join jsonb_array_elements(p_rows) e on v.product_id = private.as_uuid(e ->> 'id')));
    perform 1 from public.products
      where id in (select private.as_uuid(e ->> 'id') from jsonb_array_elements(p_rows) e)
      order by id for no key update;
  else
    p_rows := private.with_known_products(p_rows);
  end if;

  validated := private.validate_imported_variants(private.validate_product_rows(p_rows));

  if not p_dry and not exists (
    select 1 from jsonb_array_elements(validated) j where j ->> 'problem' is not null) then
    insert into public.categories (name)
      select distinct j.category_name from jsonb_to_recordset(validated) j (category_name text, is_made boolean) where j.is_made
      on conflict do nothing;
    if found then
      validated := private.validate_imported_variants(private.validate_product_rows(p_rows));
    end if;
    perform private.raise_imported_variants(validated);
    validated := (
      select jsonb_agg(j || jsonb_build_object('saved_id', coalesce(j ->> 'product_id', gen_random_uuid()::text)))
      from jsonb_array_elements(validated) j);
    update public.products p
    set title = j.title, price = j.price, compare_at_price = j.compare_at_price, description = j.description,
      availability = j.availability::public.availability, category_id = j.category_id,
      sizes = array(select jsonb_array_elements_text(j.sizes)),
      colors = array(select jsonb_array_elements_text(j.colors)),
      status = j.status, composition = j.composition, care = j.care, fit = j.fit, origin = j.origin, delivery = j.delivery,
      weight = j.weight, tax_class = j."taxClass", length = j.length, description_document = j.document, handle = j.handle
    from jsonb_to_recordset(validated) j (
      product_id uuid, title text, price numeric, compare_at_price numeric, description text, availability text, category_id uuid,
      sizes jsonb, colors jsonb, changes jsonb, status public.product_status, composition text, care text, fit text,
      origin text, delivery text, weight int, "taxClass" public.tax_class, length int, document jsonb, handle text)
    where p.id = j.product_id and j.changes <> '[]';
    insert into public.products (id, title, price, description, availability, category_id, sizes, colors, status, composition, care,
      fit, origin, delivery, compare_at_price, weight, tax_class, length, description_document, handle)
    select j.saved_id, j.title, j.price, j.description, j.availability::public.availability, j.category_id,
      array(select jsonb_array_elements_text(j.sizes)), array(select jsonb_array_elements_text(j.colors)),
      j.status, j.composition, j.care, j.fit, j.origin, j.delivery, j.compare_at_price, j.weight, j."taxClass", j.length, j.document, j.handle
    from jsonb_to_recordset(validated) j (
      line int, product_id uuid, saved_id uuid, title text, price numeric, compare_at_price numeric, description text, availability text,
      category_id uuid, sizes jsonb, colors jsonb, status public.product_status, composition text, care text, fit text,
      origin text, delivery text, weight int, "taxClass" public.tax_class, length int, document jsonb, handle text)
    where j.product_id is null
    order by j.line;
    perform private.write_custom_values('product', j.saved_id, j.custom)
      from jsonb_to_recordset(validated) j (saved_id uuid, custom jsonb) where j.custom <> '{}';
    perform private.write_imported_variants((
      select jsonb_agg(j || jsonb_build_object('product_id', j -> 'saved_id')) from jsonb_array_elements(validated) j));
  end if;

  return private.with_imported_addresses(private.report_product_rows(validated), p_rows, validated);
end;
$$;
comment on function office.import_products(jsonb, boolean) is
  'Validates rows of a file of products, [{line, id?, title?, price?, compareAtPrice?, category?, availability?, sizes?, colors?, description?, document?, status?, composition?, care?, fit?, origin?, delivery?, weight?, taxClass?, length?, custom?: {key: text or null}, version?, handle?, address?, newCategory?, variants?: [{size, color, sku?, barcode?, priceDelta?, policy?, stock?, absent?}]}], and unless it is dry and unless one row is wrong changes and creates them. A row with an id changes that product, one without id the product that has its handle, or one of its SKUs; what it leaves out stays. With newCategory a category that does not exist is made; an absent variant is not sold unless the shop has it already. An address is a path that is redirected to the product. Returns [{row, action, label, changes, problems, doubts}], doubts being the variants with stock or prices of their own that a row would drop, and new categories. Error (in detail): not_an_administrator.';
