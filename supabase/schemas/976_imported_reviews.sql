-- Reviews of another shop: they count and are shown like those of this shop, but no customer here needs to have written them.

create function private.validate_imported_reviews(p_rows jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  zone constant text := private.time_zone();
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(k) || jsonb_build_object('is_known', exists (
        select from public.reviews w where w.product_id = k.product_id and w.comment = k.comment and w.rating = k.rating
          and w.firstname = k.firstname and (k.written_at is null or w.created_at = k.written_at)),
      'problem', case when k.product_id is null then 'No product has this handle, SKU or title' end) order by k.line), '[]')
    from (
      select r.line, r.rating, r.comment, split_part(btrim(r.name), ' ', 1) as firstname,
        private.initial(substr(btrim(r.name), length(split_part(btrim(r.name), ' ', 1)) + 2)) as lastname,
        case when r.date ~ '(Z|[+-]\d\d:\d\d)$' then r.date::timestamptz else r.date::timestamp at time zone zone end as written_at,
        (select p.id from public.profiles p where r.email <> '' and lower(p.email) = r.email and p.imported_at is not null) as user_id,
        coalesce(
          (select p.id from public.products p where p.handle = nullif(r.handle, '') order by p.created_at, p.id limit 1),
          (select v.product_id from public.product_variants v where v.sku = upper(nullif(btrim(r.sku), '')) order by v.archived_at is not null, v.id limit 1),
          (select p.id from public.products p where r.title <> '' and lower(p.title) = lower(r.title) order by p.created_at, p.id limit 1)) as product_id,
        row_number() over (partition by r.handle, r.sku, r.title, r.rating, r.comment, r.name, r.date order by r.line) > 1 as twice
      from jsonb_to_recordset(p_rows) r (line int, handle text, sku text, title text, rating int, comment text, name text, email text, date text)) k);
end;
$$;
comment on function private.validate_imported_reviews(jsonb) is
  'Rows of a file of reviews with the product that each is about, whether the shop has the review, and their problem';

create function office.import_reviews(p_rows jsonb, p_dry boolean default true) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  validated jsonb;
begin
  perform private.require_admin();
  if not p_dry then
    perform pg_advisory_xact_lock(hashtextextended('import of reviews', 0));
  end if;
  validated := private.validate_imported_reviews(p_rows);
  if not p_dry and not exists (select from jsonb_array_elements(validated) j where j ->> 'problem' is not null) then
    insert into public.reviews (product_id, user_id, firstname, lastname, rating, comment, created_at, imported)
    select j.product_id, j.user_id, j.firstname, j.lastname, j.rating, j.comment, coalesce(j.written_at, public.clock()), true
    from jsonb_to_recordset(validated) j (line int, product_id uuid, user_id uuid, firstname text, lastname text, rating int, comment text,
      written_at timestamptz, is_known boolean, twice boolean)
    where not j.is_known and not j.twice order by j.line;
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('row', j.line, 'label', concat_ws(', ', p.title, nullif(j.firstname, '')),
      'action', case when j.problem is not null then 'wrong' when j.is_known or j.twice then 'same' else 'create' end,
      'changes', case when j.problem is not null or j.is_known or j.twice then '[]'::jsonb else jsonb_build_array(
        jsonb_build_object('field', 'rating', 'before', null, 'after', j.rating::text),
        jsonb_build_object('field', 'comment', 'before', null, 'after', j.comment)) end,
      'problems', case when j.problem is null then '[]'::jsonb
        else jsonb_build_array(jsonb_build_object('field', 'Product', 'message', j.problem)) end) order by j.line), '[]')
    from jsonb_to_recordset(validated) j (line int, product_id uuid, firstname text, rating int, comment text, is_known boolean, twice boolean, problem text)
    left join public.products p on p.id = j.product_id);
end;
$$;
comment on function office.import_reviews(jsonb, boolean) is
  'Adds rows of a file of reviews, [{line, handle, sku, title, rating, comment, name, email, date or null}], all or, where one is wrong or with p_dry, none, and returns what each does, as import_stock. A review that the shop has is not added again. Error (in detail): not_an_administrator.';
