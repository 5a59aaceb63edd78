import { expect, test } from 'vitest';
import type { ImportFormat } from '#shared/product-import/formats.ts';
import { oldAddress } from '#shared/product-import/addresses.ts';

test('the old address of a product is read or made of what the file says', () => {
  const row = (cells: Record<string, string>) => ({
    row: 2,
    cell: (it: string) => cells[it] ?? '',
  });
  const of = (format: Exclude<ImportFormat, 'own'>, cells: Record<string, string>) =>
    oldAddress(row(cells), format);
  expect(of('shopify', { handle: 'linen-shirt' })).toBe('/products/linen-shirt');
  expect(of('woocommerce', { handle: '12' })).toBe(undefined);
  expect(of('woocommerce', { handle: '12', slug: 'chemise-été' })).toBe(
    '/product/chemise-%C3%A9t%C3%A9',
  );
  expect(of('magento', { handle: 'linen-shirt' })).toBe('/linen-shirt.html');
  const shirt = {
    handle: '7',
    slug: 'shirt',
    category: 'Été & Co, Home',
    barcode: '4006381333931',
  };
  expect(of('prestashop', shirt)).toBe('/ete-co/7-shirt-4006381333931.html');
  expect(of('google', { address: 'https://old.example/p/1/?ref=x' })).toBe('/p/1');
  for (const address of ['https://old.example/', '/admin/x', 'none', ''])
    expect(of('unknown', { address, handle: 'x' })).toBe(undefined);
});
