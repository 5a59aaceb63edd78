-- Suggestions for SKUs.

create function public.find_articles(p_sku text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  beginning constant text := upper(btrim(p_sku));
begin
  -- Every sign of an SKU sorts before ~.
  return (
    select coalesce(jsonb_agg(jsonb_build_object('sku', f.sku, 'title', f.title, 'size', f.size, 'color', f.color) order by f.sku), '[]')
    from (
      select v.sku, p.title, v.size, v.color
      from public.product_variants v join public.products p on p.id = v.product_id and p.status = 'published'
      where beginning <> '' and v.sku >= beginning collate "C" and v.sku < (beginning || '~') collate "C" and v.archived_at is null
      order by v.sku limit 10) f);
end;
$$;
comment on function public.find_articles(text) is
  'The first ten articles whose SKU begins so: [{sku, title, size, color}]';
grant execute on function public.find_articles(text) to authenticated;
