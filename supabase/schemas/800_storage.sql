-- The bucket for pictures: everybody may look at them, administrators may change them.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('images', 'images', true, 10485760, array['image/webp', 'image/jpeg', 'image/png', 'image/avif', 'image/gif'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- Pictures of a public bucket are served without a policy; select is for listing and replacing.
create policy images_select_admin on storage.objects for select to authenticated
  using (bucket_id = 'images' and (select public.is_admin()));
create policy images_insert_admin on storage.objects for insert to authenticated
  with check (bucket_id = 'images' and (select public.is_admin()));
create policy images_update_admin on storage.objects for update to authenticated
  using (bucket_id = 'images' and (select public.is_admin()))
  with check (bucket_id = 'images' and (select public.is_admin()));
create policy images_delete_admin on storage.objects for delete to authenticated
  using (bucket_id = 'images' and (select public.is_admin()));
