import {
  timeZoneInput,
  timeZoneReply,
  timeZoneSavedReply,
  timeZonesReply,
} from '../../_shared/schemas/time-zone.ts';
import { timeZoneMessages } from '../../_shared/time-zone-messages.ts';
import { call, type Call } from '../call.ts';
import * as queries from '../queries/time-zone.ts';

export const timeZone: Call[] = [
  call(
    {
      method: 'GET',
      path: '/shop/time-zone',
      summary:
        'The time zone in which the shop counts days and shows times; UTC until one is chosen',
      access: 'anyone',
      tags: ['shop_settings'],
      reply: timeZoneReply,
    },
    ({ db }) => queries.readSetting(db),
  ),
  call(
    {
      method: 'GET',
      path: '/shop/time-zones',
      summary: 'The names of all time zones that the shop can have',
      access: 'admin',
      reply: timeZonesReply,
    },
    async ({ db }) => ({ timeZones: await queries.listTimeZones(db) }),
  ),
  call(
    {
      method: 'PUT',
      path: '/shop/time-zone',
      summary: 'Set the time zone of the shop, by its name in the IANA database',
      access: 'admin',
      body: timeZoneInput,
      reply: timeZoneSavedReply,
    },
    async ({ db, body }) => {
      await queries.saveSetting(db, body.timeZone);
      return { message: timeZoneMessages.saved, ...body, chosen: true };
    },
  ),
];
