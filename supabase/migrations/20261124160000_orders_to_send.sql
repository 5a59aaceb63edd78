-- The dashboard counts the orders that are to be sent.

create or replace function office.open_tasks() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'unpaidOrders', (select count(*) from public.orders where status = 'Pending'),
    'heldOrders', (select count(*) from public.orders where status = 'Held'),
    'toSend', (select count(*) from public.orders where status = 'Paid' and fulfilment in ('to_send', 'packed')),
    'withoutPictures', (select count(*) from public.products where images = '{}'),
    'lowStock', (
      select count(*) from public.product_variants v
      where v.policy <> 'untracked' and v.archived_at is null and v.on_hand - v.held <= private.shop_setting('running_low')::int),
    'outOfStock', (select count(*) from public.products where availability = 'OutofStock'),
    'unreadMessages', (select count(*) from public.contact_messages where read_at is null));
end;
$$;
comment on function office.open_tasks() is
  'How many records need a person, as {unpaidOrders, heldOrders, toSend, withoutPictures, lowStock, outOfStock, unreadMessages}. Administrators only (not_an_administrator).';
