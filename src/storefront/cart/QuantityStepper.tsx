import { Minus, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { limits } from '#shared/domain/limits.ts';
import type { CartItem } from '#shared/schemas/cart.ts';
import { changeQuantity } from '../../stores/cart-changes.ts';
import style from './QuantityStepper.module.css';

const { min, max } = limits.quantity;
const problem = `Enter a number from ${min} to ${max}.`;

/** Minus, a field, plus. What is typed is saved when the field is left, or by Enter. */
export function QuantityStepper({ item }: { item: CartItem }) {
  const { _id, quantity } = item;
  const problemId = useId();
  /** Null unless the field is being edited, or has what cannot be ordered. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setIsWrong] = useState(false);
  const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

  const change = (to: number): void => {
    setTyped(null);
    setIsWrong(false);
    if (to !== quantity) void changeQuantity(_id, to);
  };
  const save = (): void => {
    if (typed === null) return;
    const wanted = /^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN;
    if (wanted >= min && wanted <= max) change(wanted);
    else setIsWrong(true);
  };

  return (
    <div>
      <div className={style.stepper} role="group" aria-label={`Quantity of ${item.product.title}`}>
        <button
          type="button"
          aria-label="Decrease quantity"
          disabled={quantity <= min}
          onClick={() => change(quantity - 1)}
        >
          <Minus {...icon} />
        </button>
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          aria-label="Quantity"
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? problemId : undefined}
          maxLength={6}
          value={typed ?? quantity}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={save}
          onKeyDown={({ key }) => {
            if (key === 'Enter') save();
            else if (key === 'Escape') change(quantity);
          }}
        />
        {/* Announces what the buttons change. */}
        <output className="visually-hidden">{quantity}</output>
        <button
          type="button"
          aria-label="Increase quantity"
          disabled={quantity >= max}
          onClick={() => change(quantity + 1)}
        >
          <Plus {...icon} />
        </button>
      </div>
      <div role="alert">
        {isWrong && (
          <p className="field__error" id={problemId}>
            {problem}
          </p>
        )}
      </div>
    </div>
  );
}
