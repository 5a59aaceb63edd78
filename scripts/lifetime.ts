type Stop = () => Promise<void> | void;

/**
 * Remembers how to stop what was started and does it once, last first, on Ctrl-C, on a polite kill,
 * when the terminal closes, or when starting fails half way.
 */
export class Lifetime {
  readonly #stops: { name: string; stop: Stop }[] = [];
  #ending: Promise<void> | undefined;

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => void this.end(0));
    }
    // A closed terminal must not keep us from stopping the rest.
    process.stdout.on('error', () => undefined);
    process.stderr.on('error', () => undefined);
  }

  get isEnding(): boolean {
    return this.#ending !== undefined;
  }

  /** Registers a stop. Comes the thing too late, after the end has begun, it is stopped at once. */
  async add(name: string, stop: Stop): Promise<void> {
    if (this.#ending) {
      await stop();
      throw new Error('Stopped while starting.');
    }
    this.#stops.push({ name, stop });
  }

  /** Stops everything and ends the process. */
  end(exitCode: number): Promise<void> {
    this.#ending ??= this.#stopAll().then(() => process.exit(exitCode));
    return this.#ending;
  }

  async #stopAll(): Promise<void> {
    if (this.#stops.length > 0) console.log('\nStopping …');
    for (const { name, stop } of this.#stops.reverse()) {
      try {
        await stop();
      } catch (error) {
        console.error(`${name} did not stop cleanly:`, error);
      }
    }
    if (this.#stops.length > 0) console.log('Everything is stopped.');
  }
}
