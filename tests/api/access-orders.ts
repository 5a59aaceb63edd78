import { administrators, at, customers, everyone, nobody, type Row } from './access-rows.ts';

/** Calls about orders and taxes that delete no order. */
export const orders: Record<string, Row> = {
  'GET /orders/user-orders': customers(at('/orders/user-orders')),
  'GET /orders/user-orders/:id': customers(
    ({ order }) => ({ path: `/orders/user-orders/${order}` }),
    200,
    404,
  ),
  'GET /orders/user-orders/:id/invoices': customers(
    ({ order }) => ({ path: `/orders/user-orders/${order}/invoices` }),
    200,
    404,
  ),
  'GET /orders/admin/:id/invoices': administrators(({ order }) => ({
    path: `/orders/admin/${order}/invoices`,
  })),
  'GET /taxes': administrators(at('/taxes')),
  'PUT /taxes/settings': administrators(
    at('/taxes/settings', {
      pricesIncludeTax: true,
      sellerName: 'Hemline',
      sellerAddress: '',
      sellerCountry: '',
      sellerTaxId: '',
      invoiceNumberPattern: 'INV-{number}',
      creditNoteNumberPattern: 'CN-{number}',
    }),
  ),
  // Where nobody of the tests lives.
  'POST /taxes/rates': administrators(
    at('/taxes/rates', { country: 'TV', class: 'standard', rate: 0 }),
    201,
  ),
  'PUT /taxes/rates/:id': administrators(
    () => ({ path: `/taxes/rates/${crypto.randomUUID()}`, json: { rate: 5 } }),
    404,
  ),
  'DELETE /taxes/rates/:id': administrators(
    () => ({ path: `/taxes/rates/${crypto.randomUUID()}` }),
    404,
  ),
  'GET /orders/by-link/:token': everyone(at('/orders/by-link/x.y.z'), 404),
  'GET /orders/order-count': customers(at('/orders/order-count')),
  'POST /orders/place-order': customers(
    ({ product, email }) => ({
      path: '/orders/place-order',
      json: { email, amount: 19.95, products: [{ product, quantity: 1 }] },
    }),
    201,
  ),
  'POST /orders/settle': customers(
    ({ reference }) => ({ path: '/orders/settle', json: { reference } }),
    200,
    404,
  ),
  'POST /orders/:id/pay': customers(({ order }) => ({ path: `/orders/${order}/pay` }), 200, 404),
  'POST /orders/:id/cancel': customers(
    ({ order }) => ({ path: `/orders/${order}/cancel` }),
    200,
    404,
  ),
  'GET /orders/all-orders': administrators(at('/orders/all-orders?limit=2')),
  'GET /orders/admin/list': administrators(at('/orders/admin/list?status=Pending,Held&limit=2')),
  'GET /orders/admin/export': administrators(at('/orders/admin/export?status=Held')),
  'POST /orders/admin/export': administrators(nobody('/orders/admin/export')),
  'POST /orders/admin/slips': administrators(nobody('/orders/admin/slips')),
  'POST /orders/admin/check-payments': administrators(nobody('/orders/admin/check-payments')),
  'POST /orders/admin/cancel': administrators(nobody('/orders/admin/cancel')),
  'GET /orders/admin/ids': administrators(at('/orders/admin/ids?status=Held')),
  'GET /orders/admin/:id': administrators(({ order }) => ({ path: `/orders/admin/${order}` })),
  'POST /orders/admin/:id/check-payment': administrators(({ order }) => ({
    path: `/orders/admin/${order}/check-payment`,
  })),
  // Nothing has been paid yet.
  'POST /orders/admin/:id/refund': administrators(
    ({ order, reference }) => ({ path: `/orders/admin/${order}/refund`, json: { reference } }),
    409,
  ),
  'POST /orders/admin/fulfil': administrators(({ order }) => ({
    path: '/orders/admin/fulfil',
    json: { action: 'pack', ids: [order] },
  })),
  'POST /orders/admin/:id/parcels': administrators(
    ({ order }) => ({ path: `/orders/admin/${order}/parcels`, json: {} }),
    409,
  ),
  'PUT /orders/admin/parcels/:id': administrators(
    () => ({ path: `/orders/admin/parcels/${crypto.randomUUID()}`, json: {} }),
    404,
  ),
  // Nothing has been sent yet.
  'POST /orders/:id/returns': customers(
    ({ order }) => ({
      path: `/orders/${order}/returns`,
      json: { lines: [{ line: crypto.randomUUID(), quantity: 1 }] },
    }),
    409,
    404,
  ),
  'PUT /orders/admin/returns/:id': administrators(
    () => ({ path: `/orders/admin/returns/${crypto.randomUUID()}`, json: { status: 'approved' } }),
    404,
  ),
  'POST /orders/admin/delete': administrators(nobody('/orders/admin/delete')),
  'GET /orders/users/:userId': administrators(({ customer }) => ({
    path: `/orders/users/${customer}`,
  })),
  'GET /orders/getTotalOrders': administrators(at('/orders/getTotalOrders')),
  'GET /orders/monthly-income': administrators(at('/orders/monthly-income')),
};
