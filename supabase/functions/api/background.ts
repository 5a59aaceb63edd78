interface EdgeRuntime {
  waitUntil: (work: Promise<unknown>) => void;
}

/** Goes on after the answer was sent; a hosted function would else be stopped then. */
export function inBackground(work: Promise<unknown>): void {
  const { EdgeRuntime: runtime } = globalThis as { EdgeRuntime?: EdgeRuntime };
  runtime?.waitUntil(work);
}
