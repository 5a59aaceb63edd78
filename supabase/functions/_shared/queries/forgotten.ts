import { rows, type Db } from './database.ts';

/** Forgets deleted orders and messages whose month in the trash is over; how many there were. */
export async function forgetDeletedPeople(service: Db): Promise<number> {
  return rows(await service.rpc('purge_personal_trash'));
}
