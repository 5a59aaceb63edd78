import { invoicesReply } from '../../_shared/schemas/invoices.ts';
import { call, type Call } from '../call.ts';
import { listInvoices } from '../queries/invoices.ts';

export const invoices: Call[] = [
  call(
    {
      method: 'GET',
      path: '/orders/user-orders/:id/invoices',
      summary:
        'The invoice of an order of the signed-in customer, and the credit notes of its refunds; none before it is paid',
      access: 'shopper',
      reply: invoicesReply,
    },
    async ({ db, id }) => ({ invoices: await listInvoices(db, id()) }),
  ),
  call(
    {
      method: 'GET',
      path: '/orders/admin/:id/invoices',
      summary:
        'The invoice of an order, and the credit notes of its refunds; none before it is paid',
      access: 'admin',
      reply: invoicesReply,
    },
    async ({ db, id }) => ({ invoices: await listInvoices(db, id()) }),
  ),
];
