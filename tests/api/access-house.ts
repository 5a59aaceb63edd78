import { administrators, type Row } from './access-rows.ts';

/** Calls about the order of banners, answers to messages and customers. */
export const house: Record<string, Row> = {
  'PUT /banner/place/:bannerId': administrators(({ banner }) => ({
    path: `/banner/place/${banner}`,
    json: { place: 1 },
  })),
  'PUT /contact/messages/:id/answer': administrators(({ contactMessage }) => ({
    path: `/contact/messages/${contactMessage}/answer`,
    json: { answer: 'Yes.' },
  })),
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
  // There is no such note; that is what an administrator is told.
  'DELETE /users/admin/notes/:id': administrators(
    () => ({ path: `/users/admin/notes/${crypto.randomUUID()}` }),
    404,
  ),
};
