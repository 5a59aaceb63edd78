import { createHash } from 'node:crypto';

/** What the content security policy calls an inline script or style. */
export const cspHash = (content: string): `sha256-${string}` =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;
