type Stop = () => Promise<void> | void;

/**
 * Stops everything that was started, once and in reverse order: on SIGINT, SIGTERM, SIGHUP, or when
 * the start fails.
 */
export class Lifetime {
  readonly #stops: { name: string; stop: Stop }[] = [];
  #ending: Promise<void> | undefined;

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => void this.end(0));
    }
    // Writing to a closed terminal must not prevent the rest from being stopped.
    process.stdout.on('error', () => undefined);
    process.stderr.on('error', () => undefined);
  }

  get isEnding(): boolean {
    return this.#ending !== undefined;
  }

  /** Registers how to stop something. Stops it at once if the shutdown has begun already. */
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
