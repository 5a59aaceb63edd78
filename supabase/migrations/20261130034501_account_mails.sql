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

create or replace function public.claim_mails(p_limit int)
returns table (id uuid, kind public.mail_kind, recipient text, message_id uuid, data jsonb, subject text, opening text)
language plpgsql security definer set search_path = '' as $$
begin
  -- The last attempt neither succeeded nor failed; or the link of the mail has ended (`otp_expiry` in config.toml).
  update public.mail_outbox m set state = 'failed'
    where m.state = 'queued' and m.next_try_at <= public.clock()
      and (m.attempts >= 13 or m.data ? 'token' and m.queued_at <= public.clock() - interval '1 hour');
  return query
    with due as materialized (
      select m.id from public.mail_outbox m where m.state = 'queued' and m.next_try_at <= public.clock()
      order by m.next_try_at limit p_limit for update skip locked),
    claimed as (
      update public.mail_outbox m
      set attempts = m.attempts + 1, next_try_at = public.clock() + private.mail_pause(m.attempts + 1)
      from due where m.id = due.id returning m.*)
    select c.id, c.kind, c.recipient, c.message_id,
      case when c.order_id is null then c.data else private.order_with_lines(c.order_id)::jsonb || c.data end, t.subject, t.opening
    from claimed c join public.mail_texts t on t.kind = c.kind;
end;
$$;
comment on function public.claim_mails(int) is
  'Mails that are due, with the order or the data that they are about. Nobody else gets them for two minutes or longer, in which the caller sends them and calls finish_mail.';

create or replace function public.finish_mail(p_id uuid, p_error text default null, p_is_final boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_error is null then
    -- Who asked for one mail was promised that the address is deleted with it; nobody needs mails to accounts afterwards.
    delete from public.mail_outbox where id = p_id and (kind in ('back_in_stock', 'shop_opened') or data ? 'account');
    update public.mail_outbox set state = 'sent', sent_at = public.clock(), last_error = '' where id = p_id;
  else
    update public.mail_outbox
    set last_error = left(p_error, 500), state = case when p_is_final or attempts >= 13 then 'failed' else state end
    where id = p_id and state = 'queued';
  end if;
end;
$$;
comment on function public.finish_mail(uuid, text, boolean) is
  'Notes that a mail was sent, or why not: it is tried again for a day, unless the error is final';

create or replace function office.send_mail_again(p_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  -- A mail program would hide a second mail with the same Message-ID.
  update public.mail_outbox
  set state = 'queued', message_id = case when state = 'sent' then gen_random_uuid() else message_id end,
    attempts = 0, queued_at = public.clock(), next_try_at = public.clock(), last_error = ''
  where id = p_id and not data ? 'token';
  return found;
end;
$$;
comment on function office.send_mail_again(uuid) is
  'Queues a mail once more. False where there is no such mail, or its link has an end. Administrators only (not_an_administrator).';

comment on column public.mail_outbox.record_id is 'The parcel, refund, return, part of a payment, company, invitation, contact message, stock request, quote, message of a quote or account that it is about; empty where that is the order';

-- Not `data`: with the links of accounts, administrators could sign in as anybody.
revoke select on public.mail_outbox from authenticated;
grant select (id, kind, order_id, record_id, recipient, state, attempts, queued_at, next_try_at, last_error, sent_at)
  on public.mail_outbox to authenticated;
