/** Limits the time of each request, unless it brings a limit of its own. */
export const withTimeout =
  (ms: number): typeof fetch =>
  (input, init) =>
    fetch(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(ms) });
