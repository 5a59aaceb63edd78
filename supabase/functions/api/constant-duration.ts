/** In milliseconds; more than a password check takes, for an existing or an unknown account. */
const stepMs = 500;

const wait = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));

/** Waits until the next multiple of a step since `start`, so that the response time does not reveal whether an account exists. */
export function padDuration(start: number): Promise<void> {
  const elapsedMs = performance.now() - start;
  return wait(Math.max(1, Math.ceil(elapsedMs / stepMs)) * stepMs - elapsedMs);
}
