-- What customers say about a product.

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products on delete cascade,
  user_id uuid not null default auth.uid() references auth.users on delete cascade,
  firstname text not null default '',
  lastname text not null default '',
  rating int not null check (rating between 1 and 5),
  comment text not null check (btrim(comment) <> '' and length(comment) <= 5000),
  created_at timestamptz not null default now()
);
create index reviews_product_id_idx on public.reviews (product_id, created_at desc, id);
create index reviews_user_id_idx on public.reviews (user_id);

comment on table public.reviews is 'Reviews of products by customers';
comment on column public.reviews.id is 'Identifies the review';
comment on column public.reviews.product_id is 'The product; its reviews go with it';
comment on column public.reviews.user_id is 'Who wrote it; never shown in the shop';
comment on column public.reviews.firstname is 'First name when it was written; filled by a trigger';
comment on column public.reviews.lastname is 'Last name when it was written; filled by a trigger';
comment on column public.reviews.rating is 'One to five stars';
comment on column public.reviews.comment is 'What the customer says';
comment on column public.reviews.created_at is 'When it was written';

-- A snapshot, since the names of profiles are closed to other shoppers.
create function private.sign_review() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  author record;
begin
  select p.firstname, p.lastname into author from public.profiles p where p.id = new.user_id;
  if found then
    new.firstname := author.firstname;
    new.lastname := author.lastname;
  end if;
  return new;
end;
$$;
comment on function private.sign_review() is 'Writes the name of the customer into the review';

create trigger reviews_sign before insert on public.reviews
  for each row execute function private.sign_review();

alter table public.reviews enable row level security;
revoke all on public.reviews from anon, authenticated;
grant select (id, product_id, firstname, lastname, rating, comment, created_at)
  on public.reviews to anon, authenticated;
grant insert (product_id, rating, comment), delete on public.reviews to authenticated;
grant all on public.reviews to service_role;

create policy reviews_select_all on public.reviews for select to anon, authenticated
  using (true);
create policy reviews_insert_own on public.reviews for insert to authenticated
  with check (user_id = (select auth.uid()) and (select public.is_customer()));
create policy reviews_delete_admin on public.reviews for delete to authenticated
  using ((select public.is_admin()));
