import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redirectPath } from '#shared/domain/redirect-path.ts';

const id = '3FA85F64-5717-4562-b3fc-2c963f66afa6';

test.for([
  ['/summer-sale', '/summer-sale'],
  ['/Summer/', '/Summer'],
  ['/a?utm_source=x#top', '/a'],
  ['https://old.example/a/b.html?x=1', '/a/b.html'],
  ['/caf%c3%a9/%7Euser/%41', '/caf%C3%A9/~user/A'],
  ['/café', '/caf%C3%A9'],
  ['/100%', '/100%25'],
  ['/a/../b', '/b'],
  ['/', '/'],
  [`/product/${id}/linen-shirt`, `/product/${id.toLowerCase()}`],
  [`/product/${id}`, `/product/${id.toLowerCase()}`],
  [`/category/${id}`, `/category/${id}`],
] as const)('%s is kept as %s', ([address, path]) => {
  expect(redirectPath(address)).toBe(path);
});

test.for([
  ...[
    '',
    'summer',
    '//evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    'ftp://x/y',
    '/admin/products',
  ],
  ...['/order/a-token', '/wish-list/a-token', '/user/account', '/api/v1/x', '/images/a.png'],
])('%s never leads elsewhere', (address) => {
  expect(redirectPath(address)).toBe(null);
});

test('what is kept stays as it is', () => {
  fc.assert(
    fc.property(fc.webPath(), (path) => {
      const kept = redirectPath(path);
      if (kept !== null) expect(redirectPath(kept)).toBe(kept);
    }),
    { seed: 33 },
  );
});
