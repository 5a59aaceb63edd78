-- Orders on terms: a company orders up to its credit limit, is sent its goods, and pays by transfer until the day that they are due.

create function private.credit_left(p_company uuid) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select greatest(0, c.credit_limit - coalesce((
      select sum(o.total_price) from public.orders o where o.company_id = c.id and o.status = 'OnTerms'), 0))
    from public.companies c where c.id = p_company);
end;
$$;
comment on function private.credit_left(uuid) is 'What a company may still order on terms, in the currency of the shop';

create function private.terms_of(p_company public.companies) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when p_company.terms_days > 0 then
    jsonb_build_object('days', p_company.terms_days, 'credit_left', private.credit_left(p_company.id)) end;
end;
$$;
comment on function private.terms_of(public.companies) is
  'On which terms an approved company orders: {days, credit_left in the currency of the shop}; null where it pays by card only';

create function public.bank_account() returns text
language sql stable security definer set search_path = '' as $$
  select private.shop_setting('bank_account') #>> '{}';
$$;
comment on function public.bank_account() is 'The account, in lines, that orders on terms and by transfer are paid to; empty where the shop has named none';
grant execute on function public.bank_account() to authenticated;

create function private.require_bank_account() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  account jsonb;
begin
  -- Locked, so that nobody empties it meanwhile.
  select s.value into account from public.shop_settings s where s.name = 'bank_account' for share;
  perform private.refuse_at('no_bank_account', 'First add the bank account that companies pay to, in Settings → Taxes and invoices.',
    array(select 'termsDays' where account = '""'));
  return new;
end;
$$;
comment on function private.require_bank_account() is
  'Refuses payment terms while the shop names no account to pay to. Error (in detail): no_bank_account.';

create function private.keep_bank_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_at('bank_account_used', 'Companies with payment terms pay to this account. You can change it, but not remove it.',
    array(select 'bankAccount' where exists (select from public.companies c where c.terms_days > 0)));
  perform private.refuse_at('bank_account_used', 'Bank transfers are paid to this account. You can change it, but not remove it.',
    array(select 'bankAccount' where exists (select from public.payment_methods m where m.is_on and private.is_transfer(m.provider))
      or exists (select from public.payment_attempts a where a.status = 'awaited' and private.is_transfer(a.provider))));
  return new;
end;
$$;
comment on function private.keep_bank_account() is
  'Refuses to empty the account that companies with payment terms and bank transfers are paid to. Error (in detail): bank_account_used.';

create function private.require_credit(p_company public.companies, p_terms boolean, p_total numeric) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  credit numeric;
  days int;
begin
  if p_terms is not true or p_total = 0 then
    return null;
  end if;
  -- Orders on terms of one company queue here, so that together they never exceed its limit.
  select c.terms_days into days from public.companies c
    where c.id = p_company.id and c.status = 'approved' and c.terms_days > 0 for no key update;
  if not found then
    raise exception 'You cannot order on terms. Please pay by card.' using detail = 'no_terms';
  end if;
  credit := private.credit_left(p_company.id);
  if p_total > credit then
    raise exception 'Your credit left is %. Please order less, or pay by card.', private.price_text(credit)
      using detail = 'credit_exceeded';
  end if;
  -- All of the day that customers read is left to pay.
  return private.day_start(private.day_of(public.clock()) + days + 1) - interval '1 second';
end;
$$;
comment on function private.require_credit(public.companies, boolean, numeric) is
  'Until when an order on terms of this total is to be paid, the end of a day; null for one that is not. Locks the company. Errors (in detail): no_terms, credit_exceeded.';

create function private.credit_cancelled() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.add_invoice('credit_note', new, null, i.rates) from public.invoices i
    where i.order_id = new.id and i.kind = 'invoice'
      and not exists (select from public.invoices c where c.order_id = new.id and c.kind = 'credit_note');
  return null;
end;
$$;
comment on function private.credit_cancelled() is 'Credits the invoice of an order on terms that was cancelled, in full';

-- Smallest units as float8 are exact, and added up in half the time that numeric takes.
create function office.sales_by_company(p_from date, p_to date)
returns table (company uuid, name text, orders int, income numeric, outstanding numeric, overdue numeric)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  since constant timestamptz := private.day_start(p_from);
  before constant timestamptz := private.day_start(p_to + 1);
  factor constant float8 := 10 ^ private.decimals(public.shop_currency());
begin
  perform private.require_admin();
  return query
    with paid as (
      select o.company_id, count(*)::int as orders, sum(round(o.total_price::float8 * factor)) as minor from public.orders o
      where o.company_id is not null and o.status = 'Paid' and o.paid_at >= since
        and o.paid_at < before
      group by 1),
    due as (
      select o.company_id, sum(o.total_price) as outstanding, sum(o.total_price) filter (where o.due_at < public.clock()) as overdue
      from public.orders o where o.status = 'OnTerms' group by 1)
    select c.id, c.name, coalesce(p.orders, 0), private.rounded((coalesce(p.minor, 0) / factor)::numeric), coalesce(d.outstanding, 0), coalesce(d.overdue, 0)
    from paid p full join due d using (company_id) join public.companies c on c.id = company_id
    order by 4 desc, 5 desc, 2, 1 limit 500;
end;
$$;
comment on function office.sales_by_company(date, date) is
  'What each company paid from one day of the shop to another, in how many orders, and what it has to pay now for orders on terms, in the currency of the shop; at most 500 companies, those that paid most first. Error (in detail): not_an_administrator.';

create constraint trigger orders_credit_cancelled after update of status on public.orders
  deferrable initially deferred for each row when (old.status = 'OnTerms' and new.status = 'Cancelled')
  execute function private.credit_cancelled();
create trigger companies_require_bank_account before update of terms_days on public.companies
  for each row when (old.terms_days = 0 and new.terms_days > 0) execute function private.require_bank_account();
create trigger shop_settings_keep_bank_account before update of value on public.shop_settings
  for each row when (new.name = 'bank_account' and new.value = '""' and old.value <> '""') execute function private.keep_bank_account();
