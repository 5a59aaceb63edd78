import { randomUUID } from 'node:crypto';
import { actAs, actAsOwner, type Db, type Tx } from './actors.ts';

/** Somebody who registered; the trigger makes the profile. */
export async function addCustomer(db: Db, given: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID();
  const metadata = { firstname: 'Ida', lastname: 'Brook', ...given };
  await db`insert into auth.users (id, email, raw_user_meta_data)
    values (${id}, ${`${id}@test.example`}, ${JSON.stringify(metadata)}::text::jsonb)`;
  return id;
}

export async function addAdministrator(db: Db): Promise<string> {
  const id = await addCustomer(db);
  await db`insert into administrators (id) values (${id})`;
  return id;
}

/** From here on the transaction has the rights of somebody who has just registered. */
export async function actAsCustomer(tx: Tx, given: Record<string, unknown> = {}) {
  await actAsOwner(tx);
  const id = await addCustomer(tx, given);
  await actAs(tx, id);
  return id;
}

export async function actAsAdministrator(tx: Tx): Promise<string> {
  await actAsOwner(tx);
  const id = await addAdministrator(tx);
  await actAs(tx, id);
  return id;
}
