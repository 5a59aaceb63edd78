-- Size guides: what a size of a category measures, in centimetres. Inches are calculated where they are shown.

create table public.size_guides (
  category_id uuid primary key references public.categories on delete cascade,
  measures text[] not null check (cardinality(measures) between 1 and 8 and array_position(measures, null) is null),
  sizes jsonb not null check (
    jsonb_typeof(sizes) = 'array' and jsonb_array_length(sizes) between 1 and 40 and length(sizes::text) <= 20000
    and not jsonb_path_exists(sizes, '$[*] ? (!(@.size.type() == "string" && @.eu.type() == "string" && @.uk.type() == "string"
      && @.us.type() == "string" && @.cm.type() == "array" && (!exists(@.letter) || @.letter.type() == "string")))')),
  created_at timestamptz not null default public.clock(),
  updated_at timestamptz not null default public.clock(),
  constraint size_guides_measures_visible check (public.are_visible(measures))
);
comment on table public.size_guides is 'Size guides of categories; a guide goes into the trash, and comes back, with its category';
comment on column public.size_guides.category_id is 'The category that the guide is for';
comment on column public.size_guides.measures is 'What is measured, such as Chest and Waist';
comment on column public.size_guides.sizes is 'The sizes in their order, as [{size, letter, eu, uk, us, cm}]: letter is the same size in letters, if size is none, eu, uk and us are the same size elsewhere, cm has a text for each measure, such as 85–90';
comment on column public.size_guides.created_at is 'When it was made';
comment on column public.size_guides.updated_at is 'When it was last changed; kept by a trigger';

alter table public.size_guides enable row level security;
grant select on public.size_guides to anon, authenticated;
grant insert (category_id, measures, sizes), update (measures, sizes), delete on public.size_guides to authenticated;
create policy size_guides_select_all on public.size_guides for select to anon, authenticated
  using (true);
create policy size_guides_insert_admin on public.size_guides for insert to authenticated
  with check ((select public.is_admin()));
create policy size_guides_update_admin on public.size_guides for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
create policy size_guides_delete_admin on public.size_guides for delete to authenticated
  using ((select public.is_admin()));

create trigger size_guides_set_updated_at before update on public.size_guides
  for each row when (old.* is distinct from new.*) execute function private.set_updated_at();
