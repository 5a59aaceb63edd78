import { expect, test } from 'vitest';
import { withoutToken } from '../../../src/server/log.ts';

const token = `eyJ.${'a'.repeat(60)}.b`;

test.each([
  [`/order/${token}`, '/order/…'],
  [`/api/v1/orders/by-link/${token}`, '/api/v1/orders/by-link/…'],
  [`/orders/by-link/${token}`, '/orders/by-link/…'],
  [`/api/v1/wholesale/invitations/${token}`, '/api/v1/wholesale/invitations/…'],
  ['/wish-list/7e57ab1e-0000-4000-8000-000000000000', '/wish-list/…'],
  ['/wish-lists/7e57ab1e-0000-4000-8000-000000000000?page=1', '/wish-lists/…?page=1'],
  ['/admin/orders/7e57ab1e-0000-4000-8000-000000000000', undefined],
  ['/api/v1/orders/user-orders/7e57ab1e-0000-4000-8000-000000000000', undefined],
])('the log has no address that shows an order: %s', (path, logged = path) => {
  expect(withoutToken(path)).toBe(logged);
});
