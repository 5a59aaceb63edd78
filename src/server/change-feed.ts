import { log, reasonOf } from './log.ts';
import { everything } from './page-cache.ts';

interface Changes {
  readonly cursor: string;
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
  stop(): void;
}

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

  const look = async () => {
    const { cursor: next, changes } = await fetchChanges(options, cursor, stopping.signal);
    const fresh = changes.filter(({ id, tag }) => tag === everything || !seen.has(id));
    for (const { id } of changes) seen.add(id);
    if (seen.size > remembered) seen = new Set([...seen].slice(-remembered / 2));
    if (fresh.length > 0) options.onChange(new Set(fresh.map((it) => it.tag)));
    for (const { age } of fresh) if (age !== undefined) options.onDelay?.(age);
    const first = cursor === null;
    cursor = next;
    if (first) options.onReady?.();
  };

  const run = async () => {
    while (!stopping.signal.aborted) {
      try {
        await look();
        if (troubled) log('warn', 'change feed', { reason: 'is back' });
        troubled = false;
        lastSeen = performance.now();
      } catch (error) {
        if (!troubled && !stopping.signal.aborted) {
          log('error', 'change feed', { reason: reasonOf(error) });
        }
        troubled = true;
      }
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
