import {
  restoredReply,
  trashQuery,
  trashReply,
  trashRestore,
} from '../../_shared/schemas/trash.ts';
import { messages } from '../../_shared/messages.ts';
import { notInStock } from '../../_shared/parcel-messages.ts';
import { call, type Call } from '../call.ts';
import { listTrash, restoreTrash } from '../queries/trash.ts';

export const trash: Call[] = [
  call(
    {
      method: 'GET',
      path: '/trash/list',
      summary: 'Deleted records that can be restored, latest first',
      access: 'admin',
      guardedInSql: true,
      query: trashQuery,
      reply: trashReply,
    },
    ({ db, query }) => listTrash(db, query),
  ),
  call(
    {
      method: 'POST',
      path: '/trash/restore',
      summary: 'Restore deleted records, all or none',
      access: 'admin',
      body: trashRestore,
      reply: restoredReply,
      errors: ['unknown_trash', 'name_taken', 'code_taken', 'address_taken', 'key_taken'],
    },
    async ({ db, body }) => {
      const { restored: count, missing } = await restoreTrash(db, body.ids);
      const said =
        missing.length > 0 ? `${messages.trash.restored(count)} ${notInStock(missing)}` : '';
      return { message: said || `${count} restored`, count, missing };
    },
  ),
];
