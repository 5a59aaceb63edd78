-- What people write through the contact form.

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  firstname text not null default '' check (length(firstname) <= 200),
  lastname text not null default '' check (length(lastname) <= 200),
  email text not null check (btrim(email) <> '' and length(email) <= 320),
  message text not null check (btrim(message) <> '' and length(message) <= 10000),
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index contact_messages_created_at_idx on public.contact_messages (created_at desc, id);

comment on table public.contact_messages is 'Messages from the contact form';
comment on column public.contact_messages.id is 'Identifies the message';
comment on column public.contact_messages.firstname is 'First name of the writer';
comment on column public.contact_messages.lastname is 'Last name of the writer';
comment on column public.contact_messages.email is 'Where to answer';
comment on column public.contact_messages.message is 'What was written';
comment on column public.contact_messages.created_at is 'When it came';
comment on column public.contact_messages.read_at is 'When an administrator read it; empty while unread';

alter table public.contact_messages enable row level security;
revoke all on public.contact_messages from anon, authenticated;
grant insert (firstname, lastname, email, message) on public.contact_messages to anon, authenticated;
grant select, update (read_at), delete on public.contact_messages to authenticated;
grant all on public.contact_messages to service_role;

create policy contact_messages_insert_all on public.contact_messages for insert
  to anon, authenticated with check (read_at is null);
create policy contact_messages_select_admin on public.contact_messages for select to authenticated
  using ((select public.is_admin()));
create policy contact_messages_update_admin on public.contact_messages for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
create policy contact_messages_delete_admin on public.contact_messages for delete to authenticated
  using ((select public.is_admin()));
