-- Kinds of mails about returns; Postgres uses new values of an enum only in a later transaction.

alter type public.mail_kind add value 'return_requested' after 'order_refunded';
alter type public.mail_kind add value 'return_approved' after 'return_requested';
alter type public.mail_kind add value 'return_refused' after 'return_approved';
