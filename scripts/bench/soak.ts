import { pagePaths } from './pages.ts';
import { publicCalls, fresh } from './api.ts';
import type { Goods } from './catalogue.ts';
import { measureFlow } from './load.ts';
import type { Shop } from './shop.ts';
import type { Row } from './table.ts';

/** Paced to half of what it can do: pages and calls, kept and not, for some minutes; memory each minute. */
export async function soak(shop: Shop, goods: Goods, minutes: number): Promise<Row[]> {
  const kept = Object.values(pagePaths(goods));
  const asked = Object.values(publicCalls(goods)).flat();
  const workers = 10;
  let turn = 0;
  const step = async (): Promise<void> => {
    turn += 1;
    const anew = turn % 10 === 0;
    const path = (anew ? asked[turn % asked.length] : kept[turn % kept.length]) ?? '/';
    const response = await fetch(shop.url + path, anew ? { headers: fresh } : {});
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  };
  const top = await measureFlow(Array(workers).fill(step), 10);
  // Half the rate: each worker waits as long as a step takes at full rate with all of them.
  const pause = (1000 * workers) / (top.rate / 2);
  const paced = async (): Promise<void> => {
    const began = performance.now();
    await step();
    const rest = pause - (performance.now() - began);
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
  };
  const memory: number[] = [shop.memory()];
  let wrong = 0;
  for (let i = 0; i < minutes; i += 1) {
    wrong += (await measureFlow(Array(workers).fill(paced), 60)).wrong;
    memory.push(shop.memory());
  }
  // Caches fill in the first minutes; after that it should stay.
  const settled = memory[Math.floor(memory.length / 3)] ?? 0;
  const last = memory.at(-1) ?? 0;
  return [
    {
      what: `Soak of ${minutes} minutes at ${(top.rate / 2).toFixed(0)}/s, half the top rate`,
      value: `${memory.map((it) => it.toFixed(0)).join(' ')} MB`,
      reached: wrong === 0 && last <= settled * 1.1,
      note: `${wrong} wrong answers`,
    },
  ];
}
