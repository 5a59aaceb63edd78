import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { anonHeaders } from '../environment.ts';
import { log } from '../log.ts';
import { everything } from './store.ts';

interface Changes {
  readonly cursor: string;
  /** The database's clock before and after the query, in milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
  readonly changes: readonly {
    readonly id: number;
    readonly tag: string;
    /** Seconds between the change and this answer. */
    readonly age?: number;
  }[];
}

export interface FeedOptions {
  readonly supabaseUrl: string;
  readonly anonKey: string;
  readonly onChange: (tags: ReadonlySet<string>) => void;
  /** Called for each change with the seconds for which pages may have been stale. */
  readonly onDelay?: (seconds: number) => void;
  /** Called once, when the first request succeeded. */
  readonly onReady?: () => void;
  readonly intervalMs?: number;
}

/** Seconds within which a change has reached every instance of the site. */
const propagation = 3;
const feedTimeoutMs = 10_000;

/**
 * Asks the database about once a second what changed in the catalogue, whoever changed it: the API, an administrator, SQL in the
 * dashboard. After a break it goes on where it was, so nothing is missed. All times are the database's, in milliseconds.
 */
export class ChangeFeed {
  /** When the newest request for changes began; infinite while that is not known. */
  checkedAt = Infinity;
  /** When a request last reported a change; 0 once it has reached every instance. */
  changedAt = 0;
  readonly #options: FeedOptions;
  readonly #stopping = new AbortController();
  #cursor: string | null = null;
  /** Ids of changes that were reported; the database may report one again. */
  readonly #reported = new LRUCache<number, true>({ max: 5000 });
  /** How far the database's clock is ahead of this process' at the most. */
  #ahead = 0;
  #lastAnswer: number | null = null;
  #isFailing = false;
  #checking: Promise<void> | null = null;
  #forgetting: NodeJS.Timeout | undefined;

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  start(): void {
    void this.#run(this.#options.intervalMs ?? 700);
  }

  /** Whether it has begun to see changes; before that nothing may be cached. */
  get ready(): boolean {
    return this.#cursor !== null;
  }

  /** Seconds since the database last answered; null before the first time. */
  get age(): number | null {
    return this.#lastAnswer === null ? null : (performance.now() - this.#lastAnswer) / 1000;
  }

  /** The time by the database's clock, at the latest: what was read before shows nothing of later. */
  now(): number {
    return this.#ahead + performance.now();
  }

  /** Asks unless a request began after `time`; resolves when it is over, whatever came of it. */
  async checkSince(time: number): Promise<void> {
    await this.#checking;
    if (this.checkedAt < time) await this.#check();
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #run(intervalMs: number): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#check();
      await pause(intervalMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** One request at a time, which all who wait share. */
  #check(): Promise<void> {
    this.#checking ??= this.#read()
      .then(
        () => this.#report(false, 'is back'),
        (error: unknown) => this.#report(true, error),
      )
      .finally(() => (this.#checking = null));
    return this.#checking;
  }

  #report(fails: boolean, reason: unknown): void {
    const isNews = fails !== this.#isFailing && !this.#stopping.signal.aborted;
    if (isNews) log[fails ? 'error' : 'warn']({ reason }, 'change feed');
    this.#isFailing = fails;
  }

  async #read(): Promise<void> {
    const { onChange, onDelay, onReady } = this.#options;
    const asked = performance.now();
    const { cursor, changes, from, until } = await this.#fetch();
    const fresh = changes.filter(({ id, tag }) => tag === everything || !this.#reported.has(id));
    for (const { id } of changes) this.#reported.set(id, true);
    if (fresh.length > 0) {
      this.changedAt = until;
      clearTimeout(this.#forgetting);
      this.#forgetting = setTimeout(() => (this.changedAt = 0), propagation * 1000).unref();
      onChange(new Set(fresh.map((it) => it.tag)));
    }
    for (const { age } of fresh) if (age !== undefined) onDelay?.(age);
    const isFirst = this.#cursor === null;
    this.#cursor = cursor;
    this.checkedAt = from;
    this.#ahead = from - asked;
    this.#lastAnswer = performance.now();
    if (isFirst) onReady?.();
  }

  async #fetch(): Promise<Changes> {
    const { supabaseUrl, anonKey } = this.#options;
    const response = await fetch(`${supabaseUrl}/rest/v1/rpc/catalogue_changes_since`, {
      method: 'POST',
      headers: { ...anonHeaders(anonKey), 'content-type': 'application/json' },
      body: JSON.stringify({ p_cursor: this.#cursor }),
      signal: AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(feedTimeoutMs)]),
    });
    if (!response.ok) throw new Error(`the database answered ${response.status}`);
    return (await response.json()) as Changes;
  }
}

const cookie = 'hemline_seen';
const value = new RegExp(`(?:^|; )${cookie}=(\\d{1,15})(?:;|$)`);
/** Milliseconds by which instances may differ about the database's clock; a time further ahead is made up. */
const clockTolerance = 1000;
/** Milliseconds that an answer waits for the feed at the most. */
const catchUpTimeoutMs = 1000;

/**
 * No instance shows a browser anything older than another did: a browser that is sent what may not have reached the other instances
 * carries the database's time in a cookie for three seconds, and an instance that last asked before that asks first (decision 0021).
 */
export class FreshnessCookie {
  readonly feed: ChangeFeed;
  readonly #attributes: string;

  constructor(feed: ChangeFeed, siteUrl: string) {
    this.feed = feed;
    const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
    this.#attributes = `Path=/; Max-Age=${propagation}; HttpOnly; SameSite=Lax${secure}`;
  }

  /** Whether the browser may have been sent something newer than this instance has. */
  isAhead(request: IncomingMessage): boolean {
    return this.#timeOf(request) > this.feed.checkedAt;
  }

  /** Asks for changes first where the browser is ahead; after a second it is answered with what there is. */
  async catchUp(request: IncomingMessage): Promise<void> {
    const time = this.#timeOf(request);
    if (time <= this.feed.checkedAt) return;
    const timeout = pause(catchUpTimeoutMs, undefined, { ref: false });
    await Promise.race([this.feed.checkSince(time), timeout]);
  }

  /** The cookie to send with what was read at `readAt` or before; null where that has reached every instance. */
  cookieFor(request: IncomingMessage, readAt = this.feed.now()): string | null {
    const { checkedAt, changedAt } = this.feed;
    // While the feed fails for longer, nobody is to wait for it again and again.
    const isNews = readAt > checkedAt && readAt > this.feed.now() - propagation * 1000;
    const time = isNews ? Math.max(readAt, changedAt) : changedAt;
    // What the browser carries must not become older.
    if (time === 0 || this.#timeOf(request) >= time) return null;
    return `${cookie}=${Math.ceil(time)}; ${this.#attributes}`;
  }

  /** The cookie for who has just written something; the change is asked for at once, for everybody. */
  cookieForWriter(request: IncomingMessage): string | null {
    const now = this.feed.now();
    void this.feed.checkSince(now);
    return this.cookieFor(request, now);
  }

  /** 0 where the browser sends no time, or one that no instance can have set. */
  #timeOf({ headers }: IncomingMessage): number {
    if (!headers.cookie?.includes(cookie)) return 0;
    const time = Number(value.exec(headers.cookie)?.[1] ?? 0);
    return time <= this.feed.now() + clockTolerance ? time : 0;
  }
}
