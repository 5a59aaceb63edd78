import { setTimeout as delay } from 'node:timers/promises';

/** A process that was started and is ready for work. */
export interface Started {
  /** Fulfilled when it has ended, for whatever reason. */
  ended: Promise<unknown>;
  stop(): Promise<void>;
}

export interface Kept<T> {
  /** The one that runs; null while it starts again after a death. */
  current(): T | null;
  /** Ends it; then it is started anew, as after any death. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface KeepOptions {
  /** As a sentence begins: "The edge functions". */
  name: string;
  log: (line: string) => void;
}

/**
 * Starts something and starts it again whenever it ends by itself, for as long as it takes.
 * @throws when the very first start fails: that is for a person to see.
 */
export async function keepRunning<T extends Started>(
  start: () => Promise<T>,
  { name, log }: KeepOptions,
): Promise<Kept<T>> {
  let stopping = false;
  let wanted = false;
  let running: T | null = null;
  let reviving: Promise<void> = Promise.resolve();

  const revive = async (): Promise<void> => {
    let complained = '';
    for (let pause = 50; !stopping; pause = Math.min(pause * 2, 2_000)) {
      try {
        const revived = await start();
        if (stopping) return await revived.stop();
        watch(revived);
        return;
      } catch (error) {
        if (stopping) return;
        const complaint = `${name} did not start again: ${String(error)}`;
        if (complaint !== complained) log(complaint);
        complained = complaint;
        await delay(pause);
      }
    }
  };
  const watch = (started: T): void => {
    running = started;
    void started.ended.then(() => {
      running = null;
      if (stopping) return;
      log(`${name} ${wanted ? 'changed' : 'ended unexpectedly'}; starting again.`);
      wanted = false;
      reviving = revive();
    });
  };
  watch(await start());
  return {
    current: () => running,
    restart: async () => {
      wanted = true;
      await running?.stop();
    },
    stop: async () => {
      stopping = true;
      await running?.stop();
      await reviving;
    },
  };
}
