import { messageReply } from '../../_shared/schemas/common.ts';
import {
  notificationsReply,
  salesQuery,
  salesReply,
  tasksReply,
} from '../../_shared/schemas/dashboard.ts';
import { call, type Call } from '../call.ts';
import * as queries from '../queries/dashboard.ts';

export const dashboard: Call[] = [
  call(
    {
      method: 'GET',
      path: '/dashboard/sales',
      summary: 'Income by day or month of a range, and best sellers, in the shop’s currency',
      access: 'admin',
      guardedInSql: true,
      query: salesQuery,
      reply: salesReply,
    },
    ({ db, query, imageUrl }) => queries.readSales(db, query, imageUrl),
  ),
  call(
    {
      method: 'GET',
      path: '/dashboard/tasks',
      summary: 'The number of orders, products and messages that need attention',
      access: 'admin',
      guardedInSql: true,
      reply: tasksReply,
    },
    ({ db }) => queries.readTasks(db),
  ),
  call(
    {
      method: 'GET',
      path: '/notifications',
      summary: 'Latest notifications: orders, unread messages, products out of stock',
      access: 'admin',
      guardedInSql: true,
      reply: notificationsReply,
    },
    ({ db }) => queries.listNotifications(db),
  ),
  call(
    {
      method: 'PUT',
      path: '/notifications/seen',
      summary: 'Mark the notifications as seen',
      access: 'admin',
      reply: messageReply,
    },
    async ({ db }) => {
      await queries.seeNotifications(db);
      return { message: 'Notifications seen' };
    },
  ),
];
