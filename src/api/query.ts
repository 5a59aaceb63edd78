import { nanoquery } from '@nanostores/query';
import { atom, computed, type ReadableAtom } from 'nanostores';
import type { Failure, Reply, Resource } from './client.ts';

/** The state of a resource. Neither body nor failure: it has not been loaded yet. */
export interface Loaded<Body> {
  /** The last loaded body, even if a later load failed or the path has changed. */
  readonly body: Body | null;
  /** The failure of the last load. */
  readonly failure: Failure | null;
  /** A newer one is loading. */
  readonly busy: boolean;
}

const [createFetcherStore, , { revalidateKeys, mutateCache }] = nanoquery({
  cacheLifetime: Infinity,
  revalidateOnFocus: true,
  // No automatic retries: users see the failure and can retry.
  onErrorRetry: false,
});

/** The paths that are being loaded; true if changed meanwhile. */
const reading = new Map<string, boolean>();

/** A response that may be older than a change is loaded again. */
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
  /** Reload interval in milliseconds, while the page is visible. */
  readonly every?: number;
}

/** A resource as a store: loaded on first use, once for all subscribers, and again after `revalidate`. */
export function query<Body extends object>(
  resource: Resource<Body> | ReadableAtom<Resource<Body>>,
  { every = 0 }: QueryOptions = {},
): ReadableAtom<Loaded<Body>> {
  const $resource = 'path' in resource ? atom(resource) : resource;
  // Nobody is signed in during server rendering.
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

const startsWithOneOf = (beginnings: readonly string[]) => (path: string) =>
  beginnings.length === 0 || beginnings.some((it) => path.startsWith(it));

function reload(changed: (path: string) => boolean): void {
  for (const path of reading.keys()) if (changed(path)) reading.set(path, true);
  revalidateKeys(changed);
}

/** Reloads all used resources whose paths start with one of these; without arguments, all of them. */
export function revalidate(...beginnings: readonly string[]): void {
  reload(startsWithOneOf(beginnings));
}

/** The same after records were deleted, whose own paths a screen that was just closed would still load. */
export function revalidateExcept(deleted: readonly string[], beginnings: readonly string[]): void {
  const isUnder = startsWithOneOf(beginnings);
  reload((path) => isUnder(path) && !deleted.some((id) => path.includes(`/${id}`)));
}

/** Updates the cached body of a resource without a request. */
export function write<Body extends object>({ path }: Resource<Body>, body: Body): void {
  mutateCache(path, body);
}
