import { limits } from '#shared/domain/limits.ts';
import { formatPrice } from '#shared/domain/money.ts';
import type { Product } from '#shared/schemas/products.ts';
import type { ReactNode } from 'react';
import { routes } from '../../routes.ts';
import { CategoryName } from '../listing/CategoryName.tsx';
import type { Column } from '../listing/column.ts';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { Thumbnails } from '../listing/Thumbnails.tsx';

export const titleCellId = (product: Product): string => `product-${product._id}`;

/** The columns that the dashboard and the products' screen share; what a row can do is the screen's own. */
export function productColumns(
  upload: ((product: Product) => ReactNode) | null,
  actions: (product: Product) => ReactNode,
): readonly Column<Product>[] {
  return [
    {
      id: 'image',
      header: 'Image',
      kind: 'pictures',
      cell: (product) => (
        <div className="row-pictures">
          <Thumbnails images={product.images} name={product.title} max={limits.adminRowImages} />
          {upload?.(product)}
        </div>
      ),
    },
    {
      id: 'title',
      header: 'Title',
      kind: 'title',
      sortable: true,
      cell: (product) => (
        <a className="row-title" id={titleCellId(product)} href={routes.adminProduct(product._id)}>
          {product.title}
        </a>
      ),
    },
    {
      id: 'category',
      header: 'Category',
      sortable: true,
      cell: (product) => <CategoryName category={product.category} />,
    },
    {
      id: 'price',
      header: 'Price',
      kind: 'figures',
      sortable: true,
      cell: (product) => formatPrice(product.price),
    },
    {
      id: 'created',
      header: 'Created',
      sortable: true,
      cell: (product) => <RelativeTime iso={product.createdAt} />,
    },
    { id: 'actions', header: 'Actions', kind: 'actions', cell: actions },
  ];
}
