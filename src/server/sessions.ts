import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import { renewReply } from '#shared/schemas/auth.ts';
import type { SiteEnvironment } from './environment.ts';
import { clientAddress } from './client-address.ts';
import { log, reasonOf } from './log.ts';
import { requestIdOf } from './request-id.ts';
import { refuse, sendJson } from './replies.ts';
import type { Service } from './service.ts';
import { clearSession, keepSession, readSession, type Role } from './session-cookies.ts';

type Renewed = z.infer<typeof renewReply>;

/** How long the outcome of a renewal is remembered: several tabs may hold the same refresh token, and it works once. */
const shared = 10_000;

/** `GET /session/user` and `/session/admin`: a fresh access token for the session that this browser keeps, or 401. */
export function createSessions(environment: SiteEnvironment): Service {
  const renewals = new Map<string, Promise<Renewed | null>>();

  const renewOnce = (token: string, address: string): Promise<Renewed | null> => {
    const running = renewals.get(token);
    if (running) return running;
    const renewal = renew(environment, token, address);
    renewals.set(token, renewal);
    const forget = () => renewals.delete(token);
    renewal.then(() => setTimeout(forget, shared).unref(), forget);
    return renewal;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse, role: Role) => {
    const kept = readSession(request, role);
    if (!kept) return endSession(response, role);
    try {
      const address = clientAddress(request, environment.trustedProxies);
      const renewed = await renewOnce(kept.token, address);
      if (!renewed) return endSession(response, role);
      keepSession(response, environment, role, {
        token: renewed.refreshToken,
        remember: kept.remember,
      });
      sendJson(response, 200, { token: renewed.accessToken });
    } catch (error) {
      log('error', 'session', { requestId: requestIdOf(request), reason: reasonOf(error) });
      refuse(response, 503, 'unavailable', 'Signing in is not possible right now.');
    }
  };

  const endSession = (response: ServerResponse, role: Role) => {
    clearSession(response, environment, role);
    refuse(response, 401, 'not_signed_in', 'Please sign in first.');
  };

  return (request, response) => {
    const match = /^\/session\/(user|admin)(?:\?|$)/.exec(request.url ?? '');
    if (!match) return false;
    const site = request.headers['sec-fetch-site'];
    if (request.method !== 'GET') refuse(response, 405, 'method_not_allowed', 'Use GET');
    else if (site !== undefined && site !== 'same-origin') {
      refuse(response, 403, 'wrong_origin', 'Only pages of the shop may ask for this.');
    } else void answer(request, response, match[1] === 'admin' ? 'admin' : 'user');
    return true;
  };
}

/** Null where the session is over; throws where that cannot be known. */
async function renew(
  { functionsUrl, anonKey, siteSecret }: SiteEnvironment,
  refreshToken: string,
  address: string,
): Promise<Renewed | null> {
  // Not straight from the auth server: it would count the renewals of all shoppers for the address of this site.
  const response = await fetch(`${functionsUrl}/api/v1/auth/renew`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      apikey: anonKey,
      authorization: `Bearer ${anonKey}`,
      'x-site-secret': siteSecret,
      'x-client-address': address,
    },
    body: JSON.stringify({ refreshToken }),
    signal: AbortSignal.timeout(10_000),
  });
  if (response.ok) return renewReply.parse(await response.json());
  await response.body?.cancel();
  if (response.status === 400 || response.status === 401) return null;
  throw new Error(`renewing a session answered ${response.status}`);
}
