import postgres from 'postgres';
import { pagePaths } from './pages.ts';
import { publicCalls, uncached } from './api.ts';
import type { Goods } from './catalogue.ts';
import type { LoadOptions } from './load.ts';
import { signInMany, type Shopper } from './orders.ts';
import type { Shop } from './shop.ts';
import { countThousand } from './stock.ts';
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

const [holdMinutes, ordersPerMinute] = [5, 10];

/** Shoppers who order counted goods and do not pay, ten each minute; says at the end what is held for longer than it should be. */
async function leaveUnpaid(shop: Shop, minutes: number) {
  const sql = postgres(shop.databaseUrl, { max: 1 });
  await sql`update shop_settings set value = ${holdMinutes} where name = 'hold_minutes'`;
  const shoppers = await signInMany(shop, await countThousand(shop), minutes * ordersPerMinute);
  return {
    async inMinute(i: number) {
      const those = shoppers.slice((i - 1) * ordersPerMinute, i * ordersPerMinute);
      await Promise.all(those.map((it: Shopper) => it.place()));
    },
    async end(): Promise<Row> {
      const [held] = await sql<{ orders: number; late: number }[]>`
        select count(distinct order_id)::int as orders,
          coalesce(max(extract(epoch from now() - expires_at)), 0)::float as late
        from stock_holds where expires_at is not null`;
      await sql.end();
      const { orders, late } = held ?? { orders: Number.NaN, late: Number.NaN };
      return {
        what: `Oldest hold past its ${holdMinutes} minutes`,
        value: `${Math.max(0, late).toFixed(0)} s`,
        passed: late < minute && (minutes <= holdMinutes + 1 || orders < shoppers.length),
        note: `${shoppers.length} unpaid orders held stock, ${orders} of them do still`,
      };
    },
  };
}

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
  const unpaid = await leaveUnpaid(shop, minutes);
  let failures = failuresIn(top);
  let successes = 0;
  for (let i = 1; i <= minutes; i += 1) {
    const [result] = await Promise.all([
      cannon({ ...load, overallRate, duration: minute }),
      unpaid.inMinute(i),
    ]);
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
    await unpaid.end(),
  ];
}
