import { localVariables, readVariables } from '../functions/_shared/environment.ts';

export interface ReconcileTimes {
  /** Between two rounds; 0 turns them off. */
  everySeconds: number;
  /** How long a payment has been quiet when the provider is asked about it. */
  quietMinutes: number;
}

export interface ReconcileOptions extends ReconcileTimes {
  url: string;
  serviceRoleKey: string;
}

/** The usual times, or those of the environment: RECONCILE_SECONDS and RECONCILE_MINUTES. */
export function readReconcileTimes(environment: NodeJS.ProcessEnv): ReconcileTimes {
  const given = readVariables(localVariables, (name) => environment[name], 'The stack');
  return { everySeconds: given.RECONCILE_SECONDS, quietMinutes: given.RECONCILE_MINUTES };
}

/**
 * What pg_cron does on a hosted project: has quiet payments looked up. A round that fails is quietly made up for by
 * the next one. Returns how to end it.
 */
export function startReconciling(options: ReconcileOptions): () => void {
  const { url, serviceRoleKey, everySeconds, quietMinutes } = options;
  const stopping = new AbortController();
  if (everySeconds === 0) return () => undefined;
  const round = async (): Promise<void> => {
    const address = `${url}/functions/v1/payments/reconcile?minutes=${quietMinutes}`;
    try {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { authorization: `Bearer ${serviceRoleKey}` },
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(120_000)]),
      });
      await answer.arrayBuffer();
    } catch {
      // The functions are starting, or this is the end.
    }
    later();
  };
  let timer: NodeJS.Timeout | undefined;
  const later = (): void => {
    if (!stopping.signal.aborted) timer = setTimeout(() => void round(), everySeconds * 1000);
  };
  later();
  return () => {
    stopping.abort();
    clearTimeout(timer);
  };
}
