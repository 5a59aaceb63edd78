import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { limits } from '#shared/domain/limits.ts';
import type { CartItem } from '#shared/schemas/cart.ts';
import { changeQuantity } from '../../stores/cart-changes.ts';
import { asQuantity } from '../order-grid/sheet.ts';
import style from './QuantityStepper.module.css';

/** Minus, a field, plus. Minus stops at one. */
export function QuantityStepper({ item }: { item: CartItem }) {
  const { _id, quantity } = item;
  /** Null unless the field is being edited. */
  const [typed, setTyped] = useState<string | null>(null);
  const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

  const save = (): void => {
    setTyped(null);
    const wanted = Number(typed);
    if (wanted > 0 && wanted !== quantity) void changeQuantity(_id, wanted);
  };

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
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label="Quantity"
        value={typed ?? quantity}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(asQuantity(event.target.value))}
        onBlur={save}
        onKeyDown={({ key }) => {
          if (key === 'Enter') save();
          else if (key === 'Escape') setTyped(null);
        }}
      />
      {/* Announces what the buttons change. */}
      <output className="visually-hidden">{quantity}</output>
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
