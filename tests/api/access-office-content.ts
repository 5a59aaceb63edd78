import { administrators, at, everyone, nobody, type Row } from './access-rows.ts';

/** Calls about the order of banners, answers to messages, customers and saved views. */
export const officeContent: Record<string, Row> = {
  'PUT /banner/place/:bannerId': administrators(({ banner }) => ({
    path: `/banner/place/${banner}`,
    json: { place: 1 },
  })),
  'PUT /contact/messages/:id/answer': administrators(({ contactMessage }) => ({
    path: `/contact/messages/${contactMessage}/answer`,
    json: { answer: 'Yes.' },
  })),
  'GET /mail': administrators(at('/mail')),
  'PUT /mail/texts/:kind': administrators(
    at('/mail/texts/order_refunded', { subject: 'Your refund', opening: '' }),
  ),
  'POST /mail/preview': administrators(
    at('/mail/preview', { kind: 'order_paid', subject: 'Thank you', opening: '' }),
  ),
  // There is no such mail.
  'POST /mail/:id/send-again': administrators(
    () => ({ path: `/mail/${crypto.randomUUID()}/send-again` }),
    404,
  ),
  'GET /countries': everyone(at('/countries')),
  'GET /shipping/zones': administrators(at('/shipping/zones')),
  'POST /shipping/zones': administrators(
    at('/shipping/zones', { name: 'Nowhere', countries: ['QQ'] }),
    400,
  ),
  // There are no such zones and methods.
  'PUT /shipping/zones/:id': administrators(
    () => ({ path: `/shipping/zones/${crypto.randomUUID()}`, json: { name: 'Europe' } }),
    404,
  ),
  'DELETE /shipping/zones/:id': administrators(
    () => ({ path: `/shipping/zones/${crypto.randomUUID()}` }),
    404,
  ),
  'POST /shipping/zones/:id/methods': administrators(
    () => ({
      path: `/shipping/zones/${crypto.randomUUID()}/methods`,
      json: { name: 'Post', price: 5 },
    }),
    404,
  ),
  'PUT /shipping/methods/:id': administrators(
    () => ({
      path: `/shipping/methods/${crypto.randomUUID()}`,
      json: { name: 'Post', price: 5 },
    }),
    404,
  ),
  'DELETE /shipping/methods/:id': administrators(
    () => ({ path: `/shipping/methods/${crypto.randomUUID()}` }),
    404,
  ),
  'GET /users/admin/customer/:id': administrators(({ customer }) => ({
    path: `/users/admin/customer/${customer}`,
  })),
  'POST /users/admin/customer/:id/notes': administrators(
    ({ customer }) => ({
      path: `/users/admin/customer/${customer}/notes`,
      json: { note: 'Prefers wool' },
    }),
    201,
  ),
  'GET /users/admin/export': administrators(at('/users/admin/export?q=nobody')),
  'POST /users/admin/export': administrators(nobody('/users/admin/export')),
  'GET /users/admin/ids': administrators(at('/users/admin/ids?orders=unpaid')),
  'GET /contact/messages/export': administrators(at('/contact/messages/export?state=read')),
  'POST /contact/messages/export': administrators(nobody('/contact/messages/export')),
  'GET /contact/messages/ids': administrators(at('/contact/messages/ids?state=read')),
  'GET /views': administrators(at('/views?list=orders')),
  'POST /views': administrators(
    at('/views', { list: 'orders', name: 'Unpaid', query: 'status=Pending' }),
    201,
  ),
  // There is no such view.
  'PUT /views/:id': administrators(
    () => ({ path: `/views/${crypto.randomUUID()}`, json: { name: 'Paid' } }),
    404,
  ),
  'DELETE /views/:id': administrators(() => ({ path: `/views/${crypto.randomUUID()}` }), 404),
  // There is no such note; that is what an administrator is told.
  'DELETE /users/admin/notes/:id': administrators(
    () => ({ path: `/users/admin/notes/${crypto.randomUUID()}` }),
    404,
  ),
  'GET /dashboard/tasks': administrators(at('/dashboard/tasks')),
  'GET /notifications': administrators(at('/notifications')),
  'PUT /notifications/seen': administrators(at('/notifications/seen')),
  'GET /audit/all': administrators(at('/audit/all?limit=2&action=update')),
};
