import { limits } from '#shared/domain/limits.ts';
import { messages } from '#shared/messages.ts';
import type { DetailedProduct } from '#shared/schemas/products.ts';
import { ImagePlus } from 'lucide-react';
import { useId, useState } from 'react';
import { colourOfPicture } from '../../ui/picture-of-colour.ts';
import { pictureUrl } from '../../ui/picture-url.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDelete } from '../listing/ConfirmDelete.tsx';
import { Section } from '../listing/Section.tsx';
import { PictureColour } from './PictureColour.tsx';
import { useProductPictures, type Upload } from './product-pictures.ts';
import { SortablePictures } from '../forms/SortablePictures.tsx';
import './product-pictures.css';

/** The pictures of a product, which can be ordered, removed and added. */
export function ProductPictures({ product }: { readonly product: DetailedProduct }) {
  const { uploads, add, retry, forget, arrange, colour, recoloured } = useProductPictures(product);
  const [toRemove, setToRemove] = useState<string | null>(null);
  const [colourToAdd, setColourToAdd] = useState('');
  const colours = product.colors;
  const id = useId();
  const full = product.images.length >= limits.images.perProduct;
  return (
    <Section title="Pictures">
      {product.images.length > 0 && (
        <SortablePictures
          name={product.title}
          pictures={product.images.map((url) => ({ id: url, src: pictureUrl(url, 320) }))}
          onOrder={(images) => void arrange(images)}
          onRemove={setToRemove}
          {...(colours.length > 0 && {
            under: (image: string, label: string) => (
              <PictureColour
                label={label}
                colours={colours}
                colour={colourOfPicture(image, colours) ?? ''}
                onChoose={(chosen) => colour(image, chosen)}
                focused={image === recoloured}
              />
            ),
          })}
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
          <div className="add-pictures__file">
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
                void add(files, colourToAdd);
              }}
            />
          </div>
          {colours.length > 0 && (
            <PictureColour
              shown="Color"
              label="new pictures"
              colours={colours}
              colour={colours.includes(colourToAdd) ? colourToAdd : ''}
              onChoose={setColourToAdd}
            />
          )}
        </div>
      )}
      <ConfirmDelete
        title={toRemove && 'Remove this picture'}
        question={messages.images.confirmRemove}
        onYes={() => arrange(product.images.filter((it) => it !== toRemove))}
        onClose={() => setToRemove(null)}
      />
    </Section>
  );
}

interface UploadLineProps {
  readonly upload: Upload;
  readonly onRetry: () => void;
  readonly onForget: () => void;
}

function UploadLine({ upload, onRetry, onForget }: UploadLineProps) {
  const { file, share, failure, refused } = upload;
  return (
    <li>
      <span className="uploads__name">{file.name}</span>
      {failure === null ? (
        <progress value={share} max={1} aria-label={`Uploading ${file.name}`} />
      ) : (
        <>
          <span className="field__error" role="alert">
            {failure}
          </span>
          {!refused && (
            <Button look="link" onClick={onRetry}>
              Try again
            </Button>
          )}
          <Button look="link" onClick={onForget}>
            Discard
          </Button>
        </>
      )}
    </li>
  );
}
