/** Seconds with one decimal, as the step lines show them. */
export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** Prints what a command does, a step a line, each with the time since the step before. */
export function reporter(): { step(line: string): void; total(): string } {
  const began = performance.now();
  let last = began;
  return {
    step(line) {
      const now = performance.now();
      console.log(`${seconds(now - last).padStart(8)}  ${line}`);
      last = now;
    },
    total: () => seconds(performance.now() - began),
  };
}
