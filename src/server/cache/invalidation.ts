import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { log, reasonOf } from '../log.ts';
import { everything } from './store.ts';

interface Changes {
  readonly cursor: string;
  /** The database's clock before and after it looked, in milliseconds since 1970. */
  readonly from?: number;
  readonly until?: number;
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
  /** Told of each change how many seconds pages may have been old. */
  readonly onDelay?: (seconds: number) => void;
  /** Told once, when the first request succeeded. */
  readonly onReady?: () => void;
  readonly intervalMs?: number;
}

/** Seconds until every instance of the site has seen a change. */
const propagation = 3;
const feedTimeoutMs = 10_000;
/** How many ids of changes are remembered; the database may report one again. */
const maxRemembered = 5000;

/**
 * Asks the database about once a second what changed in the catalogue, whoever changed it: the API, an administrator, SQL in the
 * dashboard. After a break it goes on where it was, so nothing is missed. All times are the database's, in milliseconds.
 */
export class ChangeFeed {
  /** When the newest request for changes began; infinite while that is not known. */
  checkedAt = Infinity;
  /** When a request last reported a change; 0 once every instance must have seen it. */
  changedAt = 0;
  readonly #options: FeedOptions;
  readonly #stopping = new AbortController();
  #cursor: string | null = null;
  #seen = new Set<number>();
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

  /** The time at the latest. */
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
        (error: unknown) => this.#report(true, reasonOf(error)),
      )
      .finally(() => (this.#checking = null));
    return this.#checking;
  }

  #report(fails: boolean, reason: string): void {
    const isNews = fails !== this.#isFailing && !this.#stopping.signal.aborted;
    if (isNews) log(fails ? 'error' : 'warn', 'change feed', { reason });
    this.#isFailing = fails;
  }

  async #read(): Promise<void> {
    const { onChange, onDelay, onReady } = this.#options;
    const asked = performance.now();
    const { cursor, changes, from = Infinity, until = 0 } = await this.#fetch();
    const fresh = changes.filter(({ id, tag }) => tag === everything || !this.#seen.has(id));
    for (const { id } of changes) this.#seen.add(id);
    if (this.#seen.size > maxRemembered) {
      this.#seen = new Set([...this.#seen].slice(-maxRemembered / 2));
    }
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
      headers: {
        'content-type': 'application/json',
        apikey: anonKey,
        authorization: `Bearer ${anonKey}`,
      },
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
 * No instance shows a browser anything older than another did: whoever is sent what other instances may not have seen carries the
 * database's time in a cookie for three seconds, and an instance that last asked before that asks first (decision 0021).
 */
export class FreshnessCookie {
  readonly #feed: ChangeFeed;

  constructor(feed: ChangeFeed) {
    this.#feed = feed;
  }

  /** Whether changes are seen; until then nothing may be cached. */
  get ready(): boolean {
    return this.#feed.ready;
  }

  /** The time by the database's clock, at the latest: what was read before shows nothing of later. */
  now(): number {
    return this.#feed.now();
  }

  /** Whether the browser may have seen something that this instance has not. */
  isAhead(request: IncomingMessage): boolean {
    return this.#timeOf(request) > this.#feed.checkedAt;
  }

  /** Asks for changes first where the browser is ahead; after a second it is answered with what there is. */
  async catchUp(request: IncomingMessage): Promise<void> {
    const time = this.#timeOf(request);
    if (time <= this.#feed.checkedAt) return;
    const timeout = new AbortController();
    const { signal } = timeout;
    const waited = pause(catchUpTimeoutMs, undefined, { signal }).catch(() => undefined);
    await Promise.race([this.#feed.checkSince(time), waited]);
    timeout.abort();
  }

  /** The cookie to send with what was read at `readAt` or before; null where every instance has seen that. */
  markFor(request: IncomingMessage, readAt: number): string | null {
    const { checkedAt, changedAt } = this.#feed;
    // While the feed fails for longer, nobody is to wait for it again and again.
    const isNews = readAt > checkedAt && readAt > this.#feed.now() - propagation * 1000;
    const time = isNews ? Math.max(readAt, changedAt) : changedAt;
    // What the browser carries must not become older.
    if (time === 0 || this.#timeOf(request) >= time) return null;
    return `${cookie}=${Math.ceil(time)}; Path=/; Max-Age=${propagation}; HttpOnly; SameSite=Lax`;
  }

  /** The cookie for who has just written something; the change is asked for at once, for everybody. */
  markWriter(request: IncomingMessage): string | null {
    const now = this.#feed.now();
    void this.#feed.checkSince(now);
    return this.markFor(request, now);
  }

  /** 0 where the browser says nothing, or what no instance can have told it. */
  #timeOf({ headers }: IncomingMessage): number {
    if (!headers.cookie?.includes(cookie)) return 0;
    const time = Number(value.exec(headers.cookie)?.[1] ?? 0);
    return time <= this.#feed.now() + clockTolerance ? time : 0;
  }
}
