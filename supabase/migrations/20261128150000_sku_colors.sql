-- New SKUs say the house's names of colors.
alter table private.colours add column house text;
comment on column private.colours.house is 'The house''s name for a CSS colour, as pages (_shared/domain/colour-name.ts) and new SKUs show it; empty where there is none';
update private.colours c set house = h.house
from (values
  ('antique white', 'oat'), ('burly wood', 'camel'), ('cadet blue', 'lagoon'), ('corn silk', 'parchment'), ('dark khaki', 'stone'),
  ('dark olive green', 'moss'), ('dark sea green', 'sage'), ('dark slate blue', 'ink'), ('dark slate gray', 'slate'), ('dim gray', 'graphite'),
  ('fire brick', 'madder'), ('gainsboro', 'dove'), ('goldenrod', 'ochre'), ('indian red', 'brick'), ('light steel blue', 'mist'),
  ('linen', 'flax'), ('midnight blue', 'midnight'), ('misty rose', 'blush'), ('old lace', 'chalk'), ('peru', 'caramel'),
  ('rosy brown', 'rose'), ('saddle brown', 'chestnut'), ('sea green', 'pine'), ('sea shell', 'pearl'), ('slate gray', 'flint'),
  ('steel blue', 'storm')
) h (css, house) where c.name = replace(h.css, ' ', '');

create or replace function private.make_sku(p_pattern text, p_number int, p_size text, p_color text) returns text
language plpgsql stable set search_path = '' as $$
declare
  made text := replace(p_pattern, '{number}', p_number::text);
  color constant text := regexp_replace(coalesce(p_color, ''), '[^[:alnum:]]', '', 'g');
  house constant text := (select c.house from private.colours c where c.name = replace(lower(color), 'grey', 'gray'));
begin
  made := replace(made, '{color}', left(coalesce(house, color), 16));
  made := replace(made, '{size}', left(regexp_replace(coalesce(p_size, ''), '[^[:alnum:]]', '', 'g'), 10));
  made := regexp_replace(upper(extensions.unaccent(made)), '[^A-Z0-9._/-]', '', 'g');
  return btrim(regexp_replace(made, '([._/-])[._/-]+', '\1', 'g'), '._/-');
end;
$$;
comment on function private.make_sku(text, int, text, text) is 'The SKU of a variant by a pattern, with the house''s name of its colour where there is one';
