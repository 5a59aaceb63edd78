-- What customers say about a product.

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products on delete cascade,
  user_id uuid default auth.uid() references auth.users on delete cascade,
  firstname text not null default '',
  lastname text not null default '',
  rating int not null check (rating between 1 and 5),
  comment text not null check (btrim(comment) <> '' and length(comment) <= 5000),
  created_at timestamptz not null default public.clock(),
  bought boolean not null default false,
  imported boolean not null default false,
  constraint reviews_comment_visible check (public.is_visible(comment)),
  constraint reviews_by_somebody check (user_id is not null or imported)
);
comment on table public.reviews is 'Reviews of products by customers';
comment on column public.reviews.id is 'Identifies the review';
comment on column public.reviews.product_id is 'The product; its reviews go with it';
comment on column public.reviews.user_id is 'Who wrote it; never shown in the shop. Empty where a review was imported and its author has no imported account.';
comment on column public.reviews.firstname is 'First name when it was written; filled by a trigger';
comment on column public.reviews.lastname is 'Initial of the last name when it was written; filled by a trigger';
comment on column public.reviews.rating is 'One to five stars';
comment on column public.reviews.comment is 'What the customer says';
comment on column public.reviews.created_at is 'When it was written';
comment on column public.reviews.bought is 'Whether the customer had bought the product here by then; filled by a trigger';
comment on column public.reviews.imported is 'Whether it was written in another shop';

create index reviews_product_id_idx on public.reviews (product_id, created_at desc, id);
create index reviews_user_id_idx on public.reviews (user_id);

create function private.initial(p_name text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(left(nullif(btrim(p_name), ''), 1) || '.', '');
$$;
comment on function private.initial(text) is 'The first letter of a name with a full stop; empty without a name';

-- Returned pieces were bought too. What only waits for its payment was not.
create function private.has_bought(p_customer uuid, p_product uuid, p_by timestamptz) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.orders o join public.order_items i on i.order_id = o.id
    where o.user_id = p_customer and i.product_id = p_product and o.created_at <= p_by and o.status in ('OnTerms', 'Paid', 'Refunded'));
end;
$$;
comment on function private.has_bought(uuid, uuid, timestamptz) is
  'Whether a customer has an order of this product, placed by this time, that is paid, paid back, or on terms';

-- A copy, since other shoppers may not read names in profiles.
create function private.set_review_author() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  author record;
begin
  select p.firstname, p.lastname into author from public.profiles p where p.id = new.user_id;
  if found then
    new.firstname := author.firstname;
    new.lastname := private.initial(author.lastname);
  end if;
  -- A review that comes back from the trash knows it; the orders find the product again later.
  new.bought := new.bought or private.has_bought(new.user_id, new.product_id, new.created_at);
  return new;
end;
$$;
comment on function private.set_review_author() is
  'Writes into the review what shoppers read about its customer: first name, initial, and whether the product was bought here';

create function public.add_review(p_customer uuid, p_product uuid, p_rating int, p_comment text) returns json
language plpgsql security definer set search_path = '' as $$
declare
  written public.reviews;
begin
  perform private.act_for(p_customer);
  perform private.require_customer();
  perform 1 from public.products where id = p_product and status = 'published' for key share;
  if not found then
    return null;
  end if;
  insert into public.reviews (product_id, user_id, rating, comment)
  values (p_product, p_customer, p_rating, p_comment) returning * into written;
  return json_build_object('id', written.id, 'rating', written.rating, 'comment', written.comment,
    'firstname', written.firstname, 'lastname', written.lastname, 'created_at', written.created_at, 'bought', written.bought);
end;
$$;
comment on function public.add_review(uuid, uuid, int, text) is
  'Adds a review by this customer and returns it; null when there is no such product. For the service role: the API counts reviews first. Error (in detail): not_a_customer.';

create function public.own_reviews()
returns table (id uuid, product_id uuid, title text, rating int, comment text, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select r.id, r.product_id, p.title, r.rating, r.comment, r.created_at
  from public.reviews r join public.products p on p.id = r.product_id
  where r.user_id = (select auth.uid()) order by r.created_at desc, r.id;
$$;
comment on function public.own_reviews() is 'The reviews that the signed-in customer wrote, newest first';
grant execute on function public.own_reviews() to authenticated;

-- The reviews that a page of a product shows, with the rating of all, in one call.
create function public.list_reviews(
  p_product uuid, p_limit int default 24, p_after_value timestamptz default null, p_after_id uuid default null,
  p_rated boolean default false
) returns json
language plpgsql stable security invoker set search_path = '' as $$
declare
  found json;
begin
  -- The simple comparison lets the index start at the right row, so late pages cost no more than the first. The API never asks for more than 5,001.
  select json_agg(t) into found from (
    select r.id, r.rating, r.comment, r.firstname, r.lastname, r.created_at, r.bought
    from public.reviews r
    where r.product_id = p_product and r.created_at <= coalesce(p_after_value, 'infinity')
      and (p_after_id is null or r.created_at < p_after_value or r.id > p_after_id)
    order by r.created_at desc, r.id limit least(greatest(p_limit, 0), 5001)) t;
  if found is null and not exists (select 1 from public.products where id = p_product) then
    return null;
  end if;
  return json_build_object('rows', coalesce(found, '[]'), 'rating', case when p_rated then (
    select json_build_object('count', count(*), 'average', coalesce(round(avg(r.rating), 2), 0))
    from public.reviews r where r.product_id = p_product) end);
end;
$$;
comment on function public.list_reviews(uuid, int, timestamptz, uuid, boolean) is
  'Reviews of a product, newest first, from the beginning or after a row: {rows, rating: {count, average}}; rating, of all of them, only when rated; null when there is no such product';
grant execute on function public.list_reviews(uuid, int, timestamptz, uuid, boolean) to anon, authenticated;

alter table public.reviews enable row level security;
grant select (id, product_id, firstname, lastname, rating, comment, created_at, bought, imported)
  on public.reviews to anon, authenticated;
-- Of products that the reader sees, by the policies of those.
create policy reviews_select_of_seen on public.reviews for select to anon, authenticated
  using (exists (select from public.products p where p.id = product_id));

create trigger reviews_set_author before insert on public.reviews
  for each row execute function private.set_review_author();
