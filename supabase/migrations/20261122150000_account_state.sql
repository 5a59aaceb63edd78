-- What the auth server knows of the signed-in person and the shop has to know too.

-- The link of the mail works for an hour (`otp_expiry` in config.toml). A change of the password ends it: then no time is left.
create function public.pending_email() returns text
language sql stable security definer set search_path = '' as $$
  select nullif(u.email_change, '') from auth.users u
  where u.id = (select auth.uid()) and u.email_change_sent_at > now() - interval '1 hour';
$$;
comment on function public.pending_email() is
  'The new mail address of the signed-in person that waits for the link which was mailed to it; null when none does';

create function public.recovery_mailed_at() returns timestamptz
language sql stable security definer set search_path = '' as $$
  select u.recovery_sent_at from auth.users u where u.id = (select auth.uid());
$$;
comment on function public.recovery_mailed_at() is
  'When a mail for a new password was last sent to the signed-in person; null when the password was changed since';

revoke execute on function public.pending_email(), public.recovery_mailed_at()
  from public, anon, authenticated;
grant execute on function public.pending_email(), public.recovery_mailed_at() to authenticated;
