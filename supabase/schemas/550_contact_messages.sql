-- Messages from the contact form.

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  firstname text not null default '' check (length(firstname) <= 200),
  lastname text not null default '' check (length(lastname) <= 200),
  email text not null check (btrim(email) <> '' and length(email) <= 320),
  message text not null check (btrim(message) <> '' and length(message) <= 10000),
  created_at timestamptz not null default public.clock(),
  read_at timestamptz,
  answer text not null default '' check (length(answer) <= 10000),
  answered_at timestamptz,
  product_id uuid,
  constraint contact_messages_message_visible check (public.is_visible(message)),
  constraint contact_messages_firstname_visible check (firstname = '' or public.is_visible(firstname)),
  constraint contact_messages_lastname_visible check (lastname = '' or public.is_visible(lastname)),
  constraint contact_messages_answer_visible check (answer = '' or public.is_visible(answer))
);
comment on table public.contact_messages is 'Messages from the contact form';
comment on column public.contact_messages.id is 'Identifies the message';
comment on column public.contact_messages.firstname is 'First name of the writer';
comment on column public.contact_messages.lastname is 'Last name of the writer';
comment on column public.contact_messages.email is 'Where to answer';
comment on column public.contact_messages.message is 'What was written';
comment on column public.contact_messages.created_at is 'When it came';
comment on column public.contact_messages.read_at is 'When an administrator read it; empty while unread';
comment on column public.contact_messages.answer is 'What an administrator answered, by mail';
comment on column public.contact_messages.answered_at is 'When it was marked as answered; empty until then';
comment on column public.contact_messages.product_id is 'The product that it asks about; the message outlives it, and names it again when it is restored';

create index contact_messages_created_at_idx on public.contact_messages (created_at desc, id);
create index contact_messages_unread_idx on public.contact_messages (created_at desc)
  where read_at is null;
create index contact_messages_words_idx on public.contact_messages using gin
  (lower(firstname || ' ' || lastname || ' ' || email || ' ' || message) extensions.gin_trgm_ops);
create index contact_messages_read_idx on public.contact_messages (created_at desc, id)
  where read_at is not null;

create function public.add_contact_message(p_firstname text, p_lastname text, p_email text, p_message text, p_product uuid default null)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.act_for(null);
  insert into public.contact_messages (firstname, lastname, email, message, product_id)
  values (p_firstname, p_lastname, p_email, p_message, p_product);
end;
$$;
comment on function public.add_contact_message(text, text, text, text, uuid) is
  'Adds a message from the contact form, about a product if one is given. For the service role: the API counts messages first.';

create function office.mark_contact_messages(
  p_ids uuid[], p_read boolean default null, p_answered boolean default null
) returns int
language plpgsql security definer set search_path = '' as $$
declare
  changed int;
begin
  perform private.require_admin();
  -- What was answered was read.
  update public.contact_messages m
  set answered_at = case when coalesce(p_answered, m.answered_at is not null) then coalesce(m.answered_at, public.clock()) end,
    read_at = case when coalesce(p_read, p_answered or m.read_at is not null) then coalesce(m.read_at, public.clock()) end
  where id = any (p_ids)
    and ((read_at is not null) is distinct from coalesce(p_read, p_answered or read_at is not null)
      or (answered_at is not null) is distinct from coalesce(p_answered, answered_at is not null));
  get diagnostics changed = row_count;
  return changed;
end;
$$;
comment on function office.mark_contact_messages(uuid[], boolean, boolean) is
  'Marks contact messages as read or unread, answered or not; null leaves that as it is. How many changed. Administrators only (not_an_administrator).';

create function office.answer_contact_message(p_id uuid, p_answer text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update public.contact_messages
  set answer = p_answer, answered_at = public.clock(), read_at = coalesce(read_at, public.clock()) where id = p_id;
  return found;
end;
$$;
comment on function office.answer_contact_message(uuid, text) is
  'Writes the answer to a contact message and marks it as answered. False where there is no such message. Administrators only (not_an_administrator).';

alter table public.contact_messages enable row level security;
grant select on public.contact_messages to authenticated;
create policy contact_messages_select_admin on public.contact_messages for select to authenticated
  using ((select public.is_admin()));
