import { addressKey } from '../../_shared/domain/address-key.ts';
import { connectAsService } from '../../_shared/queries/database.ts';
import type { LimitName, Settings } from '../../_shared/settings.ts';
import { siteSecretOf } from '../../_shared/site-secret.ts';
import { tooManyTries } from '../errors.ts';

/** Callers who come past the site cannot be told apart, so they are counted together, a little wider. */
const together = { key: 'direct', factor: 4 };

/** The address that the site saw, or null; what a client writes into headers is never believed. */
export function addressFromSite(headers: Headers, settings: Settings): string | null {
  return siteSecretOf(headers, settings) ? headers.get('x-client-address') : null;
}

function addressOf(headers: Headers, settings: Settings): { key: string; factor: number } {
  const address = addressFromSite(headers, settings);
  return address ? { key: addressKey(address), factor: 1 } : together;
}

export type Limiter = (name: LimitName, headers: Headers, account: string | null) => Promise<void>;

/** Counts a try in the database, for the address and for the account; throws 429 when there were too many. */
export function makeLimiter(settings: Settings): Limiter {
  return async (name, headers, account) => {
    const service = connectAsService(settings);
    const most = settings.limits[name];
    const take = (key: string, limit: number): Promise<number> => {
      const counted = { p_key: `${name}:${key}`, p_limit: limit, p_window: '1 minute' };
      return service.call('take_rate', counted);
    };
    const { key, factor } = addressOf(headers, settings);
    const waits = await Promise.all([
      take(`address:${key}`, most * factor),
      account === null ? 0 : take(`account:${account}`, most),
    ]);
    const seconds = Math.max(...waits);
    if (seconds > 0) throw tooManyTries(seconds);
  };
}
