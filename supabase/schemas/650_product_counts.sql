-- How many products there are, in all, in each category and with each combination of facets, without counting them: the shop's
-- lists say so on each page. Who writes adds a row, so that no writer waits for another, and merges those that no other transaction has locked.

create table private.product_counts (
  category_id uuid,
  many bigint not null,
  id bigint generated always as identity primary key,
  facets text[] not null default '{}',
  facets_key bigint not null generated always as (hash_array_extended(facets, 0)) stored
);
comment on table private.product_counts is
  'How many products each combination of facets has, as the sum of its rows: writers add a row each, so that none waits for another';
comment on column private.product_counts.category_id is 'Category; empty for products without one';
comment on column private.product_counts.many is 'How many came; below zero for those that went';
comment on column private.product_counts.id is 'Numbers the row';
comment on column private.product_counts.facets is 'What these products are filtered by, as in products.facets';
comment on column private.product_counts.facets_key is 'Their hash, as in products.facets_key';

create index product_counts_category_id_idx on private.product_counts (category_id);
create index product_counts_facets_key_idx on private.product_counts (facets_key);

create function private.count_products_by_category() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  counts jsonb := '[]';
  changed record;
  merged bigint;
begin
  if tg_op = 'TRUNCATE' then
    delete from private.product_counts;
  elsif tg_op = 'INSERT' then
    counts := (select jsonb_agg(n) from (select category_id, facets, count(*) as many from new_rows group by 1, 2) n);
  elsif tg_op = 'DELETE' then
    counts := (select jsonb_agg(o) from (select category_id, facets, -count(*) as many from old_rows group by 1, 2) o);
  else
    counts := (select jsonb_agg(m) from (
      select category_id, facets, count(*) as many from new_rows group by 1, 2
      union all
      select category_id, facets, -count(*) from old_rows group by 1, 2) m);
  end if;
  for changed in
    select c.category_id, c.facets, sum(c.many)::bigint as many
    from jsonb_to_recordset(counts) c (category_id uuid, facets text[], many bigint)
    group by 1, 2 having sum(c.many) <> 0
  loop
    -- Rows of open transactions are invisible, and what another one merges is skipped.
    with earlier as (
      delete from private.product_counts c where c.ctid in (
        select o.ctid from private.product_counts o
        where o.facets_key = hash_array_extended(changed.facets, 0) and o.facets = changed.facets
          and o.category_id is not distinct from changed.category_id for update skip locked)
      returning c.many)
    select coalesce(sum(earlier.many), 0) into merged from earlier;
    insert into private.product_counts (category_id, facets, many)
      select changed.category_id, changed.facets, merged + changed.many where merged + changed.many <> 0;
  end loop;
  return null;
end;
$$;
comment on function private.count_products_by_category() is
  'Counts products that come, go and change their facets; none where all are taken away at once';

alter table private.product_counts enable row level security;
create policy product_counts_nobody on private.product_counts for all to anon, authenticated
  using (false) with check (false);

select private.add_change_triggers('public.products', 'count', 'private.count_products_by_category()');
