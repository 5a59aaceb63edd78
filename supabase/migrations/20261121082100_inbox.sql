-- The inbox: contact messages in pages, searched, unread ones counted.

create index contact_messages_unread_idx on public.contact_messages (created_at desc)
  where read_at is null;
create index contact_messages_words_idx on public.contact_messages using gin
  (lower(firstname || ' ' || lastname || ' ' || email || ' ' || message) extensions.gin_trgm_ops);

create function private.like_pattern(p_text text) returns text
language sql immutable set search_path = '' as $$
  select '%' || regexp_replace(lower(btrim(p_text)), '([\\%_])', '\\\1', 'g') || '%';
$$;
comment on function private.like_pattern(text) is 'A pattern for texts that hold this one, whatever signs it has';
revoke execute on function private.like_pattern(text) from public, anon, authenticated;

-- A page past the end answers the last one, so that a list that became shorter is never seen empty.
create function public.list_contact_messages(
  p_query text default '', p_state text default '', p_oldest_first boolean default false,
  p_limit int default 25, p_page int default 1
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant text := private.like_pattern(coalesce(p_query, ''));
  size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  total int;
  page int;
begin
  perform private.require_admin();
  select count(*) into total from public.contact_messages m
  where (wanted = '%%' or lower(m.firstname || ' ' || m.lastname || ' ' || m.email || ' ' || m.message) like wanted)
    and (p_state is distinct from 'unread' or m.read_at is null)
    and (p_state is distinct from 'read' or m.read_at is not null);
  page := least(greatest(coalesce(p_page, 1), 1), greatest(ceil(total::numeric / size)::int, 1));
  return jsonb_build_object('total', total, 'page', page, 'messages', coalesce((
    select jsonb_agg(to_jsonb(f) order by
      case when p_oldest_first then f.created_at end, f.created_at desc, f.id)
    from (
      select m.id, m.firstname, m.lastname, m.email, m.message, m.created_at, m.read_at
      from public.contact_messages m
      where (wanted = '%%' or lower(m.firstname || ' ' || m.lastname || ' ' || m.email || ' ' || m.message) like wanted)
        and (p_state is distinct from 'unread' or m.read_at is null)
        and (p_state is distinct from 'read' or m.read_at is not null)
      order by case when p_oldest_first then m.created_at end, m.created_at desc, m.id
      limit size offset (page - 1) * size) f), '[]'));
end;
$$;
comment on function public.list_contact_messages(text, text, boolean, int, int) is
  'One page of contact messages as {total, page, messages}; state is read, unread or empty for all. Administrators only (not_an_administrator).';

create function public.mark_contact_messages(p_ids uuid[], p_read boolean) returns int
language plpgsql security definer set search_path = '' as $$
declare
  changed int;
begin
  perform private.require_admin();
  update public.contact_messages set read_at = case when p_read then now() end
  where id = any (p_ids) and (read_at is not null) is distinct from p_read;
  get diagnostics changed = row_count;
  return changed;
end;
$$;
comment on function public.mark_contact_messages(uuid[], boolean) is
  'Marks contact messages as read or unread; how many changed. Administrators only (not_an_administrator).';

revoke execute on function
  public.list_contact_messages(text, text, boolean, int, int),
  public.mark_contact_messages(uuid[], boolean) from public, anon, authenticated;
grant execute on function
  public.list_contact_messages(text, text, boolean, int, int),
  public.mark_contact_messages(uuid[], boolean) to authenticated;
