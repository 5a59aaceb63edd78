import { onTestFinished, vi } from 'vitest';

/** Keeps the timers that a source file sets, so that the test decides when their time has come. */
export function holdTimersOf(file: string) {
  const held: (() => void)[] = [];
  const { setTimeout: set } = globalThis;
  const spy = vi.spyOn(globalThis, 'setTimeout');
  spy.mockImplementation(((run: () => void, ...rest: [number]) => {
    if (!new Error().stack?.includes(file)) return set(run, ...rest);
    held.push(run);
    // A timer like others, which may be cleared.
    return set(() => undefined, 0);
  }) as typeof setTimeout);
  onTestFinished(() => spy.mockRestore());
  return {
    count: () => held.length,
    /** Lets the time of all of them pass. */
    release: () => held.splice(0).forEach((run) => run()),
  };
}

/** Whether a promise is settled by what happens without waiting for anything. */
export async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const note = () => (settled = true);
  promise.then(note, note);
  for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setImmediate(done));
  return settled;
}
