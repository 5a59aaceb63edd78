import { messages } from '../../_shared/messages.ts';
import { noteInput } from '../../_shared/schemas/admin-users.ts';
import { deletedReply, messageReply } from '../../_shared/schemas/common.ts';
import { call, type Call } from '../call.ts';
import * as queries from '../queries/notes.ts';
import { deleteRecord } from '../queries/trash.ts';

/** What administrators note about customers and on orders. */
export const notes: Call[] = [
  call(
    {
      method: 'POST',
      path: '/users/admin/customer/:id/notes',
      summary: 'Add a note about a customer',
      access: 'admin',
      body: noteInput,
      reply: messageReply,
      status: 201,
    },
    async ({ db, body, id }) => {
      await queries.addCustomerNote(db, id(), body.note);
      return { message: messages.notes.added };
    },
  ),
  call(
    {
      method: 'DELETE',
      path: '/users/admin/notes/:id',
      summary: 'Delete a note about a customer',
      access: 'admin',
      reply: deletedReply,
    },
    async ({ db, bucket, id }) => ({
      message: messages.notes.removed,
      undo: await deleteRecord({ db, bucket }, 'customer_notes', id(), 'Note'),
    }),
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
      await queries.addOrderNote(db, id(), body.note);
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
