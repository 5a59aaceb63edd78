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

/** Somebody with a cart and without an account; the trigger adds the visitor. */
export async function addGuest(db: Db): Promise<string> {
  const id = randomUUID();
  await db`update shop_settings set value = '"everybody"' where name = 'who_may_order'`;
  await db`insert into auth.users (id, is_anonymous) values (${id}, true)`;
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

/** From here on the transaction has the rights of a new visitor with a cart, where everybody may order. */
export async function actAsGuest(tx: Tx): Promise<string> {
  await actAsOwner(tx);
  const id = await addGuest(tx);
  await actAs(tx, id, { is_anonymous: true });
  return id;
}

export async function actAsAdministrator(tx: Tx): Promise<string> {
  await actAsOwner(tx);
  const id = await addAdministrator(tx);
  await actAs(tx, id);
  return id;
}
