import type { Db } from './database.ts';

/** Forgets deleted orders and messages whose month in the trash is over; how many there were. */
export function forgetDeletedPeople(service: Db): Promise<number> {
  return service.call('purge_personal_trash');
}
