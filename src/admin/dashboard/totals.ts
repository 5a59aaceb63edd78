import { atom, onMount } from 'nanostores';
import { fetchMonthlyIncome, fetchTotalOrders } from '../../api/admin-orders.ts';
import { fetchTotalUsers } from '../../api/admin-users.ts';

export interface Totals {
  readonly users: number | null;
  readonly orders: number | null;
  /** Dollars paid in this calendar month. */
  readonly income: number | null;
}

/** Null where a figure is not known yet, or could not be asked for. */
export const $totals = atom<Totals>({ users: null, orders: null, income: null });

const everyMs = 30_000;

async function load(): Promise<void> {
  const [users, orders, income] = await Promise.all([
    fetchTotalUsers(),
    fetchTotalOrders(),
    fetchMonthlyIncome(),
  ]);
  const before = $totals.get();
  $totals.set({
    users: users.ok ? users.totalUsers : before.users,
    orders: orders.ok ? orders.totalOrders : before.orders,
    income: income.ok ? income.totalIncome : before.income,
  });
}

onMount($totals, () => {
  void load();
  const timer = setInterval(() => {
    if (!document.hidden) void load();
  }, everyMs);
  return () => clearInterval(timer);
});
