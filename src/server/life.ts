import type { Server } from 'node:http';

export type Stage = 'starting' | 'ready' | 'stopping';

/** How long answers that are under way may take once nothing new is taken, in milliseconds. */
const patience = 8000;

/**
 * From start to end of one site process. Told to stop, it first says so (`/readyz`) and goes on answering, so that a
 * balancer can turn to other instances; then it takes nothing new, finishes what is under way, and is gone.
 */
export class Life {
  stage: Stage = 'ready';
  #ending: Promise<void> | undefined;

  /** Resolves when every answer is out, or patience is. A second call waits no longer for a balancer. */
  end(server: Server, drainTime: number): Promise<void> {
    this.stage = 'stopping';
    if (this.#ending) {
      this.#close?.();
      return this.#ending;
    }
    this.#ending = this.#drain(server, drainTime);
    return this.#ending;
  }

  #close: (() => void) | undefined;

  async #drain(server: Server, drainTime: number): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#close = resolve;
      setTimeout(resolve, drainTime);
    });
    await new Promise<void>((resolve) => {
      // Connections that fall idle after this would keep the server open.
      const sweep = setInterval(() => server.closeIdleConnections(), 50);
      const enough = setTimeout(resolve, patience);
      server.close(() => {
        clearInterval(sweep);
        clearTimeout(enough);
        resolve();
      });
    });
  }
}
