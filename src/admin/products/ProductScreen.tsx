import { availabilityLabels } from '#shared/domain/availability.ts';
import { formatPrice } from '#shared/domain/money.ts';
import { messages } from '#shared/messages.ts';
import type { Product } from '#shared/schemas/products.ts';
import { useState } from 'react';
import { deleteProduct, product as resourceOf, productSales } from '../../api/admin-products.ts';
import { query } from '../../api/query.ts';
import { routes } from '../../routes.ts';
import { removeAndLeave } from '../changes.ts';
import { EditProductForm } from '../forms/lazy.tsx';
import { CategoryName } from '../listing/CategoryName.tsx';
import { DeleteButton } from '../listing/DeleteButton.tsx';
import { DetailScreen } from '../listing/DetailScreen.tsx';
import { DialogButton } from '../listing/DialogButton.tsx';
import { Facts } from '../listing/Facts.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { Section } from '../listing/Section.tsx';
import { ProductPictures } from './ProductPictures.tsx';
import { ProductReviews } from './ProductReviews.tsx';
import { Sales } from './Sales.tsx';

/** One product with its pictures, facts, sales and reviews. */
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

function ProductDetails({ product }: { readonly product: Product }) {
  const { _id, title } = product;
  return (
    <>
      <ScreenHead title={title}>
        <a className="button button--quiet" href={routes.product(_id, title)}>
          View in the shop
        </a>
        <DialogButton look="link" label="Edit" title={`Edit ${title}`}>
          {(close) => <EditProductForm product={product} onDone={close} />}
        </DialogButton>
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
      <div className="product-detail">
        <div className="product-detail__main">
          <ProductPictures product={product} />
          <ProductReviews productId={_id} />
        </div>
        <div className="product-detail__main">
          <Section title="Facts" className="panel">
            <ProductFacts product={product} />
          </Section>
          <Sales of={productSales(_id)} />
        </div>
      </div>
    </>
  );
}

function ProductFacts({ product }: { readonly product: Product }) {
  const facts = [
    ['Price', <span className="price">{formatPrice(product.price)}</span>],
    ['Category', <CategoryName category={product.category} />],
    ['Availability', availabilityLabels[product.availability]],
    ['Colors', product.colors.join(', ')],
    ['Sizes', product.sizes.join(', ')],
    ['Created', <RelativeTime iso={product.createdAt} />],
    ['Description', product.description],
  ] as const;
  return <Facts facts={facts} />;
}
