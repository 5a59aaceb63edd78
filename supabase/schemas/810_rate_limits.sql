-- Rate limits; counted in the database so that all servers count together.

-- Unlogged: quick to write, and nothing is lost when a crash empties it.
create unlogged table public.rate_limits (
  key text primary key check (length(key) <= 500),
  hits int not null,
  ends_at timestamptz not null
);
comment on table public.rate_limits is 'Counters of attempts, for instance logins of an address in a minute. Safe to empty.';
comment on column public.rate_limits.key is 'What is counted, for instance login:203.0.113.7';
comment on column public.rate_limits.hits is 'Attempts since the window began';
comment on column public.rate_limits.ends_at is 'When the window ends and counting starts again';

create index rate_limits_ends_at_idx on public.rate_limits (ends_at);

create function public.consume_rate_limit(p_key text, p_limit int, p_window interval) returns int
language plpgsql security definer set search_path = '' as $$
declare
  moment timestamptz := private.running_clock();
  counter public.rate_limits;
begin
  insert into public.rate_limits as r (key, hits, ends_at)
  values (left(p_key, 500), 1, moment + p_window)
  on conflict (key) do update set
    hits = case when r.ends_at <= moment then 1 else least(r.hits + 1, p_limit + 1) end,
    ends_at = case when r.ends_at <= moment then excluded.ends_at else r.ends_at end
  returning * into counter;
  -- Each call also deletes a few expired counters; those that others have locked are skipped.
  delete from public.rate_limits where key in (
    select key from public.rate_limits where ends_at < moment - interval '1 hour'
    order by ends_at limit 20 for update skip locked);
  if counter.hits <= p_limit then
    return 0;
  end if;
  return greatest(1, ceil(extract(epoch from counter.ends_at - moment))::int);
end;
$$;
comment on function public.consume_rate_limit(text, int, interval) is
  'Counts an attempt; 0 when it is allowed, else the seconds to wait. At most the given number in each window.';

alter table public.rate_limits enable row level security;
-- Nobody reaches these rows through the API. Stated, so that it does not look like an oversight.
create policy rate_limits_nobody on public.rate_limits for all to anon, authenticated
  using (false) with check (false);
