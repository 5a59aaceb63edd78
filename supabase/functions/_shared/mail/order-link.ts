import { sign, verify } from 'hono/jwt';
import { z } from 'zod';
import { id } from '../schemas/common.ts';
import type { Settings } from '../settings.ts';

/** Nothing else that is signed with the same secret opens an order. */
const purpose = 'order-link';
const claims = z.object({ sub: id, exp: z.number() });
const seconds = 90 * 24 * 60 * 60;

type Secrets = Pick<Settings, 'siteSecret' | 'previousSiteSecret'>;

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
  return `${siteUrl}/order/${await sign({ sub: id, aud: purpose, exp }, siteSecret, 'HS256')}`;
}

/** The id of the order that a link shows; null for one that has ended or was not signed by this shop. */
export async function linkedOrderId(
  token: string,
  { siteSecret, previousSiteSecret }: Secrets,
): Promise<string | null> {
  for (const secret of [siteSecret, previousSiteSecret].filter(Boolean)) {
    try {
      return claims.parse(await verify(token, secret, { alg: 'HS256', aud: purpose })).sub;
    } catch {
      // Signed with the other secret, ended, or forged: all the same to who follows it.
    }
  }
  return null;
}
