-- Companies hear that their transfer has arrived, and an invitation is for the account of its address.

insert into public.mail_texts (kind, subject, opening) values
  ('order_paid_by_transfer', 'Your payment has arrived', E'Dear {name},\n\nThank you. Your transfer has arrived, and this order is paid.');
create or replace function private.queue_order_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    delete from public.mail_outbox m
      where m.order_id = new.id and m.kind = 'order_placed' and m.state = 'queued' and m.sent_at is null;
  end if;
  if new.status in ('Pending', 'OnTerms', 'Paid', 'Refunded') and btrim(new.email) <> '' then
    insert into public.mail_outbox (order_id, recipient, kind, next_try_at)
    values (new.id, btrim(new.email), case
      when new.status = 'Pending' then 'order_placed' when new.status = 'OnTerms' then 'order_on_terms' when new.status = 'Refunded' then 'order_refunded'
      -- One on terms may be long sent.
      when new.due_at is not null then 'order_paid_by_transfer' else 'order_paid' end::public.mail_kind,
      case when new.status = 'Pending' then now() + interval '10 minutes' else now() end)
    on conflict on constraint mail_outbox_once do nothing;
  end if;
  return null;
end;
$$;

comment on column public.company_invitations.email is 'The address that the mail goes to, and that of the account that may accept it';
create or replace function public.accept_invitation(p_invitation uuid, p_customer uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  invited public.company_invitations;
  company public.companies;
begin
  perform private.act_for(p_customer);
  perform private.require_customer();
  delete from public.company_invitations where id = p_invitation and ends_at > now() returning * into invited;
  select * into company from public.companies where id = invited.company_id and status = 'approved';
  if company.id is null then
    raise exception 'This invitation has ended.' using detail = 'invitation_ended';
  end if;
  -- The link may have been sent on.
  if not exists (select from public.profiles p where p.id = p_customer and lower(p.email) = invited.email) then
    raise exception 'This invitation is for %. Please sign in with that address.', invited.email using detail = 'other_address';
  end if;
  delete from public.company_members m using public.companies c
    where m.user_id = p_customer and c.id = m.company_id and c.status = 'refused';
  if public.own_company() is not null then
    raise exception 'You belong to a company already.' using detail = 'has_company';
  end if;
  insert into public.company_members (user_id, company_id, role) values (p_customer, company.id, invited.role);
  return company.name;
end;
$$;
comment on function public.accept_invitation(uuid, uuid) is
  'Makes this customer a member of the company that invited them, and returns its name. For the service role: the API checks the signed link first. Errors (in detail): not_a_customer, invitation_ended, other_address, has_company.';
