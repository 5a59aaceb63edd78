-- Leaving the shop empties the cart, but only after a grace time in which coming back keeps it.

create table public.cart_departures (
  user_id uuid primary key references auth.users on delete cascade,
  left_at timestamptz not null
);

comment on table public.cart_departures is 'Customers who left the shop with something in the cart. When they come back within the grace time the row goes, later the cart is emptied first.';
comment on column public.cart_departures.user_id is 'The customer who left';
comment on column public.cart_departures.left_at is 'When the last page was closed';

alter table public.cart_departures enable row level security;
revoke all on public.cart_departures from anon, authenticated;
grant all on public.cart_departures to service_role;

create function public.leave_cart() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not public.is_customer() then
    raise exception 'Please log in as a customer.' using errcode = 'P0001', detail = 'not_a_customer';
  end if;
  insert into public.cart_departures (user_id, left_at) values (auth.uid(), now())
  on conflict (user_id) do update set left_at = excluded.left_at;
end;
$$;
comment on function public.leave_cart() is
  'Notes that the signed-in customer left the shop. Error (in detail): not_a_customer.';

create function public.return_to_cart(p_grace interval default '30 minutes') returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  gone_since timestamptz;
begin
  delete from public.cart_departures where user_id = auth.uid() returning left_at into gone_since;
  if gone_since is null or gone_since > now() - p_grace then
    return false;
  end if;
  delete from public.cart_items where user_id = auth.uid() and created_at <= gone_since;
  return true;
end;
$$;
comment on function public.return_to_cart(interval) is
  'Takes a departure of the signed-in customer back; true when it was too long ago and the cart was emptied';

revoke execute on function public.leave_cart(), public.return_to_cart(interval)
  from public, anon, authenticated;
grant execute on function public.leave_cart(), public.return_to_cart(interval) to authenticated;
