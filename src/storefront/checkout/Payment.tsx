import { useStore } from '@nanostores/react';
import { counted } from '#shared/domain/counted.ts';
import type { CartItem } from '#shared/schemas/cart.ts';
import { PaymentChoice } from '../../order/PaymentChoice.tsx';
import { $cartPrice } from '../../stores/cart-price.ts';
import { totalOf } from '../cart/totals.ts';
import { PoNumberField } from './PoNumberField.tsx';
import { VoucherField } from './VoucherField.tsx';

interface Props {
  items: readonly CartItem[];
  onTerms: boolean;
  onChooseTerms: (onTerms: boolean) => void;
}

/** How the order is paid, with purchase order number and voucher. */
export function Payment({ items, onTerms, onChooseTerms }: Props) {
  const price = useStore($cartPrice).body?.price ?? null;
  const terms = price?.terms ?? null;
  const total = totalOf(items, price);
  return (
    <section aria-labelledby="payment">
      <h2 id="payment">Payment</h2>
      <PaymentChoice {...{ terms, total, onTerms }} onChoose={onChooseTerms} />
      <p>
        {onTerms && terms
          ? `You pay by transfer within ${counted(terms.days, 'day')}. The invoice is issued at once.`
          : total === 0
            ? 'There is nothing to pay.'
            : 'You pay by card on our payment provider’s page.'}
      </p>
      <PoNumberField />
      <VoucherField />
    </section>
  );
}
