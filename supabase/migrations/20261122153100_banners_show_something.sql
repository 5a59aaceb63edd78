-- A banner without words and without a picture is an empty slide. Those that exist go into the trash like any deleted banner.
delete from public.banners
  where not public.is_visible(header) and not public.is_visible(paragraph) and cardinality(images) = 0;

alter table public.banners add constraint banners_show_something
  check (public.is_visible(header) or public.is_visible(paragraph) or cardinality(images) > 0);
