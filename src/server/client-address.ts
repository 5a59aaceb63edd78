import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from 'proxy-addr';

/** Whether an address is that of a trusted proxy. */
export type TrustedProxies = (address: string, distance: number) => boolean;

/** Proxies as the environment names them: `10.0.0.0/8, ::1`. Throws with what is no address. */
export function readProxies(text: string): TrustedProxies {
  const entries = text.split(',').map((it) => it.trim());
  try {
    return proxyAddr.compile(entries.filter(Boolean));
  } catch (error) {
    throw new Error(`TRUSTED_PROXIES: ${String(error)}`, { cause: error });
  }
}

/**
 * The address that a request came from. What `X-Forwarded-For` says is believed only as far as trusted proxies wrote it:
 * read from the end, the first address that is none of theirs.
 */
export function clientAddress(request: IncomingMessage, trusted: TrustedProxies): string {
  const address = proxyAddr.all(request, trusted).findLast((it) => isIP(it)) ?? '';
  // Node writes an IPv4 address that came over an IPv6 socket in its long form.
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
