import type { Db } from './database.ts';

/** Clears the carts of customers who left the shop and did not return in time. Returns their number. */
export function clearAbandonedCarts(service: Db, graceMinutes: number): Promise<number> {
  return service.call('empty_abandoned_carts', { p_grace: `${graceMinutes} minutes` });
}
