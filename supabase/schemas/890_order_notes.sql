-- What administrators note on orders, and to whom they hand them.

create table public.order_notes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders on delete cascade,
  note text not null check (length(note) <= 5000),
  author_id uuid default auth.uid(),
  created_at timestamptz not null default public.clock(),
  constraint order_notes_note_visible check (public.is_visible(note))
);
comment on table public.order_notes is 'Notes of administrators on orders; deleted and restored with the order';
comment on column public.order_notes.id is 'Identifies the note';
comment on column public.order_notes.order_id is 'The order';
comment on column public.order_notes.note is 'What was noted';
comment on column public.order_notes.author_id is 'The user (auth.users) who wrote it; kept when that login is deleted';
comment on column public.order_notes.created_at is 'When it was written';

create index order_notes_order_id_idx on public.order_notes (order_id, created_at desc, id);

create function public.own_notes() returns table (note text, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select n.note, n.created_at from (
    select c.id, c.note, c.created_at from public.customer_notes c where c.user_id = (select auth.uid())
    union all
    select o.id, o.note, o.created_at from public.order_notes o join public.orders r on r.id = o.order_id
    where r.user_id = (select auth.uid())) n
  order by n.created_at desc, n.id;
$$;
comment on function public.own_notes() is 'What the shop noted about the signed-in customer and their orders, newest first; notes are personal data';
grant execute on function public.own_notes() to authenticated;

create function office.assign_orders(p_ids uuid[], p_to uuid default null) returns int
language plpgsql security definer set search_path = '' as $$
declare
  assigned int;
begin
  perform private.require_admin();
  perform private.refuse_at('validation_failed', 'Not an administrator', array(
    select 'administrator' where p_to is not null and not exists (select from public.administrators a where a.id = p_to)));
  perform from public.orders o where o.id = any (p_ids) order by o.id for no key update;
  update public.orders set assigned_to = p_to where id = any (p_ids);
  get diagnostics assigned = row_count;
  return assigned;
end;
$$;
comment on function office.assign_orders(uuid[], uuid) is
  'Hands orders to an administrator, or to nobody, and returns how many there were. Errors (in detail): not_an_administrator, validation_failed (with the paths of what is wrong as hint).';

alter table public.order_notes enable row level security;
grant select, insert (order_id, note) on public.order_notes to authenticated;
create policy order_notes_select_admin on public.order_notes for select to authenticated
  using ((select public.is_admin()));
create policy order_notes_insert_admin on public.order_notes for insert to authenticated
  with check ((select public.is_admin()));

create trigger order_notes_move_to_trash before delete on public.order_notes
  for each row execute function private.move_to_trash();
select private.audit_table('public.order_notes', p_erase => true);
