-- Companies in the back office.

create function office.list_companies(
  p_q text default '', p_statuses text default '', p_sort text default 'created-desc', p_limit int default 25, p_page int default 1
) returns table (
  id uuid, name text, vat_id text, city text, country text, status public.company_status, price_list text,
  members int, orders int, created_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  statuses constant public.company_status[] := string_to_array(nullif(p_statuses, ''), ',');
  words constant text[] := private.query_words(p_q);
  page_size constant int := least(greatest(coalesce(p_limit, 25), 1), 100);
  fitting uuid[];
begin
  perform private.require_admin();
  fitting := array(
    select c.id from public.companies c join public.countries l on l.code = c.country
    where (statuses is null or c.status = any (statuses))
      and private.contains_words(concat_ws(' ', c.name, c.vat_id, c.address, c.postcode, c.city, l.name, c.phone), words)
    order by
      case when p_sort = 'created-asc' then c.created_at end,
      case when p_sort = 'name-asc' then lower(c.name) end,
      case when p_sort = 'name-desc' then lower(c.name) end desc,
      case when p_sort = 'status-asc' then c.status end,
      case when p_sort = 'status-desc' then c.status end desc,
      c.created_at desc, c.id);
  return query
    select c.id, c.name, c.vat_id, c.city, l.name, c.status, coalesce(p.name, ''),
      (select count(*)::int from public.company_members m where m.company_id = c.id),
      (select count(*)::int from public.orders o where o.company_id = c.id), c.created_at, cardinality(fitting)::bigint
    from unnest(fitting) with ordinality f (id, place) join public.companies c on c.id = f.id
    join public.countries l on l.code = c.country left join public.price_lists p on p.id = c.price_list_id
    order by f.place limit page_size offset private.page_start(p_page, page_size, cardinality(fitting));
end;
$$;
comment on function office.list_companies(text, text, text, int, int) is
  'One page of the companies with these words in name, VAT number, place or phone, with how many members and orders they have. p_statuses joined by commas; p_sort created, name or status with -asc or -desc. Administrators only (not_an_administrator).';

create function office.read_company(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.company_json(p_id) || jsonb_build_object(
    'orders', (
      select jsonb_build_object('count', count(*), 'spent', coalesce(sum(o.total_price) filter (where o.status = 'Paid'), 0),
        'unpaid', coalesce(sum(o.total_price) filter (where o.status = 'OnTerms'), 0)) from public.orders o where o.company_id = p_id),
    'price_lists', (
      select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name) order by lower(l.name), l.id), '[]')
      from public.price_lists l));
end;
$$;
comment on function office.read_company(uuid) is
  'A company as company_json, with its orders: {count, spent: what those came to that are paid, unpaid: what those do on terms}, and all price_lists: [{id, name}]; null where there is none. Administrators only (not_an_administrator).';

create function office.answer_company(p_id uuid, p_status public.company_status) returns boolean
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

create function office.change_member(p_company uuid, p_member uuid, p_role public.company_role default null) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.change_member(p_company, p_member, p_role);
end;
$$;
comment on function office.change_member(uuid, uuid, public.company_role) is
  'Changes the role of a member of a company, or removes them where it is null; false where they are none. Errors (in detail): not_an_administrator, last_manager.';
