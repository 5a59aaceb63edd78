-- The bell reads the last thousand entries of the trail about goods that went out of stock, newest first, and stops when it has
-- enough; joined with the products, Postgres read all that are out of stock first.

create or replace function private.out_of_stock(p_since timestamptz, p_limit int)
returns table (id uuid, title text, since timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  entry record;
  told uuid[] := '{}';
begin
  for entry in
    select a.record_id::uuid as product, a.happened_at
    from public.audit_log a
    where a.table_name = 'products' and a.action in ('insert', 'update')
      and a.after ->> 'availability' = 'OutofStock' and a.happened_at > p_since
    order by a.happened_at desc limit 1000
  loop
    exit when cardinality(told) >= p_limit;
    continue when entry.product = any (told);
    select p.id, p.title, entry.happened_at into id, title, since from public.products p
      where p.id = entry.product and p.availability = 'OutofStock';
    if found then
      told := told || id;
      return next;
    end if;
  end loop;
end;
$$;
