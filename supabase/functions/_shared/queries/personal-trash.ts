import type { Db } from './database.ts';

/** Deletes orders and messages that have been in the trash for a month. Returns their number. */
export function purgePersonalTrash(service: Db): Promise<number> {
  return service.call('purge_personal_trash');
}
