import { expect, test } from 'vitest';
import { calls } from '../../supabase/functions/api/calls.ts';
import { adminToken, baseUrl, send } from './client.ts';

/** The contract's calls, word by word. */
const contract = `
POST /auth/login
POST /auth/user-login
POST /auth/register
GET /users/profile
PUT /users/profile
PUT /users/change-password
PUT /users/admin/update-password
PUT /users/admin/update-details
GET /users/profiles
DELETE /users/profile/{id}
GET /users/getTotalUsers
GET /orders/user-orders
GET /orders/order-count
POST /orders/place-order
GET /orders/all-orders
DELETE /orders/delete-order/{id}
GET /orders/users/{userId}
GET /orders/getTotalOrders
GET /orders/monthly-income
GET /products/all
GET /products/random
GET /products/{id}
GET /products/{id}/related
GET /products/product-category/{ids}
GET /products/search
POST /products/create
PUT /products/update/{id}
POST /products/{id}/image
DELETE /products/delete/{id}
GET /categories/all
POST /categories/create
PUT /categories/update/{id}
POST /categories/{id}/image
DELETE /categories/delete/{id}
GET /banner/all
POST /banner/create
PUT /banner/update/{bannerId}
DELETE /banner/delete/{bannerId}
GET /cart/get-cart
POST /cart/add-to-cart
PUT /cart/update-quantity/{productId}
DELETE /cart/remove-from-cart/{id}
DELETE /cart/clear-all
POST /reviews/products/{id}/reviews
GET /reviews/products/{id}/reviews
POST /contact/submit`;

interface OpenApi {
  openapi: string;
  info: { title: string };
  paths: Record<
    string,
    Record<
      string,
      {
        requestBody?: unknown;
        responses: object;
        parameters: { name: string; description?: string }[];
      }
    >
  >;
}

test('the document describes every call that there is, and all of the contract are there', async () => {
  const document = (await (await fetch(`${baseUrl()}/openapi.json`)).json()) as OpenApi;
  expect([document.openapi, document.info.title]).toEqual(['3.1.0', 'Hemline']);
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const known = calls.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  expect(described.toSorted()).toEqual(known.toSorted());
  expect(described).toEqual(expect.arrayContaining(contract.trim().split('\n')));
  const parameters = Object.values(document.paths)
    .flatMap((it) => Object.values(it))
    .flatMap((it) => it.parameters);
  expect(parameters.filter((it) => !it.description)).toEqual([]);
  const login = document.paths['/auth/user-login']?.['post'];
  expect(JSON.stringify(login?.requestBody)).toContain('password');
  expect(JSON.stringify(login?.responses)).toContain('UserauthToken');
  const upload = document.paths['/products/{id}/image']?.['post']?.responses;
  expect(upload).toMatchObject({
    400: { description: 'malformed_body, not_accepted, validation_failed' },
    401: { description: 'token_invalid, token_missing' },
    403: { description: 'not_an_administrator' },
    404: { description: 'not_found' },
    409: { description: 'too_many_pictures' },
    413: { description: 'too_large' },
  });
});

test('the page about the API needs nothing from elsewhere', async () => {
  const { status, headers, body } = await send('GET', '/docs');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/text\/html/);
  for (const { path } of calls) {
    expect(body.message).toContain(path.replace(/:(\w+)/g, '{$1}'));
  }
  expect(body.message).not.toMatch(/<script|src=|https?:\/\//);
});

test('a wrong method and an unknown path say so', async () => {
  const wrong = await send('PUT', '/products/all', { json: {} });
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET']);
  expect((await send('DELETE', '/auth/login')).status).toBe(405);
  for (const path of ['/', '/nothing', '/products', '/products/all/more', '/../secrets', '/%00']) {
    expect([path, (await send('GET', path)).status]).toEqual([path, 404]);
  }
});

test('a body that cannot be read is refused, one that is too large as well', async () => {
  const headers = { 'content-type': 'application/json' };
  for (const raw of ['{', 'null', '[]', '"text"', '5', '{"email":']) {
    const { status, body } = await send('POST', '/auth/login', { raw, headers });
    expect([raw, status]).toEqual([raw, 400]);
    expect(body.message).not.toMatch(/SyntaxError|JSON at/);
  }
  const noForm = await send('POST', '/categories/create', {
    token: await adminToken(),
    raw: 'not a form',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });
  expect(noForm.status).toBe(400);
  const raw = JSON.stringify({ message: 'x'.repeat(300_000) });
  const large = await send('POST', '/contact/submit', { raw, headers });
  const message = 'The request body is too large: at most 256 kB';
  expect(large).toMatchObject({ status: 413, body: { code: 'too_large', message } });
});

test('a body without an end is cut off at the limit', async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 65_536;
      controller.enqueue(new Uint8Array(65_536).fill(32));
      if (sent > 20_000_000) controller.close();
    },
  });
  const init = { method: 'POST', body: endless, duplex: 'half' };
  // Either the refusal arrives, or the connection was closed on the sender.
  const status = await fetch(`${baseUrl()}/contact/submit`, init).then(
    (it) => it.status,
    () => 413,
  );
  expect(status).toBe(413);
});

test('every answer carries a request id, the sender’s own where it has one', async () => {
  const { headers } = await send('GET', '/categories/all');
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  const own = await send('GET', '/nothing', { headers: { 'x-request-id': 'order-page-0001' } });
  expect(own.headers.get('x-request-id')).toBe('order-page-0001');
  const odd = await send('GET', '/nothing', { headers: { 'x-request-id': '<b>"</b>' } });
  expect(odd.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});
