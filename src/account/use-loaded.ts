import type { ReadableAtom } from 'nanostores';
import { useEffect, useSyncExternalStore } from 'react';
import type { Loaded } from '../api/query.ts';
import { routes } from '../routes.ts';

/** The state at hydration, whatever another island has loaded by now. */
const unread = { body: null, failure: null, busy: true };

/** What an account screen shows: a body, a failure, or neither while loading. Redirects to the login if nobody is signed in. */
export function useLoaded<Body>($loaded: ReadableAtom<Loaded<Body>>) {
  const { body, failure, busy }: Loaded<Body> = useSyncExternalStore(
    $loaded.listen,
    $loaded.get,
    () => unread,
  );
  const signedOut = failure?.status === 401;
  useEffect(() => {
    if (signedOut) location.replace(routes.userLogin(location.pathname + location.search));
  }, [signedOut]);
  return { body, failure: body || busy || signedOut ? null : failure };
}
