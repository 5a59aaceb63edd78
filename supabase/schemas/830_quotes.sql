-- Quotes: what the office offers a company for what it asked for. Accepted once, at exactly these prices.

create type public.quote_status as enum ('requested', 'offered', 'accepted', 'declined');
comment on type public.quote_status is 'Where a quote stands; one that is offered has expired after its end';

create sequence private.quote_numbers start 1001;
create function private.next_quote_number() returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  drawn text;
begin
  -- Only a restored backup has numbers that the sequence does not know.
  loop
    drawn := 'Q-' || nextval('private.quote_numbers');
    exit when not exists (select from public.quotes q where q.number = drawn);
  end loop;
  return drawn;
end;
$$;
comment on function private.next_quote_number() is 'A number for a new quote, such as Q-1001';

create table public.quotes (
  id uuid primary key default gen_random_uuid(),
  number text not null unique default private.next_quote_number(),
  company_id uuid not null references public.companies on delete cascade,
  user_id uuid references public.profiles on delete set null,
  status public.quote_status not null default 'requested',
  to_answer boolean not null default true,
  ends_at timestamptz,
  note text not null default '' check (length(note) <= 2000),
  order_id uuid unique,
  created_at timestamptz not null default public.clock(),
  updated_at timestamptz not null default public.clock(),
  tax_free boolean not null default false,
  constraint quotes_offered_until check (status <> 'offered' or ends_at is not null)
);
comment on table public.quotes is 'Quotes that companies asked for or were offered';
comment on column public.quotes.id is 'Identifies the quote';
comment on column public.quotes.number is 'Number that the company and the office name it by, such as Q-1001';
comment on column public.quotes.company_id is 'The company';
comment on column public.quotes.user_id is 'The member who asked, or to whom it is sent; empty when deleted since';
comment on column public.quotes.status is 'requested (the company waits for prices), offered, accepted, or declined by either side';
comment on column public.quotes.to_answer is 'Whether the company waits for the office';
comment on column public.quotes.ends_at is 'Until when the offer can be accepted; empty before there is one';
comment on column public.quotes.note is 'What the office says beside the prices; the company reads it';
comment on column public.quotes.order_id is 'The order that it became; stays when that is deleted, so that nobody accepts the quote again and it is there when the order is restored';
comment on column public.quotes.created_at is 'When it was asked for';
comment on column public.quotes.updated_at is 'When it was last changed; kept by a trigger';
comment on column public.quotes.tax_free is 'Whether its prices are without tax, as tax_off had it for its member when they were written';
create index quotes_company_idx on public.quotes (company_id, created_at desc, id);
create index quotes_created_idx on public.quotes (created_at desc, id);
create index quotes_user_idx on public.quotes (user_id);
create index quotes_to_answer_idx on public.quotes (created_at) where to_answer;

create table public.quote_lines (
  id uuid primary key default gen_random_uuid(),
  quote_id uuid not null references public.quotes on delete cascade,
  product_id uuid references public.products on delete set null on update cascade,
  title text not null,
  size text,
  color text,
  quantity int not null check (quantity between 1 and 999),
  unit_price numeric not null check (unit_price >= 0 and unit_price < 1000000000),
  position int not null default 1
);
comment on table public.quote_lines is 'Lines of quotes';
comment on column public.quote_lines.id is 'Identifies the line';
comment on column public.quote_lines.quote_id is 'The quote';
comment on column public.quote_lines.product_id is 'The product; empty when deleted since, the quote can then not be accepted';
comment on column public.quote_lines.title is 'Title of the product when the quote was written';
comment on column public.quote_lines.size is 'Chosen size';
comment on column public.quote_lines.color is 'Chosen color';
comment on column public.quote_lines.quantity is 'How many pieces';
comment on column public.quote_lines.unit_price is 'Price of one piece in the currency of the shop: of the day of asking until the office offers another';
comment on column public.quote_lines.position is 'Place of the line in the quote, from 1';
create unique index quote_lines_once on public.quote_lines (quote_id, product_id, size, color) nulls not distinct where product_id is not null;
create index quote_lines_quote_idx on public.quote_lines (quote_id, position);
create index quote_lines_product_idx on public.quote_lines (product_id);

create function private.sku_of(p_line public.quote_lines) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select v.sku from public.product_variants v where v.product_id = p_line.product_id and v.archived_at is null
      and v.size is not distinct from p_line.size and v.color is not distinct from p_line.color), '');
end;
$$;
comment on function private.sku_of(public.quote_lines) is 'SKU of the variant that a line of a quote asks for; empty where none was chosen';

create function private.fixed_lines(p_lines jsonb, p_fixed jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_agg(case when fixed.price is null then l else l - 'taxed_price' || jsonb_build_object('unit_price', fixed.price) end order by place)
    from jsonb_array_elements(p_lines) with ordinality line (l, place) left join lateral (
      select (f ->> 'unit_price')::numeric as price from jsonb_array_elements(p_fixed) f
      where (f ->> 'product')::uuid = (l ->> 'product_id')::uuid
        and nullif(btrim(f ->> 'size'), '') is not distinct from l ->> 'size' and nullif(btrim(f ->> 'color'), '') is not distinct from l ->> 'color'
      limit 1) fixed on true);
end;
$$;
comment on function private.fixed_lines(jsonb, jsonb) is
  'Lines as price_lines returns them, at the prices of the office where it fixed one: [{product, size, color, unit_price}]';

create function private.quote_products(p_quote uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('product', l.product_id, 'size', l.size, 'color', l.color, 'quantity', l.quantity,
      'unit_price', l.unit_price) order by l.position, l.id), '[]')
    from public.quote_lines l where l.quote_id = p_quote);
end;
$$;
comment on function private.quote_products(uuid) is 'The lines of a quote as private.place_order and fixed_lines take them';

create function private.quoted_lines(p_lines jsonb, p_quote uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return case when p_quote is null then p_lines else private.fixed_lines(p_lines, private.quote_products(p_quote)) end;
end;
$$;
comment on function private.quoted_lines(jsonb, uuid) is 'Lines as price_lines returns them, at the prices of a quote; as they are without one';

create function private.price_quote(p_quote uuid, p_customer uuid, p_method uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  lines constant jsonb := private.quoted_lines((
    select jsonb_agg(l order by place) from jsonb_array_elements(private.price_lines(private.quote_products(p_quote), p_customer))
      with ordinality line (l, place) where l ->> 'product_id' is not null), p_quote);
begin
  if lines is null then
    return null;
  end if;
  return private.price_order(lines, (select p.country from public.profiles p where p.id = p_customer), p_method, null, p_customer);
end;
$$;
comment on function private.price_quote(uuid, uuid, uuid) is
  'What a quote costs this customer with shipping and tax, as price_order returns it; null for one without lines';

alter table public.quotes enable row level security;
grant select on public.quotes to authenticated;
create policy quotes_select_own_or_admin on public.quotes for select to authenticated
  using (company_id = (select public.own_company()) or (select public.is_admin()));

alter table public.quote_lines enable row level security;
grant select on public.quote_lines to authenticated;
-- Whoever may read the quote may read its lines.
create policy quote_lines_select_with_quote on public.quote_lines for select to authenticated
  using (exists (select from public.quotes q where q.id = quote_id));

create trigger quotes_set_updated_at before update on public.quotes
  for each row execute function private.set_updated_at();
select private.audit_table('public.quotes');
select private.audit_table('public.quote_lines');
