-- Sizes and colors among the words of a search: "green dress size M" asks for a green one in M, or in what is M in its size guide.

create function private.typed_text(p_query text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return format(' %s ', array_to_string((string_to_array(private.typed_words(private.search_text(left(p_query, 200))), ' '))[1:8], ' '));
end;
$$;
comment on function private.typed_text(text) is 'The words of a search, with a space around each; cut, so that no cost grows with the length of the text';

create function private.typed_size_keys(p_words text, p_is_said boolean) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  region constant text := regexp_replace(p_words, '^(eu|uk|us) ?(\d{1,2})$', '\1 \2');
  letter constant text := private.letter_size(p_words);
begin
  return case
    when region ~ '^(eu|uk|us) ' and exists (select from private.size_meanings m where region = any (m.regions)) then array[region]
    -- Sizes such as "Long" are words of titles, too.
    when p_is_said or letter is not null or p_words ~ ' |^\d{1,3}$' then (
      select array_agg(k) from (
        select n.key as k from private.size_names n where n.words = p_words
        union select letter where p_is_said or exists (select from private.size_meanings m where letter = any (m.keys))) t
      where k is not null) end;
end;
$$;
comment on function private.typed_size_keys(text, boolean) is
  'The facets of a size that somebody types: 12, eu 38, one size, or only behind "size": long; null for other words';

create function private.typed_sizes(p_text text, out rest text, out sizes jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text[] := array_remove(string_to_array(p_text, ' '), '');
  place int := 1;
  begun int;
  many int;
  keys text[];
  phrase text;
  is_word boolean;
begin
  rest := ' ';
  sizes := '[]';
  while place <= cardinality(words) loop
    begun := place + (words[place] in ('size', 'sizes'))::int;
    many := least(3, cardinality(words) - begun + 1);
    loop
      phrase := array_to_string(words[begun:begun + many - 1], ' ');
      keys := case when many > 0 then private.typed_size_keys(phrase, begun > place) end;
      exit when keys is not null or many <= 1;
      many := many - 1;
    end loop;
    if keys is null then
      -- Somebody is still typing.
      if begun = place or place < cardinality(words) or place = 1 then
        rest := rest || words[place] || ' ';
      end if;
      place := place + 1;
    else
      is_word := begun = place and phrase !~ ' |^(eu|uk|us)\d';
      if is_word then
        rest := rest || phrase || ' ';
      end if;
      sizes := sizes || jsonb_build_object('word', phrase, 'isWord', is_word, 'keys', keys, 'lexeme', concat_ws(' | ',
        (select string_agg(quote_literal(private.size_lexeme(k)), ' | ') from unnest(keys) k),
        case when begun = place and phrase ~ ' ' and phrase !~ '^(eu|uk|us) ' then (
          select format('(%s)', string_agg(quote_literal(private.stem(w)) || ':ABC', ' & ')) from unnest(words[begun:begun + many - 1]) w) end));
      place := begun + many;
    end if;
  end loop;
end;
$$;
comment on function private.typed_sizes(text) is
  'The sizes in a text as [{word, isWord, keys, lexeme}], and the rest of the text. isWord: without "size" in front, it may also be a word of a title, and stays in the text.';

create function private.is_family(p_word text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return p_word = 'grey' or exists (select from private.colours c where c.family = p_word);
end;
$$;
comment on function private.is_family(text) is 'Whether a word is the name of a family of colours';

-- What is not the name of a color only may be in a description, too: stone, rose.
create function private.paired_colours(p_words text[]) returns table (word text, lexeme tsquery)
language plpgsql stable security definer set search_path = '' as $$
declare
  named constant text[] := array(
    select u.w from unnest(p_words) with ordinality u (w, place)
    where u.w = 'grey' or exists (select from private.colours c where c.family <> 'multicolor' and (u.w = c.family or u.w = any (string_to_array(c.words, ' '))))
    order by u.place);
begin
  return query
    select a || ' ' || b, concat_ws(' | ', quote_literal(least(private.colour_word(a), private.colour_word(b)) || '+' || greatest(private.colour_word(a), private.colour_word(b))),
      (select string_agg(quote_literal(private.stem(w)) || case when private.is_family(w) or w = any ('{dark,light,pale,deep}') then ':A' else ':ABD' end, ' | ')
        from unnest(array[a, b]) w))::tsquery
    from (select named[i] as a, named[i + 1] as b from generate_series(1, cardinality(named) - 1) i) p
    where private.colour_word(a) <> private.colour_word(b);
end;
$$;
comment on function private.paired_colours(text[]) is
  'For each two names of colors in a row what a product must have: one color with both, or one of them in its title: "dark green" is neither dark gray nor light green';

create function private.asked_words(p_query text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  typed constant record := private.typed_sizes(private.typed_text(p_query));
  sizes constant jsonb := jsonb_path_query_array(typed.sizes, '$[*].keys');
  words constant jsonb := (
    select jsonb_agg(distinct s.stem) from unnest(array_remove(string_to_array(typed.rest, ' '), '')) w
    cross join lateral (select private.colour_word(w) as stem offset 0) s
    where exists (select from private.colour_meanings c where c.lexemes @@ quote_literal(s.stem)::tsquery));
begin
  return case when sizes <> '[]' or words is not null then
    jsonb_build_object('asked', jsonb_build_object('sizes', sizes, 'words', coalesce(words, '[]'))) end;
end;
$$;
comment on function private.asked_words(text) is
  'What a search asks of a variant, as a filter: {asked: {sizes: [[facet, …], …], words: [stem of a color, …]}}; null where it asks for no size or color';
