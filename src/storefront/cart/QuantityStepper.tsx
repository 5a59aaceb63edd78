import { Minus, Plus } from 'lucide-react';
import { limits } from '#shared/domain/limits.ts';
import type { CartItem } from '#shared/schemas/cart.ts';
import { changeQuantity } from '../../stores/cart-changes.ts';
import style from './QuantityStepper.module.css';

/** Minus, count, plus. Minus stops at one. */
export function QuantityStepper({ item }: { item: CartItem }) {
  const { _id, quantity } = item;
  const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;
  return (
    <div className={style.stepper} role="group" aria-label={`Quantity of ${item.product.title}`}>
      <button
        type="button"
        aria-label="Decrease quantity"
        disabled={quantity <= limits.quantity.min}
        onClick={() => void changeQuantity(_id, quantity - 1)}
      >
        <Minus {...icon} />
      </button>
      <output>{quantity}</output>
      <button
        type="button"
        aria-label="Increase quantity"
        disabled={quantity >= limits.quantity.max}
        onClick={() => void changeQuantity(_id, quantity + 1)}
      >
        <Plus {...icon} />
      </button>
    </div>
  );
}
