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

/** Whether the site has let this browser, of an administrator, into the shop before it is open. */
export const seesClosedShop = (headers: Headers, settings: Settings): boolean =>
  siteSecretOf(headers, settings) !== null && headers.get('x-sees-closed-shop') === '1';

function addressOf(headers: Headers, settings: Settings): { key: string; factor: number } {
  const address = addressFromSite(headers, settings);
  return address ? { key: addressKey(address), factor: 1 } : directRequests;
}

/** Who a request is about: the signed-in user, or the email address in its body. */
interface Account {
  userId: string | null;
  email: string | null;
}

export type Limiter = (name: LimitName, headers: Headers, account: Account) => Promise<void>;

/**
 * The device behind a password attempt: a browser that has signed in to this account before, which the site has checked, or the
 * session of a signed-in user. Null for everybody else.
 */
function deviceOf(headers: Headers, settings: Settings, { userId, email }: Account) {
  const address = addressFromSite(headers, settings);
  if (!address) return null;
  if (userId) return { p_user: userId, p_device: userId, p_address: address };
  const [user, device] = headers.get('x-device')?.split(' ') ?? [];
  if (!user || !device || email === null) return null;
  return { p_user: user, p_device: device, p_address: address, p_email: email };
}

/**
 * Counts requests in the database, per address and per account. Password attempts of a trusted device are counted by themselves,
 * so that guesses of strangers do not lock out the owner. @throws ApiError 429 above the limit
 */
export function makeLimiter(settings: Settings): Limiter {
  return async (name, headers, account) => {
    const service = connectAsService(settings);
    const device = name === 'login' ? deviceOf(headers, settings, account) : null;
    if (device && (await service.call('trust_attempt', device))) return;
    const accountKey = account.userId ?? account.email;
    const limit = settings.limits[name];
    const take = (key: string, max: number): Promise<number> => {
      const args = { p_key: `${name}:${key}`, p_limit: max, p_window: '1 minute' };
      return service.call('consume_rate_limit', args);
    };
    const { key, factor } = addressOf(headers, settings);
    const waits = await Promise.all([
      take(`address:${key}`, limit * factor),
      accountKey === null ? 0 : take(`account:${accountKey}`, limit),
    ]);
    const seconds = Math.max(...waits);
    if (seconds > 0) throw tooManyRequests(seconds);
  };
}
