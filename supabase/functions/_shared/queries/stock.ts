import type { Db } from './database.ts';

/** Gives back what orders held that were not paid in time. Returns the number of holds. */
export function releaseExpiredHolds(service: Db): Promise<number> {
  return service.call('release_expired_holds');
}
