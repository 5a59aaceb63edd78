import { idIn, signed, type Secrets } from './signed-link.ts';
import { invitationDays } from './account-content.ts';
import type { Settings } from '../settings.ts';

type Signing = Pick<Settings, 'siteUrl' | 'siteSecret'>;

const day = 24 * 60 * 60;
const invitation = {
  purpose: 'company-invitation',
  path: '/wholesale/join?token',
  /** The row ends after them too; a mail that is sent again makes it no longer. */
  seconds: 14 * day,
};
const account = {
  purpose: 'account-invitation',
  // Behind the mark, where no server and no page that is linked from there sees it.
  path: '/reset-password#invitation',
  seconds: invitationDays * day,
};
const guestOrders = { purpose: 'guest-orders', path: '/user/all-orders?token', seconds: day };

/** @throws in a shop without a secret */
async function linkTo(
  { purpose, path, seconds }: typeof invitation,
  id: string,
  { siteUrl, siteSecret }: Signing,
): Promise<string> {
  if (siteSecret === '') throw new Error('SITE_SECRET is not set, so that no link can be signed');
  const exp = Math.floor(Date.now() / 1000) + seconds;
  return `${siteUrl}${path}=${await signed({ purpose, id, exp }, siteSecret)}`;
}

/** The page on which an invitation is accepted. @throws in a shop without a secret */
export const invitationLink = (id: string, settings: Signing): Promise<string> =>
  linkTo(invitation, id, settings);

/** The page that adds earlier orders to an account, by the id of the mail. @throws in a shop without a secret */
export const guestOrdersLink = (mailId: string, settings: Signing): Promise<string> =>
  linkTo(guestOrders, mailId, settings);

/** The id of an invitation; null for a link that has ended or was not signed by this shop. */
export const invitationId = (token: string, secrets: Secrets): Promise<string | null> =>
  idIn(token, invitation.purpose, secrets);

/** The id of the mail with a link to earlier orders; null for one that has ended or was not signed by this shop. */
export const guestOrdersMail = (token: string, secrets: Secrets): Promise<string | null> =>
  idIn(token, guestOrders.purpose, secrets);

/** The page on which the owner of an imported account chooses a password. @throws in a shop without a secret */
export const accountInvitationLink = (user: string, settings: Signing): Promise<string> =>
  linkTo(account, user, settings);

/** The account of such a link; null for one that has ended or was not signed by this shop. */
export const invitedAccount = (token: string, secrets: Secrets): Promise<string | null> =>
  idIn(token, account.purpose, secrets);
