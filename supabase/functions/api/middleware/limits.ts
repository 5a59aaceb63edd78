import { addressKey } from '../../_shared/domain/address-key.ts';
import { connectAsService } from '../../_shared/queries/database.ts';
import type { LimitName, Settings } from '../../_shared/settings.ts';
import { siteSecretOf } from '../../_shared/site-secret.ts';
import { tooManyRequests } from '../errors.ts';

/** Requests that bypass the site have no trusted address, so they share one larger limit. */
const directRequests = { key: 'direct', factor: 4 };

/** The client address from the site, or null; headers from clients are never trusted. */
export function addressFromSite(headers: Headers, settings: Settings): string | null {
  return siteSecretOf(headers, settings) ? headers.get('x-client-address') : null;
}

function addressOf(headers: Headers, settings: Settings): { key: string; factor: number } {
  const address = addressFromSite(headers, settings);
  return address ? { key: addressKey(address), factor: 1 } : directRequests;
}

export type Limiter = (name: LimitName, headers: Headers, account: string | null) => Promise<void>;

/** Counts requests in the database, per address and per account. @throws ApiError 429 above the limit */
export function makeLimiter(settings: Settings): Limiter {
  return async (name, headers, account) => {
    const service = connectAsService(settings);
    const limit = settings.limits[name];
    const take = (key: string, max: number): Promise<number> => {
      const args = { p_key: `${name}:${key}`, p_limit: max, p_window: '1 minute' };
      return service.call('consume_rate_limit', args);
    };
    const { key, factor } = addressOf(headers, settings);
    const waits = await Promise.all([
      take(`address:${key}`, limit * factor),
      account === null ? 0 : take(`account:${account}`, limit),
    ]);
    const seconds = Math.max(...waits);
    if (seconds > 0) throw tooManyRequests(seconds);
  };
}
