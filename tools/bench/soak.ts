import { pagePaths } from './pages.ts';
import { publicCalls, uncached } from './api.ts';
import type { Goods } from './catalogue.ts';
import type { LoadOptions } from './load.ts';
import type { Shop } from './shop.ts';
import type { Row } from './table.ts';
import { loadCannon, type CannonResult } from './tools.ts';

const minute = 60;

/** Cached pages, and an uncached API request as every tenth. */
function mixture(goods: Goods) {
  const cached = Object.values(pagePaths(goods));
  const apiPaths = uncached(Object.values(publicCalls(goods)).flat());
  return Array.from({ length: apiPaths.length * 10 }, (_, i) => {
    const isUncached = i % 10 === 9;
    const path = (isUncached ? apiPaths[(i - 9) / 10] : cached[i % cached.length]) ?? '/';
    return { method: 'GET', path, headers: isUncached ? {} : { 'accept-encoding': 'br' } };
  });
}

const failuresIn = ({ non2xx, errors, mismatches }: CannonResult) => non2xx + errors + mismatches;

/** Runs at half the maximum rate for some minutes. Reports the memory of all processes after each minute. */
export async function soak(
  shop: Shop,
  goods: Goods,
  minutes: number,
  { connections }: LoadOptions,
  log: (line: string) => void,
): Promise<Row[]> {
  const cannon = loadCannon();
  const load = { url: shop.url, connections, requests: mixture(goods) };
  const top = await cannon({ ...load, duration: 10 });
  const topRate = top['2xx'] / top.duration;
  const overallRate = Math.max(1, Math.round(topRate / 2));
  const memory: number[] = [];
  const note = (when: string, more = '') => {
    memory.push(shop.memory());
    log(`Soak, ${when}: ${memory.at(-1)?.toFixed(0)} MB${more}`);
  };
  note('start', `; ${topRate.toFixed(0)}/s maximum, now ${overallRate}/s`);
  let failures = failuresIn(top);
  let successes = 0;
  for (let i = 1; i <= minutes; i += 1) {
    const result = await cannon({ ...load, overallRate, duration: minute });
    failures += failuresIn(result);
    successes += result['2xx'];
    const { p50, p99 } = result.latency;
    note(
      `minute ${i}`,
      `; ${(result['2xx'] / result.duration).toFixed(0)}/s, ${p50} and ${p99} ms`,
    );
  }
  // Caches fill in the first minutes; after that memory should be stable.
  const settled = memory[Math.floor(memory.length / 3)] ?? 0;
  const last = memory.at(-1) ?? 0;
  return [
    {
      what: `Soak of ${minutes} minutes at ${overallRate}/s, half the top rate`,
      value: `${memory.map((it) => it.toFixed(0)).join(' ')} MB`,
      passed: failures === 0 && last <= settled * 1.1,
      note: `at the start and after each minute; ${successes} answers, ${failures} wrong`,
    },
  ];
}
