import { administrators, at, everyone, type Row } from './access-rows.ts';

const unknown = '00000000-0000-4000-8000-000000000000';

/** Calls about sizes, colors and stock. No such variant exists; that is what an administrator is told. */
export const stock: Record<string, Row> = {
  'GET /products/:id/variants': administrators(({ product }) => ({
    path: `/products/${product}/variants`,
  })),
  'PUT /products/:id/variants': administrators(
    ({ product }) => ({
      path: `/products/${product}/variants`,
      json: { variants: [{ _id: unknown, by: 1 }] },
    }),
    400,
  ),
  'POST /stock/adjust': administrators(
    at('/stock/adjust', { changes: [{ variant: unknown, by: 1, reason: 'received' }] }),
    400,
  ),
  'GET /stock/low': administrators(at('/stock/low?limit=2&q=coat')),
  'GET /stock/settings': administrators(at('/stock/settings')),
  'PUT /stock/settings': administrators(
    at('/stock/settings', {
      skuPattern: 'HM{number}-{color}-{size}',
      orderNumberPattern: 'HM-{number}',
      fewLeft: 3,
      holdMinutes: 30,
      runningLow: 5,
      returnDays: 30,
      carriers: '',
    }),
  ),
  'GET /stock/:id/movements': administrators(at(`/stock/${unknown}/movements`), 404),
  // In stock, so nobody is put on a list.
  'POST /products/:id/stock-requests': everyone(
    ({ product }) => ({
      path: `/products/${product}/stock-requests`,
      json: { email: 'a@test.example', size: 'M', color: 'navy' },
    }),
    409,
  ),
  'GET /stock/export': administrators(at('/stock/export?only=stock')),
  'POST /stock/import': administrators(at('/stock/import', { csv: 'SKU,Stock', dry: true })),
};
