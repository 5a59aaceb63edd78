-- The mail to who waited for the shop to open. Apart from the migration that uses it: new values of a type can be used after the commit only.
alter type public.mail_kind add value 'shop_opened';
