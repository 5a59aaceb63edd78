import { sameSecret } from './constant-time.ts';
import type { Settings } from './settings.ts';

/** Which secret the request has; null if it does not come from the site. */
export function siteSecretOf(
  headers: Headers,
  { siteSecret, previousSiteSecret }: Settings,
): 'current' | 'previous' | null {
  const sent = headers.get('x-site-secret') ?? '';
  const isPrevious = sameSecret(sent, previousSiteSecret);
  if (sameSecret(sent, siteSecret)) return 'current';
  return isPrevious ? 'previous' : null;
}
