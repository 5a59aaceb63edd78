import { LRUCache } from 'lru-cache';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SiteEnvironment } from './environment.ts';
import { clientAddress } from './client-address.ts';
import { log, reasonOf } from './log.ts';
import { requestIdOf } from './request-id.ts';
import { refuse, sendJson } from './replies.ts';
import type { Service } from './service.ts';
import { cookiesOf, renewSession, type Renewal, type Role } from './session-cookies.ts';

/** `GET /session/user` and `/session/admin`: a fresh access token for the session that this browser keeps, or 401. */
export function createSessions(environment: SiteEnvironment): Service {
  /** Several tabs may hold the same refresh token, and it works once: for ten seconds they share the outcome. */
  const renewals = new LRUCache<string, Renewal, () => Promise<Renewal>>({
    max: 2000,
    ttl: 10_000,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: renew }) => renew(),
  });

  const answer = async (request: IncomingMessage, response: ServerResponse, role: Role) => {
    const cookies = cookiesOf(role, request.headers.cookie);
    const address = clientAddress(request, environment.trustedProxies);
    const context = () => renewSession(environment, role, cookies, address);
    try {
      const key = JSON.stringify([role, cookies]);
      const { token, setCookies } = await renewals.forceFetch(key, { context });
      response.appendHeader('set-cookie', setCookies);
      if (token === null) refuse(response, 401, 'not_signed_in', 'Please sign in first.');
      else sendJson(response, 200, { token });
    } catch (error) {
      log('error', 'session', { requestId: requestIdOf(request), reason: reasonOf(error) });
      refuse(response, 503, 'unavailable', 'Signing in is not possible right now.');
    }
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
