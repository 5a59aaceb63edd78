import { routes } from '../../routes.ts';
import style from './Checkout.module.css';

interface Props {
  sending: boolean;
  /** The error of the last attempt, or empty. */
  problem: string;
  onTerms: boolean;
  onPay: () => void;
}

/** The last step: the terms and Pay Now. */
export function PlaceOrder({ sending, problem, onTerms, onPay }: Props) {
  const [name, busyName] = onTerms
    ? ['Place order', 'Placing your order…']
    : ['Pay Now', 'Taking you to the payment…'];
  return (
    <div className={style.place}>
      <label className="check">
        <input type="checkbox" name="terms" />
        <span>
          I have read the <a href={routes.terms()}>terms and conditions</a>
        </span>
      </label>
      <div role="alert">{problem && <p className="notice">{problem}</p>}</div>
      <button
        type="button"
        className="button button--wide"
        disabled={sending}
        aria-busy={sending}
        onClick={onPay}
      >
        {sending ? busyName : name}
      </button>
    </div>
  );
}
