import type { z } from 'zod';
import type {
  importedOrdersDeletedReply,
  importedOrdersReply,
  ownImportedOrdersReply,
} from '#shared/schemas/imported-orders.ts';
import { post } from './admin-call.ts';
import { resource } from './client.ts';
import { importCalls } from './import-calls.ts';
import { tablePage } from './page.ts';

/** The orders that the customer placed in another shop. */
export const ownImportedOrders = () =>
  resource<z.infer<typeof ownImportedOrdersReply>>(
    '/imported-orders/own',
    { orders: 'array', unclaimed: 'boolean' },
    { as: 'user' },
  );

export const importedOrderPage = tablePage(
  '/imported-orders/admin/list',
  { orders: 'array', total: 'number' },
  (it: z.infer<typeof importedOrdersReply>) => it.orders,
);

export const orderImport = importCalls('/imported-orders/import');

export const deleteImportedOrders = (chosen: readonly string[]) =>
  post<z.infer<typeof importedOrdersDeletedReply>>(
    '/imported-orders/delete',
    { message: 'string', deleted: 'number' },
    { ids: chosen },
  );
