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
 * Polls the database about once a second for catalogue changes, whether made by the API, an administrator or SQL in the
 * dashboard. After an interruption it resumes where it was, so nothing is missed. All times are the database's, in
 * milliseconds.
 */
export class ChangeFeed {
  /** When the latest poll started; infinite while unknown. */
  checkedAt = Infinity;
  /** When a poll last reported a change; 0 once it has reached every instance. */
  changedAt = 0;
  readonly #options: FeedOptions;
  readonly #stopping = new AbortController();
  #cursor: string | null = null;
  /** Changes that were reported; the database may report one again. What was planned for one time shares an id. */
  readonly #reported = new LRUCache<string, true>({ max: 5000 });
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

  /** Whether polling has started; before that nothing may be cached. */
  get ready(): boolean {
    return this.#cursor !== null;
  }

  /** Seconds since the database last answered; null before the first time. */
  get age(): number | null {
    return this.#lastAnswer === null ? null : (performance.now() - this.#lastAnswer) / 1000;
  }

  /** The latest possible database time: data read before contains nothing newer. */
  now(): number {
    return this.#ahead + performance.now();
  }

  /** Polls unless a poll started after `time`; resolves when it ends, even if it fails. */
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

  /** One poll at a time, shared by all waiting callers. */
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
    const fresh = changes.filter(
      ({ id, tag }) => tag === everything || !this.#reported.has(`${id} ${tag}`),
    );
    for (const { id, tag } of changes) this.#reported.set(`${id} ${tag}`, true);
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
/** The maximum clock difference between instances in milliseconds; a time further ahead is forged. */
const clockTolerance = 1000;
/** The maximum wait for the feed in milliseconds. */
const catchUpTimeoutMs = 1000;

/**
 * Monotonic reads across instances: a browser that got something that other instances may not have yet carries the database's
 * time in a cookie for three seconds. An instance whose last poll is older polls first (decision 0021).
 */
export class FreshnessCookie {
  readonly feed: ChangeFeed;
  readonly #attributes: string;

  constructor(feed: ChangeFeed, siteUrl: string) {
    this.feed = feed;
    const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
    this.#attributes = `Path=/; Max-Age=${propagation}; HttpOnly; SameSite=Lax${secure}`;
  }

  /** Whether the browser may have seen something newer than this instance has. */
  isAhead(request: IncomingMessage): boolean {
    return this.#timeOf(request) > this.feed.checkedAt;
  }

  /** Polls first if the browser is ahead; gives up after a second. */
  async catchUp(request: IncomingMessage): Promise<void> {
    const time = this.#timeOf(request);
    if (time <= this.feed.checkedAt) return;
    const timeout = pause(catchUpTimeoutMs, undefined, { ref: false });
    await Promise.race([this.feed.checkSince(time), timeout]);
  }

  /** The cookie to send with data read at `readAt` or before; null if that has reached every instance. */
  cookieFor(request: IncomingMessage, readAt = this.feed.now()): string | null {
    const { checkedAt, changedAt } = this.feed;
    // During a longer outage of the feed, do not wait at each request.
    const isNews = readAt > checkedAt && readAt > this.feed.now() - propagation * 1000;
    const time = isNews ? Math.max(readAt, changedAt) : changedAt;
    // The browser's time must never decrease.
    if (time === 0 || this.#timeOf(request) >= time) return null;
    return `${cookie}=${Math.ceil(time)}; ${this.#attributes}`;
  }

  /** The cookie after a write; also polls immediately, for everyone. */
  cookieForWriter(request: IncomingMessage): string | null {
    const now = this.feed.now();
    void this.feed.checkSince(now);
    return this.cookieFor(request, now);
  }

  /** 0 without a time, or with one that no instance can have set. */
  #timeOf({ headers }: IncomingMessage): number {
    if (!headers.cookie?.includes(cookie)) return 0;
    const time = Number(value.exec(headers.cookie)?.[1] ?? 0);
    return time <= this.feed.now() + clockTolerance ? time : 0;
  }
}
