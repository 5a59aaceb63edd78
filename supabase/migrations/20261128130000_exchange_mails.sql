-- Mails about exchanges. Apart from the migration that uses them: new values of a type can be used after the commit only.
alter type public.mail_kind add value 'exchange_to_pay';
alter type public.mail_kind add value 'exchange_confirmed';
alter type public.mail_kind add value 'exchange_ended';
