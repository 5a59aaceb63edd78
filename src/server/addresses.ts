import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { MiddlewareHandler } from 'hono';
import pLimit, { type LimitFunction } from 'p-limit';
import proxyAddr from 'proxy-addr';
import { addressKey } from '#shared/domain/address-key.ts';
import { refuse, type Env } from './http.ts';

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

/** Requests of one address that are worked on at once; a page with all its calls and pictures needs fewer. */
const concurrency = 48;
/** Requests that may wait for those, and for how long. */
const maxWaiting = 200;
const timeoutMs = 2000;

/** Works on so many requests of one address at once, so that nobody takes the API from all others. */
export function addressLimit(trusted: TrustedProxies): MiddlewareHandler<Env> {
  const limits = new Map<string, LimitFunction>();

  /** Gives what ends the turn, or null where the turn does not come soon. */
  const takeTurn = (address: string): Promise<(() => void) | null> => {
    const limit = limits.get(address) ?? pLimit(concurrency);
    limits.set(address, limit);
    if (limit.pendingCount >= maxWaiting) return Promise.resolve(null);
    const { promise, resolve } = Promise.withResolvers<(() => void) | null>();
    const timer = setTimeout(resolve, timeoutMs, null);
    let waits = true;
    void promise.then(() => (waits = false));
    void limit(async () => {
      clearTimeout(timer);
      if (waits) await new Promise<void>((end) => resolve(end));
    }).then(() => {
      if (limit.activeCount + limit.pendingCount === 0) limits.delete(address);
    });
    return promise;
  };

  return async (c, next) => {
    const { incoming, outgoing } = c.env;
    const endTurn = await takeTurn(addressKey(clientAddress(incoming, trusted)));
    if (!endTurn) {
      c.header('retry-after', '2');
      const message = 'Too many requests at once. Please wait a moment!';
      return refuse(c, 429, 'too_many_requests', message);
    }
    if (outgoing.closed) endTurn();
    else outgoing.once('close', endTurn);
    return next();
  };
}
