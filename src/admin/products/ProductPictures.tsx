import { limits } from '#shared/domain/limits.ts';
import type { Product } from '#shared/schemas/products.ts';
import { ImagePlus } from 'lucide-react';
import { useId, useState } from 'react';
import { pictureUrl } from '../../ui/picture-url.ts';
import { ConfirmDelete } from '../listing/ConfirmDelete.tsx';
import { useProductPictures, type Upload } from './product-pictures.ts';
import { SortablePictures } from './SortablePictures.tsx';

interface ProductPicturesProps {
  readonly product: Product;
  readonly onChanged: (product: Product) => void;
}

/** All pictures of a product: to order, to take away, and to add several at once. */
export function ProductPictures({ product, onChanged }: ProductPicturesProps) {
  const { uploads, add, retry, forget, arrange } = useProductPictures(product, onChanged);
  const [doomed, setDoomed] = useState<string | null>(null);
  const id = useId();
  const full = product.images.length >= limits.images.perProduct;
  return (
    <section aria-labelledby="pictures-heading">
      <h2 className="section-title" id="pictures-heading">
        Pictures
      </h2>
      {product.images.length > 0 && (
        <SortablePictures
          name={product.title}
          pictures={product.images.map((url) => ({ id: url, src: pictureUrl(url, 320) }))}
          onOrder={(images) => void arrange(images)}
          onRemove={setDoomed}
        />
      )}
      {uploads.length > 0 && (
        <ul className="uploads">
          {uploads.map((it) => (
            <UploadLine
              key={it.id}
              upload={it}
              onRetry={() => void retry(it)}
              onForget={() => forget(it.id)}
            />
          ))}
        </ul>
      )}
      {full ? (
        <p className="field__hint">A product has at most {limits.images.perProduct} pictures.</p>
      ) : (
        <div className="add-pictures">
          <label htmlFor={id}>
            <ImagePlus aria-hidden size={16} /> Add pictures
          </label>
          <input
            id={id}
            type="file"
            accept="image/*"
            multiple
            onChange={({ currentTarget: input }) => {
              const files = [...(input.files ?? [])];
              input.value = '';
              void add(files);
            }}
          />
        </div>
      )}
      <ConfirmDelete
        title={doomed && 'Remove this picture'}
        question="Are you sure you want to remove this picture?"
        onYes={() => arrange(product.images.filter((it) => it !== doomed))}
        onClose={() => setDoomed(null)}
      />
    </section>
  );
}

interface UploadLineProps {
  readonly upload: Upload;
  readonly onRetry: () => void;
  readonly onForget: () => void;
}

function UploadLine({ upload: { file, share, failure }, onRetry, onForget }: UploadLineProps) {
  return (
    <li>
      <span className="uploads__name">{file.name}</span>
      {failure === null ? (
        <progress value={share} max={1} aria-label={`${file.name} on its way`} />
      ) : (
        <>
          <span className="field__error" role="alert">
            {failure}
          </span>
          <button type="button" className="link-button" onClick={onRetry}>
            Try again
          </button>
          <button type="button" className="link-button" onClick={onForget}>
            Leave it out
          </button>
        </>
      )}
    </li>
  );
}
