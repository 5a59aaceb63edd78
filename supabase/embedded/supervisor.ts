import { setTimeout as delay } from 'node:timers/promises';

/** A process that has started and is ready. */
export interface SupervisedProcess {
  /** Fulfilled when it has ended, for any reason. */
  ended: Promise<unknown>;
  stop(): Promise<void>;
}

export interface Supervisor<T> {
  /** The running process; null while it restarts. */
  current(): T | null;
  /** Stops the process, which then starts again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface SupervisorOptions {
  /** The subject of log lines, such as "The edge functions". */
  name: string;
  log: (line: string) => void;
}

/**
 * Starts a process, and restarts it whenever it ends by itself. Retries failed restarts with a growing delay.
 * @throws if the first start fails
 */
export async function supervise<T extends SupervisedProcess>(
  start: () => Promise<T>,
  { name, log }: SupervisorOptions,
): Promise<Supervisor<T>> {
  let stopping = false;
  let isRequested = false;
  let running: T | null = null;
  let restarting: Promise<void> = Promise.resolve();

  const restart = async (): Promise<void> => {
    let lastMessage = '';
    for (let pauseMs = 50; !stopping; pauseMs = Math.min(pauseMs * 2, 2_000)) {
      try {
        const restarted = await start();
        if (stopping) return await restarted.stop();
        watch(restarted);
        return;
      } catch (error) {
        if (stopping) return;
        const message = `${name} failed to restart: ${String(error)}`;
        if (message !== lastMessage) log(message);
        lastMessage = message;
        await delay(pauseMs);
      }
    }
  };
  const watch = (started: T): void => {
    running = started;
    void started.ended.then(() => {
      running = null;
      if (stopping) return;
      log(`${name} ${isRequested ? 'changed' : 'ended unexpectedly'}; restarting.`);
      isRequested = false;
      restarting = restart();
    });
  };
  watch(await start());
  return {
    current: () => running,
    restart: async () => {
      isRequested = true;
      await running?.stop();
    },
    stop: async () => {
      stopping = true;
      await running?.stop();
      await restarting;
    },
  };
}
