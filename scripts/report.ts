/** Seconds with one decimal. */
export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** Prints one line per step, with the time since the previous one. */
export function reporter(): { step(line: string): void; total(): string } {
  const startedAt = performance.now();
  let last = startedAt;
  return {
    step(line) {
      const now = performance.now();
      console.log(`${seconds(now - last).padStart(8)}  ${line}`);
      last = now;
    },
    total: () => seconds(performance.now() - startedAt),
  };
}
