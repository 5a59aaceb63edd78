-- A draft that is published for the first time is dated then, so that it is among the newest products.

-- A product that was on sale before has an earlier price, and keeps its date.
create function private.date_publication() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.created_at := case when exists (select from public.product_prices e where e.product_id = new.id) then old.created_at else now() end;
  return new;
end;
$$;
comment on function private.date_publication() is 'Dates a draft when it is published for the first time, so that it is among the newest products';

create trigger products_date_publication before update of status on public.products
  for each row when (old.status = 'draft' and new.status = 'published') execute function private.date_publication();

comment on column public.products.created_at is 'When the product was put on sale, or a draft was written; kept by a trigger';
