import { useCallback, useEffect, useState } from 'react';
import type { Failure, Reply } from '../api/client.ts';
import { routes } from '../routes.ts';

interface Loaded<Body> {
  readonly body: Body | null;
  readonly failure: Failure | null;
  readonly loading: boolean;
  readonly reload: () => void;
}

/** Loads what a screen shows when it opens. Without a sign-in one is sent to the login. */
export function useReply<Body extends object>(fetch: () => Promise<Reply<Body>>): Loaded<Body> {
  const [reply, setReply] = useState<Reply<Body> | null>(null);
  const [turn, setTurn] = useState(0);

  useEffect(() => {
    let here = true;
    void fetch().then((answer) => {
      if (!here) return;
      if (!answer.ok && answer.status === 401) {
        location.replace(routes.userLogin(location.pathname));
        return;
      }
      setReply(answer);
    });
    return () => {
      here = false;
    };
  }, [fetch, turn]);

  const reload = useCallback(() => {
    setReply(null);
    setTurn((it) => it + 1);
  }, []);
  return {
    body: reply?.ok ? reply : null,
    failure: reply && !reply.ok ? reply : null,
    loading: reply === null,
    reload,
  };
}
