import { productStatusLabels } from '#shared/domain/product-status.ts';
import { messages } from '#shared/messages.ts';
import type { DetailedProduct } from '#shared/schemas/products.ts';
import { useState } from 'react';
import { deleteProduct, product as resourceOf, productSales } from '../../api/admin-products.ts';
import { query } from '../../api/query.ts';
import { routes } from '../../routes.ts';
import { removeAndLeave } from '../changes.ts';
import { CustomFields } from '../custom-fields/CustomFields.tsx';
import { DeleteButton } from '../listing/DeleteButton.tsx';
import { DetailScreen } from '../listing/DetailScreen.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { StockSection } from '../stock/StockSection.tsx';
import { ProductEditor } from './ProductEditor.tsx';
import { ProductPictures } from './ProductPictures.tsx';
import { ProductReviews } from './ProductReviews.tsx';
import { Sales } from './Sales.tsx';

/** One product: stock, form, pictures, sales and reviews. */
export function ProductScreen({ id }: { readonly id: string }) {
  const [$product] = useState(() => query(resourceOf(id)));
  return (
    <DetailScreen
      back={[routes.products(), 'Products']}
      $query={$product}
      path={resourceOf(id).path}
      find={({ product }) => product}
      what="product"
      missing={[messages.products.deleted, messages.products.emptyInAdmin]}
    >
      {(product) => <ProductDetails product={product} />}
    </DetailScreen>
  );
}

function ProductDetails({ product }: { readonly product: DetailedProduct }) {
  const { _id, title, status } = product;
  return (
    <>
      <ScreenHead title={title}>
        {status === 'draft' ? (
          <span className="badge">{productStatusLabels.draft}</span>
        ) : (
          <a className="button button--quiet" href={routes.product(_id, title)}>
            View in the shop
          </a>
        )}
        <DeleteButton
          name={title}
          question={messages.products.confirmDelete}
          remove={() =>
            removeAndLeave(deleteProduct(_id), routes.products(), {
              done: messages.products.removed,
              failed: messages.products.removeFailed,
            })
          }
        />
      </ScreenHead>
      <ProductEditor product={product} first={<StockSection product={product} />}>
        <div className="product-page__whole">
          <CustomFields resource="product" id={_id} />
        </div>
        <ProductPictures product={product} />
        <div className="product-page__whole">
          <Sales of={productSales(_id)} />
          {/* Drafts have no page in the shop. */}
          {status === 'published' && <ProductReviews productId={_id} />}
        </div>
      </ProductEditor>
    </>
  );
}
