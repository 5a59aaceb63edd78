import { messages } from '../../_shared/messages.ts';
import { handlingMessages } from '../../_shared/order-messages.ts';
import { assignInput } from '../../_shared/schemas/admin-orders.ts';
import { administratorsReply, noteInput } from '../../_shared/schemas/admin-users.ts';
import { deletedReply, messageReply } from '../../_shared/schemas/common.ts';
import { call, type Call } from '../call.ts';
import { assignOrders } from '../queries/admin-orders.ts';
import { addOrderNote } from '../queries/notes.ts';
import { deleteRecord } from '../queries/trash.ts';
import { listAdmins } from '../queries/users.ts';

/** What administrators note on orders, and to whom they hand them. */
export const orderNotes: Call[] = [
  call(
    {
      method: 'GET',
      path: '/users/admin/administrators',
      summary: 'All administrators, to whom orders can be handed',
      access: 'admin',
      reply: administratorsReply,
    },
    async ({ db }) => ({ administrators: await listAdmins(db) }),
  ),
  call(
    {
      method: 'POST',
      path: '/orders/admin/assign',
      summary: 'Hand orders to an administrator, or to nobody; missing ones are skipped',
      access: 'admin',
      guardedInSql: true,
      body: assignInput,
      reply: messageReply,
    },
    async ({ db, body }) => {
      const count = await assignOrders(db, body);
      return { message: handlingMessages.handed(count, body.administrator !== null) };
    },
  ),
  call(
    {
      method: 'POST',
      path: '/orders/admin/:id/notes',
      summary: 'Add a note on an order',
      access: 'admin',
      body: noteInput,
      reply: messageReply,
      status: 201,
    },
    async ({ db, body, id }) => {
      await addOrderNote(db, id(), body.note);
      return { message: messages.notes.added };
    },
  ),
  call(
    {
      method: 'DELETE',
      path: '/orders/admin/notes/:id',
      summary: 'Delete a note on an order',
      access: 'admin',
      reply: deletedReply,
    },
    async ({ db, bucket, id }) => ({
      message: messages.notes.removed,
      undo: await deleteRecord({ db, bucket }, 'order_notes', id(), 'Note'),
    }),
  ),
];
