import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import { clockIn } from '#shared/domain/shop-time.ts';
import { z } from 'zod';
import { timeZone } from '../../ui/time-zone.ts';

dayjs.extend(utc);
dayjs.extend(timezone);

/** The value of a datetime field, in the shop's time zone; '' is null. */
export const plannedTime = z
  .string()
  .refine((it) => it === '' || !Number.isNaN(Date.parse(it)), 'Not a date and time')
  .transform((it) => (it ? dayjs.tz(it, timeZone()).toISOString() : null));

/** An ISO time in the format of a datetime field, with its seconds if it has any. */
export function toField(iso: string | null | undefined): string {
  // Day.js would show an hour that clocks here skip as the next one.
  return iso ? clockIn(timeZone())(new Date(iso)).replace(/:00$/, '') : '';
}
