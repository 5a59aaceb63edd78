-- Deleting a customer for good: login, profile, cart and reviews go, orders stay without an owner.

create function public.delete_customer(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if not exists (select 1 from public.profiles where id = p_user) then
    raise exception 'This customer does not exist.'
      using errcode = 'P0001', detail = 'unknown_customer';
  end if;
  delete from auth.users where id = p_user;
end;
$$;
comment on function public.delete_customer(uuid) is
  'Deletes a customer with login, profile, cart and reviews; orders stay. Administrators only. Errors (in detail): not_an_administrator, unknown_customer.';
revoke execute on function public.delete_customer(uuid) from public, anon, authenticated;
grant execute on function public.delete_customer(uuid) to authenticated;
