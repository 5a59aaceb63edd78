-- Nothing asks for the provider's messages by their time: the view of payments without an order sorts the few that are left.
drop index public.payment_events_created_at_idx;
