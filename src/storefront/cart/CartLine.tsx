import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import { formatPrice, lineTotal } from '#shared/domain/money.ts';
import type { CartItem } from '#shared/schemas/cart.ts';
import { routes } from '../../routes.ts';
import { removeItem } from '../../stores/cart-changes.ts';
import { $companyName } from '../../stores/company-name.ts';
import { pictureUrl } from '../../ui/picture-url.ts';
import { linePicture } from '../../ui/line-choice.ts';
import { ChoiceFields } from './ChoiceFields.tsx';
import { QuantityStepper } from './QuantityStepper.tsx';
import { linePrice } from './line-price.ts';
import { StockProblem } from './StockProblem.tsx';
import style from './CartLine.module.css';

interface CartLineProps {
  item: CartItem;
  /** Whether the shopper tried to continue without its size or colour. */
  asked: boolean;
  /** Called when its removal starts. */
  onRemove: () => void;
}

export function CartLine({ item, asked, onRemove }: CartLineProps) {
  const [removing, setRemoving] = useState(false);
  const titleId = useId();
  const isForCompany = useStore($companyName) !== '';
  const { product, quantity } = item;
  const picture = linePicture(item);
  // A draft has no page.
  const href = product.published ? routes.product(product._id, product.title) : undefined;

  return (
    <li className={style.line} aria-busy={removing}>
      <a className={style.picture} href={href} tabIndex={-1} aria-hidden="true">
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
      <div className={style.words}>
        <h2 className={style.title} id={titleId}>
          <a href={href}>{product.title}</a>
        </h2>
        {isForCompany && item.sku && <p className={style.sku}>SKU {item.sku}</p>}
        <p className={style.price}>{linePrice(item)}</p>
        <ChoiceFields item={item} asked={asked} />
        <StockProblem item={item} />
        <div className={style.actions}>
          <QuantityStepper item={item} />
          <button
            type="button"
            className={style.remove}
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
      <p className={style.total}>
        <span className="visually-hidden">Line total </span>
        {formatPrice(lineTotal(product.price, quantity))}
      </p>
    </li>
  );
}
