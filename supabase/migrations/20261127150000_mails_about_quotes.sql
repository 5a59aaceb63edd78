-- Kinds of mail are there before a transaction may name them.

alter type public.mail_kind add value 'quote_offered';
alter type public.mail_kind add value 'quote_answered';
alter type public.mail_kind add value 'order_to_pay';
