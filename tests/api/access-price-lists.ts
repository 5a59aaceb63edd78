import { administrators, at, type Row } from './access-rows.ts';

const fields = () => ({ name: crypto.randomUUID(), percent: 15 });
const known = { prices: [], minimum: null, multiple: null };

/** Calls about price lists; the last one deletes it. */
export const priceLists: Record<string, Row> = {
  'GET /price-lists/admin/list': administrators(at('/price-lists/admin/list?limit=2')),
  'POST /price-lists/create': administrators(
    () => ({ path: '/price-lists/create', json: fields() }),
    201,
  ),
  'GET /price-lists/read/:id': administrators(({ priceList }) => ({
    path: `/price-lists/read/${priceList}`,
  })),
  'PUT /price-lists/update/:id': administrators(({ priceList }) => ({
    path: `/price-lists/update/${priceList}`,
    json: fields(),
  })),
  'GET /price-lists/products/:id': administrators(({ priceList }) => ({
    path: `/price-lists/products/${priceList}`,
  })),
  'GET /price-lists/prices': administrators(({ priceList, product }) => ({
    path: `/price-lists/prices?list=${priceList}&product=${product}`,
  })),
  'PUT /price-lists/prices/:id': administrators(({ priceList, product }) => ({
    path: `/price-lists/prices/${priceList}`,
    json: { ...known, product, known },
  })),
  'GET /price-lists/quantities/:id': administrators(({ product }) => ({
    path: `/price-lists/quantities/${product}`,
  })),
  'PUT /price-lists/quantities/:id': administrators(({ product }) => ({
    path: `/price-lists/quantities/${product}`,
    json: { minimum: null, multiple: null, known: { minimum: null, multiple: null } },
  })),
  'GET /price-lists/export/:id': administrators(({ priceList }) => ({
    path: `/price-lists/export/${priceList}`,
  })),
  'POST /price-lists/import/:id': administrators(({ priceList, product }) => ({
    path: `/price-lists/import/${priceList}`,
    json: { csv: `Product,Price\n${product},5`, dry: true },
  })),
  'DELETE /price-lists/delete/:id': administrators(({ priceList }) => ({
    path: `/price-lists/delete/${priceList}`,
  })),
};
