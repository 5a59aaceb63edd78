-- What the settings of menus, home page and announcement may be.

create function public.is_link(p_link jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_typeof(p_link) = 'string' and length(p_link #>> '{}') <= 500 and p_link #>> '{}' ~ '^(/($|[^/\\])|https://)', false);
$$;
comment on function public.is_link(jsonb) is 'Whether this is a path of the shop or an address that begins with https://';
grant execute on function public.is_link(jsonb) to authenticated;

create function public.is_label(p_text jsonb, p_most int) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_typeof(p_text) = 'string' and length(p_text #>> '{}') <= p_most and public.is_visible(p_text #>> '{}'), false);
$$;
comment on function public.is_label(jsonb, int) is 'Whether this is a text of at most so many characters that can be seen';
grant execute on function public.is_label(jsonb, int) to authenticated;

create function public.are_menu_links(p_links jsonb, p_most int) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_typeof(p_links) = 'array' and jsonb_array_length(p_links) <= p_most
    and not exists (select from jsonb_array_elements(p_links) l
      where not (public.is_label(l -> 'label', 40) and public.is_link(l -> 'href') and l - '{label,href}'::text[] = '{}')), false);
$$;
comment on function public.are_menu_links(jsonb, int) is 'Whether these are links of a menu, [{label, href}], at most so many';
grant execute on function public.are_menu_links(jsonb, int) to authenticated;

create function public.are_menus(p_menus jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select p_menus = 'null' or coalesce(public.are_menu_links(p_menus -> 'header', 8) and p_menus - '{header,footer}'::text[] = '{}'
    and jsonb_typeof(p_menus -> 'footer') = 'array' and jsonb_array_length(p_menus -> 'footer') <= 4
    and not exists (select from jsonb_array_elements(p_menus -> 'footer') g
      where not (public.is_label(g -> 'title', 40) and public.are_menu_links(g -> 'links', 12) and g - '{title,links}'::text[] = '{}')), false);
$$;
comment on function public.are_menus(jsonb) is 'Whether these are menus, {header: links, footer: [{title, links}]}; null for those of the design';
grant execute on function public.are_menus(jsonb) to authenticated;

create function public.are_home_sections(p_sections jsonb) returns boolean
language sql immutable set search_path = '' as $$
  with s as (select e as it, e ->> 'kind' as kind from jsonb_array_elements(
    case jsonb_typeof(p_sections) when 'array' then p_sections else '[]' end) e)
  select p_sections = 'null' or coalesce((
    select count(*) <= 30 and count(distinct s.it ->> 'id') = count(*)
      and count(*) filter (where s.kind not in ('text', 'products')) = 6
      and bool_and(s.it ->> 'id' ~ '^[a-z0-9-]{1,40}$' and jsonb_typeof(s.it -> 'shown') = 'boolean'
        and jsonb_typeof(s.it -> 'heading') = 'string' and length(s.it ->> 'heading') <= 100
        and case s.kind
          when 'text' then public.is_label(s.it -> 'heading', 100) and public.is_label(s.it -> 'text', 2000)
            and s.it ->> 'image' ~ '^(shop/[0-9a-f-]{36}\.(png|jpeg|gif|webp|avif))?$'
            and (s.it -> 'link' = '""' or public.is_link(s.it -> 'link')) and length(s.it ->> 'linkText') <= 100
          when 'products' then public.is_label(s.it -> 'heading', 100) and jsonb_array_length(s.it -> 'products') between 1 and 12
            and not exists (select from jsonb_array_elements_text(s.it -> 'products') p where p !~ '^[0-9a-f-]{36}$')
          else s.kind in ('banners', 'promises', 'categories', 'newest', 'advertisement', 'recommended') and s.it ->> 'id' = s.kind
        end)
    from s), false);
$$;
comment on function public.are_home_sections(jsonb) is
  'Whether these are the sections of the home page in their order, [{id, kind, shown, heading}], the six of the design once each, with those that were added: text with text, image, link and linkText, and products with their ids; null for those of the design';
grant execute on function public.are_home_sections(jsonb) to authenticated;

create function public.is_announcement(p_value jsonb) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(p_value = 'null' or (
    public.is_label(p_value -> 'text', 200) and (p_value -> 'link' = '""' or public.is_link(p_value -> 'link'))
    and length(p_value ->> 'linkText') <= 60 and jsonb_typeof(p_value -> 'shown') = 'boolean'
    and coalesce((p_value ->> 'from')::timestamptz < (p_value ->> 'until')::timestamptz, true)
    and p_value ?& '{from,until}' and p_value - '{text,link,linkText,shown,from,until}'::text[] = '{}'), false);
end;
$$;
comment on function public.is_announcement(jsonb) is
  'Whether this is an announcement, {text, link, linkText, shown, from, until}, times as ISO 8601 or null; null for none';
grant execute on function public.is_announcement(jsonb) to authenticated;
