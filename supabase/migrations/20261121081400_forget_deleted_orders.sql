-- When a customer goes, deleted orders of theirs are not kept any longer either.

create index deleted_orders_user_idx on private.deleted_orders ((record #>> '{order,user_id}'));

create function private.forget_deleted_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.deleted_orders where record #>> '{order,user_id}' = old.id::text;
  return null;
end;
$$;
comment on function private.forget_deleted_orders() is 'Forgets the deleted orders of a customer who is deleted';
revoke execute on function private.forget_deleted_orders() from public, anon, authenticated;
create trigger profiles_forget_deleted_orders after delete on public.profiles
  for each row execute function private.forget_deleted_orders();
