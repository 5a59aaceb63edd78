-- The search words of orders, kept by triggers.

create function private.order_words(p_order public.orders, p_titles text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return private.plain_words(concat_ws(' ',
    p_order.firstname, p_order.lastname, p_order.recipient, p_order.email, p_order.phone, p_order.address,
    p_order.city, p_order.postcode, p_order.state, p_order.country, p_order.status, private.rounded(p_order.total_price, p_order.currency),
    p_order.payment_reference, p_order.number, p_order.voucher_code, p_order.company_name, p_order.po_number,
    p_order.id, p_titles));
end;
$$;
comment on function private.order_words(public.orders, text) is
  'The search words of an order whose lines have these titles';

create function private.order_titles(p_order uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select string_agg(i.title, ' ' order by i.position)
    from public.order_items i where i.order_id = p_order);
end;
$$;
comment on function private.order_titles(uuid) is 'The titles of all lines of an order';

-- An order may bring the titles of its lines with it, marked by "titles: ", which plain words never contain.
create function private.set_order_search_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.search_words := private.order_words(new, case
    when tg_op = 'INSERT' and starts_with(new.search_words, 'titles: ')
      then substr(new.search_words, length('titles: ') + 1)
    else private.order_titles(new.id) end);
  return new;
end;
$$;
comment on function private.set_order_search_words() is 'Writes the search words of an order';

create function private.update_search_words_of_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.orders o set search_words = ''
  where o.id = any (array(select order_id from added))
    and o.search_words is distinct from private.order_words(o, private.order_titles(o.id));
  return null;
end;
$$;
comment on function private.update_search_words_of_orders() is 'Adds the titles of new lines to the search words of their orders';

create function private.update_search_words_of_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.orders set search_words = '' where id = new.order_id;
  return null;
end;
$$;
comment on function private.update_search_words_of_order() is 'Updates the search words of an order when the title of a line changes';

create trigger orders_set_search_words
  before insert or update of firstname, lastname, email, phone, address, city, postcode, state, country,
    status, total_price, payment_reference, search_words
  on public.orders for each row execute function private.set_order_search_words();
create trigger order_items_update_search_words after insert on public.order_items
  referencing new table as added
  for each statement execute function private.update_search_words_of_orders();
create trigger order_items_update_changed_search_words after update of title on public.order_items
  for each row when (old.title is distinct from new.title)
  execute function private.update_search_words_of_order();
