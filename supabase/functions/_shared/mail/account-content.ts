import type { ClaimedMail, MailedAccount } from '../queries/mail-rows.ts';
import type { Settings } from '../settings.ts';

type AccountMail = Extract<ClaimedMail, { data: MailedAccount }>;

export const isAboutAccount = (mail: ClaimedMail): mail is AccountMail => 'account' in mail.data;

/** The page of the auth server that a link leads to; it goes on to the site. '' where a change is only told. */
export function accountLink(
  { token, action, redirectTo }: MailedAccount,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
): string {
  if (!token) return '';
  const query = new URLSearchParams({ token, type: action, redirect_to: redirectTo });
  return `${publicUrl}/auth/v1/verify?${query}`;
}

/** How long the link of an invitation to an imported account is valid after it was mailed. */
export const invitationDays = 30;
const validity = 'This link is valid for one hour and can be used once.';

/** What is asked of the owner of an account, or told to be safe. */
export function accountContent(
  { kind, data }: AccountMail,
  { siteUrl, joinUrl: href }: { siteUrl: string; joinUrl: string },
) {
  const { account, newEmail = '', oldEmail = '' } = data;
  const facts = (...all: [string, string][]) =>
    all.filter(([, value]) => value !== '').map(([label, value]) => ({ label, value }));
  switch (kind) {
    case 'account_confirmation':
      return {
        facts: facts(['Email address', account]),
        action: { label: 'Confirm email address', href },
        footnote: `${validity} If you did not create an account, you can ignore this email.`,
      };
    case 'password_reset':
      return {
        facts: facts(['Account', account]),
        action: { label: 'Choose a new password', href },
        footnote: `${validity} If you did not request it, you can ignore this email. Your password will not change.`,
      };
    case 'email_change':
      return {
        facts: facts(['New email address', newEmail], ['Until then, log in with', account]),
        action: { label: 'Confirm new email address', href },
        footnote: `${validity} If you did not request this change, you can ignore this email.`,
      };
    case 'email_changed':
      return {
        facts: facts(['Old email address', oldEmail], ['New email address', account]),
        action: { label: 'Contact us', href: `${siteUrl}/contact` },
        footnote: 'If you did not make this change, please contact us immediately.',
      };
    case 'password_changed':
      return {
        facts: facts(['Account', account]),
        action: { label: 'Reset your password', href: `${siteUrl}/forgot-password` },
        footnote: 'If you did not make this change, please reset your password immediately.',
      };
  }
}

/** What is asked of the owner of an account that was imported. */
export const invitationContent = (
  { email }: { email: string },
  { joinUrl: href }: { joinUrl: string },
) => ({
  facts: [{ label: 'Account', value: email }],
  action: { label: 'Choose a password', href },
  footnote: `This link is valid for ${invitationDays} days and can be used once. If you do not want the account, you can ignore this email.`,
});
