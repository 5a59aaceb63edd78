import type { Db } from './database.ts';

/** Empties the carts of customers who left the shop and did not come back in time; how many there were. */
export function sweepDepartedCarts(service: Db, graceMinutes: number): Promise<number> {
  return service.call('sweep_departed_carts', { p_grace: `${graceMinutes} minutes` });
}
