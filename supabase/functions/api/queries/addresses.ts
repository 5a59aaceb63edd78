import sql from 'sql-template-tag';
import { missingLines, type Lines } from '../../_shared/domain/address-format.ts';
import type { Tables } from '../../_shared/database.types.ts';
import type { Db } from '../../_shared/queries/database.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import type { SavedAddress, savedAddressInput } from '../../_shared/schemas/addresses.ts';
import type { z } from 'zod';
import { ApiError, notFound } from '../errors.ts';
import { toTime } from './to-time.ts';

/** Those of the caller, oldest first. */
export async function listAddresses(db: Db): Promise<SavedAddress[]> {
  const found = await db.query<Omit<Tables<'addresses'>, 'user_id'>>(sql`
    select id, recipient, phone, address, city, postcode, state, country, is_default, created_at
    from public.addresses order by created_at, id`);
  return found.map(({ id, is_default: isDefault, created_at: created, ...rest }) => ({
    _id: id,
    ...rest,
    isDefault,
    createdAt: toTime(created),
  }));
}

/** @throws ApiError 400 naming the lines of an address that its country requires; `at` is its path in the body */
export function requireLinesOf(code: string | null, address: Lines, at = ''): void {
  const issues = missingLines(code, address).map((name) => ({
    path: `${at}${name}`,
    message: 'Required',
  }));
  const [first] = issues;
  if (first) {
    throw new ApiError(400, 'validation_failed', `${first.path}: ${first.message}`, { issues });
  }
}

/** The same for a country by its name. */
export async function requireLines(
  db: Db,
  address: Lines & { country: string },
  at = '',
): Promise<void> {
  requireLinesOf(await db.call('country_named', { p_name: address.country }), address, at);
}

/** Adds an address, or changes the one with this id. Returns its id. @throws ApiError 404, 409 where there are 50 */
export async function saveAddress(
  db: Db,
  { isDefault, ...address }: z.output<typeof savedAddressInput>,
  id?: string,
): Promise<string> {
  await requireLines(db, address);
  const p_address = new JsonValue({ ...address, is_default: isDefault });
  const saved = await db.call('save_address', { p_address, p_id: id });
  if (!saved) throw notFound('Address');
  return saved;
}

/** @throws ApiError 404 */
export async function deleteAddress(db: Db, id: string): Promise<void> {
  const deleted = await db.query(sql`delete from public.addresses where id = ${id} returning id`);
  if (deleted.length === 0) throw notFound('Address');
}
