-- Who buys for a company: asking for wholesale, invitations, and what members may do.

create table public.company_invitations (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references public.companies on delete cascade,
  email text not null check (email like '%_@_%' and length(email) <= 254),
  role public.company_role not null default 'buyer',
  created_at timestamptz not null default public.clock(),
  ends_at timestamptz not null default public.clock() + interval '14 days',
  constraint company_invitations_once unique (company_id, email)
);
comment on table public.company_invitations is 'Invitations to buy for a company, until they are accepted or end. The link in the mail is signed, and kept nowhere.';
comment on column public.company_invitations.id is 'Identifies the invitation; another one to the same address has another';
comment on column public.company_invitations.company_id is 'The company';
comment on column public.company_invitations.email is 'The address that the mail goes to, and that of the account that may accept it';
comment on column public.company_invitations.role is 'What the new member will be: buyer or manager';
comment on column public.company_invitations.created_at is 'When it was sent';
comment on column public.company_invitations.ends_at is 'Until when it can be accepted';

create function public.managed_company() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select m.company_id from public.company_members m where m.user_id = auth.uid() and m.role = 'manager');
end;
$$;
comment on function public.managed_company() is 'The company that the signed-in customer manages, approved or not; null without one';
grant execute on function public.managed_company() to authenticated;

create function public.request_company(
  p_name text, p_vat_id text, p_address text, p_postcode text, p_city text, p_country text, p_phone text, p_about text
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := public.own_company();
begin
  perform private.require_customer();
  if company is null then
    insert into public.companies (name, vat_id, address, postcode, city, country, phone, about)
    values (p_name, p_vat_id, p_address, p_postcode, p_city, p_country, p_phone, p_about) returning id into company;
    insert into public.company_members (user_id, company_id, role) values (auth.uid(), company, 'manager');
    return company;
  end if;
  -- The number may be another one now, which nobody has checked yet.
  update public.companies
    set name = p_name, vat_id = p_vat_id, address = p_address, postcode = p_postcode, city = p_city, country = p_country,
      phone = p_phone, about = p_about, status = 'requested', tax_free = false
    where id = company and id = public.managed_company() and status = 'refused';
  if not found then
    raise exception 'You belong to a company already.' using detail = 'has_company';
  end if;
  return company;
end;
$$;
comment on function public.request_company(text, text, text, text, text, text, text, text) is
  'Asks for wholesale: the signed-in customer becomes manager of a company that waits for an answer. A refused company may ask again. Returns its id. Errors (in detail): not_a_customer, has_company.';
grant execute on function public.request_company(text, text, text, text, text, text, text, text) to authenticated;

create function private.company_json(p_company uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select to_jsonb(c) || jsonb_build_object(
      'country_name', (select l.name from public.countries l where l.code = c.country),
      'price_list', coalesce((select l.name from public.price_lists l where l.id = c.price_list_id), ''),
      'members', (
        select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'firstname', p.firstname, 'lastname', p.lastname,
          'email', p.email, 'role', m.role, 'created_at', m.created_at) order by m.created_at, p.id), '[]')
        from public.company_members m join public.profiles p on p.id = m.user_id where m.company_id = c.id))
    from public.companies c where c.id = p_company);
end;
$$;
comment on function private.company_json(uuid) is
  'A company with country_name, the name of its price_list, and members: [{id, firstname, lastname, email, role, created_at}]';

create function public.read_own_company() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.company_json(public.own_company()) || jsonb_build_object(
    'role', (select m.role from public.company_members m where m.user_id = auth.uid()),
    'invitations', (
      select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'email', i.email, 'role', i.role, 'ends_at', i.ends_at)
        order by i.created_at, i.id), '[]')
      from public.company_invitations i where i.company_id = public.managed_company() and i.ends_at > public.clock()));
end;
$$;
comment on function public.read_own_company() is
  'The company of the signed-in customer as company_json, with their role and, for managers, its open invitations: [{id, email, role, ends_at}]; null without one';
grant execute on function public.read_own_company() to authenticated;

create function public.company_orders(p_limit int default 20, p_page int default 1) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size constant int := least(greatest(coalesce(p_limit, 20), 1), 100);
  company constant uuid := public.own_company();
  all_of_it constant boolean := public.managed_company() is not null;
  fitting constant bigint := (
    select count(*) from public.orders o where o.company_id = company and (all_of_it or o.user_id = auth.uid()));
begin
  return jsonb_build_object('total', fitting, 'orders', (
    select coalesce(jsonb_agg(listed), '[]') from (
      select o.id, o.number, o.created_at, o.status, o.total_price, o.currency, o.po_number, o.due_at,
        btrim(o.firstname || ' ' || o.lastname) as buyer
      from public.orders o where o.company_id = company and (all_of_it or o.user_id = auth.uid())
      order by o.created_at desc, o.id limit page_size offset private.page_start(p_page, page_size, fitting)) listed));
end;
$$;
comment on function public.company_orders(int, int) is
  'One page of the orders for the company of the signed-in customer, newest first, as {total, orders: [{id, number, created_at, status, total_price in the currency of the shop, currency, po_number, due_at: until when one on terms is to be paid, buyer}]}: managers see all of them, buyers their own';
grant execute on function public.company_orders(int, int) to authenticated;

create function private.require_manager() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  company constant uuid := public.managed_company();
begin
  perform private.require_customer();
  if company is null then
    raise exception 'Only managers of a company may do this.' using detail = 'not_a_manager';
  end if;
  return company;
end;
$$;
comment on function private.require_manager() is 'The company that the signed-in customer manages; refuses anybody else (not_a_customer, not_a_manager)';

create function public.invite_member(p_email text, p_role public.company_role) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  company constant public.companies := private.company_of(auth.uid());
  invited constant text := lower(btrim(p_email));
  made uuid;
begin
  perform private.require_manager();
  if company.id is null then
    raise exception 'Your company is not approved yet.' using detail = 'not_approved';
  end if;
  -- A mail to an address that may be anybody's.
  perform private.require_order_rate('invitation', auth.uid());
  if exists (select from public.company_members m join public.profiles p on p.id = m.user_id
    where m.company_id = company.id and lower(p.email) = invited) then
    raise exception 'This person is a member already.' using detail = 'is_member';
  end if;
  delete from public.company_invitations i where i.company_id = company.id and (i.email = invited or i.ends_at <= public.clock());
  insert into public.company_invitations (company_id, email, role) values (company.id, invited, p_role) returning id into made;
  insert into public.mail_outbox (record_id, recipient, kind, data)
  select made, invited, 'company_invitation', jsonb_build_object('invitation', made, 'company', company.name,
    'invitedBy', btrim(p.firstname || ' ' || p.lastname))
  from public.profiles p where p.id = auth.uid();
  return made;
end;
$$;
comment on function public.invite_member(text, public.company_role) is
  'Invites somebody by mail to buy for the company that the signed-in customer manages, in place of an earlier invitation to this address. Returns the id of the invitation. Errors (in detail): not_a_customer, not_a_manager, not_approved, is_member; with SQLSTATE PT429 too_many_tries.';
grant execute on function public.invite_member(text, public.company_role) to authenticated;

create function private.change_member(p_company uuid, p_member uuid, p_role public.company_role) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  before public.company_role;
begin
  -- Two managers who take the role from each other queue here.
  perform from public.companies c where c.id = p_company for no key update;
  select m.role into before from public.company_members m where m.user_id = p_member and m.company_id = p_company;
  if before is null then
    return false;
  end if;
  if before = 'manager' and p_role is distinct from 'manager' and not exists (
    select from public.company_members m where m.company_id = p_company and m.role = 'manager' and m.user_id <> p_member) then
    raise exception 'A company needs a manager. Make somebody else one first!' using detail = 'last_manager';
  end if;
  if p_role is null then
    delete from public.company_members where user_id = p_member;
  else
    update public.company_members set role = p_role where user_id = p_member;
  end if;
  return true;
end;
$$;
comment on function private.change_member(uuid, uuid, public.company_role) is
  'Changes the role of a member of a company, or removes them where it is null; false where they are none. Refuses to take the last manager away (last_manager).';

create function public.change_member(p_member uuid, p_role public.company_role default null) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  leaves constant boolean := p_role is null and p_member is not distinct from auth.uid();
begin
  return private.change_member(case when leaves then public.own_company() else private.require_manager() end, p_member, p_role);
end;
$$;
comment on function public.change_member(uuid, public.company_role) is
  'Changes the role of a member of the company that the signed-in customer manages, or removes them where it is null; everybody may remove themselves. False where there is no such member. Errors (in detail): not_a_customer, not_a_manager, last_manager.';
grant execute on function public.change_member(uuid, public.company_role) to authenticated;

create function public.accept_invitation(p_invitation uuid, p_customer uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  invited public.company_invitations;
  company public.companies;
begin
  perform private.act_for(p_customer);
  perform private.require_customer();
  delete from public.company_invitations where id = p_invitation and ends_at > public.clock() returning * into invited;
  select * into company from public.companies where id = invited.company_id and status = 'approved';
  if company.id is null then
    raise exception 'This invitation has ended.' using detail = 'invitation_ended';
  end if;
  -- The link may have been sent on.
  if not exists (select from public.profiles p where p.id = p_customer and lower(p.email) = invited.email) then
    raise exception 'This invitation is for %. Please sign in with that address.', invited.email using detail = 'other_address';
  end if;
  delete from public.company_members m using public.companies c
    where m.user_id = p_customer and c.id = m.company_id and c.status = 'refused';
  if public.own_company() is not null then
    raise exception 'You belong to a company already.' using detail = 'has_company';
  end if;
  insert into public.company_members (user_id, company_id, role) values (p_customer, company.id, invited.role);
  return company.name;
end;
$$;
comment on function public.accept_invitation(uuid, uuid) is
  'Makes this customer a member of the company that invited them, and returns its name. For the service role: the API checks the signed link first. Errors (in detail): not_a_customer, invitation_ended, other_address, has_company.';

alter table public.company_invitations enable row level security;
grant select, delete on public.company_invitations to authenticated;
create policy company_invitations_select_manager_or_admin on public.company_invitations for select to authenticated
  using (company_id = (select public.managed_company()) or (select public.is_admin()));
create policy company_invitations_delete_manager on public.company_invitations for delete to authenticated
  using (company_id = (select public.managed_company()));
