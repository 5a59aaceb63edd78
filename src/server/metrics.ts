import { createServer } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { setup, type Figures } from '#shared/schemas/figures.ts';
import type { ChangeFeed } from './cache/invalidation.ts';
import type { CacheStore } from './cache/store.ts';
import type { SiteEnvironment } from './environment.ts';
import { log, reasonOf } from './log.ts';
import type { Answered } from './server.ts';

export interface MetricsSources {
  readonly environment: SiteEnvironment;
  readonly store: CacheStore;
  readonly feed: ChangeFeed;
  readonly fail: (error: Error) => void;
}

/** Reported with 0 too: what was never there cannot be seen to grow. */
const zeros = {
  orders: { Pending: 0, Paid: 0, Held: 0, Refunded: 0 },
  payments: { open: 0, paid: 0, held: 0, duplicate: 0, refunded: 0, failed: 0 },
};

/** What Prometheus reads, on a port of its own that need not be public. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Counter(
    this.#own('requests_total', 'Requests answered (499: the client left)', ['kind', 'status']),
  );
  readonly #times = new Histogram({
    ...this.#own('request_seconds', 'Time from a request to the end of its answer', ['kind']),
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  });
  readonly #delays = new Histogram({
    ...this.#own('stale_seconds', 'Time from a change of the catalogue to its old pages’ end'),
    buckets: [0.1, 0.25, 0.5, 1, 2, 5, 30, 300],
  });
  readonly #up = new Gauge(
    this.#own('functions_up', 'Whether the payment function answered; else its figures are old'),
  );
  readonly #orders = new Gauge(
    this.#own('orders', 'Orders placed in the last 24 hours', ['status']),
  );
  readonly #payments = new Gauge(
    this.#own('payments', 'Payments begun in the last 24 hours', ['outcome']),
  );
  readonly #quiet = new Gauge(
    this.#own('quiet_orders', 'Payments begun over 15 minutes ago of which nothing was heard'),
  );

  #own<Label extends string>(name: string, help: string, labelNames: Label[] = []) {
    return { name: `hemline_${name}`, help, labelNames, registers: [this.#registry] };
  }

  countAnswer({ kind, status, ms }: Answered): void {
    this.#requests.inc({ kind, status });
    if (status !== 499) this.#times.observe({ kind }, ms / 1000);
  }

  countDelay(seconds: number): void {
    this.#delays.observe(seconds);
  }

  serve({ environment, store, feed, fail }: MetricsSources): void {
    if (!environment.metrics) return;
    collectDefaultMetrics({ register: this.#registry });
    this.#describeCache(store, feed);
    const server = createServer((request, response) => {
      if (request.url !== '/metrics') return void response.writeHead(404).end('Ask /metrics');
      this.#collect(environment).then(
        (text) => response.writeHead(200, { 'content-type': this.#registry.contentType }).end(text),
        (error: unknown) => {
          log('error', 'metrics', { reason: reasonOf(error) });
          response.writeHead(500).end();
        },
      );
    });
    server.on('error', fail);
    server.listen(environment.metrics.port, environment.metrics.host);
    server.unref();
  }

  #describeCache(store: CacheStore, feed: ChangeFeed): void {
    new Counter({
      ...this.#own('cache_requests_total', 'Requests for pages and public answers', [
        'cache',
        'from',
      ]),
      collect() {
        this.reset();
        for (const [cache, counts] of Object.entries(store.counts)) {
          for (const [from, count] of Object.entries(counts)) this.inc({ cache, from }, count);
        }
      },
    });
    this.#measure('cache_entries', 'Pages and answers in the cache', () => store.size.entries);
    this.#measure('cache_bytes', 'Bytes of the cache, in all codings', () => store.size.bytes);
    const age = () => feed.age ?? -1;
    this.#measure('feed_age_seconds', 'Time since the database last reported what changed', age);
  }

  #measure(name: string, help: string, value: () => number): void {
    new Gauge({
      ...this.#own(name, help),
      collect() {
        this.set(value());
      },
    });
  }

  /** The same on every instance, since all ask one database: take the greatest, not the sum. */
  async #collect(environment: SiteEnvironment): Promise<string> {
    const figures = await askFigures(environment).catch(() => null);
    this.#up.set(figures ? 1 : 0);
    if (figures) {
      const { orders, payments, quiet } = figures;
      for (const [status, count] of Object.entries({ ...zeros.orders, ...orders })) {
        this.#orders.set({ status }, count);
      }
      for (const [outcome, count] of Object.entries({ ...zeros.payments, ...payments })) {
        this.#payments.set({ outcome }, count);
      }
      this.#quiet.set(quiet);
    }
    return this.#registry.metrics();
  }
}

/** Asks the payment function, which knows the site by its secret. Throws where it does not answer so. */
async function askFigures(environment: SiteEnvironment): Promise<Figures> {
  const { functionsUrl, anonKey, siteSecret } = environment;
  const response = await fetch(`${functionsUrl}/payments/status`, {
    headers: {
      apikey: anonKey,
      authorization: `Bearer ${anonKey}`,
      'x-site-secret': siteSecret,
    },
    signal: AbortSignal.timeout(3000),
  });
  if (!response.ok) throw new Error(`the payment function answered ${response.status}`);
  return setup.parse(await response.json()).figures;
}
