import { importedOrderMessages } from '../../_shared/imported-order-messages.ts';
import {
  importedOrderIds,
  importedOrderQuery,
  importedOrdersDeletedReply,
  importedOrdersReply,
  ownImportedOrdersReply,
} from '../../_shared/schemas/imported-orders.ts';
import { productImport } from '../../_shared/schemas/product-files.ts';
import { call, type Call } from '../call.ts';
import { importCalls } from '../import-calls.ts';
import { importOrders, orderFormat } from '../order-import.ts';
import * as queries from '../queries/imported-orders.ts';

export const importedOrders: Call[] = [
  call(
    {
      method: 'GET',
      path: '/imported-orders/own',
      summary:
        'The orders that the customer placed in another shop before, newest first, at most 500',
      access: 'customer',
      reply: ownImportedOrdersReply,
    },
    async ({ db, caller }) => {
      const [orders, unclaimed] = await Promise.all([
        queries.listOwnImportedOrders(db, caller.id),
        db.call('has_unclaimed_orders'),
      ]);
      return { orders, unclaimed };
    },
  ),
  call(
    {
      method: 'GET',
      path: '/imported-orders/admin/list',
      summary: 'A page of the orders of other shops, newest first',
      access: 'admin',
      guardedInSql: true,
      query: importedOrderQuery,
      reply: importedOrdersReply,
    },
    ({ db, query }) => queries.listImportedOrders(db, query),
  ),
  ...importCalls({
    path: '/imported-orders/import',
    nouns: 'orders',
    also: 'They are history, apart from the orders of this shop; the same number of the same shop system is changed',
    format: orderFormat,
    body: productImport,
    write: ({ db }, rows, dry) => importOrders(db, rows, dry),
  }),
  call(
    {
      method: 'POST',
      path: '/imported-orders/delete',
      summary: 'Delete orders of other shops; they can be imported again',
      access: 'admin',
      guardedInSql: true,
      body: importedOrderIds,
      reply: importedOrdersDeletedReply,
    },
    async ({ db, body: { ids } }) => {
      const deleted = await db.call('office.delete_imported_orders', { p_ids: ids });
      return { message: importedOrderMessages.removed(deleted), deleted };
    },
  ),
];
