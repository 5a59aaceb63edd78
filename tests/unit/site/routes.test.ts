import { describe, expect, test } from 'vitest';
import { companyRoutes } from '../../../src/company-routes.ts';
import { nextPath } from '../../../src/next-path.ts';
import { guardOf, routes, routeTable } from '../../../src/routes.ts';
import { wishListRoutes } from '../../../src/wish-list-routes.ts';

describe('what a path needs', () => {
  test.each([
    ['/', null],
    ['/shop', null],
    ['/product/1/linen-shirt', null],
    ['/login', null],
    ['/admin/login', null],
    ['/user/account', 'user'],
    ['/user/all-orders/', 'user'],
    ['/admin/dashboard', 'admin'],
    ['/admin/product/newproduct', 'admin'],
    ['/admin/9c1/orders', 'admin'],
    ['/admin/category/7', 'admin'],
    ['/nowhere', null],
  ])('%s needs %s', (path, guard) => {
    expect(guardOf(path)).toBe(guard);
  });
});

describe('addresses', () => {
  test('of the account and the back office are guarded, but for the login', () => {
    for (const { path, guard } of routeTable) {
      const [, area] = /^\/(user|admin)\//.exec(path) ?? [];
      expect([path, guard]).toEqual([path, path === '/admin/login' ? null : (area ?? null)]);
      expect([path, guardOf(path.replaceAll('{}', '7'))]).toEqual([path, guard]);
    }
  });

  test('lead to pages that the guard knows', () => {
    const ask = (address: (...parts: never[]) => string) =>
      new URL(address(...([['7'], '7'] as never[])), 'http://hemline.example').pathname;
    const known = routeTable.map(({ path }) => path.replaceAll('{}', '7'));
    for (const [name, address] of Object.entries({
      ...routes,
      ...companyRoutes,
      ...wishListRoutes,
    })) {
      expect([name, known]).toEqual([name, expect.arrayContaining([ask(address)])]);
    }
  });

  test('a product’s address ends in its title, readable and safe', () => {
    expect(routes.product('7', 'Mill Linen Shirt')).toBe('/product/7/mill-linen-shirt');
    expect(routes.product('7', 'Été / 100% "laine"?')).toBe('/product/7/ete-100-laine');
    expect(routes.product('7', '???')).toBe('/product/7/-');
    // Marks of other scripts are letters, or make others of them.
    for (const title of ['ドレス', 'เสื้อ', '한복', 'йога', 'साड़ी', 'بِنْت']) {
      const whole = title.normalize('NFC');
      expect(routes.product('7', title)).toBe(`/product/7/${encodeURIComponent(whole)}`);
      expect(routes.product('7', title.normalize('NFD'))).toBe(routes.product('7', title));
    }
    expect(routes.product('7', '1\uFE0F\u20E3 Ｃafé ❤️ Đẹp')).toBe('/product/7/1-cafe-%C4%91ep');
  });

  test('what people type cannot leave its place in an address', () => {
    expect(routes.searchResults('a&b=c')).toBe('/search-results?q=a%26b%3Dc');
    expect(routes.productCategory('../admin')).toBe('/category/..%2Fadmin');
  });
});

describe('where one goes after a sign-in', () => {
  test.each([
    ...['/cart', '/product/7/shirt?size=M', '/user/account', '/search-results?q=//', '/help/login'],
  ])('back to %s', (next) => {
    expect(nextPath(`?next=${encodeURIComponent(next)}`)).toBe(next);
  });

  test.each([
    '',
    'https://elsewhere.example',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'javascript:alert(1)',
    '/\n/elsewhere.example',
    '/login?next=/cart',
    '/admin/login',
  ])('never to %j', (next) => {
    expect(nextPath(`?${new URLSearchParams({ next })}`)).toBe('');
  });
});
