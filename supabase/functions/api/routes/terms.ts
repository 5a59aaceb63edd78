import {
  companySalesQuery,
  companySalesReply,
  markPaidInput,
  markPaidReply,
} from '../../_shared/schemas/terms.ts';
import { termsMessages } from '../../_shared/terms-messages.ts';
import { sendMailsSoon } from '../../_shared/mail/send.ts';
import { call, type Call } from '../call.ts';
import { notFound } from '../errors.ts';
import { readAdminOrder } from '../queries/admin-orders.ts';

export const terms: Call[] = [
  call(
    {
      method: 'POST',
      path: '/orders/admin/:id/mark-paid',
      summary: 'Record that an order on terms was paid by bank transfer',
      access: 'admin',
      guardedInSql: true,
      body: markPaidInput,
      reply: markPaidReply,
      errors: ['not_on_terms'],
    },
    async ({ db, settings, imageUrl, id, body: { note } }) => {
      const isFound = await db.call('office.mark_paid', { p_order: id(), p_note: note });
      if (!isFound) throw notFound('Order');
      sendMailsSoon(settings);
      const order = await readAdminOrder(db, imageUrl, id());
      return { message: termsMessages.markedPaid, order };
    },
  ),
  call(
    {
      method: 'GET',
      path: '/dashboard/companies',
      summary:
        'What companies paid in a range, and what they owe for orders on terms, in dollars; highest payments first, at most 500',
      access: 'admin',
      guardedInSql: true,
      query: companySalesQuery,
      reply: companySalesReply,
    },
    async ({ db, query: { from, to } }) => {
      const found = await db.list('office.sales_by_company', { p_from: from, p_to: to });
      return { companies: found.map(({ company, ...row }) => ({ _id: company, ...row })) };
    },
  ),
];
