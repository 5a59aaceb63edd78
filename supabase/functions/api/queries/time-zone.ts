import sql from 'sql-template-tag';
import type { Db } from '../../_shared/queries/database.ts';
import { JsonValue } from '../../_shared/queries/json-value.ts';
import { noTimeZone, type TimeZoneReply } from '../../_shared/schemas/time-zone.ts';
import { ApiError } from '../errors.ts';

export async function readSetting(db: Db): Promise<TimeZoneReply> {
  const found = await db.call('shop_time_zone');
  return { timeZone: found ?? 'UTC', chosen: found !== null };
}

/** Those of places, and UTC, in the order of the alphabet. */
export async function listTimeZones(db: Db): Promise<string[]> {
  const found = await db.query<{ name: string }>(sql`
    select name from pg_timezone_names
    where name ~ '^[A-Z][a-z]+/' and name !~ '^(Etc|System[A-Z])' or name = 'UTC' order by name`);
  return found.map(({ name }) => name);
}

/** @throws ApiError 400 if Postgres has no zone of this name */
export async function saveSetting(db: Db, timeZone: string): Promise<void> {
  const saved = await db.query(sql`
    update public.shop_settings set value = ${new JsonValue(timeZone)}::jsonb
    where name = 'time_zone' and exists (select from pg_timezone_names z where z.name = ${timeZone})
    returning name`);
  if (saved.length > 0) return;
  const issues = [{ path: 'timeZone', message: noTimeZone }];
  throw new ApiError(400, 'validation_failed', noTimeZone, { issues });
}
