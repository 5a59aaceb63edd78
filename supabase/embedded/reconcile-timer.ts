import { localVariables, readVariables } from '../functions/_shared/environment.ts';

export interface ReconcileTimes {
  /** Seconds between two runs; 0 turns them off. */
  intervalSeconds: number;
  /** The age in minutes at which an open payment is looked up at the provider. */
  minAgeMinutes: number;
}

export interface ReconcileOptions extends ReconcileTimes {
  url: string;
  serviceRoleKey: string;
}

/** The times from RECONCILE_SECONDS and RECONCILE_MINUTES, or their defaults. */
export function readReconcileTimes(environment: NodeJS.ProcessEnv): ReconcileTimes {
  const variables = readVariables(localVariables, (name) => environment[name], 'The stack');
  return {
    intervalSeconds: variables.RECONCILE_SECONDS,
    minAgeMinutes: variables.RECONCILE_MINUTES,
  };
}

/**
 * Calls the reconciliation of payments regularly, as pg_cron does on a hosted project. A failed run is repeated by the
 * next one. Returns a function that stops it.
 */
export function startReconciliation(options: ReconcileOptions): () => void {
  const { url, serviceRoleKey, intervalSeconds, minAgeMinutes } = options;
  const stopping = new AbortController();
  if (intervalSeconds === 0) return () => undefined;
  const run = async (): Promise<void> => {
    const address = `${url}/functions/v1/payments/reconcile?minutes=${minAgeMinutes}`;
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: { authorization: `Bearer ${serviceRoleKey}` },
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(120_000)]),
      });
      await response.arrayBuffer();
    } catch {
      // The functions are starting or stopping.
    }
    scheduleNext();
  };
  let timer: NodeJS.Timeout | undefined;
  const scheduleNext = (): void => {
    if (!stopping.signal.aborted) timer = setTimeout(() => void run(), intervalSeconds * 1000);
  };
  scheduleNext();
  return () => {
    stopping.abort();
    clearTimeout(timer);
  };
}
