import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { messages } from '#shared/messages.ts';
import { shippingMessages } from '#shared/shipping-messages.ts';
import { shopper } from '../../api/tokens.ts';
import { routes } from '../../routes.ts';
import { goToCardPage } from '../../stores/card-page.ts';
import { $cartItems, $cartLoading, $cartError, loadCart } from '../../stores/cart.ts';
import { $cartPrice, $wanted, isRefused, reloadPrice } from '../../stores/cart-price.ts';
import { CartError } from '../cart/CartError.tsx';
import { focusBlocked, isBlocked, stockProblem } from '../cart/choice.ts';
import { fitsTerms } from '../../order/PaymentChoice.tsx';
import { moveToLogin } from '../sign-in.ts';
import { hasAddress, type AddressForm } from './AddressForm.tsx';
import { readBuyer, useIsGuest } from './buyer.ts';
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx';
import { CustomerDetails } from './CustomerDetails.tsx';
import { isGiftTooLong } from './delivery.ts';
import { DeliverTo } from './DeliverTo.tsx';
import { Gift } from './Gift.tsx';
import { GuestDetails } from './GuestDetails.tsx';
import { placeOrderOfCart } from './order-placing.ts';
import { OrderSummary } from './OrderSummary.tsx';
import { Payment } from './Payment.tsx';
import { PlaceOrder } from './PlaceOrder.tsx';
import { ShippingChoice } from './ShippingChoice.tsx';
import style from './Checkout.module.css';

/** The checkout: details, delivery, payment, order summary, and the redirect to the payment provider. */
export function Checkout() {
  const items = useStore($cartItems);
  const loading = useStore($cartLoading);
  const cartError = useStore($cartError);
  const isGuest = useIsGuest();
  const [sending, setSending] = useState<string | null>(null);
  const addressForm = useRef<AddressForm>(null);
  const otherAddress = useRef<AddressForm>(null);
  const delivery = useRef<HTMLHeadingElement>(null);
  const [asked, setAsked] = useState(false);
  const [problem, setProblem] = useState('');
  const [wantsTerms, setWantsTerms] = useState(false);
  const { body, failure } = useStore($cartPrice);
  const { totalPrice: total = 0, terms = null, ways = [] } = body?.price ?? {};
  const onTerms = wantsTerms && fitsTerms({ terms, total });

  /** Saves addresses that were only typed. False where one lacks something, or the shopper has not seen its total yet. */
  async function saveAddress(): Promise<boolean> {
    const forms = [addressForm.current, otherAddress.current].filter((it) => it !== null);
    for (const form of forms) if (!(await form.save())) return false;
    if (forms.length === 0) return true;
    const price = $cartPrice.get().body?.price;
    if (price?.delivered && price.totalPrice === total) return true;
    setProblem(price?.deliveryProblem || shippingMessages.newTotal);
    return false;
  }

  async function pay(payWith: string): Promise<void> {
    if (sending !== null) return;
    if (items.some(isBlocked) || isRefused() || isGiftTooLong()) {
      // Renders first, so that the missing field is announced when it gets the focus.
      flushSync(() => {
        setAsked(true);
        setProblem(items.some(stockProblem) ? messages.checkout.soldOut : '');
      });
      focusBlocked();
      return;
    }
    setSending(payWith);
    setProblem('');
    if (!(await saveAddress())) {
      setSending(null);
      return;
    }
    // The order uses the stored address, which may still be loading or have failed.
    const read = await readBuyer();
    if (read.ok && !$wanted.get().deliverTo && !hasAddress(read.user)) {
      setSending(null);
      return;
    }
    const price = $cartPrice.get().body?.price ?? null;
    const placing = read.ok
      ? await placeOrderOfCart(read.user.email, items, price, { onTerms, payWith })
      : read;
    if (placing.ok) {
      await goToCardPage(placing.paymentAddress);
      setSending(null);
      return;
    }
    if (placing.status === 401) {
      // In another tab, the visitor has signed in.
      if (isGuest && shopper() === 'user') location.reload();
      else moveToLogin();
      return;
    }
    // Prices, stock and ways to pay may have changed since the page was opened.
    if (placing.status === 409 || placing.status === 404) {
      await loadCart();
      reloadPrice();
    }
    setProblem($cartItems.get().some(stockProblem) ? messages.checkout.soldOut : placing.message);
    setSending(null);
  }

  // The delivery, voucher and payment choices come with the price and would move what is below them.
  const priceLoading = !body && !failure;
  if (items.length === 0 ? loading : priceLoading) return <CheckoutSkeleton />;
  if (items.length === 0) {
    return (
      <div className="empty">
        <p className="empty__title">{messages.checkout.empty}</p>
        {problem && <p role="alert">{problem}</p>}
        {cartError ? <CartError text={cartError} /> : <p>Put something in your cart first.</p>}
        <a className="button" href={routes.userProducts()}>
          Continue Shopping
        </a>
      </div>
    );
  }
  return (
    <div className={style.checkout}>
      <div className={style.sections}>
        {isGuest ? (
          <GuestDetails form={addressForm} onContinue={() => delivery.current?.focus()} />
        ) : (
          <CustomerDetails form={addressForm} />
        )}
        <section aria-labelledby="delivery">
          <h2 id="delivery" tabIndex={-1} ref={delivery}>
            Delivery
          </h2>
          <DeliverTo form={otherAddress} />
          <ShippingChoice />
          <Gift />
        </section>
        <Payment items={items} onTerms={onTerms} onChooseTerms={setWantsTerms} />
      </div>
      <OrderSummary items={items} asked={asked} />
      <PlaceOrder
        {...{ sending, problem, onTerms }}
        ways={total > 0 ? ways : []}
        onPay={(way) => void pay(way)}
      />
    </div>
  );
}
