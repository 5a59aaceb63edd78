-- What the payment provider told us, each message once.

create table public.payment_events (
  id text primary key check (id <> '' and length(id) <= 300),
  reference text not null default '',
  event text not null default '',
  payload jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index payment_events_reference_idx on public.payment_events (reference);
create index payment_events_created_at_idx on public.payment_events (created_at desc);

comment on table public.payment_events is 'Messages of the payment provider about payments. Kept even when no order fits, so that money without an order can be found.';
comment on column public.payment_events.id is 'Unique key of the message; a repeated message is stored once';
comment on column public.payment_events.reference is 'Payment reference the message is about';
comment on column public.payment_events.event is 'Kind of message, for instance charge.success';
comment on column public.payment_events.payload is 'The message as it came';
comment on column public.payment_events.created_at is 'When it first came';

alter table public.payment_events enable row level security;
revoke all on public.payment_events from anon, authenticated;
grant select on public.payment_events to authenticated;
grant all on public.payment_events to service_role;

create policy payment_events_select_admin on public.payment_events for select to authenticated
  using ((select public.is_admin()));
