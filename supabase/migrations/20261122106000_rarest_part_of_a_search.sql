-- A phrase is asked of the index whole where each of its words is common: "large-0" was asked as "large", which every row had.

create or replace function private.search_parts(p_query text) returns text[]
language sql stable set search_path = '' as $$
  select array_agg(private.part_condition('it.search_words', p.part)) from (
    select phrase as part from unnest(private.search_phrases(p_query)) phrase
    union
    select word from unnest(private.search_phrases(p_query)) phrase, unnest(string_to_array(phrase, ' ')) word
    where length(word) >= 3
    limit 12) p;
$$;
comment on function private.search_parts(text) is
  'SQL conditions, each of which search_condition implies: phrases and their words, of which an index can be asked for some';

create or replace function private.rarest_parts(p_table text, p_parts text[]) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if cardinality(p_parts) = 1 then
    return p_parts[1];
  end if;
  return (
    with parts as (
      select part, private.likely_rows(p_table, part) as many from unnest(p_parts) part),
    rarest as (
      select part, many from parts order by many, length(part), part limit 1)
    select string_agg(p.part, ' and ' order by p.part) from parts p, rarest r
    where p.part = r.part or (r.many > 100 and p.many <= 10 * r.many));
end;
$$;
comment on function private.rarest_parts(text, text[]) is
  'What an index of words is asked for: the rarest of the conditions, the shortest of those that are alike, and where it is not rare enough alone those that are nearly as rare. What nearly every row has would only make the index read more';
