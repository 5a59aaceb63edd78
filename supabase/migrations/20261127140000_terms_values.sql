-- In a migration of their own, since new values of an enum cannot be used before they are committed.
alter type public.order_status add value 'OnTerms' after 'Pending';
alter type public.mail_kind add value 'order_on_terms' after 'order_placed';
