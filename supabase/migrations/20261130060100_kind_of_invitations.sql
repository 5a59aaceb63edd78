-- Invitations to accounts of another shop. Apart from the migration that uses them: new values of a type can be used after the commit only.
alter type public.mail_kind add value 'account_invitation';
