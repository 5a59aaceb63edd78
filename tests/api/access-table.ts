import { content } from './access-content.ts';
import { office } from './access-office.ts';
import {
  administrators,
  customers,
  everyone,
  nobody,
  pictured,
  shoppers,
  someone,
  type Row,
} from './access-rows.ts';
import { formOf, pictureFile } from './client.ts';

/** Endpoints that delete nothing. */
export const lasting: Record<string, Row> = {
  'POST /auth/login': everyone({ json: { email: 'x@example.com', password: 'no' } }, 401),
  'POST /auth/register': everyone(
    { json: () => ({ ...someone(), password: 'mini-skirt-1' }) },
    201,
  ),
  'POST /auth/renew': everyone({ json: { refresh_token: 'a-guess' } }, 401),
  'POST /auth/forgot-password': everyone({ json: ({ email }) => ({ email }) }),
  'GET /users/profile': customers(),
  'PUT /users/profile': customers({
    json: ({ customer }) => ({ _id: customer, country: 'Ireland' }),
  }),
  'GET /users/profile/data': customers(),
  'DELETE /users/profile': customers({ json: { password: 'a guess' } }, 400),
  'PUT /users/admin/update-password': administrators(
    { json: { currentPassword: 'a guess', newPassword: 'tweed-1' } },
    400,
  ),
  'GET /users/admin/details': administrators(),
  'GET /users/profiles': administrators({ query: 'limit=2' }),
  'GET /users/admin/list': administrators({ query: 'limit=2&sort=name-desc' }),
  'POST /users/admin/delete': administrators(nobody),
  'GET /users/getTotalUsers': administrators(),
  'GET /products/all': everyone({ query: 'limit=2' }),
  'GET /products/random': everyone(),
  'GET /products/by-ids': everyone({ query: ({ product }) => `products=${product}` }),
  'GET /users/wish-list': customers(),
  'POST /users/wish-list': customers({ json: ({ product }) => ({ products: [product] }) }),
  'PUT /users/wish-list/link': customers({ json: { withName: true } }),
  'GET /wish-lists/:token': everyone({}, 404),
  'GET /products/search': everyone({ query: 'q=coat&limit=2' }),
  'GET /products/facets': everyone({ query: 'q=coat&color=red' }),
  'GET /products/product-category/:ids': everyone({ id: 'category' }),
  'GET /products/:id': everyone({ id: 'product' }),
  'GET /products/:id/related': everyone({ id: 'product' }),
  'POST /products/create': administrators(
    {
      form: ({ category: categoryId }) =>
        formOf({ title: 'Coat of somebody', price: '5', categoryId }, ['image', pictureFile()]),
    },
    201,
  ),
  'PUT /products/update/:id': administrators({ id: 'product', json: { description: 'Changed' } }),
  'POST /products/:id/image': administrators({ id: 'product', ...pictured() }),
  'GET /products/admin/list': administrators({ query: 'limit=2&q=coat' }),
  'GET /products/admin/export': administrators(),
  'GET /products/admin/ids': administrators({ query: 'q=coat' }),
  'GET /products/admin/:id': administrators({ id: 'product' }),
  'POST /products/admin/price-preview': administrators({
    json: ({ product }) => ({ ids: [product], amount: 1 }),
  }),
  'POST /products/admin/import': administrators({ json: { csv: 'id,title', dry: true } }),
  'POST /products/admin/import-columns': administrators({ json: { csv: 'id,title' } }),
  'POST /products/admin/bulk': administrators({
    json: ({ product }) => ({
      ...{ action: 'availability', ids: [product], availability: 'InStock' },
    }),
  }),
  'PUT /products/:id/images': administrators({ id: 'product', json: { images: [] } }),
  'GET /products/:id/sales': administrators({ id: 'product' }),
  'GET /categories/admin/list': administrators({ query: 'limit=2' }),
  'GET /categories/:id/sales': administrators({ id: 'category' }),
  'GET /trash/list': administrators({ query: 'kind=products' }),
  'POST /trash/restore': administrators(nobody, 404),
  'PUT /products/:id/images/color': administrators(
    { id: 'product', json: { image: 'products/none.png', color: null } },
    400,
  ),
  'GET /categories/all': everyone(),
  'POST /categories/create': administrators(
    { json: () => ({ name: `Hats ${crypto.randomUUID()}` }) },
    201,
  ),
  'PUT /categories/update/:id': administrators({
    id: 'category',
    json: () => ({ name: `Hats ${crypto.randomUUID()}` }),
  }),
  'POST /categories/:id/image': administrators({ id: 'category', ...pictured() }),
  'GET /categories/size-guides': everyone(),
  'GET /categories/:id/size-guide': everyone({ id: 'category' }),
  'PUT /categories/:id/size-guide': administrators({
    ...{ id: 'category', json: { measures: ['Chest'], sizes: [{ size: 'S', cm: ['85–90'] }] } },
  }),
  'GET /banner/all': everyone(),
  'GET /banner/admin/list': administrators({ query: 'limit=2' }),
  'POST /banner/create': administrators(pictured({ header: 'Wool', paragraph: 'Warm' }), 201),
  'PUT /banner/update/:bannerId': administrators({
    ...{ id: 'banner', json: { header: 'Wool', paragraph: 'Warmer' } },
  }),
  'GET /cart/get-cart': shoppers(),
  'GET /cart/price': shoppers(),
  'POST /cart/add-to-cart': shoppers(
    { json: ({ product }) => ({ productId: product, quantity: 1 }) },
    201,
  ),
  'PUT /cart/update-quantity/:productId': shoppers(
    { id: 'line', json: { quantity: 2 } },
    ...[200, 404],
  ),
  'PUT /cart/update-choice/:id': shoppers(
    { id: 'line', json: { size: null, color: null } },
    ...[200, 404],
  ),
  'POST /reviews/products/:id/reviews': customers(
    { id: 'product', json: { rating: 5, comment: 'Warm' } },
    201,
  ),
  'GET /reviews/products/:id/reviews': everyone({ id: 'product' }),
  'POST /contact/submit': everyone({ json: () => ({ ...someone(), message: 'Hello' }) }, 201),
  'GET /contact/messages': administrators({ query: 'limit=2&state=unread' }),
  'POST /contact/messages/delete': administrators(nobody),
  'PUT /contact/messages': administrators({
    json: ({ contactMessage }) => ({ ids: [contactMessage], read: true }),
  }),
  'POST /auth/visit': everyone({}, 201),
  'GET /checkout/visitor': shoppers({}, 404, 404, 200),
  'PUT /checkout/visitor': shoppers({ json: { city: 'Cork' } }, 404, 404, 200),
  // The guest has not typed an email address.
  'POST /auth/keep-account': shoppers({ json: { password: 'poplin-and-felt' } }, 404, 404, 409),
  'GET /shop/checkout': everyone(),
  'PUT /shop/checkout': administrators({ json: { whoMayOrder: 'everybody' } }),
  'POST /orders/guest-orders/ask': customers(),
  'POST /orders/guest-orders': customers({ json: { token: 'x.y.z' } }, 404),
  'GET /ads/current': everyone(),
  'GET /faqs/all': everyone(),
  'GET /pages/all': everyone(),
  'GET /pages/read/:slug': everyone({ id: 'terms' }),
  'GET /pages/admin/list': administrators({ query: 'limit=2' }),
  'GET /pages/admin/:id': administrators({ id: 'page' }),
  'GET /pages/versions/:id': administrators({ id: 'page' }),
  // The id stands for the number too, which no version has.
  'GET /pages/versions/:id/:version': administrators({ id: 'page' }, 404),
  'POST /pages/create': administrators(
    { json: () => ({ slug: crypto.randomUUID(), title: 'Stores' }) },
    201,
  ),
  'POST /pages/picture': administrators(pictured(), 201),
  'PUT /pages/update/:id': administrators({ id: 'page', json: { title: 'Stores', version: 1 } }),
  'PUT /pages/restore/:id': administrators({ id: 'page', json: { version: 2, restore: 1 } }),
  ...content,
  ...office,
};

/** Endpoints that delete records or credentials, ordered so that each still finds its own. */
export const ending: Record<string, Row> = {
  'PUT /users/admin/update-details': administrators({ json: someone }),
  // None of these tokens is that of a mailed link.
  'POST /auth/reset-password': customers({ json: { newPassword: 'corduroy-and-lace' } }, 403),
  'DELETE /cart/remove-from-cart/:id': shoppers({ id: 'line' }, 200, 404),
  'DELETE /cart/clear-all': shoppers(),
  // Ends the visit of the guest.
  'POST /auth/user-login': everyone({ json: ({ email, password }) => ({ email, password }) }),
  // Another customer does not know the password that is sent.
  'PUT /users/change-password': customers(
    {
      json: ({ password }) => ({ currentPassword: password, newPassword: 'tweed-and-tartan' }),
    },
    ...[200, 400],
  ),
  'DELETE /users/wish-list/:id': customers({ id: 'product' }),
  'DELETE /users/wish-list/link': customers(),
  'DELETE /orders/delete-order/:id': administrators({ id: 'order' }),
  'DELETE /products/delete/:id': administrators({ id: 'product' }),
  'DELETE /categories/:id/size-guide': administrators({ id: 'category' }),
  'DELETE /categories/delete/:id': administrators({ id: 'category' }),
  // The category is gone by now; that is what an administrator is told.
  'POST /categories/admin/delete': administrators(
    { json: ({ category }) => ({ ids: [category] }) },
    404,
  ),
  'DELETE /banner/delete/:bannerId': administrators({ id: 'banner' }),
  'DELETE /ads/delete/:id': administrators({ id: 'ad' }),
  'DELETE /pages/delete/:id': administrators({ id: 'page' }),
  'DELETE /faqs/delete/:id': administrators({ id: 'faq' }),
  'DELETE /custom-fields/delete/:id': administrators({ id: 'customField' }),
  'DELETE /redirects/delete/:id': administrators({ id: 'redirect' }),
  'DELETE /redirects/missing/:id': administrators({ id: 'redirect' }, 404),
  'DELETE /synonyms/delete/:id': administrators({ id: 'synonym' }),
  'DELETE /vouchers/delete/:id': administrators({ id: 'voucher' }),
  'DELETE /contact/messages/:id': administrators({ id: 'contactMessage' }),
  'POST /auth/user-logout': customers(),
  'DELETE /users/profile/:id': administrators({ id: 'customer' }),
  'POST /auth/admin-logout': administrators(),
};

/** The expected access to every endpoint, with which the API's descriptions are compared. */
export const table = { ...lasting, ...ending };
