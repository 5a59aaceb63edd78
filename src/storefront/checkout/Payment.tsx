import { useStore } from '@nanostores/react';
import { counted } from '#shared/domain/counted.ts';
import type { CartItem } from '#shared/schemas/cart.ts';
import type { WayToPay } from '#shared/schemas/orders.ts';
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

const texts = {
  page: 'You pay by card on our payment provider’s page.',
  transfer:
    'You pay by bank transfer. You get our bank account with your order, which we send when the money has arrived.',
  on_delivery: 'You pay when your order is delivered.',
  none: 'None of our ways to pay takes this order at the moment. Please contact us.',
} as const;

function textOf(ways: readonly WayToPay[] | undefined): string {
  if (ways?.length === 0) return texts.none;
  if (ways && ways.length > 1) return 'You choose how to pay when you place your order.';
  return texts[ways?.[0]?.kind ?? 'page'];
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
            : textOf(price?.ways)}
      </p>
      <PoNumberField />
      <VoucherField />
    </section>
  );
}
