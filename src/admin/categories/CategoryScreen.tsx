import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import type { Product } from '#shared/schemas/products.ts';
import { useMemo } from 'react';
import { fetchProductsOfCategories } from '../../api/products.ts';
import { routes } from '../../routes.ts';
import { DataTable } from '../listing/DataTable.tsx';
import { useLocalPage } from '../listing/local-page.ts';
import { remoteList } from '../listing/remote-list.ts';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { productColumns, productWords, titleCellId } from '../products/product-columns.tsx';
import { categories } from './categories.ts';

const rowId = (product: Product) => product._id;
const columns = productColumns(null, (product) => (
  <a
    className="link-button"
    href={routes.adminProduct(product._id)}
    aria-describedby={titleCellId(product)}
  >
    View
  </a>
));

/** One category with its products. */
export function CategoryScreen({ id }: { readonly id: string }) {
  const products = useMemo(
    () =>
      remoteList<Product>(async () => {
        const reply = await fetchProductsOfCategories([id]);
        return reply.ok ? reply.products : null;
      }),
    [id],
  );
  const list = useStore(products.$list);
  const all = useStore(categories.$list);
  const category = all.rows.find((it) => it._id === id);
  const page = useLocalPage(list, columns, productWords);
  return (
    <>
      <a className="back-link" href={routes.categories()}>
        Categories
      </a>
      <ScreenHead
        title={category?.name ?? (all.loading ? 'Category' : messages.categories.deleted)}
      >
        {category && (
          <a className="button button--quiet" href={routes.productCategory(id)}>
            View in the shop
          </a>
        )}
      </ScreenHead>
      <DataTable
        caption="Products of this category"
        columns={columns}
        list={page}
        rowId={rowId}
        searchLabel="Search these products"
        empty={messages.products.emptyInCategory}
        reload={products.load}
      />
    </>
  );
}
