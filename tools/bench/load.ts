import { loadCannon } from './tools.ts';

export interface Scenario {
  readonly name: string;
  readonly base: string;
  readonly paths: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Figures {
  /** Successful responses per second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Failed responses. */
  readonly failures: number;
}

export interface FlowFigures extends Figures {
  readonly p95: number;
}

export interface LoadOptions {
  readonly seconds: number;
  readonly repeats: number;
  readonly connections: number;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [below = 0, above = 0] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? above : (below + above) / 2;
}

export const medianOf = (all: readonly Figures[]): Figures => ({
  rate: median(all.map((it) => it.rate)),
  p50: median(all.map((it) => it.p50)),
  p99: median(all.map((it) => it.p99)),
  failures: all.reduce((sum, it) => sum + it.failures, 0),
});

/**
 * Runs all scenarios in turn, several times, and returns the medians of each: temporary load on the machine affects all of
 * them alike, so the results of one run are comparable.
 */
export async function measureInTurn(
  scenarios: readonly Scenario[],
  { seconds, repeats, connections }: LoadOptions,
): Promise<Figures[]> {
  const cannon = loadCannon();
  const once = async ({ base, paths, headers = {} }: Scenario, duration: number) => {
    const requests = paths.map((path) => ({ method: 'GET', path, headers }));
    const result = await cannon({ url: base, connections, duration, requests });
    return {
      rate: result['2xx'] / result.duration,
      p50: result.latency.p50,
      p99: result.latency.p99,
      failures: result.non2xx + result.errors + result.mismatches,
    };
  };
  const results: Figures[][] = scenarios.map(() => []);
  for (const scenario of scenarios) await once(scenario, 2);
  for (let turn = 0; turn < repeats; turn += 1) {
    for (const [i, scenario] of scenarios.entries()) {
      results[i]?.push(await once(scenario, seconds));
    }
  }
  return results.map(medianOf);
}

/** Runs workers, each of which repeats its step for some seconds. The rate is in steps per second. */
export async function measureFlow(
  workers: readonly (() => Promise<void>)[],
  seconds: number,
): Promise<FlowFigures> {
  const times: number[] = [];
  let failures = 0;
  const startedAt = performance.now();
  const end = startedAt + seconds * 1000;
  await Promise.all(
    workers.map(async (step) => {
      while (performance.now() < end) {
        const start = performance.now();
        try {
          await step();
          times.push(performance.now() - start);
        } catch (error) {
          if (failures === 0) console.error(error instanceof Error ? error.message : error);
          failures += 1;
          if (failures > 50) throw error;
        }
      }
    }),
  );
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  times.sort((a, b) => a - b);
  const part = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  const [p50, p95, p99] = [median(times), part(0.95), part(0.99)];
  return { rate: times.length / elapsedSeconds, p50, p95, p99, failures };
}
