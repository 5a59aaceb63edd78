import { sameSecret } from '../../_shared/constant-time.ts';
import { askAsService } from '../../_shared/queries/asking.ts';
import type { LimitName, Settings } from '../../_shared/settings.ts';
import { ApiError } from '../errors.ts';

/** Callers who come past the site cannot be told apart, so they are counted together, a little wider. */
const together = { key: 'direct', factor: 4 };

/** By what an address is counted: a household has a whole /64 of IPv6 addresses, however each is written. */
export function addressKey(address: string): string {
  if (!address.includes(':')) return address;
  const [left = [], right = []] = address.split('::').map((it) => it.split(':').filter(Boolean));
  const zeros = address.includes('::') ? Array<string>(8).fill('0') : [];
  const groups = [...left, ...zeros.slice(left.length + right.length), ...right];
  return groups
    .slice(0, 4)
    .map((it) => parseInt(it, 16).toString(16))
    .join(':');
}

/** The address that the site saw, or null; what a client writes into headers is never believed. */
export function addressFromSite(headers: Headers, settings: Settings): string | null {
  const fromSite = sameSecret(headers.get('x-site-secret') ?? '', settings.siteSecret);
  return fromSite ? headers.get('x-client-address') : null;
}

function addressOf(headers: Headers, settings: Settings): { key: string; factor: number } {
  const address = addressFromSite(headers, settings);
  return address ? { key: addressKey(address), factor: 1 } : together;
}

export type Limiter = (name: LimitName, headers: Headers, account: string | null) => Promise<void>;

/** Counts a try in the database, for the address and for the account; throws 429 when there were too many. */
export function makeLimiter(settings: Settings): Limiter {
  return async (name, headers, account) => {
    const ask = askAsService(settings);
    const most = settings.limits[name];
    const take = (key: string, limit: number): Promise<number> => {
      const counted = { p_key: `${name}:${key}`, p_limit: limit, p_window: '1 minute' };
      return ask('take_rate', counted);
    };
    const { key, factor } = addressOf(headers, settings);
    const waits = await Promise.all([
      take(`address:${key}`, most * factor),
      account === null ? 0 : take(`account:${account}`, most),
    ]);
    const seconds = Math.max(...waits);
    if (seconds > 0) {
      throw new ApiError(429, 'too_many_tries', 'Too many tries. Please wait a moment!', {
        headers: { 'retry-after': String(seconds) },
      });
    }
  };
}
