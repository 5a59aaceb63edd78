-- Companies that buy wholesale, their members, and the price lists that they buy by.

create table public.price_lists (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (length(name) <= 100),
  percent numeric(5, 2) not null default 0 check (percent between 0 and 100),
  created_at timestamptz not null default public.clock(),
  updated_at timestamptz not null default public.clock(),
  constraint price_lists_name_visible check (public.is_visible(name))
);
comment on table public.price_lists is 'Price lists of wholesale; prices of single products are in price_list_items';
comment on column public.price_lists.id is 'Identifies the price list';
comment on column public.price_lists.name is 'Its name, which companies read too';
comment on column public.price_lists.percent is 'What it takes off every price of the shop, in percent';
comment on column public.price_lists.created_at is 'When it was made';
comment on column public.price_lists.updated_at is 'When it was last changed; kept by a trigger';

create type public.company_status as enum ('requested', 'approved', 'refused', 'suspended');
comment on type public.company_status is 'Whether a company buys wholesale: requested waits for an answer, approved does, refused and suspended do not';
create type public.company_role as enum ('buyer', 'manager');
comment on type public.company_role is 'What a member of a company may do: a buyer orders, a manager keeps its members too';

create table public.companies (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) <= 200),
  vat_id text not null default '' check (vat_id ~ '^([A-Z]{2}[A-Z0-9+*]{2,13})?$'),
  address text not null default '' check (length(address) <= 500),
  postcode text not null default '' check (length(postcode) <= 50),
  city text not null default '' check (length(city) <= 200),
  country text not null references public.countries,
  phone text not null default '' check (length(phone) <= 50),
  about text not null default '' check (length(about) <= 2000),
  status public.company_status not null default 'requested',
  price_list_id uuid references public.price_lists on delete set null,
  terms_days int not null default 0 check (terms_days between 0 and 365),
  credit_limit numeric not null default 0 check (credit_limit >= 0),
  order_minimum numeric not null default 0 check (order_minimum >= 0),
  tax_free boolean not null default false,
  created_at timestamptz not null default public.clock(),
  updated_at timestamptz not null default public.clock(),
  constraint companies_name_visible check (public.is_visible(name)),
  constraint companies_tax_free_check check (not tax_free or vat_id <> '')
);
comment on table public.companies is 'Companies that buy wholesale, or asked to';
comment on column public.companies.id is 'Identifies the company';
comment on column public.companies.name is 'Its name, as on invoices';
comment on column public.companies.vat_id is 'VAT number with the country in front; empty when it has none';
comment on column public.companies.address is 'Street and number';
comment on column public.companies.postcode is 'Postcode';
comment on column public.companies.city is 'City';
comment on column public.companies.country is 'Code of its country';
comment on column public.companies.phone is 'Phone number, as typed';
comment on column public.companies.about is 'What it sells, in its own words';
comment on column public.companies.status is 'Whether it buys wholesale';
comment on column public.companies.price_list_id is 'Its price list; without one it pays the prices of the shop';
comment on column public.companies.terms_days is 'Within how many days it pays an order on terms; 0 when it pays by card only';
comment on column public.companies.credit_limit is 'What its unpaid orders on terms may come to, in the currency of the shop';
comment on column public.companies.order_minimum is 'What the goods of an order have to cost at least, in the currency of the shop, before tax is taken off';
comment on column public.companies.tax_free is 'Whether its VAT number was checked, so that deliveries to other countries of the EU are without tax';
comment on column public.companies.created_at is 'When it asked for wholesale';
comment on column public.companies.updated_at is 'When it was last changed; kept by a trigger';
create index companies_status_idx on public.companies (status, created_at desc, id);
create index companies_name_idx on public.companies (lower(name), id);
create index companies_country_idx on public.companies (country);
create index companies_price_list_idx on public.companies (price_list_id);

create table public.company_members (
  user_id uuid primary key references public.profiles on delete cascade,
  company_id uuid not null references public.companies on delete cascade,
  role public.company_role not null default 'buyer',
  created_at timestamptz not null default public.clock()
);
comment on table public.company_members is 'The customers that buy for a company; a customer buys for one company at most';
comment on column public.company_members.user_id is 'The customer';
comment on column public.company_members.company_id is 'The company';
comment on column public.company_members.role is 'buyer or manager';
comment on column public.company_members.created_at is 'Since when';
create index company_members_company_idx on public.company_members (company_id, created_at, user_id);

create function public.own_company() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select m.company_id from public.company_members m where m.user_id = auth.uid());
end;
$$;
comment on function public.own_company() is 'The company of the signed-in customer, approved or not; null without one';
grant execute on function public.own_company() to authenticated;

create function private.company_of(p_customer uuid) returns public.companies
language plpgsql stable security definer set search_path = '' as $$
declare
  found_company public.companies;
begin
  select c.* into found_company from public.company_members m join public.companies c on c.id = m.company_id
    where m.user_id = p_customer and c.status = 'approved';
  return found_company;
end;
$$;
comment on function private.company_of(uuid) is 'The company by whose prices and terms a customer buys; null without an approved one';

alter table public.price_lists enable row level security;
grant select, insert (id, name, percent), update (name, percent) on public.price_lists to authenticated;
create policy price_lists_select_own_or_admin on public.price_lists for select to authenticated
  using ((select public.is_admin()) or id = (
    select c.price_list_id from public.companies c where c.id = (select public.own_company()) and c.status = 'approved'));
create policy price_lists_insert_admin on public.price_lists for insert to authenticated
  with check ((select public.is_admin()));
create policy price_lists_update_admin on public.price_lists for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

alter table public.companies enable row level security;
grant select,
  update (name, vat_id, address, postcode, city, country, phone, about, status, price_list_id, terms_days, credit_limit, order_minimum, tax_free)
  on public.companies to authenticated;
create policy companies_select_own_or_admin on public.companies for select to authenticated
  using (id = (select public.own_company()) or (select public.is_admin()));
create policy companies_update_admin on public.companies for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

alter table public.company_members enable row level security;
grant select on public.company_members to authenticated;
create policy company_members_select_own_or_admin on public.company_members for select to authenticated
  using (company_id = (select public.own_company()) or (select public.is_admin()));

create trigger price_lists_set_updated_at before update on public.price_lists
  for each row execute function private.set_updated_at();
create trigger companies_set_updated_at before update on public.companies
  for each row execute function private.set_updated_at();
