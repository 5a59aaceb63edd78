-- Visible text, names that people read as the same, and the plain words that searches compare.

-- Names and titles need something to see: zero-width characters, tags, fillers and blanks alone are refused, whoever writes.
-- The functions are public because checks run with the rights of whoever writes.
create function public.is_visible(p_text text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select p_text ~ '[^\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u1680\u17b4-\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]';
$$;
comment on function public.is_visible(text) is
  'True when a text has a character that can be seen: not only white space, control and format characters, default-ignorable code points and blanks';
grant execute on function public.is_visible(text) to anon, authenticated;

create function public.are_visible(p_texts text[]) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select not exists (select 1 from unnest(p_texts) t where not public.is_visible(t));
$$;
comment on function public.are_visible(text[]) is 'True when each text of a list has a character that can be seen';
grant execute on function public.are_visible(text[]) to anon, authenticated;

create function public.name_key(p_name text) returns text
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

-- Filters are joined by commas: "36,5" is "36.5" there, any other comma a space.
create function private.without_commas(p_text text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select btrim(regexp_replace(regexp_replace(p_text, '(?<=\d),(?=\d)', '.', 'g'), '[,\s]+', ' ', 'g'));
$$;
comment on function private.without_commas(text) is 'A size as a filter has it';

create function private.plain_words(p_text text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return btrim(regexp_replace(
    lower(extensions.unaccent('extensions.unaccent'::regdictionary, coalesce(p_text, ''))),
    '[^a-z0-9\u00aa-\u1fff\u2c00-\u2dff\u3040-\ud7ff\uf900-\ufdff]+', ' ', 'g'));
end;
$$;
comment on function private.plain_words(text) is 'Text in lower case without accents, punctuation and symbols';

-- Within a row of a table, what stands in a cell is on one line. Loops, since a query for each node takes ten times as long.
create function private.document_lines(p_node jsonb) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  kind constant text := p_node ->> 'type';
  content constant jsonb := case jsonb_typeof(p_node -> 'content') when 'array' then p_node -> 'content' else '[]' end;
  written text := '';
  own text[];
  lines text[] := '{}';
begin
  if kind in ('paragraph', 'heading') then
    for i in 0 .. jsonb_array_length(content) - 1 loop
      written := concat(written, case content -> i ->> 'type' when 'text' then content -> i ->> 'text' else e'\n' end);
    end loop;
    return regexp_split_to_array(written, e'\n');
  end if;
  for i in 0 .. jsonb_array_length(content) - 1 loop
    own := private.document_lines(content -> i);
    lines := lines || case kind
      when 'tableRow' then array[case when i > 0 then ' | ' else '' end || array_to_string(own, ' ')]
      when 'table' then array[array_to_string(own, '')]
      when 'bulletList' then string_to_array('• ' || array_to_string(own, e'\n  '), e'\n')
      when 'orderedList' then string_to_array(i + 1 || '. ' || array_to_string(own, e'\n  '), e'\n')
      else own end;
  end loop;
  return case kind when 'image' then array[p_node #>> '{attrs,alt}'] else lines end;
end;
$$;
comment on function private.document_lines(jsonb) is 'The lines of text of a node of a document and of those in it';

create function public.plain_text(p_document jsonb) returns text
language plpgsql immutable parallel safe security definer set search_path = '' as $$
declare
  content constant jsonb := case jsonb_typeof(p_document -> 'content') when 'array' then p_document -> 'content' else '[]' end;
  block text;
  blocks text[] := '{}';
begin
  for i in 0 .. jsonb_array_length(content) - 1 loop
    block := btrim(array_to_string(private.document_lines(content -> i), e'\n'), e' \t\r\n');
    if block <> '' then
      blocks := blocks || block;
    end if;
  end loop;
  return array_to_string(blocks, e'\n\n');
end;
$$;
comment on function public.plain_text(jsonb) is
  'The text of a document without its markup, as plainTextOf of domain/rich-text.ts: an empty line between blocks, list items and rows of tables on lines of their own';
grant execute on function public.plain_text(jsonb) to anon, authenticated;

create function public.is_document(p_document jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(p_document ->> 'type' = 'doc' and jsonb_typeof(p_document -> 'content') = 'array', false) and length(p_document::text) <= 300000;
$$;
comment on function public.is_document(jsonb) is 'True for a document of rich text; its nodes are checked by the API, and again when they are drawn';
grant execute on function public.is_document(jsonb) to anon, authenticated;

create function private.rich_document(p_document jsonb) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_path_exists(p_document, '$.**.type ? (!(@ == "doc" || @ == "paragraph" || @ == "text" || @ == "hardBreak"))') then p_document end;
$$;
comment on function private.rich_document(jsonb) is 'A document that says more than its plain text does; null for one of plain paragraphs';
