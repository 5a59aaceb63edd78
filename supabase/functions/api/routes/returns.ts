import { sendMailsSoon } from '../../_shared/mail/send.ts';
import { returnMessages } from '../../_shared/return-messages.ts';
import { refundReply as orderChangedReply } from '../../_shared/schemas/admin-orders.ts';
import { orderReply } from '../../_shared/schemas/orders.ts';
import { returnInput, returnUpdate } from '../../_shared/schemas/returns.ts';
import { call, type Call } from '../call.ts';
import { readAdminOrder } from '../queries/admin-orders.ts';
import { readOrder } from '../queries/orders.ts';
import * as queries from '../queries/returns.ts';

export const returns: Call[] = [
  call(
    {
      method: 'POST',
      path: '/orders/:id/returns',
      summary: 'Ask to return pieces of an order that were sent; a receipt is mailed',
      access: 'shopper',
      guardedInSql: true,
      body: returnInput,
      reply: orderReply.extend({ message: orderChangedReply.shape.message }),
      status: 201,
      errors: ['not_returnable'],
    },
    async ({ db, imageUrl, settings, body, id }) => {
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
