import { formatPrice } from '#shared/domain/money.ts';
import type { CartPrice } from '#shared/schemas/cart.ts';
import style from './PriceChoices.module.css';

/** Whether this much can be ordered on terms. */
export const fitsTerms = (price: CartPrice | null): boolean =>
  Boolean(price?.terms && price.totalPrice > 0 && price.totalPrice <= price.terms.creditLeft);

interface Props {
  price: CartPrice | null;
  onTerms: boolean;
  onChoose: (onTerms: boolean) => void;
}

/** Payment by card or on terms, for companies that may choose. */
export function PaymentChoice({ price, onTerms, onChoose }: Props) {
  const terms = price?.terms;
  if (!terms || price.totalPrice === 0) return null;
  const fits = fitsTerms(price);
  const credit = `Available credit ${formatPrice(terms.creditLeft)}`;
  return (
    <fieldset className={style.methods}>
      <legend>Payment</legend>
      <label>
        <input type="radio" name="payment" checked={!onTerms} onChange={() => onChoose(false)} />
        <span>Pay by card</span>
      </label>
      <label>
        <input
          type="radio"
          name="payment"
          disabled={!fits}
          checked={onTerms}
          onChange={() => onChoose(true)}
        />
        <span>
          Pay within {terms.days} days
          <small>{fits ? credit : `${credit}: not enough for this order`}</small>
        </span>
      </label>
    </fieldset>
  );
}
