-- A followed link that confirms a new email address begins a session like that of a mail for a new password. Where such a mail had
-- been asked for, to the old address, that session set a password without the old one.
create function private.end_recovery() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.recovery_sent_at := null;
  return new;
end;
$$;
comment on function private.end_recovery() is
  'A new mail address of a login ends what a mail for a new password to the old one allowed';
create trigger hemline_end_recovery before update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.end_recovery();
revoke execute on all functions in schema private from public, anon, authenticated;
