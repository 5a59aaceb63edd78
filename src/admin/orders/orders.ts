import { limits } from '#shared/domain/limits.ts';
import { paymentOutcomes } from '#shared/domain/order-status.ts';
import { messages } from '#shared/messages.ts';
import * as api from '../../api/admin-orders.ts';
import { toastInfo, toastSuccess } from '../../stores/toasts.ts';
import { change, remove } from '../changes.ts';
import { saveReply } from '../listing/save-reply.ts';
import { tableList } from '../listing/table-list.ts';

export const orders = tableList(api.orderPage, {
  filters: ['status', 'fulfilment', 'returns', 'overdue', 'disputed', 'assignee', 'from', 'to'],
  sorts: ['user', 'price', 'status', 'created'],
  idsOf: api.orderIds,
});

/** Downloads all orders that match the search and filters in the URL, on all pages. */
export const exportOrders = () => saveReply('orders.csv', api.fetchOrdersFile(orders.params()));

export const exportChosen = (ids: readonly string[]) =>
  saveReply('orders.csv', api.fetchChosenOrders(ids));

/** The maximum number of orders per request. */
const partsOf = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / limits.bulkChecks) }, (_, part) =>
    ids.slice(part * limits.bulkChecks, (part + 1) * limits.bulkChecks),
  );

/** Checks all of them with the provider, and reports how many were paid. */
export async function checkPayments(ids: readonly string[]): Promise<boolean> {
  const sum = { paid: 0, held: 0, pending: 0, failed: 0, unreachable: 0 };
  for (const part of partsOf(ids)) {
    const reply = await change(api.checkPayments(part), ['/orders'], {
      failed: ({ message }) => message,
      about: 'check',
    });
    if (!reply.ok) return false;
    for (const outcome of paymentOutcomes) sum[outcome] += reply.counts[outcome];
    sum.unreachable += reply.counts.unreachable;
  }
  toastInfo(messages.orders.checkedMany(sum));
  return true;
}

/** Cancels those for which nothing was paid or sent. */
export async function cancelOrders(ids: readonly string[]): Promise<boolean> {
  let [count, left] = [0, 0];
  for (const part of partsOf(ids)) {
    const reply = await change(api.cancelOrders(part), ['/orders'], {
      failed: ({ message }) => message,
      about: 'cancel',
    });
    if (!reply.ok) return false;
    count += reply.count;
    left += reply.left;
  }
  const said = messages.orders.cancelledMany(count, left);
  if (count > 0) toastSuccess(said, undefined, 'cancel');
  else toastInfo(said);
  return true;
}

/** Hands them to an administrator, or to nobody. */
export async function handOrders(ids: readonly string[], administrator: string | null) {
  const reply = await change(api.assignOrders({ ids: [...ids], administrator }), ['/orders'], {
    failed: ({ message }) => message,
    about: 'hand',
  });
  if (reply.ok) toastSuccess(reply.message, undefined, 'hand');
  return reply.ok;
}

/** Deletes one or several, and offers to restore them. */
export const removeOrders = (ids: readonly string[]) =>
  remove(api.deleteOrders(ids), {
    ids,
    list: orders,
    paths: ['/orders'],
    failed: messages.orders.removeFailed,
    done: ({ count, message }) => (count > 0 ? message : null),
  });
