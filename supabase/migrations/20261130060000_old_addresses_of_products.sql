-- Addresses at which products of files from other shops were found there lead to their pages here.

create function private.with_imported_addresses(p_report jsonb, p_rows jsonb, p_validated jsonb[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant jsonb := (
    select coalesce(jsonb_agg(w), '[]') from (
      select distinct on (r.address) r.line, r.address, v.saved_id, '/product/' || coalesce(v.saved_id, v.product_id) as target
      from jsonb_to_recordset(p_rows) r (line int, address text)
      join jsonb_to_recordset(p_report) d ("row" int, action text) on d."row" = r.line and d.action <> 'wrong'
      join (select j.* from unnest(p_validated) u cross join lateral jsonb_to_record(u) j (line int, product_id uuid, saved_id uuid)) v on v.line = r.line
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
comment on function private.with_imported_addresses(jsonb, jsonb, jsonb[]) is
  'Redirects the addresses that rows of a file of products name to the products that were written, and returns the report with them as changes. Addresses that have a page or a redirect stay, and of two equal ones the first counts.';
