import { useId, useState } from 'react';
import { formatPrice, lineTotal } from '#shared/domain/money.ts';
import type { CartItem } from '#shared/schemas/cart.ts';
import { routes } from '../../routes.ts';
import { removeItem } from '../../stores/cart.ts';
import { colourName } from '../../ui/colour-name.ts';
import { pictureUrl } from '../../ui/picture-url.ts';
import { pictureOfColour } from '../catalogue/colours.ts';
import { QuantityStepper } from './QuantityStepper.tsx';

/** The picture of the colour that was chosen, or the product's first. */
function linePicture({ product, color }: CartItem): string | undefined {
  return (color ? pictureOfColour(product.images, color) : undefined) ?? product.images[0];
}

/** Size and colour as people read them. */
export function choiceOf({ size, color }: Pick<CartItem, 'size' | 'color'>): string {
  return [color && colourName(color), size].filter(Boolean).join(', ');
}

interface CartLineProps {
  item: CartItem;
  /** Told when its removal begins. */
  onRemove: () => void;
}

export function CartLine({ item, onRemove }: CartLineProps) {
  const [removing, setRemoving] = useState(false);
  const titleId = useId();
  const { product, quantity } = item;
  const picture = linePicture(item);
  const href = routes.product(product._id, product.title);
  const choice = choiceOf(item);

  return (
    <li className="line" aria-busy={removing}>
      <a className="line__picture" href={href} tabIndex={-1} aria-hidden="true">
        {picture && (
          <img
            src={pictureUrl(picture, 320)}
            srcSet={`${pictureUrl(picture, 320)} 320w, ${pictureUrl(picture, 480)} 480w`}
            sizes="160px"
            alt=""
            width="160"
            height="200"
          />
        )}
      </a>
      <div className="line__words">
        <h2 className="line__title" id={titleId}>
          <a href={href}>{product.title}</a>
        </h2>
        {choice && <p className="line__choice">{choice}</p>}
        <p className="line__price">{formatPrice(product.price)}</p>
        {product.availability !== 'InStock' && (
          <p className="field__error">Out of Stock: remove it to check out.</p>
        )}
        <div className="line__actions">
          <QuantityStepper item={item} />
          <button
            type="button"
            className="line__remove"
            aria-describedby={titleId}
            aria-disabled={removing}
            onClick={() => {
              if (removing) return;
              setRemoving(true);
              onRemove();
              void removeItem(item._id).finally(() => setRemoving(false));
            }}
          >
            Remove
          </button>
        </div>
      </div>
      <p className="line__total">
        <span className="visually-hidden">Line total </span>
        {formatPrice(lineTotal(product.price, quantity))}
      </p>
    </li>
  );
}
