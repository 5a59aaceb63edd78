import { z } from 'zod';
import { text } from './common.ts';

function isKnown(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone }));
  } catch {
    return false;
  }
}

export const noTimeZone = 'Not a time zone, such as America/New_York';

/** `PUT /shop/time-zone`: a name of the IANA database, which Postgres must know too. */
export const timeZoneInput = z.object({ timeZone: text(64).refine(isKnown, noTimeZone) });

/** The zone in which the shop counts days. While none is chosen, that is UTC. */
export const timeZoneReply = z.object({ timeZone: z.string(), chosen: z.boolean() });
export type TimeZoneReply = z.infer<typeof timeZoneReply>;
/** `GET /shop/time-zones`: all that the shop can have. */
export const timeZonesReply = z.object({ timeZones: z.array(z.string()) });
export const timeZoneSavedReply = timeZoneReply.extend({ message: z.string() });
