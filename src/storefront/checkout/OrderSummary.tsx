import { useStore } from '@nanostores/react';
import { formatPrice, lineTotal } from '#shared/domain/money.ts';
import type { CartItem } from '#shared/schemas/cart.ts';
import { routes } from '../../routes.ts';
import { $cartPrice } from '../../stores/cart-price.ts';
import { ChoiceFields } from '../cart/ChoiceFields.tsx';
import { openChoice, stockProblem } from '../cart/choice.ts';
import { StockProblem } from '../cart/StockProblem.tsx';
import { choiceOf } from '../../ui/line-choice.ts';
import { totalOf } from '../cart/totals.ts';
import { CartSums } from '../cart/CartSums.tsx';
import { PoNumberField } from './PoNumberField.tsx';
import { ShippingChoice } from './ShippingChoice.tsx';
import { VoucherField } from './VoucherField.tsx';
import style from '../cart/Summary.module.css';

interface Props {
  items: readonly CartItem[];
  sending: boolean;
  /** What went wrong at the last try; empty when nothing did. */
  problem: string;
  /** Whether one wanted to pay without a size or colour. */
  asked: boolean;
  onPay: () => void;
}

/** The lines with their sums, shipping, total and Pay Now. */
export function OrderSummary({ items, sending, problem, asked, onPay }: Props) {
  const price = useStore($cartPrice).body?.price ?? null;
  return (
    <section className={style.summary} aria-labelledby="order-summary">
      <h2 id="order-summary">Order summary</h2>
      <ul className={style.lines}>
        {items.map((item) => (
          <li key={item._id}>
            <div>
              {item.product.title} <span className={style.times}>× {item.quantity}</span>
              {choiceOf(item) && <small>{choiceOf(item)}</small>}
              {openChoice(item) && <ChoiceFields item={item} asked={asked} />}
              <StockProblem item={item} />
              {stockProblem(item) && (
                <a className="lone-link" href={routes.cart()}>
                  Change in cart
                </a>
              )}
            </div>
            <span className="price">
              {formatPrice(lineTotal(item.product.price, item.quantity))}
            </span>
          </li>
        ))}
      </ul>
      <ShippingChoice />
      <VoucherField />
      <PoNumberField />
      <CartSums items={items} subtotal />
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
        {sending ? 'Taking you to the payment…' : 'Pay Now'}
      </button>
      <p className={style.fact}>
        {totalOf(items, price) === 0
          ? 'There is nothing to pay.'
          : 'You pay by card on our payment provider’s page.'}
      </p>
    </section>
  );
}
