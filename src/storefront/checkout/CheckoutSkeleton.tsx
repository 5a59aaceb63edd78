import '../cart/cart.css';
import './checkout.css';

/** The shape of the checkout while the cart is fetched: who buys, and the summary. */
export function CheckoutSkeleton() {
  return (
    <div className="cart" aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading your cart
      </p>
      <div className="customer__waiting skeleton" aria-hidden="true" />
      <div className="summary summary--waiting skeleton" aria-hidden="true" />
    </div>
  );
}
