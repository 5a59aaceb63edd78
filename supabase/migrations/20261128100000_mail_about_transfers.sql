-- The kind of mail is there before a transaction may name it.

alter type public.mail_kind add value 'order_paid_by_transfer';
