import summary from '../cart/Summary.module.css';
import style from './Checkout.module.css';
import customer from './CustomerDetails.module.css';

/** Placeholder of the checkout while the cart is loading. */
export function CheckoutSkeleton() {
  return (
    <div className={style.checkout} aria-busy="true">
      <div>
        <p className="visually-hidden" role="status">
          Loading your cart
        </p>
        <div className={`${customer.waiting} skeleton`} aria-hidden="true" />
        <div className={`${customer.waiting} skeleton`} aria-hidden="true" />
      </div>
      <div className={`${summary.summary} ${summary.waiting} skeleton`} aria-hidden="true" />
    </div>
  );
}
