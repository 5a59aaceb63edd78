-- What a customer wrote or ordered goes with the customer, from the trash too.
create or replace function private.forget_in_trash() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.trash where kind = 'orders' and contents #>> '{row,user_id}' = old.id::text;
  delete from public.trash
    where kind = 'contact_messages' and lower(contents #>> '{row,email}') = lower(old.email);
  update public.trash t
  set contents = t.contents || jsonb_build_object(
    'reviews', (select coalesce(jsonb_agg(r), '[]') from jsonb_array_elements(t.contents -> 'reviews') r
      where r ->> 'user_id' <> old.id::text),
    'cart_items', (select coalesce(jsonb_agg(i), '[]') from jsonb_array_elements(t.contents -> 'cart_items') i
      where i ->> 'user_id' <> old.id::text))
  where t.kind = 'products'
    and (t.contents -> 'reviews' @> jsonb_build_array(jsonb_build_object('user_id', old.id))
      or t.contents -> 'cart_items' @> jsonb_build_array(jsonb_build_object('user_id', old.id)));
  return null;
end;
$$;
comment on function private.forget_in_trash() is 'Takes what a customer wrote or ordered out of the trash when the customer goes';

create or replace function public.delete_own_account() returns void
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
  update public.audit_log
    set label = '', before = private.erased(before), after = private.erased(after)
    where table_name = 'orders' and record_id = any(given_up::text[]);
  -- The trash forgets what was theirs when the profile goes.
  delete from auth.users where id = own;
end;
$$;
