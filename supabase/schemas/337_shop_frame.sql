-- What stands around every page, and the sections of the home page.

create function public.shop_frame() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_build_object(
    'menus', nullif(private.shop_setting('menus'), 'null'),
    'hiddenPages', (
      select coalesce(jsonb_agg(p.slug), '[]') from public.pages p
      where p.built_in and not (p.filled and public.is_current(p.published, p.publish_at, null))),
    'announcement', (
      select s.value - '{shown,from,until}'::text[] from public.shop_settings s
      where s.name = 'announcement' and s.value <> 'null'
        and public.is_current((s.value -> 'shown')::boolean, (s.value ->> 'from')::timestamptz, (s.value ->> 'until')::timestamptz)));
end;
$$;
comment on function public.shop_frame() is
  'What stands around every page: {menus, or null for those of the design, hiddenPages: addresses of the built-in ones that are not shown, announcement: {text, link, linkText}, or null without one now}';
grant execute on function public.shop_frame() to anon, authenticated;

create function public.home_sections() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return nullif(private.shop_setting('home_sections'), 'null');
end;
$$;
comment on function public.home_sections() is 'The sections of the home page in their order, as are_home_sections describes them; null for those of the design';
grant execute on function public.home_sections() to anon, authenticated;
