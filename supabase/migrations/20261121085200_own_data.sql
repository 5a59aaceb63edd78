-- What belongs to a customer can be taken along, and taken away.

create function public.own_reviews()
returns table (id uuid, product_id uuid, title text, rating int, comment text, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select r.id, r.product_id, p.title, r.rating, r.comment, r.created_at
  from public.reviews r join public.products p on p.id = r.product_id
  where r.user_id = (select auth.uid()) order by r.created_at desc, r.id;
$$;
comment on function public.own_reviews() is 'The reviews that the signed-in customer wrote, newest first';

create function public.delete_own_account() returns void
language plpgsql security definer set search_path = '' as $$
declare
  own uuid := auth.uid();
  given_up uuid[];
begin
  if not public.is_customer() then
    raise exception 'Please log in as a customer.' using errcode = 'P0001', detail = 'not_a_customer';
  end if;
  -- A card page that was opened a moment ago may still be paid: that order must be there for its money.
  given_up := array(
    select o.id from public.orders o
    where o.user_id = own and o.status = 'Pending' and not exists (
      select 1 from public.payment_attempts a
      where a.order_id = o.id and a.created_at > now() - interval '1 hour')
    for update);
  delete from public.orders where id = any(given_up);
  delete from private.deleted_orders where record #>> '{order,user_id}' = own::text;
  update public.audit_log
    set label = '', before = private.erased(before), after = private.erased(after)
    where table_name = 'orders' and record_id = any(given_up::text[]);
  delete from auth.users where id = own;
end;
$$;
comment on function public.delete_own_account() is
  'Deletes the signed-in customer: login, profile, cart, reviews and orders that were never paid. Paid orders stay, as the books must. Error (in detail): not_a_customer.';

revoke execute on function public.own_reviews(), public.delete_own_account()
  from public, anon, authenticated;
grant execute on function public.own_reviews(), public.delete_own_account() to authenticated;
