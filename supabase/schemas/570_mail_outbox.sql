-- Mails to customers: queued in the transaction that is their reason, and sent by the edge functions.

create type public.mail_kind as enum ('order_placed', 'order_on_terms', 'order_paid', 'parcel_sent', 'order_refunded',
  'return_requested', 'return_approved', 'return_refused', 'company_approved', 'company_refused', 'company_invitation', 'back_in_stock', 'message_answered',
  'quote_offered', 'quote_answered', 'order_to_pay', 'order_paid_by_transfer', 'exchange_to_pay', 'exchange_confirmed', 'exchange_ended', 'guest_orders',
  'order_to_transfer', 'transfer_ended', 'transfer_part', 'order_on_delivery', 'order_paid_on_delivery', 'shop_opened',
  'account_confirmation', 'password_reset', 'email_change', 'email_changed', 'password_changed', 'account_invitation');
comment on type public.mail_kind is 'What a mail is about';
create type public.mail_state as enum ('queued', 'sent', 'failed');
comment on type public.mail_state is 'Where a mail stands: queued (to be sent, or tried again), sent, failed (given up)';

create table public.mail_texts (
  kind public.mail_kind primary key,
  subject text not null check (length(subject) <= 150 and subject !~ '[\r\n]' and public.is_visible(subject)),
  opening text not null check (length(opening) <= 2000 and (opening = '' or public.is_visible(opening)))
);
comment on table public.mail_texts is 'Subject and opening words of each kind of mail. {name} stands for the first name of the recipient, {number} for that of its order or quote, {product} and {company} for what a mail is about.';
comment on column public.mail_texts.kind is 'The kind of mail';
comment on column public.mail_texts.subject is 'Its subject';
comment on column public.mail_texts.opening is 'Its first paragraphs, above what the mail is about';
insert into public.mail_texts (kind, subject, opening) values
  ('order_placed', 'Your order {number} is not paid yet', E'Dear {name},\n\nThank you for your order. We will start preparing it as soon as you have paid.'),
  ('order_on_terms', 'Thank you for your order {number}', E'Dear {name},\n\nThank you for your order. We are preparing it. Please pay by bank transfer by the due date below, and quote the order number.'),
  ('order_paid', 'Thank you for your order {number}', E'Dear {name},\n\nThank you for your order. It is fully paid, and we are preparing it.'),
  ('parcel_sent', 'Your parcel of order {number} is on its way', E'Dear {name},\n\nWe have sent you a parcel.'),
  ('order_refunded', 'Your refund for order {number}', E'Dear {name},\n\nWe have refunded the amount below. Your bank may take a few days to credit it.'),
  ('return_requested', 'We have received your return request for order {number}', E'Dear {name},\n\nWe have received your request to return the items below. We will reply soon.'),
  ('return_approved', 'Your return of order {number} is approved', E'Dear {name},\n\nPlease send us the items below. We will refund or exchange them once they have arrived.'),
  ('return_refused', 'About your return of order {number}', E'Dear {name},\n\nWe cannot accept a return of the items below.'),
  ('company_approved', 'You can order wholesale now', E'Dear {name},\n\nWelcome. {company} is approved for wholesale. Sign in to see your prices.'),
  ('company_refused', 'Your wholesale application', E'Dear {name},\n\nThank you for your application. We cannot offer {company} wholesale prices at this time.'),
  ('company_invitation', 'Order for {company} at {shop}', E'Hello,\n\nYou have been invited to order for {company} at its own prices. This invitation expires in 14 days.'),
  ('back_in_stock', '{product} is back in stock', 'You asked us to email you when {product} is back in stock. It is available now.'),
  ('message_answered', 'Our answer to your message', E'Dear {name},\n\nThank you for your message.'),
  ('quote_offered', 'Your quote {number}', E'Dear {name},\n\nThank you for your request. Here are our prices for you.'),
  ('quote_answered', 'A message about your quote {number}', E'Dear {name},\n\nWe have replied to you about your quote.'),
  ('order_to_pay', 'Please pay for your order {number}', E'Dear {name},\n\nWe have created your order, as agreed. We will start preparing it as soon as you have paid.'),
  ('order_paid_by_transfer', 'Your payment for order {number} has arrived', E'Dear {name},\n\nThank you. We have received your bank transfer, and your order is paid.'),
  ('order_to_transfer', 'Please transfer the amount of your order {number}', E'Dear {name},\n\nThank you for your order. We will start preparing it as soon as your bank transfer has arrived. Please quote the order number.'),
  ('transfer_part', 'A part of your payment for order {number} has arrived', E'Dear {name},\n\nThank you. We have received a part of the amount of your order. Please transfer the rest below, and quote the order number.'),
  ('transfer_ended', 'We have not received your bank transfer for order {number}', E'Dear {name},\n\nYour bank transfer has not arrived in time, so we no longer hold the items below for you. You can still pay for them while they are in stock. If you have sent the money already, you do not need to do anything: we will send your order if the items are in stock when it arrives, and otherwise refund you.'),
  ('order_on_delivery', 'Thank you for your order {number}', E'Dear {name},\n\nThank you for your order. We are preparing it. You pay when it arrives.'),
  ('order_paid_on_delivery', 'Your payment for order {number} has arrived', E'Dear {name},\n\nThank you. We have received what you paid on delivery, and your order is paid.'),
  ('exchange_to_pay', 'Please pay the difference for your exchange {number}', E'Dear {name},\n\nThe items that you chose in exchange cost more. We will send them as soon as you have paid the difference below.'),
  ('exchange_confirmed', 'We are preparing your exchange {number}', E'Dear {name},\n\nEverything is settled. We are preparing the items below.'),
  ('exchange_ended', 'Your exchange {number} has ended', E'Dear {name},\n\nWe can no longer send you the items below in exchange. If you have sent yours back, we will refund them.'),
  ('guest_orders', 'Add your earlier orders to your account', E'Dear {name},\n\nWith the link below you add the orders that you placed with this email address, without signing in, to your account.'),
  ('shop_opened', '{shop} is open', 'You asked us to email you when {shop} opens. It is open now.');


create table public.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  kind public.mail_kind not null,
  order_id uuid references public.orders on delete cascade,
  record_id uuid,
  recipient text not null check (btrim(recipient) <> '' and length(recipient) <= 320),
  data jsonb not null default '{}',
  state public.mail_state not null default 'queued',
  message_id uuid not null default gen_random_uuid(),
  attempts int not null default 0,
  queued_at timestamptz not null default public.clock(),
  next_try_at timestamptz not null default public.clock(),
  last_error text not null default '' check (length(last_error) <= 500),
  sent_at timestamptz,
  check (num_nonnulls(order_id, record_id) > 0),
  constraint mail_outbox_once unique nulls not distinct (order_id, record_id, kind, recipient)
);
comment on table public.mail_outbox is 'Mails to customers, each at most once for its kind, record and recipient';
comment on column public.mail_outbox.id is 'Identifies the mail';
comment on column public.mail_outbox.kind is 'What it is about';
comment on column public.mail_outbox.order_id is 'The order that it is about';
comment on column public.mail_outbox.record_id is 'The parcel, refund, return, part of a payment, company, invitation, contact message, stock request, quote, message of a quote or account that it is about; empty where that is the order';
comment on column public.mail_outbox.recipient is 'The email address';
comment on column public.mail_outbox.data is 'What it says beyond what the order keeps';
comment on column public.mail_outbox.state is 'queued, sent or failed';
comment on column public.mail_outbox.message_id is 'First part of its Message-ID, the same for each attempt, so that a mail program shows what arrives twice once';
comment on column public.mail_outbox.attempts is 'How often sending it was begun';
comment on column public.mail_outbox.queued_at is 'When it was queued, or queued again by an administrator';
comment on column public.mail_outbox.next_try_at is 'When it is to be sent, while it is queued; nobody else sends it before';
comment on column public.mail_outbox.last_error is 'Why the last attempt failed';
comment on column public.mail_outbox.sent_at is 'When the mail server last took it; empty until then';

create index mail_outbox_due_idx on public.mail_outbox (next_try_at) where state = 'queued';
create index mail_outbox_failed_idx on public.mail_outbox (queued_at desc, id) where state = 'failed';

-- The mail about an unpaid order waits, and is dropped when the order is paid or cancelled meanwhile: whoever pays at once gets one mail.
create function private.queue_order_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    delete from public.mail_outbox m
      where m.order_id = new.id and m.kind = 'order_placed' and m.state = 'queued' and m.sent_at is null;
  end if;
  -- A return has mails of its own.
  if (new.status in ('Pending', 'OnTerms') and new.exchange_of is null or new.status = 'Paid') and btrim(new.email) <> '' then
    insert into public.mail_outbox (order_id, recipient, kind, next_try_at)
    values (new.id, btrim(new.email), case
      when new.exchange_of is not null then 'exchange_confirmed' when new.status = 'Pending' then 'order_placed'
      when new.status = 'OnTerms' then case when private.is_on_delivery(new) then 'order_on_delivery' else 'order_on_terms' end
      -- One on terms may be long sent.
      when new.due_at is null then 'order_paid' when private.is_on_delivery(new) then 'order_paid_on_delivery'
      else 'order_paid_by_transfer' end::public.mail_kind,
      case when new.status = 'Pending' then public.clock() + interval '10 minutes' else public.clock() end)
    on conflict on constraint mail_outbox_once do nothing;
  end if;
  return null;
end;
$$;
comment on function private.queue_order_mail() is 'Queues the mail about an order that was placed, on terms or not, or paid';

-- Instead of the mail about an order that is not paid yet.
create function private.queue_transfer_mail(p_order public.orders, p_kind public.mail_kind, p_record uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.mail_outbox m where m.order_id = p_order.id and m.kind = 'order_placed' and m.state = 'queued' and m.sent_at is null;
  insert into public.mail_outbox (order_id, record_id, recipient, kind)
  select p_order.id, p_record, btrim(p_order.email), p_kind where btrim(p_order.email) <> ''
  on conflict on constraint mail_outbox_once do nothing;
end;
$$;
comment on function private.queue_transfer_mail(public.orders, public.mail_kind, uuid) is 'Queues a mail that says what is to be paid by bank transfer: of the order, or of the rest after a part';

create function private.queue_ended_transfers(p_orders uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.mail_outbox (order_id, recipient, kind)
  select o.id, btrim(o.email), 'transfer_ended' from public.orders o
  where o.id = any (p_orders) and o.status = 'Pending' and btrim(o.email) <> ''
    and exists (select from public.payment_attempts a where a.order_id = o.id and a.status = 'awaited')
  on conflict on constraint mail_outbox_once do nothing;
end;
$$;
comment on function private.queue_ended_transfers(uuid[]) is 'Queues a mail, once, about those of these orders whose bank transfer has not arrived while their pieces were held';

create function private.queue_refund_mail(p_refund uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.mail_outbox (order_id, record_id, recipient, kind, data)
  select o.id, r.id, btrim(o.email), 'order_refunded', jsonb_build_object('refund', jsonb_build_object(
    'amount', private.units(r.amount_minor, r.currency), 'shipping', private.units(r.shipping_minor, r.currency), 'currency', r.currency, 'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('item', l.order_item_id, 'quantity', l.quantity)), '[]')
      from public.refund_lines l where l.refund_id = r.id)))
  from public.refunds r join public.orders o on o.id = r.order_id where r.id = p_refund and btrim(o.email) <> ''
  on conflict on constraint mail_outbox_once do nothing;
end;
$$;
comment on function private.queue_refund_mail(uuid) is 'Queues the mail about a refund that is done, of all or of a part';

create function private.queue_again(p_kind public.mail_kind, p_record uuid, p_recipient text, p_data jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.mail_outbox (record_id, recipient, kind, data)
  select p_record, btrim(p_recipient), p_kind, p_data where btrim(p_recipient) <> ''
  on conflict on constraint mail_outbox_once do update
    set data = excluded.data, state = 'queued', message_id = excluded.message_id, attempts = 0,
      queued_at = public.clock(), next_try_at = public.clock(), last_error = '';
end;
$$;
comment on function private.queue_again(public.mail_kind, uuid, text, jsonb) is 'Queues a mail that may be sent again with other words: each correction is another mail';

create function private.queue_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_again('message_answered', new.id, new.email, jsonb_build_object(
    'name', new.firstname, 'message', new.message, 'answer', new.answer));
  return null;
end;
$$;
comment on function private.queue_answer() is 'Queues the answer to a contact message; a corrected answer is another mail';

create function public.queue_back_in_stock(p_limit int default 500) returns int
language plpgsql security definer set search_path = '' as $$
declare
  queued int;
begin
  with asked as materialized (select distinct r.variant_id from public.stock_requests r),
  back as materialized (
    select v.id, v.size, v.color, p.id as product_id, p.title
    from asked join public.product_variants v on v.id = asked.variant_id join public.products p on p.id = v.product_id
    where v.archived_at is null and p.status = 'published' and case v.policy
      when 'deny' then v.on_hand > v.held when 'backorder' then true else p.availability = 'InStock' end),
  due as materialized (
    select r.id from public.stock_requests r where r.variant_id in (select back.id from back)
    order by r.created_at limit greatest(p_limit, 0) for update skip locked),
  claimed as (
    delete from public.stock_requests r using due where r.id = due.id returning r.id, r.variant_id, r.email)
  insert into public.mail_outbox (record_id, recipient, kind, data)
  select c.id, c.email, 'back_in_stock', jsonb_build_object('productId', b.product_id, 'product', b.title, 'size', b.size, 'color', b.color)
  from claimed c join back b on b.id = c.variant_id;
  get diagnostics queued = row_count;
  return queued;
end;
$$;
comment on function public.queue_back_in_stock(int) is
  'Queues a mail for each of the oldest requests whose variant is in stock again, instead of the request, and returns their number; called by the scheduled task';

create function private.mail_pause(p_attempts int) returns interval
language plpgsql immutable set search_path = '' as $$
begin
  return least(interval '1 minute' * 2 ^ p_attempts, interval '4 hours');
end;
$$;
comment on function private.mail_pause(int) is
  'How long a mail waits after this number of attempts: 2 minutes, 4, 8 … up to 4 hours; 13 attempts take a day';

create function public.claim_mails(p_limit int)
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

create function public.finish_mail(p_id uuid, p_error text default null, p_is_final boolean default false) returns void
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

create function public.purge_mails() returns int
language plpgsql security definer set search_path = '' as $$
declare
  purged int;
begin
  delete from public.mail_outbox
    where order_id is null and state <> 'queued' and queued_at < public.clock() - interval '30 days';
  get diagnostics purged = row_count;
  delete from public.company_invitations where ends_at <= public.clock();
  return purged;
end;
$$;
comment on function public.purge_mails() is
  'Deletes mails of more than 30 days ago that are not about an order, and returns their number; deletes invitations that have ended too. Called by the scheduled task.';

create function office.send_mail_again(p_id uuid) returns boolean
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

alter table public.mail_texts enable row level security;
grant select, update (subject, opening) on public.mail_texts to authenticated;
create policy mail_texts_select_admin on public.mail_texts for select to authenticated
  using ((select public.is_admin()));
create policy mail_texts_update_admin on public.mail_texts for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

alter table public.mail_outbox enable row level security;
-- Not `data`: with the links of accounts, administrators could sign in as anybody.
grant select (id, kind, order_id, record_id, recipient, state, attempts, queued_at, next_try_at, last_error, sent_at)
  on public.mail_outbox to authenticated;
create policy mail_outbox_select_admin on public.mail_outbox for select to authenticated
  using ((select public.is_admin()));

-- Not for orders that are restored from the trash or a backup.
create trigger orders_queue_first_mail after insert on public.orders
  for each row when (new.created_at = public.clock())
  execute function private.queue_order_mail();
create trigger orders_queue_mail after update of status on public.orders
  for each row when (new.status is distinct from old.status)
  execute function private.queue_order_mail();
create trigger contact_messages_queue_answer after update of answer on public.contact_messages
  for each row when (new.answer <> '' and new.answer is distinct from old.answer)
  execute function private.queue_answer();
