import { z } from 'zod';

/** The value of a datetime field, in the administrator's time zone; '' is null. */
export const localTime = z
  .string()
  .refine((it) => it === '' || !Number.isNaN(Date.parse(it)), 'Not a date and time')
  .transform((it) => (it ? new Date(it).toISOString() : null));

/** An ISO time in the format of a datetime field. */
export function toLocalTime(iso: string | null | undefined): string {
  if (!iso) return '';
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
