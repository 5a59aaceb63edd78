-- Emptying the cart, and leaving the shop with it, in one question each.

create function public.clear_cart() returns int
language plpgsql security definer set search_path = '' as $$
declare
  gone int;
begin
  if not public.is_customer() then
    raise exception 'Only customers may do this' using errcode = 'P0001', detail = 'not_a_customer';
  end if;
  delete from public.cart_items where user_id = auth.uid();
  get diagnostics gone = row_count;
  return gone;
end;
$$;
comment on function public.clear_cart() is
  'Empties the cart of the signed-in customer; how many lines it had. Error (in detail): not_a_customer.';

create function public.leave_cart_and_read() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  lines jsonb;
begin
  if not public.is_customer() then
    raise exception 'Only customers may do this' using errcode = 'P0001', detail = 'not_a_customer';
  end if;
  lines := private.cart_lines(auth.uid());
  if lines <> '[]' then
    perform public.leave_cart();
  end if;
  return lines;
end;
$$;
comment on function public.leave_cart_and_read() is
  'Notes that the signed-in customer left the shop with something in the cart, and gives the cart as read_cart does. Error (in detail): not_a_customer.';

revoke execute on function public.clear_cart(), public.leave_cart_and_read()
  from public, anon, authenticated;
grant execute on function public.clear_cart(), public.leave_cart_and_read() to authenticated;
