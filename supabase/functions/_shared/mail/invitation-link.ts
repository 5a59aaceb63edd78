import { idIn, signed, type Secrets } from './signed-link.ts';
import type { Settings } from '../settings.ts';

const purpose = 'company-invitation';
/** The row ends after them too; a mail that is sent again makes it no longer. */
const seconds = 14 * 24 * 60 * 60;

/** The page on which an invitation is accepted. @throws in a shop without a secret */
export async function invitationLink(
  id: string,
  { siteUrl, siteSecret }: Pick<Settings, 'siteUrl' | 'siteSecret'>,
): Promise<string> {
  if (siteSecret === '') throw new Error('SITE_SECRET is not set, so that no link can be signed');
  const exp = Math.floor(Date.now() / 1000) + seconds;
  return `${siteUrl}/wholesale/join?token=${await signed({ purpose, id, exp }, siteSecret)}`;
}

/** The id of an invitation; null for a link that has ended or was not signed by this shop. */
export const invitationId = (token: string, secrets: Secrets): Promise<string | null> =>
  idIn(token, purpose, secrets);
