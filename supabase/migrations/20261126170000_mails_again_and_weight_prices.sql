-- Mails that may be sent again are queued by one function; prices by weight are numbers, whoever writes them.

alter table public.shipping_methods drop constraint shipping_methods_weight_bands_check;
alter table public.shipping_methods add constraint shipping_methods_weight_bands_check check (
    jsonb_typeof(weight_bands) = 'array' and jsonb_array_length(weight_bands) <= 20
    and not jsonb_path_exists(weight_bands, '$[*] ? (!(@.over.type() == "number" && @.over >= 0
      && @.price.type() == "number" && @.price >= 0 && @.price < 1000000))'));

create function private.queue_again(p_kind public.mail_kind, p_record uuid, p_recipient text, p_data jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.mail_outbox (record_id, recipient, kind, data)
  select p_record, btrim(p_recipient), p_kind, p_data where btrim(p_recipient) <> ''
  on conflict on constraint mail_outbox_once do update
    set data = excluded.data, state = 'queued', message_id = excluded.message_id, attempts = 0,
      queued_at = now(), next_try_at = now(), last_error = '';
end;
$$;
comment on function private.queue_again(public.mail_kind, uuid, text, jsonb) is 'Queues a mail that may be sent again with other words: each correction is another mail';

create or replace function private.queue_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_again('message_answered', new.id, new.email, jsonb_build_object(
    'name', new.firstname, 'message', new.message, 'answer', new.answer));
  return null;
end;
$$;
comment on function private.queue_answer() is 'Queues the answer to a contact message; a corrected answer is another mail';

create or replace function office.answer_company(p_id uuid, p_status public.company_status) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  company public.companies;
begin
  perform private.require_admin();
  select * into company from public.companies where id = p_id for update;
  if company.id is null then
    return false;
  end if;
  if (company.status, p_status) not in (('requested', 'approved'), ('requested', 'refused'), ('refused', 'approved'),
    ('approved', 'suspended'), ('suspended', 'approved')) then
    raise exception 'This company is % already.', company.status using detail = 'company_moved';
  end if;
  update public.companies set status = p_status where id = p_id;
  if p_status <> 'suspended' then
    -- Who was refused may be approved, and refused once more: each answer is another mail.
    perform private.queue_again(('company_' || p_status)::public.mail_kind, p_id, p.email,
      jsonb_build_object('name', p.firstname, 'company', company.name))
    from public.company_members m join public.profiles p on p.id = m.user_id
    where m.company_id = p_id and m.role = 'manager';
  end if;
  return true;
end;
$$;
comment on function office.answer_company(uuid, public.company_status) is
  'Approves, refuses or suspends a company; the first two are mailed to its managers. False where there is none. Errors (in detail): not_an_administrator, company_moved.';

create or replace function private.queue_quote_mail(p_quote public.quotes, p_kind public.mail_kind, p_record uuid, p_data jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_again(p_kind, p_record, p.email,
    p_data || jsonb_build_object('name', p.firstname, 'quote', p_quote.id, 'number', p_quote.number))
  from public.profiles p where p.id = private.quote_member(p_quote.company_id, p_quote.user_id);
end;
$$;
comment on function private.queue_quote_mail(public.quotes, public.mail_kind, uuid, jsonb) is 'Queues a mail about a quote to its member';
