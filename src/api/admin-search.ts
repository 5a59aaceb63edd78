import type { z } from 'zod';
import type { Order } from '#shared/schemas/orders.ts';
import type { Product, productsReply } from '#shared/schemas/products.ts';
import type { User } from '#shared/schemas/users.ts';
import { orderPage } from './admin-orders.ts';
import { userPage } from './admin-users.ts';
import { asOfNow, resource, type Resource } from './client.ts';

/** Of each kind. */
const most = 5;

export interface Findings {
  /** What was searched for. */
  readonly q: string;
  readonly products: readonly Product[];
  readonly orders: readonly Order[];
  readonly customers: readonly User[];
}

/** The first products, orders and customers that fit; a failure when none of them could be asked for. */
export function findings(q: string): Resource<Findings> {
  const query = new URLSearchParams({ q, limit: String(most) }).toString();
  const path = `/products/search?${query}`;
  const productsFound = resource<z.infer<typeof productsReply>>(
    path,
    { products: 'array' },
    asOfNow,
  );
  return {
    path,
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
        products: products.ok ? products.products : [],
        orders: orders.ok ? orders.rows : [],
        customers: customers.ok ? customers.rows : [],
      };
    },
  };
}
