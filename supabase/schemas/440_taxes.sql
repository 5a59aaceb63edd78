-- Taxes: a rate for each country and class of goods. Without rates there is no tax.

create table public.tax_rates (
  id uuid primary key default gen_random_uuid(),
  country text references public.countries,
  class public.tax_class not null default 'standard',
  rate numeric(6, 3) not null check (rate between 0 and 100),
  unique nulls not distinct (country, class)
);
comment on table public.tax_rates is 'Tax rates of countries, for what is delivered there';
comment on column public.tax_rates.id is 'Identifies the rate';
comment on column public.tax_rates.country is 'Code of the country; empty for all countries that have no rates of their own';
comment on column public.tax_rates.class is 'Class of the goods; shipping is taxed by the class standard';
comment on column public.tax_rates.rate is 'Rate in percent';

create function private.tax_rate(p_country text, p_class public.tax_class) returns numeric
language plpgsql stable set search_path = '' as $$
begin
  return coalesce((
    select r.rate from public.tax_rates r
    where r.class = p_class and r.country is not distinct from (
      select t.country from public.tax_rates t where t.country = p_country limit 1)), 0);
end;
$$;
comment on function private.tax_rate(text, public.tax_class) is
  'The rate in percent of a class in a country, given by its code; 0 where the country has rates, but none for this class';

-- Each part is the difference of two rounded sums, so that the parts of a rate add up to its tax, rounded once.
create function private.tax_of(p_before numeric, p_amount numeric, p_rate numeric, p_included boolean, p_currency text) returns numeric
language plpgsql immutable set search_path = '' as $$
declare
  divisor constant numeric := 100 + case when p_included then p_rate else 0 end;
begin
  return private.rounded((p_before + p_amount) * p_rate / divisor, p_currency) - private.rounded(p_before * p_rate / divisor, p_currency);
end;
$$;
comment on function private.tax_of(numeric, numeric, numeric, boolean, text) is
  'The tax on an amount in a currency that follows p_before of the same rate in percent; p_included when the amounts have the tax in them';

create function private.tax_off(p_customer uuid, p_country text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  company constant public.companies := private.company_of(p_customer);
  seller constant text := private.shop_setting('seller_country') #>> '{}';
  country text;
begin
  if company.tax_free is not true then
    return null;
  end if;
  country := private.country_code(coalesce(nullif(btrim(p_country), ''), (select p.country from public.profiles p where p.id = p_customer)));
  if country = seller or (select count(*) from public.countries c where c.code in (country, seller) and c.in_eu) < 2 then
    return null;
  end if;
  return (
    select jsonb_object_agg(c, case when private.shop_setting('prices_include_tax')::boolean then private.tax_rate(country, c) else 0 end)
    from unnest(enum_range(null::public.tax_class)) c);
end;
$$;
comment on function private.tax_off(uuid, text) is
  'For a company that pays no tax, with a VAT number, where it gets its goods (p_country, else its customer''s) in another country of the EU than the seller: the rate by class, in percent, that the prices of the shop have in them; null for everybody else';

create function private.price_for(p_off jsonb, p_class public.tax_class, p_price numeric) returns numeric
language plpgsql stable set search_path = '' as $$
begin
  return case when p_off is null then p_price else private.rounded(p_price * 100 / (100 + (p_off ->> p_class::text)::numeric)) end;
end;
$$;
comment on function private.price_for(jsonb, public.tax_class, numeric) is
  'A price in the currency of the shop without the tax that tax_off returned; the same where that is null';

alter table public.tax_rates enable row level security;
grant select, insert (country, class, rate), delete, update (rate) on public.tax_rates to authenticated;
create policy tax_rates_all_admin on public.tax_rates for all to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
