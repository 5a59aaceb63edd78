import { toPromises } from '../../_shared/queries/promise-rows.ts';
import { promisesReply } from '../../_shared/schemas/promises.ts';
import { call, type Call } from '../call.ts';

export const promises: Call[] = [
  call(
    {
      method: 'GET',
      path: '/shop/promises',
      summary:
        'What the settings of the shop promise: shipping by zone, the days to return, and where to and at whose cost',
      access: 'anyone',
      tags: ['shop_settings', 'shipping_zones', 'shipping_methods'],
      reply: promisesReply,
    },
    async ({ db }) => toPromises(await db.call('shop_promises')),
  ),
];
