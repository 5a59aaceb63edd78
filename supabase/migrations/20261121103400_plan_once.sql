-- A function in SQL that is not taken into its caller is planned at each call, one in PL/pgSQL once for each connection. What
-- stands in the way of every order and every line of a cart is written in the latter; what they answer stays the same.

create or replace function public.is_customer() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.profiles where id = auth.uid());
end;
$$;

create or replace function public.is_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.administrators where id = auth.uid());
end;
$$;

create or replace function private.as_uuid(p_text text) returns uuid
language plpgsql immutable set search_path = '' as $$
begin
  return case when p_text ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_text::uuid end;
end;
$$;

create or replace function private.has_bad_quantity(p_products jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return exists (
    select 1 from jsonb_array_elements(p_products) e
    where case when jsonb_typeof(e -> 'quantity') = 'number'
      then (e ->> 'quantity')::numeric not between 1 and 999
        or (e ->> 'quantity')::numeric <> trunc((e ->> 'quantity')::numeric)
      else true end);
end;
$$;

create or replace function private.price_lines(p_products jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with asked as (
      select private.as_uuid(e ->> 'product') as product_id,
        nullif(left(btrim(e ->> 'size'), 100), '') as size,
        nullif(left(btrim(e ->> 'color'), 100), '') as color,
        sum((e ->> 'quantity')::numeric::int) as quantity, min(position) as position
      from jsonb_array_elements(p_products) with ordinality as line (e, position)
      group by 1, 2, 3)
    select jsonb_agg(jsonb_build_object(
      'product_id', p.id, 'title', p.title, 'unit_price', p.price, 'availability', p.availability,
      'quantity', a.quantity, 'size', a.size, 'color', a.color) order by a.position)
    from asked a left join public.products p on p.id = a.product_id);
end;
$$;

create or replace function private.cart_lines(p_user uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'quantity', c.quantity, 'size', c.size, 'color', c.color,
        'product', jsonb_build_object(
          'id', p.id, 'title', p.title, 'price', p.price, 'images', p.images,
          'availability', p.availability)) order by c.created_at, c.id), '[]')
    from public.cart_items c join public.products p on p.id = c.product_id
    where c.user_id = p_user);
end;
$$;

create or replace function private.order_with_lines(p_order uuid) returns json
language plpgsql stable set search_path = '' as $$
begin
  return (
    select to_json(t) from (
      select o.id, o.user_id, o.firstname, o.lastname, o.email, o.phone, o.address, o.postcode, o.state,
        o.country, o.total_price, o.currency, o.status, o.payment_reference, o.created_at, o.paid_at, (
          select coalesce(json_agg(l), '[]') from (
            select i.id, i.title, i.unit_price, i.quantity, i.size, i.color, i.position,
              case when p.id is not null then
                json_build_object('id', p.id, 'title', p.title, 'images', p.images) end as product
            from public.order_items i left join public.products p on p.id = i.product_id
            where i.order_id = o.id order by i.position) l) as order_items
      from public.orders o where o.id = p_order) t);
end;
$$;

create or replace function private.audit_label(p_row jsonb) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return left(coalesce(
    p_row ->> 'title', p_row ->> 'name', p_row ->> 'header', p_row ->> 'question', p_row ->> 'headline',
    nullif(btrim(concat_ws(' ', p_row ->> 'firstname', p_row ->> 'lastname')), ''),
    p_row ->> 'email', p_row ->> 'reference', ''), 200);
end;
$$;

create or replace function private.plain_words(p_text text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return btrim(regexp_replace(
    lower(extensions.unaccent('extensions.unaccent'::regdictionary, coalesce(p_text, ''))),
    '[^a-z0-9\u00aa-\u1fff\u2c00-\u2dff\u3040-\ud7ff\uf900-\ufdff]+', ' ', 'g'));
end;
$$;
