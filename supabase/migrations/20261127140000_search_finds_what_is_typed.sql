-- Search finds what is typed: titles with their stop words, SKUs and barcodes, words that are typed as one or as two, and parts of
-- words of scripts without spaces. Colors of two tones are of two families, and more names of colors are of one.

insert into private.colours (name, family, words)
select replace(c, ' ', ''), f.family, case c when 'denim' then 'washed indigo' else c end
from (values
  ('black', 'noir,nero,ebony,raven,caviar,obsidian,carbon'),
  ('gray', 'anthracite,gunmetal,pewter,platinum,titanium,steel,iron,lead,smoke,cement,concrete,dove,pebble,flint,dark heather,athletic heather,gris'),
  ('white', 'pearl,milk,eggshell,alabaster,porcelain,coconut,optic,blanc,bianco'),
  ('beige', 'nude,champagne,skin,bone,almond,oat,fawn,buff,biscuit,latte,cappuccino,mushroom,putty,parchment,greige,dune,desert'),
  ('brown', 'bronze,caramel,toffee,hazel,hazelnut,mahogany,cinnamon,nutmeg,pecan,truffle,cacao,sepia,russet,auburn,whiskey,brandy,havana,tortoise,tortoiseshell,teak,oak,clay'),
  ('red', 'bordeaux,merlot,garnet,cranberry,pomegranate,carmine,vermilion,poppy,strawberry,cardinal,chili,lipstick,rouge,rosso'),
  ('orange', 'mandarin,clementine,papaya,mango,melon,pumpkin,carrot,persimmon,paprika,ginger'),
  ('yellow', 'canary,sunflower,marigold,honey,butter,banana,vanilla,straw,corn,citron,curry,brass'),
  ('green', 'jade,bottle,hunter,forest,army,military,pine,avocado,kiwi,eucalyptus,seafoam,matcha,pesto,basil,celadon,loden,cactus,verde,vert'),
  ('blue', 'midnight,denim,marine,sapphire,royal,sky,ice,ocean,sea,lagoon,cerulean,ultramarine,azul,bleu,peacock,arctic'),
  ('purple', 'eggplant,amethyst,periwinkle,wisteria,iris,prune,fig,raisin,blackberry'),
  ('pink', 'rose gold,fuschia,bubblegum,flamingo,peony,watermelon,raspberry,cerise,carnation,petal,ballet,candy,rosa'),
  ('multicolor', 'multicolor,multicolour,multicolored,multicoloured,multi,rainbow,assorted,mixed,print,printed,pattern,patterned,floral,tie dye,camo,camouflage,leopard,zebra,animal,plaid,tartan,check,checked,stripe,stripes,striped,paisley,patchwork,color block,colour block,iridescent,holographic')
) f (family, names), unnest(string_to_array(f.names, ',')) c;

create or replace function public.name_key(p_name text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return translate(lower(btrim(regexp_replace(
    normalize(regexp_replace(p_name, '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+', '', 'g'), nfkc),
    '[\u0001-\u0020\u007f-\u00a0\u115f-\u1160\u1680\u2000-\u200a\u2028-\u2029\u202f\u205f\u2800\u3000\u3164\uffa0]+', ' ', 'g'))), 'ς', 'σ');
end;
$$;
comment on function public.name_key(text) is
  'Key to compare names by: the same for names that differ only in case, Unicode form, white space or zero-width characters';
grant execute on function public.name_key(text) to anon, authenticated;

-- Tones are named on both sides of a sign or of "and", or in plain words for families alone: "Navy/White", "Red & Blue", "Black White".
create function private.colour_tones(p_colour text) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  named constant text[] := string_to_array(private.plain_words(p_colour), ' ');
begin
  return case
    when exists (select from private.colours c where c.name = array_to_string(named, '')) then array[p_colour]
    when not exists (select from unnest(named) w where not exists (
      select from private.colours c where c.name = w and (strpos(p_colour, '-') > 0 or w in (c.family, 'grey')))) then named
    else array(select t from regexp_split_to_table(p_colour, '\s*([/&+,;|×]|\m(and|with|x)\M)\s*', 'i') t where t <> '') end;
end;
$$;
comment on function private.colour_tones(text) is 'The colours that a text names: two of "Navy/White", one of "Off-White" and of "Dusty Navy"';

create or replace function private.colour_family(p_colour text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  named constant text := private.plain_words(p_colour);
begin
  if p_colour ~* '^\s*#([0-9a-f]{3}|[0-9a-f]{6})\s*$' then
    return private.hex_family(named);
  end if;
  return coalesce(
    (select c.family from private.colours c where c.name = replace(named, ' ', '')),
    (select c.family from unnest(string_to_array(named, ' ')) with ordinality w (name, place) join private.colours c using (name)
      -- "Black Denim" is black, and "Navy Stripe" is blue.
      order by c.name = 'denim' or c.family = 'multicolor', c.name in (c.family, 'grey') desc, w.place desc limit 1));
end;
$$;
comment on function private.colour_family(text) is
  'The family of a colour of one tone: by its whole name, else by the name of a family in it, else by the last of its words that names a colour ("Dusty Navy" is blue), or a pattern where none does; null where nothing is known';

create or replace function private.describe_colours(p_colours text[], out families text[], out words text)
language sql stable security definer set search_path = '' as $$
  select array_agg(distinct d.family) filter (where d.family is not null), coalesce(string_agg(distinct concat_ws(' ', d.family, d.words), ' '), '')
  from (
    select coalesce(c.family, private.colour_family(tone)) as family, coalesce(c.words, private.plain_words(tone)) as words
    from unnest(p_colours) p (colour) cross join unnest(private.colour_tones(p.colour)) tone
    left join private.colours c on c.name = regexp_replace(lower(tone), '[^a-z]', '', 'g')) d;
$$;
comment on function private.describe_colours(text[]) is
  'The families of a product''s colours, and the words by which the search finds it for them: families and names';

create or replace function private.search_text(p_text text) returns text
language plpgsql stable set search_path = '' as $$
declare
  letters constant text := 'a-z0-9\u00c0-\u0588\u05d0-\u05f2\u0620-\u0669\u066e-\u06d3\u06d5-\u0963\u0966-\u1fff\u2c00-\u2dff\u3005-\u3007\u3040-\u30fa\u30fc-\ud7ff\uf900-\ufdff\U00020000-\U0003ffff';
  bare text := lower(extensions.unaccent('extensions.unaccent'::regdictionary, public.name_key(coalesce(p_text, ''))));
begin
  if octet_length(bare) > length(bare) then
    -- Vowel points and the like are left out by many, and so are the signs above an alef.
    bare := translate(regexp_replace(bare, '[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]+', '', 'g'), 'أإآٱىة', 'اااايه');
  end if;
  return btrim(regexp_replace(regexp_replace(bare, format('[^%s]* [^%1$s]*', letters), ' ', 'g'), format('[^ %s]+', letters), '-', 'g'), ' -');
end;
$$;
comment on function private.search_text(text) is
  'Plain words of a text, with a hyphen where signs without a space stand between two: ac-dc, o-neill, t-shirt';

-- Nobody looks for "T-shirt", "O'Neill" or "A P C" by the first letter alone.
create function private.typed_words(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  words text := p_text;
begin
  if format(' %s ', words) like '% _ _ %' then
    words := regexp_replace(words, '(?<![^ ])([a-z]) (?=[a-z]( |$))', '\1-', 'g');
  end if;
  if strpos(words, '-') > 0 then
    words := regexp_replace(regexp_replace(words, '\m([[:alpha:]])-', '\1', 'g'), '-([[:alpha:]])\M', '\1', 'g');
  end if;
  return translate(words, '-', ' ');
end;
$$;
comment on function private.typed_words(text) is
  'Words of what somebody types, given as search_text: a letter beside a hyphen belongs to its word, as do letters in a row: tshirt, oneill, apc';

create function private.stem(p_word text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return coalesce((ts_lexize('english_stem', p_word))[1], p_word);
end;
$$;
comment on function private.stem(text) is 'The stem of a plain word, as to_tsvector finds it, but also of stop words';

create function private.whole_title(p_text text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return '=' || left(coalesce(nullif(translate(private.search_text(p_text), ' -', ''), ''), translate(public.name_key(p_text), ' ''\', '')), 200);
end;
$$;
comment on function private.whole_title(text) is
  'Lexeme of a title as a whole, without spaces; of its signs where it has no words: =onlyskinnyjeans';

create function private.letter_pairs(p_word text) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  if octet_length(p_word) > length(p_word) + 1
    and p_word ~ '[\u0e00-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]' then
    return array(select substr(p_word, i, 2) from generate_series(1, length(p_word)) i);
  end if;
  return null;
end;
$$;
comment on function private.letter_pairs(text) is
  'Each letter of a word with the next one, by which parts of words of scripts without spaces are found; null for other words';

-- A phrase with a stop word ("t shirt") is understood in a query, but would find too much.
create or replace function private.set_synonym_lexemes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select array_agg(distinct coalesce(t.lexeme, t.plain)), string_agg(distinct t.query::text, ' | ') filter (where t.whole)
    into new.lexemes, new.expansion
  from (
    select p.plain, q.query, numnode(q.query) = 2 * cardinality(string_to_array(p.plain, ' ')) - 1 as whole,
      case when strpos(p.plain, ' ') = 0 and numnode(q.query) = 1 then btrim(q.query::text, '''') end as lexeme
    from unnest(new.words) w
    cross join lateral (select private.typed_words(private.search_text(w)) as plain) p
    cross join lateral (select phraseto_tsquery('english', p.plain) as query) q
    where p.plain <> '') t;
  new.lexemes := coalesce(new.lexemes, '{}');
  new.expansion := coalesce(new.expansion, '');
  return new;
end;
$$;
comment on function private.set_synonym_lexemes() is 'Writes what the search compares of a group of synonyms';

create or replace function private.indexed_text(p_text text) returns text
language plpgsql stable set search_path = '' as $$
declare
  chained constant text := private.search_text(p_text);
  words constant text := translate(chained, '-', ' ');
  typed text := private.typed_words(chained);
begin
  if octet_length(p_text) > length(p_text) and p_text ~* '[äöüøå]' then
    typed := concat_ws(' ', typed, private.typed_words(private.search_text(
      replace(replace(replace(replace(replace(lower(p_text), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa'))));
  end if;
  if chained = words and typed = words then
    return words;
  end if;
  return concat_ws(' ', words, (
    select string_agg(distinct w, ' ') from unnest(string_to_array(replace(chained, '-', ''), ' ') || string_to_array(typed, ' ')) w
    where strpos(format(' %s ', words), format(' %s ', w)) = 0));
end;
$$;
comment on function private.indexed_text(text) is
  'Plain words of a text, and how else some of them are typed: "t shirt tshirt", "ac dc acdc", "muller mueller"';

-- Positions say nothing here, but only lexemes with a position have a weight.
create function private.title_lexemes(p_title text, p_indexed text) returns tsvector
language plpgsql stable set search_path = '' as $$
declare
  words constant text[] := string_to_array(translate(private.search_text(p_title), '-', ' '), ' ');
  neighbours constant text[] := array(select words[i] || words[i + 1] from generate_series(1, cardinality(words) - 1) i);
begin
  return (
    select string_agg(distinct format('''%s'':1%s', left(lexeme, 200), weight), ' ')::tsvector
    from (
      select w as lexeme, 'A' as weight from unnest(string_to_array(p_indexed, ' ')) w
        where w <> '' and ts_lexize('english_stem', w) <> array[w]
      union all
      select private.stem(n), 'A' from unnest(neighbours) n
      union all
      select unnest(private.letter_pairs(w)), 'A' from unnest(words || neighbours) w
      union all
      select private.whole_title(p_title), 'D') l);
end;
$$;
comment on function private.title_lexemes(text, text) is
  'What finds a title beside its stems: stop words, and others as they stand; two neighbors as one word (skinnyjean); all of it (=onlyskinnyjeans); pairs of letters of scripts without spaces';

create or replace function private.set_product_search_words() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  category constant text := private.indexed_text(coalesce((select c.name from public.categories c where c.id = new.category_id), ''));
  title constant text := private.indexed_text(new.title);
  colours constant record := private.describe_colours(new.colors);
begin
  new.search_words := btrim(concat_ws(' ', title, category, colours.words));
  new.search :=
    setweight(to_tsvector('english', title), 'A') || private.title_lexemes(new.title, title)
    || setweight(to_tsvector('english', category), 'B')
    || setweight(to_tsvector('english', colours.words), 'C')
    || setweight(to_tsvector('english', private.indexed_text(new.description)), 'D');
  new.facets := array(
    select distinct f from unnest(
      array['category:' || new.category_id, 'price:' || private.price_band(new.lowest_price), 'availability:' || new.availability,
        case when new.partly_sold_out then 'stock:part' end, case new.status when 'draft' then 'status:draft' end]
      || array(select 'size:' || public.name_key(private.without_commas(s)) from unnest(new.sizes) s)
      || array(select 'color:' || c from unnest(colours.families) c)) f
    where f is not null order by f);
  return new;
end;
$$;
comment on function private.set_product_search_words() is 'Writes what a product is found and filtered by';

-- Only what the catalogue has: with one lexeme for each word, a look-up in the index takes a fraction of the time.
create function private.joined_word(p_words text) returns text
language plpgsql stable strict security definer set search_path = '' as $$
declare
  stem constant text := private.stem(left(p_words, 80));
begin
  return case when exists (select from private.search_vocabulary v where v.word in (p_words, stem, stem || 's'))
    or p_words ~ '\d' and private.find_by_words(quote_literal(stem)::tsquery, false, true, 1) <> '{}' then stem end;
end;
$$;
comment on function private.joined_word(text) is 'The lexeme of two words that are typed apart, if the catalogue has them as one; else null';

drop function private.search_terms(text);
-- Cut first, so that no cost grows with the length of the text.
create function private.search_terms(p_query text)
returns table (word text, lexeme tsquery, is_optional boolean)
language plpgsql stable security definer set search_path = '' set client_min_messages = 'warning' as $$
declare
  plain text := format(' %s ', array_to_string((string_to_array(private.typed_words(private.search_text(left(p_query, 200))), ' '))[1:8], ' '));
  has_phrase boolean := false;
  only_stop_words boolean;
  phrase record;
  words text[];
  joined text[];
  whole tsquery;
begin
  is_optional := false;
  for phrase in
    -- Plain words have no signs that mean something in a pattern.
    select l.words, format(' %s(e?s)? ', l.words) as pattern, s.expansion
    from public.search_synonyms s, unnest(s.lexemes) l (words)
    where strpos(l.words, ' ') > 0 and strpos(plain, l.words) > 0 and s.expansion <> ''
    order by length(l.words) desc, l.words
  loop
    if plain ~ phrase.pattern then
      plain := regexp_replace(plain, phrase.pattern, '  ');
      has_phrase := true;
      word := phrase.words;
      lexeme := phrase.expansion::tsquery;
      return next;
    end if;
  end loop;
  words := array_remove(string_to_array(plain, ' '), '');
  only_stop_words := not has_phrase and numnode(to_tsquery('english', array_to_string(words, ' | '))) = 0;
  for place in 1..cardinality(words) loop
    joined := joined || private.joined_word(words[place] || words[place + 1]);
    word := left(words[place], 40);
    continue when array_position(words, words[place]) < place;
    whole := to_tsquery('english', quote_literal(word));
    is_optional := numnode(whole) = 0 and not only_stop_words;
    lexeme := concat_ws(' | ',
      case when is_optional then quote_literal(word) when only_stop_words then quote_literal(word) || ':*ABC'
        else to_tsquery('english', quote_literal(word) || ':*')::text end,
      -- Titles have this word as it stands, too.
      case when not starts_with(word, private.stem(word)) then quote_literal(word) || ':*A' end,
      quote_literal(joined[place - 1]), quote_literal(joined[place]),
      (select format('(%s)', string_agg(quote_literal(l), ' & ')) from unnest((private.letter_pairs(word))[:length(word) - 1]) l having count(*) > 0),
      (select string_agg(s.expansion, ' | ') from public.search_synonyms s
        where s.expansion <> '' and s.lexemes @> array[btrim(whole::text, '''')]));
    return next;
  end loop;
end;
$$;
comment on function private.search_terms(text) is
  'Words and phrases to search for, each with its lexeme as a beginning of words, with its synonyms, and as one word with its neighbors; stop words ("the") are optional beside others';

create function private.whole_words(p_query text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return regexp_replace(p_query, ' \| ''[^'']+'':\*A(?!B)|:\*(ABC)?', '', 'g');
end;
$$;
comment on function private.whole_words(text) is 'A text search query without beginnings of words';

-- A word that many products have is looked for as a whole word only: that finds enough. A word that some have is looked for as
-- the beginning of a word in titles, categories and colours, but not in descriptions.
create or replace function private.narrow_common_words(p_lexemes text[], p_drafts boolean) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with recent as materialized (
      select r.search from public.products r order by r.created_at desc, r.id limit 300),
    terms as materialized (
      select l.lexeme, l.place, private.whole_words(l.lexeme) as whole from unnest(p_lexemes) with ordinality l (lexeme, place))
    select array_agg(
      case
        when (select count(*) from recent where recent.search @@ t.whole::tsquery) >= 15 then t.whole
        when private.find_by_words(t.whole::tsquery, false, p_drafts, 1) <> '{}'
          then t.whole || ' | ' || regexp_replace(t.lexeme, ':\*(?!A)', ':*ABC', 'g')
        else t.lexeme end order by t.place) from terms t);
end;
$$;
comment on function private.narrow_common_words(text[], boolean) is
  'The lexemes, those that products have as whole words with fewer or no beginnings of words';

create function private.first_ids(p_ids uuid[], p_limit int) returns uuid[]
language plpgsql immutable set search_path = '' as $$
begin
  return array(select i.id from unnest(p_ids) with ordinality i (id, place) group by i.id order by min(i.place) limit p_limit);
end;
$$;
comment on function private.first_ids(uuid[], int) is 'The first of some ids in their order, each once';

create function private.find_titled(p_query tsquery, p_drafts boolean, p_limit int, p_is_rare boolean) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  whole constant text := private.whole_words(p_query::text);
  ids uuid[] := '{}';
begin
  if whole <> p_query::text then
    ids := private.find_newest(whole::tsquery, true, p_drafts, p_limit, p_is_rare);
  end if;
  if cardinality(ids) < p_limit then
    ids := private.first_ids(ids || private.find_newest(p_query, true, p_drafts, p_limit, p_is_rare), p_limit);
  end if;
  return ids;
end;
$$;
comment on function private.find_titled(tsquery, boolean, int, boolean) is
  'Ids of the newest products with these words in title or colours, those first that have them as whole words; p_is_rare as in find_newest';

create or replace function private.ranked_search(
  p_terms tsquery[], p_operator text, p_phrase text, p_limit int, p_of_few int, p_drafts boolean
) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  -- So many are compared letter by letter; where more fit, the newest with the words in title or colours are best.
  comparable constant int := 300;
  query constant tsquery := format('(%s)', array_to_string(p_terms, format(') %s (', p_operator)));
  recent constant bigint := private.count_newest(query, false, p_drafts);
  ids uuid[];
  few uuid[];
begin
  -- Four times too many by this estimate are surely too many.
  if recent >= 100 or (recent >= 15 and recent * public.count_products() >= 4 * comparable * 300) then
    ids := private.find_titled(query, p_drafts, p_limit, false);
  else
    -- Whatever has the words in its title fits, and may be too many by itself, but hardly where none of the newest does.
    if recent > 0 then
      ids := private.find_titled(query, p_drafts, greatest(p_limit, comparable + 1), true);
    end if;
    if ids is null or cardinality(ids) <= comparable then
      few := private.find_by_words(query, false, p_drafts, comparable + 1);
      if cardinality(few) <= comparable then
        return array(
          select p.id from public.products p cross join lateral (
            -- Each term counts where it stands, however often the text repeats it: 1 for the title, half for category or colours.
            select sum(case when p.search @@ t then 0.1 + case when ts_filter(p.search, '{a}') @@ t then 1 else 0 end
              + case when ts_filter(p.search, '{b,c}') @@ t then 0.5 else 0 end else 0 end) as words from unnest(p_terms) t) score
          where p.id = any (few)
          order by score.words + 0.4 * extensions.word_similarity(p_phrase, p.search_words) + 0.1 * extensions.similarity(p_phrase, p.title) desc,
            p.created_at desc, p.id
          limit greatest(p_limit, p_of_few));
      end if;
    end if;
    ids := (coalesce(ids, private.find_titled(query, p_drafts, p_limit, true)))[:p_limit];
  end if;
  if cardinality(ids) < p_limit then
    ids := private.first_ids(ids || private.find_newest(query, false, p_drafts, p_limit), p_limit);
  end if;
  return ids;
end;
$$;
comment on function private.ranked_search(tsquery[], text, text, int, int, boolean) is
  'Ids of the products that fit all terms (&) or some (|), best first, without ranking more than a few hundred: p_limit of many, where few fit p_of_few if that is more';

create function private.find_by_name(p_query text, p_drafts boolean, out named uuid[], out begun uuid[])
language plpgsql stable security definer set search_path = '' as $$
declare
  typed constant text := upper(replace(public.name_key(left(p_query, 100)), ' ', '-'));
  key constant text := translate(typed, '._/-', '');
  number constant text := substring(typed, '\d+');
begin
  named := '{}';
  begun := '{}';
  -- In the order of "C", separators come before digits, these before letters, and "~" after all signs of an SKU.
  if number is not null or exists (select from public.product_variants v where v.sku >= typed and v.sku < typed || '~' and typed <> '') then
    with near as (
      (select v.product_id, v.sku, v.barcode from public.product_variants v
        where v.archived_at is null and v.sku >= typed and v.sku < typed || '~' order by v.sku limit 200)
      union all
      select v.* from (values (number, number || '.'), (number || 'A', number || '['),
        (case when typed ~ '^[A-Z]*\d+$' then number || '0' end, number || ':')) range (first, past)
      cross join lateral (
        select v.product_id, v.sku, v.barcode from public.product_variants v
        where v.archived_at is null and substring(translate(v.sku, '._/', '---'), '\d.*') >= range.first
          and substring(translate(v.sku, '._/', '---'), '\d.*') < range.past
        order by substring(translate(v.sku, '._/', '---'), '\d.*') limit 300) v
      union all
      select v.product_id, v.sku, v.barcode from public.product_variants v where v.archived_at is null and v.barcode = key),
    hits as (
      select n.product_id, n.sku, bare.sku = key or n.barcode is not distinct from key as is_whole,
        right(key, 1) ~ '\d' and substr(bare.sku, strpos(bare.sku, key) + length(key), 1) ~ '\d' as is_cut
      from near n cross join lateral (select translate(n.sku, '._/-', '') as sku) bare
      where n.barcode = key or bare.sku = key or (length(key) >= 3 and strpos(bare.sku, key) > 0
        and (number is not null or substr(n.sku, length(typed) + 1, 1) = any ('{.,_,/,-}'))))
    select array_agg(h.id order by h.sku) filter (where h.is_whole),
        array_agg(h.id order by h.is_cut, h.sku) filter (where not h.is_whole) into named, begun
      from (select product_id as id, min(sku) as sku, bool_or(is_whole) as is_whole, bool_and(is_cut) as is_cut from hits group by 1) h
      join public.products p using (id) where p_drafts or p.status = 'published';
  end if;
  named := named || private.find_by_words(quote_literal(private.whole_title(left(p_query, 300)))::tsquery, false, p_drafts, 500, true);
end;
$$;
comment on function private.find_by_name(text, boolean) is
  'Ids of products that have a variant with this SKU or barcode, or this title; and of those with an SKU that begins so, or so from its number on. With or without spaces and separators';

create function private.corrected_search(
  p_words text[], p_lexemes text[], p_phrase text, p_limit int, p_of_few int, p_some boolean, p_drafts boolean
) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  lexemes text[] := p_lexemes;
  known text[] := '{}';
  ids uuid[];
begin
  for i in 1..cardinality(p_words) loop
    -- What was narrowed is known.
    if lexemes[i] !~ ':\*(?!A)' or private.find_by_words(lexemes[i]::tsquery, false, p_drafts, 1) <> '{}' then
      known := known || lexemes[i];
    else
      lexemes[i] := (
        select string_agg(regexp_replace(t.lexeme::text, '''([^'']+)''(:\*(A|ABC)?)?', '''\1'':ABC', 'g'), ' | ')
        from unnest(private.known_words(p_words[i])) k, private.search_terms(k) t);
    end if;
  end loop;
  -- Words that are all known were looked for already.
  if lexemes <> p_lexemes and array_position(lexemes, null) is null then
    ids := private.ranked_search(lexemes::tsquery[], '&', p_phrase, p_limit, p_of_few, p_drafts);
  end if;
  if p_some and coalesce(cardinality(ids), 0) = 0 and cardinality(p_words) > 1 and known <> '{}' then
    ids := private.ranked_search(known::tsquery[], '|', p_phrase, p_limit, p_of_few, p_drafts);
  end if;
  return coalesce(ids, '{}');
end;
$$;
comment on function private.corrected_search(text[], text[], text, int, int, boolean, boolean) is
  'Ids of the products that fit the words where each that no product knows is replaced by those that may be meant, in titles, categories and colours; where none does, of those that fit some of its words, if p_some';

create or replace function private.search_ids(
  p_query text, p_limit int, p_of_few int default 0, p_some boolean default false, p_drafts boolean default false
) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  phrase constant text := private.typed_words(private.search_text(left(p_query, 200)));
  by_name constant record := private.find_by_name(p_query, p_drafts);
  words text[];
  lexemes text[];
  optional text[];
  ids uuid[] := '{}';
  most int := greatest(p_limit, p_of_few);
begin
  if p_limit <= 0 then
    return '{}';
  end if;
  select array_agg(t.word order by length(t.word) desc, t.word) filter (where not t.is_optional),
      array_agg(t.lexeme::text order by length(t.word) desc, t.word) filter (where not t.is_optional),
      array_agg(t.lexeme::text) filter (where t.is_optional)
    into words, lexemes, optional from private.search_terms(p_query) t;
  if words is not null then
    lexemes := private.narrow_common_words(lexemes, p_drafts);
    ids := private.ranked_search(lexemes::tsquery[], '&', phrase, p_limit, p_of_few, p_drafts);
    if optional is not null and ids <> '{}' then
      ids := private.first_ids(private.ranked_search((lexemes || optional)::tsquery[], '&', phrase, p_limit, p_of_few, p_drafts) || ids, cardinality(ids));
    end if;
  end if;
  -- Of many, no more than p_limit were looked for.
  if cardinality(ids) = p_limit then
    most := p_limit;
  end if;
  if cardinality(by_name.begun) > 0 then
    ids := array(select i.id from unnest(ids) with ordinality i (id, place) join public.products p using (id)
      where (select bool_and(ts_filter(p.search, '{a}') @@ l::tsquery) from unnest(lexemes) l) order by i.place) || by_name.begun || ids;
  end if;
  ids := private.first_ids(by_name.named || ids, most);
  if ids = '{}' and words is not null then
    ids := private.corrected_search(words, lexemes, phrase, p_limit, p_of_few, p_some, p_drafts);
  end if;
  return ids;
end;
$$;
comment on function private.search_ids(text, int, int, boolean, boolean) is
  'Ids of the products that fit the text, best first; of those that fit it with typing mistakes corrected where none does; of those that fit some of its words where none fits all, if p_some. p_limit of many, where few fit p_of_few if that is more; without drafts unless p_drafts';

create or replace function public.find_products(
  p_query text, p_sort text default 'default', p_limit int default 24, p_offset int default 0,
  p_counted boolean default false, p_filters jsonb default null
) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size int := least(greatest(p_limit, 0), 500);
  skipped int := least(greatest(p_offset, 0), 500);
  ids uuid[] := private.search_ids(p_query, case when p_counted or p_sort <> 'default' or p_filters is not null
    then greatest(private.best_hits(), size) else least(size + skipped, 500) end, p_some => true);
  found json;
begin
  if p_filters is not null then
    ids := array(
      select p.id from unnest(ids[:private.best_hits()]) with ordinality hit (id, place) join public.products p using (id)
      where private.fits_filters(p, p_filters) order by hit.place);
  end if;
  select coalesce(json_agg(t), '[]') into found from (
    select d.* from unnest(ids) with ordinality as hit (id, place)
    join public.product_details d on d.id = hit.id
    order by
      case p_sort when 'price-low-to-high' then d.lowest_price when 'price-high-to-low' then -d.lowest_price end,
      case when p_sort = 'latest' then d.created_at end desc,
      hit.place
    limit size offset skipped) t;
  return json_build_object('rows', found,
    'total', case when p_counted then least(coalesce(cardinality(ids), 0), private.best_hits()) end);
end;
$$;
comment on function public.find_products(text, text, int, int, boolean, jsonb) is
  'Products that fit the text, best first, at most 500, with their categories: {rows, total}; total, up to the 200 that are ever shown, only when counted. Sorted by price-low-to-high, price-high-to-low or latest on request, filtered among the best 200; safe with any text. Looks at title, SKU, category, colours and description.';
grant execute on function public.find_products(text, text, int, int, boolean, jsonb) to anon, authenticated;

create or replace function private.filter_products(
  p_page int, p_size int, p_sort text, p_category uuid, p_without_category boolean,
  p_availability public.availability, p_without_pictures boolean, p_status public.product_status,
  p_words text[], p_lexemes tsquery[], p_among uuid[],
  out ids uuid[], out total bigint)
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set enable_indexscan = on as $$
declare
  searched constant boolean := p_words is not null;
  -- So many are ranked by relevance; of more, the newest come first.
  comparable constant int := 1000;
  every_word tsquery;
  lexeme tsquery;
begin
  perform set_config('enable_indexscan', case when searched then 'off' else 'on' end, true);
  select count(*) into total from public.products it
  where (p_category is null or it.category_id = p_category)
    and (not p_without_category or it.category_id is null)
    and (p_availability is null or it.availability = p_availability)
    and (not p_without_pictures or it.images = '{}')
    and (p_status is null or it.status = p_status)
    and (not searched and p_among is null or it.id = any (p_among)
      or (it.search @@ p_lexemes[1] or it.search_words like '%' || p_words[1] || '%')
      and not exists (select from unnest(p_words, p_lexemes) t (word, lexeme)
        where not it.search @@ t.lexeme and strpos(it.search_words, t.word) = 0));
  foreach lexeme in array coalesce(p_lexemes, '{}') loop
    every_word := case when every_word is null then lexeme else every_word && lexeme end;
  end loop;
  ids := array(
    select it.id from public.products it
    left join public.categories c on c.id = it.category_id and p_sort like 'category-%'
    where (p_category is null or it.category_id = p_category)
      and (not p_without_category or it.category_id is null)
      and (p_availability is null or it.availability = p_availability)
      and (not p_without_pictures or it.images = '{}')
      and (p_status is null or it.status = p_status)
      and (not searched and p_among is null or it.id = any (p_among)
        or (it.search @@ p_lexemes[1] or it.search_words like '%' || p_words[1] || '%')
        and not exists (select from unnest(p_words, p_lexemes) t (word, lexeme)
          where not it.search @@ t.lexeme and strpos(it.search_words, t.word) = 0))
    order by
      case when p_sort = 'created-asc' then it.created_at end,
      case when p_sort = 'title-asc' then lower(it.title) end,
      case when p_sort = 'title-desc' then lower(it.title) end desc,
      case when p_sort = 'price-asc' then it.lowest_price end,
      case when p_sort = 'price-desc' then it.lowest_price end desc,
      case when p_sort = 'category-asc' then lower(c.name) end,
      case when p_sort = 'category-desc' then lower(c.name) end desc nulls last,
      case when p_sort like 'category-%' then c.id end,
      case when p_sort in ('created-asc', 'title-desc', 'price-desc') then it.id end desc,
      case when p_sort = '' and p_among is not null then array_position(p_among, it.id) end,
      case when p_sort = '' and searched and total <= comparable
        then ts_rank_cd('{0.05, 0.2, 0.5, 1}', it.search, every_word) end desc,
      case when p_sort !~ '^(title|price)' then it.created_at end desc,
      it.id
    limit p_size offset private.page_start(p_page, p_size, total));
end;
$$;
comment on function private.filter_products(int, int, text, uuid, boolean, public.availability, boolean, public.product_status, text[], tsquery[], uuid[]) is
  'One page of the products that all of these fit, and how many there are: of words with their lexemes, or of ids, best first; both may be null';

create or replace function private.find_admin_products(
  p_page int, p_size int, p_sort text, p_query text, p_category uuid, p_without_category boolean,
  p_availability public.availability, p_without_pictures boolean, p_status public.product_status,
  out ids uuid[], out total bigint, out total_is_least boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  sorting constant text := coalesce(substring(p_sort from '^(?:title|category|price|created)-(?:asc|desc)$'), '');
  searched constant boolean := btrim(coalesce(p_query, '')) <> '';
  words text[];
  lexemes tsquery[];
  named uuid[];
begin
  total_is_least := false;
  if searched then
    select array_agg(t.word order by length(t.word) desc, t.word),
        array_agg(t.lexeme order by length(t.word) desc, t.word)
      into words, lexemes from private.search_terms(p_query) t where not t.is_optional;
    select f.named || f.begun into named from private.find_by_name(p_query, true) f;
  end if;
  if searched and sorting = '' and p_category is null and not p_without_category
    and p_availability is null and not p_without_pictures and p_status is null then
    select f.ids, f.total, f.total_is_least into ids, total, total_is_least
      from private.search_product_table(p_query, p_page, p_size) f;
    return;
  end if;
  select f.ids, f.total into ids, total from private.filter_products(p_page, p_size, sorting, p_category,
    p_without_category, p_availability, p_without_pictures, p_status, words, lexemes, named) f;
  -- Mistyped words find what the shop's own search finds for them.
  if searched and total = 0 then
    select f.ids, f.total into ids, total from private.filter_products(p_page, p_size, sorting, p_category,
      p_without_category, p_availability, p_without_pictures, p_status, null, null,
      private.search_ids(p_query, 200, p_drafts => true)) f;
  end if;
end;
$$;
comment on function private.find_admin_products(int, int, text, text, uuid, boolean, public.availability, boolean, public.product_status) is
  'One page of the products that a search and filters of the back office fit, and how many there are, or at least are';

create index product_variants_number_idx on public.product_variants (substring(translate(sku, '._/', '---'), '\d.*')) where archived_at is null;

update public.search_synonyms set words = words;
-- Each product changes: built anew, the indexes are half as large and several times as fast as after that many changes.
drop index public.products_search_idx, public.products_search_words_idx, public.products_search_title_idx;
update public.products set search = search;
create index products_search_idx on public.products using gin (search);
create index products_search_words_idx on public.products using gin (search_words extensions.gin_trgm_ops);
create index products_search_title_idx on public.products using gin (ts_filter(search, '{a,c}'));
