-- A country is in no more than one zone.

-- After the row is written, so that policies have had their say; one at a time, so that two zones cannot take a country at once.
create function private.check_shipping_zone() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wrong record;
begin
  perform pg_advisory_xact_lock(hashtextextended('shipping zones', 0));
  if new.countries = '{}' then
    select z.name into wrong from public.shipping_zones z where z.countries = '{}' and z.id <> new.id limit 1;
    if found then
      perform private.refuse_at('country_taken',
        format('The zone %s is for everywhere else already. Please choose countries.', wrong.name), '{countries.0}');
    end if;
    return null;
  end if;
  select n.code, c.name, z.name as zone, n.place - 1 as place into wrong
    from unnest(new.countries) with ordinality n (code, place)
    left join public.countries c on c.code = n.code
    left join public.shipping_zones z on n.code = any (z.countries) and z.id <> new.id
    where c.code is null or z.id is not null order by n.place limit 1;
  if found and wrong.name is null then
    perform private.refuse_at('validation_failed', format('%s is no code of a country.', wrong.code), array['countries.' || wrong.place]);
  elsif found then
    perform private.refuse_at('country_taken', format('%s is in the zone %s already.', wrong.name, wrong.zone), array['countries.' || wrong.place]);
  end if;
  return null;
end;
$$;
comment on function private.check_shipping_zone() is
  'Refuses a zone with a country of another zone, a second zone for everywhere else (country_taken), and codes of no country (validation_failed)';

create trigger shipping_zones_check after insert or update of countries on public.shipping_zones
  for each row execute function private.check_shipping_zone();
