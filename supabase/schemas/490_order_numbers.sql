-- Numbers that name orders, and how far their parcels are.

create type public.fulfilment as enum ('to_send', 'packed', 'sent', 'delivered', 'cancelled');
comment on type public.fulfilment is 'How far the parcels of an order are';

-- Numbers look random, so that they do not tell how many orders there are: a sequence is run through a keyed permutation of all
-- numbers with five digits, then six, and so on.
create sequence private.order_numbers;
create table private.order_number_key (
  only_row boolean primary key default true check (only_row),
  key bigint not null default hashtextextended(gen_random_uuid()::text, 0)
);
comment on table private.order_number_key is 'The key by which order numbers are mixed, from the first order on';
comment on column private.order_number_key.only_row is 'There is one row';
comment on column private.order_number_key.key is 'A random number, different in each shop';

create function private.mix_number(p_number bigint, p_key bigint) returns bigint
language plpgsql immutable set search_path = '' as $$
declare
  digits int := 5;
  before bigint := 0;
  many bigint := 90000;
  half int;
  mixed bigint;
  "left" bigint;
  "right" bigint;
begin
  while p_number - before >= many loop
    before := before + many;
    many := many * 10;
    digits := digits + 1;
  end loop;
  half := ceil(log(2, many) / 2);
  mixed := p_number - before;
  -- A Feistel network permutes a power of four; what falls outside is mixed again.
  loop
    "left" := mixed >> half;
    "right" := mixed & ((1 << half) - 1);
    for round in 1 .. 4 loop
      mixed := "left" # (hashint8extended("right", p_key + round) & ((1 << half) - 1));
      "left" := "right";
      "right" := mixed;
    end loop;
    mixed := ("left" << half) | "right";
    exit when mixed < many;
  end loop;
  return (10 ^ (digits - 1))::bigint + mixed;
end;
$$;
comment on function private.mix_number(bigint, bigint) is
  'Another number for each, from 0: of five digits for the first 90,000, of six for the next 900,000, and so on';

create function private.next_order_number() returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  its_key bigint := (select k.key from private.order_number_key k);
  pattern constant text := private.shop_setting('order_number_pattern') #>> '{}';
  drawn text;
begin
  if its_key is null then
    insert into private.order_number_key default values on conflict do nothing;
    select k.key into its_key from private.order_number_key k;
  end if;
  -- Only a restored backup has numbers that the sequence does not know.
  loop
    drawn := replace(pattern, '{number}', private.mix_number(nextval('private.order_numbers') - 1, its_key)::text);
    exit when not exists (select from public.orders o where o.number = drawn);
  end loop;
  return drawn;
end;
$$;
comment on function private.next_order_number() is 'A number for a new order, such as HM-48213';
