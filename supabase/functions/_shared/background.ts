interface EdgeRuntime {
  waitUntil: (work: Promise<unknown>) => void;
}

/** Lets work continue after the response; a hosted function would otherwise be stopped. */
export function inBackground(work: Promise<unknown>): void {
  const { EdgeRuntime: runtime } = globalThis as { EdgeRuntime?: EdgeRuntime };
  runtime?.waitUntil(work);
}
