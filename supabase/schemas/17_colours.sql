-- Colours by family: "red" finds firebrick, and a filter offers a dozen colours.

create table private.colours (
  name text primary key check (name ~ '^[a-z]+$'),
  family text not null,
  words text not null
);
comment on table private.colours is 'Families of the CSS colours and of other names of colours; changed by migrations only';
comment on column private.colours.name is 'Name in lower case, without spaces';
comment on column private.colours.family is 'Name of the family, as filters show it';
comment on column private.colours.words is 'What the search finds it by, beside its family';

-- Linen is a cloth too, and rosybrown is pink to the eye: the search must not find them by these words.
insert into private.colours (name, family, words)
select replace(c, ' ', ''), f.family, case c when 'linen' then 'flax' when 'rosy brown' then 'dusty rose' else c end
from (values
  ('black', 'black,jet,onyx'),
  ('gray', 'gray,grey,dark gray,dark grey,dim gray,dim grey,light gray,light grey,silver,gainsboro,slate gray,slate grey,dark slate gray,dark slate grey,light slate gray,light slate grey,charcoal,slate,ash,graphite'),
  ('white', 'white,snow,ivory,sea shell,floral white,ghost white,mint cream,azure,alice blue,honeydew,white smoke,old lace,lavender blush,off white,cream,chalk'),
  ('beige', 'beige,linen,antique white,papaya whip,blanched almond,bisque,moccasin,wheat,tan,burly wood,khaki,dark khaki,corn silk,navajo white,peach puff,camel,sand,stone,oatmeal,taupe,ecru,natural'),
  ('brown', 'brown,saddle brown,sienna,peru,chocolate,cocoa,coffee,mocha,chestnut,tobacco,cognac,espresso,walnut,umber'),
  ('red', 'red,dark red,fire brick,crimson,indian red,maroon,burgundy,scarlet,wine,oxblood,ruby,claret,cherry,brick'),
  ('orange', 'orange,dark orange,orange red,coral,tomato,sandy brown,rust,terracotta,apricot,copper,peach,tangerine'),
  ('yellow', 'yellow,light yellow,lemon chiffon,light goldenrod yellow,pale goldenrod,gold,goldenrod,dark goldenrod,mustard,lemon,ochre,amber,saffron'),
  ('green', 'green,dark green,lime,lime green,lawn green,chartreuse,green yellow,yellow green,spring green,medium spring green,light green,pale green,sea green,dark sea green,medium sea green,light sea green,forest green,olive,olive drab,dark olive green,teal,dark cyan,aquamarine,medium aquamarine,sage,mint,emerald,moss,fern,pistachio'),
  ('blue', 'blue,navy,midnight blue,dark blue,medium blue,royal blue,cornflower blue,steel blue,light steel blue,light blue,powder blue,sky blue,light sky blue,deep sky blue,dodger blue,cadet blue,slate blue,medium slate blue,dark slate blue,aqua,cyan,light cyan,turquoise,pale turquoise,medium turquoise,dark turquoise,indigo,cobalt,petrol,ink'),
  ('purple', 'purple,violet,dark violet,blue violet,orchid,dark orchid,medium orchid,plum,thistle,lavender,dark magenta,medium purple,rebecca purple,lilac,mauve,aubergine,grape,mulberry'),
  ('pink', 'pink,light pink,hot pink,deep pink,pale violet red,medium violet red,misty rose,rosy brown,salmon,light salmon,dark salmon,light coral,magenta,fuchsia,rose,blush')
) f (family, names), unnest(string_to_array(f.names, ',')) c;

create function private.hex_family(p_hex text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  digits constant text := case length(p_hex) when 3 then regexp_replace(p_hex, '(.)', '\1\1', 'g') else p_hex end;
  rgb constant int[] := array(select get_byte(decode(digits, 'hex'), i) from generate_series(0, 2) i);
  high constant int := greatest(rgb[1], rgb[2], rgb[3]);
  chroma constant int := high - least(rgb[1], rgb[2], rgb[3]);
  light constant numeric := high - chroma / 2.0;
  hue numeric;
begin
  if chroma < 25 then
    return case when light < 60 then 'black' when light > 230 then 'white' else 'gray' end;
  end if;
  hue := 60 * case high
    when rgb[1] then mod((rgb[2] - rgb[3]) / chroma::numeric + 6, 6)
    when rgb[2] then (rgb[3] - rgb[1]) / chroma::numeric + 2
    else (rgb[1] - rgb[2]) / chroma::numeric + 4 end;
  return case
    when hue < 15 or hue >= 345 then case when light > 170 then 'pink' else 'red' end
    when hue < 45 then case when light < 110 then 'brown' when light > 180 then 'beige' else 'orange' end
    when hue < 70 then 'yellow' when hue < 170 then 'green' when hue < 255 then 'blue'
    when hue < 300 then 'purple' else 'pink' end;
end;
$$;
comment on function private.hex_family(text) is 'The family of a colour of three or six hexadecimal digits';

create function private.colour_family(p_colour text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text := private.plain_words(p_colour);
begin
  if p_colour ~* '^\s*#([0-9a-f]{3}|[0-9a-f]{6})\s*$' then
    return private.hex_family(words);
  end if;
  return (
    select c.family
    from private.colours c join (
      select replace(words, ' ', '') as name, 1000 as place
      union all
      select w.name, w.place::int from unnest(string_to_array(words, ' ')) with ordinality w (name, place)) named using (name)
    order by named.place desc limit 1);
end;
$$;
comment on function private.colour_family(text) is
  'The family of a colour: by its whole name, else by the last of its words that names one ("Dusty Navy" is blue); null where none does';

create function private.describe_colours(p_colours text[], out families text[], out words text)
language sql stable security definer set search_path = '' as $$
  select array_agg(distinct d.family) filter (where d.family is not null), coalesce(string_agg(distinct concat_ws(' ', d.family, d.words), ' '), '')
  from (
    select coalesce(c.family, private.colour_family(p.colour)) as family, coalesce(c.words, private.plain_words(p.colour)) as words
    from unnest(p_colours) p (colour)
    left join private.colours c on c.name = regexp_replace(lower(p.colour), '[^a-z]', '', 'g')) d;
$$;
comment on function private.describe_colours(text[]) is
  'The families of a product''s colours, and the words by which the search finds it for them: families and names';

alter table private.colours enable row level security;
create policy colours_nobody on private.colours for all to anon, authenticated using (false) with check (false);
