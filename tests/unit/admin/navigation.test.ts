import { expect, test } from 'vitest';
import { currentHref, groupOf, navigation } from '../../../src/admin/frame/navigation.ts';
import { guardOf } from '../../../src/routes.ts';

const links = navigation.flatMap(({ href, items = [] }) => [
  ...(href ? [href] : []),
  ...items.flatMap((item) => ('href' in item ? [item.href] : [])),
]);

test('every entry of the sidebar leads to a page that needs an administrator', () => {
  expect(links.length).toBeGreaterThan(7);
  for (const href of links) expect(guardOf(href), href).toBe('admin');
});

test.each([
  ['/admin/dashboard', '/admin/dashboard'],
  ['/admin/products/', '/admin/products'],
  ['/admin/products/7', '/admin/products'],
  ['/admin/product/newproduct', '/admin/product/newproduct'],
  ['/admin/category/7', '/admin/categories'],
  ['/admin/7/orders', '/admin/customers'],
  ['/admin/companies/7', '/admin/companies'],
])('%s is marked as %s', (path, href) => {
  expect(currentHref(path)).toBe(href);
});

test('a group is open for its own pages only', () => {
  expect(groupOf('/admin/product/newproduct')).toBe('Products');
  expect(groupOf('/admin/categories')).toBe('Category');
  expect(groupOf('/admin/banner')).toBe('Pages');
  expect(groupOf('/admin/orders')).toBeNull();
});
