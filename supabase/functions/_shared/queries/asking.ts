import type { Database } from '../database.types.ts';
import type { Settings } from '../settings.ts';
import { connectAs, connectAsService, DatabaseError, rowOrNull, type Db } from './database.ts';
import { askDirectly, type Identity } from './direct.ts';

type Functions = Database['public']['Functions'];

/**
 * Puts one question, a function of the database that gives one value, in one round trip.
 * @throws DatabaseError
 */
export type Ask = <Name extends keyof Functions & string>(
  name: Name,
  given: Functions[Name]['Args'] & object,
) => Promise<Functions[Name]['Returns']>;

/** A token and what it says, once its signature was verified. */
export interface Verified {
  token: string;
  claims: object;
}

/** The driver's words for a connection that could not be had or was lost, and Postgres' own. */
const unreachable = /^(CONNECT|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|08|53|57)/;

function asDatabaseError(thrown: unknown): unknown {
  if (!(thrown instanceof Error) || !('code' in thrown)) return thrown;
  const code = String(thrown.code);
  const details = 'detail' in thrown ? String(thrown.detail ?? '') : '';
  const hint = 'hint' in thrown ? String(thrown.hint ?? '') : '';
  return new DatabaseError(
    { message: thrown.message, code, details, hint },
    unreachable.test(code) ? 503 : 400,
  );
}

function asker(settings: Settings, identity: Identity, connect: () => Db): Ask {
  const { database, requestId } = settings;
  return async (name, given) => {
    if (!database) {
      // PostgREST is asked with the names that the types know; which of them take what was checked by our caller.
      const answer = await connect().rpc(name, given as never);
      return rowOrNull(answer) as never;
    }
    try {
      const question = { name, given: given as Record<string, unknown> };
      return (await askDirectly(database, identity, question, requestId)) as never;
    } catch (error) {
      throw asDatabaseError(error);
    }
  };
}

/** As a visitor, or as the person whose token was verified: row-level security decides. */
export function askAs(settings: Settings, person: Verified | null): Ask {
  const identity: Identity = person
    ? { role: 'authenticated', claims: person.claims }
    : { role: 'anon', claims: { role: 'anon' } };
  return asker(settings, identity, () => connectAs(settings, person?.token ?? null));
}

/** Past row-level security, like `connectAsService`. */
export function askAsService(settings: Settings): Ask {
  const role = 'service_role';
  return asker(settings, { role, claims: { role } }, () => connectAsService(settings));
}
