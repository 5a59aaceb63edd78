-- A new shop has a door until an administrator opens it: visitors can leave an email address, and nobody can order.

create table public.opening_requests (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(btrim(email)) and length(email) between 3 and 254),
  created_at timestamptz not null default public.clock()
);
comment on table public.opening_requests is 'Email addresses to write to, once, when the shop opens; deleted when the mail is queued';
comment on column public.opening_requests.id is 'Identifies the request';
comment on column public.opening_requests.email is 'Where the mail goes, in lower case';
comment on column public.opening_requests.created_at is 'When it was asked for';

create function private.is_open() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.shop_setting('shop_open') = 'true';
end;
$$;
comment on function private.is_open() is 'Whether visitors see the shop, and not its door';

-- Only the API writes this claim, for an administrator who looks at the shop before it opens.
create function private.require_open_shop() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_open()
    and (nullif(current_setting('request.jwt.claims', true), '')::jsonb -> 'sees_closed_shop') is distinct from 'true' then
    raise exception 'The shop is not open yet.' using detail = 'shop_closed';
  end if;
end;
$$;
comment on function private.require_open_shop() is 'Refuses an order before the shop is open (shop_closed), unless an administrator places it to try the shop';

create function public.add_opening_request(p_email text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.act_for(null);
  if private.is_open() then
    raise exception 'The shop is open.' using detail = 'already_open';
  end if;
  -- Nobody learns whether an address is on the list already.
  insert into public.opening_requests (email) values (lower(btrim(p_email))) on conflict do nothing;
end;
$$;
comment on function public.add_opening_request(text) is
  'Notes that somebody wants a mail when the shop opens. For the service role: the API counts requests first. Errors (in detail): already_open.';

create function office.open_shop(p_open boolean) returns int
language plpgsql security definer set search_path = '' as $$
declare
  queued int := 0;
begin
  perform private.require_admin();
  update public.shop_settings set value = to_jsonb(p_open) where name = 'shop_open' and value <> to_jsonb(p_open);
  if p_open then
    with claimed as (delete from public.opening_requests r returning r.id, r.email)
    insert into public.mail_outbox (record_id, recipient, kind) select c.id, c.email, 'shop_opened' from claimed c;
    get diagnostics queued = row_count;
  end if;
  return queued;
end;
$$;
comment on function office.open_shop(boolean) is
  'Opens the shop, and queues a mail to everybody who asked for it, or closes it. Returns the number of mails. Administrators only (not_an_administrator).';

create function office.opening() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  s constant jsonb := (select jsonb_object_agg(n.name, n.value) from public.shop_settings n);
  -- Where the first currency of a shop is the usual one.
  dollar_countries constant text[] := '{US,PR,GU,VI,AS,MP,UM,EC,SV,PA,TL,FM,MH,PW,TC,VG,BQ,IO}';
begin
  perform private.require_admin();
  return jsonb_build_object('open', private.is_open(), 'waiting', (select count(*) from public.opening_requests),
    'done', jsonb_build_object(
      'name', s ->> 'shop_name' <> 'My shop',
      'address', s ->> 'seller_address' <> '',
      'country', s ->> 'seller_country' <> '',
      'currency', s ->> 'currency' <> 'USD' or s ->> 'seller_country' = any (dollar_countries) or private.currency_is_fixed(),
      'timeZone', s ->> 'time_zone' <> '',
      'taxes', exists (select from public.tax_rates),
      'shipping', exists (select from public.shipping_methods),
      'legalPages', not exists (select from public.pages p
        where p.slug in ('terms', 'privacy', 'imprint') and not (p.filled and public.is_current(p.published, p.publish_at, null))),
      'product', exists (select from public.products p where p.status = 'published'),
      'testOrder', exists (select from public.orders o where o.paid_at is not null)),
    'ways', (select coalesce(jsonb_agg(m.provider order by m.position), '[]') from public.payment_methods m where m.is_on));
end;
$$;
comment on function office.opening() is
  'Whether the shop is open, how many addresses wait for it, which steps of setting it up are done as its data show, and the payment providers that are on: {open, waiting, done: {name, address, …: boolean}, ways}. Administrators only (not_an_administrator).';

alter table public.opening_requests enable row level security;
create policy opening_requests_nobody on public.opening_requests for all to anon, authenticated
  using (false) with check (false);
