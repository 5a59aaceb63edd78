import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { messages } from '#shared/messages.ts';
import type { User } from '#shared/schemas/users.ts';
import type { Reply } from '../../api/client.ts';
import { fetchProfile } from '../../api/users.ts';
import { routes } from '../../routes.ts';
import { goToCardPage } from '../../stores/card-page.ts';
import { $cartItems, $cartLoading, $cartTrouble, loadCart } from '../../stores/cart.ts';
import { CartTrouble } from '../cart/CartTrouble.tsx';
import { moveToLogin } from '../sign-in.ts';
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx';
import { CustomerDetails } from './CustomerDetails.tsx';
import { placeOrderOfCart } from './order-placing.ts';
import { OrderSummary } from './OrderSummary.tsx';
import '../cart/cart.css';
import './checkout.css';

/** Who buys, what, for how much; then on to the payment provider. */
export function Checkout() {
  const items = useStore($cartItems);
  const loading = useStore($cartLoading);
  const cartTrouble = useStore($cartTrouble);
  const [profile, setProfile] = useState<Reply<{ user: User }> | null>(null);
  const [sending, setSending] = useState(false);
  const [trouble, setTrouble] = useState('');

  useEffect(() => {
    void loadCart();
    void fetchProfile().then(setProfile);
  }, []);

  async function pay(): Promise<void> {
    if (sending) return;
    setSending(true);
    setTrouble('');
    // The order is sent to the address of the profile, which may still be on its way, or have failed.
    const buyer = profile?.ok ? profile : await fetchProfile();
    setProfile(buyer);
    const placing = buyer.ok ? await placeOrderOfCart(buyer.user.email, items) : buyer;
    if (placing.ok) {
      await goToCardPage(placing.paymentAddress);
      setSending(false);
      return;
    }
    if (placing.status === 401) {
      moveToLogin();
      return;
    }
    setTrouble(placing.message);
    setSending(false);
    // Prices and stock may have changed since the page was opened; the cart shows what they are now.
    if (placing.status === 409 || placing.status === 404) await loadCart();
  }

  if (loading && items.length === 0) return <CheckoutSkeleton />;
  if (items.length === 0) {
    return (
      <div className="empty">
        <p className="empty__title">{messages.checkout.empty}</p>
        {cartTrouble ? (
          <CartTrouble text={cartTrouble} />
        ) : (
          <p>Put something in your cart first.</p>
        )}
        <a className="button" href={routes.userProducts()}>
          Continue Shopping
        </a>
      </div>
    );
  }
  return (
    <div className="cart">
      <CustomerDetails
        profile={profile}
        onRetry={() => {
          setProfile(null);
          void fetchProfile().then(setProfile);
        }}
      />
      <OrderSummary items={items} sending={sending} trouble={trouble} onPay={() => void pay()} />
    </div>
  );
}
