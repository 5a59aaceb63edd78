-- The questions on the page for questions.

create table public.faqs (
  id uuid primary key default gen_random_uuid(),
  question text not null check (btrim(question) <> '' and length(question) <= 500),
  answer text not null check (btrim(answer) <> '' and length(answer) <= 10000),
  position int not null default 0 check (position >= 0),
  created_at timestamptz not null default public.clock(),
  updated_at timestamptz not null default public.clock(),
  constraint faqs_question_visible check (public.is_visible(question)),
  constraint faqs_answer_visible check (public.is_visible(answer))
);
comment on table public.faqs is 'Frequently asked questions, with answers; shown on the page /faqs';
comment on column public.faqs.id is 'Identifies the question';
comment on column public.faqs.question is 'The question, as a customer would ask it';
comment on column public.faqs.answer is 'The answer; an empty line begins a paragraph';
comment on column public.faqs.position is 'Place on the page, from 1; 0 puts a new one at the end';
comment on column public.faqs.created_at is 'When it was written';
comment on column public.faqs.updated_at is 'When it was last changed; kept by a trigger';

create index faqs_position_idx on public.faqs (position, created_at, id);

create function private.set_faq_position() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.position = 0 then
    new.position := coalesce((select max(f.position) from public.faqs f), 0) + 1;
  end if;
  return new;
end;
$$;
comment on function private.set_faq_position() is 'Puts a new question at the end';

create function office.move_faq(p_id uuid, p_place int) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  -- One move at a time, so that each begins with the result of the one before.
  perform pg_advisory_xact_lock(hashtextextended('the order of the questions', 0));
  if not exists (select 1 from public.faqs f where f.id = p_id) then
    return false;
  end if;
  update public.faqs f set position = o.place
  from private.reordered(array(select id from public.faqs order by position, created_at, id), p_id, p_place) o
  where f.id = o.id and f.position <> o.place;
  return true;
end;
$$;
comment on function office.move_faq(uuid, int) is
  'Puts a question at this place, from 1, and those behind it one further; past the end it is the last. False where there is no such question. Administrators only (not_an_administrator).';

alter table public.faqs enable row level security;
grant select on public.faqs to anon, authenticated;
grant insert (id, question, answer), update (question, answer) on public.faqs to authenticated;
create policy faqs_select_all on public.faqs for select to anon, authenticated using (true);
create policy faqs_insert_admin on public.faqs for insert to authenticated
  with check ((select public.is_admin()));
create policy faqs_update_admin on public.faqs for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

create trigger faqs_set_position before insert on public.faqs
  for each row execute function private.set_faq_position();
create trigger faqs_set_updated_at before update on public.faqs
  for each row when (old.* is distinct from new.*) execute function private.set_updated_at();
