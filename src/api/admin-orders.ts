import type { Order } from '#shared/schemas/orders.ts';
import { call } from './client.ts';

export const fetchAllOrders = () =>
  call<{ orders: Order[] }>('/orders/all-orders', { as: 'admin' });

export const fetchCustomerOrders = (userId: string) =>
  call<{ orders: Order[] }>(`/orders/users/${encodeURIComponent(userId)}`, { as: 'admin' });

export const deleteOrder = (id: string) =>
  call<{ message: string }>(`/orders/delete-order/${encodeURIComponent(id)}`, {
    method: 'DELETE',
    as: 'admin',
  });

export const fetchTotalOrders = () =>
  call<{ totalOrders: number }>('/orders/getTotalOrders', { as: 'admin' });

/** Dollars paid in this calendar month. */
export const fetchMonthlyIncome = () =>
  call<{ totalIncome: number }>('/orders/monthly-income', { as: 'admin' });
