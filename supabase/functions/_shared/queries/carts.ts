import type { Db } from './database.ts';

/** Clears the carts of customers who left the shop and did not return in time. Returns their number. */
export function clearAbandonedCarts(service: Db, graceMinutes: number): Promise<number> {
  return service.call('empty_abandoned_carts', { p_grace: `${graceMinutes} minutes` });
}

/** Deletes visitors without an account who have not come for 30 days, 1,000 at most. Returns their number. */
export const deleteOldVisitors = (service: Db): Promise<number> =>
  service.call('delete_old_visitors');
