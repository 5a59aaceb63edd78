import { availabilityLabels } from '#shared/domain/availability.ts';
import { formatPrice } from '#shared/domain/money.ts';
import { messages } from '#shared/messages.ts';
import type { Product } from '#shared/schemas/products.ts';
import { useEffect, useState } from 'react';
import { fetchProduct } from '../../api/products.ts';
import { routes } from '../../routes.ts';
import { Modal } from '../../ui/Modal.tsx';
import { pictureUrl } from '../../ui/picture-url.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { CategoryName } from '../listing/CategoryName.tsx';
import { ConfirmDelete } from '../listing/ConfirmDelete.tsx';
import { ImageUpload } from '../listing/ImageUpload.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { RowActions } from '../listing/RowActions.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { EditProductForm } from './EditProductForm.tsx';
import { ProductReviews } from './ProductReviews.tsx';
import { removeProduct, saveProductImage } from './products.ts';

/** One product with its pictures, facts and reviews. */
export function ProductScreen({ id }: { readonly id: string }) {
  const [product, setProduct] = useState<Product | null>(null);
  const [loading, setLoading] = useState(true);
  const [changes, setChanges] = useState(0);
  const reload = () => setChanges((it) => it + 1);

  useEffect(() => {
    let stale = false;
    void fetchProduct(id).then((reply) => {
      if (stale) return;
      setProduct(reply.ok ? reply.product : null);
      setLoading(false);
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
        <ProductDetails product={product} reload={reload} />
      ) : (
        <>
          <ScreenHead title={loading ? 'Product' : messages.products.deleted} />
          {loading ? <Spinner /> : <p>{messages.products.emptyInAdmin}</p>}
        </>
      )}
    </>
  );
}

interface ProductDetailsProps {
  readonly product: Product;
  readonly reload: () => void;
}

function ProductDetails({ product, reload }: ProductDetailsProps) {
  const [asked, setAsked] = useState<'edit' | 'delete' | null>(null);
  const close = () => setAsked(null);

  async function remove(): Promise<boolean> {
    const gone = await removeProduct(product._id);
    if (gone) location.assign(routes.products());
    return gone;
  }

  async function addPicture(form: FormData): Promise<boolean> {
    const saved = await saveProductImage(product._id, form);
    if (saved) reload();
    return saved;
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
          <section aria-labelledby="pictures-heading">
            <h2 className="section-title" id="pictures-heading">
              Pictures
            </h2>
            <ul className="product-pictures">
              {product.images.map((url, index) => (
                <li key={url}>
                  <img
                    src={pictureUrl(url, 320)}
                    alt={`${product.title}, ${index + 1} of ${product.images.length}`}
                    width={160}
                    height={200}
                  />
                </li>
              ))}
            </ul>
            <ImageUpload name={product.title} save={addPicture} />
          </section>
          <ProductReviews productId={product._id} />
        </div>
        <section className="panel" aria-labelledby="facts-heading">
          <h2 className="section-title" id="facts-heading">
            Facts
          </h2>
          <ProductFacts product={product} />
        </section>
      </div>
      <Modal title={`Edit ${product.title}`} open={asked === 'edit'} onClose={close}>
        <EditProductForm
          product={product}
          onDone={() => {
            close();
            reload();
          }}
        />
      </Modal>
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
