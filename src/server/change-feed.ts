import { log, reasonOf } from './log.ts';
import { everything } from './page-cache.ts';

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
  /** Told once, when the first look went well. */
  readonly onReady?: () => void;
  /** Milliseconds between two looks. */
  readonly every?: number;
}

export interface ChangeFeed {
  /** Whether it has begun to see changes; before that nothing may be kept. */
  readonly ready: boolean;
  /** Seconds since it last heard from the database; null before the first time. */
  readonly age: number | null;
  /** The database's clock before the last look; infinite while that is not known. */
  readonly lookedAt: number;
  /** The database's clock after the look that last told of a change; 0 once everybody must have heard of it. */
  readonly heardAt: number;
  /** The database's clock at the latest. */
  now(): number;
  /** Looks unless a look began after `time` of the database; returns when that look is over, whatever came of it. */
  lookSince(time: number): Promise<void>;
  stop(): void;
}

/** Seconds that a change may need until every instance of the site has heard of it. */
export const hearsay = 3;

const patience = 10_000;
/** How many ids of changes that were seen are remembered; the database may tell of one again. */
const remembered = 5000;

/**
 * Reads about once a second what changed in the catalogue, whoever changed it: the API, an administrator, SQL in the
 * dashboard. After a break it goes on where it was, so nothing is missed.
 */
export function startChangeFeed(options: FeedOptions): ChangeFeed {
  const { every = 700 } = options;
  const stopping = new AbortController();
  let cursor: string | null = null;
  let troubled = false;
  let lastSeen: number | null = null;
  let seen = new Set<number>();
  let lookedAt = Infinity;
  /** How far the database's clock is ahead of this process' at the most. */
  let ahead = 0;
  let heardAt = 0;
  let forgetting: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;

  const hear = (tags: ReadonlySet<string>, until = 0) => {
    heardAt = until;
    clearTimeout(forgetting);
    forgetting = setTimeout(() => (heardAt = 0), hearsay * 1000).unref();
    options.onChange(tags);
  };

  const readChanges = async () => {
    const asked = performance.now();
    const found = await fetchChanges(options, cursor, stopping.signal);
    const { cursor: next, changes, from = Infinity, until } = found;
    const fresh = changes.filter(({ id, tag }) => tag === everything || !seen.has(id));
    for (const { id } of changes) seen.add(id);
    if (seen.size > remembered) seen = new Set([...seen].slice(-remembered / 2));
    if (fresh.length > 0) hear(new Set(fresh.map((it) => it.tag)), until);
    for (const { age } of fresh) if (age !== undefined) options.onDelay?.(age);
    const first = cursor === null;
    cursor = next;
    lookedAt = from;
    ahead = from - asked;
    lastSeen = performance.now();
    if (first) options.onReady?.();
  };

  const tryToRead = async () => {
    try {
      await readChanges();
      if (troubled) log('warn', 'change feed', { reason: 'is back' });
      troubled = false;
    } catch (error) {
      if (!troubled && !stopping.signal.aborted) {
        log('error', 'change feed', { reason: reasonOf(error) });
      }
      troubled = true;
    }
  };

  /** One look at a time, which all who wait share. */
  const look = () => (looking ??= tryToRead().finally(() => (looking = null)));

  const run = async () => {
    while (!stopping.signal.aborted) {
      await look();
      await pause(every, stopping.signal);
    }
  };
  void run();

  return {
    get ready() {
      return cursor !== null;
    },
    get age() {
      return lastSeen === null ? null : (performance.now() - lastSeen) / 1000;
    },
    get lookedAt() {
      return lookedAt;
    },
    get heardAt() {
      return heardAt;
    },
    now: () => ahead + performance.now(),
    async lookSince(time) {
      await looking;
      if (lookedAt < time) await look();
    },
    stop: () => stopping.abort(),
  };
}

async function fetchChanges(
  { supabaseUrl, anonKey }: FeedOptions,
  cursor: string | null,
  stopped: AbortSignal,
): Promise<Changes> {
  const response = await fetch(`${supabaseUrl}/rest/v1/rpc/catalogue_changes_since`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      apikey: anonKey,
      authorization: `Bearer ${anonKey}`,
    },
    body: JSON.stringify({ p_cursor: cursor }),
    signal: AbortSignal.any([stopped, AbortSignal.timeout(patience)]),
  });
  if (!response.ok) throw new Error(`the database answered ${response.status}`);
  return (await response.json()) as Changes;
}

function pause(time: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stopped.aborted) return resolve();
    const timer = setTimeout(done, time);
    timer.unref();
    stopped.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      stopped.removeEventListener('abort', done);
      resolve();
    }
  });
}
