/** Above what it takes to look at a password or to find that there is no such account. */
const step = 500;

const wait = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));

/** Waits until the next whole step since `start`, so that the time of an answer tells nothing of what was found on the way. */
export function untilEven(start: number): Promise<void> {
  const spent = performance.now() - start;
  return wait(Math.max(1, Math.ceil(spent / step)) * step - spent);
}
