-- Settings from the environment of the edge functions that SQL enforces too, so that they hold for every caller.

create table private.function_settings (
  name text primary key check (name ~ '^[A-Z_]{1,60}$'),
  value jsonb not null
);
comment on table private.function_settings is
  'Environment variables of the edge functions that SQL needs; written by the functions, so a change by hand does not last';
comment on column private.function_settings.name is 'Name of the environment variable';
comment on column private.function_settings.value is 'Its value';

create function private.function_setting(p_name text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (select s.value from private.function_settings s where s.name = p_name);
end;
$$;
comment on function private.function_setting(text) is 'The value of a setting of the edge functions; null where there is none';

create function public.save_function_settings(p_settings jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.function_settings as s (name, value)
  select key, value from jsonb_each(p_settings) order by key
  on conflict (name) do update set value = excluded.value where s.value is distinct from excluded.value;
end;
$$;
comment on function public.save_function_settings(jsonb) is
  'Saves settings of the edge functions, by the names of their variables; called by each instance before its first order';

alter table private.function_settings enable row level security;
create policy function_settings_nobody on private.function_settings for all to anon, authenticated
  using (false) with check (false);

-- Defaults until a function saves its own, the same as in environment.ts.
insert into private.function_settings (name, value)
values ('LIMIT_ORDER', '30'), ('PAYMENT_PROVIDERS', '{"paystack": {"kind": "page", "mode": "test", "currencies": null, "countries": null, "minimums": {"USD": 2}}}');
