import type { WayToPay } from '#shared/schemas/orders.ts';
import { PayButtons } from '../../order/PayButtons.tsx';
import { routes } from '../../routes.ts';
import style from './Checkout.module.css';

interface Props {
  /** The way whose button was pressed, until that is done; null for none. */
  sending: string | null;
  /** The error of the last attempt, or empty. */
  problem: string;
  onTerms: boolean;
  /** Empty where there is nothing to pay now. */
  ways: readonly WayToPay[];
  onPay: (way: string) => void;
}

/** The last step: the terms, and Pay Now or one button for each way to pay. */
export function PlaceOrder({ sending, problem, onTerms, ways, onPay }: Props) {
  return (
    <div className={style.place}>
      <label className="check">
        <input type="checkbox" name="terms" />
        <span>
          I have read the <a href={routes.terms()}>terms and conditions</a>
        </span>
      </label>
      <div role="alert">{problem && <p className="notice">{problem}</p>}</div>
      {onTerms ? (
        <button
          type="button"
          className="button button--wide"
          disabled={sending !== null}
          aria-busy={sending !== null}
          onClick={() => onPay('')}
        >
          {sending === null ? 'Place order' : 'Placing your order…'}
        </button>
      ) : (
        <PayButtons ways={ways} only="Pay Now" sending={sending} onPay={onPay} />
      )}
    </div>
  );
}
