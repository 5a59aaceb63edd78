import { useStore } from '@nanostores/react';
import { $cartPrice } from '../../stores/cart-price.ts';

/** The shopper's company, and why it cannot order in these quantities; renders nothing for others. */
export function CompanyNote() {
  const price = useStore($cartPrice).body?.price;
  return (
    <>
      {price?.company && (
        <p>
          Buying for <strong>{price.company}</strong>
        </p>
      )}
      <div role="status">
        {price?.quantityProblem && (
          <p className="notice" tabIndex={-1} data-stock-problem>
            {price.quantityProblem}
          </p>
        )}
      </div>
    </>
  );
}
