import { pagePaths } from './pages.ts';
import { anew, publicCalls } from './api.ts';
import type { Goods } from './catalogue.ts';
import type { LoadOptions } from './load.ts';
import type { Shop } from './shop.ts';
import type { Row } from './table.ts';
import { loadCannon, type CannonResult } from './tools.ts';

const minute = 60;

/** Kept pages, and every tenth request a call of the API that is asked anew. */
function mixture(goods: Goods) {
  const cached = Object.values(pagePaths(goods));
  const asked = anew(Object.values(publicCalls(goods)).flat());
  return Array.from({ length: asked.length * 10 }, (_, i) => {
    const isAnew = i % 10 === 9;
    const path = (isAnew ? asked[(i - 9) / 10] : cached[i % cached.length]) ?? '/';
    return { method: 'GET', path, headers: isAnew ? {} : { 'accept-encoding': 'br' } };
  });
}

const wrongIn = ({ non2xx, errors, mismatches }: CannonResult) => non2xx + errors + mismatches;

/** Paced to half of what it can do, for some minutes; memory of all processes at the start and after each minute. */
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
  note('start', `; ${topRate.toFixed(0)}/s at the most, now ${overallRate}/s`);
  let wrong = wrongIn(top);
  let answered = 0;
  for (let i = 1; i <= minutes; i += 1) {
    const result = await cannon({ ...load, overallRate, duration: minute });
    wrong += wrongIn(result);
    answered += result['2xx'];
    const { p50, p99 } = result.latency;
    note(
      `minute ${i}`,
      `; ${(result['2xx'] / result.duration).toFixed(0)}/s, ${p50} and ${p99} ms`,
    );
  }
  // Caches fill in the first minutes; after that it should stay.
  const settled = memory[Math.floor(memory.length / 3)] ?? 0;
  const last = memory.at(-1) ?? 0;
  return [
    {
      what: `Soak of ${minutes} minutes at ${overallRate}/s, half the top rate`,
      value: `${memory.map((it) => it.toFixed(0)).join(' ')} MB`,
      reached: wrong === 0 && last <= settled * 1.1,
      note: `at the start and after each minute; ${answered} answers, ${wrong} wrong`,
    },
  ];
}
