import columns from '../cart/Columns.module.css';
import summary from '../cart/Summary.module.css';
import customer from './CustomerDetails.module.css';

/** Placeholder of the checkout while the cart is loading. */
export function CheckoutSkeleton() {
  return (
    <div className={columns.columns} aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading your cart
      </p>
      <div className={`${customer.waiting} skeleton`} aria-hidden="true" />
      <div className={`${summary.summary} ${summary.waiting} skeleton`} aria-hidden="true" />
    </div>
  );
}
