import type { Order } from '#shared/schemas/orders.ts';
import type { Product } from '#shared/schemas/products.ts';
import type { User } from '#shared/schemas/users.ts';
import { orderPage } from './admin-orders.ts';
import { productPage } from './admin-products.ts';
import { userPage } from './admin-users.ts';
import type { Resource } from './client.ts';

/** Of each kind. */
const most = 5;

export interface Findings {
  /** What was searched for. */
  readonly q: string;
  readonly products: readonly Product[];
  readonly orders: readonly Order[];
  readonly customers: readonly User[];
}

/** The first matching products, orders and customers; a failure if none of them could be loaded. */
export function findings(q: string): Resource<Findings> {
  const query = new URLSearchParams({ q, limit: String(most) }).toString();
  const productsFound = productPage(query);
  return {
    path: productsFound.path,
    fetch: async () => {
      const [products, orders, customers] = await Promise.all([
        productsFound.fetch(),
        orderPage(query).fetch(),
        userPage(query).fetch(),
      ]);
      if (!products.ok && !orders.ok && !customers.ok) return products;
      return {
        ok: true,
        q,
        products: products.ok ? products.rows : [],
        orders: orders.ok ? orders.rows : [],
        customers: customers.ok ? customers.rows : [],
      };
    },
  };
}
