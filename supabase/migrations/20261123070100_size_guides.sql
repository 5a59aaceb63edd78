-- Size guides of categories: what a size of a category measures, in centimetres. Inches are calculated where they are shown.

create table public.size_guides (
  category_id uuid primary key references public.categories on delete cascade,
  measures text[] not null check (cardinality(measures) between 1 and 8 and array_position(measures, null) is null),
  sizes jsonb not null check (
    jsonb_typeof(sizes) = 'array' and jsonb_array_length(sizes) between 1 and 40 and length(sizes::text) <= 20000
    and not jsonb_path_exists(sizes, '$[*] ? (!(@.size.type() == "string" && @.eu.type() == "string" && @.uk.type() == "string"
      && @.us.type() == "string" && @.cm.type() == "array"))')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint size_guides_measures_visible check (public.are_visible(measures))
);
comment on table public.size_guides is 'Size guides of categories; a guide goes into the trash, and comes back, with its category';
comment on column public.size_guides.category_id is 'The category that the guide is for';
comment on column public.size_guides.measures is 'What is measured, such as Chest and Waist';
comment on column public.size_guides.sizes is 'The sizes in their order, as [{size, eu, uk, us, cm}]: eu, uk and us are the same size elsewhere, cm has a text for each measure, such as 85–90';
comment on column public.size_guides.created_at is 'When it was made';
comment on column public.size_guides.updated_at is 'When it was last changed; kept by a trigger';

alter table public.size_guides enable row level security;
grant select on public.size_guides to anon, authenticated;
grant insert (category_id, measures, sizes), update (measures, sizes), delete on public.size_guides to authenticated;
create policy size_guides_select_all on public.size_guides for select to anon, authenticated
  using (true);
create policy size_guides_insert_admin on public.size_guides for insert to authenticated
  with check ((select public.is_admin()));
create policy size_guides_update_admin on public.size_guides for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
create policy size_guides_delete_admin on public.size_guides for delete to authenticated
  using ((select public.is_admin()));

create trigger size_guides_set_updated_at before update on public.size_guides
  for each row when (old.* is distinct from new.*) execute function private.set_updated_at();

select private.audit_table('public.size_guides', 'category_id');
select private.add_change_triggers('public.size_guides', 'changes', 'private.record_catalogue_changes()');
comment on column public.catalogue_changes.tag is 'What changed: products, product:<id>, categories, category:<id>, banners, ads, faqs, search_synonyms, size_guides, size_guide:<category id>, reviews:<product id>, or everything';
comment on column public.trash.contents is 'The row, and what went or was cut off with it: reviews, lines of carts and orders, products and size guide of a category, lines, payments and refunds of an order';

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
      'cart_items', (select coalesce(jsonb_agg(i), '[]') from public.cart_items i where i.product_id = old.id),
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
    label := left(concat_ws(', ',
      nullif(btrim(concat_ws(' ', old.firstname, old.lastname)), ''), nullif(old.email, ''),
      concat(case old.currency when 'USD' then '$' else old.currency || ' ' end, old.total_price)), 200);
    related := jsonb_build_object(
      'items', (select coalesce(jsonb_agg(i), '[]') from public.order_items i where i.order_id = old.id),
      'attempts', (select coalesce(jsonb_agg(a), '[]') from public.payment_attempts a where a.order_id = old.id),
      'refunds', (select coalesce(jsonb_agg(r), '[]') from public.refunds r where r.order_id = old.id));
  else
    -- Nothing belongs to records of other tables.
  end case;
  insert into public.trash (kind, record_id, label, contents, deleted_by)
  values (tg_table_name, old.id, label, jsonb_build_object('row', deleted) || related, auth.uid());
  return old;
end;
$$;
comment on function private.move_to_trash() is
  'Puts a record that is deleted into the trash: a product with its reviews and lines of carts and orders, a category with its size guide and the ids of its products, an order with its lines, payments and refunds';

create or replace function private.restore_category(p_contents jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  its_id constant uuid := p_contents #>> '{row,id}';
  its_products constant uuid[] := array(select jsonb_array_elements_text(p_contents -> 'products')::uuid);
begin
  perform private.insert_rows('public.categories', jsonb_build_array(p_contents -> 'row'));
  perform private.insert_rows('public.size_guides', p_contents -> 'size_guides');
  update public.products set category_id = its_id
    where category_id is null and id = any (its_products);
  update public.trash set contents = jsonb_set(contents, '{row,category_id}', to_jsonb(its_id))
    where kind = 'products' and record_id = any (its_products)
      and contents #>> '{row,category_id}' is null;
end;
$$;
comment on function private.restore_category(jsonb) is 'Restores a category with its size guide; its products return to it unless they have got another, those in the trash too';
