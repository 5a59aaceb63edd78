import { administrators, customers, everyone, nobody, pictured, type Row } from './access-rows.ts';

/** What shopkeepers write around the catalogue. */
export const content: Record<string, Row> = {
  'GET /products/feed': everyone({ query: 'limit=2' }),
  'GET /opening': administrators(),
  'POST /opening/remove-demo': administrators({ json: { orders: 1_000_000 } }, 409),
  // It is open, so nothing changes and nobody is put on a list.
  'PUT /opening': administrators({ json: { open: true } }),
  'POST /opening/requests': everyone({ json: { email: 'a@test.example' } }, 409),
  'GET /shop/frame': everyone(),
  'GET /shop/home': everyone(),
  'GET /shop/announcement': administrators(),
  'PUT /shop/menus': administrators({ json: { menus: null } }),
  'PUT /shop/home': administrators({ json: { sections: null } }),
  'PUT /shop/announcement': administrators({ json: { announcement: null } }),
  'POST /shop/picture': administrators(pictured(), 201),
  'GET /custom-fields/all': administrators(),
  'POST /custom-fields/create': administrators(
    {
      json: () => ({
        ...{ resource: 'order', name: 'New', kind: 'text' },
        key: `f${crypto.randomUUID().replaceAll('-', '_')}`,
      }),
    },
    201,
  ),
  'PUT /custom-fields/place/:id': administrators({ id: 'customField', json: { place: 1 } }),
  'PUT /custom-fields/update/:id': administrators({ id: 'customField', json: { name: 'Else' } }),
  'POST /custom-fields/picture': administrators(pictured(), 201),
  'GET /custom-fields/product/:id': administrators({ id: 'product' }),
  'PUT /custom-fields/product/:id': administrators({ id: 'product', json: { values: {} } }),
  'GET /custom-fields/customer/:id': administrators({ id: 'customer' }),
  'PUT /custom-fields/customer/:id': administrators({ id: 'customer', json: { values: {} } }),
  'GET /custom-fields/order/:id': administrators({ id: 'order' }),
  'PUT /custom-fields/order/:id': administrators({ id: 'order', json: { values: {} } }),
  'GET /custom-fields/company/:id': administrators({}, 404),
  'PUT /custom-fields/company/:id': administrators({ json: { values: {} } }, 404),
  'GET /redirects/find': everyone({ query: 'path=/summer-sale' }),
  'GET /redirects/admin/list': administrators({ query: 'limit=2&source=typed' }),
  'POST /redirects/create': administrators(
    { json: () => ({ from: `/${crypto.randomUUID()}`, to: '/shop' }) },
    201,
  ),
  'PUT /redirects/update/:id': administrators({
    ...{ id: 'redirect', json: () => ({ from: `/${crypto.randomUUID()}`, to: '/about' }) },
  }),
  'GET /redirects/export': administrators(),
  'POST /redirects/import': administrators({ json: { csv: 'From,To\n/x,/shop', dry: true } }),
  'POST /users/admin/invite': administrators(nobody),
  'POST /users/admin/import': administrators({ json: { csv: 'Email\na@b.example', dry: true } }),
  'POST /users/admin/import-columns': administrators({ json: { csv: 'Email' } }),
  'POST /auth/accept-invitation': everyone(
    { json: { token: 'x.y.z', newPassword: 'long-enough-1' } },
    404,
  ),
  'GET /imported-orders/own': customers(),
  'GET /imported-orders/admin/list': administrators({ query: 'limit=2&sort=total-desc' }),
  'POST /imported-orders/import': administrators({
    json: { csv: 'Order number,Date,Total\nX,2026-01-01,1', dry: true },
  }),
  'POST /imported-orders/import-columns': administrators({ json: { csv: 'Order number' } }),
  'POST /imported-orders/delete': administrators(nobody),
  'POST /reviews/admin/import': administrators({
    json: { csv: 'rating,product_handle,body', dry: true },
  }),
  'POST /reviews/admin/import-columns': administrators({ json: { csv: 'rating' } }),
  'POST /redirects/import-columns': administrators({ json: { csv: 'From,To' } }),
  'POST /redirects/missing': everyone({ json: { pages: [] } }, 403),
  'GET /redirects/missing': administrators({ query: 'limit=2' }),
};
