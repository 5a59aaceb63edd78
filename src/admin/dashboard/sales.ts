import { atom, onMount } from 'nanostores';
import { lastDays } from '#shared/domain/sales-ranges.ts';
import type { BestSeller, IncomePeriod } from '#shared/schemas/dashboard.ts';
import { fetchSales } from '../../api/admin-dashboard.ts';
import { onAddressChange } from '../listing/address-state.ts';

export interface SalesRange {
  /** First and last day, `YYYY-MM-DD` in UTC. */
  readonly from: string;
  readonly to: string;
  readonly by: 'day' | 'month';
}

export interface Sales {
  readonly range: SalesRange | null;
  readonly income: readonly IncomePeriod[];
  readonly bestSellers: readonly BestSeller[];
  readonly loading: boolean;
  /** Why the range could not be shown; null where it could. */
  readonly trouble: string | null;
}

const isDay = (text: string | null): text is string =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''));

/** The range that the address asks for; the last 30 days by day where it says nothing that can be meant. */
export function readRange(search: string, now: number = Date.now()): SalesRange {
  const params = new URLSearchParams(search);
  const usual = lastDays(30, now);
  const from = params.get('from');
  const to = params.get('to');
  const by = params.get('by') === 'month' ? 'month' : 'day';
  return { from: isDay(from) ? from : usual.from, to: isDay(to) ? to : usual.to, by };
}

export const $sales = atom<Sales>({
  range: null,
  income: [],
  bestSellers: [],
  loading: true,
  trouble: null,
});

let latest = 0;

export async function loadSales(): Promise<void> {
  const mine = ++latest;
  const range = readRange(location.search);
  const reply = await fetchSales(range);
  // An older answer must not overwrite a newer one.
  if (mine !== latest) return;
  if (reply.ok) {
    const { income, bestSellers } = reply;
    $sales.set({ range, income, bestSellers, loading: false, trouble: null });
  } else {
    const trouble = reply.issues[0]?.message ?? 'The figures could not be loaded.';
    $sales.set({ ...$sales.get(), loading: false, trouble });
  }
}

onMount($sales, () => {
  void loadSales();
  let shown = JSON.stringify(readRange(location.search));
  // The table on the same screen changes the address too.
  return onAddressChange(() => {
    const wanted = JSON.stringify(readRange(location.search));
    if (wanted === shown) return;
    shown = wanted;
    void loadSales();
  });
});
