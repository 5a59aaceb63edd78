import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { cacheKey, pageKey } from '../../../src/server/cache/keys.ts';

describe('the address of a cached page', () => {
  test.each([
    ['/', '/'],
    ['/?utm_source=mail', '/'],
    ['/login?next=%2Fcart', '/login'],
    ['/500', '/404'],
    ['/500/', '/404'],
    ['/shop?sort=latest&utm=1', '/shop?sort=latest'],
    ['/shop?sort=latest&category=b&category=a', '/shop?category=b&category=a&sort=latest'],
    ['/category/7?sort=', '/category/7'],
    ['/contact?product=7&utm=1', '/contact?product=7'],
    ['/product-cards?products=7,8&utm=1', '/product-cards?products=7%2C8'],
    ['/wish-list/7?page=2&utm=1', '/wish-list/7?page=2'],
    ['/search-results?q=linen+shirt', '/search-results?q=linen+shirt'],
    [
      '/search-results?maxPrice=50&sort=latest&minPrice=20&q=tee&utm=1',
      '/search-results?q=tee&minPrice=20&maxPrice=50&sort=latest',
    ],
    ['/shop?maxPrice=50', '/shop?maxPrice=50'],
  ])('%s is %s', (url, key) => {
    expect(pageKey(url)).toBe(key);
  });
});

const api = '/api/v1/products/all';
test.each<[string, string, Record<string, string>, string | null]>([
  ['GET', '/shop?utm=1', {}, '/shop'],
  ['HEAD', '/shop', {}, '/shop'],
  ['POST', '/shop', {}, null],
  ['GET', '/shop', { 'transfer-encoding': 'chunked' }, null],
  ['GET', '/shop', { 'cache-control': 'no-cache' }, '/shop'],
  ['GET', `${api}?limit=2`, {}, `${api}?limit=2`],
  ['GET', '/api/v1/cart/get-cart', {}, null],
  ['GET', api, { 'cache-control': 'no-cache' }, null],
  ['GET', api, { 'cache-control': 'no-cache', 'if-none-match': '"a"' }, api],
])('%s %s %j is answered from the cache at %s', (method, url, headers, key) => {
  const request = Object.assign(new IncomingMessage(new Socket()), { method, url, headers });
  expect(cacheKey(request)).toBe(key);
});
