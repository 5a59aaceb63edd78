import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { redirectPath } from '#shared/domain/redirect-path.ts';
import { redirectFoundReply } from '#shared/schemas/redirects.ts';
import { everything } from './cache/store.ts';
import { anonHeaders, type SiteEnvironment } from './environment.ts';
import { log } from './log.ts';

/** Changes of these can change where an address leads. */
const tags = ['redirects', 'products', 'categories', 'pages', everything];
const ttlMs = 10 * 60_000;
const timeoutMs = 3000;
/** How long visits are collected, and of how many addresses; bots try more. */
const reportMs = 1000;
const maxReported = 100;

/** Where addresses lead that have no page, and how often visitors open those that lead nowhere. */
export class Redirects {
  readonly #environment: SiteEnvironment;
  readonly #targets = new LRUCache<string, { readonly to: string | null }>({
    max: 5000,
    ttl: ttlMs,
  });
  readonly #missing = new Map<string, number>();
  #purges = 0;
  #reporting: NodeJS.Timeout | undefined;

  constructor(environment: SiteEnvironment) {
    this.#environment = environment;
  }

  purge(changed: ReadonlySet<string>): void {
    if (!tags.some((it) => changed.has(it))) return;
    this.#purges += 1;
    this.#targets.clear();
  }

  /** The target of an address that has no page, or null. */
  async find(address: string, requestId: string): Promise<string | null> {
    const path = redirectPath(address);
    if (path === null) return null;
    const known = this.#targets.get(path);
    if (known) return known.to;
    const purges = this.#purges;
    try {
      const found = await this.#call(`/find?path=${encodeURIComponent(path)}`, requestId);
      const { to } = redirectFoundReply.parse(await found.json());
      // One that was purged while it was read may be out of date.
      if (purges === this.#purges) this.#targets.set(path, { to });
      return to;
    } catch (reason) {
      log.error({ requestId, reason }, 'redirect');
      return null;
    }
  }

  /** Counts a visit of an address that leads nowhere, if a person opened it. */
  note(address: string, request: IncomingMessage): void {
    // Only pages that exist have a query in their key: the hundredth page of a list is not there, but the list is.
    if (address.includes('?')) return;
    const path = redirectPath(address);
    // Somebody's email address, as old newsletters have it.
    if (!isVisit(request) || path === null || /^$|.{301}|@|%40/.test(path)) return;
    if (!this.#missing.has(path) && this.#missing.size >= maxReported) return;
    this.#missing.set(path, (this.#missing.get(path) ?? 0) + 1);
    this.#reporting ??= setTimeout(() => void this.#report(), reportMs).unref();
  }

  async #report(): Promise<void> {
    this.#reporting = undefined;
    const pages = Array.from(this.#missing, ([path, visits]) => ({ path, visits }));
    this.#missing.clear();
    try {
      await this.#call('/missing', '', { pages });
    } catch (reason) {
      log.error({ reason }, 'missing pages');
    }
  }

  async #call(path: string, requestId: string, body?: object): Promise<Response> {
    const { functionsUrl, anonKey, siteSecret } = this.#environment;
    const response = await fetch(`${functionsUrl}/api/v1/redirects${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...anonHeaders(anonKey),
        ...{ 'content-type': 'application/json', 'x-site-secret': siteSecret },
        ...(requestId && { 'x-request-id': requestId }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`answered ${response.status}`);
    return response;
  }
}

/** Browsers say that a person opens a document; most bots do not, nor do prefetches count. */
const isVisit = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers['sec-fetch-dest'] === 'document' &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-purpose'] === undefined;

/** A target with the query of the request, after its own. */
export function withQuery(to: string, address: string): string {
  const at = address.indexOf('?');
  if (at < 0 || at === address.length - 1) return to;
  const [path = '', fragment] = to.split('#', 2);
  const query = `${path.includes('?') ? '&' : '?'}${address.slice(at + 1)}`;
  return `${path}${query}${fragment === undefined ? '' : `#${fragment}`}`;
}
