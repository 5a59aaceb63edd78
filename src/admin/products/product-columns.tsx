import { availabilityLabels } from '#shared/domain/availability.ts';
import { limits } from '#shared/domain/limits.ts';
import { formatPrice } from '#shared/domain/money.ts';
import { productStatusLabels } from '#shared/domain/product-status.ts';
import type { Product } from '#shared/schemas/products.ts';
import type { ReactNode } from 'react';
import { routes } from '../../routes.ts';
import { CategoryName } from '../listing/CategoryName.tsx';
import { created, titled, type Column } from '../listing/column.tsx';
import { Thumbnails } from '../listing/Thumbnails.tsx';

/** Availability; drafts cannot be bought. */
export const availability: Column<Product> = {
  id: 'availability',
  header: 'Availability',
  cell: (product) => {
    if (product.status === 'draft')
      return <span className="badge">{productStatusLabels.draft}</span>;
    const label = availabilityLabels[product.availability];
    return product.availability === 'InStock' ? label : <span className="missing">{label}</span>;
  },
};

/** The columns of all product lists; `upload` is next to the pictures. */
export function productColumns(
  upload?: (product: Product) => ReactNode,
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
    titled(
      'title',
      'Title',
      (it) => it.title,
      (it) => routes.adminProduct(it._id),
    ),
    {
      id: 'category',
      header: 'Category',
      cell: (product) => <CategoryName category={product.category} />,
    },
    {
      id: 'price',
      header: 'Price',
      kind: 'figures',
      cell: ({ price, lowestPrice, highestPrice, compareAtPrice }) => (
        <span className="price">
          {compareAtPrice !== null && (
            <>
              <s>
                <span className="visually-hidden">Price before: </span>
                {formatPrice(compareAtPrice + lowestPrice - price)}
              </s>{' '}
              <span className="visually-hidden">Now </span>
            </>
          )}
          {lowestPrice < highestPrice && 'From '}
          {formatPrice(lowestPrice)}
        </span>
      ),
    },
    created,
  ];
}
