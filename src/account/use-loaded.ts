import type { ReadableAtom } from 'nanostores';
import { useEffect, useSyncExternalStore } from 'react';
import type { Loaded } from '../api/query.ts';
import { routes } from '../routes.ts';

/** As the page came, whatever another island has read by now. */
const unread = { body: null, failure: null, busy: true };

/** What a screen of the account shows: a body, a failure, or neither while it is loaded. Without a sign-in one is sent to the login. */
export function useLoaded<Body>($loaded: ReadableAtom<Loaded<Body>>) {
  const { body, failure, busy }: Loaded<Body> = useSyncExternalStore(
    $loaded.listen,
    $loaded.get,
    () => unread,
  );
  const signedOut = failure?.status === 401;
  useEffect(() => {
    if (signedOut) location.replace(routes.userLogin(location.pathname));
  }, [signedOut]);
  return { body, failure: body || busy || signedOut ? null : failure };
}
