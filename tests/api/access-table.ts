import { officeContent } from './access-office-content.ts';
import { orders } from './access-orders.ts';
import { stock } from './access-stock.ts';
import { vouchers } from './access-vouchers.ts';
import { wholesale } from './access-wholesale.ts';
import {
  administrators,
  at,
  customers,
  everyone,
  form,
  nobody,
  someone,
  type Row,
} from './access-rows.ts';

/** Endpoints that delete nothing. */
export const lasting: Record<string, Row> = {
  'POST /auth/login': everyone(at('/auth/login', { email: 'x@example.com', password: 'no' }), 401),
  'POST /auth/user-login': everyone(({ email, password }) => ({
    path: '/auth/user-login',
    json: { email, password },
  })),
  'POST /auth/register': everyone(
    () => ({ path: '/auth/register', json: { ...someone(), password: 'mini-skirt-1' } }),
    201,
  ),
  'POST /auth/renew': everyone(at('/auth/renew', { refresh_token: 'a-guess' }), 401),
  'POST /auth/forgot-password': everyone(({ email }) => ({
    path: '/auth/forgot-password',
    json: { email },
  })),
  'GET /users/profile': customers(at('/users/profile')),
  'PUT /users/profile': customers(({ customer }) => ({
    path: '/users/profile',
    json: { _id: customer, country: 'Ireland' },
  })),
  'GET /users/profile/data': customers(at('/users/profile/data')),
  'DELETE /users/profile': customers(at('/users/profile', { password: 'a guess' }), 400),
  'PUT /users/admin/update-password': administrators(
    at('/users/admin/update-password', { currentPassword: 'a guess', newPassword: 'tweed-1' }),
    400,
  ),
  'GET /users/admin/details': administrators(at('/users/admin/details')),
  'GET /users/profiles': administrators(at('/users/profiles?limit=2')),
  'GET /users/admin/list': administrators(at('/users/admin/list?limit=2&sort=name-desc')),
  'POST /users/admin/delete': administrators(nobody('/users/admin/delete')),
  'GET /users/getTotalUsers': administrators(at('/users/getTotalUsers')),
  ...orders,
  'GET /products/all': everyone(at('/products/all?limit=2')),
  'GET /products/random': everyone(at('/products/random')),
  'GET /products/search': everyone(at('/products/search?q=coat&limit=2')),
  'GET /products/facets': everyone(at('/products/facets?q=coat&color=red')),
  'GET /products/product-category/:ids': everyone(({ category }) => ({
    path: `/products/product-category/${category}`,
  })),
  'GET /products/:id': everyone(({ product }) => ({ path: `/products/${product}` })),
  'GET /products/:id/related': everyone(({ product }) => ({
    path: `/products/${product}/related`,
  })),
  'POST /products/create': administrators(
    ({ category }) => ({
      path: '/products/create',
      form: form({ title: 'Coat of somebody', price: '5', categoryId: category }),
    }),
    201,
  ),
  'PUT /products/update/:id': administrators(({ product }) => ({
    path: `/products/update/${product}`,
    json: { description: 'Changed' },
  })),
  'POST /products/:id/image': administrators(({ product }) => ({
    path: `/products/${product}/image`,
    form: form({}),
  })),
  'GET /products/admin/list': administrators(at('/products/admin/list?limit=2&q=coat')),
  'GET /products/admin/export': administrators(at('/products/admin/export')),
  'GET /products/admin/ids': administrators(at('/products/admin/ids?q=coat')),
  'GET /products/admin/:id': administrators(({ product }) => ({
    path: `/products/admin/${product}`,
  })),
  'POST /products/admin/price-preview': administrators(({ product }) => ({
    path: '/products/admin/price-preview',
    json: { ids: [product], amount: 1 },
  })),
  'POST /products/admin/import': administrators(
    at('/products/admin/import', { csv: 'id,title', dry: true }),
  ),
  'POST /products/admin/bulk': administrators(({ product }) => ({
    path: '/products/admin/bulk',
    json: { action: 'availability', ids: [product], availability: 'InStock' },
  })),
  'PUT /products/:id/images': administrators(({ product }) => ({
    path: `/products/${product}/images`,
    json: { images: [] },
  })),
  'GET /products/:id/sales': administrators(({ product }) => ({
    path: `/products/${product}/sales`,
  })),
  'GET /categories/admin/list': administrators(at('/categories/admin/list?limit=2')),
  'GET /categories/:id/sales': administrators(({ category }) => ({
    path: `/categories/${category}/sales`,
  })),
  'GET /trash/list': administrators(at('/trash/list?kind=products')),
  'POST /trash/restore': administrators(
    at('/trash/restore', { ids: ['00000000-0000-4000-8000-000000000000'] }),
    404,
  ),
  'PUT /products/:id/images/color': administrators(
    ({ product }) => ({
      path: `/products/${product}/images/color`,
      json: { image: 'products/none.png', color: null },
    }),
    400,
  ),
  'GET /categories/all': everyone(at('/categories/all')),
  'POST /categories/create': administrators(
    () => ({ path: '/categories/create', json: { name: `Hats ${crypto.randomUUID()}` } }),
    201,
  ),
  'PUT /categories/update/:id': administrators(({ category }) => ({
    path: `/categories/update/${category}`,
    json: { name: `Hats ${crypto.randomUUID()}` },
  })),
  'POST /categories/:id/image': administrators(({ category }) => ({
    path: `/categories/${category}/image`,
    form: form({}),
  })),
  'GET /categories/size-guides': everyone(at('/categories/size-guides')),
  'GET /categories/:id/size-guide': everyone(({ category }) => ({
    path: `/categories/${category}/size-guide`,
  })),
  'PUT /categories/:id/size-guide': administrators(({ category }) => ({
    path: `/categories/${category}/size-guide`,
    json: { measures: ['Chest'], sizes: [{ size: 'S', cm: ['85–90'] }] },
  })),
  'GET /banner/all': everyone(at('/banner/all')),
  'GET /banner/admin/list': administrators(at('/banner/admin/list?limit=2')),
  'POST /banner/create': administrators(
    () => ({
      path: '/banner/create',
      form: form({ header: 'Wool', paragraph: 'Warm' }),
    }),
    201,
  ),
  'PUT /banner/update/:bannerId': administrators(({ banner }) => ({
    path: `/banner/update/${banner}`,
    json: { header: 'Wool', paragraph: 'Warmer' },
  })),
  'GET /cart/get-cart': customers(at('/cart/get-cart')),
  'GET /cart/price': customers(at('/cart/price')),
  'POST /cart/add-to-cart': customers(
    ({ product }) => ({
      path: '/cart/add-to-cart',
      json: { productId: product, quantity: 1 },
    }),
    201,
  ),
  'PUT /cart/update-quantity/:productId': customers(
    ({ line }) => ({ path: `/cart/update-quantity/${line}`, json: { quantity: 2 } }),
    200,
    404,
  ),
  'PUT /cart/update-choice/:id': customers(
    ({ line }) => ({ path: `/cart/update-choice/${line}`, json: { size: null, color: null } }),
    200,
    404,
  ),
  'POST /reviews/products/:id/reviews': customers(
    ({ product }) => ({
      path: `/reviews/products/${product}/reviews`,
      json: { rating: 5, comment: 'Warm' },
    }),
    201,
  ),
  'GET /reviews/products/:id/reviews': everyone(({ product }) => ({
    path: `/reviews/products/${product}/reviews`,
  })),
  ...officeContent,
  'POST /contact/submit': everyone(
    () => ({ path: '/contact/submit', json: { ...someone(), message: 'Hello' } }),
    201,
  ),
  'GET /contact/messages': administrators(at('/contact/messages?limit=2&state=unread')),
  'POST /contact/messages/delete': administrators(nobody('/contact/messages/delete')),
  'PUT /contact/messages': administrators(({ contactMessage }) => ({
    path: '/contact/messages',
    json: { ids: [contactMessage], read: true },
  })),
  'GET /ads/current': everyone(at('/ads/current')),
  'GET /ads/admin/list': administrators(at('/ads/admin/list?limit=2')),
  'POST /ads/create': administrators(
    () => ({ path: '/ads/create', form: form({ headline: 'Wool', shown: 'false' }) }),
    201,
  ),
  'PUT /ads/update/:id': administrators(({ ad }) => ({
    path: `/ads/update/${ad}`,
    json: { headline: 'Tweed' },
  })),
  'GET /faqs/all': everyone(at('/faqs/all')),
  'GET /faqs/admin/list': administrators(at('/faqs/admin/list?limit=2')),
  'POST /faqs/create': administrators(
    at('/faqs/create', { question: 'Does wool itch?', answer: 'Ours does not.' }),
    201,
  ),
  'PUT /faqs/place/:id': administrators(({ faq }) => ({
    path: `/faqs/place/${faq}`,
    json: { place: 1_000_000 },
  })),
  'PUT /faqs/update/:id': administrators(({ faq }) => ({
    path: `/faqs/update/${faq}`,
    json: { answer: 'Seldom.' },
  })),
  'GET /synonyms/admin/list': administrators(at('/synonyms/admin/list?limit=2')),
  'POST /synonyms/create': administrators(
    at('/synonyms/create', { words: ['mac', 'raincoat'] }),
    201,
  ),
  'PUT /synonyms/update/:id': administrators(({ synonym }) => ({
    path: `/synonyms/update/${synonym}`,
    json: { words: ['mac', 'raincoat', 'trench'] },
  })),
  'GET /dashboard/sales': administrators(
    at('/dashboard/sales?from=2026-01-01&to=2026-03-31&by=month'),
  ),
  ...stock,
  ...vouchers,
  ...wholesale,
};

/** Endpoints that delete records or credentials, ordered so that each still finds its own. */
export const ending: Record<string, Row> = {
  'PUT /users/admin/update-details': administrators(() => ({
    path: '/users/admin/update-details',
    json: someone(),
  })),
  // Another customer does not know the password that is sent.
  'PUT /users/change-password': customers(
    ({ password }) => ({
      path: '/users/change-password',
      json: { currentPassword: password, newPassword: 'tweed-and-tartan' },
    }),
    200,
    400,
  ),
  // None of these tokens is that of a mailed link.
  'POST /auth/reset-password': customers(
    at('/auth/reset-password', { newPassword: 'corduroy-and-lace' }),
    403,
  ),
  'DELETE /cart/remove-from-cart/:id': customers(
    ({ line }) => ({ path: `/cart/remove-from-cart/${line}` }),
    200,
    404,
  ),
  'DELETE /cart/clear-all': customers(at('/cart/clear-all')),
  'DELETE /orders/delete-order/:id': administrators(({ order }) => ({
    path: `/orders/delete-order/${order}`,
  })),
  'DELETE /products/delete/:id': administrators(({ product }) => ({
    path: `/products/delete/${product}`,
  })),
  // The category has none; that is what an administrator is told.
  'DELETE /categories/:id/size-guide': administrators(
    ({ category }) => ({ path: `/categories/${category}/size-guide` }),
    404,
  ),
  'DELETE /categories/delete/:id': administrators(({ category }) => ({
    path: `/categories/delete/${category}`,
  })),
  // The category is gone by now; that is what an administrator is told.
  'POST /categories/admin/delete': administrators(
    ({ category }) => ({ path: '/categories/admin/delete', json: { ids: [category] } }),
    404,
  ),
  'DELETE /banner/delete/:bannerId': administrators(({ banner }) => ({
    path: `/banner/delete/${banner}`,
  })),
  'DELETE /ads/delete/:id': administrators(({ ad }) => ({ path: `/ads/delete/${ad}` })),
  'DELETE /faqs/delete/:id': administrators(({ faq }) => ({ path: `/faqs/delete/${faq}` })),
  'DELETE /synonyms/delete/:id': administrators(({ synonym }) => ({
    path: `/synonyms/delete/${synonym}`,
  })),
  'DELETE /vouchers/delete/:id': administrators(({ voucher }) => ({
    path: `/vouchers/delete/${voucher}`,
  })),
  'DELETE /contact/messages/:id': administrators(({ contactMessage }) => ({
    path: `/contact/messages/${contactMessage}`,
  })),
  'POST /auth/user-logout': customers(at('/auth/user-logout')),
  'DELETE /users/profile/:id': administrators(({ customer }) => ({
    path: `/users/profile/${customer}`,
  })),
  'POST /auth/admin-logout': administrators(at('/auth/admin-logout')),
};

/** The expected access to every endpoint, with which the API's descriptions are compared. */
export const table = { ...lasting, ...ending };
