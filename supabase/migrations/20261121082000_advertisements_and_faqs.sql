-- The advertisement of the home page, and the questions on the page for questions.

create table public.advertisements (
  id uuid primary key default gen_random_uuid(),
  headline text not null check (btrim(headline) <> '' and length(headline) <= 300),
  link text not null default '' check (length(link) <= 1000 and (link = '' or link ~ '^(/($|[^/\\])|https://)')),
  link_text text not null default '' check (length(link_text) <= 200),
  image text check (image <> '' and image !~ '^[a-z]+:'),
  shown boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index advertisements_created_at_idx on public.advertisements (created_at desc, id);

comment on table public.advertisements is
  'Advertisements for the home page. The newest one that is shown stands there; without any the house''s own does.';
comment on column public.advertisements.id is 'Identifies the advertisement';
comment on column public.advertisements.headline is 'The one line on it';
comment on column public.advertisements.link is 'Where it leads: a path of the shop (/shop) or an address that begins with https://; empty leads nowhere';
comment on column public.advertisements.link_text is 'Words of the link; empty means See more';
comment on column public.advertisements.image is 'Path of the picture in the bucket images, for instance ads/coats.webp; empty takes the house''s own';
comment on column public.advertisements.shown is 'Whether it may stand on the home page';
comment on column public.advertisements.created_at is 'When it was made';
comment on column public.advertisements.updated_at is 'When it was last changed; kept by a trigger';

create table public.faqs (
  id uuid primary key default gen_random_uuid(),
  question text not null check (btrim(question) <> '' and length(question) <= 500),
  answer text not null check (btrim(answer) <> '' and length(answer) <= 10000),
  position int not null default 0 check (position >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index faqs_position_idx on public.faqs (position, created_at, id);

comment on table public.faqs is 'Questions that are asked often, with answers; shown on the page /faqs';
comment on column public.faqs.id is 'Identifies the question';
comment on column public.faqs.question is 'The question, as a customer would ask it';
comment on column public.faqs.answer is 'The answer; an empty line begins a paragraph';
comment on column public.faqs.position is 'Place on the page, from 1; 0 puts a new one at the end';
comment on column public.faqs.created_at is 'When it was written';
comment on column public.faqs.updated_at is 'When it was last changed; kept by a trigger';

create function private.place_faq() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.position = 0 then
    new.position := coalesce((select max(f.position) from public.faqs f), 0) + 1;
  end if;
  return new;
end;
$$;
comment on function private.place_faq() is 'Puts a new question at the end';

create trigger faqs_place before insert on public.faqs
  for each row execute function private.place_faq();
create trigger faqs_stamp before update on public.faqs
  for each row when (old.* is distinct from new.*) execute function private.stamp_updated_at();
create trigger advertisements_stamp before update on public.advertisements
  for each row when (old.* is distinct from new.*) execute function private.stamp_updated_at();

create function public.order_faqs(p_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update public.faqs f set position = o.place
  from unnest(p_ids) with ordinality o (id, place)
  where f.id = o.id and f.position <> o.place;
end;
$$;
comment on function public.order_faqs(uuid[]) is
  'Puts the questions into this order; ids that are unknown do nothing. Administrators only (not_an_administrator).';
revoke execute on function public.order_faqs(uuid[]) from public, anon, authenticated;
grant execute on function public.order_faqs(uuid[]) to authenticated;

alter table public.advertisements enable row level security;
revoke all on public.advertisements from anon, authenticated;
grant select on public.advertisements to anon, authenticated;
grant
  insert (id, headline, link, link_text, image, shown),
  update (headline, link, link_text, image, shown), delete
  on public.advertisements to authenticated;
grant all on public.advertisements to service_role;
create policy advertisements_select_shown_or_admin on public.advertisements for select
  to anon, authenticated using (shown or (select public.is_admin()));
create policy advertisements_insert_admin on public.advertisements for insert to authenticated
  with check ((select public.is_admin()));
create policy advertisements_update_admin on public.advertisements for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
create policy advertisements_delete_admin on public.advertisements for delete to authenticated
  using ((select public.is_admin()));

alter table public.faqs enable row level security;
revoke all on public.faqs from anon, authenticated;
grant select on public.faqs to anon, authenticated;
grant insert (id, question, answer), update (question, answer), delete on public.faqs to authenticated;
grant all on public.faqs to service_role;
create policy faqs_select_all on public.faqs for select to anon, authenticated using (true);
create policy faqs_insert_admin on public.faqs for insert to authenticated
  with check ((select public.is_admin()));
create policy faqs_update_admin on public.faqs for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
create policy faqs_delete_admin on public.faqs for delete to authenticated
  using ((select public.is_admin()));

-- The argument is the tag that the site drops pages by.
create function private.note_tag() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed boolean := true;
begin
  if tg_op = 'INSERT' then
    select exists (select 1 from new_rows) into changed;
  elsif tg_op = 'DELETE' then
    select exists (select 1 from old_rows) into changed;
  elsif tg_op = 'UPDATE' then
    select exists (select * from new_rows except all select * from old_rows) into changed;
  end if;
  if changed then
    perform private.note_changes(array[tg_argv[0]]);
  end if;
  return null;
end;
$$;
comment on function private.note_tag() is 'Notes in the change feed that something of a table changed, under the tag that is given';
revoke execute on function private.note_tag(), private.place_faq() from public, anon, authenticated;

create trigger advertisements_note_insert after insert on public.advertisements
  referencing new table as new_rows for each statement execute function private.note_tag('ads');
create trigger advertisements_note_update after update on public.advertisements
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.note_tag('ads');
create trigger advertisements_note_delete after delete on public.advertisements
  referencing old table as old_rows for each statement execute function private.note_tag('ads');
create trigger advertisements_note_truncate after truncate on public.advertisements
  for each statement execute function private.note_tag('ads');
create trigger faqs_note_insert after insert on public.faqs
  referencing new table as new_rows for each statement execute function private.note_tag('faqs');
create trigger faqs_note_update after update on public.faqs
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.note_tag('faqs');
create trigger faqs_note_delete after delete on public.faqs
  referencing old table as old_rows for each statement execute function private.note_tag('faqs');
create trigger faqs_note_truncate after truncate on public.faqs
  for each statement execute function private.note_tag('faqs');
comment on column public.catalogue_changes.tag is 'What changed: products, product:<id>, categories, category:<id>, banners, ads, faqs, reviews:<product id>, or everything';

select private.keep_audit('public.advertisements');
select private.keep_audit('public.faqs');
