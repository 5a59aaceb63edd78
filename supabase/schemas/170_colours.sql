-- Colours by family: "red" finds firebrick, and a filter offers a dozen colours.

create table private.colours (
  name text primary key check (name ~ '^[a-z]+$'),
  family text not null,
  words text not null,
  house text
);
comment on table private.colours is 'Families of the CSS colours and of other names of colours; changed by migrations only';
comment on column private.colours.name is 'Name in lower case, without spaces';
comment on column private.colours.family is 'Name of the family, as filters show it';
comment on column private.colours.words is 'What the search finds it by, beside its family';
comment on column private.colours.house is 'The house''s name for a CSS colour, as pages (_shared/domain/colour-name.ts) and new SKUs show it; empty where there is none';

-- Linen and denim are cloths too, and rosybrown is pink to the eye: the search must not find them by these words.
-- A CSS colour is found by the house's name for it, too.
insert into private.colours (name, family, words, house)
select replace(c, ' ', ''), f.family, concat_ws(' ', case c when 'linen' then null when 'rosy brown' then 'dusty' when 'denim' then 'washed indigo' else c end, h.house), h.house
from (values
  ('black', 'black,jet,onyx,noir,nero,ebony,raven,caviar,obsidian,carbon'),
  ('gray', 'gray,grey,dark gray,dark grey,dim gray,dim grey,light gray,light grey,silver,gainsboro,slate gray,slate grey,dark slate gray,dark slate grey,light slate gray,light slate grey,charcoal,slate,ash,graphite,anthracite,gunmetal,pewter,platinum,titanium,steel,iron,lead,smoke,cement,concrete,dove,pebble,flint,dark heather,athletic heather,gris'),
  ('white', 'white,snow,ivory,sea shell,floral white,ghost white,mint cream,azure,alice blue,honeydew,white smoke,old lace,lavender blush,off white,cream,chalk,pearl,milk,eggshell,alabaster,porcelain,coconut,optic,blanc,bianco'),
  ('beige', 'beige,linen,antique white,papaya whip,blanched almond,bisque,moccasin,wheat,tan,burly wood,khaki,dark khaki,corn silk,navajo white,peach puff,camel,sand,stone,oatmeal,taupe,ecru,natural,nude,champagne,skin,bone,almond,oat,fawn,buff,biscuit,latte,cappuccino,mushroom,putty,parchment,greige,dune,desert'),
  ('brown', 'brown,saddle brown,sienna,peru,chocolate,cocoa,coffee,mocha,chestnut,tobacco,cognac,espresso,walnut,umber,bronze,caramel,toffee,hazel,hazelnut,mahogany,cinnamon,nutmeg,pecan,truffle,cacao,sepia,russet,auburn,whiskey,brandy,havana,tortoise,tortoiseshell,teak,oak,clay'),
  ('red', 'red,dark red,fire brick,crimson,indian red,maroon,burgundy,scarlet,wine,oxblood,ruby,claret,cherry,brick,bordeaux,merlot,garnet,cranberry,pomegranate,carmine,vermilion,poppy,strawberry,cardinal,chili,lipstick,rouge,rosso'),
  ('orange', 'orange,dark orange,orange red,coral,tomato,sandy brown,rust,terracotta,apricot,copper,peach,tangerine,mandarin,clementine,papaya,mango,melon,pumpkin,carrot,persimmon,paprika,ginger'),
  ('yellow', 'yellow,light yellow,lemon chiffon,light goldenrod yellow,pale goldenrod,gold,goldenrod,dark goldenrod,mustard,lemon,ochre,amber,saffron,canary,sunflower,marigold,honey,butter,banana,vanilla,straw,corn,citron,curry,brass'),
  ('green', 'green,dark green,lime,lime green,lawn green,chartreuse,green yellow,yellow green,spring green,medium spring green,light green,pale green,sea green,dark sea green,medium sea green,light sea green,forest green,olive,olive drab,dark olive green,teal,dark cyan,aquamarine,medium aquamarine,sage,mint,emerald,moss,fern,pistachio,jade,bottle,hunter,forest,army,military,pine,avocado,kiwi,eucalyptus,seafoam,matcha,pesto,basil,celadon,loden,cactus,verde,vert'),
  ('blue', 'blue,navy,midnight blue,dark blue,medium blue,royal blue,cornflower blue,steel blue,light steel blue,light blue,powder blue,sky blue,light sky blue,deep sky blue,dodger blue,cadet blue,slate blue,medium slate blue,dark slate blue,aqua,cyan,light cyan,turquoise,pale turquoise,medium turquoise,dark turquoise,indigo,cobalt,petrol,ink,midnight,denim,marine,sapphire,royal,sky,ice,ocean,sea,lagoon,cerulean,ultramarine,azul,bleu,peacock,arctic'),
  ('purple', 'purple,violet,dark violet,blue violet,orchid,dark orchid,medium orchid,plum,thistle,lavender,dark magenta,medium purple,rebecca purple,lilac,mauve,aubergine,grape,mulberry,eggplant,amethyst,periwinkle,wisteria,iris,prune,fig,raisin,blackberry'),
  ('pink', 'pink,light pink,hot pink,deep pink,pale violet red,medium violet red,misty rose,rosy brown,salmon,light salmon,dark salmon,light coral,magenta,fuchsia,rose,blush,rose gold,fuschia,bubblegum,flamingo,peony,watermelon,raspberry,cerise,carnation,petal,ballet,candy,rosa'),
  ('multicolor', 'multicolor,multicolour,multicolored,multicoloured,multi,rainbow,assorted,mixed,print,printed,pattern,patterned,floral,tie dye,camo,camouflage,leopard,zebra,animal,plaid,tartan,check,checked,stripe,stripes,striped,paisley,patchwork,color block,colour block,iridescent,holographic')
) f (family, names) cross join unnest(string_to_array(f.names, ',')) c
left join (values
  ('antique white', 'oat'), ('burly wood', 'camel'), ('cadet blue', 'lagoon'), ('corn silk', 'parchment'), ('dark khaki', 'stone'),
  ('dark olive green', 'moss'), ('dark sea green', 'sage'), ('dark slate blue', 'ink'), ('dark slate gray', 'slate'), ('dim gray', 'graphite'),
  ('fire brick', 'madder'), ('gainsboro', 'dove'), ('goldenrod', 'ochre'), ('indian red', 'brick'), ('light steel blue', 'mist'),
  ('linen', 'flax'), ('midnight blue', 'midnight'), ('misty rose', 'blush'), ('old lace', 'chalk'), ('peru', 'caramel'),
  ('rosy brown', 'rose'), ('saddle brown', 'chestnut'), ('sea green', 'pine'), ('sea shell', 'pearl'), ('slate gray', 'flint'),
  ('steel blue', 'storm')
) h (css, house) on h.css = c;

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

create function private.colour_family(p_colour text) returns text
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

create function private.describe_colours(p_colours text[], out families text[], out words text)
language sql stable security definer set search_path = '' as $$
  select array_agg(distinct d.family) filter (where d.family is not null), coalesce(string_agg(distinct concat_ws(' ', d.family, d.words), ' '), '')
  from (
    select coalesce(c.family, private.colour_family(tone)) as family, coalesce(c.words, private.plain_words(tone)) as words
    from unnest(p_colours) p (colour) cross join unnest(private.colour_tones(p.colour)) tone
    left join private.colours c on c.name = regexp_replace(lower(tone), '[^a-z]', '', 'g')) d;
$$;
comment on function private.describe_colours(text[]) is
  'The families of a product''s colours, and the words by which the search finds it for them: families and names';

alter table private.colours enable row level security;
create policy colours_nobody on private.colours for all to anon, authenticated using (false) with check (false);
