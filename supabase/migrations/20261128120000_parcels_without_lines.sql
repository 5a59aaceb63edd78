-- A parcel or a return without lines has an empty list of them.

create or replace function public.parcels_of(p_order uuid) returns json
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select coalesce(json_agg(json_build_object('id', p.id, 'status', p.status, 'carrier', p.carrier,
      'tracking_number', p.tracking_number, 'tracking_url', p.tracking_url, 'created_at', p.created_at, 'sent_at', p.sent_at,
      'delivered_at', p.delivered_at, 'lines', (
        select coalesce(json_agg(json_build_object('item', l.order_item_id, 'quantity', l.quantity) order by i.position), '[]')
        from public.parcel_lines l join public.order_items i on i.id = l.order_item_id where l.parcel_id = p.id)) order by p.created_at), '[]')
    from public.parcels p where p.order_id = p_order and p.status <> 'cancelled');
end;
$$;

create or replace function public.returns_of(p_order uuid) returns json
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    select coalesce(json_agg(json_build_object('id', r.id, 'status', r.status, 'reason', r.reason, 'note', r.note,
      'requested_at', r.requested_at, 'answered_at', r.answered_at, 'received_at', r.received_at, 'refunded_at', r.refunded_at,
      'lines', (
        select coalesce(json_agg(json_build_object('item', l.order_item_id, 'quantity', l.quantity, 'received', l.received,
          'restocked', l.restocked) order by i.position), '[]')
        from public.return_lines l join public.order_items i on i.id = l.order_item_id where l.return_id = r.id))
      order by r.requested_at, r.id), '[]')
    from public.returns r where r.order_id = p_order);
end;
$$;
