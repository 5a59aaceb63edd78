-- The kind of mail that the next migration uses: a new value cannot be used in the transaction that adds it.
alter type public.mail_kind add value 'guest_orders';
