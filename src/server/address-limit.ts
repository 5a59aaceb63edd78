import type { IncomingMessage, ServerResponse } from 'node:http';
import pLimit, { type LimitFunction } from 'p-limit';
import { addressKey } from '#shared/domain/address-key.ts';
import { clientAddress, type TrustedProxies } from './client-address.ts';
import { refuse } from './replies.ts';

/** Requests of one address that are worked on at once; a page with all its calls and pictures needs fewer. */
const atOnce = 48;
/** Requests that may wait for those, and how long in milliseconds. */
const mostWaiting = 200;
const longestWait = 2000;

/** Has so many requests of each address worked on at once, so that nobody takes the API from all others. */
export class AddressLimit {
  readonly #limits = new Map<string, LimitFunction>();
  readonly #trustedProxies: TrustedProxies;

  constructor(trustedProxies: TrustedProxies) {
    this.#trustedProxies = trustedProxies;
  }

  /** Resolves when the request may be worked on, until its response closes; false where it was refused instead. */
  async admits(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const end = await this.#take(addressKey(clientAddress(request, this.#trustedProxies)));
    if (!end) {
      response.setHeader('retry-after', '2');
      const message = 'Too many requests at once. Please wait a moment!';
      refuse(response, 429, 'too_many_requests', message);
      return false;
    }
    if (response.closed) end();
    else response.once('close', end);
    return !response.closed;
  }

  /** Gives what ends the turn, or null where the turn does not come soon. */
  #take(address: string): Promise<(() => void) | null> {
    const limit = this.#limits.get(address) ?? pLimit(atOnce);
    this.#limits.set(address, limit);
    if (limit.pendingCount >= mostWaiting) return Promise.resolve(null);
    return new Promise((resolve) => {
      let waits = true;
      const giveUp = () => {
        waits = false;
        resolve(null);
      };
      const timer = limit.activeCount < atOnce ? undefined : setTimeout(giveUp, longestWait);
      void limit(async () => {
        clearTimeout(timer);
        if (waits) await new Promise<void>((end) => resolve(end));
      }).then(() => {
        if (limit.activeCount + limit.pendingCount === 0) this.#limits.delete(address);
      });
    });
  }
}
