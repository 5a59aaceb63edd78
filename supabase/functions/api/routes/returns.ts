import { sendMailsSoon } from '../../_shared/mail/send.ts';
import { returnMessages } from '../../_shared/return-messages.ts';
import { refundReply as orderChangedReply } from '../../_shared/schemas/admin-orders.ts';
import { orderReply } from '../../_shared/schemas/orders.ts';
import { exchangesReply, returnInput, returnUpdate } from '../../_shared/schemas/returns.ts';
import { call, type Call } from '../call.ts';
import { syncDatabaseSettings } from '../database-settings.ts';
import { readAdminOrder } from '../queries/admin-orders.ts';
import { readOrder } from '../queries/orders.ts';
import * as queries from '../queries/returns.ts';

export const returns: Call[] = [
  call(
    {
      method: 'GET',
      path: '/orders/:id/exchanges',
      summary: 'The sizes and colors for which the lines of an order can be exchanged',
      access: 'shopper',
      guardedInSql: true,
      reply: exchangesReply,
    },
    async ({ db, imageUrl, id }) => {
      const { _id } = await readOrder(db, imageUrl, id());
      return { choices: await queries.listExchanges(db, _id) };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/orders/:id/returns',
      summary:
        'Ask to return pieces of an order that were sent, for a refund or in exchange for another size or color, which is held at once; a receipt is mailed',
      access: 'shopper',
      guardedInSql: true,
      body: returnInput,
      reply: orderReply.extend({ message: orderChangedReply.shape.message }),
      status: 201,
      errors: ['not_returnable', 'not_exchangeable', 'out_of_stock'],
    },
    async ({ db, imageUrl, settings, body, id }) => {
      // An exchange that costs too little for a card costs nothing.
      await syncDatabaseSettings(settings);
      await queries.requestReturn(db, id(), body);
      sendMailsSoon(settings);
      return { message: returnMessages.requested, order: await readOrder(db, imageUrl, id()) };
    },
  ),
  call(
    {
      method: 'PUT',
      path: '/orders/admin/returns/:id',
      summary: 'Approve or refuse a return, or receive its pieces, into the stock or written off',
      access: 'admin',
      body: returnUpdate,
      reply: orderChangedReply,
      errors: ['return_moved', 'not_returnable'],
    },
    async ({ db, imageUrl, settings, body, id }) => {
      const order = await queries.changeReturn(db, id(), body);
      sendMailsSoon(settings);
      const message = returnMessages[body.status];
      return { message, order: await readAdminOrder(db, imageUrl, order) };
    },
  ),
];
