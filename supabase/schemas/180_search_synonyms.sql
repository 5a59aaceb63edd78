-- Words that mean the same to shoppers, kept by the administrator.

create function private.search_text(p_text text) returns text
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

create table public.search_synonyms (
  id uuid primary key default gen_random_uuid(),
  words text[] not null,
  created_at timestamptz not null default public.clock(),
  updated_at timestamptz not null default public.clock(),
  lexemes text[] not null default '{}',
  expansion text not null default '',
  constraint search_synonyms_words_check check (cardinality(words) between 2 and 20
    and array_position(words, null) is null and length(array_to_string(words, '')) <= 800),
  constraint search_synonyms_words_visible check (public.are_visible(words))
);
comment on table public.search_synonyms is 'Groups of words that the search takes for the same, such as pants and trousers';
comment on column public.search_synonyms.id is 'Identifies the group';
comment on column public.search_synonyms.words is 'The words, or phrases, that mean the same';
comment on column public.search_synonyms.created_at is 'When the group was made';
comment on column public.search_synonyms.updated_at is 'When it was last changed; kept by a trigger';
comment on column public.search_synonyms.lexemes is 'Lexemes of the words and plain text of the phrases, by which a query meets the group; kept by a trigger';
comment on column public.search_synonyms.expansion is 'Text search query for any of the words; kept by a trigger';

create index search_synonyms_created_at_idx on public.search_synonyms (created_at desc, id);

-- A phrase with a stop word ("t shirt") is understood in a query, but would find too much.
create function private.set_synonym_lexemes() returns trigger
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

create function office.list_admin_synonyms(p_limit int default 25, p_page int default 1, p_query text default '')
returns table (id uuid, words text[], created_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  looked_for constant text[] := private.query_words(p_query);
  fitting bigint;
begin
  perform private.require_admin();
  select count(*) into fitting from public.search_synonyms s
  where private.contains_words(array_to_string(s.words, ' '), looked_for);
  return query
    select s.id, s.words, s.created_at, fitting from public.search_synonyms s
    where private.contains_words(array_to_string(s.words, ' '), looked_for)
    order by s.created_at desc, s.id
    limit page_size offset private.page_start(p_page, page_size, fitting);
end;
$$;
comment on function office.list_admin_synonyms(int, int, text) is
  'One page of the groups of synonyms that have these words, newest first. Administrators only (not_an_administrator).';

alter table public.search_synonyms enable row level security;
grant select on public.search_synonyms to anon, authenticated;
grant insert (id, words), update (words) on public.search_synonyms to authenticated;
create policy search_synonyms_select_all on public.search_synonyms for select to anon, authenticated
  using (true);
create policy search_synonyms_insert_admin on public.search_synonyms for insert to authenticated
  with check ((select public.is_admin()));
create policy search_synonyms_update_admin on public.search_synonyms for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

create trigger search_synonyms_set_lexemes before insert or update on public.search_synonyms
  for each row execute function private.set_synonym_lexemes();
create trigger search_synonyms_set_updated_at before update on public.search_synonyms
  for each row when (old.words is distinct from new.words) execute function private.set_updated_at();

insert into public.search_synonyms (id, words) values
  ('5f0c3f0e-7a51-4b0e-8a4e-0d6f1a9c1001', '{pants,trousers,slacks}'),
  ('5f0c3f0e-7a51-4b0e-8a4e-0d6f1a9c1002', '{sweater,jumper,pullover,knit,knitwear}'),
  ('5f0c3f0e-7a51-4b0e-8a4e-0d6f1a9c1003', '{tee,t-shirt,tshirt,t shirt}'),
  ('5f0c3f0e-7a51-4b0e-8a4e-0d6f1a9c1004', '{gray,grey}'),
  ('5f0c3f0e-7a51-4b0e-8a4e-0d6f1a9c1005', '{dress,gown,frock}'),
  ('5f0c3f0e-7a51-4b0e-8a4e-0d6f1a9c1006', '{coat,overcoat,peacoat}'),
  ('5f0c3f0e-7a51-4b0e-8a4e-0d6f1a9c1007', '{raincoat,mac,mackintosh}'),
  ('5f0c3f0e-7a51-4b0e-8a4e-0d6f1a9c1008', '{tote,bag}'),
  ('5f0c3f0e-7a51-4b0e-8a4e-0d6f1a9c1009', '{beanie,hat}');
