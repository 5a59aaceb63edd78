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
      summary:
        'Record that money for an order on terms, by bank transfer or on delivery has arrived. After a part the rest can be recorded later; what is too much is a payment of its own, to refund',
      access: 'admin',
      guardedInSql: true,
      body: markPaidInput,
      reply: markPaidReply,
      errors: ['not_on_terms', 'changed_meanwhile'],
    },
    async ({ db, settings, imageUrl, id, body: { note, amount, due } }) => {
      const args = { p_order: id(), p_note: note, p_amount: amount, p_due: due };
      const outcome = await db.call('office.mark_paid', args);
      if (outcome === 'unknown') throw notFound('Order');
      sendMailsSoon(settings);
      const order = await readAdminOrder(db, imageUrl, id());
      return { message: termsMessages.marked[outcome], order };
    },
  ),
  call(
    {
      method: 'GET',
      path: '/dashboard/companies',
      summary:
        'What companies paid in a range, and what they owe for orders on terms, in the shop’s currency; highest payments first, at most 500',
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
