import { sign, verify } from 'hono/jwt';
import { z } from 'zod';
import { id } from '../schemas/common.ts';
import type { Settings } from '../settings.ts';

const claims = z.object({ sub: id, exp: z.number() });

export type Secrets = Pick<Settings, 'siteSecret' | 'previousSiteSecret'>;

interface Signed {
  /** Nothing that is signed for another purpose with the same secret opens it. */
  purpose: string;
  id: string;
  /** When it ends, in seconds since 1970. */
  exp: number;
}

/** The id of a record as a token for a link in a mail. */
export const signed = ({ purpose, id: sub, exp }: Signed, secret: string): Promise<string> =>
  sign({ sub, aud: purpose, exp }, secret, 'HS256');

/** The id in a token; null for one that has ended or was not signed by this shop for this purpose. */
export async function idIn(
  token: string,
  purpose: string,
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
