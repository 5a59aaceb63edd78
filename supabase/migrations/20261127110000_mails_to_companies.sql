-- Kinds of mails to companies; Postgres uses new values of an enum only in a later transaction.

alter type public.mail_kind add value 'company_approved' after 'return_refused';
alter type public.mail_kind add value 'company_refused' after 'company_approved';
alter type public.mail_kind add value 'company_invitation' after 'company_refused';
