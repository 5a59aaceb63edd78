import type { Db } from './database.ts';

/** In which the shop counts days. */
export const readTimeZone = async (db: Db): Promise<string> =>
  (await db.call('shop_time_zone')) ?? 'UTC';
