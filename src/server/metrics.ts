import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, register } from 'prom-client';
import { setup } from '#shared/schemas/figures.ts';
import type { ChangeFeed } from './cache/invalidation.ts';
import type { CacheStore } from './cache/store.ts';
import { anonHeaders, type SiteEnvironment } from './environment.ts';
import type { Answered } from './server.ts';

const requests = new Counter({
  name: 'hemline_requests_total',
  help: 'Requests answered (499: the client disconnected)',
  labelNames: ['kind', 'status'],
});
const times = new Histogram({
  name: 'hemline_request_seconds',
  help: 'Time from a request to the end of its response',
  labelNames: ['kind'],
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
});
const delays = new Histogram({
  name: 'hemline_stale_seconds',
  help: 'Time from a catalogue change to the purge of the affected pages',
  buckets: [0.1, 0.25, 0.5, 1, 2, 5, 30, 300],
});

export function countAnswer({ kind, status, ms }: Answered): void {
  requests.inc({ kind, status });
  if (status !== 499) times.observe({ kind }, ms / 1000);
}

export const countDelay = (seconds: number): void => delays.observe(seconds);

const gauge = (name: string, help: string, ...labelNames: string[]) =>
  new Gauge({ name, help, labelNames });
const functionsUp = gauge(
  'hemline_functions_up',
  'Whether the payments function responded; if not, its figures are stale',
);
const orders = gauge('hemline_orders', 'Orders placed in the last 24 hours', 'status');
const payments = gauge('hemline_payments', 'Payments started in the last 24 hours', 'outcome');
const quietOrders = gauge('hemline_quiet_orders', 'Payments without an outcome after 15 minutes');

/** What Prometheus reads, on a port of its own that need not be public. */
export function metricsServer(
  environment: SiteEnvironment,
  store: CacheStore,
  feed: ChangeFeed,
): Server {
  collectDefaultMetrics();
  describeCache(store, feed);
  return createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end('Use /metrics');
    await countPayments(environment).then(
      () => functionsUp.set(1),
      () => functionsUp.set(0),
    );
    const text = await register.metrics();
    return response.writeHead(200, { 'content-type': register.contentType }).end(text);
  }).unref();
}

function describeCache(store: CacheStore, feed: ChangeFeed): void {
  new Counter({
    name: 'hemline_cache_requests_total',
    help: 'Requests for pages and public API responses',
    labelNames: ['cache', 'from'],
    collect() {
      this.reset();
      for (const [cache, counts] of Object.entries(store.counts)) {
        for (const [from, count] of Object.entries(counts)) this.inc({ cache, from }, count);
      }
    },
  });
  const measure = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      collect() {
        this.set(value());
      },
    });
  measure('hemline_cache_entries', 'Cached pages and API responses', () => store.size.entries);
  measure('hemline_cache_bytes', 'Size of the cache in all encodings', () => store.size.bytes);
  const help = 'Time since the change feed was last read';
  measure('hemline_feed_age_seconds', help, () => feed.age ?? -1);
}

/**
 * Asks the payments function, authenticated by the site's secret; throws on an unexpected response. All instances report the
 * same values from the shared database: use the maximum, not the sum.
 */
async function countPayments(environment: SiteEnvironment): Promise<void> {
  const response = await fetch(`${environment.functionsUrl}/payments/status`, {
    headers: { ...anonHeaders(environment.anonKey), 'x-site-secret': environment.siteSecret },
    signal: AbortSignal.timeout(3000),
  });
  const { figures } = setup.parse(await response.json());
  for (const [status, count] of Object.entries(figures.orders)) orders.set({ status }, count);
  for (const [outcome, count] of Object.entries(figures.payments)) payments.set({ outcome }, count);
  quietOrders.set(figures.quiet);
}
