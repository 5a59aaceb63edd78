import { createHash } from 'node:crypto';

/** The same uuid for the same name, so that links and tests survive a new seed. */
export function stableId(name: string): string {
  const hex = createHash('sha256').update(`hemline:${name}`).digest('hex');
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4] ?? '8';
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
