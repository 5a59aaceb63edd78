import { PassThrough, Readable } from 'node:stream';
import { Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import { ApiUnavailable, collectReads, newReads, readShop } from '../../catalogue.ts';
import { feedChannels, feedPaths, type FeedChannel } from '../../feed-paths.ts';
import { readFeedProducts } from '../../feed-products.ts';
import { productFeed } from '../../storefront/seo/product-feed.ts';
import { SharedStream } from '../cache/shared-stream.ts';
import type { SiteEnvironment } from '../environment.ts';
import { requestIdOf, type Env } from '../http.ts';
import { log } from '../log.ts';
import { mayPreview } from '../preview-cookie.ts';

/** Both companies read a feed once an hour at most. */
const lifetime = 5 * 60_000;

/** `/feeds/google.xml` and `/feeds/meta.xml`: all products, as visitors see them. */
export function feedRoutes(environment: SiteEnvironment): Hono<Env> {
  const feeds = new LRUCache<FeedChannel, SharedStream>({
    max: feedChannels.length,
    ttl: lifetime,
    // A page of products is there before anything is answered: without one, there is no feed.
    fetchMethod: async (channel) => {
      const [{ name }, first] = await Promise.all([readShop(), readFeedProducts(null)]);
      const shop = { origin: new URL(environment.siteUrl).origin, name };
      const feed = new SharedStream(productFeed(channel, shop, first, readFeedProducts));
      void feed.end.then((state) => {
        if (state === 'whole') return;
        feeds.delete(channel);
        log.error({ path: feedPaths.channel(channel), reason: state }, 'feed');
      });
      return feed;
    },
  });
  return new Hono<Env>().get(`/:file{(?:${feedChannels.join('|')})\\.xml}`, async (c) => {
    const { incoming, outgoing } = c.env;
    const reads = newReads(requestIdOf(incoming));
    return collectReads(reads, async () => {
      const { open } = await readShop();
      // A feed in another currency would be worse than none.
      if (reads.incomplete) throw new ApiUnavailable('the details of the shop are missing');
      if (!open && !(await mayPreview(environment, incoming))) return c.redirect('/');
      const file = c.req.param('file');
      const channel = feedChannels.find((it) => file === `${it}.xml`) ?? 'google';
      const feed = await feeds.forceFetch(channel);
      const asGzip = /\bgzip\b/.test(c.req.header('accept-encoding') ?? '');
      c.header('content-type', 'application/xml; charset=utf-8');
      c.header('cache-control', `public, max-age=${lifetime / 1000}`);
      c.header('vary', 'Accept-Encoding');
      if (asGzip) c.header('content-encoding', 'gzip');
      // A truncated feed must not end as if it were complete. Hono would print the error, so it gets a stream without one.
      const body = feed.read(asGzip).once('error', () => outgoing.destroy());
      outgoing.once('close', () => body.destroy());
      return c.body(Readable.toWeb(body.pipe(new PassThrough())) as ReadableStream);
    });
  });
}
