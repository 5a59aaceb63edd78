-- Currencies of ISO 4217, and amounts in them: all that rounds money or converts it to smallest units calls these functions.

create function private.currency_codes(p_decimals int) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case p_decimals
    when 0 then 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'
    when 2 then 'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK '
      'DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK '
      'LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON '
      'RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST '
      'XCD XCG YER ZAR ZMW ZWG'
    when 3 then 'BHD IQD JOD KWD LYD OMR TND'
    else '' end;
end;
$$;
comment on function private.currency_codes(int) is
  'The currencies with so many decimals, as ISO 4217 has them, without funds, metals and codes for tests';

create function private.decimals(p_currency text) returns int
language plpgsql immutable set search_path = '' as $$
begin
  -- No query: this is called for each amount.
  return case when p_currency !~ '^[A-Z]{3}$' then null
    when strpos(private.currency_codes(2), p_currency) > 0 then 2
    when strpos(private.currency_codes(0), p_currency) > 0 then 0
    when strpos(private.currency_codes(3), p_currency) > 0 then 3 end;
end;
$$;
comment on function private.decimals(text) is 'How many decimals amounts in a currency have; null for no currency';

-- How much of a currency is worth about as much as a dollar; nothing depends on its being exact.
create function private.price_step(p_currency text) returns numeric
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce((
    select s.step from (values
      (0.2, 'BHD KWD OMR'),
      (2, 'AWG AZN BAM BBD BZD FJD GEL TND TOP WST XCD XCG'),
      (5, 'AED BOB BRL BYN CNY DKK ILS LYD MYR PEN PGK PLN QAR RON SAR TMT TTD'),
      (10, 'BWP GHS GTQ HKD MAD MOP NOK SBD SEK SVC TJS'),
      (20, 'CUP CZK ERN HNL LSL MDL MVR MXN NAD SCR SLE STN SZL ZAR ZMW ZWG'),
      (50, 'AFN DOP EGP GMD MKD MRU MUR MZN NIO PHP SRD THB TRY TWD UAH UYU'),
      (100, 'ALL BTN BDT CVE DZD ETB HTG INR ISK JMD JPY KES KGS KPW NPR RSD RUB VUV XPF'),
      (200, 'DJF GYD LKR LRD PKR VES YER'),
      (500, 'AMD CRC HUF KMF KZT SDG SOS XAF XOF'),
      (1000, 'AOA ARS CLP IQD KRW RWF'),
      (2000, 'BIF CDF MMK MNT MWK NGN TZS'),
      (5000, 'COP KHR MGA PYG SSP UGX'),
      (10000, 'GNF SYP UZS'),
      (20000, 'IDR LAK VND'),
      (100000, 'IRR LBP')) s (step, codes)
    where strpos(s.codes, p_currency) > 0), 1);
end;
$$;
comment on function private.price_step(text) is 'The amount in a currency in whose multiples the ranges of prices begin: 50, 100, 150 and 200 of it';

create function public.shop_currency() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(private.shop_setting('currency') #>> '{}', 'USD');
end;
$$;
comment on function public.shop_currency() is 'The currency of all prices, three letters';
grant execute on function public.shop_currency() to anon, authenticated;

create function private.rounded(p_amount numeric, p_currency text default public.shop_currency()) returns numeric
language plpgsql immutable set search_path = '' as $$
begin
  return round(p_amount, private.decimals(p_currency));
end;
$$;
comment on function private.rounded(numeric, text) is 'An amount, rounded to the smallest unit of its currency';

create function private.minor(p_amount numeric, p_currency text) returns bigint
language plpgsql immutable set search_path = '' as $$
begin
  return round(p_amount * 10.0 ^ private.decimals(p_currency))::bigint;
end;
$$;
comment on function private.minor(numeric, text) is 'An amount in smallest units of its currency, rounded to whole ones';

create function private.units(p_minor numeric, p_currency text) returns numeric
language plpgsql immutable set search_path = '' as $$
declare
  decimals constant int := private.decimals(p_currency);
begin
  return round(p_minor / 10.0 ^ decimals, decimals);
end;
$$;
comment on function private.units(numeric, text) is 'An amount in units of its currency, of smallest units';

create function private.price_text(p_amount numeric, p_currency text default public.shop_currency()) returns text
language plpgsql immutable set search_path = '' as $$
declare
  fraction constant text := rtrim('.' || repeat('0', private.decimals(p_currency)), '.');
begin
  return case p_currency when 'USD' then '$' else p_currency || ' ' end || to_char(p_amount, 'FM9,999,999,999,990' || fraction);
end;
$$;
comment on function private.price_text(numeric, text) is 'An amount as messages have it: $1,234.50, JPY 1,950';
