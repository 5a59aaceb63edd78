import { createServer } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ChangeFeed } from './change-feed.ts';
import type { SiteEnvironment } from './environment.ts';
import { askFigures, type Figures } from './figures.ts';
import type { Answered } from './front.ts';
import { log, reasonOf } from './log.ts';
import type { PageCache } from './page-cache.ts';
import { refuse } from './replies.ts';

export interface MetricsSources {
  readonly environment: SiteEnvironment;
  readonly caches: { readonly page: PageCache<unknown>; readonly answer: PageCache<unknown> };
  readonly feed: ChangeFeed;
  readonly fail: (error: Error) => void;
}

/** Told with 0 too: what was never there cannot be seen to grow. */
const nothing = {
  orders: { Pending: 0, Paid: 0, Held: 0, Refunded: 0 },
  payments: { open: 0, paid: 0, held: 0, duplicate: 0, refunded: 0, failed: 0 },
};

/** What Prometheus is told, on a port of its own that the world need not see. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Counter({
    name: 'hemline_requests_total',
    help: 'Requests answered, by kind and status (499: the client left)',
    labelNames: ['kind', 'status'],
    registers: [this.#registry],
  });
  readonly #times = new Histogram({
    name: 'hemline_request_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['kind'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [this.#registry],
  });
  readonly #delays = new Histogram({
    name: 'hemline_stale_seconds',
    help: 'Time from a change of the catalogue until its old pages were dropped',
    buckets: [0.1, 0.25, 0.5, 1, 2, 5, 30, 300],
    registers: [this.#registry],
  });
  readonly #up = new Gauge({
    name: 'hemline_functions_up',
    help: 'Whether the payment function answered; its figures are old while it does not',
    registers: [this.#registry],
  });
  readonly #orders = new Gauge({
    name: 'hemline_orders',
    help: 'Orders placed in the last 24 hours, by status',
    labelNames: ['status'],
    registers: [this.#registry],
  });
  readonly #payments = new Gauge({
    name: 'hemline_payments',
    help: 'Payments begun in the last 24 hours, by outcome',
    labelNames: ['outcome'],
    registers: [this.#registry],
  });
  readonly #quiet = new Gauge({
    name: 'hemline_quiet_orders',
    help: 'Payments that began over 15 minutes ago and of which nobody heard since',
    registers: [this.#registry],
  });

  countAnswer({ kind, status, ms }: Answered): void {
    this.#requests.inc({ kind, status });
    if (status !== 499) this.#times.observe({ kind }, ms / 1000);
  }

  countDelay(seconds: number): void {
    this.#delays.observe(seconds);
  }

  serve({ environment, caches, feed, fail }: MetricsSources): void {
    if (!environment.metrics) return;
    collectDefaultMetrics({ register: this.#registry });
    this.#describeCaches(caches);
    this.#describeFeed(feed);
    const server = createServer((request, response) => {
      if (request.url !== '/metrics') return refuse(response, 404, 'not_found', 'Ask /metrics');
      this.#tell(environment).then(
        (text) => response.writeHead(200, { 'content-type': this.#registry.contentType }).end(text),
        (error: unknown) => {
          log('error', 'metrics', { reason: reasonOf(error) });
          refuse(response, 500, 'internal', 'The metrics cannot be told right now.');
        },
      );
    });
    server.on('error', fail);
    server.listen(environment.metrics.port, environment.metrics.host);
    server.unref();
  }

  async #tell(environment: SiteEnvironment): Promise<string> {
    this.#describePayments(await askFigures(environment).catch(() => null));
    return this.#registry.metrics();
  }

  #describeCaches(caches: MetricsSources['caches']): void {
    const named = Object.entries(caches);
    new Counter({
      name: 'hemline_cache_requests_total',
      help: 'Requests for pages and public answers: kept, made anew, or shared with one that was being made',
      labelNames: ['cache', 'from'],
      registers: [this.#registry],
      collect() {
        this.reset();
        for (const [cache, { counts }] of named) {
          for (const [from, count] of Object.entries(counts)) this.inc({ cache, from }, count);
        }
      },
    });
    new Gauge({
      name: 'hemline_cache_entries',
      help: 'Pages and answers that are kept',
      labelNames: ['cache'],
      registers: [this.#registry],
      collect() {
        for (const [cache, { size }] of named) this.set({ cache }, size.entries);
      },
    });
    new Gauge({
      name: 'hemline_cache_bytes',
      help: 'Bytes of the pages and answers that are kept, in all codings',
      labelNames: ['cache'],
      registers: [this.#registry],
      collect() {
        for (const [cache, { size }] of named) this.set({ cache }, size.bytes);
      },
    });
  }

  #describeFeed(feed: ChangeFeed): void {
    new Gauge({
      name: 'hemline_feed_age_seconds',
      help: 'Time since the database last told what changed; pages may be as old as this',
      registers: [this.#registry],
      collect() {
        this.set(feed.age ?? -1);
      },
    });
  }

  /** The same on every instance, since all ask one database: take the greatest, not the sum. */
  #describePayments(figures: Figures | null): void {
    this.#up.set(figures ? 1 : 0);
    if (!figures) return;
    for (const [status, count] of Object.entries({ ...nothing.orders, ...figures.orders })) {
      this.#orders.set({ status }, count);
    }
    for (const [outcome, count] of Object.entries({ ...nothing.payments, ...figures.payments })) {
      this.#payments.set({ outcome }, count);
    }
    this.#quiet.set(figures.quiet);
  }
}
