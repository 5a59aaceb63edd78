import { sameSecret } from './constant-time.ts';
import type { Settings } from './settings.ts';

/** Which of its two secrets the site sent; null when the request does not come from the site. */
export function siteSecretOf(
  headers: Headers,
  { siteSecret, previousSiteSecret }: Settings,
): 'current' | 'previous' | null {
  const given = headers.get('x-site-secret') ?? '';
  const isPrevious = sameSecret(given, previousSiteSecret);
  if (sameSecret(given, siteSecret)) return 'current';
  return isPrevious ? 'previous' : null;
}
