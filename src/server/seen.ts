import type { IncomingMessage } from 'node:http';
import { hearsay, type ChangeFeed } from './change-feed.ts';

const cookie = 'hemline_seen';
const value = new RegExp(`(?:^|; )${cookie}=(\\d{1,15})(?:;|$)`);
/** Milliseconds that another instance may think the database's clock ahead of where this one thinks it; what lies further ahead is made up. */
const doubt = 1000;
/** Milliseconds that an answer waits for a look at the most. */
const patience = 1000;

/**
 * What a browser has seen, so that no instance shows it anything older than another did: whoever gets what other instances may
 * not have heard of carries the database's time for a moment, and an instance that last looked before that looks first.
 */
export class Seen {
  readonly #feed: ChangeFeed;

  constructor(feed: ChangeFeed) {
    this.#feed = feed;
  }

  /** The time by the database's clock, at the latest: what was read before shows nothing of later. */
  now(): number {
    return this.#feed.now();
  }

  /** Whether the browser may have seen something that this instance has not heard of. */
  isAhead(request: IncomingMessage): boolean {
    return this.#seenBy(request) > this.#feed.lookedAt;
  }

  /** Looks first where the browser is ahead; who waits too long is answered with what there is. */
  async catchUp(request: IncomingMessage): Promise<void> {
    const time = this.#seenBy(request);
    if (time > this.#feed.lookedAt) await inTime(this.#feed.lookSince(time));
  }

  /** The cookie to send with what was read at `readAt` of the database's time or before; null where all have heard of that. */
  markFor(request: IncomingMessage, readAt: number): string | null {
    const { lookedAt, heardAt } = this.#feed;
    // Where looks fail for longer, nobody is to wait for one again and again.
    const isNews = readAt > lookedAt && readAt > this.#feed.now() - hearsay * 1000;
    const time = isNews ? Math.max(readAt, heardAt) : heardAt;
    // What the browser carries must not become older.
    if (time === 0 || this.#seenBy(request) >= time) return null;
    return `${cookie}=${Math.ceil(time)}; Path=/; Max-Age=${hearsay}; HttpOnly; SameSite=Lax`;
  }

  /** The cookie for who has just written something; that is looked for at once, for everybody. */
  markWriter(request: IncomingMessage): string | null {
    const now = this.#feed.now();
    void this.#feed.lookSince(now);
    return this.markFor(request, now);
  }

  /** 0 where the browser says nothing, or what no instance can have told it. */
  #seenBy({ headers }: IncomingMessage): number {
    if (!headers.cookie?.includes(cookie)) return 0;
    const time = Number(value.exec(headers.cookie)?.[1] ?? 0);
    return time <= this.#feed.now() + doubt ? time : 0;
  }
}

function inTime(look: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, patience, undefined);
  void look.then(() => {
    clearTimeout(timer);
    resolve(undefined);
  });
  return promise;
}
