import { idIn, signed, type Secrets } from './signed-link.ts';
import type { Settings } from '../settings.ts';

const purpose = 'order-link';
const seconds = 90 * 24 * 60 * 60;

interface Linked {
  id: string;
  created_at: string;
}

/** The page that shows an order without signing in, until 90 days after it was placed; '' in a shop without a secret. */
export async function orderLink(
  { id, created_at }: Linked,
  { siteUrl, siteSecret }: Pick<Settings, 'siteUrl' | 'siteSecret'>,
): Promise<string> {
  if (siteSecret === '') return '';
  const exp = Math.floor(Date.parse(created_at) / 1000) + seconds;
  return `${siteUrl}/order/${await signed({ purpose, id, exp }, siteSecret)}`;
}

/** The id of the order that a link shows; null for one that has ended or was not signed by this shop. */
export const linkedOrderId = (token: string, secrets: Secrets): Promise<string | null> =>
  idIn(token, purpose, secrets);
