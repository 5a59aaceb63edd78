-- How many products there are, in all and in each category, without counting them: the shop's lists say so on each page. Who
-- writes adds a row, so that no writer waits for another, and sums up those that nobody else has in hand.

create table private.product_counts (
  category_id uuid,
  many bigint not null,
  id bigint generated always as identity primary key
);
comment on table private.product_counts is
  'How many products each category has, as the sum of its rows: writers add a row each, so that none waits for another';
comment on column private.product_counts.category_id is 'Category; empty for products without one';
comment on column private.product_counts.many is 'How many came; below zero for those that went';
comment on column private.product_counts.id is 'Numbers the row';

create index product_counts_category_id_idx on private.product_counts (category_id);

create function private.note_product_counts(p_counts jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  changed record;
  merged bigint;
begin
  for changed in
    select (e ->> 'category')::uuid as category_id, sum((e ->> 'many')::bigint)::bigint as many
    from jsonb_array_elements(coalesce(p_counts, '[]')) e
    group by 1 having sum((e ->> 'many')::bigint) <> 0
  loop
    -- Rows of those who are writing now are invisible, and what somebody else merges is skipped.
    with old as (
      delete from private.product_counts c where c.ctid in (
        select o.ctid from private.product_counts o
        where o.category_id is not distinct from changed.category_id for update skip locked)
      returning c.many)
    select coalesce(sum(old.many), 0) into merged from old;
    insert into private.product_counts (category_id, many)
      values (changed.category_id, merged + changed.many);
  end loop;
end;
$$;
comment on function private.note_product_counts(jsonb) is
  'Adds to the counts: [{category, many}], a category as often as one likes';

create function private.count_products_by_category() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  counts jsonb;
begin
  if tg_op = 'TRUNCATE' then
    delete from private.product_counts;
  elsif tg_op = 'INSERT' then
    select jsonb_agg(to_jsonb(n)) into counts
      from (select category_id as category, count(*) as many from new_rows group by 1) n;
  elsif tg_op = 'DELETE' then
    select jsonb_agg(to_jsonb(o)) into counts
      from (select category_id as category, -count(*) as many from old_rows group by 1) o;
  else
    select jsonb_agg(to_jsonb(m)) into counts from (
      select category_id as category, count(*) as many from new_rows group by 1
      union all
      select category_id, -count(*) from old_rows group by 1) m;
  end if;
  perform private.note_product_counts(counts);
  return null;
end;
$$;
comment on function private.count_products_by_category() is
  'Counts products that come, go and change their category; none where all are taken away at once';

alter table private.product_counts enable row level security;
create policy product_counts_nobody on private.product_counts for all to anon, authenticated
  using (false) with check (false);

create trigger products_count_inserted after insert on public.products
  referencing new table as new_rows for each statement execute function private.count_products_by_category();
create trigger products_count_deleted after delete on public.products
  referencing old table as old_rows for each statement execute function private.count_products_by_category();
create trigger products_count_updated after update on public.products
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_products_by_category();
create trigger products_count_truncated after truncate on public.products
  for each statement execute function private.count_products_by_category();
