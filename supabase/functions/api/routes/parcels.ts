import { sendMailsSoon } from '../../_shared/mail/send.ts';
import { parcelMessages } from '../../_shared/parcel-messages.ts';
import { refundReply as orderChangedReply } from '../../_shared/schemas/admin-orders.ts';
import {
  fulfilInput,
  fulfilReply,
  parcelInput,
  parcelUpdate,
} from '../../_shared/schemas/parcels.ts';
import { call, type Call } from '../call.ts';
import { notFound } from '../errors.ts';
import { readAdminOrder } from '../queries/admin-orders.ts';
import * as queries from '../queries/parcels.ts';

const { packed, sent, delivered, parcelCancelled, parcelChanged } = parcelMessages;
const done = { sent, delivered, cancelled: parcelCancelled } as const;

export const parcels: Call[] = [
  call(
    {
      method: 'POST',
      path: '/orders/admin/fulfil',
      summary:
        'Pack, or pack and send, what is left of many paid orders; those of which something is not in stock are not sent',
      access: 'admin',
      body: fulfilInput,
      reply: fulfilReply,
    },
    async ({ db, settings, body: { action, ids } }) => {
      const count = await (action === 'pack' ? queries.packOrders : queries.sendOrders)(db, ids);
      sendMailsSoon(settings);
      const left = ids.length - count;
      const missing = action === 'send' && left > 0 ? await queries.missingPieces(db, ids) : [];
      return { message: parcelMessages.many(action, count, left, missing), count, left, missing };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/orders/admin/:id/parcels',
      summary: 'Pack pieces of a paid order into a parcel',
      access: 'admin',
      body: parcelInput,
      reply: orderChangedReply,
      errors: ['not_paid', 'disputed', 'packed_already'],
    },
    async ({ db, imageUrl, settings, body, id }) => {
      const { _id } = await readAdminOrder(db, imageUrl, id());
      const parcel = await queries.packOrder(db, _id, body);
      if (body.send) await queries.changeParcel(db, parcel, { status: 'sent' });
      sendMailsSoon(settings);
      return { message: body.send ? sent : packed, order: await readAdminOrder(db, imageUrl, _id) };
    },
  ),
  call(
    {
      method: 'PUT',
      path: '/orders/admin/parcels/:id',
      summary: 'Change, send or cancel a parcel, or say that it was delivered',
      access: 'admin',
      body: parcelUpdate,
      reply: orderChangedReply,
      errors: ['parcel_moved', 'not_paid', 'disputed'],
    },
    async ({ db, imageUrl, settings, body, id }) => {
      const order = await queries.changeParcel(db, id(), body);
      if (order === null) throw notFound('Parcel');
      sendMailsSoon(settings);
      const message = body.status ? done[body.status] : parcelChanged;
      return { message, order: await readAdminOrder(db, imageUrl, order) };
    },
  ),
];
