-- Mails of the auth server about accounts, queued like all others: with the name, the colours and the words of the shop.

insert into public.mail_texts (kind, subject, opening) values
  ('account_confirmation', 'Confirm your email address for {shop}', E'Hello,\n\nThank you for creating an account at {shop}. Please confirm that this is your email address.'),
  ('password_reset', 'Reset your password for {shop}', E'Hello,\n\nYou asked to reset the password of your account at {shop}. Use the link below to choose a new one.'),
  ('email_change', 'Confirm your new email address for {shop}', E'Hello,\n\nYou asked to change the email address of your account at {shop}. It counts once you have confirmed it.'),
  ('email_changed', 'Your email address at {shop} was changed', E'Hello,\n\nThe email address of your account at {shop} was changed. You can no longer log in with the old one.'),
  ('password_changed', 'Your password at {shop} was changed', E'Hello,\n\nThe password of your account at {shop} was changed.');

-- Called by Supabase Auth instead of sending a mail, in the transaction of the request; the API then sends what is queued.
create function private.queue_account_mail(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  about constant jsonb := event -> 'email_data';
  account constant text := coalesce(event #>> '{user,email}', '');
  wish constant text := coalesce(event #>> '{user,new_email}', '');
  mail constant public.mail_kind := case about ->> 'email_action_type'
    when 'signup' then 'account_confirmation' when 'recovery' then 'password_reset' when 'email_change' then 'email_change'
    when 'email_changed_notification' then 'email_changed' when 'password_changed_notification' then 'password_changed' end;
begin
  -- Only the newest link works. The new id keeps it from being noted as sent with the one before, which may be on its way.
  insert into public.mail_outbox (kind, record_id, recipient, data)
  select mail, (event #>> '{user,id}')::uuid, it.recipient, jsonb_strip_nulls(jsonb_build_object(
    'account', account, 'newEmail', nullif(wish, ''), 'oldEmail', nullif(about ->> 'old_email', ''), 'token', nullif(it.token, ''),
    'action', about ->> 'email_action_type', 'redirectTo', about ->> 'redirect_to'))
  from (values
    (case mail when 'email_change' then wish when 'email_changed' then about ->> 'old_email' else account end, about ->> 'token_hash'),
    -- Where both addresses confirm a change (`double_confirm_changes`), this is the link for the old one.
    (case mail when 'email_change' then account end, nullif(about ->> 'token_hash_new', ''))
  ) it (recipient, token)
  where mail is not null and it.recipient <> '' and (it.token is not null or mail in ('email_changed', 'password_changed'))
  on conflict on constraint mail_outbox_once do update
    set id = excluded.id, data = excluded.data, state = 'queued', message_id = excluded.message_id, attempts = 0,
      queued_at = excluded.queued_at, next_try_at = excluded.next_try_at, last_error = '';
  return case when found then '{}' else jsonb_build_object('error', jsonb_build_object(
    'http_code', 422, 'message', 'This shop sends no such email.')) end;
end;
$$;
comment on function private.queue_account_mail(jsonb) is
  'Hook of Supabase Auth (send email): queues the mail about an account. Refuses mails that the shop has no words for, such as links to sign in without a password.';
grant execute on function private.queue_account_mail(jsonb) to supabase_auth_admin;
