import type { Order } from '#shared/schemas/orders.ts';
import type { Product } from '#shared/schemas/products.ts';
import type { User } from '#shared/schemas/users.ts';
import { asOfNow, call } from './client.ts';

/** Of each kind. */
const most = 5;

export interface Findings {
  readonly products: readonly Product[];
  readonly orders: readonly Order[];
  readonly customers: readonly User[];
}

/** The first products, orders and customers that fit; null when none of them could be asked for. */
export async function findEverywhere(q: string): Promise<Findings | null> {
  const query = new URLSearchParams({ q, limit: String(most) }).toString();
  const [products, orders, customers] = await Promise.all([
    call<{ products: Product[] }>(`/products/search?${query}`, { products: 'array' }, asOfNow),
    call<{ orders: Order[] }>(`/orders/admin/list?${query}`, { orders: 'array' }, { as: 'admin' }),
    call<{ users: User[] }>(`/users/admin/list?${query}`, { users: 'array' }, { as: 'admin' }),
  ]);
  if (!products.ok && !orders.ok && !customers.ok) return null;
  return {
    products: products.ok ? products.products : [],
    orders: orders.ok ? orders.orders : [],
    customers: customers.ok ? customers.users : [],
  };
}
