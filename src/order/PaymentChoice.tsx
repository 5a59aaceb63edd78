import { counted } from '#shared/domain/counted.ts';
import { formatPrice } from '#shared/domain/money.ts';
import type { PaymentTerms } from '#shared/schemas/cart.ts';
import style from './Choices.module.css';

interface Payable {
  /** Null where the order is paid before it is sent. */
  terms: PaymentTerms | null;
  /** In the shop's currency. */
  total: number;
}

/** Whether this much can be ordered on terms. */
export const fitsTerms = ({ terms, total }: Payable): boolean =>
  terms !== null && total > 0 && total <= terms.creditLeft;

interface Props extends Payable {
  onTerms: boolean;
  onChoose: (onTerms: boolean) => void;
}

/** Payment now or on terms, for companies that may choose. */
export function PaymentChoice({ terms, total, onTerms, onChoose }: Props) {
  if (!terms || total === 0) return null;
  const fits = fitsTerms({ terms, total });
  const credit = `Available credit ${formatPrice(terms.creditLeft)}`;
  return (
    <fieldset className={style.choices}>
      <legend>Payment</legend>
      <label>
        <input type="radio" name="payment" checked={!onTerms} onChange={() => onChoose(false)} />
        <span>Pay now</span>
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
          Pay within {counted(terms.days, 'day')}
          <small>{fits ? credit : `${credit}: not enough for this order`}</small>
        </span>
      </label>
    </fieldset>
  );
}
