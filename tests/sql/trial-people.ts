import { only, type Tx } from './actors.ts';
import { addAdministrator, addCategory, addCustomer, addProduct } from './goods.ts';
import type { Actor } from './row-rights.ts';

export interface People {
  a: string;
  b: string;
  administrator: string;
  otherAdministrator: string;
  product: string;
  category: string;
}

/** Neither driver nor PostgREST takes a plain list for JSON. */
interface Json {
  toJSON(): unknown;
}

export interface Trial {
  /** Name of the key column. */
  key: string;
  /** Makes the two rows and gives their keys. */
  rows(tx: Tx, people: People): Promise<[string, string]>;
  /** A row that the actor would put in for itself. */
  insert(people: People, actor: Actor): Record<string, string | number | string[] | Json>;
  update: Record<string, string | number | string[]>;
}

export async function addPeople(tx: Tx): Promise<People> {
  return {
    a: await addCustomer(tx),
    b: await addCustomer(tx),
    administrator: await addAdministrator(tx),
    otherAdministrator: await addAdministrator(tx),
    product: await addProduct(tx),
    category: await addCategory(tx),
  };
}

/** Two rows through the given statement, one for each of two people. */
export const each =
  (key: string, make: (tx: Tx, user: string, people: People) => Promise<readonly object[]>) =>
  async (tx: Tx, people: People): Promise<[string, string]> => {
    const keyOf = async (user: string) => {
      const row = only(await make(tx, user, people)) as Record<string, string>;
      return row[key] ?? '';
    };
    return [await keyOf(people.a), await keyOf(people.b)];
  };
