import { nanoquery } from '@nanostores/query';
import { atom, computed, type ReadableAtom } from 'nanostores';
import type { Failure, Reply, Resource } from './client.ts';

/** What is known of a resource. Neither body nor failure: it has never been read. */
export interface Loaded<Body> {
  /** The last one read, even where a later reading failed or the resource has another path by now. */
  readonly body: Body | null;
  /** Why the last reading failed. */
  readonly failure: Failure | null;
  /** A newer one is on its way. */
  readonly busy: boolean;
}

const [createFetcherStore, , { revalidateKeys, mutateCache }] = nanoquery({
  cacheLifetime: Infinity,
  revalidateOnFocus: true,
  // People are told, and try again themselves.
  onErrorRetry: false,
});

/** The paths that are being read; true for those that were changed meanwhile. */
const reading = new Map<string, boolean>();

/** An answer that may be older than a change is asked for again. */
async function read<Body>({ path, fetch }: Resource<Body>): Promise<Body> {
  let reply: Reply<Body>;
  do {
    reading.set(path, false);
    reply = await fetch();
  } while (reading.get(path));
  reading.delete(path);
  if (!reply.ok) throw reply;
  return reply;
}

interface QueryOptions {
  /** Read again so often, in milliseconds, while the page is seen. */
  readonly every?: number;
}

/** A resource as a store: read when first looked at, once for all who look, and again after `revalidate`. */
export function query<Body extends object>(
  resource: Resource<Body> | ReadableAtom<Resource<Body>>,
  { every = 0 }: QueryOptions = {},
): ReadableAtom<Loaded<Body>> {
  const $resource = 'path' in resource ? atom(resource) : resource;
  // Nobody is signed in where pages are rendered ahead.
  const $path = computed($resource, ({ path }) => typeof window !== 'undefined' && path);
  const $reply = createFetcherStore<Body, Failure>([$path], {
    fetcher: () => read($resource.get()),
    revalidateInterval: every,
  });
  let body: Body | null = null;
  return computed($reply, ({ data, error, loading }) => {
    body = data ?? body;
    return { body, failure: error ?? null, busy: loading };
  });
}

/** After a change: all that is shown of paths that begin so is read again; of every path, where none is named. */
export function revalidate(...beginnings: readonly string[]): void {
  const changed = (path: string) =>
    beginnings.length === 0 || beginnings.some((it) => path.startsWith(it));
  for (const path of reading.keys()) if (changed(path)) reading.set(path, true);
  revalidateKeys(changed);
}

/** Shows what a change made of a resource, without reading it again. */
export function write<Body extends object>({ path }: Resource<Body>, body: Body): void {
  mutateCache(path, body);
}
