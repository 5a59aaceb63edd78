import type { z } from 'zod';
import type { timeZoneSavedReply, timeZonesReply } from '#shared/schemas/time-zone.ts';
import { put, read } from './admin-call.ts';

/** The names of all time zones. */
export const timeZones = () =>
  read<z.infer<typeof timeZonesReply>>('/shop/time-zones', { timeZones: 'array' });

export const saveTimeZone = (timeZone: string) =>
  put<z.infer<typeof timeZoneSavedReply>>(
    '/shop/time-zone',
    { message: 'string', timeZone: 'string', chosen: 'boolean' },
    { timeZone },
  );
