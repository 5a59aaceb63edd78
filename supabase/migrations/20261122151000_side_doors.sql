-- Contact messages and reviews are counted by the API, and it asks for the password before an account is deleted. With the
-- public key all three could be had without that, so only the service role may do them now, for the person the API checked.

revoke insert on public.contact_messages, public.reviews from anon, authenticated;
drop policy contact_messages_insert_all on public.contact_messages;
drop policy reviews_insert_own on public.reviews;
drop function public.delete_own_account();

create function private.act_for(p_user uuid) returns void
language sql set search_path = '' as $$
  select set_config('request.jwt.claims', json_build_object(
    'role', case when p_user is null then 'anon' else 'authenticated' end, 'sub', p_user)::text, true);
$$;
comment on function private.act_for(uuid) is
  'For the rest of the transaction auth.uid() and the audit trail name this user, or a visitor for null. Only for functions of the service role.';

-- The claims say for whom the service role acts; a direct connection has none.
create or replace function private.acting(out id uuid, out kind text, out name text)
language plpgsql stable security definer set search_path = '' as $$
declare
  asked_as text := coalesce(
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role',
    nullif(current_setting('role', true), 'none'));
begin
  id := auth.uid();
  name := coalesce(asked_as, session_user);
  if id is null then
    kind := case asked_as when 'anon' then 'visitor' when 'service_role' then 'service' else 'database' end;
    return;
  end if;
  select 'administrator', coalesce(nullif(a.firstname, ''), a.email) into kind, name
    from public.administrators a where a.id = acting.id;
  if not found then
    kind := 'customer';
    name := coalesce((
      select nullif(btrim(p.firstname || ' ' || p.lastname), '')
      from public.profiles p where p.id = acting.id), 'A customer');
  end if;
end;
$$;

create function public.add_contact_message(p_firstname text, p_lastname text, p_email text, p_message text)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.act_for(null);
  insert into public.contact_messages (firstname, lastname, email, message)
  values (p_firstname, p_lastname, p_email, p_message);
end;
$$;
comment on function public.add_contact_message(text, text, text, text) is
  'Adds a message from the contact form. For the service role: the API counts messages first.';

create function public.add_review(p_customer uuid, p_product uuid, p_rating int, p_comment text) returns json
language plpgsql security definer set search_path = '' as $$
declare
  written public.reviews;
begin
  perform private.act_for(p_customer);
  if not public.is_customer() then
    raise exception 'Please log in as a customer.' using errcode = 'P0001', detail = 'not_a_customer';
  end if;
  perform 1 from public.products where id = p_product for key share;
  if not found then
    return null;
  end if;
  insert into public.reviews (product_id, user_id, rating, comment)
  values (p_product, p_customer, p_rating, p_comment) returning * into written;
  return json_build_object('id', written.id, 'rating', written.rating, 'comment', written.comment,
    'firstname', written.firstname, 'lastname', written.lastname, 'created_at', written.created_at);
end;
$$;
comment on function public.add_review(uuid, uuid, int, text) is
  'Adds a review by this customer and returns it; null when there is no such product. For the service role: the API counts reviews first. Error (in detail): not_a_customer.';

create function public.delete_account(p_customer uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  given_up uuid[];
begin
  perform private.act_for(p_customer);
  if not public.is_customer() then
    raise exception 'Please log in as a customer.' using errcode = 'P0001', detail = 'not_a_customer';
  end if;
  -- A card page that was opened a moment ago may still be paid: that order must be there for its money.
  given_up := array(
    select o.id from public.orders o
    where o.user_id = p_customer and o.status = 'Pending' and not exists (
      select 1 from public.payment_attempts a
      where a.order_id = o.id and a.created_at > now() - interval '1 hour')
    for update);
  delete from public.orders where id = any(given_up);
  update public.audit_log
    set label = '', before = private.erased(before), after = private.erased(after)
    where table_name = 'orders' and record_id = any(given_up::text[]);
  -- A trigger removes what was theirs from the trash when the profile goes.
  delete from auth.users where id = p_customer;
end;
$$;
comment on function public.delete_account(uuid) is
  'Deletes this customer: login, profile, cart, reviews and orders that were never paid. Paid orders stay, as the books must. For the service role: the API asks for the password first. Error (in detail): not_a_customer.';

revoke execute on function
  public.add_contact_message(text, text, text, text), public.add_review(uuid, uuid, int, text),
  public.delete_account(uuid)
  from public, anon, authenticated;
grant execute on function
  public.add_contact_message(text, text, text, text), public.add_review(uuid, uuid, int, text),
  public.delete_account(uuid)
  to service_role;
revoke execute on all functions in schema private from public, anon, authenticated;
