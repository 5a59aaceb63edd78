-- Mails about bank transfers and payment on delivery. Apart from the migration that uses them: new values of a type can be used after the commit only.
alter type public.mail_kind add value 'order_to_transfer';
alter type public.mail_kind add value 'transfer_ended';
alter type public.mail_kind add value 'transfer_part';
alter type public.mail_kind add value 'order_on_delivery';
alter type public.mail_kind add value 'order_paid_on_delivery';
