-- A sign without width within a name counted as a blank, so that two names that look the same could stand side by side. So could the
-- two forms of a small sigma. The index goes by this function, so it is made anew.
drop index public.categories_name_key;

create or replace function public.name_key(p_name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select translate(lower(btrim(regexp_replace(
    normalize(regexp_replace(p_name, '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+', '', 'g'), nfkc),
    '[\u0001-\u0020\u007f-\u00a0\u115f-\u1160\u1680\u2000-\u200a\u2028-\u2029\u202f\u205f\u2800\u3000\u3164\uffa0]+', ' ', 'g'))), 'ς', 'σ');
$$;
comment on function public.name_key(text) is
  'What two names share that people read as one: whatever their case, their Unicode form, their white space, and signs without width in them';

-- Of those that share a name the oldest keeps it; the others are numbered.
do $$
declare
  later record;
  number int;
begin
  for later in
    select * from (
      select id, name, row_number() over (partition by public.name_key(name) order by created_at, id) as place
      from public.categories) c
    where place > 1 order by place, id
  loop
    number := 2;
    while exists (select 1 from public.categories
      where public.name_key(name) = public.name_key(format('%s (%s)', left(later.name, 190), number)))
    loop
      number := number + 1;
    end loop;
    update public.categories set name = format('%s (%s)', left(later.name, 190), number) where id = later.id;
    raise notice 'A second category “%” is now called “% (%)”.', later.name, left(later.name, 190), number;
  end loop;
end;
$$;

create unique index categories_name_key on public.categories (public.name_key(name));
