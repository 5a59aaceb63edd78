import { administrators, everyone, pictured, type Row } from './access-rows.ts';

/** What shopkeepers write around the catalogue. */
export const content: Record<string, Row> = {
  'GET /shop/frame': everyone(),
  'GET /shop/home': everyone(),
  'GET /shop/announcement': administrators(),
  'PUT /shop/menus': administrators({ json: { menus: null } }),
  'PUT /shop/home': administrators({ json: { sections: null } }),
  'PUT /shop/announcement': administrators({ json: { announcement: null } }),
  'POST /shop/picture': administrators(pictured(), 201),
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
  'POST /redirects/missing': everyone({ json: { pages: [] } }, 403),
  'GET /redirects/missing': administrators({ query: 'limit=2' }),
};
