-- A search that some thousands of products fit reads them once: those with the words in the title are asked for first, and where
-- they are too many to be compared, nobody counts the others.

create or replace function private.find_by_words(p_condition text, p_limit int, p_newest boolean) returns uuid[]
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set enable_indexscan = off as $$
declare
  ids uuid[];
begin
  execute format('select array_agg(id%s) from (
      select p.id, p.created_at from public.products p where %s limit %s) hits',
    case when p_newest then ' order by created_at desc, id' else '' end, p_condition, p_limit) into ids;
  return coalesce(ids, '{}');
end;
$$;
comment on function private.find_by_words(text, int, boolean) is
  'Ids of products that meet the condition, found by the indexes of words, p_limit at the most; these newest first if p_newest';

drop function private.find_newest(text, int);
create function private.find_newest(p_condition text, p_limit int, p_sampled boolean default false) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  sortable constant int := 2000;
  common boolean := false;
  ids uuid[];
begin
  if not p_sampled then
    execute format('select count(*) >= 15 from (
        select 1 from (select * from public.products order by created_at desc, id limit 300) p where %s) recent',
      p_condition) into common;
  end if;
  if not common then
    ids := private.find_by_words(p_condition, sortable, true);
    if cardinality(ids) < sortable then
      return ids[:p_limit];
    end if;
  end if;
  return private.find_by_age(p_condition, p_limit);
end;
$$;
comment on function private.find_newest(text, int, boolean) is
  'Ids of the newest products that meet the condition, by whichever way costs less; p_sampled: among the newest few do';

create or replace function private.ranked_search(
  p_condition text, p_lexemes tsquery, p_phrase text, p_limit int, p_of_few int
) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  -- So many are compared letter by letter; where more fit, the newest with the words in the title are best.
  comparable constant int := 300;
  sample constant int := 300;
  titled constant text := format('ts_filter(p.search, ''{a}'') @@ %L::tsquery', p_lexemes::text);
  ids uuid[];
  few uuid[];
  fits int;
begin
  execute format('select count(*) from (
      select 1 from (select * from public.products order by created_at desc, id limit %s) p where %s) recent',
    sample, p_condition) into fits;
  -- Four times too many by this reckoning are surely too many.
  if fits >= 100 or (fits >= 15 and fits::bigint * public.count_products() >= 4 * comparable * sample) then
    ids := private.find_newest(titled, p_limit);
  else
    -- Whatever has the words in its title fits, and may be too many by itself, but hardly where none of the newest does.
    if fits > 0 then
      ids := private.find_newest(titled, greatest(p_limit, comparable + 1), true);
    end if;
    if ids is null or cardinality(ids) <= comparable then
      few := private.find_by_words(p_condition, comparable + 1, false);
      if cardinality(few) <= comparable then
        return (
          select array_agg(best.id order by best.score desc, best.created_at desc, best.id) from (
            select p.id, p.created_at,
              ts_rank_cd('{0.05, 0.2, 0.5, 1}', p.search, p_lexemes)
                + extensions.word_similarity(p_phrase, p.search_words) as score
            from public.products p where p.id = any (few)
            order by score desc, p.created_at desc, p.id limit greatest(p_limit, p_of_few)) best);
      end if;
    end if;
    ids := coalesce(ids, private.find_newest(titled, p_limit, true));
    ids := ids[:p_limit];
  end if;
  if cardinality(ids) < p_limit then
    ids := ids || private.find_newest(
      format('%s and p.id <> all (%L::uuid[])', p_condition, ids), p_limit - cardinality(ids));
  end if;
  return ids;
end;
$$;
revoke execute on all functions in schema private from public, anon, authenticated;
