import type { BoundedTotal } from '#shared/schemas/common.ts';
import type { AuditEntry } from '#shared/schemas/audit.ts';
import type {
  BestSeller,
  IncomePeriod,
  Notification,
  SalesQuery,
  Tasks,
} from '#shared/schemas/dashboard.ts';
import { call } from './client.ts';
import { bounded, sentence } from './shape.ts';

export const fetchSales = ({ from, to, by = 'day' }: SalesQuery) =>
  call<{ income: IncomePeriod[]; bestSellers: BestSeller[] }>(
    `/dashboard/sales?${new URLSearchParams({ from, to, by }).toString()}`,
    { income: 'array', bestSellers: 'array' },
    { as: 'admin' },
  );

export const fetchTasks = () =>
  call<Tasks>(
    '/dashboard/tasks',
    {
      unpaidOrders: 'number',
      heldOrders: 'number',
      withoutPictures: 'number',
      outOfStock: 'number',
      unreadMessages: 'number',
    },
    { as: 'admin' },
  );

export const fetchNotifications = () =>
  call<{ notifications: Notification[]; unseen: number }>(
    '/notifications',
    { notifications: 'array', unseen: 'number' },
    { as: 'admin' },
  );

export const seeNotifications = () =>
  call<{ message: string }>('/notifications/seen', sentence, { method: 'PUT', as: 'admin' });

/** `params` is the query of the call: limit, page, q, table, action, role, from, to. */
export const fetchAudit = (params: string) =>
  call<{ entries: AuditEntry[] } & BoundedTotal>(
    `/audit/all?${params}`,
    { entries: 'array', ...bounded },
    { as: 'admin' },
  );
