-- Colors of two tones are of two families, and more names of colors are of one.

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

update public.products set search = search;
