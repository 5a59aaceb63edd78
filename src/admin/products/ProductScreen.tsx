import { availabilityLabels } from '#shared/domain/availability.ts';
import { formatPrice } from '#shared/domain/money.ts';
import { messages } from '#shared/messages.ts';
import type { Product } from '#shared/schemas/products.ts';
import { useCallback, useEffect, useState } from 'react';
import { deleteProduct, fetchProduct, fetchProductSales } from '../../api/admin-products.ts';
import { routes } from '../../routes.ts';
import { moveWithToast, toastError } from '../../stores/toasts.ts';
import { CategoryName } from '../listing/CategoryName.tsx';
import { ConfirmDelete } from '../listing/ConfirmDelete.tsx';
import { ListNotice } from '../listing/ListNotice.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { RowActions } from '../listing/RowActions.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { EditProductModal } from './EditProductModal.tsx';
import { ProductPictures } from './ProductPictures.tsx';
import { ProductReviews } from './ProductReviews.tsx';
import { Sales } from './Sales.tsx';

/** One product with its pictures, facts, sales and reviews. */
export function ProductScreen({ id }: { readonly id: string }) {
  const [product, setProduct] = useState<Product | null>(null);
  const [state, setState] = useState<'loading' | 'failed' | 'known'>('loading');
  const [changes, setChanges] = useState(0);
  const reload = () => setChanges((it) => it + 1);

  useEffect(() => {
    let stale = false;
    void fetchProduct(id).then((reply) => {
      if (stale) return;
      // A shop that does not answer says nothing about the product: what is shown stays.
      const gone = !reply.ok && (reply.status === 404 || reply.status === 400);
      if (reply.ok) setProduct(reply.product);
      else if (gone) setProduct(null);
      setState(reply.ok || gone ? 'known' : 'failed');
    });
    return () => {
      stale = true;
    };
  }, [id, changes]);

  return (
    <>
      <a className="back-link" href={routes.products()}>
        Products
      </a>
      {product ? (
        <ProductDetails product={product} reload={reload} onChanged={setProduct} />
      ) : (
        <>
          <ScreenHead title={state === 'known' ? messages.products.deleted : 'Product'} />
          <ListNotice
            list={{ loading: state === 'loading', failed: state === 'failed' }}
            empty={messages.products.emptyInAdmin}
            reload={reload}
            what="product"
          />
        </>
      )}
    </>
  );
}

interface ProductDetailsProps {
  readonly product: Product;
  readonly reload: () => void;
  readonly onChanged: (product: Product) => void;
}

function ProductDetails({ product, reload, onChanged }: ProductDetailsProps) {
  const fetchSales = useCallback(() => fetchProductSales(product._id), [product._id]);
  const [asked, setAsked] = useState<'edit' | 'delete' | null>(null);
  const close = () => setAsked(null);

  async function remove(): Promise<boolean> {
    const reply = await deleteProduct(product._id);
    if (reply.ok) {
      const undo = { ids: reply.undo, label: 'Undo' };
      moveWithToast(routes.products(), 'success', messages.products.removed, undo);
    } else toastError(messages.products.removeFailed);
    return reply.ok;
  }

  return (
    <>
      <ScreenHead title={product.title}>
        <a className="button button--quiet" href={routes.product(product._id, product.title)}>
          View in the shop
        </a>
        <RowActions onEdit={() => setAsked('edit')} onDelete={() => setAsked('delete')} />
      </ScreenHead>
      <div className="product-detail">
        <div className="product-detail__main">
          <ProductPictures product={product} onChanged={onChanged} />
          <ProductReviews productId={product._id} />
        </div>
        <div className="product-detail__main">
          <section className="panel" aria-labelledby="facts-heading">
            <h2 className="section-title" id="facts-heading">
              Facts
            </h2>
            <ProductFacts product={product} />
          </section>
          <Sales fetchSales={fetchSales} />
        </div>
      </div>
      <EditProductModal
        product={asked === 'edit' ? product : null}
        onClose={close}
        onDone={() => {
          close();
          reload();
        }}
      />
      <ConfirmDelete
        title={asked === 'delete' ? `Delete ${product.title}` : null}
        question={messages.products.confirmDelete}
        onYes={remove}
        onClose={close}
      />
    </>
  );
}

function ProductFacts({ product }: { readonly product: Product }) {
  return (
    <dl className="facts">
      <dt>Price</dt>
      <dd className="price">{formatPrice(product.price)}</dd>
      <dt>Category</dt>
      <dd>
        <CategoryName category={product.category} />
      </dd>
      <dt>Availability</dt>
      <dd>{availabilityLabels[product.availability]}</dd>
      <dt>Colours</dt>
      <dd>{product.colors.join(', ') || '–'}</dd>
      <dt>Sizes</dt>
      <dd>{product.sizes.join(', ') || '–'}</dd>
      <dt>Created</dt>
      <dd>
        <RelativeTime iso={product.createdAt} />
      </dd>
      <dt>Description</dt>
      <dd>{product.description || '–'}</dd>
    </dl>
  );
}
