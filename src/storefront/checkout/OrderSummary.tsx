import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { counted } from '#shared/domain/counted.ts';
import { formatPrice, lineTotal } from '#shared/domain/money.ts';
import type { CartItem, CartPrice } from '#shared/schemas/cart.ts';
import { routes } from '../../routes.ts';
import { $cartPrice } from '../../stores/cart-price.ts';
import { PaymentChoice } from '../../order/PaymentChoice.tsx';
import { ChoiceFields } from '../cart/ChoiceFields.tsx';
import { openChoice, stockProblem } from '../cart/choice.ts';
import { StockProblem } from '../cart/StockProblem.tsx';
import { choiceOf } from '../../ui/line-choice.ts';
import { totalOf } from '../cart/totals.ts';
import { CompanyNote } from '../cart/CompanyNote.tsx';
import { CartSums } from '../cart/CartSums.tsx';
import { PoNumberField } from './PoNumberField.tsx';
import { ShippingChoice } from './ShippingChoice.tsx';
import { VoucherField } from './VoucherField.tsx';
import style from '../cart/Summary.module.css';

interface Props {
  items: readonly CartItem[];
  sending: boolean;
  /** The error of the last attempt, or empty. */
  problem: string;
  /** Whether the shopper tried to pay without a size or colour. */
  asked: boolean;
  onTerms: boolean;
  onChooseTerms: (onTerms: boolean) => void;
  onPay: () => void;
}

function payWords(price: CartPrice | null, items: readonly CartItem[], onTerms: boolean) {
  if (onTerms && price?.terms) {
    return {
      button: 'Place order',
      sending: 'Placing your order…',
      fact: `You pay by transfer within ${counted(price.terms.days, 'day')}. The invoice is issued at once.`,
    };
  }
  const isFree = totalOf(items, price) === 0;
  const byCard = 'You pay by card on our payment provider’s page.';
  return {
    button: 'Pay Now',
    sending: 'Taking you to the payment…',
    fact: isFree ? 'There is nothing to pay.' : byCard,
  };
}

function Line({ item, asked }: { item: CartItem; asked: boolean }) {
  // The fields stay after the first choice, which may not be the last: arrow keys choose at each press.
  const [wasOpen] = useState(() => openChoice(item) !== undefined);
  return (
    <li>
      <div>
        {item.product.title} <span className={style.times}>× {item.quantity}</span>
        {choiceOf(item) && <small>{choiceOf(item)}</small>}
        {(wasOpen || openChoice(item)) && <ChoiceFields item={item} asked={asked} />}
        <StockProblem item={item} />
        {stockProblem(item) && (
          <a className="lone-link" href={routes.cart()}>
            Change in cart
          </a>
        )}
      </div>
      <span className="price">{formatPrice(lineTotal(item.product.price, item.quantity))}</span>
    </li>
  );
}

/** The order summary: lines, shipping, total and Pay Now. */
export function OrderSummary({
  items,
  sending,
  problem,
  asked,
  onTerms,
  onChooseTerms,
  onPay,
}: Props) {
  const price = useStore($cartPrice).body?.price ?? null;
  const words = payWords(price, items, onTerms);
  return (
    <section className={style.summary} aria-labelledby="order-summary">
      <h2 id="order-summary">Order summary</h2>
      <ul className={style.lines}>
        {items.map((item) => (
          <Line key={item._id} item={item} asked={asked} />
        ))}
      </ul>
      <ShippingChoice />
      <VoucherField />
      {price && (
        <PaymentChoice
          terms={price.terms}
          total={price.totalPrice}
          {...{ onTerms }}
          onChoose={onChooseTerms}
        />
      )}
      <PoNumberField />
      <CartSums items={items} subtotal />
      <CompanyNote />
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
        {sending ? words.sending : words.button}
      </button>
      <p className={style.fact}>{words.fact}</p>
    </section>
  );
}
