-- Customers of another shop: accounts without a password, whose owners are invited to choose one.

insert into public.mail_texts (kind, subject, opening) values
  ('account_invitation', 'Your account at {shop}', E'Dear {name},\n\nOur shop has moved to a new place, and your account has come with it. Please choose a password to use it.');

create function private.waits_for_password(p_user uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from auth.users u join public.profiles p on p.id = u.id
    where u.id = p_user and p.imported_at is not null and coalesce(u.encrypted_password, '') = '');
end;
$$;
comment on function private.waits_for_password(uuid) is 'Whether an account was made by an import and nobody has chosen its password yet';

create function private.customer_fields(p_profile public.profiles) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('firstname', p_profile.firstname, 'lastname', p_profile.lastname, 'phone', p_profile.phone,
    'address', p_profile.address, 'city', p_profile.city, 'postcode', p_profile.postcode, 'state', p_profile.state,
    'country', p_profile.country);
end;
$$;
comment on function private.customer_fields(public.profiles) is 'What a file of customers says of a profile';

-- What somebody entered in the account stays: of an account with a password only what is empty is filled in.
create function private.validate_customer_rows(p_rows jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with known as (
      select r.line, r.email, r.note, u.id as user_id, p.id is not null as is_customer, count(*) over (partition by r.email) > 1 as twice,
        private.waits_for_password(u.id) as waits, private.customer_fields(p) as before,
        jsonb_strip_nulls(jsonb_build_object('firstname', r.firstname, 'lastname', r.lastname, 'phone', r.phone, 'address', r.address,
          'city', r.city, 'postcode', r.postcode, 'state', r.state, 'country', coalesce((
            select c.name from public.countries c where length(r.country) <= 3 and c.code = private.country_code(r.country)), r.country))) as sent,
        (select coalesce(jsonb_agg(jsonb_build_object('key', v.key, 'before', c.value, 'after', v.value)), '[]')
          from jsonb_each_text(r.custom) v join public.custom_fields f on f.resource = 'customer' and f.key = v.key
          left join public.custom_values c on c.field_id = f.id and c.record_id = u.id where v.value is distinct from c.value) as custom_changes
      from jsonb_to_recordset(p_rows) r (line int, email text, firstname text, lastname text, phone text, address text, city text,
        postcode text, state text, country text, note text, custom jsonb)
      left join auth.users u on lower(u.email) = r.email
      left join public.profiles p on p.id = u.id),
    -- An address counts as a whole: half of an old one is none.
    merged as (
      select k.*, (
        select coalesce(jsonb_object_agg(s.key, s.value), '{}') from jsonb_each_text(k.sent) s
        where s.value <> '' and s.value is distinct from k.before ->> s.key and (k.user_id is null or k.waits or case
          when s.key in ('firstname', 'lastname', 'phone') then k.before ->> s.key = '' else k.before ->> 'address' = '' end)) as fields
      from known k)
    select coalesce(jsonb_agg(to_jsonb(m) - '{sent, before, custom_changes}'::text[] || jsonb_build_object(
      'custom', (select coalesce(jsonb_object_agg(c ->> 'key', c -> 'after'), '{}') from jsonb_array_elements(m.custom_changes) c),
      'note', case when public.is_visible(m.note) and not exists (
        select from public.customer_notes n where n.user_id = m.user_id and n.note = m.note) then m.note end,
      'problem', case when m.twice then 'This address stands in the file more than once'
        when m.user_id is not null and not m.is_customer then 'This address has an account that is no customer' end,
      'changes', (
        select coalesce(jsonb_agg(jsonb_build_object('field', f.key, 'before', case when m.user_id is not null then m.before ->> f.key end, 'after', f.value)
          order by f.key), '[]')
        from jsonb_each_text(m.fields) f) || (
        select coalesce(jsonb_agg(jsonb_build_object('field', 'custom.' || (c ->> 'key'), 'before', c ->> 'before', 'after', c ->> 'after')
          order by c ->> 'key'), '[]')
        from jsonb_array_elements(m.custom_changes) c)) order by m.line), '[]')
    from merged m);
end;
$$;
comment on function private.validate_customer_rows(jsonb) is
  'Rows of a file of customers with user_id and the fields and the note that they would write, and with their first problem';

create function private.make_imported_accounts(p_validated jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- The auth server finds no account without this instance, and fails on null in the token columns. A trigger makes the profile.
  with made as (
    insert into auth.users (id, instance_id, aud, role, email, email_confirmed_at, confirmation_token, recovery_token, email_change,
      email_change_token_new, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
    select gen_random_uuid(), '00000000-0000-0000-0000-000000000000', 'authenticated', 'authenticated', j.email, public.clock(), '', '', '', '',
      '{"provider": "email", "providers": ["email"]}', j.fields, public.clock(), public.clock()
    from jsonb_to_recordset(p_validated) j (line int, email text, user_id uuid, fields jsonb) where j.user_id is null order by j.line
    on conflict do nothing
    returning id, email)
  insert into auth.identities (id, provider_id, user_id, identity_data, provider, created_at, updated_at)
  select gen_random_uuid(), m.id::text, m.id, jsonb_build_object('sub', m.id, 'email', m.email, 'email_verified', true),
    'email', public.clock(), public.clock()
  from made m;
  update public.profiles p set imported_at = public.clock()
    from jsonb_to_recordset(p_validated) j (email text, user_id uuid) join auth.users u on u.email = j.email
    where j.user_id is null and p.id = u.id;
end;
$$;
comment on function private.make_imported_accounts(jsonb) is
  'Makes accounts for validated rows of a file that have none. Without a password nobody can sign in to them but with a link that was mailed to their address, so that counts as confirmed.';

create function private.invite_customers(p_users uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  invited int;
begin
  update public.profiles p set invited_at = public.clock() where p.id = any (p_users) and private.waits_for_password(p.id);
  get diagnostics invited = row_count;
  perform private.queue_again('account_invitation', p.id, p.email, jsonb_build_object('customer', p.id, 'name', p.firstname, 'email', p.email))
    from public.profiles p where p.id = any (p_users) and private.waits_for_password(p.id);
  return invited;
end;
$$;
comment on function private.invite_customers(uuid[]) is 'Queues an invitation for each of these accounts that still waits for a password; how many there were';

create function office.invite_customers(p_users uuid[]) returns int
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.invite_customers(p_users);
end;
$$;
comment on function office.invite_customers(uuid[]) is
  'Mails those of these customers who came from a file and have no password yet a link to choose one; how many there were. Administrators only (not_an_administrator).';

create function public.invited_account(p_user uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select u.email from auth.users u where u.id = p_user and private.waits_for_password(u.id));
end;
$$;
comment on function public.invited_account(uuid) is
  'The email address of an account that was made by an import, while it has no password; else null. For the service role, which has verified the link.';

create function office.import_customers(p_rows jsonb, p_dry boolean default true, p_invite boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  validated jsonb;
begin
  perform private.require_admin();
  if not p_dry then
    perform pg_advisory_xact_lock(hashtextextended('import of customers', 0));
  end if;
  validated := private.validate_customer_rows(p_rows);
  if not p_dry and not exists (select from jsonb_array_elements(validated) j where j ->> 'problem' is not null) then
    perform private.make_imported_accounts(validated);
    update public.profiles p set firstname = coalesce(f.firstname, p.firstname), lastname = coalesce(f.lastname, p.lastname),
      phone = coalesce(f.phone, p.phone), address = coalesce(f.address, p.address), city = coalesce(f.city, p.city),
      postcode = coalesce(f.postcode, p.postcode), state = coalesce(f.state, p.state), country = coalesce(f.country, p.country)
    from jsonb_to_recordset(validated) j (user_id uuid, fields jsonb)
    cross join lateral jsonb_to_record(j.fields) f (firstname text, lastname text, phone text, address text, city text, postcode text,
      state text, country text)
    where p.id = j.user_id and j.fields <> '{}';
    insert into public.customer_notes (user_id, note)
      select p.id, j.note from jsonb_to_recordset(validated) j (email text, note text)
      join auth.users u on lower(u.email) = j.email join public.profiles p on p.id = u.id where j.note is not null;
    perform private.write_custom_values('customer', p.id, j.custom)
      from jsonb_to_recordset(validated) j (email text, custom jsonb)
      join auth.users u on lower(u.email) = j.email join public.profiles p on p.id = u.id where j.custom <> '{}';
    perform private.link_imported_orders();
    if p_invite then
      perform private.invite_customers(array(
        select u.id from jsonb_to_recordset(validated) j (email text, user_id uuid) join auth.users u on u.email = j.email where j.user_id is null));
    end if;
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('row', j.line, 'label', j.email,
      'action', case when j.problem is not null then 'wrong' when j.user_id is null then 'create'
        when j.changes = '[]' and j.note is null then 'same' else 'update' end,
      'changes', j.changes || case when j.note is null then '[]' else jsonb_build_array(jsonb_build_object('field', 'note', 'before', null, 'after', j.note)) end,
      'problems', case when j.problem is null then '[]'::jsonb
        else jsonb_build_array(jsonb_build_object('field', 'Email', 'message', j.problem)) end) order by j.line), '[]')
    from jsonb_to_recordset(validated) j (line int, email text, user_id uuid, note text, problem text, changes jsonb));
end;
$$;
comment on function office.import_customers(jsonb, boolean, boolean) is
  'Writes rows of a file of customers, [{line, email, firstname?, lastname?, phone?, address?, city?, postcode?, state?, country?, note?, custom?: {key: value}}], all or, where one is wrong or with p_dry, none, and returns what each does, as import_stock. A new address gets an account without a password, with p_invite also an invitation; of an account with a password only what is empty is filled in. Error (in detail): not_an_administrator.';
