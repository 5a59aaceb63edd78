-- A variant is known by itself, not by the words of its size and colour: what was renamed, and what would be lost.

create function private.words_of(p_options text[]) returns table (word text, place bigint)
language sql immutable set search_path = '' as $$
  select btrim(e), min(n) from unnest(p_options || case when p_options = '{}' then '{""}' end::text[]) with ordinality l (e, n) group by 1;
$$;
comment on function private.words_of(text[]) is 'The different sizes or colours of a product, empty for a product without, each with its place';

create function private.letter_size(p_size text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  letters constant text := replace(replace(replace(replace(regexp_replace(lower(p_size), '[\s.-]', '', 'g'),
    'extra', 'x'), 'small', 's'), 'medium', 'm'), 'large', 'l');
  parts constant text[] := regexp_match(letters, '^(\d?)(x*)([sl])$');
  many constant int := case when parts[1] = '' then length(parts[2]) when parts[2] = 'x' then parts[1]::int end;
begin
  return case when letters = 'm' then 'm' when many > 2 then many || 'x' else repeat('x', many) end || case when letters = 'm' then '' else parts[3] end;
end;
$$;
comment on function private.letter_size(text) is 'A size of letters as filters have it, the same for XXL, 2XL and xx-large: xxl; null for other sizes';

create function private.known_word(p_word text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  plain constant text := lower(private.without_commas(p_word));
begin
  return case
    when plain ~ '^\d{1,9}(\.\d+)?$' then 'number ' || trim_scale(plain::numeric)
    when private.letter_size(plain) is not null then 'letter ' || private.letter_size(plain)
    when plain ~ '^#[0-9a-f]+$' then 'code ' || plain
    else (select 'name ' || c.name from private.colours c where c.name = replace(regexp_replace(plain, '[^a-z]', '', 'g'), 'grey', 'gray')) end;
end;
$$;
comment on function private.known_word(text) is 'The kind of a size or colour and what it means, the same for "S" and "small"; null where that is not known';

-- "S" is "Small" where that stands between the same neighbours, or where only its case or Unicode form differs; M is not L.
create function private.renamed_words(p_before text[], p_after text[]) returns table (before text, after text)
language sql stable security definer set search_path = '' as $$
  with was as materialized (select * from private.words_of(p_before)),
  is_now as materialized (select * from private.words_of(p_after)),
  recased as (
    select distinct on (public.name_key(w.word)) w.word as before, n.word as after from was w join is_now n on public.name_key(w.word) = public.name_key(n.word)
    where w.word not in (select word from is_now) and n.word not in (select word from was) order by public.name_key(w.word), w.place, n.place),
  kept as materialized (select word as before, word as after from was join is_now using (word) union all select * from recased),
  gone as (
    select w.word, w.place, (select k.after from was o join kept k on k.before = o.word where o.place < w.place order by o.place desc limit 1) as left_of,
      (select k.after from was o join kept k on k.before = o.word where o.place > w.place order by o.place limit 1) as right_of
    from was w where w.word not in (select before from kept)),
  new as (
    select n.word, n.place, (select k.after from is_now o join kept k on k.after = o.word where o.place < n.place order by o.place desc limit 1) as left_of,
      (select k.after from is_now o join kept k on k.after = o.word where o.place > n.place order by o.place limit 1) as right_of
    from is_now n where n.word not in (select after from kept))
  select recased.before, recased.after from recased
  union all
  select g.word, n.word
  from (select *, row_number() over (partition by left_of, right_of order by place) as nth, count(*) over (partition by left_of, right_of) as many from gone) g
  join (select *, row_number() over (partition by left_of, right_of order by place) as nth, count(*) over (partition by left_of, right_of) as many from new) n
    on (g.nth, g.many) = (n.nth, n.many) and g.left_of is not distinct from n.left_of and g.right_of is not distinct from n.right_of
  cross join lateral (select private.known_word(g.word) as before, private.known_word(n.word) as after) known
  where (known.before = known.after or split_part(known.before, ' ', 1) <> split_part(known.after, ' ', 1)) is not false;
$$;
comment on function private.renamed_words(text[], text[]) is
  'Which sizes, or colours, of a product were renamed when its list was changed: those that differ in case only, and those that took the place of as many others between the same neighbours, unless they are known to be different, such as M and L';

-- An archived variant that has the new word already takes the old one. Two steps, so that words may be exchanged.
create function private.rename_variants(p_product uuid, p_column text, p_before text[], p_after text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  old_words text[];
  new_words text[];
  place text;
begin
  select array_agg(before order by before), array_agg(after order by before) into old_words, new_words
    from private.renamed_words(p_before, p_after);
  if old_words is null then
    return;
  end if;
  select old_words || array_agg(t.word order by t.n), new_words || array_agg(s.word order by t.n) into old_words, new_words
    from (select word, row_number() over () as n from unnest(new_words) word where word <> all (old_words)) t
    join (select word, row_number() over () as n from unnest(old_words) word where word <> all (new_words)) s using (n);
  foreach place in array '{product_variants,cart_items,quote_lines}'::text[] loop
    execute format('update public.%1$I t set %2$I = chr(1) || w.after from unnest($2, $3) w (before, after)
      where t.product_id = $1 and coalesce(t.%2$I, '''') = w.before', place, p_column) using p_product, old_words, new_words;
    execute format('update public.%1$I t set %2$I = nullif(substr(t.%2$I, 2), '''')
      where t.product_id = $1 and t.%2$I like chr(1) || ''%%''', place, p_column) using p_product;
  end loop;
end;
$$;
comment on function private.rename_variants(uuid, text, text[], text[]) is
  'Moves the words of renamed sizes or colours in variants, carts and quotes of a product; SKU, stock and prices stay with the variant';

create function private.lost_variants(p_product uuid, p_sizes text[], p_colors text[]) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with product as (select p.sizes, p.colors from public.products p where p.id = p_product),
    size_names as materialized (select r.* from product p cross join lateral private.renamed_words(p.sizes, p_sizes) r),
    color_names as materialized (select r.* from product p cross join lateral private.renamed_words(p.colors, p_colors) r)
    select array_agg(concat_ws(', ', v.size, v.color, 'SKU ' || v.sku,
        case v.on_hand when 0 then null when 1 then '1 piece' else v.on_hand || ' pieces' end, 'barcode ' || v.barcode,
        case when v.price_delta <> 0 then 'price difference ' || v.price_delta end,
        case when listed.is_so then 'prices in price lists' end) order by v.sku)
    from public.product_variants v
    left join size_names s on s.before = coalesce(v.size, '')
    left join color_names c on c.before = coalesce(v.color, '')
    cross join lateral (select exists (select from public.price_list_items i where i.variant_id = v.id) as is_so) listed
    where v.product_id = p_product and v.archived_at is null
      and (v.on_hand > 0 or v.held > 0 or v.barcode is not null or v.price_delta <> 0 or listed.is_so)
      and not (coalesce(s.after, v.size, '') in (select word from private.words_of(p_sizes))
        and coalesce(c.after, v.color, '') in (select word from private.words_of(p_colors))));
end;
$$;
comment on function private.lost_variants(uuid, text[], text[]) is
  'The variants with stock, barcode or prices of their own that a product would have no longer with these sizes and colours, as text; null where there are none';
