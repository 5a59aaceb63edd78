import type { z } from 'zod';
import type { auditReply } from '#shared/schemas/audit.ts';
import type { messageReply } from '#shared/schemas/common.ts';
import type {
  notificationsReply,
  SalesQuery,
  salesReply,
  tasksReply,
} from '#shared/schemas/dashboard.ts';
import { read } from './admin-call.ts';
import { call } from './client.ts';
import { tablePage } from './page.ts';
import { bounded, sentence } from './shape.ts';

/** Sales with their period. */
export function sales({ from, to, by = 'day', imported }: SalesQuery) {
  const { path, fetch } = read<z.infer<typeof salesReply>>(
    `/dashboard/sales?${new URLSearchParams({ from, to, by, ...(imported && { imported }) }).toString()}`,
    { income: 'array', bestSellers: 'array', hasImported: 'boolean' },
  );
  return {
    path,
    fetch: async () => {
      const reply = await fetch();
      return reply.ok ? { ...reply, by } : reply;
    },
  };
}

export const tasks = () =>
  read<z.infer<typeof tasksReply>>('/dashboard/tasks', {
    unpaidOrders: 'number',
    heldOrders: 'number',
    overdue: 'number',
    disputed: 'number',
    toSend: 'number',
    returnsToAnswer: 'number',
    companiesToAnswer: 'number',
    withoutPictures: 'number',
    lowStock: 'number',
    outOfStock: 'number',
    quotesToAnswer: 'number',
    unreadMessages: 'number',
  });

export const notifications = () =>
  read<z.infer<typeof notificationsReply>>('/notifications', {
    notifications: 'array',
    unseen: 'number',
  });

export const seeNotifications = () =>
  call<z.infer<typeof messageReply>>('/notifications/seen', sentence, {
    method: 'PUT',
    as: 'admin',
  });

/** `params` is the query of the call: limit, page, q, table, action, role, from, to. */
export const auditPage = tablePage(
  '/audit/all',
  { entries: 'array', ...bounded },
  (it: z.infer<typeof auditReply>) => it.entries,
);
