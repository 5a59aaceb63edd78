import { loadCannon } from './tools.ts';

export interface Scenario {
  readonly name: string;
  readonly base: string;
  readonly paths: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Figures {
  /** Good answers a second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Answers that were not as they should be. */
  readonly wrong: number;
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

const medianOf = (all: readonly Figures[]): Figures => ({
  rate: median(all.map((it) => it.rate)),
  p50: median(all.map((it) => it.p50)),
  p99: median(all.map((it) => it.p99)),
  wrong: all.reduce((sum, it) => sum + it.wrong, 0),
});

/**
 * Runs all scenarios in turn, again and again, and gives the medians of each: what slows the machine for a while slows them
 * alike, so figures of one run can be compared.
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
      wrong: result.non2xx + result.errors + result.mismatches,
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

/** Several workers, each doing `step` over and over for some seconds; whole steps a second. */
export async function measureFlow(
  workers: readonly (() => Promise<void>)[],
  seconds: number,
): Promise<FlowFigures> {
  const times: number[] = [];
  let wrong = 0;
  const began = performance.now();
  const end = began + seconds * 1000;
  await Promise.all(
    workers.map(async (step) => {
      while (performance.now() < end) {
        const start = performance.now();
        try {
          await step();
          times.push(performance.now() - start);
        } catch (error) {
          if (wrong === 0) console.error(error instanceof Error ? error.message : error);
          wrong += 1;
          if (wrong > 50) throw error;
        }
      }
    }),
  );
  const took = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  const part = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  const [p50, p95, p99] = [median(times), part(0.95), part(0.99)];
  return { rate: times.length / took, p50, p95, p99, wrong };
}
