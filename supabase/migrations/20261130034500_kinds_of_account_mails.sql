-- Mails about accounts. Apart from the migration that uses them: new values of a type can be used after the commit only.
alter type public.mail_kind add value 'account_confirmation';
alter type public.mail_kind add value 'password_reset';
alter type public.mail_kind add value 'email_change';
alter type public.mail_kind add value 'email_changed';
alter type public.mail_kind add value 'password_changed';
